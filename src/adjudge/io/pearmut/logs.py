"""Logs of Pearmut: one entry for each screen that an annotator submitted, as JSON Lines or exported as one object."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import polars as pl

from adjudge.core.catalogue import ErrorEntry
from adjudge.core.checking.checks import listed_places
from adjudge.core.columns import LINE
from adjudge.core.findings import Finding
from adjudge.core.tables import AnyTable, Ratings, Spans
from adjudge.io.campaigns.planned_items import planned_rows
from adjudge.io.catalogue import JUDGED_AGAIN
from adjudge.io.formats import Format, build_all, checked
from adjudge.io.json_files.values import as_dict, as_list, as_number, as_text, parse_json, parse_object, read_objects
from adjudge.io.pearmut.catalogue import (
    BAD_ENTRY,
    BAD_EXPORT,
    NO_JUDGEMENT,
    RESET,
    SHOWN_OFFSETS,
    SLIDER_RANGES,
    UNNAMED_ITEMS,
)
from adjudge.io.pearmut.items import PLAN, is_form, kind_of, name_items, place_of
from adjudge.io.pearmut.spans import is_shifted, read_marks
from adjudge.io.source import Source

_KEYS: Final = {"annotation", "user_id"}
_EXPORT: Final = re.compile(rb'\s*\{\s*"(?:[^"\\]|\\.)*"\s*:\s*\[\s*\{')
_RESET: Final = "__RESET__"
_TEXTS: Final = (
    *("annotator", "session", "system", "document", "segment", "kind", "showing", "criterion"),
    *("source_lang", "target_lang", "domain", "collection"),
)
#: What a planned item says better than the log; annotators may have changed.
_PLANNED: Final = {
    *("session", "system", "document", "segment", "kind", "showing", "domain", "source_lang", "target_lang"),
}
_NUMBERS: Final = ("score", "started", "ended")
_OPTIONAL: Final = ("criterion", "source_lang", "target_lang", "domain", "collection", "started", "ended")
_MARKS: Final = {"start": pl.Int64, "end": pl.Int64, "severity": pl.String, "category": pl.String}
_ITEM: Final = ["annotator", "system", "document", "segment", "kind", "criterion", "showing"]
#: Number, campaign if an export names it, and content.
_Entry = tuple[int, str | None, Any]


@dataclass
class _Log:
    """Rows of ratings and of marks, and what is worth a note."""

    ratings: list[dict[str, Any]] = field(default_factory=list)
    marks: list[dict[str, Any]] = field(default_factory=list)
    sliders: dict[str, None] = field(default_factory=dict)
    forms: int = 0
    unnamed: int = 0
    shifted: int = 0
    reset: int = 0
    reset_users: int = 0


def _detect(source: Source) -> bool:
    first = parse_object(source.first_line) if source.first_line.startswith("{") else None
    if first is not None and set(first) >= _KEYS:
        return True
    start = source.head[: 1 << 16]
    return _EXPORT.match(start) is not None and b'"annotation"' in start and b'"user_id"' in source.data


def _read(source: Source) -> tuple[AnyTable, ...]:
    first = parse_object(source.first_line) or {}
    lines = set(first) >= _KEYS
    found: list[_Entry] = list(_logged(source) if lines else _exported(source))
    entry = BAD_ENTRY if lines else BAD_EXPORT
    log, wrong = _Log(), []
    for number, campaign, held in _active(found, log):
        try:
            _add(log, held, {"collection": campaign, LINE: number})
        except (KeyError, TypeError, AttributeError, ValueError):
            wrong.append(number)
    if wrong:
        _report(source, wrong, len(found), entry)
    numbered = entry is BAD_ENTRY
    if not any("severity" in mark for mark in log.marks):
        return (_ratings(source, log, numbered=numbered),)
    return build_all(lambda: _ratings(source, log, numbered=numbered), lambda: _spans(source, log, numbered=numbered))


def _report(source: Source, wrong: list[int], total: int, entry: ErrorEntry) -> None:
    places = listed_places("line", wrong[:9]) if entry is BAD_ENTRY else ", ".join(map(str, wrong[:9]))
    source.report(entry.problem(source=source.name, line=wrong[0], wrong=len(wrong), total=total, places=places))


def _logged(source: Source) -> Iterator[_Entry]:
    """The entries of a log, with the numbers of their lines."""
    for number, held in read_objects(source, BAD_ENTRY):
        yield number, None, held


def _exported(source: Source) -> Iterator[_Entry]:
    """The entries of all campaigns of an export, numbered from 1."""
    number = 0
    for campaign, entries in as_dict(parse_json(source)).items():
        for held in as_list(entries):
            number += 1
            yield number, campaign, held


def _active(found: Sequence[_Entry], log: _Log) -> Iterator[_Entry]:
    """Entries after the last reset of their annotator."""
    last: dict[tuple[str | None, str], int] = {}
    for number, campaign, held in found:
        if as_dict(held).get("annotation") == _RESET:
            last[campaign, str(held.get("user_id"))] = number
    users = set()
    for number, campaign, held in found:
        user = (campaign, str(as_dict(held).get("user_id")))
        if number > last.get(user, 0):
            yield number, campaign, held
        elif as_dict(held).get("annotation") != _RESET:
            log.reset += 1
            users.add(user)
    log.reset_users = len(users)


def _add(log: _Log, held: dict[str, Any], shared: dict[str, Any]) -> None:
    """The rows of one entry: one for each output on the screen, or for each slider of an output."""
    user, item_i, annotation = as_text(held["user_id"]), held.get("item_i"), held["annotation"]
    answers = [annotation] if isinstance(annotation, dict) else annotation
    items = as_list(held.get("item")) or [{} for _ in answers]
    if not isinstance(answers, list) or user is None or not user.strip():
        raise TypeError
    if any(is_form(item) for item in items):
        log.forms += 1
        return
    log.unnamed += not held.get("item")
    names = name_items(items, f"{user}:{item_i}")
    times = [as_number(as_dict(action).get("time")) for action in as_list(held.get("actions"))]
    clock = [time for time in times if time is not None]
    shared |= {"annotator": user, "session": user, "showing": f"{user}:{item_i}"}
    shared |= {"started": min(clock, default=None), "ended": max(clock, default=None)}
    for item, name, answer in zip(items, names, answers, strict=True):
        for system, judged in (answer or {}).items():  # an item that was skipped has no answer
            row = shared | name | {"system": system, "kind": kind_of(item, system, place_of(item_i))}
            row |= _planned(item, system)
            _add_output(log, judged, row, as_text(as_dict(item.get("tgt")).get(system)))


def _planned(item: Mapping[str, Any], model: str) -> dict[str, Any]:
    """What the plan says about an output, if it is ours: Pearmut knows control items as models of other names."""
    rows = planned_rows(item.get(PLAN))
    if rows is None:
        return {}
    row = dict(zip(as_dict(item.get("tgt")), rows, strict=True))[model]
    return {name: value for name, value in row.items() if name in _PLANNED}


def _add_output(log: _Log, judged: dict[str, Any], row: dict[str, Any], output: str | None) -> None:
    sliders = judged.get("sliders") or {}
    if sliders:
        log.sliders |= dict.fromkeys(sliders)
        log.ratings += [row | {"criterion": name, "score": as_number(value)} for name, value in sliders.items()]
    else:
        log.ratings.append(row | {"score": as_number(judged.get("score"))})
    if judged.get("error_spans") is not None:
        marks = read_marks(judged["error_spans"], output)
        log.shifted += sum(mark.get("start") is not None for mark in marks) if is_shifted(output) else 0
        log.marks += [row | mark for mark in marks]


def _frame(rows: list[dict[str, Any]], more: dict[str, Any], *, numbered: bool) -> pl.DataFrame:
    schema = {**dict.fromkeys(_TEXTS, pl.String), **dict.fromkeys(_NUMBERS, pl.Float64), **more}
    schema |= {LINE: pl.Int64} if numbered else {}
    frame = pl.DataFrame([{name: row.get(name) for name in schema} for row in rows], schema=schema)
    held = _one_pair(frame)
    return held.drop(name for name in _OPTIONAL if held[name].is_null().all())


def _one_pair(frame: pl.DataFrame) -> pl.DataFrame:
    """Languages that the names of items say: of all judgements or of none, and tutorials and checks go with them."""
    pair = ["source_lang", "target_lang"]
    real = frame.filter(pl.col("kind") == "system").select(pair).unique()
    if not real.height or any(real[name].has_nulls() for name in pair):
        return frame.with_columns(pl.lit(None, dtype=pl.String).alias(name) for name in pair)
    if real.height > 1:
        return frame
    return frame.with_columns(pl.lit(real[name][0]).alias(name) for name in pair)


def _ratings(source: Source, log: _Log, *, numbered: bool) -> AnyTable:
    frame = _frame(log.ratings, {}, numbered=numbered)
    ratings = checked(Ratings, frame.with_columns(position=pl.int_range(pl.len()).over("annotator")), source)
    return ratings.with_findings(*_notes(source, log, ratings.frame))


def _notes(source: Source, log: _Log, frame: pl.DataFrame) -> Iterator[Finding]:
    again = frame.select(name for name in _ITEM if name in frame.columns)
    extra = again.height - again.n_unique()
    if extra:
        yield JUDGED_AGAIN(rows=extra, _total=again.height, _source=source.name)
    if log.reset:
        yield RESET(entries=log.reset, users=log.reset_users, _source=source.name)
    if log.forms:
        yield NO_JUDGEMENT(entries=log.forms, _source=source.name)
    if log.unnamed:
        yield UNNAMED_ITEMS(entries=log.unnamed, _source=source.name)
    if log.sliders and source.scale is None:
        yield SLIDER_RANGES(sliders=[*log.sliders], _source=source.name)


def _spans(source: Source, log: _Log, *, numbered: bool) -> AnyTable:
    """The marks of judgements that count; those of tutorials and checks would be counted as errors of systems."""
    real = [mark for mark in log.marks if mark["kind"] == "system"]
    frame = _frame(real or log.marks, _MARKS, numbered=numbered)
    known = [column.name for column in Spans.columns if column.name in frame.columns]
    notes = [SHOWN_OFFSETS(marks=log.shifted)] if log.shifted else []
    return checked(Spans, frame.select(*known, *([LINE] if numbered else [])), source).with_findings(*notes)


FORMATS = (
    Format(
        "pearmut",
        "annotation logs of Pearmut (JSON Lines), or its export of them (JSON)",
        gives=("ratings", "spans"),
        detect=_detect,
        read=_read,
        author="Pearmut",
        tried=("zouharvi/pearmut: data/outputs/annotation_demo_mqm.jsonl",),
    ),
)
