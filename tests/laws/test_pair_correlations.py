"""Correlations of annotators against SciPy."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from adjudge.kernels.agreement.cells import rated_cells
from adjudge.kernels.agreement.pair_correlations import pair_correlations


@st.composite
def tables(draw):
    """Items x annotators: whole scores with ties, or different ones, with empty cells."""
    items, annotators = draw(st.integers(2, 45)), draw(st.integers(2, 4))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    quality = rng.normal(0, draw(st.sampled_from([0.0, 1.0, 4.0])), items)
    table = quality[:, None] + rng.normal(0, 1, (items, annotators))
    if draw(st.booleans()):
        table = np.round(table)
    table[rng.random(table.shape) < draw(st.sampled_from([0.0, 0.3]))] = np.nan
    return table


def scipys(x, y):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return stats.pearsonr(x, y), stats.spearmanr(x, y), stats.kendalltau(x, y, variant="c")


@given(tables())
def test_values_and_p_equal_scipy(table):
    item, annotator = np.nonzero(np.isfinite(table))
    cells = rated_cells(item, annotator, table[item, annotator])
    found = pair_correlations(cells)
    seen = 0
    for i in range(table.shape[1]):
        for j in range(i + 1, table.shape[1]):
            both = np.isfinite(table[:, i]) & np.isfinite(table[:, j])
            if both.sum() < 2:
                continue
            row = np.flatnonzero((cells.annotators[found.first] == i) & (cells.annotators[found.second] == j))
            assert len(row) == 1
            assert found.items[row[0]] == both.sum()
            seen += 1
            ours = (found.pearson, found.spearman, found.kendall)
            for mine, theirs in zip(ours, scipys(table[both, i], table[both, j]), strict=True):
                assert mine.value[row[0]] == pytest.approx(theirs.statistic, abs=1e-12, nan_ok=True)
                # Where r is 1 but for rounding, p is the root of a rounding error.
                if abs(theirs.statistic) < 1 - 1e-9 or mine is found.kendall:
                    assert mine.p[row[0]] == pytest.approx(theirs.pvalue, abs=1e-12, nan_ok=True)
    assert seen == len(found.items)


@pytest.mark.parametrize("order", [1, -1])
@pytest.mark.parametrize("swap", [False, True])
def test_long_orders_that_are_nearly_the_same(order, swap):
    x = np.arange(60.0)
    y = x[::order].copy()
    if swap:
        y[[3, 4]] = y[[4, 3]]
    found = pair_correlations(rated_cells(np.r_[:60, :60], np.repeat([0, 1], 60), np.r_[x, y]))
    theirs = stats.kendalltau(x, y, variant="c")
    assert found.kendall.value[0] == pytest.approx(theirs.statistic, abs=1e-12)
    assert found.kendall.p[0] == pytest.approx(theirs.pvalue, rel=1e-9)


def test_nobody_shares_anything():
    found = pair_correlations(rated_cells([0, 1], [0, 1], [1.0, 2.0]))
    assert len(found.items) == len(found.pearson.value) == len(found.kendall.p) == 0
