"""Intervals by document against SciPy, and coefficients that are not defined."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest
from scipy import stats

from adjudge.kernels.agreement.alpha import Alpha
from adjudge.kernels.agreement.cells import rated_cells
from adjudge.kernels.agreement.gwet import GwetAC
from adjudge.kernels.agreement.icc import IntraclassCorrelations
from adjudge.kernels.agreement.intervals import estimate, estimates
from adjudge.kernels.agreement.leave_one_out import LeaveOneOut


@dataclass
class MeanOfDocuments:
    """The weighted mean of one number for each document."""

    values: np.ndarray
    reason: None = None

    @property
    def documents(self):
        return len(self.values)

    def at(self, weights):
        return weights @ self.values / weights.sum(axis=1)


def interval_of_scipy(values, method):
    """SciPy has normal tails; ours are Student's, times the root of D / (D - 1)."""
    count = len(values)
    tail = stats.norm.cdf(np.sqrt(count / (count - 1)) * stats.t.ppf(0.025, count - 1))
    return stats.bootstrap(
        (values,),
        np.mean,
        confidence_level=1 - 2 * tail,
        n_resamples=20_000,
        method=method,
        rng=np.random.default_rng(3),
    ).confidence_interval


@pytest.mark.parametrize(("method", "scipys"), [("bca", "BCa"), ("percentile", "percentile")])
@pytest.mark.parametrize("documents", [15, 60])
def test_intervals_of_a_mean_are_those_of_scipy(method, scipys, documents):
    values = np.random.default_rng(1).lognormal(0, 1, documents)
    ours = estimate(MeanOfDocuments(values), np.random.default_rng(2), draws=20_000, method=method)
    other = interval_of_scipy(values, scipys)
    # Different draws: an end is known to about sd x sqrt(tail (1 - tail) / draws) / density, a fiftieth of the sd.
    tolerance = 4 * values.std() / np.sqrt(documents) / 50
    assert (ours.low, ours.high) == pytest.approx((other.low, other.high), abs=tolerance)


def test_groups_of_documents_give_the_same_acceleration():
    values = np.random.default_rng(4).lognormal(0, 1.5, 1000)
    ours = estimate(MeanOfDocuments(values), np.random.default_rng(5), draws=20_000)
    other = interval_of_scipy(values, "BCa")
    assert (ours.low, ours.high) == pytest.approx((other.low, other.high), abs=values.std() / np.sqrt(1000) / 5)


def all_of(item, annotator, score, document=None):
    cells = rated_cells(item, annotator, score, document)
    return [Alpha(cells), Alpha(cells, "ordinal"), GwetAC(cells), IntraclassCorrelations(cells), LeaveOneOut(cells)]


@pytest.mark.parametrize(
    ("item", "annotator", "score", "reason"),
    [
        ([], [], [], "no ratings"),
        ([0, 1, 2], [0, 0, 0], [1.0, 2.0, 3.0], "no item rated twice"),
        ([0, 1, 2], [0, 1, 2], [1.0, 2.0, 3.0], "no item rated twice"),
    ],
)
def test_no_overlap_no_coefficient(item, annotator, score, reason):
    for coefficient in all_of(item, annotator, score):
        found = estimate(coefficient, np.random.default_rng(0), draws=10)
        assert (found.value, found.low, found.high, found.reason) == (None, None, None, reason)


def test_equal_scores_leave_nothing_to_agree_on():
    alpha, ordinal, gwet, icc, _ = all_of([0, 0, 1, 1], [0, 1, 0, 1], [5.0] * 4)
    assert {c.reason for c in (alpha, ordinal, gwet, icc)} == {"all scores equal"}
    # On a scale with other categories that nobody used, AC2 knows that they agree: p_a = 1.
    assert estimate(GwetAC(gwet.cells, categories=[1, 5]), np.random.default_rng(0), draws=10).value == 1


def test_one_item_has_no_variance_of_items():
    alpha, _, _, icc, _ = all_of([0, 0, 0], [0, 1, 2], [1.0, 2.0, 4.0])
    assert icc.reason == "too few ratings"
    # n = m: D_o = D_e up to the factor (n - 1) / (m - 1) = 1.
    assert estimate(alpha, np.random.default_rng(0), draws=10).value == pytest.approx(0)


def test_one_document_has_no_interval():
    for coefficient in all_of([0, 0, 1, 1, 2, 2], [0, 1] * 3, [1.0, 2.0, 4.0, 3.0, 5.0, 5.0], [7] * 6):
        for found in estimates(coefficient, np.random.default_rng(0), draws=10):
            assert found.value is not None
            assert (found.low, found.high, found.documents) == (None, None, 1)


def test_an_annotator_without_overlap_changes_nothing_and_is_listed():
    item, annotator, score = [0, 0, 1, 1, 2, 2], [0, 1] * 3, [1.0, 2.0, 4.0, 3.0, 5.0, 5.0]
    with_one, without = all_of([*item, 9], [*annotator, 8], [*score, 100.0]), all_of(item, annotator, score)
    for i in (0, 1, 3):
        assert with_one[i].at(np.ones((1, 3))) == pytest.approx(without[i].at(np.ones((1, 3))))
    loo = with_one[4]
    assert loo.overlap.tolist() == [3, 3, 0]
    assert np.isnan(loo.at(np.ones((1, 3)))[0, 2])
    assert np.isnan(loo.difference[2])
    # 1-2, 4-3, 5-5
    assert loo.difference[0] == pytest.approx(0.0)


def test_negative_variances_are_kept_and_truncated():
    # Annotators contradict each other: items have less variance than chance gives.
    icc = all_of([0, 0, 1, 1, 2, 2], [0, 1] * 3, [1.0, 3.0, 3.0, 1.0, 2.0, 2.0])[3]
    assert icc.components.item < 0
    assert icc.components.truncated.item == 0
    single, _, cut, _ = icc.at(np.ones((1, 3)))[0]
    assert single < 0 == cut


@pytest.mark.parametrize(
    ("item", "annotator", "score", "document"),
    [([0, 0], [1, 1], [1.0, 2.0], None), ([0, 0], [0, 1], [1.0, 2.0], [0, 1]), ([0, 0], [0, 1], [1.0, np.nan], None)],
)
def test_what_is_no_table_is_refused(item, annotator, score, document):
    with pytest.raises(ValueError, match="one for an item by an annotator"):
        rated_cells(item, annotator, score, document)


def test_a_score_off_the_scale_is_refused():
    with pytest.raises(ValueError, match="among the categories"):
        GwetAC(rated_cells([0, 0], [0, 1], [1.0, 2.5]), categories=[1, 2, 3])
