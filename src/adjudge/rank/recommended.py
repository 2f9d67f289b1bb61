"""The rule behind the recipe `recommended`: what it picks for the data at hand, and why.

The rule follows from a study of the whole family of recipes on simulated campaigns (`benchmarks/study_recovery.py`, its
table is in the documentation): the mixed model finds the true order best or as well as any in every kind of
campaign, and z-scores by annotator before it help once an annotator has given enough judgements to estimate a
mean and a spread.
"""

from __future__ import annotations

from typing import Literal

import polars as pl

from adjudge.core.findings import Finding
from adjudge.core.recipes import RECOMMENDED, Aggregate, Clusters, Filters, Recipe, Standardise, Test
from adjudge.score.mixed import links_all_systems

#: z-scores before the model gain with about 1,200 and 600 judgements by each annotator and lose with 300.
MIN_ROWS_FOR_Z = 500


def recommend(frame: pl.DataFrame) -> tuple[Recipe, list[Finding]]:
    """Pick a recipe.

    Args:
        frame: ratings with a score in every row.

    Returns:
        The recipe and the finding that explains it.
    """
    kinds, why_kinds = _kinds(frame)
    counting = frame.filter(pl.col("kind").is_in(list(kinds)))
    standardise, why_z = _standardise(counting)
    estimate, test, why_test = _inference(counting)
    recipe = Recipe(
        RECOMMENDED,
        "what recovers the truth best on data like these",
        "study in the documentation; Knowles 2021; Knowles and Lo 2022, 2024; Graham et al. 2020",
        filters=Filters(revisions="keep-last", after_degraded="drop"),
        standardise=standardise,
        aggregate=Aggregate(kinds, estimate=estimate),
        test=test,
        clusters=Clusters("stated"),
    )
    reasons = {"rows": why_kinds, "standardisation": why_z, "estimate and test": why_test}
    text = f"Recommended for these data: {why_kinds}; {why_z}; {why_test}."
    return recipe, [Finding("AJ203", "note", text, reasons)]


def _kinds(frame: pl.DataFrame) -> tuple[tuple[str, ...], str]:
    degraded = (frame["kind"] == "degraded").any()
    traced = {"showing", "position"} <= set(frame.columns)
    if degraded and not (traced and frame.select("showing", "position").null_count().sum_horizontal()[0] == 0):
        return ("system",), "no repeats, because it is unknown which of them followed a degraded item"
    return ("system", "repeat"), "repeats count unless they followed a degraded item"


def _standardise(counting: pl.DataFrame) -> tuple[Standardise, str]:
    if counting["annotator"].null_count() or counting.is_empty():
        return Standardise("none"), "raw scores, because annotators are unknown"
    rows = counting.group_by("annotator").len()["len"]
    typical = int(rows.median())  # type: ignore[arg-type]
    if typical < MIN_ROWS_FOR_Z:
        return Standardise("none"), f"raw scores, because the median annotator gave only {typical:,} judgements"
    why = f"z-scores by annotator from the rows that count (the median annotator gave {typical:,} judgements)"
    return Standardise("annotator", "counting"), why


def _inference(counting: pl.DataFrame) -> tuple[Literal["means", "mixed"], Test, str]:
    """The mixed model where annotators (or sessions) link the systems; else means, tested on documents they share."""
    factor = next((name for name in ("annotator", "session") if counting[name].null_count() == 0), None)
    if factor is None or counting.is_empty() or links_all_systems(counting, factor):
        test = Test("mixed", alternative="two-sided", correction="holm")
        return "mixed", test, "a mixed model, its contrasts corrected by Holm"
    reason = f"because no {factor} links all systems, which a model of {factor}s needs"
    if counting["document"].null_count() == 0 and links_all_systems(counting, "document"):
        test = Test("permutation", alternative="two-sided", correction="holm")
        return "means", test, f"means and sign flips of whole documents, corrected by Holm, {reason}"
    test = Test("rank-sum", alternative="two-sided", correction="holm")
    return "means", test, f"means and the rank-sum test, corrected by Holm, {reason}"
