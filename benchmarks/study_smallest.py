"""Is the smallest detectable difference, as stated, found four times in five?

First, campaigns of equal systems: the median of what the ranking states for one pair. Then other campaigns, in which
the first system is better than all others by that difference: the share in which the pair is significant should be .8.
Campaigns come from `benchmarks.designs`, which shares no code with the simulator of the package.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from statistics import median
from typing import Final, NamedTuple

import polars as pl

from adjudge.ranking.result import RankedPair
from benchmarks.designs import ROWS_SMALLEST, Design, draw
from benchmarks.designs.running import RECIPES, print_rows, ranked, read_options
from benchmarks.study import SeedPool, share_with_error

#: Fields of a pair: the smallest difference in points of the scale, and the smallest P(A < B) above .5.
FIELDS: Final = ("smallest_difference", "smallest")
#: The second campaigns have the seeds of the first ones and so many more.
OTHER_SEEDS: Final = 1_000_000
#: Points by which a system is moved to see how far its scores move: annotators stretch differences.
MOVED: Final = 4.0
COLUMNS: Final = ["design", "recipe", "stated P(A < B)", "stated difference", "true difference", "power", "refused"]


class Stated(NamedTuple):
    """What a ranking states for the pair: None if it was separated or if the recipe does not say."""

    difference: float | None
    effect: float | None


def pair_of(frame: pl.DataFrame, recipe: str, names: Sequence[str]) -> RankedPair | None:
    """The pair of the first two systems; None if the recipe refuses the data."""
    result = ranked(frame, recipe)
    return None if result is None else next(pair for pair in result.pairs if {pair.a, pair.b} == {*names[:2]})


def stated(design: Design, seed: int) -> list[Stated | None]:
    """What every recipe states in this campaign; None where it refuses the data."""
    frame, quality = draw(design, seed)
    pairs = [pair_of(frame, recipe, list(quality)) for recipe in RECIPES]
    return [None if pair is None else Stated(*(getattr(pair, field, None) for field in FIELDS)) for pair in pairs]


def moved(design: Design, seed: int) -> float:
    """How far the mean score of a system moves for each point of quality: the same campaign with and without."""
    means = []
    for points in (0.0, MOVED):
        frame, quality = draw(_first_better(design, points), seed)
        means.append(frame.filter(pl.col("system") == next(iter(quality)))["score"].to_numpy().mean())
    return float(means[1] - means[0]) / MOVED


def detected(design: Design, recipe: str, seed: int) -> bool | None:
    """Whether the first system is found better than the second; None if the recipe refuses the data."""
    frame, quality = draw(design, seed + OTHER_SEEDS)
    pair = pair_of(frame, recipe, list(quality))
    return None if pair is None else pair.significant and pair.a == next(iter(quality))


def _first_better(design: Design, points: float) -> Design:
    return replace(design, quality=(points, *[0.0] * (design.systems - 1)))


def cells(design: Design, recipe: str, said: Sequence[Stated], factor: float, pool: SeedPool) -> list[str]:
    """What one recipe states, and the power there; `factor` is how far scores move for each point of quality."""
    effects = [one.effect for one in said if one.effect is not None]
    differences = [one.difference for one in said if one.difference is not None]
    effect = f"{median(effects):.3f}" if effects else ""
    if not differences:
        return [effect, "not stated", "", "", ""]
    true = median(differences) / factor
    results = pool.run(partial(detected, _first_better(design, true), recipe), f"first system better, {recipe}")
    known = [one for one in results if one is not None]
    refused = str(len(results) - len(known))
    return [effect, f"{median(differences):.2f}", f"{true:.2f}", share_with_error(known), refused]


def table(rows: dict[str, Design], pool: SeedPool) -> Iterator[list[str]]:
    """One row for each design and recipe."""
    for name, design in rows.items():
        factors = pool.run(partial(moved, design), f"{name}, scale")
        columns = zip(*pool.run(partial(stated, design), f"{name}, stated"), strict=True)
        for recipe, column in zip(RECIPES, columns, strict=True):
            said = [one for one in column if one is not None]
            yield [name, recipe, *cells(design, recipe, said, sum(factors) / len(factors), pool)]


def main() -> None:
    """Run the study."""
    seeds, rows = read_options(__doc__, range(300), ROWS_SMALLEST)
    print("The median of the smallest difference stated, and the share of campaigns in which it is found\n")
    with SeedPool(seeds) as pool:
        print_rows(COLUMNS, table(rows, pool))


if __name__ == "__main__":
    main()
