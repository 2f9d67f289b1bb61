"""Comparisons that call both outputs bad: what becomes of them is chosen, counted and said."""

from __future__ import annotations

import polars as pl
import pytest

from adjudge.core.errors import UsageError
from adjudge.core.tables import Comparisons
from adjudge.ranking.comparisons.pipeline import rank_comparisons
from adjudge.ranking.comparisons.settings import ComparisonSettings
from tests.unit.ranking.comparisons.builders import CLEAR, finding

OUTCOMES = ["model_a", "model_b", "tie", "tie (bothbad)", "both_bad", "bothbad", "a", "b"] * 5


def arena(outcomes=OUTCOMES):
    names = ["x", "y", "z"]
    first = [names[i % 3] for i in range(len(outcomes))]
    second = [names[(i + 1 + i // 3 % 2) % 3] for i in range(len(outcomes))]
    return pl.DataFrame({"system_a": first, "system_b": second, "outcome": outcomes})


def test_words_of_arenas_become_ties_and_that_both_are_bad_is_kept():
    table = Comparisons.check(arena())
    assert table.frame["outcome"].to_list() == ["a", "b", "tie", "tie", "tie", "tie", "a", "b"] * 5
    assert table.frame["both_bad"].to_list() == ["no", "no", "no", "yes", "yes", "yes", "no", "no"] * 5


def test_a_column_of_ones_own_is_kept_beside_the_words():
    given = arena(["tie", "both_bad", "tie"] * 3).with_columns(both_bad=pl.Series(["yes", None, None] * 3))
    assert Comparisons.check(given).frame["both_bad"].to_list() == ["yes", "yes", None] * 3


def test_systems_may_have_such_names():
    table = pl.DataFrame({"system_a": ["bothbad"], "system_b": ["x"], "outcome": ["bothbad"]})
    checked = Comparisons.check(table).frame
    assert checked["outcome"].to_list() == ["a"]
    assert "both_bad" not in checked.columns


def test_they_are_ties_unless_they_are_left_out_and_a_finding_says_which():
    tied = rank_comparisons(arena(), "davidson")
    left = rank_comparisons(arena(), "davidson", settings=ComparisonSettings(both_bad="drop"))
    numbers = {"comparisons": 15, "total": 40, "share": 15 / 40}
    assert finding(tied, "AJ244").numbers == finding(left, "AJ244").numbers == numbers
    assert "count as ties" in finding(tied, "AJ244").text
    assert "are left out" in finding(left, "AJ244").text
    assert (tied.judgements, left.judgements) == (40, 25)
    assert dict(left.signature.choices)["bothbad"] == "drop"
    by_hand = arena().filter(~pl.col("outcome").is_in(["tie (bothbad)", "both_bad", "bothbad"]))
    assert left.systems == rank_comparisons(by_hand, "davidson").systems


def test_a_choice_without_such_comparisons_is_refused():
    with pytest.raises(UsageError, match="no comparison says that both outputs are bad"):
        rank_comparisons(CLEAR, "davidson", settings=ComparisonSettings(both_bad="drop"))
