"""The rule behind the recipe `recommended`: what it picks for the data at hand, and why.

The rule follows from a study of the whole family of recipes on simulated campaigns (`benchmarks/study_recovery.py`, its
table is in the documentation): the mixed model finds the true order best or as well as any in every kind of
campaign, and z-scores by annotator before it find more true differences once an annotator has given enough judgements
to estimate a mean and a spread. Lines are drawn by flipping the signs of whole documents, which keeps its level in
small campaigns.
"""

from __future__ import annotations

from typing import Literal

import numpy as np
import polars as pl

from adjudge.core.findings import Finding
from adjudge.core.recipes import RECOMMENDED, Aggregate, Clusters, Filters, Recipe, Standardise, Test
from adjudge.scoring.aggregate import codes
from adjudge.scoring.mixed import links_all_systems

#: From 300 judgements of an annotator on, z-scores make no established difference to the order, and they find more true
#: differences; from single sessions of 200 they make the order worse. 500 is a cautious choice
#: (docs/explanation/recommended.md).
MIN_ROWS_FOR_Z = 500
#: With fewer shared documents no sign assignment can reach p < .05: 2 / 2^5 = .0625.
MIN_SHARED_DOCUMENTS = 6


def recommend(frame: pl.DataFrame) -> tuple[Recipe, list[Finding]]:
    """Pick a recipe.

    Args:
        frame: ratings with a score in every row.

    Returns:
        The recipe and the finding that explains it.
    """
    kinds, untraced, why_kinds = _kinds(frame)
    counting = frame.filter(pl.col("kind").is_in(list(kinds)))
    standardise, why_z = _standardise(counting)
    estimate, test, why_test = _inference(counting)
    recipe = Recipe(
        RECOMMENDED,
        "what recovers the truth best on data like these",
        "study in the documentation; Knowles 2021; Knowles and Lo 2022, 2024; Graham et al. 2020",
        filters=Filters(revisions="keep-last", after_degraded="keep" if untraced else "drop"),
        standardise=standardise,
        aggregate=Aggregate(kinds, estimate=estimate),
        test=test,
        clusters=Clusters("stated"),
    )
    reasons = {"rows": why_kinds, "standardisation": why_z, "estimate and test": why_test}
    text = f"Recommended for these data: {why_kinds}; {why_z}; {why_test}."
    return recipe, [Finding("AJ203", "note", text, reasons)]


def _kinds(frame: pl.DataFrame) -> tuple[tuple[str, ...], bool, str]:
    """Kinds that count, and whether degraded items cannot be traced to what followed them."""
    degraded = (frame["kind"] == "degraded").any()
    traced = {"showing", "position"} <= set(frame.columns)
    if degraded and not (traced and frame.select("showing", "position").null_count().sum_horizontal()[0] == 0):
        return ("system",), True, "no repeats, because it is unknown which of them followed a degraded item"
    return ("system", "repeat"), False, "repeats count unless they followed a degraded item"


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
    """The model for the order where it can be fitted; sign flips of documents for the lines where they are shared."""
    factor = next((name for name in ("annotator", "session") if counting[name].null_count() == 0), None)
    linked = factor is None or counting.is_empty() or links_all_systems(counting, factor)
    estimate: Literal["means", "mixed"] = "mixed" if linked else "means"
    order = "the order by a mixed model" if linked else f"the order by means, because no {factor} links all systems"
    shared = 0 if counting["document"].null_count() else fewest_shared_documents(counting)
    if shared >= MIN_SHARED_DOCUMENTS:
        # The model's own contrasts are the sharper test, but reject too often in small campaigns (see the study).
        test = Test("permutation", alternative="two-sided", correction="holm")
        return estimate, test, f"{order}, lines by sign flips of whole documents (each pair shares {shared} or more)"
    why = "documents are unknown" if counting["document"].null_count() else f"some pair shares only {shared} documents"
    if linked:
        test = Test("mixed", alternative="two-sided", correction="holm")
        return estimate, test, f"{order}, lines by its contrasts, because {why}"
    test = Test("rank-sum", alternative="two-sided", correction="holm")
    return estimate, test, f"{order}, lines by the rank-sum test, because {why}"


def fewest_shared_documents(counting: pl.DataFrame) -> int:
    """The smallest number of documents in which a pair of systems has a segment in common."""
    if counting.is_empty():
        return 0
    items = counting.select("system", "document", "segment").unique()
    systems = items["system"].unique().sort().to_list()
    seen = items.pivot("system", index=["document", "segment"], values="system", aggregate_function="len")
    document = codes(seen["document"]).to_numpy().astype(np.intp)
    present = seen.select(pl.col(systems).fill_null(0) > 0).to_numpy()
    fewest = int(document.max()) + 1
    for i in range(len(systems)):
        both = present[:, [i]] & present[:, i + 1 :]
        counts = [len(np.unique(document[column])) for column in both.T]
        fewest = min([fewest, *counts])
    return fewest
