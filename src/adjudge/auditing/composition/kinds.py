"""Kinds of items by collection, who saw which of them, and what each annotator judged (K1, K2, K5)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final, Literal

import polars as pl

from adjudge.core.suspicions.human_systems import human_systems
from adjudge.scoring.filters import scored_segments

Unit = Literal["session", "annotator"]
#: Kinds of items whose presence in some sessions and absence from others makes z-scores incomparable.
CONTROLS: Final = ("reference", "degraded")


def judged_items(frame: pl.DataFrame) -> pl.DataFrame:
    """Scored judgements of segments of any kind; scores of whole documents are left out."""
    rows = scored_segments(frame)
    missing = {name: None for name in ("collection", "annotator", "session", "document") if name not in rows.columns}
    rows = rows.with_columns(pl.lit(None, dtype=pl.String).alias(name) for name in missing)
    return rows if "kind" in rows.columns else rows.with_columns(kind=pl.lit("system"))


def kind_counts(frame: pl.DataFrame) -> pl.DataFrame:
    """Items of each kind in each collection (Knowles 2021, Table 1): `collection`, `kind`, `items`; sorted."""
    rows = judged_items(frame)
    return rows.group_by("collection", "kind").agg(items=pl.len().cast(pl.Int64)).sort("collection", "kind")


def kind_shares(frame: pl.DataFrame, *, human: Collection[str] | None = None) -> pl.DataFrame:
    """How many sessions and annotators saw references, degraded items and human translations (Knowles 2021, 5.1).

    Checked against: counts by sets (tests/laws).

    Args:
        frame: ratings.
        human: systems that are human translations; by their names if left out.

    Returns:
        One row per collection, unit (`session`, `annotator`) and what was seen (`reference`, `degraded`, `human`):
        `collection`, `unit`, `seen`, `units`, `number`, `share`. Units that are unknown in some row of a collection are
        left out.
    """
    rows = judged_items(frame)
    names = human_systems(rows["system"].unique().sort()) if human is None else list(human)
    seen = {kind: (pl.col("kind") == kind).any() for kind in CONTROLS}
    seen["human"] = (pl.col("system").is_in(names) & ~pl.col("kind").is_in(CONTROLS)).any()
    parts = [_shares(rows, unit, seen) for unit in ("session", "annotator")]
    return pl.concat(parts).sort("collection", "unit", "seen", descending=[False, True, False], nulls_last=True)


def _shares(rows: pl.DataFrame, unit: str, seen: dict[str, pl.Expr]) -> pl.DataFrame:
    known = rows.filter(pl.col(unit).is_null().any().over("collection").not_())
    units = known.group_by("collection", unit).agg(**seen)
    counts = units.group_by("collection").agg(
        units=pl.len().cast(pl.Int64), **{name: pl.col(name).sum() for name in seen}
    )
    long = counts.unpivot(list(seen), index=["collection", "units"], variable_name="seen", value_name="number")
    return long.select(
        "collection",
        unit=pl.lit(unit),
        seen="seen",
        units="units",
        number=pl.col("number").cast(pl.Int64),
        share=pl.col("number") / pl.col("units"),
    )


def annotator_counts(frame: pl.DataFrame) -> pl.DataFrame:
    """Items of each annotator in each collection (Knowles and Lo 2022, Table 2): `annotator`, `collection`, `items`."""
    rows = judged_items(frame)
    keys: Sequence[str] = ("annotator", "collection")
    return rows.group_by(keys).agg(items=pl.len().cast(pl.Int64)).sort(keys, nulls_last=True)
