"""Whom systems met."""

from __future__ import annotations

import numpy as np
import pytest

from adjudge.ranking.comparisons.evidence.opponents import describe_opponents
from adjudge.ranking.comparisons.tally import Tally


def test_a_system_that_met_the_strong_has_strong_opponents():
    # x beats y 9 to 1 and z 9 to 1; y and z are even and met twice.
    wins = np.array([[0, 9, 9], [1, 0, 1], [1, 1, 0]], dtype=float)
    rows = {row.system: row for row in describe_opponents(Tally(("x", "y", "z"), wins, np.zeros((3, 3))))}
    assert rows["x"].won == 18 / 20
    assert rows["y"].won == rows["z"].won == 2 / 12
    assert rows["x"].met == 2 / 12
    assert rows["y"].met == (10 * 18 / 20 + 2 * 2 / 12) / 12
    assert rows["x"].even == pytest.approx(2 / 12)
    assert rows["y"].even == pytest.approx((18 / 20 + 2 / 12) / 2)
    assert rows["y"].common == (1 / 10 + 1 / 2) / 2


def test_without_common_opponents_there_is_no_common_score():
    wins = np.array([[0, 1, 0, 0], [1, 0, 0, 0], [0, 0, 0, 1], [0, 0, 1, 0]], dtype=float)
    rows = describe_opponents(Tally(("a", "b", "c", "d"), wins, np.zeros((4, 4))))
    assert [row.common for row in rows] == [None] * 4
    assert [row.opponents for row in rows] == [1] * 4


def test_ties_count_as_meetings_but_not_as_decided():
    wins, ties = np.array([[0, 1], [0, 0]], dtype=float), np.array([[0, 3], [3, 0]], dtype=float)
    first, second = describe_opponents(Tally(("x", "y"), wins, ties))
    assert (first.comparisons, first.tied, first.won) == (4, 3 / 4, 1)
    assert (second.tied, second.won) == (3 / 4, 0)
