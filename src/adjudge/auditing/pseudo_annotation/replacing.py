"""Scores of a metric in the place of those of annotators, row by row; what has none is counted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import polars as pl

from adjudge.auditing.pseudo_annotation import catalogue as say
from adjudge.core.findings import Finding
from adjudge.core.tables import MetricScores
from adjudge.scoring.aggregate import TIE_DECIMALS

#: Kinds of rows that show an undamaged output of the system they name; a metric knows no score of others.
SCORABLE: Final = ("system", "repeat", "filler", "calibration")
#: If more of the judged outputs than this have no score, the metric is refused.
MOST_MISSING: Final = 0.05
_SCORE: Final = "_metric"


@dataclass(frozen=True, eq=False)
class MetricColumn:
    """The scores of one metric for every row.

    Args:
        metric: its name.
        scores: in the order of the rows; None where there is none.
        findings: rows without a score.
        whole: mean of each system over all segments that every judged system has a score for: `system`, `score`.
        segments: number of these segments.
    """

    metric: str
    scores: pl.Series
    findings: tuple[Finding, ...]
    whole: pl.DataFrame
    segments: int


def scores_of_rows(rows: pl.DataFrame, scores: MetricScores, metric: str) -> MetricColumn:
    """Look up the score of a metric for every row.

    Args:
        rows: ratings of segments.
        scores: of several metrics, perhaps; those without a segment are not used.
        metric: which one.

    Raises:
        InputError: AJ063 if there are no scores of segments, or too many judged outputs have none.
    """
    known = (pl.col("metric") == metric) & pl.col("score").is_not_null()
    if "segment" not in scores.frame.columns:
        raise say.NO_SEGMENT_SCORES(metric=metric)
    own = scores.frame.filter(known & pl.col("segment").is_not_null())
    if own.is_empty():
        raise say.NO_SEGMENT_SCORES(metric=metric)
    keys = _keys(rows, own)
    own = _one_score_each(own.select(*keys, pl.col("score").alias(_SCORE)).unique(), rows, keys, metric)
    joined = rows.join(own, on=keys, how="left", maintain_order="left")
    scorable = joined["kind"].is_in(SCORABLE)
    found = joined.filter(scorable)
    missing = found.filter(pl.col(_SCORE).is_null())
    findings = _missing(metric, found, missing, keys)
    others = joined.filter(~scorable)
    if others.height:
        kinds = others["kind"].unique().sort().to_list()
        findings = (say.LEFT_OUT(metric=metric, rows=others.height, kinds=kinds), *findings)
    values = joined.select(pl.when(scorable).then(pl.col(_SCORE))).to_series()
    systems = found.filter(pl.col(_SCORE).is_not_null())["system"].unique()
    shared = _shared(own.filter(pl.col("system").is_in(systems.to_list())), keys, len(systems))
    whole = shared.group_by("system").agg(score=pl.col(_SCORE).mean().round(TIE_DECIMALS)).sort("system")
    places = [name for name in keys if name != "system"]
    return MetricColumn(metric, values, findings, whole, shared.select(places).unique().height)


def _keys(rows: pl.DataFrame, own: pl.DataFrame) -> list[str]:
    """System and segment, and the document where both know it everywhere."""
    both = all("document" in frame.columns and frame["document"].null_count() == 0 for frame in (rows, own))
    return ["system", "document", "segment"] if both else ["system", "segment"]


def _one_score_each(own: pl.DataFrame, rows: pl.DataFrame, keys: list[str], metric: str) -> pl.DataFrame:
    """The scores, if no judged output has two that differ."""
    twice = own.group_by(keys).len().filter(pl.col("len") > 1).drop("len").join(rows, on=keys, how="semi").sort(keys)
    if twice.height:
        raise say.SEVERAL_SCORES(metric=metric, example=_said(twice), outputs=twice.height)
    return own


def _said(outputs: pl.DataFrame) -> str:
    """The first of some outputs in words."""
    return " ".join(f"{name} {value}" for name, value in outputs.row(0, named=True).items())


def _shared(own: pl.DataFrame, keys: list[str], systems: int) -> pl.DataFrame:
    """Scores of the segments that every system has one for."""
    places = [name for name in keys if name != "system"]
    return own.filter(pl.len().over(places) == systems)


def _missing(metric: str, found: pl.DataFrame, missing: pl.DataFrame, keys: list[str]) -> tuple[Finding, ...]:
    outputs = missing.select(keys).unique().sort(keys)
    judged = found.select(keys).unique().height
    if not outputs.height:
        return ()
    share = outputs.height / judged
    counts = outputs.group_by("system").len().sort(["len", "system"], descending=[True, False])
    systems = counts["system"].to_list()
    if share > MOST_MISSING:
        raise say.MISSING_SCORES(
            metric=metric,
            missing=outputs.height,
            judged=judged,
            share=share,
            least=1 - MOST_MISSING,
            systems=systems,
            example=_said(outputs),
        )
    return (
        say.SOME_MISSING(
            metric=metric, missing=outputs.height, judged=judged, share=share, rows=missing.height, systems=systems
        ),
    )
