"""Bradley-Terry, Davidson, and Rao and Kupper: strengths with intervals that allow for dependent comparisons."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from adjudge.core.findings import Finding
from adjudge.kernels.paired_comparison.bootstrap import PairedReplicates, bootstrap_cells, bootstrap_units
from adjudge.kernels.paired_comparison.bradley_terry import BRADLEY_TERRY, fit_bradley_terry
from adjudge.kernels.paired_comparison.connectivity import NoFiniteFit
from adjudge.kernels.paired_comparison.davidson import DAVIDSON, fit_davidson
from adjudge.kernels.paired_comparison.fit import PairedFit
from adjudge.kernels.paired_comparison.model import PairedModel
from adjudge.kernels.paired_comparison.rao_kupper import RAO_KUPPER, fit_rao_kupper
from adjudge.kernels.probability.few_units import FEWEST_TO_DRAW
from adjudge.ranking.comparisons.dependence import Dependence
from adjudge.ranking.comparisons.evidence.pair_fit import about_fit, find_pair_fit
from adjudge.ranking.comparisons.evidence.unit_evidence import UnitEvidence, gather_evidence
from adjudge.ranking.comparisons.method import Method, MethodInput
from adjudge.ranking.comparisons.methods import catalogue
from adjudge.ranking.comparisons.methods.covariates import order_by_covariates
from adjudge.ranking.comparisons.methods.estimated_order import (
    degrees_of_freedom,
    order_by_estimates,
    strengths_with_intervals,
)
from adjudge.ranking.comparisons.methods.finite_fit import no_finite_fit
from adjudge.ranking.comparisons.ordering import Estimates, Ordering, best_first
from adjudge.ranking.comparisons.result import FittedModel
from adjudge.ranking.comparisons.settings import Unit
from adjudge.ranking.comparisons.tally import Tally

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class StrengthModel:
    """A model of strengths as the kernels know it.

    Args:
        name: of the method.
        fit: from wins and ties.
        kernel: its likelihood, for fits with covariates.
        rival: name of the other model of ties; None if ties are half wins.
    """

    name: str
    fit: Callable[[Floats, Floats, PairedFit | None], PairedFit]
    kernel: PairedModel
    rival: str | None = None


MODELS: Final = {
    model.name: model
    for model in (
        StrengthModel("bradley-terry", fit_bradley_terry, BRADLEY_TERRY),
        StrengthModel("davidson", fit_davidson, DAVIDSON, rival="rao-kupper"),
        StrengthModel("rao-kupper", fit_rao_kupper, RAO_KUPPER, rival="davidson"),
    )
}


def order_by_strength(model: StrengthModel, given: MethodInput) -> Ordering:
    """Fit a model, and order the systems by their strengths.

    Raises:
        InputError: AJ034 if the model has no finite fit, or there are too few comparisons for standard errors.
    """
    tally, dependence, draws = given.tally, given.dependence, given.settings.bootstrap or 0
    fit = _fit(model, tally)
    freedom = degrees_of_freedom(tally, dependence)
    if draws:
        _require_enough(tally, dependence)
    replicates = _bootstrap(model, fit, given, draws) if draws else None
    evidence = None if draws else gather_evidence(fit, tally, dependence, freedom)
    estimates = _estimates(fit, replicates, evidence, dependence.unit, freedom)
    pairs = find_pair_fit(fit, tally, dependence, given.seeds, None if evidence is None else evidence.votes)
    order = best_first(fit.strengths, tally.systems)
    drawn = dependence.units or int(tally.comparisons if tally.votes is None else len(tally.votes))
    intervals = replicates.strength_intervals(drawn) if replicates else None
    fitted = FittedModel(
        strengths=strengths_with_intervals(estimates, order, tally.systems, intervals),
        unit=dependence.unit,
        units=dependence.units,
        tie=fit.tie,
        # With ties as half wins it is a quasi-likelihood.
        log_likelihood=None if model.rival is None and tally.ties.any() else fit.log_likelihood,
        replicates=draws,
        lost=replicates.unused if replicates else 0,
        misfit=None if pairs is None else pairs.p,
        tastes=None if evidence is None or evidence.tastes is None else evidence.tastes.variance**0.5,
    )
    findings = [
        *(_lost(replicates) if replicates else ()),
        *_about_units(evidence),
        *_ties(model, tally, fit),
        *about_fit(pairs, tally.systems),
    ]
    return order_by_estimates(order, estimates, fitted, findings=findings)


def _estimates(
    fit: PairedFit,
    replicates: PairedReplicates | None,
    evidence: UnitEvidence | None,
    unit: Unit | None,
    freedom: Floats,
) -> Estimates:
    """The strengths with errors from replicates, or else from what units say."""
    if evidence is not None:
        return Estimates(fit.strengths, evidence.covariance, evidence.freedom, evidence.errors, unit, evidence=evidence)
    drawn = fit.strengths[None] if replicates is None else replicates.strengths
    draws = 0 if replicates is None else len(drawn) + replicates.unused
    return Estimates(fit.strengths, np.cov(drawn, rowvar=False), freedom, "bootstrap", unit, draws=draws)


def _fit(model: StrengthModel, tally: Tally) -> PairedFit:
    try:
        return model.fit(tally.wins, tally.ties, None)
    except NoFiniteFit as error:
        raise no_finite_fit(model.name, tally, error, otherwise=catalogue.TOO_MANY_TIES) from None


def _about_units(evidence: UnitEvidence | None) -> list[Finding]:
    """Tastes of annotators, and where units are not kept pair by pair."""
    if evidence is None:
        return []
    findings, tastes = [], evidence.tastes
    if tastes is not None:
        entry = catalogue.TASTES if tastes.variance else catalogue.NO_TASTES
        findings.append(entry(deviation=tastes.variance**0.5))
    if evidence.contributions != "pairs":
        entry = catalogue.UNITS_BY_SYSTEM if evidence.contributions == "systems" else catalogue.UNITS_AS_COVARIANCE
        findings.append(entry(systems=len(evidence.fit.strengths)))
    return findings


def _require_enough(tally: Tally, dependence: Dependence) -> None:
    """Refuse to draw units again of which a system has too few."""
    if tally.votes is None:
        held = tally.meetings.sum(axis=1).astype(np.intp)
    else:
        n, votes, units = len(tally.systems), tally.votes, dependence.of(tally.votes)
        cells = np.concatenate([units * n + side for side in (votes.first, votes.second)])
        held = np.bincount(np.unique(cells) % n, minlength=n)
    least = int(held.argmin())
    if held[least] < FEWEST_TO_DRAW:
        unit = dependence.unit or "comparison"
        raise catalogue.FEW_UNITS_DRAWN(
            system=tally.systems[least], held=int(held[least]), needed=FEWEST_TO_DRAW, _unit=unit
        )


def _bootstrap(model: StrengthModel, fit: PairedFit, given: MethodInput, draws: int) -> PairedReplicates:
    """Fits to resampled comparisons or units.

    Raises:
        InputError: AJ034 if most of them have no finite fit.
    """
    tally, dependence, rng = given.tally, given.dependence, given.seeds.stream("comparison bootstrap")
    votes = tally.votes

    def share(done: int) -> None:
        given.report(done / draws)

    if votes is None or (dependence.codes is None and votes.weight is None):
        replicates = bootstrap_cells(fit, tally.wins, tally.ties, draws, rng, progress=share)
    else:
        replicates = bootstrap_units(
            fit,
            votes.first,
            votes.second,
            votes.outcome,
            dependence.of(votes),
            draws=draws,
            rng=rng,
            weights=votes.weight,
            progress=share,
        )
    if len(replicates.strengths) < replicates.unused:
        raise catalogue.FEW_FINITE_REPLICATES(method=model.name, lost=replicates.unused, draws=draws)
    return replicates


def _lost(replicates: PairedReplicates) -> list[Finding]:
    if not replicates.unused:
        return []
    draws = replicates.unused + len(replicates.strengths)
    return [catalogue.LOST_REPLICATES(lost=replicates.unused, draws=draws)]


def _ties(model: StrengthModel, tally: Tally, fit: PairedFit) -> list[Finding]:
    """Both models of ties, side by side."""
    if not tally.ties.any() or tally.weighted:  # weights are no numbers of comparisons, and likelihoods need these
        return []
    if model.rival is None:
        return [catalogue.TIES_ARE_HALF_WINS()]
    try:
        ahead = fit.log_likelihood - MODELS[model.rival].fit(tally.wins, tally.ties, fit).log_likelihood
    except NoFiniteFit:
        return []
    if abs(ahead) < 1:  # nobody can tell them apart
        return []
    better, worse = (model.name, model.rival) if ahead >= 0 else (model.rival, model.name)
    # They have equally many parameters, so twice the difference is one of AIC; 10 is where the worse has no support.
    entry = catalogue.OTHER_FITS_BETTER if -ahead > 5 else catalogue.BETTER_FIT
    return [entry(ahead=ahead, over=model.rival, _better=better, _worse=worse, _gap=abs(ahead))]


def _method(name: str, *, title: str, source: str) -> Method:
    """A method that orders systems by the strengths of one of the models."""
    model = MODELS[name]

    def order(given: MethodInput) -> Ordering:
        if given.settings.covariates:
            return order_by_covariates(model.name, model.kernel, given)
        return order_by_strength(model, given)

    return Method(
        name=name,
        title=title,
        source=source,
        page=name,
        order=order,
        test="model",
        takes={"unit": "auto", "bootstrap": 0, "covariates": ()},
    )


METHODS: Final = (
    _method("bradley-terry", title="Bradley-Terry, a tie is half a win", source="Bradley and Terry 1952"),
    _method("davidson", title="Bradley-Terry with ties as an outcome", source="Davidson 1970"),
    _method("rao-kupper", title="Bradley-Terry with a threshold for ties", source="Rao and Kupper 1967"),
)
