"""How often do the 95% rank sets contain the true ranks of all systems, how wide are they, do they fit the lines?

Campaigns come from `benchmarks.designs`, which shares no code with the simulator of the package. Of equal systems every
rank of their block is true, so that the set of each must contain the whole block. A set contradicts a line if it
contains a rank on the other side; it differs from the verdicts if it is not 1 + the number of systems significantly
better to the number of systems - those significantly worse.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Final, NamedTuple

from adjudge.ranking.result import RatingRankingResult
from benchmarks.designs import ROWS_SETS, Design, draw
from benchmarks.designs.running import RECIPES, mean_cell, print_rows, ranked, read_options
from benchmarks.study import SeedPool, share_with_error

COLUMNS: Final = [
    "design",
    "recipe",
    "sets hold all true ranks",
    "mean width",
    "contradict a line",
    "differ",
    "no sets",
]


class Sets(NamedTuple):
    """The rank sets of one campaign.

    Args:
        cover: whether they hold the true ranks of all systems.
        width: mean number of ranks in a set.
        crossing: whether a set contains a rank on the other side of a line.
        differing: whether a set differs from the verdicts on pairs.
    """

    cover: bool
    width: float
    crossing: bool
    differing: bool


def checked(result: RatingRankingResult, quality: Mapping[str, float]) -> Sets | None:
    """Hold the sets against the truth, the lines and the verdicts; None if the ranking has no sets."""
    cover, crossing, differing, width = True, False, False, 0
    for system in result.systems:
        low, high = system.set_low, system.set_high
        if low is None or high is None:
            return None
        true = quality[system.system]
        best = 1 + sum(other > true for other in quality.values())
        worst = len(quality) - sum(other < true for other in quality.values())
        shared = [other.rank for other in result.systems if other.cluster == system.cluster]
        cover &= low <= best and worst <= high
        crossing |= low < min(shared) or high > max(shared)
        differing |= (low, high) != (system.rank_low, system.rank_high)
        width += high - low + 1
    return Sets(cover, width / len(result.systems), crossing, differing)


def sets(design: Design, seed: int) -> list[Sets | None]:
    """The sets of every recipe in this campaign; None where there are none."""
    frame, quality = draw(design, seed)
    results = [ranked(frame, recipe) for recipe in RECIPES]
    return [None if result is None else checked(result, quality) for result in results]


def table(rows: dict[str, Design], pool: SeedPool) -> Iterator[list[str]]:
    """One row for each design and recipe."""
    for name, design in rows.items():
        columns = zip(*pool.run(partial(sets, design), name), strict=True)
        for recipe, column in zip(RECIPES, columns, strict=True):
            known = [one for one in column if one is not None]
            yield [
                name,
                recipe,
                share_with_error([one.cover for one in known]),
                mean_cell([one.width for one in known]),
                str(sum(one.crossing for one in known)),
                str(sum(one.differing for one in known)),
                str(len(column) - len(known)),
            ]


def main() -> None:
    """Run the study."""
    seeds, rows = read_options(__doc__, range(300), ROWS_SETS)
    print("Rank sets: share of campaigns (standard error), width in ranks, numbers of campaigns\n")
    with SeedPool(seeds) as pool:
        print_rows(COLUMNS, table(rows, pool))


if __name__ == "__main__":
    main()
