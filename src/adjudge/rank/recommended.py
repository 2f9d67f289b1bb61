"""The rule behind the recipe `recommended`: what it picks for the data at hand, and why."""

from __future__ import annotations

import polars as pl

from adjudge.core.findings import Finding
from adjudge.core.recipes import RECOMMENDED, Aggregate, Clusters, Filters, Recipe, Standardise, Test, Unit

#: With fewer shared documents no sign assignment can reach p < .05: 2 / 2^5 = .0625.
MIN_SHARED_DOCUMENTS = 6


def recommend(frame: pl.DataFrame) -> tuple[Recipe, list[Finding]]:
    """Pick a recipe.

    Args:
        frame: ratings.

    Returns:
        The recipe and the findings that explain it.
    """
    unit, why_unit = _unit(frame)
    kinds, why_kinds = _kinds(frame)
    test, why_test, warnings = _test(frame, kinds)
    recipe = Recipe(
        RECOMMENDED,
        "what recovers the truth best on data like these",
        "Knowles 2021; Knowles and Lo 2022, 2024; Graham et al. 2020",
        filters=Filters(revisions="keep-last", after_degraded="drop"),
        standardise=Standardise(unit, "counting"),
        aggregate=Aggregate(kinds),
        test=test,
        clusters=Clusters("stated"),
    )
    reasons = {"standardisation": why_unit, "rows": why_kinds, "test": why_test}
    text = f"Recommended for these data: {why_unit}; {why_kinds}; {why_test}."
    return recipe, [Finding("AJ203", "note", text, reasons), *warnings]


def _unit(frame: pl.DataFrame) -> tuple[Unit, str]:
    basis = "from the rows that count, never from degraded ones"
    if frame["annotator"].null_count() == 0:
        return "annotator", f"z-scores by annotator {basis}"
    if frame["session"].null_count() == 0:
        return "session", f"z-scores by session {basis}, because annotators are unknown"
    return "none", "raw scores, because neither annotators nor sessions are known"


def _kinds(frame: pl.DataFrame) -> tuple[tuple[str, ...], str]:
    degraded = (frame["kind"] == "degraded").any()
    traced = {"showing", "position"} <= set(frame.columns)
    if degraded and not (traced and frame.select("showing", "position").null_count().sum_horizontal()[0] == 0):
        return ("system",), "no repeats, because it is unknown which of them followed a degraded item"
    return ("system", "repeat"), "repeats count unless they followed a degraded item"


def _test(frame: pl.DataFrame, kinds: tuple[str, ...]) -> tuple[Test, str, list[Finding]]:
    counting = frame.filter(pl.col("kind").is_in(list(kinds)))
    if counting["document"].null_count():
        return _without_documents("documents are unknown")
    shared = _fewest_shared_documents(counting)
    if shared < MIN_SHARED_DOCUMENTS:
        return _without_documents(f"some pair of systems shares only {shared} documents")
    test = Test("permutation", alternative="two-sided", correction="holm")
    return (
        test,
        f"permutation test over documents (each pair shares at least {shared}), corrected by Holm",
        [],
    )


def _without_documents(reason: str) -> tuple[Test, str, list[Finding]]:
    warning = Finding(
        "AJ209",
        "warning",
        f"The test takes segments as independent, because {reason}; segments of one document are not, so lines "
        "may be drawn too easily.",
        source="Knowles 2021, section 6",
        todo="give the document of every segment, and the same documents to all systems",
    )
    test = Test("rank-sum", alternative="two-sided", correction="holm")
    return test, f"two-sided rank-sum test over segments, corrected by Holm, because {reason}", [warning]


def _fewest_shared_documents(counting: pl.DataFrame) -> int:
    """The smallest number of documents in which a pair of systems has a segment in common."""
    items = counting.select("system", "document", "segment").unique()
    systems = items["system"].unique().sort().to_list()
    seen = items.pivot("system", index=["document", "segment"], values="system", aggregate_function="len")
    present = seen.select("document", pl.col(systems).is_not_null())
    fewest = present["document"].n_unique()
    for i, a in enumerate(systems):
        both = present.group_by("document").agg([(pl.col(a) & pl.col(b)).any().alias(b) for b in systems[i + 1 :]])
        counts = [int(both[b].sum()) for b in systems[i + 1 :]]
        fewest = min([fewest, *counts])
    return fewest
