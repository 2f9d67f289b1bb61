"""Efficiency and standard errors of any design agree with least squares on single judgements."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from adjudge.kernels.block_designs.difference_errors import (
    Cells,
    ScoreVariances,
    difference_errors,
    estimate_covariance,
    estimate_covariance_plain,
)
from adjudge.kernels.block_designs.efficiency import (
    efficiency_factor,
    linked_systems,
    system_information,
    system_information_plain,
)

SYSTEMS = 4
CELL = st.tuples(st.integers(0, SYSTEMS - 1), st.integers(0, 3), st.integers(0, 5))


@given(st.lists(CELL, min_size=4, max_size=50), st.sampled_from(["annotators", "documents", "both"]))
def test_the_information_matrix_is_that_of_least_squares(cells, eliminated):
    system, annotator, document = np.array(cells).T
    blocks = {"annotators": [annotator], "documents": [document], "both": [annotator, document]}[eliminated]
    found = system_information(system, np.ones(len(system)), blocks, SYSTEMS)
    np.testing.assert_allclose(found, system_information_plain(system, blocks, SYSTEMS), atol=1e-8)


@given(st.lists(CELL, min_size=12, max_size=50))
def test_the_efficiency_is_how_much_wider_differences_are_than_in_a_complete_design(cells):
    system, annotator, document = np.array(cells).T
    columns = [np.eye(SYSTEMS)[system], np.eye(4)[annotator], np.eye(6)[document]]
    x = np.concatenate(columns, axis=1)
    found = efficiency_factor(system_information(system, np.ones(len(system)), [annotator, document], SYSTEMS), len(x))
    contrasts = np.zeros((6, x.shape[1]))
    for row, (a, b) in enumerate(combinations(range(SYSTEMS), 2)):
        contrasts[row, [a, b]] = 1, -1
    # c' (X'X)^- c for every pair, and whether c lies in the row space of X, that is, whether it can be estimated.
    weights = np.linalg.lstsq(x.T, contrasts.T, rcond=None)[0]
    estimable = np.allclose(x.T @ weights, contrasts.T, atol=1e-7)
    assert (found > 0) == estimable
    assume(estimable)
    assert found == pytest.approx((2 * SYSTEMS / len(x)) / (weights**2).sum(axis=0).mean(), rel=1e-6)


@given(st.lists(CELL, min_size=1, max_size=14))
def test_systems_are_linked_where_their_difference_can_be_estimated(cells):
    system, annotator, document = np.array(cells).T
    x = np.concatenate([np.eye(SYSTEMS)[system], np.eye(4)[annotator], np.eye(6)[document]], axis=1)
    information = system_information(system, np.ones(len(system)), [annotator, document], SYSTEMS)
    groups = linked_systems(information, len(system))
    assert sorted(name for group in groups for name in group) == list(range(SYSTEMS))
    rank = np.linalg.matrix_rank(x)
    for a, b in combinations(range(SYSTEMS), 2):
        contrast = np.zeros(x.shape[1])
        contrast[[a, b]] = 1, -1
        estimable = np.linalg.matrix_rank(np.vstack([x, contrast])) == rank
        assert estimable == any({a, b} <= set(group) for group in groups)


@st.composite
def designs(draw):
    """Showings of units, two units to a document; every system has one."""
    rows = draw(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 3), st.integers(0, 7)), max_size=20))
    rows += [(system, 0, system) for system in range(3)]
    length = np.array(draw(st.lists(st.integers(1, 3), min_size=8, max_size=8)), dtype=float)
    system, annotator, unit = np.array(rows).T
    return Cells(system, annotator, unit // 2, unit, length[unit])


@given(designs(), st.lists(st.integers(0, 50), min_size=6, max_size=6), st.integers(1, 50))
def test_standard_errors_are_those_of_the_covariance_of_all_scores(cells, components, residual):
    variances = ScoreVariances(*map(float, [*components, residual]))
    found = difference_errors(estimate_covariance(cells, variances, 3))
    expected = difference_errors(estimate_covariance_plain(cells, variances, 3))
    np.testing.assert_allclose(found, expected, rtol=1e-6, atol=1e-6)
