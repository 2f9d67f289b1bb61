"""Knowles and Lo 2022, "Test Set Sampling Affects System Rankings": WMT20 English-Inuktitut, Hansard and News.

The horizontal lines of Tables 3 and 4 are those of the authors' released example output; the clusters that section 4
names ("from the fifth cluster for Hansard to the second for News") agree with them. The data is `iku-wmt20`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import polars as pl

from adjudge.auditing.documents.coverage import coverage_by_system, documents_of_all_systems
from adjudge.auditing.documents.coverage import document_lengths as lengths_of_documents
from adjudge.core.recipes.built_in import RECIPES
from adjudge.core.recipes.recipe import Alternative, Recipe
from adjudge.core.tables import Ratings, Supplement
from adjudge.papers.data import data_folder, read_as
from adjudge.papers.figures import Figure, ReproductionResult, Slip, Tolerance, absent, compare
from adjudge.papers.rankings import PrintedSystem, lines, order_figures, ranking_figures, short_name, weakest_p
from adjudge.ranking.rank import rank
from adjudge.ranking.result import RankingResult

NAME: Final = "knowles-lo-2022"
FOLDER: Final = "iku-wmt20"
HANSARD: Final = RECIPES["knowles-lo-2022-hansard"]
NEWS: Final = RECIPES["knowles-lo-2022-news"]

_CROWD: Final = "The crowd file (N-C) is not in the public repository of the paper."
_WITHOUT_CROWD: Final = "It includes the crowd file (N-C), which is not in the public repository of the paper."
_NO_TEXTS: Final = "It needs texts or metric scores, which are not in the data."
_FILES: Final = {
    "Hansard-A": "Hansard-A",
    "Hansard-B": "Hansard-B",
    "WMT20-DA": "News-WMT20DocSrcDA",
    "WMT20-DA2": "News-WMT20DocSrcDA2",
}

TABLE_1: Final = {"Hansard-A": 11404, "Hansard-B": 7801, "WMT20-DA": 8000, "WMT20-DA2": 12002}
TABLE_2: Final = {
    "A": {"WMT20-DA": 2800},
    "B": {"WMT20-DA2": 3200},
    "C": {"Hansard-B": 3801, "WMT20-DA2": 200},
    "D": {"Hansard-A": 5600, "Hansard-B": 4000, "WMT20-DA": 4600, "WMT20-DA2": 2000},
    "E": {"WMT20-DA": 600, "WMT20-DA2": 6602},
    "F": {"Hansard-A": 2403},
    "G": {"Hansard-A": 3401},
}
TABLE_3: Final = (
    PrintedSystem("SRPOL", 89.9, 0.249),
    PrintedSystem("Groningen", 87.5, 0.201),
    PrintedSystem("NICT_Kyoto", 88.6, 0.192),
    PrintedSystem("NRC", 88.8, 0.170),
    PrintedSystem("Human-A", 88.1, 0.160, line=True),
    PrintedSystem("CUNI-Transfer", 87.1, 0.133),
    PrintedSystem("Facebook_AI", 85.9, 0.120, line=True),
    PrintedSystem("UEDIN", 85.6, 0.046, line=True),
    PrintedSystem("Helsinki", 83.6, -0.055, line=True),
    PrintedSystem("MultiLingual_Engine_Ubiqus", 78.0, -0.127, line=True),
    PrintedSystem("UQAM_TanLe", 76.5, -0.360, line=True),
    PrintedSystem("OPPO", 65.6, -0.789),
)
TABLE_4: Final = (
    PrintedSystem("Human-A", 90.3, 0.652, line=True),
    PrintedSystem("CUNI-Transfer", 76.4, 0.219),
    PrintedSystem("NICT_Kyoto", 77.7, 0.102),
    PrintedSystem("NRC", 71.6, 0.096),
    PrintedSystem("MultiLingual_Engine_Ubiqus", 76.2, 0.053, line=True),
    PrintedSystem("Helsinki", 74.1, 0.041),
    PrintedSystem("Facebook_AI", 73.6, 0.025),
    PrintedSystem("SRPOL", 72.7, 0.012, line=True),
    PrintedSystem("Groningen", 72.8, -0.052, line=True),
    PrintedSystem("UQAM_TanLe", 67.6, -0.305, line=True),
    PrintedSystem("UEDIN", 65.0, -0.427, line=True),
    PrintedSystem("OPPO", 46.8, -1.223, line=True),
    PrintedSystem("zlabs-nlp", 0.0, -3.181),
)
#: Last column of Table 4: range of ranks, raw, z in the findings of WMT20.
FINDINGS_COLUMN: Final = {
    "Human-A": "1-2, 90.5, 0.574",
    "CUNI-Transfer": "3-9, 77.4, 0.409",
    "NICT_Kyoto": "3-9, 79.2, 0.364",
    "NRC": "3-9, 71.9, 0.369",
    "MultiLingual_Engine_Ubiqus": "1-2, 75.3, 0.425",
    "Helsinki": "3-9, 75.2, 0.296",
    "Facebook_AI": "3-9, 74.6, 0.368",
    "SRPOL": "3-9, 72.8, 0.282",
    "Groningen": "3-9, 71.6, 0.339",
    "UQAM_TanLe": "10-11, 68.9, 0.084",
    "UEDIN": "10-11, 66.4, 0.081",
    "OPPO": "12, 48.2, -0.384",
}
#: Section 4: raw average on Hansard minus raw average on News.
RAW_DROPS: Final = {"MultiLingual_Engine_Ubiqus": 1.8, "UEDIN": 20.6, "Groningen": 14.7, "OPPO": 18.8, "NRC": 17.2}
#: Sections 2 and 2.2: lines per document.
LENGTHS: Final = {
    "news": {"min": 12, "max": 137, "mean": 39.0, "sd": 20.5, "median": 36},
    "hansard": {"min": 8, "max": 26, "mean": 14.6, "sd": 3.7, "median": 15},
}


@dataclass(frozen=True, eq=False)
class InuktitutData:
    """The annotations of both domains and the map of the test set."""

    hansard: Ratings
    news: Ratings
    segments: pl.DataFrame

    @property
    def domains(self) -> dict[str, Ratings]:
        """The annotations by domain."""
        return {"hansard": self.hansard, "news": self.news}

    @classmethod
    def read(cls, data_dir: Path) -> InuktitutData:
        """Read the released files; each domain becomes one table with two collections."""
        folder = data_folder(data_dir, FOLDER)
        files = [folder / f"{name}.csv.gz" for name in _FILES.values()]
        return cls(
            read_as(Ratings, *files[:2]),
            read_as(Ratings, *files[2:]),
            read_as(Supplement, folder / "segment_id_mapping.tsv").frame,
        )


def reproduce(data_dir: Path) -> ReproductionResult:
    """Every figure of the paper that the data allows, and those it does not."""
    data = InuktitutData.read(data_dir)
    hansard, news = rank(data.hansard, HANSARD), rank(data.news, NEWS)
    return ReproductionResult.of(
        NAME,
        [
            *table_1(data),
            *table_2(data),
            *document_lengths(data.segments),
            *annotation_facts(data),
            *ranking_figures("Table 3", TABLE_3, hansard),
            *other_tests(data),
            *ranking_figures("Table 4", TABLE_4, news),
            *findings_column(),
            *srpol_only(data),
            *raw_drops(hansard, news),
            *coverage(data),
            *out_of_reach(),
        ],
    )


def table_1(data: InuktitutData) -> list[Figure]:
    """Segments annotated in each data set."""
    counts = _segments(data).group_by("collection").len()
    ours = dict(counts.iter_rows())
    hansard = sum(ours.get(_FILES[name], 0) for name in ("Hansard-A", "Hansard-B"))
    return [
        *(compare("Table 1", name, n, ours.get(_FILES[name])) for name, n in TABLE_1.items()),
        compare("Table 1", "All Hansard", 19205, hansard),
        absent("Table 1", "WMT20-DACrowd", 9728, _CROWD),
        absent("Table 1", "All News", 29730, _WITHOUT_CROWD),
        absent("Table 1", "Total", 48935, _WITHOUT_CROWD),
    ]


def table_2(data: InuktitutData) -> list[Figure]:
    """Segments annotated by each annotator, in all and in each data set."""
    rows = _segments(data).with_columns(pl.col("annotator").str.strip_prefix("Annotator-"))
    ours = {(who, name): n for who, name, n in rows.group_by("annotator", "collection").len().iter_rows()}
    figures = []
    for who, cells in TABLE_2.items():
        figures += [compare("Table 2", f"{who}, {name}", n, ours.get((who, _FILES[name]))) for name, n in cells.items()]
        total = sum(n for (annotator, _), n in ours.items() if annotator == who)
        figures.append(compare("Table 2", f"{who}, total", sum(cells.values()), total))
    dashes = len(TABLE_2) * len(_FILES) - sum(map(len, TABLE_2.values()))
    return [
        *figures,
        compare("Table 2", "cells with a dash", dashes, len(TABLE_2) * len(_FILES) - len(ours)),
        absent("Table 2", "unknown annotators, N-C", 9728, _CROWD),
        absent("Table 2", "unknown annotators, total", 9728, _CROWD),
    ]


def _segments(data: InuktitutData) -> pl.DataFrame:
    """Judgements of segments; the paper leaves scores of whole documents out."""
    columns = ["annotator", "collection", "scope", "kind", "system", "document", "segment", "score"]
    rows = pl.concat([data.hansard.frame.select(columns), data.news.frame.select(columns)])
    return rows.filter(pl.col("scope") == "segment")


def with_test(recipe: Recipe, alternative: Alternative) -> Recipe:
    """The recipe of the paper with another tail of the same test."""
    return replace(recipe, test=replace(recipe.test, alternative=alternative))


def other_tests(data: InuktitutData) -> list[Figure]:
    """Lines that rest on the paper's test being blind to direction, or on taking half of a two-sided p-value."""
    table = "Lines under other tests"
    one_sided = rank(data.hansard, with_test(HANSARD, "greater"))
    wrong_way = [
        f"{short_name(pair.b)} {pair.p:.5f}"
        for pair in one_sided.pairs
        if pair.a.startswith("Human-A.") and pair.p > 0.95
    ]
    direction = (
        "The paper's p-value (half the two-sided one, as SciPy up to 1.6 returned it) does not see which system is "
        f"better: Human-A has the lower rank sum against {' and '.join(wrong_way)} (one-sided p)."
    )
    figures = [_gone(table, "Human-A", one_sided, "one-sided", direction)]
    two_sided = rank(data.hansard, with_test(HANSARD, "two-sided"))
    for system in ("Human-A", "UEDIN", "Helsinki"):
        p = weakest_p(two_sided, system)
        reason = f"The line rests on halving a two-sided p-value; the largest p against lower systems is {p:.3f}."
        figures.append(_gone(table, system, two_sided, "two-sided", reason))
    published = [row.system for row in TABLE_4 if row.line]
    tails: tuple[tuple[Alternative, str], ...] = (("greater", "one-sided"), ("two-sided", "two-sided"))
    for alternative, words in tails:
        ours = lines(rank(data.news, with_test(NEWS, alternative)))
        figures.append(compare(table, f"News, {words}: all lines of Table 4 stay", True, ours == published))
    return figures


