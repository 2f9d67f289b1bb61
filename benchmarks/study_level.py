"""How often does each recipe call equal systems different? Every design in which a test may lose its level.

Campaigns come from `benchmarks.designs`, which shares no code with the simulator of the package. All systems are equal,
so that every pair called different is an error: a recipe that holds its level has one in at most .05 of campaigns.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final, NamedTuple

from adjudge.ranking.catalogue import FEW_ANNOTATORS
from benchmarks.designs import ROWS_LEVEL, Design, draw
from benchmarks.designs.running import RECIPES, mean_cell, print_rows, ranked, read_options
from benchmarks.study import SeedPool, share_with_error

#: The finding which says that the conclusion holds for these annotators only.
THESE_ANNOTATORS: Final = FEW_ANNOTATORS.code
COLUMNS: Final = [
    "design",
    *(f"{recipe}: {what}" for recipe in RECIPES for what in ("campaigns with an error", "pairs", "refused")),
    f"{RECIPES[0]}: these annotators only",
]


class Claims(NamedTuple):
    """What a ranking of equal systems claims.

    Args:
        share: of pairs that are called different.
        limited: whether the conclusion holds for these annotators only.
    """

    share: float
    limited: bool


def claims(design: Design, seed: int) -> list[Claims | None]:
    """The claims of every recipe in this campaign; None where it refuses the data."""
    frame = draw(design, seed).frame
    made: list[Claims | None] = []
    for recipe in RECIPES:
        result = ranked(frame, recipe)
        if result is None:
            made.append(None)
            continue
        share = sum(pair.significant for pair in result.pairs) / len(result.pairs)
        made.append(Claims(share, any(finding.code == THESE_ANNOTATORS for finding in result.findings)))
    return made


def cells(made: tuple[Claims | None, ...]) -> list[str]:
    """Errors, pairs and refusals of one recipe."""
    known = [claim for claim in made if claim is not None]
    shares = [claim.share for claim in known]
    return [share_with_error([share > 0 for share in shares]), mean_cell(shares), str(len(made) - len(known))]


def table(rows: dict[str, Design], pool: SeedPool) -> Iterator[list[str]]:
    """One row for each design."""
    for name, design in rows.items():
        columns = list(zip(*pool.run(partial(claims, design), name), strict=True))
        limited = share_with_error([claim.limited for claim in columns[0] if claim is not None])
        yield [name, *(cell for column in columns for cell in cells(column)), limited]


def main() -> None:
    """Run the study."""
    seeds, rows = read_options(__doc__, range(400), ROWS_LEVEL)
    print("Equal systems: shares of campaigns and of pairs (standard error)\n")
    with SeedPool(seeds) as pool:
        print_rows(COLUMNS, table(rows, pool))


if __name__ == "__main__":
    main()
