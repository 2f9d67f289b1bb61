"""Orders by models of strength: the fit, intervals that allow for dependent votes, tests and sets of ranks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from adjudge.core.errors import InputError, Problem, one_of
from adjudge.core.findings import Finding
from adjudge.core.seeds import Seeds
from adjudge.kernels.bradley_terry import fit_bradley_terry
from adjudge.kernels.comparison_bootstrap import PairedReplicates, bootstrap_cells, bootstrap_clusters
from adjudge.kernels.comparison_graph import NoFiniteFit, ties_are_bounded, unbeatable_groups
from adjudge.kernels.comparison_sandwich import cluster_sandwich, sandwich
from adjudge.kernels.davidson import fit_davidson
from adjudge.kernels.paired_fit import PairedFit
from adjudge.kernels.rao_kupper import fit_rao_kupper
from adjudge.rank.comparison_result import FittedModel, Strength
from adjudge.rank.comparison_settings import ComparisonSettings
from adjudge.rank.ordered import Ordered
from adjudge.rank.sets import model_sets
from adjudge.rank.tally import Cluster, Tally

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]
Progress = Callable[[float], None]

FITS: Final = {"bradley-terry": fit_bradley_terry, "davidson": fit_davidson, "rao-kupper": fit_rao_kupper}
#: With fewer clusters the sandwich is too narrow (Cameron and Miller 2015, section VI, speak of 20 to 50).
FEW_CLUSTERS: Final = 30
#: A system that does well on a document does so in all rankings of it. In simulated campaigns of equal systems, lines
#: are drawn far too often with clusters by ranking and as often as they should with documents
#: (docs/explanation/comparisons.md).
LARGEST_FIRST: Final[tuple[Cluster, ...]] = ("document", "segment", "ranking")


@dataclass(frozen=True, eq=False)
class Dependence:
    """What dependent votes have in common.

    Args:
        by: the name of the column; None if votes are taken as independent.
        codes: the cluster of every vote.
    """

    by: Cluster | None
    codes: Ints | None

    @property
    def clusters(self) -> int:
        """How many there are; 0 if votes are taken as independent."""
        return 0 if self.codes is None else len(np.unique(self.codes))


def why_no_finite_fit(ranked: Tally) -> str | None:
    """Why Davidson's model has no finite fit, in words; None if it has one."""
    groups = unbeatable_groups(ranked.wins, ranked.ties)
    if not _connected(ranked):
        return "the comparisons fall into parts that never meet"
    if len(groups) > 1:
        return f"{_as_group([ranked.systems[i] for i in groups[0]])} never lost to, nor tied with, any other system"
    if not ranked.wins.any():
        return "every comparison is a tie"
    if ranked.ties.any() and not ties_are_bounded(ranked.wins, ranked.ties):
        return "no circle of comparisons has more wins than ties"
    return None


def _as_group(names: Sequence[str]) -> str:
    """One system by its name, several as a group: within it they may well lose."""
    listed = ", ".join(names[:6]) + (", ..." if len(names) > 6 else "")
    return listed if len(names) == 1 else f"the group of {listed}"


def find_dependence(ranked: Tally, settings: ComparisonSettings) -> tuple[Dependence, list[Finding]]:
    """The clusters of the votes, as asked for or as known.

    Raises:
        InputError: AJ034 if the clusters asked for are unknown.
    """
    choice = settings.cluster
    if choice == "none":
        return Dependence(None, None), []
    candidates: tuple[Cluster, ...] = LARGEST_FIRST if choice == "auto" else (choice,)
    held = {by: None if ranked.votes is None else ranked.votes.clusters(by) for by in candidates}
    known = [Dependence(by, codes) for by, codes in held.items() if codes is not None]
    if known:
        picked = next((one for one in known if one.clusters >= FEW_CLUSTERS), known[0])
        return picked, [_about_clusters(picked)]
    if choice != "auto":
        raise InputError(_unknown_clusters(ranked, choice))
    text = "Votes are taken as independent, because some have no document, some no segment and some no ranking."
    return Dependence(None, None), [Finding("AJ311", "warning", text, {}, "Lopez 2012, section 6")]


def _about_clusters(dependence: Dependence) -> Finding:
    clusters = dependence.clusters
    text = f"Votes of one {dependence.by} are taken as dependent ({one_of(clusters, 'cluster')})."
    if clusters < FEW_CLUSTERS:
        text += " So few clusters make intervals too narrow."
        return Finding("AJ311", "warning", text, {"clusters": clusters}, "Cameron and Miller 2015, section VI")
    if dependence.by == "ranking":
        text += " If systems differ from text to text, intervals are too narrow: name the document of every vote."
        return Finding("AJ311", "warning", text, {"clusters": clusters}, "Lopez 2012, section 6")
    return Finding("AJ311", "note", text, {"clusters": clusters}, "Lopez 2012, section 6")


def _unknown_clusters(ranked: Tally, by: str) -> Problem:
    if ranked.votes is None:
        held = "the file holds counts, no single votes"
    elif by not in ranked.votes.frame.columns or ranked.votes.frame[by].null_count() == len(ranked.votes.outcome):
        held = f"the {by} of the votes is unknown"
    else:
        held = f"the {by} of some votes is unknown"
    return Problem(
        "AJ034",
        f"clusters by {by} were asked for, but {held}",
        f"a value of '{by}' for every comparison",
        "all comparisons" if ranked.votes is None else one_of(len(ranked.votes.outcome), "comparison"),
        f"add a column '{by}', or choose another --cluster",
    )


