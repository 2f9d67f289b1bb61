"""Professional ratings on the scale 0..6 (pSQM), released beside the MQM annotations of newstest2020."""

from __future__ import annotations

from typing import Final

import polars as pl

from adjudge.core.columns import LINE
from adjudge.core.tables import AnyTable, Ratings
from adjudge.io.formats import Format, build_all, checked, unused
from adjudge.io.mqm.layouts import Layout
from adjudge.io.mqm.quoting import header_names, read_texts
from adjudge.io.mqm.segments import name_segments
from adjudge.io.mqm.texts import read_outputs
from adjudge.io.source import Source

#: Freitag et al. 2021, section 3.3: 0 for nonsense or no meaning preserved, 6 for perfect meaning and grammar.
_SCALE: Final = "0..6"
_LAYOUT: Final = Layout(
    {
        "system": "system",
        "doc": "document",
        "doc_id": "position",
        "seg_id": "number",
        "rater": "annotator",
        "source": "source",
        "target": "target",
        "score": "score",
    },
    position="doc_id",
    number="seg_id",
)


def _read(source: Source) -> tuple[AnyTable, ...]:
    read = read_texts(source, _LAYOUT.names)
    rows = read.frame.rename({name: ours for name, ours in _LAYOUT.columns.items() if ours})
    rows, notes, spare = name_segments(source, rows, _LAYOUT)
    frame = rows.select(
        "annotator",
        "system",
        "document",
        "segment",
        "score",
        session=pl.lit(None, dtype=pl.String),
        kind=pl.lit("system"),
        scale=pl.lit(_SCALE),
        **{LINE: pl.col(LINE)},
    )
    findings = (unused(source, *spare), *read.findings, *notes)
    return build_all(
        lambda: checked(Ratings, frame, source).with_findings(*findings),
        lambda: read_outputs(source, rows),
    )


FORMATS = (
    Format(
        "psqm",
        "professional ratings from 0 to 6 with document context",
        gives=("ratings", "texts"),
        detect=lambda source: header_names(source) == _LAYOUT.names,
        read=_read,
        author="google/wmt-mqm-human-evaluation (newstest2020)",
    ),
)
