"""Does a plan find what its certificate says? Plans collected by simulated annotators and ranked by default.

Systems are spread evenly over 18 points, as the certificate takes them to be; annotators and texts are those of the
preset `wmt20`, whose components of variance the certificate knows. Each row is one plan: the standard error of a
difference and the power for neighbours that the certificate tells, and what the default ranking finds: the spread of
neighbours' estimated differences over campaigns, and the share of neighbours that are separated.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final, NamedTuple

import numpy as np
import polars as pl

import adjudge
from adjudge.core.campaign.campaign import Campaign
from adjudge.core.tables import Texts
from adjudge.planning.certificate.certify import certify
from adjudge.planning.certificate.precision import WIDTH
from adjudge.planning.plans.plan import plan_work
from adjudge.planning.plans.result import PlannedWork
from adjudge.planning.simulation.planned import collect
from adjudge.planning.simulation.presets import preset
from benchmarks.study import study_parser

_MIDDLE: Final = 72.0


class Plan(NamedTuple):
    """One row."""

    systems: int
    documents: int
    segments: int
    annotators: int


PLANS: Final = (
    Plan(2, 10, 8, 3),
    Plan(3, 14, 10, 4),
    Plan(3, 40, 8, 6),
    Plan(4, 40, 8, 6),
    Plan(4, 120, 8, 10),
    Plan(6, 60, 8, 8),
)


def work_of(plan: Plan) -> PlannedWork:
    """The plan by the default design; texts are not read when a plan is collected by simulation."""
    rows = [
        {"document": f"d{unit}", "segment": str(place), "source": "w " * 20}
        | {f"S{system}": f"{unit} {place} {system}" for system in range(plan.systems)}
        for unit in range(plan.documents)
        for place in range(plan.segments)
    ]
    data: dict[str, Any] = {
        "name": "study",
        "source_lang": "en",
        "target_lang": "de",
        "texts": {"file": "texts.jsonl"},
        "annotators": {"count": plan.annotators},
        "controls": {"degraded": 0.0, "repeats": 0.0, "reason": "a study"},
        "sampling": {"origin": "any"},
    }
    return plan_work(Campaign.model_validate(data), Texts.check(pl.DataFrame(rows)))


def outcomes(plan: Plan, work: PlannedWork, seeds: range) -> tuple[list[float], list[float]]:
    """Of each campaign the share of neighbours that were separated, and the errors of their estimated differences."""
    step = WIDTH / (plan.systems - 1)
    qualities = tuple(np.linspace(_MIDDLE + WIDTH / 2, _MIDDLE - WIDTH / 2, plan.systems))
    spec = preset("wmt20")
    spec = replace(spec, systems=replace(spec.systems, qualities=qualities, names=(), human=None))
    shares: list[float] = []
    differences: list[float] = []
    for seed in seeds:
        ratings = collect(work, spec, seed=seed).ratings
        assert ratings is not None
        ranking = adjudge.rank(ratings)
        score = {row.system: row.score for row in ranking.systems if row.score is not None}
        neighbours = [{f"S{place}", f"S{place + 1}"} for place in range(plan.systems - 1)]
        shares.append(float(np.mean([pair.significant for pair in ranking.pairs if {pair.a, pair.b} in neighbours])))
        differences += [score[f"S{place}"] - score[f"S{place + 1}"] - step for place in range(plan.systems - 1)]
    return shares, differences


def main() -> None:
    """Print one line for each plan."""
    seeds = study_parser(__doc__, range(1, 41)).parse_args().seeds
    print("| systems | documents | annotators | se | spread | power | separated |\n|---|---|---|---|---|---|---|")
    for plan in PLANS:
        work = work_of(plan)
        found = certify(work).precision
        assert found is not None
        shares, differences = outcomes(plan, work, seeds)
        told = "too few to tell" if found.power is None else f"{found.power:.3f}"
        error = np.std(shares, ddof=1) / np.sqrt(len(shares))
        print(
            f"| {plan.systems} | {plan.documents} | {plan.annotators} | {found.standard_error:.2f} "
            f"| {np.std(differences):.2f} | {told} | {np.mean(shares):.3f} ({error:.3f}) |",
            flush=True,
        )


if __name__ == "__main__":
    main()
