"""Which column names a segment: the number over all documents, if it tells the segments of each document apart."""

from __future__ import annotations

import polars as pl

from adjudge.core.findings import Finding
from adjudge.io.mqm.catalogue import NUMBERED_IN_DOCUMENT
from adjudge.io.mqm.layouts import Layout
from adjudge.io.source import Source


def name_segments(source: Source, rows: pl.DataFrame, layout: Layout) -> tuple[pl.DataFrame, list[Finding], list[str]]:
    """Rows with a column `segment`, findings, and the columns of numbers that were not used.

    Marot asks for a constant where there is no number over all documents; the number within the document then names
    the segment. The document is part of its name in any case.

    Args:
        source: the file.
        rows: with `document` and `position`, and `number` if the layout has one.
        layout: names of both in the file.
    """
    if layout.number is None:
        return rows.rename({"position": "segment"}), [], []
    segments = rows.select("document", "position", "number").unique()
    if segments.select("document", "number").n_unique() == segments.height:
        return rows.rename({"number": "segment"}), [], [layout.position]
    note = NUMBERED_IN_DOCUMENT(_number=layout.number, _position=layout.position, _source=source.name)
    return rows.rename({"position": "segment"}), [note], [layout.number]
