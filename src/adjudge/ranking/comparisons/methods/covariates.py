"""Models of strength in which covariates move a preference: being named first, and the difference in length."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from adjudge.core.findings import Finding
from adjudge.kernels.paired_comparison.connectivity import NoFiniteFit
from adjudge.kernels.paired_comparison.covariates import CovariateFit, UnidentifiedCovariate, fit_covariates
from adjudge.kernels.paired_comparison.model import PairedModel
from adjudge.kernels.probability.student import quantile_of_t
from adjudge.ranking.comparisons.method import MethodInput
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

Floats = NDArray[np.float64]
_LENGTHS = ("length_a", "length_b")


def order_by_covariates(method: str, model: PairedModel, given: MethodInput) -> Ordering:
    """Order systems by their strengths where all covariates are 0.

    Args:
        method: its name, for messages.
        model: the likelihood.
        given: comparisons and settings, which name the covariates.

    Raises:
        InputError: AJ034 if a covariate is unknown or its effect cannot be estimated, comparisons have weights, or the
            model has no finite fit.
    """
    tally, dependence, covariates = given.tally, given.dependence, given.settings.covariates
    votes = _unweighted(tally)
    columns = np.column_stack([_covariate(votes, name) for name in covariates])
    try:
        fit = fit_covariates(
            votes.first,
            votes.second,
            votes.outcome,
            columns,
            len(tally.systems),
            model=model,
            units=dependence.codes,
        )
    except NoFiniteFit as error:
        raise no_finite_fit(method, tally, error, otherwise=catalogue.FORETOLD_OUTCOMES) from None
    except UnidentifiedCovariate as error:
        name = covariates[error.column]
        raise catalogue.UNIDENTIFIED_EFFECT(name=name, needed=catalogue.COVARIATE_NEEDS[name]) from None
    estimates = Estimates(
        values=fit.strengths,
        covariance=fit.strength_covariance,
        freedom=degrees_of_freedom(tally, dependence),
        errors="sandwich",
        unit=dependence.unit,
    )
    order = best_first(fit.strengths, tally.systems)
    # All units say something about an effect, whichever systems they hold.
    effects = _effects(covariates, fit, float(dependence.units or len(votes) - len(tally.systems) + 1) - 1)
    fitted = FittedModel(
        strengths=strengths_with_intervals(estimates, order, tally.systems),
        unit=dependence.unit,
        units=dependence.units,
        tie=fit.tie,
        effects=effects,
    )
    findings = [_about(name, effect) for name, effect in effects.items()]
    return order_by_estimates(order, estimates, fitted, findings=findings)


def _unweighted(tally: Tally) -> Votes:
    if tally.votes is None:
        raise catalogue.COVARIATES_NEED_COMPARISONS(systems=len(tally.systems))
    if tally.weighted:
        raise catalogue.COVARIATES_TAKE_NO_WEIGHTS(comparisons=len(tally.votes))
    return tally.votes


def _covariate(votes: Votes, name: str) -> Floats:
    """Seen from the system named first."""
    if name == "position":
        return np.ones(len(votes))
    unknown = [side for side in _LENGTHS if not votes.knows(side)]
    if unknown:
        held = [votes.frame[side] for side in unknown if side in votes.frame.columns]
        missing = sum(side.null_count() for side in held) if len(held) == len(unknown) else len(votes)
        raise catalogue.UNKNOWN_LENGTH(columns=unknown, unknown=missing, total=len(votes))
    return (votes.frame["length_a"] - votes.frame["length_b"]).to_numpy()


def _effects(covariates: Sequence[str], fit: CovariateFit, freedom: float) -> dict[str, dict[str, float]]:
    half = quantile_of_t(0.975, freedom) * fit.effect_errors
    return {
        name: {"effect": float(effect), "error": float(error), "low": float(effect - h), "high": float(effect + h)}
        for name, effect, error, h in zip(covariates, fit.effects, fit.effect_errors, half, strict=True)
    }


def _about(name: str, effect: dict[str, float]) -> Finding:
    clear = effect["low"] > 0 or effect["high"] < 0
    unit = catalogue.COVARIATE_UNITS[name]
    return catalogue.EFFECT(severity="warning" if clear else "note", _unit=unit, **effect)