def no_finite_fit(method: str, ranked: Tally, error: NoFiniteFit) -> InputError:
    """A model has no finite fit: what the user is told."""
    reason = why_no_finite_fit(ranked) or str(error)
    parts = f"{len(error.groups)} groups of " if len(error.groups) > 1 else ""
    return InputError(
        Problem(
            "AJ034",
            f"{method} has no finite fit: {reason}",
            "a chain of wins or ties from every system to every other one, and a circle with more wins than ties",
            f"{parts}{one_of(len(ranked.systems), 'system')}",
            "use --method mfas or expected-wins, or collect the missing comparisons (adjudge next-pairs)",
        )
    )


def _connected(ranked: Tally) -> bool:
    met = ranked.meetings
    return len(unbeatable_groups(met, met)) == 1


def order_by_strength(
    ranked: Tally, method: str, settings: ComparisonSettings, seeds: Seeds, progress: Progress | None
) -> Ordered:
    """Fit a model, and order the systems by their strengths.

    Args:
        ranked: counts without the reference.
        method: a key of `FITS`.
        settings: clusters and bootstrap.
        seeds: for bootstrap and sets of ranks.
        progress: told the share of replicates that are done.

    Raises:
        InputError: AJ034 if the model has no finite fit, or the clusters asked for are unknown.
    """
    dependence, findings = find_dependence(ranked, settings)
    try:
        fit = FITS[method](ranked.wins, ranked.ties)
    except NoFiniteFit as error:
        raise no_finite_fit(method, ranked, error) from None
    covariance = _covariance(fit, ranked, dependence)
    replicates = None
    if settings.bootstrap:
        replicates = _bootstrap(fit, ranked, dependence, draws=settings.bootstrap, seeds=seeds, progress=progress)
        _require_replicates(method, replicates)
        covariance = np.cov(replicates.strengths, rowvar=False)
        findings += _lost(replicates)
    findings += _ties(method, ranked, fit)
    model = FittedModel(
        (),
        dependence.by,
        dependence.clusters,
        fit.tie,
        fit.log_likelihood if method != "bradley-terry" or not ranked.ties.any() else None,
        replicates=settings.bootstrap,
        lost=replicates.unused if replicates else 0,
    )
    freedom = dependence.clusters - 1.0 if dependence.by else ranked.comparisons - len(ranked.systems)
    return order_by_estimates(
        ranked,
        fit.strengths,
        covariance,
        freedom,
        model=model,
        seeds=seeds,
        errors=f"bootstrap-{settings.bootstrap}" if replicates else "sandwich",
        intervals=replicates.strength_intervals() if replicates else None,
        findings=findings,
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
        choices=(("cluster", model.cluster or "none"), ("errors", errors)),
        findings=tuple(findings),
    )


def _covariance(fit: PairedFit, ranked: Tally, dependence: Dependence) -> Floats:
    votes = ranked.votes
    if votes is None or (dependence.codes is None and votes.weight is None):
        return sandwich(fit, ranked.wins, ranked.ties)
    codes = np.arange(len(votes.outcome)) if dependence.codes is None else dependence.codes
    return cluster_sandwich(fit, votes.first, votes.second, votes.outcome, codes, weights=votes.weight)


def _bootstrap(
    fit: PairedFit, ranked: Tally, dependence: Dependence, *, draws: int, seeds: Seeds, progress: Progress | None
) -> PairedReplicates:
    rng, votes = seeds.stream("comparison bootstrap"), ranked.votes

    def share(done: int) -> None:
        if progress is not None:
            progress(done / draws)

    if votes is None or (dependence.codes is None and votes.weight is None):
        return bootstrap_cells(fit, ranked.wins, ranked.ties, draws, rng, progress=share)
    codes = np.arange(len(votes.outcome)) if dependence.codes is None else dependence.codes
    return bootstrap_clusters(
        fit,
        votes.first,
        votes.second,
        votes.outcome,
        codes,
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
                f"{lost:,} of {one_of(used + lost, 'replicate')}",
                "leave --bootstrap out for errors by the sandwich formula, or collect more comparisons",
            )
        )


def _lost(replicates: PairedReplicates) -> list[Finding]:
    if not replicates.unused:
        return []
    draws = replicates.unused + len(replicates.strengths)
    text = (
        f"{replicates.unused:,} of {one_of(draws, 'bootstrap replicate')} have no finite fit and were not used; "
        "intervals of systems that rarely lose or win are too narrow."
    )
    return [Finding("AJ313", "warning", text, {"lost": replicates.unused, "draws": draws})]


def _ties(method: str, ranked: Tally, fit: PairedFit) -> list[Finding]:
    """Both models with ties, side by side."""
    if not ranked.ties.any():
        return []
    if method == "bradley-terry":
        text = "Ties count as half a win; davidson and rao-kupper model them."
        return [Finding("AJ312", "note", text, {})]
    other = "rao-kupper" if method == "davidson" else "davidson"
    try:
        ahead = fit.log_likelihood - FITS[other](ranked.wins, ranked.ties).log_likelihood
    except NoFiniteFit:
        return []
    if abs(ahead) < 1:  # nobody can tell them apart
        return []
    better, worse = (method, other) if ahead >= 0 else (other, method)
    text = f"Of the two models with ties {better} fits better than {worse} by {abs(ahead):.1f} in log-likelihood."
    # They have equally many parameters, so twice the difference is one of AIC; 10 is where the worse has no support.
    todo = f"see whether --method {better} gives the same order" if -ahead > 5 else None
    source = "Burnham and Anderson 2002, section 2.6" if todo else None
    return [Finding("AJ312", "note", text, {"ahead": ahead, "over": other}, source, todo)]
