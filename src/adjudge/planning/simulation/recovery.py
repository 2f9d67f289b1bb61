"""How a ranking compares with the truth of a simulation: which pairs it puts in the wrong order, and how surely."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from itertools import combinations
from typing import Any

from adjudge.ranking.result import RankingResult


@dataclass(frozen=True)
class SwappedPair:
    """Two systems in the wrong order.

    Args:
        better: the truly better system.
        worse: the truly worse system, which the ranking puts above it.
        significant: whether the ranking calls the worse system significantly better.
    """

    better: str
    worse: str
    significant: bool


@dataclass(frozen=True)
class TruthCheck:
    """How one ranking compares with the truth.

    Args:
        pairs: pairs of systems of different true quality.
        swapped: those of them in the wrong order, the best system first.
        kendall: Kendall's tau over these pairs: 1 - 2 swapped / pairs; 1.0 if there are none.
    """

    pairs: int
    swapped: tuple[SwappedPair, ...]
    kendall: float

    @property
    def significant(self) -> int:
        """How many pairs are in the wrong order and called significant."""
        return sum(pair.significant for pair in self.swapped)

    def to_dict(self) -> dict[str, Any]:
        """The check as plain data."""
        return asdict(self) | {"swapped": [asdict(pair) for pair in self.swapped]}


@dataclass(frozen=True)
class Truth:
    """What a simulation knows and a real campaign does not.

    Args:
        quality: true quality by system, best first.
        checks: how each ranking compares with it, by the name of the ranking.
        note: what a reader must not conclude from it.
    """

    quality: Mapping[str, float]
    checks: Mapping[str, TruthCheck] = field(default_factory=dict)
    note: str = ""


def check_against_truth(result: RankingResult, quality: Mapping[str, float]) -> TruthCheck:
    """Compare a ranking with the true quality of its systems. Systems of equal quality may stand in either order.

    Args:
        result: a ranking of the simulated systems.
        quality: the true quality of exactly these systems.

    Raises:
        ValueError: if these are not the same systems.

    Checked against: `scipy.stats.kendalltau` where no two qualities are equal (tests/unit/planning).
    """
    order = result.order()
    if set(order) != set(quality):
        msg = "the ranking and the truth must hold the same systems"
        raise ValueError(msg)
    place = {name: i for i, name in enumerate(order)}
    called = {(pair.a, pair.b) for pair in result.pairs if pair.significant}
    best_first = sorted(order, key=lambda name: (-quality[name], name))
    different = [(a, b) for a, b in combinations(best_first, 2) if quality[a] > quality[b]]
    swapped = tuple(
        SwappedPair(better, worse, significant=(worse, better) in called)
        for better, worse in different
        if place[better] > place[worse]
    )
    kendall = 1.0 - 2.0 * len(swapped) / len(different) if different else 1.0
    return TruthCheck(len(different), swapped, kendall)
