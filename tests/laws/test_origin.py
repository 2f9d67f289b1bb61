"""Correlations against SciPy, and laws of the split by origin."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from adjudge.auditing.origin.difference import Segments, direction_effect, pair_changes, system_differences
from adjudge.kernels.ranks.correlations import kendall, pearson, spearman
from tests.builders import known

_LISTS = st.integers(3, 9).flatmap(lambda n: st.tuples(*[st.lists(st.integers(0, 6), min_size=n, max_size=n)] * 2))


@given(_LISTS)
def test_correlations_equal_scipy(lists):
    a, b = (np.array(one, dtype=float) for one in lists)
    if len(set(lists[0])) < 2 or len(set(lists[1])) < 2:
        assert all(np.isnan(run(a, b)) for run in (pearson, spearman, kendall))
        return
    assert pearson(a, b) == pytest.approx(stats.pearsonr(a, b).statistic)
    assert spearman(a, b) == pytest.approx(stats.spearmanr(a, b).statistic)
    assert kendall(a, b) == pytest.approx(stats.kendalltau(a, b).statistic)


@given(st.integers(0, 2**32 - 1))
def test_many_lists_at_once_are_each_on_its_own(seed):
    a, b = np.random.default_rng(seed).integers(0, 5, (2, 7, 6)).astype(float)
    for run in (pearson, spearman, kendall):
        np.testing.assert_allclose(run(a, b), [run(x, y) for x, y in zip(a, b, strict=True)])


@st.composite
def segments(draw):
    """Segment means of three systems on documents of unequal length, both directions."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    rows = [
        (system, float(rng.normal(60, 10)), "reverse" if d % 2 else "forward", d)
        for d in range(draw(st.integers(4, 9)))
        for _ in range(int(rng.integers(1, 4)))
        for system in "ABC"
    ]
    frame = pl.DataFrame(rows, schema=["system", "raw", "direction", "_unit"], orient="row")
    return Segments(frame.with_columns(score=pl.col("raw") / 10), ("A", "B", "C"))


@given(segments())
def test_exchanging_the_directions_turns_all_signs(given):
    turned = pl.col("direction").replace({"forward": "reverse", "reverse": "forward"})
    other = Segments(given.frame.with_columns(direction=turned), given.systems)
    for one, two in zip(*(system_differences(which, ranked_by_raw=False) for which in (given, other)), strict=True):
        assert one.difference == pytest.approx(-two.difference)
        assert (one.low, one.high) == pytest.approx((-two.high, -two.low))
        assert one.p == pytest.approx(two.p)
        assert one.score_difference == pytest.approx(one.difference / 10)
    changes = {frozenset((one.a, one.b)): one for one in pair_changes(given)}
    for two in pair_changes(other):
        assert changes[frozenset((two.a, two.b))].p == pytest.approx(two.p)


@given(segments(), st.floats(-50, 50), st.floats(-50, 50))
def test_what_moves_all_systems_alike_changes_no_distance(given, constant, shift):
    moved = pl.col("score") + constant + pl.when(pl.col("direction") == "reverse").then(shift).otherwise(0.0)
    other = Segments(given.frame.with_columns(score=moved), given.systems)
    for one, two in zip(pair_changes(given), pair_changes(other), strict=True):
        assert (one.a, one.b) == (two.a, two.b)
        assert one.change == pytest.approx(two.change, abs=1e-9)
        assert one.p == pytest.approx(two.p, abs=1e-7)


@given(st.integers(0, 2**32 - 1), st.integers(2, 6), st.integers(2, 6), st.integers(1, 4))
def test_documents_of_equal_length_are_their_means(seed, forward, reverse, length):
    """The error is that of Welch's test of document means (derived)."""
    values = np.random.default_rng(seed).normal(size=(forward + reverse, length))
    unit = np.repeat(np.arange(forward + reverse), length)
    fit = known(direction_effect(values.ravel(), unit >= forward, unit))
    means = values.mean(axis=1)
    first, second = means[:forward], means[forward:]
    assert fit.coefficients[1] == pytest.approx(second.mean() - first.mean())
    assert fit.errors[1] == pytest.approx(np.sqrt(first.var(ddof=1) / forward + second.var(ddof=1) / reverse))
