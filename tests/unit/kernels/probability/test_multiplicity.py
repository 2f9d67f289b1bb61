"""Holm's correction by hand."""

from __future__ import annotations

import numpy as np
import pytest

from adjudge.kernels.probability.multiplicity import holm


def test_holm_on_a_worked_example():
    # Sorted .01 .02 .03 .04 times 4 3 2 1 = .04 .06 .06 .04, then the running maximum.
    assert holm(np.array([0.04, 0.01, 0.03, 0.02])) == pytest.approx([0.06, 0.04, 0.06, 0.06])


def test_holm_stops_at_one():
    assert holm(np.array([0.9, 0.8])).tolist() == [1.0, 1.0]


def test_holm_of_one_and_of_none():
    assert holm(np.array([0.2])).tolist() == [0.2]
    assert holm(np.array([])).tolist() == []
