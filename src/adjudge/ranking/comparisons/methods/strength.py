"""Orders by models of strength: the fit, intervals that allow for dependent votes, tests and sets of ranks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from adjudge.core.catalogue import counted
from adjudge.core.errors import InputError, Problem
from adjudge.core.findings import Finding
from adjudge.core.seeds import Seeds
from adjudge.kernels.paired_comparison.bootstrap import PairedReplicates, bootstrap_cells, bootstrap_units
from adjudge.kernels.paired_comparison.bradley_terry import fit_bradley_terry
from adjudge.kernels.paired_comparison.connectivity import NoFiniteFit
from adjudge.kernels.paired_comparison.davidson import fit_davidson
from adjudge.kernels.paired_comparison.fit import PairedFit
from adjudge.kernels.paired_comparison.rao_kupper import fit_rao_kupper
from adjudge.kernels.paired_comparison.sandwich import sandwich, sandwich_by_unit
from adjudge.ranking.comparisons.dependence import Dependence
from adjudge.ranking.comparisons.finite_fit import no_finite_fit
from adjudge.ranking.comparisons.ordering import Ordered
from adjudge.ranking.comparisons.result import FittedModel, Strength
from adjudge.ranking.comparisons.tally import Tally
from adjudge.ranking.rank_sets import model_sets

Floats = NDArray[np.float64]
Progress = Callable[[float], None]

FITS: Final = {"bradley-terry": fit_bradley_terry, "davidson": fit_davidson, "rao-kupper": fit_rao_kupper}


def order_by_strength(
    ranked: Tally, method: str, dependence: Dependence, *, draws: int, seeds: Seeds, progress: Progress | None
) -> Ordered:
    """Fit a model, and order the systems by their strengths.

    Args:
        ranked: counts without the reference.
        method: a key of `FITS`.
        dependence: which votes hang together.
        draws: of the bootstrap; 0 for errors by the sandwich formula.
        seeds: for bootstrap and sets of ranks.
        progress: told the share of replicates that are done.

    Raises:
        InputError: AJ034 if the model has no finite fit, or the units asked for are unknown.
    """
    findings: list[Finding] = []
    fit = _fit(method, ranked)
    covariance = _covariance(fit, ranked, dependence)
    replicates = None
    if draws:
        replicates = _bootstrap(fit, ranked, dependence, draws=draws, seeds=seeds, progress=progress)
        _require_replicates(method, replicates)
        covariance = np.cov(replicates.strengths, rowvar=False)
        findings += _lost(replicates)
    findings += _ties(method, ranked, fit)
    model = FittedModel(
        (),
        dependence.by,
        dependence.units,
        fit.tie,
        fit.log_likelihood if method != "bradley-terry" or not ranked.ties.any() else None,
        replicates=draws,
        lost=replicates.unused if replicates else 0,
    )
    return order_by_estimates(
        ranked,
        fit.strengths,
        covariance,
        freedom_of(ranked, dependence),
        model=model,
        seeds=seeds,
        errors=f"bootstrap-{draws}" if replicates else "sandwich",
        intervals=replicates.strength_intervals() if replicates else None,
        findings=findings,
    )


def _fit(method: str, ranked: Tally) -> PairedFit:
    try:
        fit = FITS[method](ranked.wins, ranked.ties)
        if np.isfinite(fit.inverse).all():
            return fit
    except NoFiniteFit as error:
        raise no_finite_fit(method, ranked, error) from None
    except (np.linalg.LinAlgError, ArithmeticError):
        pass  # what is wrong is said below
    met = ranked.meetings[ranked.meetings > 0]
    raise InputError(
        Problem(
            "AJ034",
            f"{method} cannot be fitted: the counts differ by too many orders of magnitude",
            "counts of comparisons that people made",
            f"from {met.min():g} to {met.max():g} for a pair",
            "check the counts, or use --method mfas",
        )
    )


def freedom_of(ranked: Tally, dependence: Dependence) -> float:
    """Degrees of freedom of differences: units, or votes beyond the systems.

    Raises:
        InputError: AJ034 if there are none.
    """
    votes = ranked.comparisons if ranked.votes is None else float(len(ranked.votes))
    freedom = dependence.units - 1.0 if dependence.by else votes - len(ranked.systems)
    if freedom >= 1:
        return freedom
    raise InputError(
        Problem(
            "AJ034",
            "there are too few comparisons to estimate errors",
            "more comparisons than systems",
            f"{votes:,.0f} for {counted(len(ranked.systems), 'system')}",
            "collect more, or use --method expected-wins",
        )
    )


def order_by_estimates(
    ranked: Tally,
    strengths: Floats,
    covariance: Floats,
    freedom: float,
    *,
    model: FittedModel,
    seeds: Seeds,
    errors: str = "sandwich",
    intervals: tuple[Floats, Floats] | None = None,
    findings: list[Finding],
) -> Ordered:
    """An order by estimates whose covariance is known, with Wald tests of all pairs and sets of ranks.

    Args:
        ranked: the systems.
        strengths: one for each.
        covariance: of the strengths.
        freedom: degrees of freedom of their differences.
        model: what else is known of the model; its strengths are filled in.
        seeds: for the sets of ranks.
        errors: where the covariance comes from, for the signature.
        intervals: lower and upper ends, if they do not come from the covariance.
        findings: so far.
    """
    from scipy.special import stdtr, stdtrit

    order = sorted(range(len(strengths)), key=lambda i: (-round(float(strengths[i]), 12), ranked.systems[i]))
    own = np.diag(covariance)
    half = stdtrit(freedom, 0.975) * np.sqrt(own)
    low, high = intervals or (strengths - half, strengths + half)
    spread = np.sqrt(np.maximum(own[:, None] + own[None, :] - 2 * covariance, 0.0))
    gaps = strengths[:, None] - strengths[None, :]
    t = np.divide(np.abs(gaps), spread, out=np.where(np.abs(gaps) > 0, np.inf, 0.0), where=spread > 0)
    places = np.ix_(order, order)
    rows = tuple(
        Strength(ranked.systems[i], *(float(values[i]) for values in (strengths, np.sqrt(own), low, high)))
        for i in order
    )
    return Ordered(
        order,
        strengths,
        p=2 * stdtr(freedom, -t),
        sets=model_sets(strengths[order], covariance[places], freedom, seeds),
        model=replace(model, strengths=rows),
        test="wald",
        choices=(("unit", model.unit or "none"), ("errors", errors)),
        findings=tuple(findings),
    )


def _covariance(fit: PairedFit, ranked: Tally, dependence: Dependence) -> Floats:
    votes = ranked.votes
    if votes is None or (dependence.codes is None and votes.weight is None):
        return sandwich(fit, ranked.wins, ranked.ties)
    return sandwich_by_unit(fit, votes.first, votes.second, votes.outcome, dependence.of(votes), weights=votes.weight)


def _bootstrap(
    fit: PairedFit, ranked: Tally, dependence: Dependence, *, draws: int, seeds: Seeds, progress: Progress | None
) -> PairedReplicates:
    rng, votes = seeds.stream("comparison bootstrap"), ranked.votes

    def share(done: int) -> None:
        if progress is not None:
            progress(done / draws)

    if votes is None or (dependence.codes is None and votes.weight is None):
        return bootstrap_cells(fit, ranked.wins, ranked.ties, draws, rng, progress=share)
    return bootstrap_units(
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


def _require_replicates(method: str, replicates: PairedReplicates) -> None:
    used, lost = len(replicates.strengths), replicates.unused
    if used < lost:
        raise InputError(
            Problem(
                "AJ034",
                f"{method} has no finite fit for most bootstrap replicates: some systems win or lose too rarely",
                "a finite fit for at least half of them",
                f"{lost:,} of {counted(used + lost, 'replicate')}",
                "leave --bootstrap out for errors by the sandwich formula, or collect more comparisons",
            )
        )


def _lost(replicates: PairedReplicates) -> list[Finding]:
    if not replicates.unused:
        return []
    draws = replicates.unused + len(replicates.strengths)
    text = (
        f"{replicates.unused:,} of {counted(draws, 'bootstrap replicate')} have no finite fit and were not used; "
        "intervals of systems that rarely lose or win are too narrow."
    )
    return [Finding("AJ313", "warning", text, {"lost": replicates.unused, "draws": draws})]


def _ties(method: str, ranked: Tally, fit: PairedFit) -> list[Finding]:
    """Both models with ties, side by side."""
    weighted = ranked.votes is not None and ranked.votes.weight is not None
    if not ranked.ties.any() or weighted:  # weights are no numbers of votes, and likelihoods need these
        return []
    if method == "bradley-terry":
        text = "Ties count as half a win; davidson and rao-kupper model them."
        return [Finding("AJ312", "note", text, {})]
    other = "rao-kupper" if method == "davidson" else "davidson"
    try:
        ahead = fit.log_likelihood - FITS[other](ranked.wins, ranked.ties).log_likelihood
    except (NoFiniteFit, np.linalg.LinAlgError, ArithmeticError):
        return []
    if abs(ahead) < 1:  # nobody can tell them apart
        return []
    better, worse = (method, other) if ahead >= 0 else (other, method)
    text = f"Of the two models with ties {better} fits better than {worse} by {abs(ahead):.1f} in log-likelihood."
    # They have equally many parameters, so twice the difference is one of AIC; 10 is where the worse has no support.
    todo = f"see whether --method {better} gives the same order" if -ahead > 5 else None
    source = "Burnham and Anderson 2002, section 2.6" if todo else None
    return [Finding("AJ312", "note", text, {"ahead": ahead, "over": other}, source, todo)]
