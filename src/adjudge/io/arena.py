"""Votes of model arenas: `model_a`, `model_b`, `winner`, as JSON Lines, as one JSON list, or as CSV."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

import polars as pl

from adjudge.core.columns import LINE
from adjudge.core.tables import AnyTable, Comparisons
from adjudge.io.delimited import read_header, read_rows
from adjudge.io.formats import Format, checked, is_number, unused
from adjudge.io.json_files.catalogue import BAD_LIST, BAD_VOTE
from adjudge.io.json_files.values import parse_json, parse_object, read_objects
from adjudge.io.own.tables import require_distinct
from adjudge.io.source import Source
from adjudge.io.times import read_time

#: Our columns and the names that arenas give them; the language is that of the prompt, not of a translation.
_COLUMNS: Final = {
    "annotator": ("judge", "judge_hash", "user_id"),
    "segment": ("question_id", "conversation_id", "id"),
    "system_a": ("model_a",),
    "system_b": ("model_b",),
    "winner": ("winner",),
    "started": ("tstamp", "timestamp"),
    "origin": ("language", "lang"),
}
_REQUIRED: Final = {"model_a", "model_b", "winner"}
_LIST: Final = re.compile(rb"\s*\[\s*\{")


def _detect(source: Source) -> bool:
    if source.is_parquet:
        return False
    if source.first_line.lstrip().startswith("{"):
        return set(parse_object(source.first_line) or ()) >= _REQUIRED
    if source.is_json:
        start = source.head[: 1 << 20]
        keys = all(re.search(rf'"{key}"\s*:'.encode(), start) for key in _REQUIRED)
        return _LIST.match(start) is not None and keys
    return {name.strip() for name in read_header(source)} >= _REQUIRED


def _read(source: Source) -> tuple[AnyTable, ...]:
    if not source.is_json:
        names = read_header(source)
        require_distinct([name.strip() for name in names], source)
        return (_votes(source, read_rows(source, names).rename(str.strip)),)
    if source.start.lstrip().startswith("{"):
        rows = read_objects(source, BAD_VOTE)
        lines = [number for number, _ in rows]
        return (_votes(source, _framed([held for _, held in rows], lines)),)
    return (_votes(source, _framed(_listed(source), None)),)


def _listed(source: Source) -> list[dict[str, Any]]:
    held = parse_json(source)
    entries = held if isinstance(held, list) else [held]
    objects = [entry for entry in entries if isinstance(entry, dict)]
    if len(objects) < len(entries):
        wrong = len(entries) - len(objects)
        source.report(BAD_LIST.problem(source=source.name, wrong=wrong, total=len(entries)))
    return objects


def _framed(rows: Sequence[dict[str, Any]], lines: list[int] | None) -> pl.DataFrame:
    """All keys as columns of text; only those that are used need their values, and nested values have none."""
    names = list(dict.fromkeys(name for row in rows for name in row if name != LINE))
    wanted = {theirs for known in _COLUMNS.values() for theirs in known}
    columns = {name: [_plain(row.get(name)) if name in wanted else None for row in rows] for name in names}
    frame = pl.DataFrame(columns, schema=dict.fromkeys(names, pl.String))
    return frame if lines is None else frame.with_columns(pl.Series(LINE, lines, dtype=pl.Int64))


def _plain(value: object) -> str | None:
    """A value as text; a list or an object stays visible, for the checks to refuse."""
    return None if value is None else str(value)


def _seconds(text: str) -> str:
    """A time in Unix seconds, also if it is written as a date; what is neither stays, for the checks to report."""
    time = None if is_number(text) else read_time(text)
    return text if time is None else str(time)


def _votes(source: Source, rows: pl.DataFrame) -> Comparisons:
    taken = {ours: next((name for name in known if name in rows.columns), None) for ours, known in _COLUMNS.items()}
    held = {ours: theirs for ours, theirs in taken.items() if theirs is not None}
    left = [name for name in rows.columns if name not in {*held.values(), LINE}]
    frame = rows.select(
        *(pl.col(theirs).alias(ours) for ours, theirs in held.items()), *([LINE] if LINE in rows.columns else [])
    )
    if "started" in held:
        times = {text: _seconds(text) for text in frame["started"].drop_nulls().unique()}
        frame = frame.with_columns(pl.col("started").replace_strict(times, default=None, return_dtype=pl.String))
    votes = checked(Comparisons, frame, source)
    return votes.with_findings(unused(source, *left)) if left else votes


FORMATS = (
    Format(
        "arena",
        "votes of model arenas: model_a, model_b, winner (JSON Lines, JSON or CSV)",
        gives=("comparisons",),
        detect=_detect,
        read=_read,
        author="LMSYS Chatbot Arena, MT-bench human judgements, and arenas after them",
    ),
)
