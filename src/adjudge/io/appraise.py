"""Results exported by Appraise, in all its layouts; also the Inuktitut files of Knowles and Lo 2022 and ESA files.

The files have no header line. The layout is told by the number of columns and by what stands in them (language codes,
item types, booleans, JSON), because several layouts have the same number of columns.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from typing import Any, Final

import polars as pl

from adjudge.core.columns import LINE
from adjudge.core.errors import InputError, Problem
from adjudge.core.findings import Finding
from adjudge.core.tables import AnyTable, Ratings, Spans
from adjudge.io.delimited import read_rows, split_line
from adjudge.io.formats import Format, checked, unused
from adjudge.io.source import Source

_KINDS: Final = {"TGT": "system", "CHK": "repeat", "BAD": "degraded", "REF": "reference"}
_LANGUAGE = re.compile(r"[a-z]{2,3}([-_][A-Za-z]{2,8})*")
_NUMBER = re.compile(r"-?\d+(\.\d+)?([eE][-+]?\d+)?")

#: Columns of each layout. The single session column holds an account: one task of one person.
_LAYOUTS: Final[dict[str, str]] = {
    "direct": "session system segment kind source_lang target_lang score started ended",
    "document": "session system segment kind source_lang target_lang score document complete started ended",
    "spans": "session system segment kind source_lang target_lang score document complete spans started ended",
    "spans-by-key": "session system key kind source_lang target_lang score document complete spans started ended",
    "spans-with-key": (
        "session key system segment kind source_lang target_lang score document complete spans started ended"
    ),
    "annotators": "annotator session system segment kind source_lang target_lang score document complete started ended",
    "pairwise": (
        "session system_1 system_2 segment kind source_lang target_lang score_1 score_2 errors_1 errors_2 "
        "source_errors started ended"
    ),
    "pairwise-document": (
        "session system_1 system_2 segment kind source_lang target_lang score_1 score_2 document complete started ended"
    ),
    "data": "session domain url system segment kind source_lang target_lang score rank started ended",
}
_BATCH_COLUMNS = ["batch", "item"]

#: What the columns that tell layouts apart must look like; all others may hold anything.
_LOOKS: Final[dict[str, Callable[[str], bool]]] = {
    "segment": str.isdigit,
    "key": lambda text: not text.isdigit(),
    "kind": lambda text: text.isupper() and text.isascii() or text.startswith("BAD."),
    "source_lang": lambda text: _LANGUAGE.fullmatch(text) is not None,
    "target_lang": lambda text: _LANGUAGE.fullmatch(text) is not None,
    "score": lambda text: _NUMBER.fullmatch(text) is not None,
    "score_1": lambda text: _NUMBER.fullmatch(text) is not None,
    "complete": lambda text: text in ("True", "False"),
    "spans": lambda text: text[:1] in ("[", "{", "") or text == "None",
    "started": lambda text: _NUMBER.fullmatch(text) is not None,
    "ended": lambda text: _NUMBER.fullmatch(text) is not None,
    "batch": str.isdigit,
    "item": str.isdigit,
}


def _layout(source: Source) -> list[str] | None:
    """The column names of the layout the content fits, or None."""
    rows = [split_line(line) for line in source.sample]
    for columns in _LAYOUTS.values():
        names = columns.split()
        for candidate in (names, names + _BATCH_COLUMNS):
            if rows and len(rows[0]) == len(candidate) and _fits(rows, candidate):
                return candidate
    return None


def _fits(rows: list[list[str]], names: list[str]) -> bool:
    """Whether every telling column looks right in most rows; single bad values are for the checks to report."""
    whole = [row for row in rows if len(row) == len(names)]
    for i, name in enumerate(names):
        if name in _LOOKS and 2 * sum(_LOOKS[name](row[i].strip()) for row in whole) <= len(rows):
            return False
    return True


def _read(source: Source) -> tuple[AnyTable, ...]:
    names = _layout(source)
    if names is None:
        raise InputError(
            Problem(
                "AJ007",
                f"{source.name} has no known layout of an Appraise export; it begins: {source.first_line[:80]}",
                "9 to 16 columns without a header, as written by Appraise",
                f"{len(split_line(source.first_line))} columns in the first line",
                "check that the file is complete, or name its format with --format",
            )
        )
    frame = read_rows(source, header=False).rename({str(i): name for i, name in enumerate(names)})
    spans = _spans(source, frame) if "spans" in names else ()
    ratings = checked(Ratings, _ratings(frame), source)
    left_out = [n for n in ("errors_1", "errors_2", "source_errors", "url", "rank", *_BATCH_COLUMNS) if n in names]
    notes = [unused(source, *left_out)] if left_out else []
    notes += _notes(source, ratings)
    return (ratings.with_findings(*notes), *spans)


def _ratings(frame: pl.DataFrame) -> pl.DataFrame:
    if "system_1" in frame.columns:
        frame = _side_by_side(frame)
    if "key" in frame.columns and "segment" not in frame.columns:
        frame = frame.rename({"key": "segment"})
    if "annotator" not in frame.columns:
        frame = frame.with_columns(annotator=pl.lit(None, dtype=pl.String))
    if "document" not in frame.columns:
        frame = frame.with_columns(document=pl.lit(None, dtype=pl.String))
    suffix = r"(#(bad|dup|incomplete))+$"
    copied = pl.col("document").str.contains(r"#(dup|incomplete)")
    kind = pl.col("kind").str.replace(r"^BAD\..*", "BAD").replace(_KINDS)
    frame = frame.with_columns(
        kind=pl.when(pl.col("system").str.contains("tutorial"))
        .then(pl.lit("tutorial"))
        # A copy of a document that is judged whole elsewhere, to fill a task: never a first judgement.
        .when(copied & (pl.col("kind") == "TGT"))
        .then(pl.lit("repeat"))
        .otherwise(kind),
    )
    if "complete" in frame.columns:
        frame = frame.with_columns(
            scope=pl.when(pl.col("complete") == "True").then(pl.lit("document")).otherwise(pl.lit("segment"))
        )
    if "spans" in frame.columns:
        frame = frame.with_columns(showing=pl.col("document"), document=pl.col("document").str.replace(suffix, ""))
    # Exports are in no order. Some rows were saved twice with the same times; the line then decides.
    clock = pl.struct(pl.col("started").cast(pl.Float64, strict=False), pl.col(LINE))
    frame = frame.with_columns(position=clock.rank("ordinal").over("session").cast(pl.Int64) - 1)
    known = [column.name for column in Ratings.columns if column.name in frame.columns]
    return frame.select(*known, LINE)


def _side_by_side(frame: pl.DataFrame) -> pl.DataFrame:
    """Two outputs rated on one screen become two rows of the same showing."""
    screen = pl.concat_str([pl.col("session"), pl.lit(":"), pl.col(LINE).cast(pl.String)])
    halves = [
        frame.with_columns(
            system=pl.col(f"system_{i}"), score=pl.col(f"score_{i}"), showing=screen, _side=pl.lit(i)
        )
        for i in (1, 2)
    ]
    # The second output is empty on screens that showed one.
    both = pl.concat([halves[0], halves[1].filter(pl.col("system").str.strip_chars() != "")])
    return both.sort(LINE, "_side").drop("_side")


def _notes(source: Source, ratings: Ratings) -> Iterable[Finding]:
    if ratings.frame["annotator"].null_count():
        yield Finding(
            "AJ102",
            "note",
            "The file names accounts, not people: the annotator is unknown and the account is taken as the session.",
            {"accounts": ratings.frame["session"].n_unique()},
            "Knowles and Lo 2024, section 4.3",
            "give a map from accounts to annotators as a further file",
        )
    look = ["annotator", "session", "system", "document", "segment", "kind", "scope", "showing"]
    again = ratings.frame.select([c for c in look if c in ratings.frame.columns])
    extra = again.height - again.n_unique()
    if extra:
        yield Finding(
            "AJ108",
            "note",
            f"{source.name}: {extra:,} of {again.height:,} rows are a further judgement of the same item in the same session.",
            {"rows": extra},
        )


def _spans(source: Source, frame: pl.DataFrame) -> tuple[Spans, ...]:
    rows: list[dict[str, Any]] = []
    wrong: list[int] = []
    keep = [c for c in ("session", "system", "document", "segment", "key", "source_lang", "target_lang", "started", LINE)]
    keep = [c for c in keep if c in frame.columns]
    for text, row in zip(frame["spans"], frame.select(keep).iter_rows(named=True), strict=True):
        try:
            marks = json.loads(text) if text and text != "None" else []
            marks = marks.get("payload", []) if isinstance(marks, dict) else marks
            rows += [{**row, **_span(mark)} for mark in marks] or [{**row, "severity": "no-error"}]
        except (ValueError, TypeError, KeyError, AttributeError):
            wrong.append(row[LINE])
    if wrong:
        raise InputError(
            Problem(
                "AJ011",
                f"{source.name}, line {wrong[0]}: the error spans cannot be read",
                "a JSON list of objects with start_i, end_i and severity",
                f"{len(wrong):,} of {frame.height:,} lines",
                "correct these fields",
            )
        )
    types = {"start": pl.Int64, "end": pl.Int64, "category": pl.String, "severity": pl.String, LINE: pl.Int64}
    table = pl.DataFrame(rows, schema_overrides=types, infer_schema_length=None)
    if "key" in table.columns:
        table = table.drop("key") if "segment" in table.columns else table.rename({"key": "segment"})
    table = table.with_columns(
        annotator=pl.lit(None, dtype=pl.String),
        showing=pl.col("document"),
        document=pl.col("document").str.replace(r"(#(bad|dup|incomplete))+$", ""),
    )
    return (Spans.check(table, source=source.name).with_findings(_offset_note()),)


def _span(mark: dict[str, Any]) -> dict[str, Any]:
    """One marked error; Appraise counts both ends in, we count the end out."""
    start, end = mark["start_i"], mark["end_i"]
    kind = mark.get("error_type")
    category = "/".join(kind) if isinstance(kind, list) else kind
    if "missing" in (start, end):
        return {"start": None, "end": None, "severity": mark["severity"], "category": category or "missing"}
    return {"start": int(start), "end": int(end) + 1, "severity": mark["severity"], "category": category or None}


def _offset_note() -> Finding:
    return Finding(
        "AJ106",
        "note",
        "Span offsets count UTF-16 units of the trimmed text, as the page that collected them did; they differ from "
        "code points behind emoji and rare Han characters.",
    )


FORMAT = Format(
    "appraise",
    "results exported by Appraise (all layouts), ESA files, the Inuktitut files of Knowles and Lo 2022",
    ("ratings", "spans"),
    lambda source: not source.is_json and _layout(source) is not None,
    _read,
)
FORMATS = (FORMAT,)
