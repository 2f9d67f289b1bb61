"""The estimate of an analysis: the score of every system, and the segment means behind it."""

from __future__ import annotations

from dataclasses import dataclass

import polars as pl

from adjudge.core.findings import Finding
from adjudge.core.scale import STANDARDISED
from adjudge.ranking.ratings import findings as observe
from adjudge.ranking.ratings.model import ModelRanking
from adjudge.ranking.ratings.scored_rows import ScoredRows
from adjudge.ranking.ratings.segment_scores import SegmentScores
from adjudge.scoring.aggregate import segment_means, system_means


@dataclass(frozen=True, eq=False)
class Estimate:
    """The order of the systems, and what it rests on.

    Args:
        means: one row per system, best first: `system`, `raw`, `z`, `score` (what the order is by), `n` segments,
            `judgements`.
        scores: segment means of the systems in this order.
        findings: where raw means give another order.
    """

    means: pl.DataFrame
    scores: SegmentScores
    findings: tuple[Finding, ...]

    @property
    def order(self) -> list[str]:
        """The systems, best first."""
        return self.scores.systems


def estimate_systems(scored: ScoredRows, model: ModelRanking | None) -> Estimate:
    """Order the systems by the mean of their segment means, or by the mixed model.

    Args:
        scored: the rows that count.
        model: if the order is to be the model's.
    """
    segments = segment_means(scored.frame)
    means = system_means(segments).with_columns(score=pl.col(scored.by))
    if "scale" in scored.frame.columns and (scored.frame["scale"] == STANDARDISED).any():
        means = means.with_columns(raw=pl.lit(None, dtype=pl.Float64))  # what was released is no raw score
    if model is not None:
        means = means.with_columns(score=pl.col("system").replace_strict(model.estimates))
    # Names break ties so that the order never depends on the order of the rows.
    means = means.sort(["score", "system"], descending=[True, False])
    systems = means["system"].to_list()
    return Estimate(
        means, scores=SegmentScores.of(segments, systems, scored.by), findings=tuple(observe.raw_order(means, systems))
    )
