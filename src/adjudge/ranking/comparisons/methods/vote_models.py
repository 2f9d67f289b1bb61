"""Orders by models of single votes: with a reliability per annotator, or with covariates."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from adjudge.core.catalogue import counted
from adjudge.core.errors import InputError, Problem
from adjudge.core.findings import Finding
from adjudge.core.seeds import Seeds
from adjudge.kernels.paired_comparison.annotator_reliability import ReliabilityFit, fit_reliability
from adjudge.kernels.paired_comparison.bradley_terry import BRADLEY_TERRY
from adjudge.kernels.paired_comparison.connectivity import NoFiniteFit
from adjudge.kernels.paired_comparison.covariates import CovariateFit, UnidentifiedCovariate, fit_covariates
from adjudge.kernels.paired_comparison.davidson import DAVIDSON
from adjudge.kernels.paired_comparison.rao_kupper import RAO_KUPPER
from adjudge.ranking.comparisons.dependence import Dependence
from adjudge.ranking.comparisons.finite_fit import no_finite_fit
from adjudge.ranking.comparisons.methods.strength import freedom_of, order_by_estimates
from adjudge.ranking.comparisons.ordering import Ordered
from adjudge.ranking.comparisons.result import FittedModel
from adjudge.ranking.comparisons.tally import Tally, Votes

Floats = NDArray[np.float64]
#: What a unit of each covariate is.
COVARIATES: Final = {"position": "being named first", "length": "a unit of length"}
_MODELS: Final = {"bradley-terry": BRADLEY_TERRY, "davidson": DAVIDSON, "rao-kupper": RAO_KUPPER}


def order_by_reliability(ranked: Tally, method: str, seeds: Seeds) -> Ordered:
    """Order systems by a model in which annotators differ in reliability.

    Args:
        ranked: counts without the reference.
        method: its name, for messages.
        seeds: for the sets of ranks.

    Raises:
        InputError: AJ034 if annotators are unknown, votes have weights, or the model has no finite fit.
    """
    votes = _plain_votes(ranked, method)
    who = votes.units("annotator")
    if who is None:
        raise InputError(
            Problem(
                "AJ034",
                f"{method} needs the annotator of every vote, and some are unknown",
                "a value of 'annotator' for every comparison",
                counted(len(votes), "comparison"),
                "use --method bradley-terry, which needs none",
            )
        )
    try:
        fit = fit_reliability(who, votes.first, votes.second, votes.outcome, len(ranked.systems))
    except NoFiniteFit as error:
        raise no_finite_fit(method, ranked, error) from None
    names = votes.frame["annotator"].unique().sort().to_list()
    reliability = dict(zip(names, fit.reliability.tolist(), strict=True))
    model = FittedModel((), None, 0, fit.tie, fit.log_likelihood, reliability=reliability)
    freedom = freedom_of(ranked, Dependence(None, None))
    text = "Votes are taken as independent given their annotators, so differences are called significant too often."
    alone = Finding("AJ311", "warning", text, {}, "Lopez 2012, section 6", "compare with --method davidson")
    found = [_about_annotators(names, fit), alone]
    return order_by_estimates(
        ranked, fit.strengths, fit.covariance, freedom, model=model, errors="model", seeds=seeds, findings=found
    )


def order_by_covariates(
    ranked: Tally, method: str, dependence: Dependence, covariates: Sequence[str], seeds: Seeds
) -> Ordered:
    """Order systems by a model in which covariates move a preference; strengths are those at a covariate of 0.

    Args:
        ranked: counts without the reference.
        method: `bradley-terry`, `davidson` or `rao-kupper`.
        dependence: which votes hang together.
        covariates: names from `COVARIATES`.
        seeds: for the sets of ranks.

    Raises:
        InputError: AJ034 if a covariate is unknown or cannot be told from the systems, votes have weights, or the model
            has no finite fit.
    """
    votes = _plain_votes(ranked, f"{method} with covariates")
    columns = np.column_stack([_covariate(votes, name) for name in covariates])
    try:
        fit = fit_covariates(
            votes.first,
            votes.second,
            votes.outcome,
            columns,
            len(ranked.systems),
            model=_MODELS[method],
            units=dependence.codes,
        )
    except NoFiniteFit as error:
        raise no_finite_fit(method, ranked, error) from None
    except UnidentifiedCovariate as error:
        raise InputError(_unidentified(covariates[error.column], str(error), votes)) from None
    freedom = freedom_of(ranked, dependence)
    effects = _effects(covariates, fit, freedom)
    model = FittedModel((), dependence.by, dependence.units, fit.tie, effects=effects)
    findings = [_about_effect(name, effect) for name, effect in effects.items()]
    ordered = order_by_estimates(
        ranked, fit.strengths, fit.strength_covariance, freedom, model=model, seeds=seeds, findings=findings
    )
    return ordered.with_choice("covariates", "+".join(covariates))


def _plain_votes(ranked: Tally, method: str) -> Votes:
    votes = ranked.votes
    if votes is not None and votes.weight is None:
        return votes
    held = "the file holds counts" if votes is None else "the comparisons carry weights"
    raise InputError(
        Problem(
            "AJ034",
            f"{method} needs single votes, but {held}",
            "one row per comparison, without a column 'weight'",
            "all comparisons",
            "give the single comparisons, or use --method bradley-terry",
        )
    )


def _covariate(votes: Votes, name: str) -> Floats:
    """Seen from the system named first."""
    if name == "position":
        return np.ones(len(votes))
    missing = [side for side in ("length_a", "length_b") if side not in votes.frame.columns]
    unknown = 0 if missing else sum(votes.frame[side].null_count() for side in ("length_a", "length_b"))
    if missing or unknown:
        raise InputError(
            Problem(
                "AJ034",
                f"the length of outputs is unknown: {' and '.join(missing) or 'some values'} absent",
                "columns 'length_a' and 'length_b' without gaps",
                counted(unknown or len(votes), "value"),
                "add the lengths to the file, or leave --covariate length out",
            )
        )
    return (votes.frame["length_a"] - votes.frame["length_b"]).to_numpy()


def _unidentified(name: str, reason: str, votes: Votes) -> Problem:
    return Problem(
        "AJ034",
        f"the votes cannot tell what {name} does: {reason}",
        "pairs of systems that were shown in both orders, or with different lengths",
        counted(len(votes), "comparison"),
        f"leave --covariate {name} out",
    )


def _effects(covariates: Sequence[str], fit: CovariateFit, freedom: float) -> dict[str, dict[str, float]]:
    from scipy.special import stdtrit

    half = float(stdtrit(freedom, 0.975)) * fit.effect_errors
    return {
        name: {"effect": float(effect), "error": float(error), "low": float(effect - h), "high": float(effect + h)}
        for name, effect, error, h in zip(covariates, fit.effects, fit.effect_errors, half, strict=True)
    }


def _about_effect(name: str, effect: dict[str, float]) -> Finding:
    text = (
        f"The logit of a preference changes by {effect['effect']:.3g} for {COVARIATES[name]} "
        f"(95% from {effect['low']:.3g} to {effect['high']:.3g}); strengths are those without it."
    )
    clear = effect["low"] > 0 or effect["high"] < 0
    return Finding("AJ316", "warning" if clear else "note", text, effect)


def _about_annotators(names: list[str], fit: ReliabilityFit) -> Finding:
    text = f"Reliabilities of annotators have a standard deviation of {fit.spread:.2f} around 1."
    high = fit.reliability + 1.96 * fit.reliability_errors
    doubtful = [i for i in np.argsort(fit.reliability) if high[i] < 0.5]
    if doubtful:
        listed = ", ".join(f"{names[i]} ({fit.reliability[i]:.2f})" for i in doubtful[:5])
        text += f" {counted(len(doubtful), 'annotator')} with a 95% interval below one half: {listed}."
    numbers = {"spread": fit.spread, "doubtful": [names[i] for i in doubtful]}
    return Finding("AJ315", "warning" if doubtful else "note", text, numbers)
