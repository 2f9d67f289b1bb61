"""Codes of single comparisons, against polars' own ranks and counts."""

from __future__ import annotations

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudge.ranking.comparisons.votes import Votes

TEXTS = st.one_of(st.none(), st.sampled_from(["b", "a", "10", "9", ""]))


def units(votes, unit):
    codes = votes.units(unit)
    return None if codes is None else codes.tolist()


@st.composite
def frames(draw):
    n = draw(st.integers(1, 30))
    columns = {name: draw(st.lists(TEXTS, min_size=n, max_size=n)) for name in ("source_lang", "document", "ranking")}
    columns["collection"] = draw(st.lists(TEXTS, min_size=n, max_size=n))  # a text is the same in every file
    columns["segment"] = draw(st.lists(st.sampled_from(["2", "1", "11"]), min_size=n, max_size=n))
    pairs = draw(st.lists(st.sampled_from([("x", "y"), ("y", "z"), ("z", "x")]), min_size=n, max_size=n))
    columns |= {"system_a": [a for a, _ in pairs], "system_b": [b for _, b in pairs]}
    columns["outcome"] = draw(st.lists(st.sampled_from(["a", "tie", "b"]), min_size=n, max_size=n))
    return pl.DataFrame(columns, schema=dict.fromkeys(columns, pl.String))


@given(frame=frames())
def test_units_are_numbered_in_the_order_of_their_values(frame):
    # Bootstrap replicates draw units by these numbers, so their order matters.
    votes = Votes(("x", "y", "z"), frame)
    expected = frame.select(pl.struct("source_lang", "document", "segment").rank("dense") - 1).to_series()
    assert units(votes, "segment") == expected.to_list()
    if not frame["ranking"].null_count():
        expected = frame.select(pl.struct("source_lang", "document", "ranking").rank("dense") - 1).to_series()
        assert units(votes, "ranking") == expected.to_list()


@given(frame=frames())
def test_segments_are_counted_once_for_each_system(frame):
    sides = [frame.select("source_lang", "document", "segment", system=side) for side in ("system_a", "system_b")]
    expected = dict(pl.concat(sides).unique().group_by("system").len().iter_rows())
    assert Votes(("x", "y", "z"), frame).segments == {name: expected.get(name, 0) for name in "xyz"}


def test_outcomes_and_systems_have_codes():
    frame = pl.DataFrame({"system_a": ["y", "x", "x"], "system_b": ["x", "y", "y"], "outcome": ["a", "tie", "b"]})
    votes = Votes(("x", "y"), frame)
    assert votes.first.tolist() == [1, 0, 0]
    assert votes.second.tolist() == [0, 1, 1]
    assert votes.outcome.tolist() == [1, 0, -1]


@pytest.mark.parametrize("column", ["segment", "annotator"])
def test_what_is_unknown_for_one_comparison_is_unknown(column):
    frame = pl.DataFrame({"system_a": ["x", "x"], "system_b": ["y", "y"], "outcome": ["a", "b"], column: ["1", None]})
    votes = Votes(("x", "y"), frame)
    assert units(votes, column) is None
    assert votes.segments is None
    assert units(votes, "document") is None


def test_annotators_are_the_same_people_on_every_document():
    frame = pl.DataFrame({"document": ["1", "2", "1"], "annotator": ["b", "b", "a"]})
    assert units(Votes((), frame), "annotator") == [1, 1, 0]
