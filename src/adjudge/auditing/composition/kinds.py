"""Kinds of items by collection, who saw which of them, and what each annotator judged (K1, K2, K5)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

import polars as pl

from adjudge.core.suspicions.human_systems import human_systems
from adjudge.scoring.filters import scored_segments

Unit = Literal["session", "annotator"]
#: Kinds of items whose presence in some sessions and absence from others makes z-scores incomparable.
CONTROLS: Final = ("reference", "degraded")
#: Kinds that say nothing about the composition of a session.
APART: Final = ("calibration", "tutorial")
#: Units from which their composition is worth a warning.
FEWEST: Final = 5
#: Share of annotators (of sessions, where annotators are unknown) that met it, below which it is a warning that the
#: others did not. A balanced design gives every ranked system to everybody; control items may miss a few by chance.
MET_BY_MOST: Final = {"human": 0.95, "reference": 0.8, "degraded": 0.8}
#: Units of less than this share of the usual size were broken off: that they did not meet something proves nothing.
BROKEN_OFF: Final = 0.5
#: Of the rows of a collection: a few without a name are left out, with more the units count as unknown.
MOST_UNKNOWN: Final = 0.05


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
        `collection`, `unit`, `seen`, `units`, `number`, `share`, and `broken_off`: units of less than half the usual
        size among those that did not see it. Units that are unknown in more than 5 % of the rows of a collection are
        left out, and so are items of calibration and tutorials.
    """
    rows = judged_items(frame).filter(~pl.col("kind").is_in(APART))
    names = human_systems(rows["system"].unique().sort()) if human is None else list(human)
    seen = {kind: (pl.col("kind") == kind).any() for kind in CONTROLS}
    seen["human"] = (pl.col("system").is_in(names) & ~pl.col("kind").is_in(CONTROLS)).any()
    parts = [_shares(rows, unit, seen) for unit in ("session", "annotator")]
    return pl.concat(parts).sort("collection", "unit", "seen", descending=[False, True, False], nulls_last=True)


def _shares(rows: pl.DataFrame, unit: str, seen: dict[str, pl.Expr]) -> pl.DataFrame:
    known = rows.filter(pl.col(unit).is_null().mean().over("collection") <= MOST_UNKNOWN).drop_nulls(unit)
    units = known.group_by("collection", unit).agg(pl.len().alias("_size"), **seen)
    units = units.with_columns(_small=pl.col("_size") < BROKEN_OFF * pl.col("_size").median().over("collection"))
    long = units.unpivot(list(seen), index=["collection", "_small"], variable_name="seen", value_name="_saw")
    return (
        long.group_by("collection", "seen")
        .agg(
            unit=pl.lit(unit),
            units=pl.len().cast(pl.Int64),
            number=pl.col("_saw").sum().cast(pl.Int64),
            share=pl.col("_saw").mean(),
            broken_off=(pl.col("_small") & ~pl.col("_saw")).sum().cast(pl.Int64),
        )
        .select("collection", "unit", "seen", "units", "number", "share", "broken_off")
    )


@dataclass(frozen=True)
class Met:
    """Who met something that others did not, in one collection.

    Args:
        collection: where; None if the data names none.
        seen: `reference`, `degraded` or `human`.
        sessions: the row of `kind_shares` for sessions; None if sessions are unknown.
        annotators: the row for annotators; None if annotators are unknown.
    """

    collection: str | None
    seen: str
    sessions: Mapping[str, Any] | None
    annotators: Mapping[str, Any] | None

    @property
    def uneven(self) -> bool:
        """Whether it is a warning: too few annotators met it, or sessions where annotators are unknown or one."""
        several = self.annotators is not None and self.annotators["units"] > 1
        row = self.annotators if several else self.sessions if self.annotators is None else None
        if row is None or self.sessions is None or self.sessions["units"] < FEWEST or not row["number"]:
            return False
        return bool(row["number"] < MET_BY_MOST[self.seen] * (row["units"] - row["broken_off"]))

    def some(self, unit: Unit) -> bool:
        """Whether some units met it and others, that were not broken off, did not."""
        row = self.sessions if unit == "session" else self.annotators
        return row is not None and 0 < row["number"] < row["units"] - row["broken_off"]


def who_met(shares: pl.DataFrame) -> list[Met]:
    """The rows of `kind_shares`, sessions and annotators side by side."""
    found: dict[tuple[str | None, str], dict[str, Mapping[str, Any]]] = {}
    for row in shares.iter_rows(named=True):
        found.setdefault((row["collection"], row["seen"]), {})[row["unit"]] = row
    return [Met(*key, rows.get("session"), rows.get("annotator")) for key, rows in found.items()]


def annotator_counts(frame: pl.DataFrame) -> pl.DataFrame:
    """Items of each annotator in each collection (Knowles and Lo 2022, Table 2): `annotator`, `collection`, `items`."""
    rows = judged_items(frame)
    keys: Sequence[str] = ("annotator", "collection")
    return rows.group_by(keys).agg(items=pl.len().cast(pl.Int64)).sort(keys, nulls_last=True)
