"""Line numbers for segments: the files of mt-metrics-eval name no segment, its line is its name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import polars as pl

from adjudge.core.findings import Finding
from adjudge.core.tables import Table
from adjudge.io.mt_metrics_eval.catalogue import LINE_ORDER

#: Numbers of segments are lines if they leave no more than so many empty lines for each one that is filled.
_SPARSE: Final = 10
PLACE: Final = "_place"
_KEY: Final = ["document", "segment"]


@dataclass(frozen=True)
class Places:
    """The line of every segment.

    Args:
        frame: `document`, `segment`, and the line, counted from 1.
        lines: how many lines there are.
        numbered: whether the lines are the numbers that the segments have.
    """

    frame: pl.DataFrame
    lines: int
    numbered: bool

    def of(self, rows: pl.DataFrame) -> pl.DataFrame:
        """The rows with their lines; rows without a segment have none."""
        keyed = with_key(rows)
        return keyed.join(self.frame, on=_KEY, how="left", nulls_equal=True, maintain_order="left")

    @property
    def findings(self) -> list[Finding]:
        """That names of segments were lost, if they were."""
        return [] if self.numbered else [LINE_ORDER(segments=self.frame.height)]


def find_places(tables: Sequence[Table]) -> Places:
    """The lines of all segments: their numbers if they are whole numbers of one test set, else order of appearance.

    Documents are kept together, because mt-metrics-eval wants them so.

    Args:
        tables: those that share the lines; the first one decides on the order.
    """
    keys = pl.concat([with_key(table.frame).select(_KEY) for table in tables]).drop_nulls("segment")
    keys = keys.unique(maintain_order=True)
    numbers = keys["segment"].str.strip_chars().cast(pl.Int64, strict=False)
    plain = not numbers.has_nulls() and (numbers.cast(pl.String) == keys["segment"]).all()
    if keys.height and plain and numbers.is_unique().all() and int(numbers.min() or 0) >= 1:  # type: ignore[arg-type]
        last = int(numbers.max() or 0)  # type: ignore[arg-type]
        if last <= _SPARSE * keys.height:
            return Places(keys.with_columns(numbers.alias(PLACE)), last, numbered=True)
    first = pl.int_range(pl.len()).min().over("document")
    order = keys.with_columns(_first=first, _row=pl.int_range(pl.len())).sort("_first", "_row").drop("_first", "_row")
    return Places(order.with_columns(pl.int_range(1, pl.len() + 1).alias(PLACE)), order.height, numbered=False)


def with_key(rows: pl.DataFrame) -> pl.DataFrame:
    """The rows with a column of documents, whether they know any or not."""
    absent = [name for name in _KEY if name not in rows.columns]
    return rows.with_columns(pl.lit(None, dtype=pl.String).alias(name) for name in absent)
