"""The evaluation rounds of Hassan et al. 2018 (human parity), re-analysed by Graham et al. 2020."""

from __future__ import annotations

from typing import Final

import polars as pl

from adjudge.core.columns import LINE
from adjudge.core.tables import AnyTable, Ratings
from adjudge.io.delimited import has_header, read_rows
from adjudge.io.formats import Format, checked
from adjudge.io.source import Source

_HEADER: Final = ("UserID", "SystemID", "SegmentID", "Type", "Score", "StartTime", "EndTime")
_KINDS: Final = {"TGT": "system", "CHK": "repeat"}


def _read(source: Source) -> tuple[AnyTable, ...]:
    frame = read_rows(source, _HEADER).select(
        # Graham et al. standardise by user: an account is one person here, with many rounds.
        annotator=pl.col("UserID"),
        session=pl.lit(None, dtype=pl.String),
        system=pl.col("SystemID"),
        document=pl.lit(None, dtype=pl.String),
        segment=pl.col("SegmentID"),
        kind=pl.col("Type").replace(_KINDS),
        score=pl.col("Score"),
        started=pl.col("StartTime"),
        ended=pl.col("EndTime"),
        **{LINE: pl.col(LINE)},
    )
    return (checked(Ratings, frame, source),)


FORMATS = (
    Format(
        "human-parity",
        "evaluation rounds of Hassan et al. 2018",
        gives=("ratings",),
        detect=lambda source: has_header(source, _HEADER),
        read=_read,
        author="Hassan et al. 2018",
    ),
)
