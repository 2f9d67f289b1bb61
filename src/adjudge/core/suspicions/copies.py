"""Every judgement twice: a file that was appended to itself looks like twice the evidence."""

from __future__ import annotations

from collections.abc import Iterator
from math import gcd
from typing import Final

import polars as pl

from adjudge.core.catalogue import FindingEntry
from adjudge.core.check import Check
from adjudge.core.findings import Finding
from adjudge.core.tables import Comparisons, Ratings, Spans

EVERY_ROW_COPIED: Final = FindingEntry(
    "AJ176",
    "warning",
    "Every row occurs twice or more.",
    text="Every one of the {distinct:count row} occurs {_times} times[, {_mirrored}]: the judgements "
    "look copied, and copies make a ranking look more certain than it is.",
    todo="remove the copies",
    needs="ratings or comparisons",
)
#: Where rows do not say who judged what, equal rows are natural. That all of k different rows occur an even number of
#: times has then a chance of about 2 to the power -k: ten of them are enough.
_ENOUGH: Final = 10


def _copied(frame: pl.DataFrame) -> Iterator[Finding]:
    rows, mirrored = _judgements(frame)
    if rows.height < 2 * _ENOUGH:
        return
    # Hashes settle almost all tables at once: one row that occurs once is enough.
    counts = rows.hash_rows().value_counts()["count"]
    times = gcd(*counts.unique().to_list())
    if times > 1 and len(counts) >= _ENOUGH:
        both = mirrored and rows.height > 0 and not _same_sides(frame, times)
        yield EVERY_ROW_COPIED(
            distinct=len(counts),
            times=times,
            _times=times,
            _mirrored="once in each order of the two systems" if both else None,
        )


def _judgements(frame: pl.DataFrame) -> tuple[pl.DataFrame, bool]:
    """The rows without the order in which two systems were named, and without a place that a reader counted out."""
    frame = frame.drop("position", strict=False)
    if "system_a" not in frame.columns:
        return frame, False
    swap = pl.col("system_a") > pl.col("system_b")
    other = pl.col("outcome").replace({"a": "b", "b": "a"})
    pair = {
        "system_a": pl.min_horizontal("system_a", "system_b"),
        "system_b": pl.max_horizontal("system_a", "system_b"),
        "outcome": pl.when(swap).then(other).otherwise(pl.col("outcome")),
    }
    return frame.with_columns(**pair), True


def _same_sides(frame: pl.DataFrame, times: int) -> bool:
    """Whether the copies also name the systems in the same order."""
    counts = frame.drop("position", strict=False).hash_rows().value_counts()["count"]
    return all(count % times == 0 for count in counts.unique().to_list())


CHECKS: Final = (Check(EVERY_ROW_COPIED, _copied, (Ratings, Comparisons, Spans)),)
