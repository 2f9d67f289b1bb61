"""Annotators who compared systems: ties, first place, agreement with the others and with themselves."""

from __future__ import annotations

import polars as pl

from adjudge.auditing.annotators.comparisons.agreement import agreement, known_judgements, unordered_items
from adjudge.auditing.annotators.comparisons.result import (
    ComparingAnnotator,
    ComparingPair,
    ComparisonAnnotatorsResult,
)
from adjudge.core.tables import Comparisons
from adjudge.kernels.paired_comparison.agreement import Agreement


def describe_comparisons(table: Comparisons) -> ComparisonAnnotatorsResult:
    """Describe the annotators of comparisons of one language pair.

    Raises:
        InputError: AJ034 if no row has both an annotator and a text.
    """
    found = agreement(table)
    frame = unordered_items(known_judgements(table))
    return ComparisonAnnotatorsResult(
        signature=found.signature,
        settings=found.settings,
        findings=(*table.findings, *found.findings),
        rows=found.rows,
        annotators=_annotators(frame),
        pairs=_pairs(frame),
    )


def _annotators(frame: pl.DataFrame) -> tuple[ComparingAnnotator, ...]:
    """Everything about each annotator.

    Checked against: plain loops over all judgements (tests/laws).
    """
    tie = pl.col("outcome") == "tie"
    own = frame.group_by("annotator").agg(
        judgements=pl.len(),
        ties=tie.mean(),
        first=(pl.col("outcome") == "a").filter(~tie).mean(),
    )
    table = own.join(_with_majority(frame), on="annotator", how="left").join(
        _repeats(frame), on="annotator", how="left"
    )
    filled = table.with_columns(pl.col("majority", "repeats").fill_null(0)).sort("annotator")
    names = list(ComparingAnnotator.__dataclass_fields__)
    return tuple(ComparingAnnotator(**row) for row in filled.select(names).iter_rows(named=True))


def _with_majority(frame: pl.DataFrame) -> pl.DataFrame:
    """Agreement with the most frequent outcome of the others; where two outcomes are equally frequent there is none."""
    counts = [(pl.col("_turned") == one).sum() for one in (-1, 0, 1)]
    item, mine = ["_item"], ["annotator", "_item"]
    others = [(count.over(item) - count.over(mine)).alias(f"_{i}") for i, count in enumerate(counts)]
    most = pl.max_horizontal("_0", "_1", "_2")
    alone = pl.sum_horizontal((pl.col(f"_{i}") == most).cast(pl.Int32) for i in range(3)) == 1
    of_own = pl.when(pl.col("_turned") == -1).then("_0").when(pl.col("_turned") == 0).then("_1").otherwise("_2")
    return (
        frame.with_columns(others)
        .filter((most > 0) & alone)
        .group_by("annotator")
        .agg(with_majority=(of_own == most).mean(), majority=pl.len())
    )


def _repeats(frame: pl.DataFrame) -> pl.DataFrame:
    """Pairs of own judgements of the same two outputs, and the share of them that disagree."""
    n = pl.col("n")
    counts = frame.group_by("annotator", "_item", "_turned").agg(n=pl.len())
    items = counts.group_by("annotator", "_item").agg(all=n.sum() * (n.sum() - 1) / 2, same=(n * (n - 1)).sum() / 2)
    return (
        items.group_by("annotator")
        .agg(pl.col("all", "same").sum())
        .filter(pl.col("all") > 0)
        .select("annotator", contradictions=1 - pl.col("same") / pl.col("all"), repeats=pl.col("all").cast(pl.Int64))
    )


def _pairs(frame: pl.DataFrame) -> tuple[ComparingPair, ...]:
    """Every two annotators with common outputs."""
    several = frame.filter(pl.col("annotator").n_unique().over("_item") > 1)
    rows = several.select("annotator", "_item", "_turned")
    counted = (
        rows.join(rows, on="_item", suffix="_b")
        .filter(pl.col("annotator") < pl.col("annotator_b"))
        .group_by("annotator", "annotator_b")
        .agg(
            n=pl.len(),
            agree=(pl.col("_turned") == pl.col("_turned_b")).sum(),
            ties=(pl.col("_turned") == 0).sum() + (pl.col("_turned_b") == 0).sum(),
        )
        .sort("annotator", "annotator_b")
    )
    return tuple(_pair(*row) for row in counted.iter_rows())


def _pair(a: str, b: str, n: int, agree: int, ties: int) -> ComparingPair:
    # Each of the n pairs of judgements brings both of its judgements to the share of ties.
    found = Agreement(agree=agree, comparable=n, ties=ties, total=2 * n)
    return ComparingPair(a, b, n, agree / n, found.kappa)
