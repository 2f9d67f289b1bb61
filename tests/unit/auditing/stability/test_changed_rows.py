"""Rows that scenarios remove or change."""

from __future__ import annotations

from itertools import pairwise

import polars as pl
import pytest

from adjudge.auditing.stability.changed_rows import NotApplicableError, change_rows
from adjudge.auditing.stability.scenarios import Scenario
from adjudge.auditing.stability.studies import RatingStudy
from adjudge.ranking.ratings.pipeline import analyse
from tests.builders import campaign


def study(scale: str | None = None, **columns: pl.Expr) -> RatingStudy:
    table = campaign([0, 10, 20], documents=4)
    frame = table.frame.with_columns(system=pl.col("system").replace({"system-2": "Human-A.7"}), **columns)
    if scale is not None:
        frame = frame.with_columns(scale=pl.lit(scale))
    return RatingStudy(analyse(table.with_frame(frame), "wmt-da"))


def test_human_translations_go_with_reference_items():
    changed = change_rows(
        Scenario("remove:human", "remove", "human"),
        study(kind=pl.when(pl.int_range(pl.len()) == 0).then(pl.lit("reference")).otherwise("kind")),
    )
    assert changed.left_out == ("Human-A.7",)
    assert set(changed.frame["system"]) == {"system-0", "system-1"}
    assert "reference" not in set(changed.frame["kind"])


def test_without_human_translations_there_is_nothing_to_remove():
    table = campaign([0, 10])
    with pytest.raises(NotApplicableError, match="human translation"):
        change_rows(Scenario("remove:human", "remove", "human"), RatingStudy(analyse(table, "wmt-da")))


def test_two_systems_must_be_left():
    table = campaign([0, 10])
    with pytest.raises(NotApplicableError, match="fewer than two"):
        change_rows(Scenario("remove:best", "remove", "best"), RatingStudy(analyse(table, "wmt-da")))


def test_only_scores_of_the_system_are_divided():
    given = study()
    changed = change_rows(Scenario("divide:human:4", "divide", "human", factor=4.0), given).frame
    human = pl.col("system") == "Human-A.7"
    assert (changed.filter(human)["score"] * 4).to_list() == given.frame.filter(human)["score"].to_list()
    assert changed.filter(~human).equals(given.frame.filter(~human))


def test_on_other_scales_the_distance_from_the_lower_end_is_divided():
    given = study("-100..100")
    changed = change_rows(Scenario("divide:human:2", "divide", "human", factor=2.0), given).frame
    human = pl.col("system") == "Human-A.7"
    assert changed.filter(human)["score"].to_list() == [(x + 100) / 2 - 100 for x in given.frame.filter(human)["score"]]


def test_a_multiplied_score_stays_on_the_scale_and_zero_is_raised_by_half_a_step():
    given = study(score=pl.when(pl.int_range(pl.len()) % 5 == 0).then(0.0).otherwise(pl.col("score")))
    used = given.frame["score"].unique().sort().to_list()
    step = min(b - a for a, b in pairwise(used))
    changed = change_rows(Scenario("multiply:human:2", "divide", "human", factor=0.5), given)
    human = pl.col("system") == "Human-A.7"
    before, after = (frame.filter(human)["score"].to_list() for frame in (given.frame, changed.frame))
    assert after == [min(100.0, 2 * x) if x else step / 2 for x in before]
    [finding] = changed.findings
    assert finding.numbers["zeros"] == before.count(0.0) > 0
    assert finding.numbers["cut"] == sum(2 * x > 100 for x in before)


def test_scores_that_are_standardised_already_cannot_be_divided():
    with pytest.raises(NotApplicableError, match="raw scores"):
        change_rows(Scenario("divide:human:2", "divide", "human", factor=2.0), study("z"))
