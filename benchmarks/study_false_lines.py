"""How often does each recipe draw a line between two equal systems? Simulated campaigns, a table for the documentation.

The two systems have the same quality; documents favour one or the other (a system-by-document effect with an sd of 6
points, as in the preset `wmt20`).
"""

from __future__ import annotations

from functools import partial

import adjudge
from benchmarks.campaigns import simulated
from benchmarks.study import SeedPool, print_table, share_with_error, study_parser

RECIPES = ("recommended", "mixed-model", "wmt-da", "graham-2020", "wmt24-esa", "wmt25-esa")
_EQUAL = {"systems.count": "2", "systems.human": "none", "systems.width": "0"}
CAMPAIGNS = {
    "30 documents, 6 annotators": _EQUAL | {"texts.documents": "30", "annotators.count": "6", "sessions.count": "8"},
    "60 documents, 12 annotators": _EQUAL | {"texts.documents": "60", "annotators.count": "12", "sessions.count": "20"},
}


def has_line(settings: dict[str, str], seed: int) -> list[bool]:
    """Whether each recipe draws a line in this campaign."""
    ratings = simulated("wmt20", settings, seed=seed).table
    return [adjudge.rank(ratings, recipe).systems[-1].cluster > 1 for recipe in RECIPES]


def main() -> None:
    """Run the study."""
    options = study_parser(__doc__, range(200)).parse_args()
    with SeedPool(options.seeds) as pool:
        lines = [pool.run(partial(has_line, settings), label) for label, settings in CAMPAIGNS.items()]
    shares = [[share_with_error(column) for column in zip(*rows, strict=True)] for rows in lines]
    print("Share of campaigns with a line (standard error)\n")
    print_table(["recipe", *CAMPAIGNS], zip(RECIPES, *shares, strict=True))


if __name__ == "__main__":
    main()
