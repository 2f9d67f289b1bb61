"""Spreads of annotators and normal scores against their definitions."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from adjudge.kernels.probability.shrinkage import common_spread, shrunken_spreads, shrunken_spreads_plain
from adjudge.scoring.spreads import equal_spreads, normal_scores

SPREADS = st.lists(st.tuples(st.floats(0, 40), st.integers(1, 400)), min_size=1, max_size=12)


@given(SPREADS)
def test_shrunken_spreads_equal_the_plain_twin(rows):
    spreads, counts = (np.array(column, dtype=float) for column in zip(*rows, strict=True))
    expected = shrunken_spreads_plain(spreads.tolist(), counts.astype(int).tolist())
    np.testing.assert_allclose(shrunken_spreads(spreads, counts), expected, rtol=1e-9)


@given(SPREADS)
def test_a_spread_moves_towards_the_others_never_beyond(rows):
    spreads, counts = (np.array(column, dtype=float) for column in zip(*rows, strict=True))
    known = (spreads > 0) & (counts > 6)
    if known.any():
        found = shrunken_spreads(spreads, counts)
        low, high = spreads[known].min(), spreads[known].max()
        assert ((found >= low * (1 - 1e-9)) & (found <= high * (1 + 1e-9))).all()


@given(st.lists(st.integers(0, 6), min_size=2, max_size=40))
def test_normal_scores_are_quantiles_of_mean_ranks(values):
    column = np.array(values, dtype=float)
    expected = stats.norm.ppf((stats.rankdata(column) - 0.375) / (len(column) + 0.25))
    np.testing.assert_allclose(normal_scores(column, column), expected, atol=1e-12)


@pytest.mark.parametrize("normal", [False, True])
def test_adjusted_scores_follow_the_definition_row_by_row(normal):
    rng = np.random.default_rng(3)
    frame = pl.DataFrame({"annotator": ["a"] * 30 + ["b"] * 20 + ["c"] * 2, "score": rng.normal(50, 9, 52).round()})
    rows = equal_spreads(frame, frame, "annotator", normal=normal).frame
    x = np.array(normal_scores(*(frame["score"].to_numpy(),) * 2)) if normal else frame["score"].to_numpy()
    groups = {name: x[(frame["annotator"] == name).to_numpy()] for name in "abc"}
    spreads = shrunken_spreads_plain([g.std(ddof=1) for g in groups.values()], [len(g) for g in groups.values()])
    common = common_spread(np.array(spreads), np.array([30.0, 20.0, 2.0]))
    expected = [
        groups[name].mean() + (value - groups[name].mean()) * common / spreads["abc".index(name)]
        for name, value in zip(frame["annotator"], x, strict=True)
    ]
    np.testing.assert_allclose(rows["adjusted"].to_numpy(), expected, rtol=1e-12)
