"""Which recipe finds the true order of twelve systems? Kendall with the truth, and paired differences.

Campaigns come from `benchmarks.designs`, which shares no code with the simulator of the package.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from adjudge.kernels.ranks.order import kendall_tau
from benchmarks.designs import ROWS_ORDER, Design, draw
from benchmarks.designs.running import RECIPES, mean_cell, print_rows, ranked, read_options
from benchmarks.study import SeedPool, paired

#: The recipe that is compared with the others.
OURS: Final = RECIPES[0]
COLUMNS: Final = [
    "design",
    *RECIPES,
    "refused",
    *(f"{OURS} - {recipe}: {what}" for recipe in RECIPES[1:] for what in ("gain", "better / worse", "p")),
]


def taus(design: Design, seed: int) -> list[float]:
    """Kendall's tau of every recipe with the true order; NaN where it refuses the data."""
    frame, quality = draw(design, seed)
    truth = sorted(quality, key=lambda name: -quality[name])
    results = [ranked(frame, recipe) for recipe in RECIPES]
    return [math.nan if result is None else kendall_tau(truth, result.order()) for result in results]


def against(ours: Sequence[float], theirs: Sequence[float]) -> list[str]:
    """Mean difference, campaigns with a better and a worse order, and the sign test."""
    gains = paired(ours, theirs)
    if gains is None:
        return ["", "", ""]
    return [f"{gains.gain:+.3f} ({gains.error:.3f})", f"{gains.better} / {gains.worse}", f"{gains.p:.2g}"]


def table(rows: dict[str, Design], pool: SeedPool) -> Iterator[list[str]]:
    """One row for each design."""
    for name, design in rows.items():
        columns = list(zip(*pool.run(partial(taus, design), name), strict=True))
        known = [[tau for tau in column if not math.isnan(tau)] for column in columns]
        refused = " / ".join(str(len(column) - len(kept)) for column, kept in zip(columns, known, strict=True))
        tested = [cell for theirs in columns[1:] for cell in against(columns[0], theirs)]
        yield [name, *(mean_cell(kept) for kept in known), refused, *tested]


def main() -> None:
    """Run the study."""
    seeds, rows = read_options(__doc__, range(100), ROWS_ORDER)
    print("Twelve systems: mean Kendall with the true order (standard error), sign tests of differences\n")
    with SeedPool(seeds) as pool:
        print_rows(COLUMNS, table(rows, pool))


if __name__ == "__main__":
    main()
