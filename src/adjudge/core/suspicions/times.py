"""Times that cannot be: judgements that ended before they began, and clocks in another unit than seconds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import polars as pl

from adjudge.core.catalogue import FindingEntry
from adjudge.core.check import Check
from adjudge.core.findings import Finding
from adjudge.core.tables import Comparisons, Ratings, Spans

ENDED_EARLY: Final = FindingEntry(
    "AJ180",
    "warning",
    "A judgement ended before it began.",
    text="{rows:,} of {_total:count row} {rows:ended/ended} before {rows:it/they} started[: annotators "
    "{annotators:names}]. The columns may be exchanged, or a clock was changed.",
    todo="check the columns 'started' and 'ended'; the order in which items were judged may be wrong",
    needs="ratings with start and end times",
)
NOT_SECONDS: Final = FindingEntry(
    "AJ181",
    "warning",
    "Times are not in seconds.",
    text="{rows:,} of {_total:count time} in the column {column:quoted} {rows:looks/look} like {unit}, not seconds: "
    "{example:.0f}.",
    todo="divide them by {_factor:,}",
    needs="times",
)
#: Seconds since 1970 reach this in the year 5138; milliseconds passed it in 1973.
_TOO_LATE: Final = 1e11
_UNITS: Final = (
    (1e17, "nanoseconds", 1_000_000_000),
    (1e14, "microseconds", 1_000_000),
    (_TOO_LATE, "milliseconds", 1_000),
)


def _ended_early(frame: pl.DataFrame) -> Iterator[Finding]:
    """Judgements whose end lies before their start.

    Clocks of annotators can be wrong, but not within one judgement.
    """
    early = frame.filter(pl.col("ended") < pl.col("started"))
    if early.height:
        names = early["annotator"].drop_nulls().unique().sort().to_list()
        yield ENDED_EARLY(rows=early.height, annotators=names, _total=frame.height)


def _not_seconds(frame: pl.DataFrame) -> Iterator[Finding]:
    """Times that lie in the year 5138 or later if they are read as seconds: they are milliseconds or finer."""
    for column in ("started", "ended"):
        if column not in frame.columns:
            continue
        times = frame[column].drop_nulls()
        late = times.filter(times.abs() >= _TOO_LATE)
        if len(late):
            first = float(late[0])
            unit, factor = next((unit, factor) for least, unit, factor in _UNITS if abs(first) >= least)
            yield NOT_SECONDS(
                column=column, rows=len(late), unit=unit, example=first, _total=len(times), _factor=factor
            )


CHECKS: Final = (
    Check(ENDED_EARLY, _ended_early, Ratings, columns=("started", "ended")),
    Check(NOT_SECONDS, _not_seconds, (Ratings, Spans, Comparisons)),
)
