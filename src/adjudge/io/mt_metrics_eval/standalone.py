"""Ratings that stand alone, as mt-metrics-eval writes them: one object to a line, with its texts and its errors."""

from __future__ import annotations

from typing import Any, Final

import polars as pl

from adjudge.core.columns import LINE
from adjudge.core.tables import AnyTable
from adjudge.io.formats import Format, build_all
from adjudge.io.json_files.texts import texts_of
from adjudge.io.json_files.values import as_text, parse_object, read_objects
from adjudge.io.mt_metrics_eval.catalogue import BAD_STANDALONE
from adjudge.io.mt_metrics_eval.ratings import read_marks, spans_of
from adjudge.io.source import Source

_KEYS: Final = {"source", "hypothesis", "errors"}
_COLUMNS: Final = {
    "annotator": "rater_id",
    "system": "system_id",
    "document": "document_id",
    "source_lang": "src_lang",
    "target_lang": "tgt_lang",
    "source": "source",
    "output": "hypothesis",
}


def _detect(source: Source) -> bool:
    return source.first_line.startswith("{") and set(parse_object(source.first_line) or ()) >= _KEYS


def _read(source: Source) -> tuple[AnyTable, ...]:
    objects = read_objects(source, BAD_STANDALONE)
    rows, marks, wrong = [], [], []
    for number, held in objects:
        row, found = _row(held), read_marks(held.get("errors"))
        if row is None or found is None:
            wrong.append(number)
        else:
            rows.append(row | {LINE: number})
            marks.append(found)
    if wrong:
        source.report_lines(BAD_STANDALONE, wrong, total=len(objects))
    schema = {**dict.fromkeys(_COLUMNS, pl.String), "segment": pl.String, LINE: pl.Int64}
    frame = pl.DataFrame(rows, schema=schema)
    known = [name for name in frame.columns if name not in ("source", "output")]
    known = [name for name in known if "lang" not in name or frame[name].null_count() < frame.height]
    spans = frame.select(known)
    if (frame["source"] + frame["output"]).str.len_bytes().sum() == 0:  # written by a tool that had no texts
        return (spans_of(source, spans, marks),)
    texts = frame.select(*(name for name in known if name not in ("annotator", LINE)), "source", "output")
    return build_all(lambda: spans_of(source, spans, marks), lambda: texts_of(texts, source))


def _row(held: dict[str, Any]) -> dict[str, Any] | None:
    """The columns of one rating; None if system, segment or a text is missing. Segments count from 1 here."""
    place = held.get("segment_id")
    if isinstance(place, bool) or not isinstance(place, int) or place < 0:
        return None
    try:
        row = {ours: as_text(held.get(theirs)) for ours, theirs in _COLUMNS.items()}
    except TypeError:
        return None
    if any(row[name] is None for name in ("system", "source", "output")):
        return None
    return row | {"segment": str(place + 1)}


FORMATS = (
    Format(
        "mtme-standalone",
        "standalone ratings of mt-metrics-eval: error spans with their texts (JSON Lines)",
        gives=("spans", "texts"),
        detect=_detect,
        read=_read,
        author="mt-metrics-eval (converters/evalset_ratings_to_standalone.py)",
    ),
)
