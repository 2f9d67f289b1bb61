"""Bradley-Terry with a reliability per annotator: random clickers count less, and who turns the scale is found."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from adjudge.core.findings import Finding
from adjudge.kernels.paired_comparison.annotator_reliability import ReliabilityFit, fit_reliability
from adjudge.kernels.paired_comparison.connectivity import NoFiniteFit
from adjudge.ranking.comparisons.dependence import Dependence
from adjudge.ranking.comparisons.method import Method, MethodInput
from adjudge.ranking.comparisons.methods import catalogue
from adjudge.ranking.comparisons.methods.estimated_order import (
    degrees_of_freedom,
    order_by_estimates,
    strengths_with_intervals,
)
from adjudge.ranking.comparisons.methods.finite_fit import no_finite_fit
from adjudge.ranking.comparisons.ordering import Estimates, Ordering, best_first
from adjudge.ranking.comparisons.result import FittedModel
from adjudge.ranking.comparisons.tally import Tally
from adjudge.ranking.comparisons.votes import Votes

NAME: Final = "annotator-bradley-terry"


def order_by_reliability(given: MethodInput) -> Ordering:
    """Order systems by a model in which annotators differ in reliability.

    Raises:
        InputError: AJ034 if annotators are unknown, comparisons have weights, or the model has no finite fit.
    """
    tally = given.tally
    votes = _unweighted(tally)
    who = votes.units("annotator")
    if who is None:
        column = votes.frame["annotator"] if "annotator" in votes.frame.columns else None
        unknown = len(votes) if column is None else column.null_count()
        raise catalogue.UNKNOWN_ANNOTATORS(method=NAME, unknown=unknown, total=len(votes))
    try:
        fit = fit_reliability(who, votes.first, votes.second, votes.outcome, len(tally.systems))
    except NoFiniteFit as error:
        raise no_finite_fit(NAME, tally, error, otherwise=catalogue.EXPLAINED_AWAY) from None
    estimates = Estimates(
        values=fit.strengths,
        covariance=fit.covariance,
        freedom=degrees_of_freedom(tally, Dependence()),
        errors="model",
        unit=None,
    )
    order = best_first(fit.strengths, tally.systems)
    names = votes.frame["annotator"].unique().sort().to_list()
    fitted = FittedModel(
        strengths=strengths_with_intervals(estimates, order, tally.systems),
        unit=None,
        units=0,
        tie=fit.tie,
        log_likelihood=fit.log_likelihood,
        reliability=dict(zip(names, fit.reliability.tolist(), strict=True)),
    )
    findings = [_about(names, fit), catalogue.GIVEN_ANNOTATORS()]
    return order_by_estimates(order, estimates, fitted, findings=findings)


def _unweighted(tally: Tally) -> Votes:
    if tally.votes is None:
        raise catalogue.NEEDS_SINGLE_COMPARISONS(method=NAME)
    if tally.weighted:
        raise catalogue.TAKES_NO_WEIGHTS(method=NAME, comparisons=len(tally.votes), other="bradley-terry")
    return tally.votes


def _about(names: Sequence[str], fit: ReliabilityFit) -> Finding:
    high = fit.reliability + 1.96 * fit.reliability_errors
    doubtful = [i for i in np.argsort(fit.reliability) if high[i] < 0.5]
    listed = [f"{names[i]} ({fit.reliability[i]:.2f})" for i in doubtful]
    entry = catalogue.UNRELIABLE if doubtful else catalogue.RELIABILITIES
    return entry(spread=fit.spread, doubtful=[names[i] for i in doubtful], _n=len(doubtful), _reliabilities=listed)


METHOD: Final = Method(
    name=NAME,
    title="Bradley-Terry with a reliability per annotator",
    source="after Chen et al. 2013",
    page=NAME,
    order=order_by_reliability,
    test="model",
)
