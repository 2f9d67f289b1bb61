"""The same question for automatic metrics: differences and agreement between the directions (R2, R4)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

import polars as pl

from adjudge.auditing.origin.agreement import DirectionAgreement, direction_agreement
from adjudge.auditing.origin.difference import Segments, SystemDifference, in_both, system_differences
from adjudge.auditing.origin.directions import Directions, metric_directions
from adjudge.auditing.origin.gap import AgreementGap, agreement_gap
from adjudge.core.seeds import Seeds
from adjudge.core.tables import MetricScores


@dataclass(frozen=True)
class MetricDirections:
    """One metric on forward and reverse created text.

    Args:
        metric: its name.
        level: what was averaged: scores of `segment`s or of `document`s. A metric that is no average of these, such
            as BLEU, has other scores for a whole test set.
        systems: difference of every system, highest on forward text first.
        agreement: of forward and reverse means.
        gap: how far human scores agree better, on what both have scores of; None if that is too little.
    """

    metric: str
    level: Literal["segment", "document"]
    systems: tuple[SystemDifference, ...]
    agreement: DirectionAgreement
    gap: AgreementGap | None


def metric_rows(
    metrics: MetricScores, directions: Directions, human: Segments, seeds: Seeds
) -> Iterator[MetricDirections]:
    """Every metric with scores of text of both directions for at least two systems.

    Args:
        metrics: scores of one language pair.
        directions: the split of the human scores.
        human: these scores.
        seeds: for the intervals of agreement.
    """
    frame = metric_directions(metrics, directions).filter(pl.col("score").is_not_null())
    for (name,), rows in sorted(frame.partition_by("metric", as_dict=True).items(), key=lambda part: str(part[0][0])):
        segments = rows.filter(pl.col("segment").is_not_null()) if "segment" in rows.columns else rows.clear()
        level: Literal["segment", "document"] = "document" if segments.is_empty() else "segment"
        found = _metric(str(name), rows if segments.is_empty() else segments, level, human, seeds)
        if found is not None:
            yield found


def _metric(
    name: str, rows: pl.DataFrame, level: Literal["segment", "document"], human: Segments, seeds: Seeds
) -> MetricDirections | None:
    both, _ = in_both(rows)
    if len(both) < 2:
        return None
    known = "document" in rows.columns and not rows["document"].null_count()
    unit = pl.col("document" if known else "segment").rank("dense").cast(pl.Int64)
    marked = rows.filter(pl.col("system").is_in(both)).with_columns(raw="score", _unit=unit)
    means = dict(
        marked.filter(pl.col("direction") == "forward").group_by("system").agg(pl.col("score").mean()).iter_rows()
    )
    systems = tuple(sorted(means, key=lambda system: (-means[system], system)))
    segments = Segments(marked, systems)
    differences = system_differences(segments, ranked_by_raw=True)
    forward, reverse = [one.forward for one in differences], [one.reverse for one in differences]
    agreement = direction_agreement(forward, reverse, segments, seeds)
    return MetricDirections(name, level, tuple(differences), agreement, agreement_gap(human, segments, seeds))
