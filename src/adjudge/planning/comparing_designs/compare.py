"""Compare designs before one is chosen: `adjudge.compare_designs`, and `adjudge plan --compare`."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise, product
from pathlib import Path

import polars as pl

from adjudge.core.campaign.campaign import Campaign
from adjudge.core.catalogue import exact
from adjudge.core.recipes.built_in import RECIPES, RECOMMENDED
from adjudge.core.signature import Signature
from adjudge.core.tables import MetricScores, Texts
from adjudge.planning.comparing_designs.catalogue import BAD_COMPARISON
from adjudge.planning.comparing_designs.cluster import run_on_cluster
from adjudge.planning.comparing_designs.contrasts import DesignContrast, contrast, corrected
from adjudge.planning.comparing_designs.findings import comparison_findings
from adjudge.planning.comparing_designs.outcomes import Outcome
from adjudge.planning.comparing_designs.result import DesignComparisonResult
from adjudge.planning.comparing_designs.running import run_here
from adjudge.planning.comparing_designs.settings import DesignComparison, default_designs
from adjudge.planning.comparing_designs.store import Store
from adjudge.planning.comparing_designs.summary import on_frontier, summarise
from adjudge.planning.designs.registry import DESIGNS
from adjudge.planning.simulation.spec import SimulationSpec
from adjudge.ranking.comparisons.registry import METHODS
from adjudge.ranking.comparisons.registry import RECOMMENDED as RECOMMENDED_METHOD

_Cell = tuple[str, float | None]
_Held = dict[_Cell, list[Outcome]]


def compare_designs(
    campaign: Campaign,
    texts: Texts,
    *,
    designs: Sequence[str] | None = None,
    hours: Sequence[float | None] = (None,),
    recipes: Sequence[str] = ("recommended",),
    campaigns: int = 20,
    spec: SimulationSpec | None = None,
    seed: int = 0,
    tutorial: pl.DataFrame | None = None,
    metrics: MetricScores | None = None,
    workers: int = 1,
    cluster: str | None = None,
    store: str | Path | None = None,
    progress: Callable[[float], None] | None = None,
) -> DesignComparisonResult:
    """Simulate campaigns under several designs, budgets and recipes, and see what each recovers of the truth.

    Args:
        campaign: all other choices.
        texts: of the campaign; only their lengths matter.
        designs: names of designs; the first is compared with each other one. That of the campaign and another if left
            out.
        hours: budgets, hours of all annotators together; None = as many as judging everything takes.
        recipes: names of recipes; of methods, if the protocol compares outputs.
        campaigns: simulated for every design and budget. The same numbers of campaigns mean the same truths.
        spec: what is true and how annotators respond; the preset `wmt20` if left out.
        seed: of the first campaign.
        tutorial: tutorial items of the campaign, see `adjudge.planning.designs.design`.
        metrics: scores of metrics by segment, if the campaign uses them.
        workers: processes; changes no figure.
        cluster: address of a Dask scheduler, in place of processes here; changes no figure.
        store: a file that keeps every outcome as it comes; the same call goes on from it.
        progress: called with the share of the campaigns that are done.

    Raises:
        UsageError: AJ040 for what cannot be compared, AJ033 for methods that are not there, AJ645 to AJ647 for store,
            workers and cluster.
        RecipeError: AJ030 for recipes that are not there.
    """
    comparison = DesignComparison(
        campaign,
        texts,
        default_designs(campaign) if designs is None else tuple(designs),
        tuple(hours),
        tuple(recipes),
        campaigns,
        spec or SimulationSpec(),
        seed,
        tutorial,
        metrics,
    )
    _require_sense(comparison, workers)
    outcomes = _outcomes(comparison, workers=workers, cluster=cluster, store=store, progress=progress)
    return _result(comparison, outcomes)


def _require_sense(comparison: DesignComparison, workers: int) -> None:
    for name in comparison.designs:
        DESIGNS.find(name)
    for what, values in (("designs", comparison.designs), ("hours", comparison.hours), ("recipes", comparison.recipes)):
        if not values or len(set(values)) < len(values):
            told = "a value twice" if values else "nothing"
            raise BAD_COMPARISON(
                what=f"`{what}=` holds {told}", expected="different values, one or more", todo="correct the list"
            )
    _require_known_recipes(comparison)
    for what, number in (("campaigns", comparison.campaigns), ("workers", workers)):
        if number < 1:
            raise BAD_COMPARISON(
                what=f"`{what}={number}`", expected="a whole number, 1 or more", todo="correct the number"
            )
    wrong = [hours for hours in comparison.hours if hours is not None and not 0 < hours < math.inf]
    if wrong:
        raise BAD_COMPARISON(what=f"`hours=` holds {wrong[0]:g}", expected="hours above 0", todo="correct the hours")


def _require_known_recipes(comparison: DesignComparison) -> None:
    """Refuse names that no simulated campaign could be ranked by: recipes are for scores, methods for comparisons."""
    scores = comparison.campaign.judging.answer == "score"
    rule = RECOMMENDED if scores else RECOMMENDED_METHOD
    for name in comparison.recipes:
        if name != rule:
            (RECIPES if scores else METHODS).find(name, also=(rule,))


def _outcomes(
    comparison: DesignComparison,
    *,
    workers: int,
    cluster: str | None,
    store: str | Path | None,
    progress: Callable[[float], None] | None,
) -> list[Outcome]:
    """Every outcome in the order of the jobs, whatever the order in which they came."""
    jobs = list(comparison.jobs())
    kept = Store(Path(store), comparison.fingerprint()) if store is not None else None
    done = dict(kept.done) if kept else {}

    def keep(outcome: Outcome) -> None:
        done[outcome.job] = outcome
        if kept:
            kept.add(outcome)
        if progress is not None:
            progress(sum(job in done for job in jobs) / len(jobs))

    left = [job for job in jobs if job not in done]
    try:
        if cluster is not None:
            run_on_cluster(comparison, left, keep, address=cluster)
        elif left:
            run_here(comparison, left, keep, workers=workers)
    finally:
        if kept:
            kept.close()
    return [done[job] for job in jobs]


def _result(comparison: DesignComparison, outcomes: Sequence[Outcome]) -> DesignComparisonResult:
    held: _Held = {}
    for outcome in outcomes:
        held.setdefault((outcome.job.design, outcome.job.hours), []).append(outcome)
    cost = comparison.campaign.annotators.cost_per_hour
    rows = [summarise(some, recipe, cost) for some in held.values() for recipe in comparison.recipes]
    rows = [replace(row, frontier=on_frontier(row, rows)) for row in rows]
    signature = {
        "designs": "+".join(comparison.designs),
        "hours": "+".join("all" if one is None else exact(one) for one in comparison.hours),
        "recipes": "+".join(comparison.recipes),
        "campaigns": comparison.campaigns,
        "inputs": comparison.fingerprint()[:12],
        "seed": comparison.seed,
    }
    return DesignComparisonResult(
        Signature.of(signature),
        comparison.settings(),
        tuple(comparison_findings(rows, held)),
        tuple(rows),
        tuple(corrected(list(_contrasts(comparison, held)))),
    )


def _contrasts(comparison: DesignComparison, held: _Held) -> Iterator[DesignContrast]:
    first, *others = comparison.designs
    cost = comparison.campaign.annotators.cost_per_hour
    budgets = sorted(comparison.hours, key=lambda hours: math.inf if hours is None else hours)
    pairs: list[tuple[_Cell, _Cell]] = [
        ((first, hours), (other, hours)) for hours, other in product(comparison.hours, others)
    ]
    pairs += [((design, more), (design, less)) for design in comparison.designs for less, more in pairwise(budgets)]
    for recipe in comparison.recipes:
        for one, other in pairs:
            found = contrast(held[one], held[other], recipe, cost)
            if found is not None:
                yield found
