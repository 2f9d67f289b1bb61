"""How a ranking compares with the truth of a simulation: which pairs it puts in the wrong order, and how surely."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from itertools import combinations
from statistics import fmean
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
        found: those of them that are in the true order and called significant.
        equal_called: pairs of systems of equal true quality that are called significantly different.
    """

    pairs: int
    swapped: tuple[SwappedPair, ...]
    kendall: float
    found: int = 0
    equal_called: int = 0

    @property
    def significant(self) -> int:
        """How many pairs are in the wrong order and called significant."""
        return sum(pair.significant for pair in self.swapped)

    @property
    def false(self) -> int:
        """How many differences are called that are not there: in the wrong order, or between equal systems."""
        return self.significant + self.equal_called

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
        recoveries: what each recipe found in several campaigns of this kind.
    """

    quality: Mapping[str, float]
    checks: Mapping[str, TruthCheck] = field(default_factory=dict)
    note: str = ""
    recoveries: Sequence[Recovery] = ()


@dataclass(frozen=True)
class Recovery:
    """What one recipe found in several simulated campaigns.

    Args:
        recipe: its name.
        seeds: of the campaigns.
        pairs: pairs of systems of different true quality, the mean of the campaigns.
        found: those of them called significant in the true order, the mean.
        false: differences called that are not there, in all campaigns together.
        misled: campaigns with at least one of these.
        kendall: Kendall's tau with the truth, the mean.
    """

    recipe: str
    seeds: tuple[int, ...]
    pairs: float
    found: float
    false: int
    misled: int
    kendall: float


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
    found = sum(pair in called for pair in different)
    equal = sum(quality[a] == quality[b] for a, b in called)
    return TruthCheck(len(different), swapped, kendall, found=found, equal_called=equal)


def summarise_recovery(recipe: str, checks: Mapping[int, TruthCheck]) -> Recovery:
    """What a recipe found in several campaigns.

    Args:
        recipe: its name.
        checks: how its ranking compares with the truth, by the seed of the campaign; at least one.
    """
    every = checks.values()
    return Recovery(
        recipe,
        seeds=tuple(checks),
        pairs=fmean(check.pairs for check in every),
        found=fmean(check.found for check in every),
        false=sum(check.false for check in every),
        misled=sum(check.false > 0 for check in every),
        kendall=fmean(check.kendall for check in every),
    )
