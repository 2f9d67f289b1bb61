"""How often does each recipe draw a line between two equal systems? Simulated campaigns, a table for the documentation.

The two systems have the same quality; documents favour one or the other (a system-by-document effect with an sd of 6
points, as in the preset `wmt20`).
"""

from __future__ import annotations

import argparse
import os
from concurrent.futures import ProcessPoolExecutor
from functools import partial

for variable in ("OPENBLAS_NUM_THREADS", "POLARS_MAX_THREADS", "OMP_NUM_THREADS"):
    os.environ.setdefault(variable, "1")

import numpy as np

import adjudge
from adjudge.planning.simulation.presets import preset
from adjudge.planning.simulation.settings import with_settings

RECIPES = ("recommended", "mixed-model", "wmt-da", "graham-2020", "wmt24-esa", "wmt25-esa")
_EQUAL = {"systems.count": "2", "systems.human": "none", "systems.width": "0"}
CAMPAIGNS = {
    "30 documents, 6 annotators": _EQUAL | {"texts.documents": "30", "annotators.count": "6", "sessions.count": "8"},
    "60 documents, 12 annotators": _EQUAL | {"texts.documents": "60", "annotators.count": "12", "sessions.count": "20"},
}


def has_line(settings: dict[str, str], seed: int) -> list[bool]:
    """Whether each recipe draws a line in this campaign."""
    ratings = adjudge.simulate(with_settings(preset("wmt20"), settings), seed=seed).table
    return [adjudge.rank(ratings, recipe).systems[-1].cluster > 1 for recipe in RECIPES]


def main() -> None:
    """Run the study."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=200, help="campaigns of each size (default 200)")
    options = parser.parse_args()
    print(f"| recipe | {' | '.join(CAMPAIGNS)} |\n|---|{'---|' * len(CAMPAIGNS)}")
    with ProcessPoolExecutor(2) as pool:
        rates = [
            np.mean(list(pool.map(partial(has_line, settings), range(options.runs))), axis=0)
            for settings in CAMPAIGNS.values()
        ]
    for i, recipe in enumerate(RECIPES):
        print(f"| {recipe} | {' | '.join(f'{rate[i]:.3f}' for rate in rates)} |")


if __name__ == "__main__":
    main()
