"""Rating files of mt-metrics-eval: `SYSTEM`, the errors as JSON or None, and the rater, in one block per system."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import polars as pl

from adjudge.core.columns import LINE
from adjudge.core.findings import Finding
from adjudge.core.tables import AnyTable, Spans
from adjudge.io.formats import Format, checked
from adjudge.io.json_files.values import as_text, parse_object
from adjudge.io.mt_metrics_eval.catalogue import BAD_RATING, LEFT_OUT, WEIGHTED_MARKS
from adjudge.io.mt_metrics_eval.names import languages, read_label
from adjudge.io.mt_metrics_eval.scores import MISSING, require_even
from adjudge.io.source import Source

#: What an error is in our columns; a rating without any is one row of severity `no-error`.
MARK: Final = {"start": pl.Int64, "end": pl.Int64, "severity": pl.String, "category": pl.String}
_ERRORS: Final = b'\t{"errors"'
_WIDTHS: Final = (2, 3)
_MAX_OFFSET: Final = 1 << 31


def _detect(source: Source) -> bool:
    if source.is_parquet or source.is_json:
        return False
    rows = [line.split("\t") for line in source.sample]
    fits = all(len(row) in _WIDTHS and (row[1] == MISSING or row[1].startswith("{")) for row in rows)
    return fits and _ERRORS in source.data  # the first segments may all be unrated


def read_ratings(source: Source) -> tuple[AnyTable, ...]:
    """The spans of one file; its name says which languages, if it says anything."""
    rows: list[tuple[str, str | None, int]] = []
    marks: list[list[dict[str, Any]]] = []
    wrong = []
    lines = source.lines()
    for number, line in lines:
        fields = line.split("\t")
        found = _marks_of(fields)
        if found is None:
            wrong.append(number)
        else:
            marks.append(found)
            rater = fields[2] if len(fields) > 2 and fields[2] not in ("", MISSING) else None
            rows.append((fields[0], rater, number))
    if wrong:
        source.report_lines(BAD_RATING, wrong, total=len(lines))
    schema = {"system": pl.String, "annotator": pl.String, LINE: pl.Int64}
    frame = pl.DataFrame(rows, schema=schema, orient="row")
    if not wrong:
        require_even(source, frame["system"])
    number_in_system = pl.int_range(1, pl.len() + 1).over("system").cast(pl.String)
    source_lang, target_lang = languages(read_label(source.name).pair)
    named = {"source_lang": source_lang, "target_lang": target_lang} if source_lang or target_lang else {}
    frame = frame.with_columns(
        segment=number_in_system, **{name: pl.lit(code, dtype=pl.String) for name, code in named.items()}
    )
    return (spans_of(source, frame, marks),)


def _marks_of(fields: Sequence[str]) -> list[dict[str, Any]] | None:
    """The marks of one line, none for a segment that was not rated; None if they cannot be read."""
    if len(fields) not in _WIDTHS:
        return None
    return [] if fields[1] == MISSING else read_marks((parse_object(fields[1]) or {}).get("errors"))


def read_marks(errors: object) -> list[dict[str, Any]] | None:
    """The errors of one rating in our columns; None if they cannot be read."""
    if not isinstance(errors, list):
        return None
    try:
        return [_mark(error) for error in errors] or [{"severity": "no-error"}]
    except (KeyError, TypeError, AttributeError):
        return None


def _mark(error: Mapping[str, Any]) -> dict[str, Any]:
    severity = error["severity"]
    start, end = (_offset(error[name]) for name in ("start", "end"))
    if not isinstance(severity, str) or not severity.strip():
        raise TypeError
    in_source = error.get("is_source_error") is True
    placed = not in_source and start >= 0 and end >= 0
    return {
        "start": start if placed else None,
        "end": end if placed else None,
        "severity": severity.strip().lower(),
        "category": as_text(error.get("category")),
        "_in_source": in_source,
        "_weighted": error.get("score") is not None,
    }


def _offset(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or abs(value) > _MAX_OFFSET:
        raise TypeError
    return value


def spans_of(source: Source, rows: pl.DataFrame, marks: Sequence[Sequence[Mapping[str, Any]]]) -> Spans:
    """One row for each mark.

    Args:
        source: the file.
        rows: one row for each rating.
        marks: the marks of each rating.
    """
    owners = [row for row, found in enumerate(marks) for _ in found]
    flat = [mark for found in marks for mark in found]
    held = pl.DataFrame([{name: mark.get(name) for name in MARK} for mark in flat], schema=MARK)
    spans = checked(Spans, rows[owners].hstack(held), source)
    return spans.with_findings(*_notes(source, flat))


def _notes(source: Source, marks: Iterable[Mapping[str, Any]]) -> list[Finding]:
    flags = Counter(flag for mark in marks for flag in ("_in_source", "_weighted") if mark.get(flag))
    notes = [LEFT_OUT(marks=flags["_in_source"], _source=source.name)] if flags["_in_source"] else []
    return notes + ([WEIGHTED_MARKS(marks=flags["_weighted"], _source=source.name)] if flags["_weighted"] else [])


FORMATS = (
    Format(
        "mtme-ratings",
        "error spans for mt-metrics-eval (.seg.rating)",
        gives=("spans",),
        detect=_detect,
        read=read_ratings,
        author="mt-metrics-eval (WMT metrics tasks)",
    ),
)
