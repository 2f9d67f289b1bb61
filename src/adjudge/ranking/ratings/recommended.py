"""The rule behind the recipe `recommended`: what it picks for the data at hand, and why.

The rule follows from studies on campaigns with known truth (`benchmarks/study_*.py`, their tables are in the
documentation). The order comes from a mixed model of scores that were brought to one spread. Lines and sets of ranks
come from the same model: the signs of what whole documents contribute to its estimates are flipped, and what annotators
carry from document to document is added. This keeps the level where annotators met few systems, where variances differ
and where documents are few, and finds most of what could be found.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

import polars as pl

from adjudge.core.catalogue import fill
from adjudge.core.findings import Finding
from adjudge.core.recipes.built_in import RECOMMENDED
from adjudge.core.recipes.recipe import Aggregate, Clusters, Filters, Recipe, Standardise, Test
from adjudge.ranking.ratings import catalogue as say
from adjudge.scoring.known_documents import recover_documents

#: If more of the scores than this are equal, as with penalties that are mostly 0, ranks say more than points.
MOSTLY_EQUAL: Final = 0.5


@dataclass(frozen=True)
class Recommendation:
    """A recipe for the data at hand.

    Args:
        recipe: every choice.
        finding: why these choices.
    """

    recipe: Recipe
    finding: Finding


def recommend(frame: pl.DataFrame, kinds_asked: tuple[str, ...] = ()) -> Recommendation:
    """Pick a recipe.

    Args:
        frame: ratings with a score in every row.
        kinds_asked: kinds of items that are to count; empty to pick them as well.
    """
    kinds = _kinds(frame, kinds_asked)
    counting = frame.filter(pl.col("kind").is_in(list(kinds.kinds)))
    scores, inference = _scores(counting), _inference(counting, kinds.kinds)
    recipe = Recipe(
        RECOMMENDED,
        title="what recovers the truth best on data like these",
        source="study in the documentation; Knowles 2021; Knowles and Lo 2022, 2024; Graham et al. 2020",
        filters=Filters(revisions="keep-last", after_degraded="drop" if kinds.traced else "keep", documents="recover"),
        standardise=scores.standardise,
        aggregate=Aggregate(kinds.kinds, estimate="mixed"),
        test=inference.test,
        clusters=Clusters("strict"),  # so that no set of ranks crosses a line
    )
    reasons: dict[str, Any] = {
        "rows": kinds.reason,
        "standardisation": scores.reason,
        "estimate and test": inference.reason,
    }
    return Recommendation(recipe, say.RECOMMENDED(**reasons))


@dataclass(frozen=True)
class _Kinds:
    """Kinds that count, and whether degraded items can be traced to what followed them."""

    kinds: tuple[str, ...]
    traced: bool
    reason: str


@dataclass(frozen=True)
class _Scores:
    standardise: Standardise
    reason: str


@dataclass(frozen=True)
class _Inference:
    test: Test
    reason: str


def _kinds(frame: pl.DataFrame, asked: tuple[str, ...]) -> _Kinds:
    picked = _picked_kinds(frame)
    return replace(picked, kinds=asked, reason=say.KINDS_GIVEN) if asked else picked


def _picked_kinds(frame: pl.DataFrame) -> _Kinds:
    degraded = (frame["kind"] == "degraded").any()
    traced = {"showing", "position"} <= set(frame.columns)
    if degraded and not (traced and frame.select("showing", "position").null_count().sum_horizontal()[0] == 0):
        return _Kinds(("system",), traced=False, reason=say.NO_REPEATS)
    return _Kinds(("system", "repeat"), traced=True, reason=say.REPEATS_COUNT)


def _scores(counting: pl.DataFrame) -> _Scores:
    unit = _who(counting)
    if unit is None or counting.is_empty():
        return _Scores(Standardise("none"), say.RAW_UNKNOWN)
    share = float(counting["score"].value_counts()["count"].max()) / counting.height  # type: ignore[arg-type]
    if share > MOSTLY_EQUAL:
        reason = fill(say.NORMAL_SPREAD, {"unit": unit, "share": share})
        return _Scores(Standardise(unit, "counting", centre="shrunken-sd", scores="normal"), reason)
    return _Scores(Standardise(unit, "counting", centre="shrunken-sd"), fill(say.ONE_SPREAD, {"unit": unit}))


def _who(counting: pl.DataFrame) -> Literal["annotator", "session"] | None:
    """Whose scores are brought to one spread: those of annotators, where they are known, else of sessions."""
    if counting["annotator"].null_count() < counting.height:
        return "annotator"
    return "session" if counting["session"].null_count() == 0 else None


def _inference(counting: pl.DataFrame, kinds: Sequence[str]) -> _Inference:
    """The unit is the document, where known or recovered, else the segment."""
    known = recover_documents(counting, kinds).frame["document"].null_count() < counting.height
    unit: Literal["document", "segment"] = "document" if known else "segment"
    test = Test("model-flips", unit, alternative="two-sided", correction="step-down")
    return _Inference(test, fill(say.LINES_BY_UNITS, {"unit": unit, "_unknown": "" if known else say.UNIT_OF_UNKNOWN}))
