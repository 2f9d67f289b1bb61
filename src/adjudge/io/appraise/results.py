"""Results exported by Appraise, in all its layouts; also ESA files and the Inuktitut files of Knowles and Lo 2022."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final

import polars as pl

from adjudge.core.columns import LINE
from adjudge.core.findings import Finding
from adjudge.core.tables import AnyTable, Ratings, Spans
from adjudge.io import catalogue
from adjudge.io.appraise import items
from adjudge.io.appraise.layouts import BATCH_COLUMNS, find_layout
from adjudge.io.delimited import read_rows, split_line
from adjudge.io.formats import Format, build_all, checked, unused
from adjudge.io.source import Source
from adjudge.io.wmt.id_maps import ACCOUNTS

_UNUSED: Final = ("errors_1", "errors_2", "source_errors", "url", "rank", *BATCH_COLUMNS)
#: What makes two rows judgements of the same item.
_ITEM: Final = ("annotator", "session", "system", "document", "segment", "kind", "scope", "showing")
_MAX_OFFSET: Final = 1 << 31


def _read(source: Source) -> tuple[AnyTable, ...]:
    names = find_layout(source)
    if names is None:
        columns = len(split_line(source.first_line))
        raise catalogue.NO_LAYOUT(source=source.name, begin=source.first_line, n=columns)
    rows = _known(read_rows(source, names, header=False))
    if "spans" in names:
        return build_all(lambda: _ratings(source, rows), lambda: _spans(source, rows))
    return (_ratings(source, rows),)


def _known(rows: pl.DataFrame) -> pl.DataFrame:
    """The rows with all columns that every layout can be said to have."""
    if "key" in rows.columns:
        rows = rows.drop("key") if "segment" in rows.columns else rows.rename({"key": "segment"})
    absent = [name for name in ("annotator", "document") if name not in rows.columns]
    return rows.with_columns(pl.lit(None, dtype=pl.String).alias(name) for name in absent)


def _ratings(source: Source, rows: pl.DataFrame) -> AnyTable:
    frame = _side_by_side(rows) if "system_1" in rows.columns else rows
    # Exports are in no order. Some rows were saved twice with the same times; the line then decides.
    clock = pl.struct(pl.col("started").cast(pl.Float64, strict=False), pl.col(LINE))
    new = {
        "kind": items.kind(),
        "document": items.document(),
        "position": clock.rank("ordinal").over("annotator", "session").cast(pl.Int64) - 1,
    }
    if "complete" in rows.columns:
        new["scope"] = items.scope()
    if "spans" in rows.columns:
        new["showing"] = pl.col("document")
    frame = frame.with_columns(**new)
    known = [column.name for column in Ratings.columns if column.name in frame.columns]
    ratings = checked(Ratings, frame.select(*known, LINE), source)
    left_out = [name for name in _UNUSED if name in rows.columns]
    return ratings.with_findings(*([unused(source, *left_out)] if left_out else []), *_notes(source, ratings))


def _side_by_side(rows: pl.DataFrame) -> pl.DataFrame:
    """Two outputs rated on one screen become two rows of the same showing."""
    screen = pl.concat_str(pl.col("session"), pl.lit(":"), pl.col(LINE).cast(pl.String))
    first, second = (
        rows.with_columns(system=pl.col(f"system_{i}"), score=pl.col(f"score_{i}"), showing=screen, _side=pl.lit(i))
        for i in (1, 2)
    )
    # The second output is empty on screens that showed one.
    shown = second.filter(pl.col("system").str.strip_chars() != "")
    return pl.concat([first, shown]).sort(LINE, "_side").drop("_side")


def _notes(source: Source, ratings: Ratings) -> Iterator[Finding]:
    if ratings.frame["annotator"].null_count():
        accounts = ratings.frame["session"].n_unique()
        yield source.settled_by(ACCOUNTS, catalogue.UNKNOWN_PEOPLE(accounts=accounts))
    again = ratings.frame.select(name for name in _ITEM if name in ratings.frame.columns)
    extra = again.height - again.n_unique()
    if extra:
        yield catalogue.JUDGED_AGAIN(rows=extra, _total=again.height, _source=source.name)


def _spans(source: Source, rows: pl.DataFrame) -> AnyTable:
    """One row per mark, and one with severity `no-error` for a judgement without any."""
    marks = [_marks(text) for text in rows["spans"]]
    wrong = [line for line, found in zip(rows[LINE], marks, strict=True) if found is None]
    if wrong:
        source.report_lines(catalogue.BAD_MARKS, wrong, total=rows.height)
    schema = {"start": pl.Int64, "end": pl.Int64, "severity": pl.String, "category": pl.String}
    owners = [row for row, found in enumerate(marks) for _ in found or ()]
    flat = pl.DataFrame([mark for found in marks for mark in found or ()], schema=schema)
    table = rows[owners].hstack(flat).with_columns(showing="document", document=items.document())
    known = [column.name for column in Spans.columns if column.name in table.columns]
    return checked(Spans, table.select(*known, LINE), source).with_findings(catalogue.UTF_16_OFFSETS())


def _marks(text: str) -> list[dict[str, Any]] | None:
    """The marks of one judgement; None if they cannot be read."""
    try:
        marks = json.loads(text) if text not in ("", "None") else []
        marks = marks.get("payload", []) if isinstance(marks, dict) else marks
        return [_mark(mark) for mark in marks] or [{"severity": "no-error"}]
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None


def _mark(mark: dict[str, Any]) -> dict[str, Any]:
    """One marked error; Appraise counts both ends in, we count the end out."""
    severity, types = mark["severity"], mark.get("error_type")
    category = types if types is None or isinstance(types, str) else "/".join(types)
    f"{severity}{category}".encode()  # half of a surrogate pair is not text
    if not isinstance(severity, str):
        raise TypeError
    start, end = mark["start_i"], mark["end_i"]
    if "missing" in (start, end):
        return {"start": None, "end": None, "severity": severity, "category": category or "missing"}
    return {"start": _offset(start), "end": _offset(end) + 1, "severity": severity, "category": category}


def _offset(value: object) -> int:
    """A whole number that a text can have as a place."""
    if isinstance(value, bool) or not isinstance(value, int | str) or abs(int(value)) > _MAX_OFFSET:
        raise TypeError
    return int(value)


FORMATS = (
    Format(
        "appraise",
        "results exported by Appraise (all layouts), ESA files, the Inuktitut files of Knowles and Lo 2022",
        gives=("ratings", "spans"),
        detect=lambda source: not source.is_json and find_layout(source) is not None,
        read=_read,
    ),
)
