"""The rule behind the recipe `recommended`: what it picks for the data at hand, and why.

The rule follows from a study of the whole family of recipes on simulated campaigns (`benchmarks/study_recovery.py`, its
table is in the documentation): the mixed model finds the true order best or as well as any in every kind of
campaign, and z-scores by annotator before it find more true differences once an annotator has given enough judgements
to estimate a mean and a spread. Lines are drawn by flipping the signs of whole documents, which keeps its level in
small campaigns.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import polars as pl

from adjudge.core.catalogue import fill
from adjudge.core.findings import Finding
from adjudge.core.recipes.built_in import RECOMMENDED
from adjudge.core.recipes.recipe import Aggregate, Clusters, Filters, Recipe, Standardise, Test
from adjudge.ranking.ratings import catalogue as say
from adjudge.scoring.aggregate import codes
from adjudge.scoring.model_factors import links_all_systems

#: From 300 judgements of an annotator on, z-scores make no established difference to the order, and they find more true
#: differences; from single sessions of 200 they make the order worse. 500 is a cautious choice
#: (docs/explanation/recommended.md).
MIN_ROWS_FOR_Z = 500
#: With fewer shared documents no sign assignment can reach p < .05: 2 / 2^5 = .0625.
MIN_SHARED_DOCUMENTS = 6


@dataclass(frozen=True)
class Recommendation:
    """A recipe for the data at hand.

    Args:
        recipe: every choice.
        finding: why these choices.
    """

    recipe: Recipe
    finding: Finding


def recommend(frame: pl.DataFrame) -> Recommendation:
    """Pick a recipe.

    Args:
        frame: ratings with a score in every row.
    """
    kinds = _kinds(frame)
    counting = frame.filter(pl.col("kind").is_in(list(kinds.kinds)))
    scores, inference = _scores(counting), _inference(counting)
    recipe = Recipe(
        RECOMMENDED,
        title="what recovers the truth best on data like these",
        source="study in the documentation; Knowles 2021; Knowles and Lo 2022, 2024; Graham et al. 2020",
        filters=Filters(revisions="keep-last", after_degraded="drop" if kinds.traced else "keep"),
        standardise=scores.standardise,
        aggregate=Aggregate(kinds.kinds, estimate=inference.estimate),
        test=inference.test,
        clusters=Clusters("stated"),
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
    estimate: Literal["means", "mixed"]
    test: Test
    reason: str


def _kinds(frame: pl.DataFrame) -> _Kinds:
    degraded = (frame["kind"] == "degraded").any()
    traced = {"showing", "position"} <= set(frame.columns)
    if degraded and not (traced and frame.select("showing", "position").null_count().sum_horizontal()[0] == 0):
        return _Kinds(("system",), traced=False, reason=say.NO_REPEATS)
    return _Kinds(("system", "repeat"), traced=True, reason=say.REPEATS_COUNT)


def _scores(counting: pl.DataFrame) -> _Scores:
    if counting["annotator"].null_count() or counting.is_empty():
        return _Scores(Standardise("none"), say.RAW_UNKNOWN)
    rows = counting.group_by("annotator").len()["len"]
    typical = int(rows.median())  # type: ignore[arg-type]
    if typical < MIN_ROWS_FOR_Z:
        return _Scores(Standardise("none"), fill(say.RAW_FEW, {"typical": typical}))
    return _Scores(Standardise("annotator", "counting"), fill(say.BY_ANNOTATOR, {"typical": typical}))


def _inference(counting: pl.DataFrame) -> _Inference:
    """The model for the order where it can be fitted; sign flips of documents for the lines where they are shared."""
    factor = next((name for name in ("annotator", "session") if counting[name].null_count() == 0), None)
    linked = factor is None or counting.is_empty() or links_all_systems(counting, factor)
    known = counting["document"].null_count() == 0
    shared = fewest_shared_documents(counting) if known else 0
    words = {
        "order": say.ORDER_BY_MODEL if linked else fill(say.ORDER_BY_MEANS, {"factor": factor}),
        "reason": fill(say.FEW_SHARED, {"shared": shared}) if known else say.DOCUMENTS_UNKNOWN,
        "shared": shared,
    }
    name: Literal["permutation", "mixed", "rank-sum"]
    if shared >= MIN_SHARED_DOCUMENTS:
        # The model's own contrasts are the sharper test, but reject too often in small campaigns (see the study).
        name, reason = "permutation", say.LINES_BY_DOCUMENTS
    elif linked:
        name, reason = "mixed", say.LINES_BY_MODEL
    else:
        name, reason = "rank-sum", say.LINES_BY_RANK_SUM
    return _Inference(
        "mixed" if linked else "means",
        test=Test(name, alternative="two-sided", correction="holm"),
        reason=fill(reason, words),
    )


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
