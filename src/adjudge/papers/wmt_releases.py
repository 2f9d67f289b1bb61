"""Official results of WMT21 (Wikipedia task) and WMT22 (into English): averages, p-values and clusters as released.

The figures are the organisers' own result files, which lie beside the judgements: system averages with 15 digits,
printed rankings, p-values, differences with stars, clusters. Nothing of them is repeated here. The pipeline is that
of Knowles 2021, section 3; the 2018 to 2020 files of that paper are not public any more.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Final

import numpy as np
import polars as pl
from numpy.typing import NDArray

from adjudge.core.recipes.built_in import RECIPES
from adjudge.core.recipes.recipe import Clusters, Recipe
from adjudge.core.tables import Ratings, Supplement
from adjudge.kernels.rating_tests.rank_sum import all_pairs_u, rank_sum_p
from adjudge.papers.data import data_folder, read_as
from adjudge.papers.figures import Figure, ReproductionResult, Slip, Tolerance, compare
from adjudge.papers.rankings import RAW, Z
from adjudge.ranking.rank import rank
from adjudge.ranking.ratings.pipeline import analyse
from adjudge.ranking.result import RankedSystem, RankingResult
from adjudge.scoring.aggregate import segment_means

RECIPE: Final = RECIPES["wmt-da"]
WIKIPEDIA: Final = ("bn-hi", "hi-bn", "xh-zu", "zu-xh")
INTO_ENGLISH: Final = ("cs-en", "zh-en")
#: The organisers standardised with means and deviations rounded to seven digits.
AVERAGES: Final = Tolerance(within=1e-6)
#: That rounding weighs most on single segments of annotators with little spread; the smallest deviation is .104.
SEGMENTS: Final = 3e-5
P_VALUES: Final = Tolerance(relative=1e-9)
#: What adwilcox prints for "not significant" and for pairs that were not tested.
_FILLER: Final = 0.12
_STARS: Final = (0.05, 0.01, 0.001)
_STATED_RULE: Final = {
    "hi-bn": Slip(
        "UEdin.4, Online-B.5, MS-EgDC.8",
        "The papers state a line below a system that beats every lower one; clusters.csv wants its wins over all "
        "others, also higher ones, to equal the number of systems below. Online-B.5 beats the higher TRANSSION.3, so "
        "it has 3 wins and not 2, and the official line is lost.",
    )
}


@dataclass(frozen=True, eq=False)
class Release:
    """The files of one language pair.

    Args:
        folder: where they are.
        pair: languages, such as `hi-bn`.
        clusters: name of the file of clusters.
        ranking: end of the name of the printed ranking.
    """

    folder: Path
    pair: str
    clusters: str
    ranking: str

    @property
    def short(self) -> str:
        """The pair as in half of the file names: `hibn`."""
        return self.pair.replace("-", "")

    @cached_property
    def ratings(self) -> Ratings:
        """The judgements, raw scores restored."""
        scores = self.folder / f"ad-{self.short}-good-stnd-redup.csv.gz"
        return read_as(Ratings, scores, self.folder / f"ad-{self.short}-trk-mean-sd.txt")

    def published(self, name: str) -> pl.DataFrame:
        """A result file of the organisers."""
        return read_as(Supplement, self.folder / name).frame

    @cached_property
    def order(self) -> list[str]:
        """Systems as the organisers ranked them."""
        return self.published(f"ad-sys-ranking-{self.pair}-{self.ranking}.csv")["system"].to_list()

    @cached_property
    def p_values(self) -> NDArray[np.float64]:
        """One-sided p-values in that order, from the released segment means with their 15 digits.

        Freshly computed means differ in the 16th digit, which makes and breaks ties: they give p-values within half
        a percent.
        """
        segments = self.published(f"ad-seg-scores-{self.pair}.csv.gz")
        places = {system: place for place, system in enumerate(self.order)}
        groups = segments["system"].replace_strict(places, return_dtype=pl.Int64).to_numpy().astype(np.intp)
        wins, ties = all_pairs_u(segments["z"].to_numpy(), groups, len(places))
        return rank_sum_p(wins, ties, np.bincount(groups), "greater")


def reproduce_wikipedia(data_dir: Path) -> ReproductionResult:
    """The four language pairs of the WMT21 Wikipedia task."""
    folder = data_folder(data_dir, "wmt21-facebook-wikipedia")
    releases = [Release(folder, pair, "clusters.csv", "z") for pair in WIKIPEDIA]
    return ReproductionResult.of("wmt21-wikipedia", [row for release in releases for row in figures(release)])


def reproduce_into_english(data_dir: Path) -> ReproductionResult:
    """Czech and Chinese to English of WMT22, judged on MTurk."""
    folder = data_folder(data_dir, "wmt22-toen-mturk")
    releases = [Release(folder, pair, "clusters.csen-zhen.csv", "z-names") for pair in INTO_ENGLISH]
    return ReproductionResult.of("wmt22-toen", [row for release in releases for row in figures(release)])


def figures(release: Release, recipe: Recipe = RECIPE) -> list[Figure]:
    """All figures of one language pair."""
    result = rank(release.ratings, recipe)
    return [
        *averages(release, result),
        *printed_ranking(release, result),
        segment_averages(release, recipe),
        *p_values(release),
        *differences(release, result),
        *clusters(release, result),
        stated_rule(release, recipe),
    ]


def averages(release: Release, result: RankingResult) -> list[Figure]:
    """Raw and z to 1e-6, segments and judgements of every system."""
    ours = {system.system: system for system in result.systems}
    table = f"ad-sys-scores {release.pair}"
    rows = []
    for row in release.published(f"ad-sys-scores-{release.pair}.csv").iter_rows(named=True):
        for name in ("raw", "z", "n", "judgements"):
            computed = getattr(ours[row["system"]], name)
            rows.append(compare(table, f"{name} of {row['system']}", row[name], computed, AVERAGES))
    return rows


def printed_ranking(release: Release, result: RankingResult) -> list[Figure]:
    """Place, rounded raw and rounded z of every system."""
    table = f"ad-sys-ranking {release.pair}"
    published = release.published(f"ad-sys-ranking-{release.pair}-{release.ranking}.csv")
    ours = {system.system: system for system in result.systems}
    rows = []
    for place, row in enumerate(published.iter_rows(named=True), 1):
        system = ours[row["system"]]
        rows += [
            compare(table, f"place {place}", row["system"], result.systems[place - 1].system),
            compare(table, f"raw of {row['system']}", row["raw"], system.raw, RAW),
            compare(table, f"z of {row['system']}", row["z"], system.z, Z),
        ]
    return rows


def segment_averages(release: Release, recipe: Recipe) -> Figure:
    """How many of the released segment averages come out: raw and z within 3e-5, and as many judgements."""
    counting = analyse(release.ratings, recipe).scored.frame
    published = release.published(f"ad-seg-scores-{release.pair}.csv.gz")
    both = published.join(segment_means(counting), on=["system", "segment"], suffix="_ours")
    near = ((pl.col(name) - pl.col(f"{name}_ours")).abs() <= SEGMENTS for name in ("raw", "z"))
    equal = both.filter(*near, pl.col("n") == pl.col("judgements")).height
    return compare(f"ad-seg-scores {release.pair}", "segments with equal raw, z and n", published.height, equal)


def p_values(release: Release) -> list[Figure]:
    """Every p-value that is printed, to 1e-9 relative, and how many pairs are printed as not significant."""
    table = f"adwilcox {release.pair}"
    rows, filled, weak = [], 0, 0
    for row in release.published(f"adwilcox-{release.short}.csv").iter_rows(named=True):
        a, b = release.order.index(row["system_a"]), release.order.index(row["system_b"])
        p = float(release.p_values[a, b])
        if row["p"] != _FILLER:
            rows.append(compare(table, f"p of {row['system_a']} against {row['system_b']}", row["p"], p, P_VALUES))
        elif a < b:
            filled, weak = filled + 1, weak + (p >= 0.05)
    return [*rows, compare(table, "lower systems that are not significantly worse", filled, weak)]


def differences(release: Release, result: RankingResult) -> list[Figure]:
    """How many cells of the matrix of z differences have the printed number, and how many the printed stars."""
    z = {system.system: system.z or 0.0 for system in result.systems}
    cells = release.published(f"ad-DA-diff-wilcoxon-rs-{release.short}.csv").drop_nulls("difference")
    equal = starred = 0
    for row in cells.iter_rows(named=True):
        p = release.p_values[release.order.index(row["system_a"]), release.order.index(row["system_b"])]
        starred += row["stars"] == sum(bool(p < level) for level in _STARS)
        equal += Tolerance(digits=2).holds(row["difference"], z[row["system_a"]] - z[row["system_b"]])
    table = f"ad-DA-diff {release.pair}"
    return [
        compare(table, "cells with equal difference of z", cells.height, equal),
        compare(table, "cells with equal stars", cells.height, starred),
    ]


def clusters(release: Release, result: RankingResult) -> list[Figure]:
    """Wins of every system over all others, and whether a cluster ends below it."""
    table = f"{release.clusters} {release.pair}"
    ours = {system.system: system for system in result.systems}
    ends = _ends(result)
    rows = []
    for row in _official_clusters(release).iter_rows(named=True):
        system = row["system"]
        rows += [
            compare(table, f"wins of {system}", row["wins"], _wins(ours[system], result)),
            compare(table, f"cluster ends at {system}", row["line_below"], system in ends),
        ]
    return rows


def stated_rule(release: Release, recipe: Recipe) -> Figure:
    """Where the rule that the papers state would draw the lines."""
    official = _official_clusters(release).filter("line_below")["system"].to_list()[:-1]
    result = rank(release.ratings, replace(recipe, clusters=Clusters("stated")))
    ours = [name for name in _ends(result) if name != result.systems[-1].system]
    return compare(
        f"{release.clusters} {release.pair}",
        "lines below, by the rule stated in the papers",
        ", ".join(official),
        ", ".join(ours),
        slip=_STATED_RULE.get(release.pair),
    )


def _official_clusters(release: Release) -> pl.DataFrame:
    source, target = release.pair.split("-")
    here = (pl.col("source_lang") == source) & (pl.col("target_lang") == target)
    return release.published(release.clusters).filter(here)


def _wins(system: RankedSystem, result: RankingResult) -> int:
    """The worst rank that the tests leave open is the number of systems minus those significantly worse."""
    return len(result.systems) - system.rank_high


def _ends(result: RankingResult) -> list[str]:
    """The last system of every cluster."""
    return [cluster[-1] for cluster in result.clusters()]
