"""Reliability of annotators: cases that can be foreseen."""

from __future__ import annotations

import numpy as np
import pytest

from adjudge.kernels.paired_comparison.annotator_reliability import fit_reliability
from adjudge.kernels.paired_comparison.connectivity import NoFiniteFit
from adjudge.kernels.paired_comparison.davidson import DAVIDSON


def panel(orders, times=10):
    """Votes of annotators who prefer the better of two systems nine times out of ten, by their own order of three."""
    rows = [
        (k, a, b, np.sign(order.index(b) - order.index(a)) * (1 if i % 10 else -1))
        for k, order in enumerate(orders)
        for a, b in ((0, 1), (1, 2), (0, 2))
        for i in range(times)
    ]
    annotator, first, second, outcome = np.array(rows).T
    return annotator, first, second, outcome


def fitted(votes, **options):
    """The fit of a panel's votes on three systems."""
    annotator, first, second, outcome = votes
    return fit_reliability(annotator, first, second, outcome, 3, **options)


def test_annotators_who_vote_alike_have_no_spread():
    fit = fitted(panel([[0, 1, 2]] * 4))
    assert fit.spread == 0
    assert fit.reliability.tolist() == [1.0] * 4
    assert fit.reliability_errors.tolist() == [0.0] * 4


def test_who_reverses_the_scale_gets_a_negative_reliability():
    annotator, first, second, outcome = panel([[0, 1, 2]] * 6 + [[2, 1, 0]])
    fit = fit_reliability(annotator, first, second, outcome, 3)
    assert fit.reliability[-1] < 0 < fit.reliability[:-1].min()
    # Equal votes, equal reliabilities.
    np.testing.assert_allclose(fit.reliability[:-1], fit.reliability[0])
    assert np.argsort(-fit.strengths).tolist() == [0, 1, 2]


def test_an_annotator_without_votes_is_as_reliable_as_the_mean():
    annotator, first, second, outcome = panel([[0, 1, 2]] * 6 + [[2, 1, 0]])
    fit = fit_reliability(annotator + (annotator >= 2), first, second, outcome, 3)
    assert fit.reliability[2] == 1
    # Nothing is known of them but how much annotators differ.
    assert fit.reliability_errors[2] == pytest.approx(fit.spread)


def test_more_votes_make_reliabilities_and_strengths_more_certain():
    few, many = (fitted(panel([[0, 1, 2]] * 3, times), spread=0.3) for times in (10, 100))
    assert (many.reliability_errors < few.reliability_errors).all()
    assert (np.diag(many.covariance) < np.diag(few.covariance)).all()
    np.testing.assert_allclose(many.covariance.sum(axis=0), 0, atol=1e-12)


def test_a_tie_model_without_ties_says_so():
    fit = fitted(panel([[0, 1, 2]] * 3), model=DAVIDSON)
    assert fit.tie == 0
    assert fit.model.name == "bradley-terry"


def test_systems_that_never_lost_have_no_finite_fit():
    annotator, first, second, outcome = np.array([(0, 0, 1, 1), (0, 1, 0, 1), (1, 0, 2, 1), (1, 1, 2, 1)]).T
    with pytest.raises(NoFiniteFit) as caught:
        fit_reliability(annotator, first, second, outcome, 3)
    assert caught.value.groups == [[0, 1], [2]]


def test_contradictions_that_reversed_annotators_explain_leave_strengths_without_limit():
    annotator, first, second, outcome = panel([[0, 1, 2]] * 6 + [[2, 1, 0]] * 2)
    # Without slips every vote follows from the annotator's sign.
    outcome = np.where(annotator < 6, 1, -1)
    with pytest.raises(NoFiniteFit, match="reliability explains it"):
        fit_reliability(annotator, first, second, outcome, 3, spread=1.0)