def _gone(table: str, system: str, result: RankingResult, test: str, reason: str) -> Figure:
    slip = Slip(computed=False, reason=reason)
    return compare(table, f"Hansard, {test}: line below {system}", True, system in lines(result), slip=slip)


def findings_column() -> list[Figure]:
    """The official ranking of WMT20, which the authors could not replicate either."""
    reason = "The authors could not replicate it from the released data; it may rest on earlier, incomplete data."
    return [absent("Table 4", f"findings of WMT20, {name}", text, reason) for name, text in FINDINGS_COLUMN.items()]


def srpol_only(data: InuktitutData, recipe: Recipe = HANSARD) -> list[Figure]:
    """Hansard with mean and sd from SRPOL rows: the same order, and UEDIN and Helsinki in one cluster."""
    table = "Section 3.2, Hansard from SRPOL rows"
    choice = replace(recipe.standardise, basis="anchor", anchor="SRPOL.383")
    result = rank(data.hansard, replace(recipe, standardise=choice))
    merged = [replace(row, line=row.line and row.system != "UEDIN") for row in TABLE_3]
    return order_figures(table, merged, result)


def raw_drops(hansard: RankingResult, news: RankingResult) -> list[Figure]:
    """How much lower the raw averages are on News."""
    before = {short_name(system.system): system.raw or 0.0 for system in hansard.systems}
    after = {short_name(system.system): system.raw or 0.0 for system in news.systems}
    slips = {
        "OPPO": Slip(
            18.9, "The paper subtracts averages already rounded: 65.6 - 46.8, not 65.643 - 46.763.", Tolerance(digits=1)
        )
    }
    table = "Section 4, raw average on Hansard minus News"
    return [
        compare(table, name, drop, before[name] - after[name], Tolerance(digits=1), slip=slips.get(name))
        for name, drop in RAW_DROPS.items()
    ]


