"""How the orders of several rankings of the same systems agree, and where the lines of one ranking stand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from itertools import combinations
from typing import Any, TypeVar

from adjudge.kernels.ranks.order import kendall_tau, spearman_rho
from adjudge.ranking.result import RankingResult

AnyRanking = TypeVar("AnyRanking", bound=RankingResult)


@dataclass(frozen=True)
class MovedSystem:
    """A system that two orders put in different places.

    Args:
        system: its name.
        place_a: its place in the first order, from 1.
        place_b: its place in the second order.
    """

    system: str
    place_a: int
    place_b: int


@dataclass(frozen=True)
class OrderAgreement:
    """How two orders agree.

    Args:
        a: name of the first ranking.
        b: name of the second ranking.
        spearman: Spearman's rho of the two orders; None if they do not hold the same systems.
        kendall: Kendall's tau; likewise.
        moved: systems with different places, in the second order; empty if the orders do not hold the same systems.
    """

    a: str
    b: str
    spearman: float | None
    kendall: float | None
    moved: tuple[MovedSystem, ...]

    @property
    def same_systems(self) -> bool:
        """Whether the two orders hold the same systems."""
        return self.kendall is not None

    def to_dict(self) -> dict[str, Any]:
        """The agreement as plain data."""
        return asdict(self) | {"moved": [asdict(moved) for moved in self.moved]}


def compare_orders(results: Mapping[str, RankingResult]) -> tuple[OrderAgreement, ...]:
    """The agreement of every two orders.

    Args:
        results: rankings by name.

    Returns:
        One entry for each pair of rankings, in the order of the names: the first with all others, then the second ...

    Checked against: Kendall's tau and Spearman's rho of scipy on the places (tests/unit/ranking/test_orders.py).
    """
    orders = {name: result.order() for name, result in results.items()}
    return tuple(_agreement(a, b, orders[a], orders[b]) for a, b in combinations(orders, 2))


def _agreement(a: str, b: str, order_a: list[str], order_b: list[str]) -> OrderAgreement:
    if set(order_a) != set(order_b):
        return OrderAgreement(a, b, spearman=None, kendall=None, moved=())
    places = {name: place for place, name in enumerate(order_a, 1)}
    moved = (MovedSystem(name, places[name], place) for place, name in enumerate(order_b, 1) if places[name] != place)
    return OrderAgreement(
        a, b, spearman=spearman_rho(order_a, order_b), kendall=kendall_tau(order_a, order_b), moved=tuple(moved)
    )


class Rankings(Mapping[str, AnyRanking]):
    """Several rankings by name, in the order in which they were asked for, and how their orders agree.

    Args:
        results: rankings by name; at least one.
    """

    def __init__(self, results: Mapping[str, AnyRanking]) -> None:
        self._results = dict(results)
        self.agreements = compare_orders(self._results)

    def __getitem__(self, name: str) -> AnyRanking:
        return self._results[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._results)

    def __len__(self) -> int:
        return len(self._results)


def systems_above_lines(result: RankingResult) -> frozenset[str]:
    """The systems that a line stands below: the last of every cluster, but not the last of the ranking."""
    return frozenset(cluster[-1] for cluster in result.clusters()[:-1])
