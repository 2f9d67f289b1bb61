"""Graham, Haddow and Koehn 2020, "Statistical Power and Translationese in Machine Translation Evaluation".

Table 1 re-analyses the judgements of Hassan et al. 2018, whose licence forbids redistribution: its figures are absent
unless the reader has put the file `...Meta1-Subset1.csv` into the folder `human-parity-2018`. Table 2 needs no data.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import polars as pl

from adjudge.auditing.origin.directions import split_directions
from adjudge.core.recipes.built_in import RECIPES
from adjudge.core.recipes.recipe import Recipe
from adjudge.core.tables import Ratings
from adjudge.kernels.power.rank_sum import rank_sum_power
from adjudge.papers.data import read_as
from adjudge.papers.figures import Figure, ReproductionResult, Slip, Tolerance, Value, absent, compare
from adjudge.papers.rankings import RAW, Z
from adjudge.ranking.ratings.pipeline import analyse
from adjudge.scoring.aggregate import segment_means, system_means

NAME: Final = "graham-2020"
FOLDER: Final = "human-parity-2018"
RECIPE: Final = RECIPES["graham-2020"]
#: Lines of newstest2017 zh-en, and those first written in Chinese, both ends included. Inferred from document names,
#: and confirmed by 1,000 and 1,001 lines, 92 and 89 segments and all 18 printed averages.
LINES: Final = 2001
FORWARD: Final = ((502, 1260), (1491, 1604), (1722, 1829), (1983, 2001))

_LICENCE: Final = (
    "The licence of the judgements (Hassan et al. 2018) forbids redistribution; they are not in the folder."
)
_RERUN: Final = "The judgements of the re-evaluation are not in the data."
_LINES: Final = "The horizontal lines are lost in the text of the paper at hand."
_NOISE: Final = (
    "The printed cell holds simulation noise: the closed form lies within .003 of every cell, and the scatter is what "
    "100,000 draws per cell for p2 and p3 give (Shieh, Jan and Randles 2006, normal shift)."
)

#: Table 1: raw, z, segments n, judgements N, in the printed order.
TABLE_1: Final[dict[str, dict[str, tuple[float, float, int, int]]]] = {
    "forward": {
        "Reference-HT": (67.1, 0.185, 92, 828),
        "Combo-5": (64.8, 0.048, 92, 828),
        "Combo-6": (64.3, 0.042, 92, 828),
        "Combo-4": (64.3, 0.023, 92, 828),
        "Reference-PE": (64.1, 0.020, 92, 828),
        "Reference-WMT": (61.1, -0.144, 92, 828),
        "Sogou": (56.2, -0.345, 92, 828),
        "Online-A-1710": (50.9, -0.580, 92, 828),
        "Online-B-1710": (48.5, -0.717, 92, 828),
    },
    "reverse": {
        "Combo-6": (73.8, 0.434, 89, 801),
        "Combo-5": (73.2, 0.393, 89, 802),
        "Combo-4": (72.8, 0.392, 89, 801),
        "Reference-PE": (70.3, 0.256, 89, 801),
        "Reference-HT": (70.0, 0.252, 89, 801),
        "Sogou": (68.8, 0.167, 89, 801),
        "Reference-WMT": (63.0, -0.089, 89, 801),
        "Online-B-1710": (60.0, -0.214, 89, 801),
        "Online-A-1710": (61.1, -0.217, 89, 802),
    },
    "both": {
        "Combo-6": (69.0, 0.235, 181, 1629),
        "Reference-HT": (68.5, 0.218, 181, 1629),
        "Combo-5": (68.9, 0.218, 181, 1630),
        "Combo-4": (68.5, 0.204, 181, 1629),
        "Reference-PE": (67.1, 0.136, 181, 1629),
        "Sogou": (62.4, -0.093, 181, 1629),
        "Reference-WMT": (62.0, -0.117, 181, 1629),
        "Online-A-1710": (55.9, -0.402, 181, 1630),
        "Online-B-1710": (54.1, -0.469, 181, 1629),
    },
}
_COLUMNS: Final = (("raw", RAW), ("z", Z), ("n", Tolerance()), ("judgements", Tolerance()))

#: Table 2: sample size -> power at effect sizes .33, .34, ... .49.
# fmt: off
TABLE_2: Final = {
    55: (0.886, 0.842, 0.788, 0.725, 0.659, 0.586, 0.512, 0.438, 0.367, 0.300, 0.243, 0.188, 0.144, 0.111, 0.081,
         0.066, 0.056),
    330: (1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.999, 0.995, 0.982, 0.947, 0.878, 0.763, 0.604, 0.427, 0.265, 0.144, 0.073),
    385: (1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.998, 0.992, 0.971, 0.924, 0.824, 0.672, 0.485, 0.302, 0.159, 0.077),
    440: (1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.999, 0.997, 0.986, 0.951, 0.870, 0.730, 0.538, 0.338, 0.176, 0.081),
    1485: (1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.997, 0.965, 0.809, 0.471, 0.156),
    1540: (1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.998, 0.971, 0.821, 0.485, 0.161),
    1595: (1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.998, 0.975, 0.838, 0.499, 0.164),
}
# fmt: on
NOISE: Final = 0.003

#: Table 3: rating of segments, then of documents; raw, z, n, N; * outperforms all lower systems.
TABLE_3: Final = {
    "segments, REF-HT": "80.3, 0.143*, 902, 1811",
    "segments, REF-PE": "76.6, 0.038, 904, 1646",
    "segments, Combo-6": "76.5, 0.036, 863, 1805",
    "documents, REF-HT": "78.9, 0.184, 114, 216",
    "documents, REF-PE": "77.5, 0.090, 107, 218",
    "documents, Combo-6": "76.0, 0.050, 106, 238",
}


def reproduce(data_dir: Path) -> ReproductionResult:
    """Table 1 if the judgements are there, Table 2 always."""
    path = judgements_file(data_dir)
    first = table_1_absent() if path is None else table_1(read_as(Ratings, path))
    lines = [absent("Table 1", f"{part}, lines between clusters", None, _LINES) for part in TABLE_1]
    third = [absent("Table 3", figure, text, _RERUN) for figure, text in TABLE_3.items()]
    return ReproductionResult.of(NAME, [*first, *lines, *table_2(), *third])


def judgements_file(data_dir: Path) -> Path | None:
    """The first subset of the evaluation rounds, if the reader has it."""
    found = [path for folder in (data_dir / FOLDER, data_dir) for path in sorted(folder.glob("*Meta1-Subset1.csv*"))]
    return found[0] if found else None


def table_1_absent() -> list[Figure]:
    """The printed figures of Table 1, with nothing to compare them to."""
    return [
        absent("Table 1", f"{part}, {figure}", published, _LICENCE)
        for part, rows in TABLE_1.items()
        for place, (system, values) in enumerate(rows.items(), 1)
        for figure, published in _printed(place, system, values)
    ]


def _printed(place: int, system: str, values: tuple[float, float, int, int]) -> list[tuple[str, Value]]:
    cells = [(f"{name} of {system}", value) for (name, _), value in zip(_COLUMNS, values, strict=True)]
    return [(f"place {place}", system), *cells]


def table_1(ratings: Ratings, recipe: Recipe = RECIPE) -> list[Figure]:
    """Raw, z, n, N and place in each direction; mean and sd come from all rows, whatever the direction."""
    counting = analyse(split_directions(ratings, origins_of_lines()).table, recipe).scored.frame
    figures = []
    for part, rows in TABLE_1.items():
        chosen = counting if part == "both" else counting.filter(pl.col("direction") == part)
        means = system_means(segment_means(chosen)).sort("z", descending=True)
        ours = {row["system"]: row for row in means.iter_rows(named=True)}
        order = means["system"].to_list()
        for place, (system, values) in enumerate(rows.items()):
            figures.append(
                compare("Table 1", f"{part}, place {place + 1}", system, order[place] if place < len(order) else None)
            )
            for (name, tolerance), published in zip(_COLUMNS, values, strict=True):
                computed = ours.get(system, {}).get(name)
                figures.append(compare("Table 1", f"{part}, {name} of {system}", published, computed, tolerance))
    return figures


def origins_of_lines() -> pl.DataFrame:
    """The direction of every line of newstest2017 zh-en."""
    line = pl.int_range(1, LINES + 1, eager=True).alias("line").to_frame()
    forward = pl.any_horizontal(pl.col("line").is_between(first, last) for first, last in FORWARD)
    direction = pl.when(forward).then(pl.lit("forward")).otherwise(pl.lit("reverse"))
    return line.select(segment=pl.col("line").cast(pl.String), origin=direction)


def table_2() -> list[Figure]:
    """Power of the two-sided rank-sum test, 119 cells."""
    figures = []
    for n, row in TABLE_2.items():
        for step, published in enumerate(row):
            effect = round(0.33 + step / 100, 2)
            noise = Slip(published, _NOISE, Tolerance(within=NOISE))
            power = rank_sum_power(n, n, effect)
            figures.append(
                compare("Table 2", f"n {n}, effect {effect:.2f}", published, power, Tolerance(digits=3), slip=noise)
            )
    return figures
