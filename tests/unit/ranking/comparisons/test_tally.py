"""Counting comparisons, with and without the reference."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from adjudge.core.checking.identity import name_acts_apart
from adjudge.core.errors import InputError
from adjudge.core.tables import Comparisons, PairCounts
from adjudge.ranking.comparisons.tally import count_comparisons

VOTES = pl.DataFrame(
    {
        "ranking": ["r1", "r1", "r1", "r2"],
        "segment": ["1", "1", "1", "2"],
        "system_a": ["y", "x", "x", "_ref"],
        "system_b": ["x", "_ref", "y", "y"],
        "outcome": ["a", "b", "tie", "a"],
    }
)


def test_votes_are_counted_in_both_directions():
    counted = count_comparisons(Comparisons.check(VOTES))
    assert counted.systems == ("_ref", "x", "y")
    assert counted.wins.tolist() == [[0, 1, 1], [0, 0, 0], [0, 1, 0]]
    assert counted.ties.tolist() == [[0, 0, 0], [0, 0, 1], [0, 1, 0]]
    assert counted.comparisons == 4


def test_the_reference_is_known_by_its_name_and_can_be_left_out():
    counted = count_comparisons(Comparisons.check(VOTES))
    assert counted.reference == "_ref"
    ranked = counted.without_reference()
    assert ranked.systems == ("x", "y")
    assert ranked.comparisons == 2
    assert ranked.votes is not None
    assert (ranked.votes.first.tolist(), ranked.votes.second.tolist()) == ([1, 0], [0, 1])


def test_counts_give_what_votes_give():
    table = Comparisons.check(VOTES)
    votes, counts = count_comparisons(table), count_comparisons(table.counts())
    assert np.array_equal(votes.wins, counts.wins)
    assert np.array_equal(votes.ties, counts.ties)
    assert counts.votes is None


def test_weights_are_added_up():
    weighted = Comparisons.check(VOTES.with_columns(weight=pl.Series([0.5, 1.0, 2.0, 1.0])))
    counted = count_comparisons(weighted)
    assert counted.wins[2, 1] == 0.5
    assert counted.ties[1, 2] == 2.0


def test_rankings_of_two_files_are_different_units():
    two = pl.concat([VOTES.with_columns(collection=pl.lit(name)) for name in "ab"])
    table = Comparisons.check(two)
    votes = count_comparisons(table.with_frame(name_acts_apart(table.frame)[0])).votes
    assert votes is not None
    codes = votes.units("ranking")
    assert codes is not None
    assert len(set(codes.tolist())) == 4


def test_unknown_units_are_none():
    votes = count_comparisons(Comparisons.check(VOTES)).votes
    assert votes is not None
    assert votes.units("annotator") is None


def test_a_system_that_never_plays_is_named():
    counts = PairCounts.check(
        pl.DataFrame(
            {"system_a": ["x", "x"], "system_b": ["y", "z"], "wins_a": [1, 0], "ties": [0, 0], "wins_b": [2, 0]}
        )
    )
    with pytest.raises(InputError, match="z was never compared with another system that is ranked") as caught:
        count_comparisons(counts)
    assert "1 of 3 systems" in str(caught.value)


def test_a_system_that_met_the_reference_only_is_named():
    votes = pl.concat([VOTES, pl.DataFrame([["r3", "3", "z", "_ref", "b"]], schema=VOTES.schema, orient="row")])
    with pytest.raises(InputError, match="z was never compared with another system that is ranked"):
        count_comparisons(Comparisons.check(votes))


def test_an_unknown_reference_is_refused():
    with pytest.raises(InputError, match="there is no system 'human' to be the reference"):
        count_comparisons(Comparisons.check(VOTES), reference="human")


def test_one_system_beside_the_reference_is_no_ranking():
    with pytest.raises(InputError, match="1 system is left to be ranked: y"):
        count_comparisons(Comparisons.check(VOTES[3:]))
