"""Knowles 2021, "On the Stability of System Rankings at WMT".

The files of 2018 to 2020 that the tables rest on are not public any more: their figures are listed as absent. The toy
example can be computed. The pipeline of section 3 and the scenarios of section 5.2 are run on judgements of WMT21 and
WMT22 in the same format; the values to compare with were computed for the project by an independent script from the
same files (`expected.json` beside the data).
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

import polars as pl

from adjudge.auditing.stability.changes import Change
from adjudge.auditing.stability.stability import stability
from adjudge.core.recipes.built_in import RECIPES
from adjudge.core.recipes.recipe import Recipe
from adjudge.papers.data import data_folder
from adjudge.papers.figures import Figure, ReproductionResult, Tolerance, Value, absent, compare
from adjudge.papers.knowles_2021_figures import (
    CLUSTERS,
    COMPOSITION,
    CURVES,
    ITEMS,
    STABILITY,
    TABLE_1,
    TABLES_2_AND_3,
    TOY,
)
from adjudge.papers.wmt_releases import INTO_ENGLISH, WIKIPEDIA, Release
from adjudge.scoring.standardise import standardise

NAME: Final = "knowles-2021"
RECIPE: Final = RECIPES["knowles-2021"]
_NOT_PUBLIC: Final = "The judgements of WMT18 to WMT20 are not among the data; they are not public any more."
_INDICATORS: Final = ("rank_changed", "cluster_changed", "both_changed")
_WORDS: Final = {"rank_changed": "order", "cluster_changed": "clusters", "both_changed": "both"}


def reproduce(data_dir: Path) -> ReproductionResult:
    """The toy example, the scenarios on the data at hand, and what cannot be computed."""
    return ReproductionResult.of(
        NAME,
        [
            *toy_example(),
            *(figure for release in releases(data_dir) for figure in of_release(release)),
            *out_of_reach(),
        ],
    )


def releases(data_dir: Path) -> list[Release]:
    """The judgements that the scenarios are run on."""
    english, wikipedia = (data_folder(data_dir, name) for name in ("wmt22-toen-mturk", "wmt21-facebook-wikipedia"))
    return [
        *(Release(english, pair, "clusters.csen-zhen.csv", "z-names") for pair in INTO_ENGLISH),
        *(Release(wikipedia, pair, "clusters.csv", "z") for pair in WIKIPEDIA),
    ]


def toy_example() -> list[Figure]:
    """Section 5: the z-score of a raw score of 50 among three others."""
    figures = []
    for scores, z in TOY.items():
        rows = pl.DataFrame({"annotator": "w", "session": "h", "system": "s", "score": scores, "kind": "system"})
        rows = rows.with_columns(pl.col("score").cast(pl.Float64))
        ours = standardise(rows, RECIPE.standardise, kinds=("system",)).frame.filter(pl.col("score") == 50)["z"][0]
        figures.append(compare("Section 5, toy example", f"z of 50 among {scores}", z, ours, Tolerance(digits=2)))
    return figures


def of_release(release: Release, recipe: Recipe = RECIPE) -> list[Figure]:
    """Kinds of items, clusters, and the scenarios of one language pair."""
    asked = list(STABILITY[release.pair])
    result = stability(release.ratings, recipe, scenarios=asked)
    table = f"Section 5.2 on {release.pair}"
    ours = {one.name: one.change for one in result.scenarios}
    return [
        *item_types(release),
        *clusters(release.pair, result.clusters),
        *(figure for name in asked for figure in _indicators(table, release.pair, name, ours.get(name))),
    ]


def _indicators(table: str, pair: str, name: str, change: Change | None) -> list[Figure]:
    published = dict(zip(_INDICATORS, STABILITY[pair][name], strict=True))
    return [
        compare(table, f"{name}, {_WORDS[one]} changed", value, None if change is None else getattr(change, one))
        for one, value in published.items()
    ]


def item_types(release: Release) -> list[Figure]:
    """Rows of each kind, as Table 1 counts them for other years."""
    counts = dict(release.ratings.frame.group_by("kind").len().iter_rows())
    table = f"Item types of {release.pair}"
    return [compare(table, kind, n, counts.get(kind, 0)) for kind, n in ITEMS[release.pair].items()]


def clusters(pair: str, ours: tuple[tuple[str, ...], ...]) -> list[Figure]:
    """The clusters of section 3 with half of the two-sided p-value: the place of every system, and its cluster."""
    table = f"Section 3 on {pair}"
    published = [(name, number) for number, cluster in enumerate(CLUSTERS[pair], 1) for name in cluster]
    computed = [(name, number) for number, cluster in enumerate(ours, 1) for name in cluster]
    computed += [("", 0)] * (len(published) - len(computed))
    figures = []
    for place, ((name, number), (system, cluster)) in enumerate(zip(published, computed, strict=True), 1):
        figures += [
            compare(table, f"place {place}", name, system),
            compare(table, f"cluster of place {place}", number, cluster),
        ]
    return figures


def out_of_reach() -> list[Figure]:
    """What the paper printed from judgements that are not at hand."""
    parts: dict[str, Mapping[str, Value]] = {"Table 1": TABLE_1, "Section 5.1": COMPOSITION, **TABLES_2_AND_3}
    figures = [
        absent(table, name, value, _NOT_PUBLIC) for table, values in parts.items() for name, value in values.items()
    ]
    return [*figures, *(absent(table, what, None, _NOT_PUBLIC) for table, what in CURVES.items())]