def document_lengths(segments: pl.DataFrame) -> list[Figure]:
    """Lines in all and lines per document; the deviations printed are those of the population."""
    table = "Section 2, documents"
    figures = []
    ours = {row.domain: row for row in lengths_of_documents(segments)}
    for domain, published in LENGTHS.items():
        for name, value in published.items():
            # `sd` has n in the denominator: the printed 20.5 and 3.7 are population values; with n - 1 20.8 and 3.7.
            digits = Tolerance(digits=1 if name in {"mean", "sd"} else 0)
            computed = float(getattr(ours[domain], name))
            figures.append(compare(table, f"lines per {domain} document, {name}", value, computed, digits))
    hansard = segments.filter(pl.col("domain") == "hansard").height
    figures.append(compare(table, "lines of Hansard", 1566, hansard))
    figures.append(compare("Section 5.3", "lines of the test set", 2971, segments.height))
    return figures


def annotation_facts(data: InuktitutData) -> list[Figure]:
    """Facts on the judgements that sections 2.1 and 5.1 mention."""
    rows = data.news.frame.filter(pl.col("scope") == "segment")
    first = rows.filter(pl.col("collection") == _FILES["WMT20-DA"])
    targets = rows.filter(pl.col("kind") == "system")
    copies = targets.filter(pl.col("system").str.starts_with("zlabs-nlp."))
    uqam = pl.col("system").str.starts_with("UQAM_TanLe.")
    human = pl.col("system").str.starts_with("Human-A.")
    return [
        compare("Section 2.1", "reference segments in N-1", 0, first.filter(human).height),
        compare("Section 2.1", "scores of 1 for zlabs-nlp", 7, copies.filter(pl.col("score") == 1).height),
        compare("Section 5.1", "UQAM segments judged", 1201, targets.filter(uqam).height),
        compare("Section 5.1", "segments of other systems judged", 14772, targets.filter(~uqam & ~human).height),
        absent("Section 5.1", "UQAM segments identical to the reference", 295, _NO_TEXTS),
        absent("Section 5.1", "segments of other systems identical to the reference", 183, _NO_TEXTS),
    ]


