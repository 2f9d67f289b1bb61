"""What there is to say about forward and reverse created text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import polars as pl

from adjudge.auditing.origin import catalogue as say
from adjudge.auditing.origin.difference import PairChange
from adjudge.auditing.origin.directions import Directions
from adjudge.auditing.origin.metrics import MetricDirections
from adjudge.core.findings import Finding
from adjudge.kernels.cluster_robust.regression import ClusterFit
from adjudge.kernels.probability.few_units import FEWEST_TO_DRAW


def orders(changes: Sequence[PairChange]) -> Iterator[Finding]:
    """Whether the order of systems depends on the direction."""
    turned = [one for one in changes if one.forward * one.reverse < 0]
    for entry, some in (
        (say.CHANGED, [one for one in turned if one.significant]),
        (say.WIDER, [one for one in changes if one.significant and one not in turned]),
    ):
        if some:
            listed = [f"{one.a} - {one.b} is {one.forward:.2f} forward and {one.reverse:.2f} reverse" for one in some]
            yield entry(pairs=[[one.a, one.b] for one in some], _pairs=listed)
    if turned and not any(one.significant for one in turned):
        yield say.MOVED(pairs=[[one.a, one.b] for one in turned], _pairs=[f"{one.a} and {one.b}" for one in turned])


def rows(directions: Directions, average: ClusterFit | None) -> Iterator[Finding]:
    """How much reverse created text there is, and whether it is easier."""
    reverse, known = directions.counts["reverse"], directions.counts["forward"] + directions.counts["reverse"]
    yield say.REVERSE_INSIDE(reverse=reverse, rows=known, _share=reverse / known)
    interval = average.interval(1) if average is not None else None
    if average is not None and interval is not None:
        yield say.EASIER(difference=float(average.coefficients[1]), low=interval[0], high=interval[1])


def limits(directions: Directions, missing: Sequence[str], counting: pl.DataFrame) -> Iterator[Finding]:
    """Systems and documents that the comparison lacks, and what a claim may be about."""
    if missing:
        yield say.NOT_IN_BOTH(systems=list(missing))
    documents: dict[str, Any] = {}
    if not counting["document"].null_count():
        for side in ("forward", "reverse"):
            documents[side] = counting.filter(pl.col("direction") == side)["document"].n_unique()
        if min(documents.values()) < FEWEST_TO_DRAW:
            yield say.FEW_DOCUMENTS(**documents, _needed=FEWEST_TO_DRAW)
    yield from directions.findings
    forward = counting.filter(pl.col("direction") == "forward")
    domains = forward["domain"].drop_nulls().unique().sort().to_list() if "domain" in forward.columns else []
    yield say.SCOPE(
        pair=_pair(forward),
        domains=domains,
        documents=documents.get("forward"),
        _domain=f" {' and '.join(domains)}" if domains else None,
        _source=directions.source or "the source language",
    )


def _pair(frame: pl.DataFrame) -> str | None:
    if not {"source_lang", "target_lang"} <= set(frame.columns):
        return None
    pairs = frame.select("source_lang", "target_lang").drop_nulls().unique()
    return "-".join(pairs.row(0)) if pairs.height == 1 else None


def metrics(found: Sequence[MetricDirections], asked: Sequence[str]) -> Iterator[Finding]:
    """Whether the directions agree less by a metric than by people, and metrics that cannot be split."""
    for one in found:
        gap = one.gap
        if gap is None:
            continue
        figures: dict[str, Any] = {"metric": one.metric, "kendall": gap.metric, "human": gap.human}
        bounds: dict[str, Any] = {"low": gap.low, "high": gap.high}
        if gap.low is not None and gap.low > 0:
            yield say.METRIC_DISAGREES(**figures, **bounds)
        else:
            known = None if gap.low is None else f"{gap.low:.2f} to {gap.high:.2f}"
            yield say.METRIC_AGREES(**figures, **bounds, _interval=known)
    lost = sorted(set(asked) - {one.metric for one in found})
    if lost:
        yield say.METRIC_WITHOUT_SEGMENTS(metrics=lost)
