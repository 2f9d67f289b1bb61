"""The map from segment ids to places in the test set that comes with a release."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from adjudge.core.columns import DOCUMENT, DOMAIN, SEGMENT, Column
from adjudge.core.tables import AnyTable
from adjudge.io.delimited import read_rows
from adjudge.io.formats import Format, supplement
from adjudge.io.source import Source

SEGMENTS: Final = "segment-map"
_SEGMENT_COLUMNS: Final = (
    DOMAIN,
    Column("original_document", "text", "name of the document in the test set"),
    Column("original_segment", "integer", "line in that document, counted from 1", nullable=False),
    replace(DOCUMENT, nullable=False),
    SEGMENT,
    Column("position", "integer", "line in the test set, counted from 0", nullable=False),
)


def _is_segment_map(source: Source) -> bool:
    rows = [line.split("\t") for line in source.sample]
    fits = (len(row) == 6 and all(map(str.isdigit, (row[2], row[4], row[5].strip()))) for row in rows)
    return 2 * sum(fits) > len(rows)


def _read_segments(source: Source) -> tuple[AnyTable, ...]:
    names = [column.name for column in _SEGMENT_COLUMNS]
    frame = read_rows(source, names, separator="\t", header=False, quoted=False)
    return (supplement(SEGMENTS, _SEGMENT_COLUMNS, frame, source),)


FORMATS = (
    Format(
        SEGMENTS,
        "map from segment ids to places in the test set (Knowles and Lo 2022)",
        gives=(SEGMENTS,),
        detect=_is_segment_map,
        read=_read_segments,
        author="Knowles and Lo 2022",
    ),
)
