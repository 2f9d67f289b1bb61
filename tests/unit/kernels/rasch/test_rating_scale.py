"""What a Rasch model cannot estimate, and scores as categories."""

from __future__ import annotations

import numpy as np
import pytest

from adjudge.kernels.rasch.categories import to_categories
from adjudge.kernels.rasch.fit_statistics import fit_statistics
from adjudge.kernels.rasch.rating_scale import fit_rating_scale


def test_two_items_two_annotators_by_hand():
    # Item 0: 0 and 1; item 1: 1 and 0, from annotators 0 and 1: everything is even, so all chances are one half,
    # residuals 1/2, variances 1/4, mean squares 1.
    fit = fit_rating_scale(np.array([0, 1, 1, 0]), [np.array([0, 0, 1, 1]), np.array([0, 1, 0, 1])])
    assert fit.converged
    assert fit.connected
    assert [measure.tolist() for measure in fit.measures] == [pytest.approx([0, 0]), pytest.approx([0, 0])]
    assert fit_statistics(fit, 1).infit == pytest.approx([1, 1])
    assert fit_statistics(fit, 1).outfit == pytest.approx([1, 1])


def test_elements_with_extreme_ratings_are_left_out_again_and_again():
    # Item 2 got only the top; without it annotator 2 has only the lowest.
    item = np.array([0, 0, 1, 1, 2, 2, 0])
    annotator = np.array([0, 1, 0, 1, 0, 2, 2])
    x = np.array([0, 1, 1, 0, 1, 1, 0])
    fit = fit_rating_scale(x, [item, annotator])
    assert fit.used.tolist() == [True] * 4 + [False] * 3
    assert np.isnan(fit.measures[0]).tolist() == [False, False, True]
    assert np.isnan(fit_statistics(fit, 1).infit).tolist() == [False, False, True]
    assert fit_statistics(fit, 1).ratings.tolist() == [2, 2, 0]


def test_all_ratings_equal_leave_nothing():
    fit = fit_rating_scale(np.zeros(4, dtype=np.intp), [np.array([0, 0, 1, 1]), np.array([0, 1, 0, 1])])
    assert not fit.used.any()
    assert not fit.converged
    assert np.isnan(fit_statistics(fit, 1).infit).all()


def test_no_ratings_leave_nothing():
    nothing = np.zeros(0, dtype=np.intp)
    fit = fit_rating_scale(nothing, [nothing, nothing])
    assert (len(fit.used), fit.converged) == (0, False)
    assert len(fit_statistics(fit, 1).infit) == 0


def test_groups_without_a_common_item_are_told():
    one = np.array([0, 1, 1, 0])
    item, annotator = np.array([0, 0, 1, 1]), np.array([0, 1, 0, 1])
    fit = fit_rating_scale(np.r_[one, one], [np.r_[item, item + 2], np.r_[annotator, annotator + 2]])
    assert not fit.connected
    assert fit.converged
    # Fitted values stand: both groups are as in the first test.
    assert fit_statistics(fit, 1).infit == pytest.approx([1, 1, 1, 1])


def test_three_facets_can_be_connected_by_pairs_and_still_not_estimable():
    # Each annotator rates one system: leniency cannot be told from quality, although segments connect everything.
    system, segment = (code.ravel() for code in np.indices((2, 4)))
    x = np.array([0, 1, 1, 0, 1, 0, 0, 1])
    assert not fit_rating_scale(x, [system, segment, system]).connected


def test_few_scores_are_their_own_categories():
    assert to_categories([3.0, 1.0, 3.0, 5.0]).tolist() == [1, 0, 1, 2]


def test_many_scores_are_cut_at_quantiles():
    scores = np.random.default_rng(0).permutation(700).astype(float)
    found = to_categories(scores, 7)
    assert np.bincount(found).tolist() == [100] * 7
    assert (found == np.searchsorted(np.quantile(scores, np.arange(1, 7) / 7), scores, side="right")).all()


def test_equal_scores_stay_together():
    scores = np.r_[np.zeros(60), np.arange(1.0, 41.0)]
    found = to_categories(scores, 5)
    assert set(found[:60]) == {0}
    assert sorted(set(found.tolist())) == list(range(found.max() + 1))
