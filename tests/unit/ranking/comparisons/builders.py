"""Comparisons built in code: counts of pairs, single comparisons of known strengths, a simulated campaign."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import polars as pl

from adjudge.core.findings import Finding
from adjudge.core.tables import Comparisons, PairCounts
from adjudge.planning.simulation.presets import preset
from adjudge.planning.simulation.settings import with_settings
from adjudge.planning.simulation.simulate import SimulatedCampaign, simulate
from adjudge.ranking.comparisons.result import ComparisonRankingResult, FittedModel, Optimum


def counts(rows: Sequence[tuple[str, str, int, int, int]]) -> PairCounts:
    """Pair counts from (a, b, wins of a, ties, wins of b)."""
    columns = ["system_a", "system_b", "wins_a", "ties", "wins_b"]
    return PairCounts.check(pl.DataFrame(rows, schema=columns, orient="row"))


#: x before y before z, without a doubt.
CLEAR = counts([("x", "y", 60, 10, 20), ("y", "z", 60, 10, 20), ("x", "z", 80, 5, 10)])
#: x beats y by 10, y beats z by 6, z beats x by 3: a cycle; w loses to all.
CYCLE = counts(
    [
        ("x", "y", 20, 0, 10),
        ("y", "z", 16, 0, 10),
        ("x", "z", 10, 0, 13),
        ("w", "x", 1, 0, 9),
        ("w", "y", 1, 0, 9),
        ("w", "z", 1, 0, 9),
    ]
)


def votes(rng: np.random.Generator, n: int, *, first: float = 0.0, per_length: float = 0.0) -> pl.DataFrame:
    """Comparisons of systems of strengths 0.6, 0 and -0.6, with an advantage of the first and of length."""
    pairs = rng.permuted(np.tile([0, 1, 2], (n, 1)), axis=1)[:, :2]
    lengths = rng.integers(5, 40, (n, 2))
    strength = np.array([0.6, 0.0, -0.6])
    logit = strength[pairs[:, 0]] - strength[pairs[:, 1]] + first + per_length * (lengths[:, 0] - lengths[:, 1])
    names = np.array(["x", "y", "z"])
    return pl.DataFrame(
        {
            "annotator": [f"annotator-{i % 40}" for i in range(n)],
            "system_a": names[pairs[:, 0]],
            "system_b": names[pairs[:, 1]],
            "outcome": np.where(rng.random(n) < 1 / (1 + np.exp(-logit)), "a", "b"),
            "length_a": lengths[:, 0],
            "length_b": lengths[:, 1],
        }
    )


def rankings() -> SimulatedCampaign:
    """A small simulated campaign of relative rankings, with its truth."""
    spec = with_settings(preset("wmt20"), {"protocol": "rankings", "systems.count": "6", "rankings.count": "300"})
    return simulate(spec, seed=3)


def comparisons_of(campaign: SimulatedCampaign) -> Comparisons:
    assert isinstance(campaign.table, Comparisons)
    return campaign.table


def model_of(result: ComparisonRankingResult) -> FittedModel:
    assert result.model is not None
    return result.model


def optimum_of(result: ComparisonRankingResult) -> Optimum:
    assert result.optimum is not None
    return result.optimum


def codes(result: ComparisonRankingResult) -> set[str]:
    return {finding.code for finding in result.findings}


def finding(result: Any, code: str) -> Finding:
    """The one finding of this code."""
    [found] = [one for one in result.findings if one.code == code]
    assert isinstance(found, Finding)
    return found
