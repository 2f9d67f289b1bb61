"""Results exported by Appraise, in all its layouts; also ESA files and the Inuktitut files of Knowles and Lo 2022."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import polars as pl

from adjudge.core.columns import LINE
from adjudge.core.findings import Finding
from adjudge.core.tables import AnyTable, Ratings, Spans
from adjudge.io import catalogue
from adjudge.io.appraise import items
from adjudge.io.appraise.catalogue import COPIES_WITHOUT_ORIGINAL, FILLERS
from adjudge.io.appraise.layouts import BATCH_COLUMNS, find_layout
from adjudge.io.appraise.marks import SCHEMA, read_marks
from adjudge.io.delimited import read_rows, split_line
from adjudge.io.formats import Format, build_all, checked, unused
from adjudge.io.source import Source
from adjudge.io.wmt.account_maps import ACCOUNTS
from adjudge.io.wmt.joined_names import expand_ratings

_UNUSED: Final = (
    *("errors_1", "errors_2", "source_errors", "url", "rank", "place", "text", "output", "reference"),
    *BATCH_COLUMNS,
)
#: What makes two rows judgements of the same output in one session.
_OUTPUT: Final = ("annotator", "session", "system", "document", "segment")
#: What makes two rows judgements of the same item.
_ITEM: Final = ("annotator", "session", "system", "document", "segment", "kind", "scope", "showing")


def _read(source: Source) -> tuple[AnyTable, ...]:
    layout = find_layout(source)
    if layout is None:
        columns = len(split_line(source.first_line))
        raise catalogue.NO_LAYOUT(source=source.name, begin=source.first_line, n=columns)
    names = layout.names
    rows = read_rows(source, layout.header or names, header=layout.header is not None)
    rows.columns = [*names, LINE]
    rows = _known(rows)
    if "spans" in names:
        return build_all(lambda: _ratings(source, rows), lambda: _spans(source, rows))
    return (_ratings(source, rows),)


def _known(rows: pl.DataFrame) -> pl.DataFrame:
    """The rows with all columns that every layout can be said to have."""
    if "key" in rows.columns:
        rows = rows.drop("key") if "segment" in rows.columns else rows.rename({"key": "segment"})
    # Exports without item types hold ordinary items only: the controls were removed before the release.
    absent = {"annotator": None, "document": None, "kind": "TGT"}
    new = [pl.lit(value, dtype=pl.String).alias(name) for name, value in absent.items() if name not in rows.columns]
    return rows.with_columns(new)


def _ratings(source: Source, rows: pl.DataFrame) -> AnyTable:
    frame = _side_by_side(rows) if "system_1" in rows.columns else rows
    frame, joined = expand_ratings(frame, source)
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
    copied = items.is_copy()
    frame = frame.with_columns(**new, _copied=copied.fill_null(value=False))
    # A copy repeats something only if its original was judged in the same session.
    original = (pl.col("kind") == "system").any().over(_OUTPUT)
    orphan = pl.col("_copied") & (pl.col("kind") == "repeat") & ~original
    orphans = frame.filter(orphan).height
    frame = frame.with_columns(kind=pl.when(orphan).then(pl.lit("system")).otherwise("kind"))
    known = [column.name for column in Ratings.columns if column.name in frame.columns]
    ratings = checked(Ratings, frame.select(*known, LINE), source)
    left_out = [name for name in _UNUSED if name in rows.columns]
    notes = [*([unused(source, *left_out)] if left_out else []), *joined]
    if orphans:
        notes.append(COPIES_WITHOUT_ORIGINAL(rows=orphans, _source=source.name))
    return ratings.with_findings(*notes, *_notes(source, ratings))


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
        sessions = ratings.frame["session"]
        people = catalogue.UNKNOWN_PEOPLE(accounts=sessions.n_unique(), _example=sessions[0])
        yield source.settled_by(ACCOUNTS, people)
    fillers = ratings.frame.filter(pl.col("kind") == "filler").height
    if fillers:
        yield FILLERS(rows=fillers, _source=source.name)
    again = ratings.frame.select(name for name in _ITEM if name in ratings.frame.columns)
    extra = again.height - again.n_unique()
    if extra:
        yield catalogue.JUDGED_AGAIN(rows=extra, _total=again.height, _source=source.name)


def _spans(source: Source, rows: pl.DataFrame) -> AnyTable:
    """One row per mark, and one with severity `no-error` for a judgement without any."""
    marks = [read_marks(text) for text in rows["spans"]]
    wrong = [line for line, found in zip(rows[LINE], marks, strict=True) if found is None]
    if wrong:
        source.report_lines(catalogue.BAD_MARKS, wrong, total=rows.height)
    owners = [row for row, found in enumerate(marks) for _ in found or ()]
    flat = pl.DataFrame([mark for found in marks for mark in found or ()], schema=SCHEMA)
    table, _ = expand_ratings(rows[owners].hstack(flat), source)
    table = table.with_columns(showing="document", document=items.document())
    known = [column.name for column in Spans.columns if column.name in table.columns]
    return checked(Spans, table.select(*known, LINE), source).with_findings(catalogue.UTF_16_OFFSETS())


FORMATS = (
    Format(
        "appraise",
        "results exported by Appraise (all layouts), ESA files, the Inuktitut files of Knowles and Lo 2022",
        gives=("ratings", "spans"),
        detect=lambda source: not source.is_json and find_layout(source) is not None,
        read=_read,
        author="Appraise; organisers of WMT21 to WMT25",
        tried=(
            "wmt-conference/wmt24-news-systems: humeval/esa_generalMT2024_wave2.csv",
            "wmt-conference/wmt22-news-systems: humaneval/DA+SQM/scores/WMT22.Appraise.SegLvlLiv*.filtered.csv",
        ),
    ),
)
