"""What is zero but for rounding is zero, and the unit of the scores decides nothing."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

import adjudge
from adjudge.kernels.agreement.alpha import LEVELS, Alpha
from adjudge.kernels.agreement.cells import RatedCells, rated_cells
from adjudge.kernels.agreement.coefficient import Coefficient
from adjudge.kernels.agreement.icc import IntraclassCorrelations
from adjudge.kernels.agreement.leave_one_out import LeaveOneOut
from adjudge.kernels.agreement.pair_correlations import pair_correlations
from adjudge.kernels.agreement.trends import clustered_trends
from adjudge.kernels.annotator_signals.expected import expected_scores
from adjudge.kernels.annotator_signals.grouped import grouped_correlation, grouped_slope
from adjudge.kernels.cluster_robust.regression import fit_clusters
from adjudge.kernels.ranks.correlations import kendall, pearson, spearman
from adjudge.kernels.rating_tests.bootstrap import bootstrap_p
from adjudge.kernels.rating_tests.paired import signed_rank_p
from adjudge.kernels.rating_tests.sign_flip import sign_flip_p
from adjudge.kernels.rounding import NOISE, settle, variance_of
from tests.builders import known

#: Scores of a scale in other units: ten points as one, odd units, thousandths, a scale that starts far from 0.
UNITS = [(0.1, 0.0), (7.3, 0.1), (1e-3, 0.0), (1 / 3, 100.1)]


@pytest.mark.parametrize(("factor", "shift"), UNITS)
@given(scores=st.lists(st.tuples(st.integers(0, 20), st.integers(0, 20)), min_size=1, max_size=60))
def test_differences_tie_in_every_unit_as_they_do_in_whole_numbers(factor, shift, scores):
    first, second = np.array(scores).T
    whole = first - second
    x, y = factor * first + shift, factor * second + shift
    d = settle(x - y, float(np.abs(np.r_[x, y]).max()))
    np.testing.assert_array_equal(np.sign(d), np.sign(whole))
    np.testing.assert_array_equal(np.abs(d)[:, None] < np.abs(d), np.abs(whole)[:, None] < np.abs(whole))
    for alternative in ("greater", "two-sided"):
        assert signed_rank_p(d, alternative) == signed_rank_p(whole.astype(float), alternative)


@given(st.lists(st.floats(-1e6, 1e6, allow_subnormal=False) | st.just(np.nan), max_size=30))
def test_settling_moves_nothing_by_more_than_the_tolerance_and_keeps_the_order(values):
    x = np.array(values, dtype=float)
    settled = settle(x)
    np.testing.assert_array_equal(np.isnan(settled), np.isnan(x))
    x, settled = x[~np.isnan(x)], settled[~np.isnan(x)]
    if len(x):
        # A chain of neighbours is as long as there are values.
        np.testing.assert_allclose(settled, x, rtol=0, atol=len(x) * NOISE * np.abs(x).max())
    assert not ((x[:, None] < x) & (settled[:, None] > settled)).any()
    np.testing.assert_array_equal(settle(settled), settled)
    np.testing.assert_array_equal(settle(-x), -settled)


def test_missing_values_and_zeros_stay():
    assert settle(np.array([])).tolist() == []
    assert settle(np.zeros(2)).tolist() == [0.0, 0.0]
    np.testing.assert_array_equal(settle(np.full(2, np.nan)), [np.nan, np.nan])
    assert str(settle(np.array([-1e-17]), 1.0)[0]) == "0.0"  # not -0.0


def test_a_variance_of_equal_values_is_zero():
    d = np.array([0.3 - 0.2, 0.4 - 0.3, 0.6 - 0.5])
    assert d.var(ddof=1) > 0
    assert variance_of(d) == 0
    assert np.isnan(variance_of(d[:1]))


@pytest.mark.parametrize("campaign", ["37", "39"])
def test_the_signed_rank_test_of_tenths_is_that_of_whole_scores(campaign, data_file):
    whole = pl.read_csv(data_file(f"faults/ties-{campaign}-0to10.csv"))
    wide = whole.pivot("system", index="segment", values="score")
    a, b = (wide[name].to_numpy() for name in ("A", "B"))
    expected = stats.wilcoxon(a, b, correction=True, method="asymptotic").pvalue
    for scale in ("0to10", "0to1"):
        table = adjudge.read(data_file(f"faults/ties-{campaign}-{scale}.csv"), scale=f"0..{scale[3:]}")
        (pair,) = adjudge.rank(table, "wmt24-esa").pairs
        assert pair.p == pytest.approx(expected, rel=1e-9)


def test_a_coefficient_that_one_annotator_determines_has_no_interval(data_file):
    """All pairs before a degraded item are of one annotator: without this one there is no constant."""
    result = adjudge.context(adjudge.read(data_file("faults/context-constant.csv.gz")), unit="annotator")
    constant = known(result.regression).rows[0]
    assert (constant.name, constant.low, constant.high, constant.p) == ("constant", None, None, None)


@given(st.integers(0, 2**32 - 1), st.integers(2, 8), st.sampled_from(UNITS))
def test_a_mean_of_one_cluster_has_no_error_whatever_the_unit(seed, clusters, unit):
    rng = np.random.default_rng(seed)
    cluster = np.repeat(np.arange(clusters + 1), 5)
    after = (cluster > 0).astype(float)
    design = np.column_stack([np.ones(len(after)), after, after * rng.integers(0, 2, len(after))])
    if np.linalg.matrix_rank(design) < 3:
        return
    outcome = rng.integers(-20, 20, len(after)).astype(float)
    fit = fit_clusters(design, unit[0] * outcome + unit[1], cluster)
    assert np.isnan(fit.errors[0])
    assert fit.freedom[0] == 0.0
    assert (fit.t(0), fit.p_greater(0), fit.p_two_sided(0), fit.interval(0)) == (None,) * 4


def test_an_intraclass_correlation_whose_denominator_is_zero_is_not_defined(data_file):
    """Two outputs in two documents alike: ratings 2, 6 and 4, 0 (derived with the formulas of Shrout and Fleiss)."""
    result = adjudge.annotators(pl.read_csv(data_file("faults/icc-bad-0.csv")), draws=100)
    assert isinstance(result, adjudge.AnnotatorsResult)
    found = {one.name: one for one in known(result.agreement).coefficients}
    assert (found["icc_2_k"].value, found["icc_2_k"].low, found["icc_2_k"].high) == (None, None, None)


# Mean squares: outputs 8/3, annotators 0, rest 32/3; ICC(2,k) = (8/3 - 32/3) / (8/3 + (0 - 32/3) / 4) = -8 / 0.
@pytest.mark.parametrize(("factor", "shift"), UNITS)
def test_the_same_table_in_other_units_has_none_either(factor, shift):
    scores = factor * np.array([2.0, 6, 4, 0, 2, 6, 4, 0]) + shift
    cells = rated_cells(np.repeat(np.arange(4), 2), np.tile([0, 1], 4), scores, np.repeat([0, 1], 4))
    single, mean, *_ = IntraclassCorrelations(cells).at(np.ones((1, 2)))[0]
    assert single == pytest.approx(-1)  # (8/3 - 32/3) / (8/3 + 32/3 + 2 (0 - 32/3) / 4)
    assert np.isnan(mean)


@pytest.mark.parametrize("seed", range(25))
def test_systems_that_tie_on_paper_differ_by_nothing(seed):
    """Every document occurs twice, with the scores of the two systems exchanged."""
    rng = np.random.default_rng(seed)
    rows = [
        (f"annotator-{document % 3}", system, f"{document}{side}", f"{segment}", score * 0.1 + 0.1)
        for document in range(6)
        for segment, scores in enumerate(rng.integers(0, 100, (3, 2)))
        for side in (1, -1)
        for system, score in zip("AB", scores[::side], strict=True)
    ]
    names = ["annotator", "system", "document", "segment", "score"]
    frame = pl.DataFrame(rows, schema=names, orient="row").sample(fraction=1, shuffle=True, seed=seed)
    result = adjudge.rank(frame)
    assert result.order() == ["A", "B"]  # names break ties
    assert [(pair.difference, pair.p) for pair in result.pairs] == [(0.0, 1.0)]


@pytest.mark.parametrize("method", ["recommended", "bradley-terry", "davidson", "rao-kupper", "net-wins"])
def test_systems_that_tie_in_every_unit_of_votes_are_not_separated(method):
    """In every document each system is preferred to each other as often as the other way round; p was .0078."""
    rows = [
        (f"document-{document}", f"{document}-{a}{b}-{time}", a, b, outcome)
        for document in range(8)
        for (a, b), times in {("x", "y"): 1, ("x", "z"): 3, ("y", "z"): 2}.items()
        for time, outcome in enumerate(["a", "b"] * times)
    ]
    frame = pl.DataFrame(rows, schema=["document", "segment", "system_a", "system_b", "outcome"], orient="row")
    frame = frame.sample(fraction=1, shuffle=True, seed=1).with_columns(weight=pl.lit(0.1))
    result = adjudge.rank(frame, method=method, settings=adjudge.ComparisonSettings(unit="document"))
    assert result.order() == ["x", "y", "z"]
    assert [pair.p for pair in result.pairs] == [1.0, 1.0, 1.0]


@pytest.mark.parametrize(("factor", "shift"), UNITS)
@given(scores=st.lists(st.integers(0, 5), min_size=3, max_size=8), data=st.data())
def test_correlations_do_not_hang_on_the_unit(factor, shift, scores, data):
    first = np.array(scores, dtype=float)
    second = np.array(data.draw(st.permutations(scores)), dtype=float)
    for correlate in (pearson, spearman, kendall):
        expected = correlate(first, second)
        found = correlate(factor * first + shift, second / 7 + 0.1)
        assert found == pytest.approx(expected, rel=1e-10, abs=1e-10, nan_ok=True)
    if np.ptp(first) == 0:
        assert np.isnan(pearson(factor * first + shift, second))


@given(scores=st.lists(st.lists(st.integers(0, 3), min_size=2, max_size=4), min_size=2, max_size=8))
def test_agreement_does_not_hang_on_the_unit(scores):
    """Ratings as tenths from .1 on, with equal ones that are computed in different ways."""
    item = np.repeat(np.arange(len(scores)), [len(row) for row in scores])
    annotator = np.concatenate([np.arange(len(row)) for row in scores])
    whole = np.concatenate(scores).astype(float)
    tenths = np.where(annotator % 2, whole * 0.1 + 0.1, (whole + 1) / 10)
    kinds: list[Callable[[RatedCells], Coefficient]] = [partial(Alpha, level=level) for level in LEVELS]
    for kind in (*kinds, IntraclassCorrelations, LeaveOneOut):
        expected, found = (kind(rated_cells(item, annotator, x)) for x in (whole, tenths))
        assert found.reason == expected.reason
        if found.reason is None:
            ones = np.ones((1, found.documents))
            assert found.at(ones) == pytest.approx(expected.at(ones), abs=1e-9, nan_ok=True)
    first, second = (pair_correlations(rated_cells(item, annotator, x)) for x in (whole, tenths))
    for name in ("pearson", "spearman", "kendall"):
        one, two = getattr(first, name), getattr(second, name)
        assert two.value == pytest.approx(one.value, abs=1e-9, nan_ok=True)
        assert two.p == pytest.approx(one.p, abs=1e-7, nan_ok=True)


@pytest.mark.parametrize(("factor", "shift"), UNITS)
@given(sums=st.lists(st.lists(st.integers(-3, 3), min_size=2, max_size=2), min_size=2, max_size=9))
def test_tests_by_documents_do_not_hang_on_the_unit(factor, shift, sums):
    """Ties with what was observed are ties on paper."""
    whole = np.array(sums, dtype=float)
    counts = np.full_like(whole, 3.0)
    other = settle(factor * whole + shift - shift, 20 * factor + shift)
    for test in (
        lambda x: bootstrap_p(x, counts, 200, np.random.default_rng(1)),
        lambda x: sign_flip_p(x, 200, np.random.default_rng(1)),
    ):
        np.testing.assert_array_equal(test(other), test(whole))


@pytest.mark.parametrize("level", [0.1, 1 / 3, 100.1])
def test_an_annotator_of_one_score_has_no_spread_whatever_the_path(level):
    """Differences from a mean that is off in the last digit are no scores."""
    scores, who = np.r_[np.full(7, level), 1.0, 2.0, 3.0], np.repeat([0, 1], [7, 3])
    expected = expected_scores(scores, who, np.arange(10) % 2, np.arange(10) // 2)
    assert not expected.z[:7].any()
    group = np.zeros(7, dtype=np.intp)
    flat = grouped_correlation(scores[:7], np.arange(7.0), group, np.arange(7), groups=1)
    assert np.isnan(flat.value).all()
    slope = grouped_slope(scores[:7], np.arange(7.0), group, np.arange(7), groups=1, within=group)
    assert (slope.value[0], slope.error[0]) == (0.0, 0.0)
    trend = clustered_trends(group, np.arange(7), np.arange(7.0), scores[:7])
    assert (trend.slope[0], trend.se[0]) == (0.0, 0.0)
