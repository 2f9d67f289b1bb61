"""Knowles and Lo 2024, "Calibration and context in human evaluation of machine translation": WMT22 calibration HITs.

Every figure comes from the description of annotators (`adjudge.annotators`) of those whom the paper keeps: people who
rated all 100 segments of the calibration HIT and did other HITs, that is, occur in the map of accounts. The data is
`wmt22-calibration`. Sections 4.3 and 5 rest on the other HITs of these people, which are not in the data.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

import polars as pl

from adjudge.auditing.annotators.describe import annotators
from adjudge.auditing.annotators.ratings.calibration import calibration_cost
from adjudge.auditing.annotators.ratings.pairs import PairSummary
from adjudge.auditing.annotators.ratings.result import AnnotatorsResult
from adjudge.core.language_pairs import choose_language_pair
from adjudge.core.tables import Ratings, Supplement
from adjudge.papers.data import data_folder, read_as
from adjudge.papers.figures import Figure, ReproductionResult, Slip, Tolerance, absent, compare
from adjudge.papers.knowles_lo_2024.published import (
    CLUSTERS,
    FIVE_SCORES,
    INCOMPLETE,
    SHARED_DOCUMENTS,
    TABLE_1,
    TABLE_2,
    TABLE_3,
)

NAME: Final = "knowles-lo-2024"
FOLDER: Final = "wmt22-calibration"
#: Segments of a calibration HIT, repeated ones counted.
COMPLETE: Final = 100
_TWO: Final = Tolerance(digits=2)
_ENDS: Final = ("lowest", "median", "highest")
_OTHER_HITS: Final = "The other HITs of these annotators (the large file of document-level scores) are not in the data."
_NAMES: Final = {"spearman": "Spearman's rho", "pearson": "Pearson's r", "kendall": "Kendall's tau-c"}
_BELOW: Final = 25


@dataclass(frozen=True, eq=False)
class CalibrationData:
    """The calibration HITs.

    Args:
        ratings: ratings of segments, by account and, where the map names them, by annotator.
        accounts: the map from accounts of other HITs to annotators.
        described: the description of the annotators whom the paper keeps, by language pair.
    """

    ratings: Ratings
    accounts: pl.DataFrame
    described: dict[str, AnnotatorsResult]

    @classmethod
    def read(cls, data_dir: Path) -> CalibrationData:
        """Read the released files and describe the annotators of every language pair."""
        folder = data_folder(data_dir, FOLDER)
        table = read_as(Ratings, folder / "calibrationHITs.csv.gz", folder / "calibrationHITs.mapping.csv")
        accounts = read_as(Supplement, folder / "calibrationHITs.mapping.csv").frame
        return cls.of(table, accounts)

    @classmethod
    def of(cls, table: Ratings, accounts: pl.DataFrame) -> CalibrationData:
        """From the ratings and the map."""
        ratings = table.with_frame(table.frame.filter(pl.col("scope") == "segment"))
        described = {pair: annotators(kept(choose_language_pair(ratings, pair)), draws=100) for pair in TABLE_1}
        return cls(ratings, accounts, described)

    def rows(self, pair: str) -> pl.DataFrame:
        """The ratings of the annotators whom the paper keeps."""
        return kept(choose_language_pair(self.ratings, pair)).frame


def kept(ratings: Ratings) -> Ratings:
    """Ratings of annotators who rated the whole HIT and did other HITs."""
    complete = pl.len().over("annotator") == COMPLETE
    return ratings.with_frame(ratings.frame.filter(pl.col("annotator").is_not_null()).filter(complete))


def reproduce(data_dir: Path) -> ReproductionResult:
    """Every figure of the paper that the data allows, and those it does not."""
    data = CalibrationData.read(data_dir)
    return ReproductionResult.of(
        NAME,
        [
            *table_1(data),
            *table_2(data),
            *selection(data),
            *shared_documents(data),
            *table_3(data),
            *distributions(data),
            *consistency(data),
            *correlations(data),
            *out_of_reach(),
        ],
    )


def table_1(data: CalibrationData) -> list[Figure]:
    """What the calibration sets hold."""
    names = ("unique segments", "documents", "systems", *(f"{end} segments per document and system" for end in _ENDS))
    figures = []
    for pair, published in TABLE_1.items():
        calibration = data.described[pair].calibration
        assert calibration is not None  # noqa: S101 - the reader marks these rows
        held, sizes = calibration.contents, calibration.contents.segments
        ends = (sizes.min, sizes.median, sizes.max) if sizes else (None,) * 3
        computed = (held.items, held.documents, held.systems, *ends)
        figures += [
            compare("Table 1", f"{pair}, {name}", value, ours)
            for name, value, ours in zip(names, published, computed, strict=True)
        ]
    return figures


def table_2(data: CalibrationData) -> list[Figure]:
    """How many annotators did how much further work."""
    figures = []
    for pair, (people, *published) in TABLE_2.items():
        cost = calibration_cost(data.rows(pair), data.accounts)
        sessions = cost.sessions if cost else None
        ends = (sessions.min, sessions.median, sessions.max) if sessions else (None,) * 3
        figures.append(compare("Table 2", f"{pair}, annotators", people, cost.annotators if cost else None))
        for end, value, ours in zip(_ENDS, published[:3], ends, strict=True):
            figures.append(compare("Table 2", f"{pair}, {end} number of additional HITs", value, ours))
        for end, value in zip(_ENDS, published[3:], strict=True):
            figures.append(absent("Table 2", f"{pair}, {end} number of additional segments", value, _OTHER_HITS))
    return figures


def selection(data: CalibrationData) -> list[Figure]:
    """Who was left out: HITs that were not finished, and people who did no other HIT."""
    table, figures, alone = "Section 3.6", [], {}
    for pair, published in INCOMPLETE.items():
        rows = choose_language_pair(data.ratings, pair).frame
        sizes = rows.group_by("session").agg(n=pl.len(), known=pl.col("annotator").is_not_null().all())
        unfinished = sizes.filter(pl.col("n") < COMPLETE).height
        alone[pair] = sizes.filter((pl.col("n") == COMPLETE) & ~pl.col("known")).height
        figures.append(compare(table, f"{pair}, annotators with an incomplete HIT", published, unfinished))
    most = max(n for pair, n in alone.items() if pair != "eng-ces")
    return [
        *figures,
        compare(table, "eng-ces, annotators without other HITs", 10, alone["eng-ces"]),
        compare(table, "other pairs, at most three annotators without other HITs", True, most <= 3),
    ]


def shared_documents(data: CalibrationData) -> list[Figure]:
    """Documents that the calibration set shows as translated by two systems."""
    naming = "The file calls human translations translator-A, translator-B and so on; the paper writes HUMAN-B."
    slips = {"HUMAN-B and Online-W": Slip("Online-W and translator-B", naming)}
    figures = []
    for pair, documents in SHARED_DOCUMENTS.items():
        rows = data.rows(pair)
        for document, systems in documents.items():
            found = rows.filter(pl.col("document") == document)["system"].unique().sort()
            ours = " and ".join(found)
            name = f"{pair}, systems of {document}"
            figures.append(compare("Section 3.6", name, systems, ours, slip=slips.get(systems)))
    return figures


def table_3(data: CalibrationData) -> list[Figure]:
    """Correlations of two annotators."""
    figures, largest = [], 0.0
    for pair, columns in TABLE_3.items():
        found: dict[str, PairSummary] = {one.correlation: one for one in data.described[pair].agreement.pairs}
        for name, published in columns.items():
            ours = found[name]
            largest = max(largest, ours.max_p or 0.0)
            values = (ours.min, ours.min_p, ours.median, ours.max)
            parts = zip(("minimum", "p of the minimum", "median", "maximum"), published, values, strict=True)
            figures += [compare("Table 3", f"{pair}, {_NAMES[name]}, {part}", a, b, _TWO) for part, a, b in parts]
    return [*figures, compare("Table 3, caption", "all p-values of maxima below 0.001", True, largest < 0.001)]


def distributions(data: CalibrationData) -> list[Figure]:
    """How some annotators of English-Japanese use the scale."""
    table, result = "Section 4.1", data.described["eng-jpn"]
    high, tight = result["engjpn1611"].profile, result["engjpn1614"].profile
    clusters = {(one.low, one.high): one.judgements for one in tight.ticks.clusters} if tight.ticks else {}
    others = [one.profile for one in result.annotators if one.name != high.annotator]
    low = sum(one.min < _BELOW for one in others)
    reason = f"{low} of the {len(others)} other annotators of English-Japanese gave a score below {_BELOW}."
    most = max(one.profile.unique for one in result.annotators)
    fewest = min((one.profile for one in result.annotators), key=lambda one: one.unique)
    scores = data.rows("eng-jpn").filter(pl.col("annotator") == fewest.annotator)["score"]
    counts = dict(scores.value_counts().iter_rows())
    return [
        compare(table, "engjpn1611, lowest score", 52, high.min),
        compare(
            table,
            "most other annotators gave a score below 25",
            True,
            2 * low > len(others),
            slip=Slip(False, reason),
        ),
        *(
            compare(table, f"engjpn1614, scores from {ends[0]} to {ends[1]}", n, clusters.get(ends))
            for ends, n in CLUSTERS.items()
        ),
        compare(table, "engjpn1614, different scores", 13, tight.unique),
        compare(table, "engjpn1614, different segments", 95, tight.items),
        compare(table, "engjpn1614, scores in all", 100, tight.judgements),
        compare(table, "engjpn1614 keeps to the ticks of SQM", True, bool(tight.ticks and tight.ticks.set == "sqm")),
        compare(table, "others with more than 40 different scores", True, most > 40),
        compare(table, "annotator with the fewest, different scores", len(FIVE_SCORES), fewest.unique),
        *(
            compare(table, f"annotator with the fewest, scores of {score}", n, counts.get(score))
            for score, n in FIVE_SCORES.items()
        ),
    ]


def consistency(data: CalibrationData) -> list[Figure]:
    """Repeated segments: how far apart the two scores of one annotator are."""
    table = "Section 4.1"
    found = [one.consistency for result in data.described.values() for one in result.annotators if one.consistency]
    items, medians = [one.items for one in found], [one.median for one in found]
    usual = sum(median <= 5 for median in medians)
    return [
        compare(table, "fewest repeated segments of an annotator", 5, min(items)),
        compare(table, "most repeated segments of an annotator", 7, max(items)),
        compare(table, "most annotators differ by 5 or less (median)", True, 2 * usual > len(medians)),
        compare(table, "largest median absolute difference", 29, max(medians)),
    ]


def correlations(data: CalibrationData) -> list[Figure]:
    """Pairs of annotators of English-Japanese that section 4.2 names."""
    table, result = "Section 4.2, eng-jpn", data.described["eng-jpn"]
    pairs = {f"{pair.a} and {pair.b}": pair for pair in result.pairs}
    found: dict[str, PairSummary] = {one.correlation: one for one in result.agreement.pairs}
    lowest = {name: " and ".join(one.lowest) for name, one in found.items()}
    named, true = "engjpn1605 and engjpn1611", "engjpn1611 and engjpn1614"
    best, other = pairs["engjpn1606 and engjpn1613"], pairs[named]
    tau = found["kendall"]
    reason = (
        f"The text names another pair than Table 3 rests on: the minimum {tau.min:.3f} (p = {tau.min_p:.2f}, as in the "
        f"table) belongs to {lowest['kendall']}; {named} have {other.kendall:.3f} (p = {other.kendall_p:.2f})."
    )
    return [
        compare(table, "n", 95, best.n),
        compare(
            table,
            "pair with the highest Spearman's rho",
            "engjpn1606 and engjpn1613",
            " and ".join(found["spearman"].highest),
        ),
        compare(table, "its Spearman's rho", 0.69, best.spearman, _TWO),
        compare(table, "its Pearson's r", 0.75, best.pearson, _TWO),
        compare(table, "its Kendall's tau", 0.50, best.kendall, _TWO),
        compare(table, "pair with the lowest Spearman's rho", true, lowest["spearman"]),
        compare(table, "its Spearman's rho (lowest)", -0.10, found["spearman"].min, _TWO),
        compare(table, "p of it", 0.35, found["spearman"].min_p, _TWO),
        compare(table, "pair with the lowest Kendall's tau", named, lowest["kendall"], slip=Slip(true, reason)),
        compare(
            table,
            f"Kendall's tau of {named}",
            -0.06,
            other.kendall,
            _TWO,
            slip=Slip(-0.045, reason, Tolerance(digits=3)),
        ),
        compare(table, f"p of {named}", 0.52, other.kendall_p, _TWO),
        compare(table, "pair with the lowest Pearson's r", "engjpn1611 and engjpn1612", lowest["pearson"]),
        compare(table, "its Pearson's r (lowest)", -0.21, found["pearson"].min, _TWO),
        compare(table, "p of the lowest Pearson's r", 0.04, found["pearson"].min_p, _TWO),
        *(
            compare(table, f"median {_NAMES[name]}", value, found[name].median, _TWO)
            for name, value in {"spearman": 0.25, "pearson": 0.27, "kendall": 0.17}.items()
        ),
    ]


def out_of_reach() -> list[Figure]:
    """What rests on the other HITs."""
    return [
        absent("Figure 2", "histograms of calibration and additional HITs", None, _OTHER_HITS),
        absent("Figure 3", "calibration means against later means", None, _OTHER_HITS),
        absent("Figure 5", "histograms of calibration and degraded items", None, _OTHER_HITS),
        absent("Section 4.3", "lowest Spearman's rho of raw and z-scores by HIT", 0.76, _OTHER_HITS),
        absent("Section 5.2", "mean difference before degraded context", -0.26, _OTHER_HITS),
        absent("Section 5.2", "pairs before degraded context", 2378, _OTHER_HITS),
        absent("Section 5.2", "mean difference after degraded context", 1.9, _OTHER_HITS),
        absent("Section 5.2", "pairs after degraded context", 8924, _OTHER_HITS),
        absent("Section 5.3", "eng-jpn, mean difference before degraded context", 0.86, _OTHER_HITS),
        absent("Section 5.3", "eng-jpn, mean difference after degraded context", 0.74, _OTHER_HITS),
    ]
