"""What an exact order leaves open: places that neighbours share, and cycles that no order resolves."""

from __future__ import annotations

from adjudge.ranking.comparisons.result import ComparisonRankingResult
from adjudge.ranking.result import RankingResult


def shared_places(result: RankingResult) -> list[tuple[int, int]]:
    """First and last place of every system, in rank order.

    Neighbours that some optimal order has the other way round share their places. A chain of such neighbours shares
    all of them, although the first of the chain need not be able to stand last.

    Args:
        result: any ranking; only an exact order has places to share.

    Returns:
        The rank twice where the place is its own.
    """
    optimum = result.optimum if isinstance(result, ComparisonRankingResult) else None
    if optimum is None or optimum.places is None:
        return [(system.rank, system.rank) for system in result.systems]
    return list(optimum.places)


def cycles(result: RankingResult) -> dict[str, int]:
    """The number of the cycle that a system belongs to, for systems in cycles of an exact order.

    Other methods do not order by majorities; a cycle says less about them, and a finding names it.

    Args:
        result: any ranking.

    Returns:
        Numbers from 1, the cycle of the highest system first; empty if there are none.
    """
    if not isinstance(result, ComparisonRankingResult) or result.optimum is None:
        return {}
    place = {name: i for i, name in enumerate(result.order())}
    groups = sorted(result.tournament.groups, key=lambda group: min(place[name] for name in group))
    return {name: number for number, group in enumerate(groups, 1) for name in group}
