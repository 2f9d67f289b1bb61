"""The same kind of campaign simulated several times, ranked by several recipes: how often, not what can happen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed

from adjudge.kernels.threads import one_thread
from adjudge.planning.simulation.recovery import Recovery, TruthCheck, check_against_truth, summarise_recovery
from adjudge.planning.simulation.simulate import SimulatedCampaign, simulate
from adjudge.planning.simulation.spec import SimulationSpec
from adjudge.ranking.rank import rank


def repeat_campaign(
    spec: SimulationSpec | str,
    recipes: Sequence[str],
    *,
    seeds: Sequence[int],
    workers: int = 1,
    progress: Callable[[float], None] | None = None,
) -> tuple[Recovery, ...]:
    """Simulate a campaign with every seed, rank it by every recipe, and compare the rankings with the truth.

    Args:
        spec: parameters of a campaign of ratings, or the name of a preset.
        recipes: names of recipes.
        seeds: of the simulations and of the rankings, one campaign each; at least one.
        workers: campaigns computed at the same time; changes no number.
        progress: called with the share of the campaigns that are done.

    Returns:
        What each recipe found, in their order.

    Raises:
        UsageError: AJ041 if the parameters cannot be used.
        AdjudgeError: if a recipe cannot rank such a campaign.
    """
    # Threads, not processes: nearly all time is spent in arrays, outside of the interpreter, and nothing is imported
    # again. Each works with one thread of linear algebra, set once for all, so that results do not depend on `workers`.
    with one_thread(), ThreadPoolExecutor(workers) as pool:
        jobs = [pool.submit(_check_campaign, spec, recipes, seed) for seed in seeds]
        try:
            for done, job in enumerate(as_completed(jobs), 1):
                job.result()
                if progress is not None:
                    progress(done / len(jobs))
        finally:
            pool.shutdown(wait=True, cancel_futures=True)  # after an error or Ctrl-C, no further campaign is begun
    checks = {seed: job.result() for seed, job in zip(seeds, jobs, strict=True)}
    return tuple(
        summarise_recovery(name, {seed: check[i] for seed, check in checks.items()}) for i, name in enumerate(recipes)
    )


def true_quality(campaign: SimulatedCampaign) -> dict[str, float]:
    """True quality by system, best first."""
    return dict(campaign.truth.systems.sort("rank", "system").select("system", "quality").iter_rows())


def _check_campaign(spec: SimulationSpec | str, recipes: Sequence[str], seed: int) -> list[TruthCheck]:
    campaign = simulate(spec, seed=seed)
    quality = true_quality(campaign)
    return [check_against_truth(rank(campaign.table, name, seed=seed), quality) for name in recipes]
