"""WMT24 error span annotation, wave 3: English to Japanese and to Chinese.

The organisers published no figures of single waves. The figures here were computed for the project from the released
file by an independent script, following the organisers' rules; they check the recipe, not a paper.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import polars as pl

from adjudge.core.recipes.built_in import RECIPES
from adjudge.core.recipes.recipe import Recipe
from adjudge.core.tables import Ratings
from adjudge.papers.data import data_folder, read_as
from adjudge.papers.figures import Figure, ReproductionResult, Tolerance, compare
from adjudge.ranking.rank import rank
from adjudge.scoring.quality import control_pairs

NAME: Final = "wmt24-esa"
RECIPE: Final = RECIPES["wmt24-esa"]
TABLE: Final = "Rows of wave 3"
MEANS: Final = {
    "eng-jpn": {
        "Claude-3.5": 93.047,
        "refA": 92.706,
        "ONLINE-B": 91.576,
        "IOL-Research": 91.009,
        "Aya23": 90.881,
        "CommandR-plus": 90.742,
        "Unbabel-Tower70B": 90.510,
        "Gemini-1.5-Pro": 89.460,
        "GPT-4": 89.193,
        "Team-J": 88.979,
        "Llama3-70B": 88.371,
        "NTTSU": 88.062,
        "IKUN-C": 84.576,
    },
    "eng-zho": {
        "GPT-4": 91.217,
        "Unbabel-Tower70B": 89.958,
        "CommandR-plus": 89.125,
        "Claude-3.5": 89.116,
        "ONLINE-B": 88.849,
        "refA": 88.089,
        "Gemini-1.5-Pro": 87.855,
        "IOL-Research": 86.855,
        "Llama3-70B": 86.131,
        "IKUN": 85.899,
        "HW-TSC": 85.071,
        "Aya23": 85.047,
        "IKUN-C": 82.493,
    },
}
#: Every system was judged on the same segments.
SEGMENTS: Final = 337


def reproduce(data_dir: Path) -> ReproductionResult:
    """Counts of rows and the mean of every system."""
    ratings = read_as(Ratings, data_folder(data_dir, "wmt24-esa-wave3") / "esa_generalMT2024_wave3.csv.gz")
    return ReproductionResult.of(NAME, [*row_counts(ratings), *means(ratings)])


def row_counts(ratings: Ratings) -> list[Figure]:
    """Rows by kind; degraded items score far below their originals."""
    frame = ratings.frame
    degraded = frame.filter(pl.col("kind") == "degraded")
    pairs = control_pairs(frame, "degraded")
    drop = pairs["original"] - pairs["control"]
    return [
        compare(TABLE, "rows", 11299, frame.height),
        compare(TABLE, "tutorial rows", 673, frame.filter(pl.col("kind") == "tutorial").height),
        compare(TABLE, "degraded rows", 1365, degraded.height),
        compare(TABLE, "mean of degraded rows", 29.665934, _mean(degraded["score"]), Tolerance(digits=6)),
        compare(TABLE, "degraded rows with their original", 1317, pairs.height),
        compare(TABLE, "share of originals that score higher", 0.979499, _mean(drop > 0), Tolerance(digits=6)),
        compare(TABLE, "mean of original minus degraded", 58.229309, _mean(drop), Tolerance(digits=6)),
    ]


def _mean(values: pl.Series) -> float:
    return float(values.cast(pl.Float64).to_numpy().mean())


def means(ratings: Ratings, recipe: Recipe = RECIPE) -> list[Figure]:
    """Place, mean and number of segments of every system, and what is kept in all."""
    figures, kept, total = [], 0, 0.0
    for pair, published in MEANS.items():
        table = f"Means {pair}"
        systems = rank(ratings, recipe, pair=pair).systems
        ours = {system.system: system for system in systems}
        for place, (name, mean) in enumerate(published.items()):
            figures += [
                compare(table, f"place {place + 1}", name, systems[place].system),
                compare(table, f"mean of {name}", mean, ours[name].score, Tolerance(digits=3)),
                compare(table, f"segments of {name}", SEGMENTS, ours[name].n),
            ]
        kept += sum(system.judgements for system in systems)
        total += sum((system.score or 0.0) * (system.n or 0) for system in systems)
    return [
        compare(TABLE, "rows kept", 8762, kept),
        compare(TABLE, "mean of rows kept", 88.64677, total / kept, Tolerance(digits=5)),
        *figures,
    ]
