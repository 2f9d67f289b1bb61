"""Error spans as Appraise stores them: JSON with both ends counted in, also inside other releases of WMT."""

from __future__ import annotations

import json
from typing import Any, Final

import polars as pl

_MAX_OFFSET: Final = 1 << 31
SCHEMA: Final[dict[str, type[pl.DataType]]] = {
    "start": pl.Int64,
    "end": pl.Int64,
    "severity": pl.String,
    "category": pl.String,
}


def read_marks(text: str) -> list[dict[str, Any]] | None:
    """The marks of one judgement as rows of spans, one with severity `no-error` if nothing is marked; None if bad."""
    try:
        return marks_of(json.loads(text) if text not in ("", "None") else [])
    except (ValueError, RecursionError):
        return None


def marks_of(marks: Any) -> list[dict[str, Any]] | None:  # noqa: ANN401 - anything JSON can hold
    """The same of marks that are JSON already."""
    try:
        marks = marks.get("payload", []) if isinstance(marks, dict) else marks
        return [_mark(mark) for mark in marks] or [{"severity": "no-error"}]
    except (ValueError, TypeError, KeyError, AttributeError):
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
