"""Scores by counting wins, against figures worked out by hand."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

import adjudge
from adjudge.core.tables import Comparisons
from adjudge.ranking.comparisons.methods.counting import (
    METHODS,
    bojar,
    expected_wins,
    heuristic_2,
    net_wins,
    wmt_official,
)
from adjudge.ranking.comparisons.tally import Tally

#: Three systems and a reference that x met twice: w(x,y) = 3, w(y,x) = 1, two ties; w(y,z) = 2; the reference beat x.
TALLY = Tally(
    systems=("_ref", "x", "y", "z"),
    wins=np.array([[0, 2, 0, 0], [0, 0, 3, 0], [0, 1, 0, 2], [0, 0, 0, 0]], dtype=float),
    ties=np.array([[0, 0, 0, 0], [0, 0, 2, 0], [0, 2, 0, 0], [0, 0, 0, 0]], dtype=float),
    reference="_ref",
)
RANKED = TALLY.without_reference()


def test_the_official_score_counts_ties_as_wins_and_the_reference_as_an_opponent():
    assert wmt_official(TALLY).tolist() == [5 / 8, 5 / 8, 0]


def test_heuristic_2_counts_wins_only():
    assert heuristic_2(RANKED).tolist() == [3 / 6, 3 / 8, 0]


def test_bojar_leaves_ties_out():
    assert bojar(RANKED).tolist() == [3 / 4, 3 / 6, 0]


def test_expected_wins_means_over_opponents_that_were_met():
    assert expected_wins(RANKED).tolist() == [3 / 4, (1 / 4 + 1) / 2, 0]


def test_net_wins_means_over_opponents_that_were_met():
    assert net_wins(RANKED).tolist() == [2 / 6, (-2 / 6 + 1) / 2, -1]


def test_nothing_but_ties_stands_in_the_middle():
    ties = Tally(("x", "y"), np.zeros((2, 2)), np.array([[0.0, 4.0], [4.0, 0.0]]))
    assert bojar(ties).tolist() == [0.5, 0.5]
    assert expected_wins(ties).tolist() == [0.5, 0.5]
    assert net_wins(ties).tolist() == [0, 0]


@pytest.mark.parametrize("method", [method.name for method in METHODS])
def test_comparisons_with_the_reference_count_for_the_official_score_only(method):
    votes = pl.DataFrame({"system_a": ["x", "y", "x"], "system_b": ["y", "x", "y"], "outcome": ["a", "a", "a"]})
    lost = pl.DataFrame({"system_a": ["_ref", "_ref"], "system_b": ["x", "x"], "outcome": ["a", "a"]})
    alone, beside = (
        {row.system: row.score for row in adjudge.rank(Comparisons.check(table), method=method).systems}
        for table in (votes, pl.concat([votes, lost]))
    )
    # x won two of three, and of five with the two that it lost to the reference.
    assert beside == (alone | {"x": 2 / 5} if method == "wmt-official" else alone)


def test_figure_2_of_lopez_2012():
    # A beats all, B beats C and D, C beats D. The picture with the numbers is lost; these give the scores of the text.
    wins = np.zeros((4, 4))
    for (a, b), times in {(0, 1): 3, (0, 2): 1, (0, 3): 1, (1, 2): 1, (1, 3): 1, (2, 3): 2}.items():
        wins[a, b] = times
    scores = wmt_official(Tally(("A", "B", "C", "D"), wins, np.zeros((4, 4))))
    assert (scores[1], scores[2]) == (2 / 5, 2 / 4)
    assert np.argsort(-scores).tolist() == [0, 2, 1, 3]
