"""How many true differences does each recipe find, and how often does it claim a false one?

Campaigns come from `benchmarks.designs`, which shares no code with the simulator of the package. Systems are in groups
of equal ones. Power is the share of truly different pairs that are called different in the right direction; an error is
a campaign in which some pair of equal systems is called different, or some pair in the wrong direction.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final, NamedTuple

from benchmarks.designs import ROWS_POWER, Design, draw
from benchmarks.designs.running import RECIPES, mean_cell, print_rows, ranked, read_options
from benchmarks.study import SeedPool, share_with_error

COLUMNS: Final = ["design", *(f"{recipe}: {what}" for recipe in RECIPES for what in ("power", "errors", "refused"))]


class Found(NamedTuple):
    """What a ranking found: its power in this campaign, and whether it claims something false."""

    power: float
    error: bool


def found(design: Design, seed: int) -> list[Found | None]:
    """What every recipe finds in this campaign; None where it refuses the data."""
    frame, quality = draw(design, seed)
    finds: list[Found | None] = []
    for recipe in RECIPES:
        result = ranked(frame, recipe)
        if result is None:
            finds.append(None)
            continue
        gaps = [(quality[pair.a] - quality[pair.b], pair.significant) for pair in result.pairs]
        right = [called and gap > 0 for gap, called in gaps if gap != 0]
        finds.append(Found(sum(right) / len(right), any(called and gap <= 0 for gap, called in gaps)))
    return finds


def cells(finds: tuple[Found | None, ...]) -> list[str]:
    """Power, errors and refusals of one recipe."""
    known = [find for find in finds if find is not None]
    refused = str(len(finds) - len(known))
    return [mean_cell([find.power for find in known]), share_with_error([find.error for find in known]), refused]


def table(rows: dict[str, Design], pool: SeedPool) -> Iterator[list[str]]:
    """One row for each design."""
    for name, design in rows.items():
        columns = zip(*pool.run(partial(found, design), name), strict=True)
        yield [name, *(cell for column in columns for cell in cells(column))]


def main() -> None:
    """Run the study."""
    seeds, rows = read_options(__doc__, range(200), ROWS_POWER)
    print("Groups of equal systems: power and share of campaigns with an error (standard error)\n")
    with SeedPool(seeds) as pool:
        print_rows(COLUMNS, table(rows, pool))


if __name__ == "__main__":
    main()