def coverage(data: InuktitutData) -> list[Figure]:
    """Shares of the test set that were judged, and documents judged for every system."""
    table = "Section 5.2, coverage"
    judged = {name: coverage_by_system(ratings.frame, data.segments) for name, ratings in data.domains.items()}
    shares = {short_name(name): 100 * share for name, share in judged["news"].select("system", "share").iter_rows()}
    lowest = min(100 * share for share in judged["hansard"]["share"])
    truncated = Slip(73.8, "73.8 is printed as 73: truncated, not rounded.", Tolerance(digits=1))
    figures = [
        compare(table, "Hansard, every system on at least 97 % of the lines", True, lowest >= 97),
        compare(table, "News, lowest share in %", 47, min(shares.values()), Tolerance(digits=0)),
        compare(table, "News, highest share in %", 73, max(shares.values()), Tolerance(digits=0), slip=truncated),
        compare(table, "News, system judged least", "Human-A", min(shares, key=shares.__getitem__)),
    ]
    for domain, printed in (("hansard", (101, 107)), ("news", (0, 36))):
        complete = len(documents_of_all_systems(data.domains[domain].frame))
        documents = int(judged[domain]["total_documents"][0])
        figures += [
            compare(table, f"{domain} documents judged for every system", printed[0], complete),
            compare(table, f"{domain} documents", printed[1], documents),
        ]
    return figures


def out_of_reach() -> list[Figure]:
    """Tables that need data nobody released."""
    return [
        absent("Table 6", "system-level correlations", None, _NO_TEXTS),
        absent("Table 7", "segment-level correlations", None, _NO_TEXTS),
        absent("Section 3.2", "simulation with chrF scores", None, _NO_TEXTS),
    ]
