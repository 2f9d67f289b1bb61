"""Texts from one file that holds everything: our columns, XML of WMT, or another format with texts."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import polars as pl

from adjudge.core.campaign.languages import is_language, nearest_language
from adjudge.core.catalogue import counted, listed
from adjudge.core.checking.near import nearest
from adjudge.core.checking.synonyms import candidates
from adjudge.core.errors import AdjudgeError
from adjudge.core.tables import Texts
from adjudge.io.campaigns.catalogue import (
    DOCUMENT_AGAIN,
    LACKS_COLUMNS,
    MISSING_CELLS,
    NO_SUCH_TEXTS,
    NO_SYSTEMS,
    NOT_TEXTS,
    SYSTEMS_LEFT_OUT,
    SYSTEMS_TAKEN,
    TEXTS_TWICE,
    UNKNOWN_ORIGIN,
)
from adjudge.io.campaigns.languages import language_problems, rows_of_one_pair
from adjudge.io.campaigns.lines import read_outputs, require_lines
from adjudge.io.campaigns.places import CampaignPlaces, header_of, shortened
from adjudge.io.delimited import read_header, read_rows
from adjudge.io.own.separators import find_separator
from adjudge.io.reading import read_file
from adjudge.io.source import open_source

_KEY: Final = ("texts", "file")
#: Columns of texts that say what may be judged, whoever translated it.
_SOURCES: Final = {*Texts.names()} - {"reference", "source_lang", "target_lang"}
#: Documents, and segments of each, that are named where texts are missing.
_MOST_NAMED: Final = 8


def read_table_of(places: CampaignPlaces) -> pl.DataFrame | None:
    """The texts of a campaign and those it adds from files of lines; None if the file cannot be read."""
    noted = len(places.problems)
    path = places.find(places.campaign.texts.file or "", _KEY)
    rows = None if path is None else _rows(places, path)
    frame = None if rows is None or path is None else _checked_rows(places, rows, path.name)
    if frame is not None and len(places.problems) == noted:
        places.sources = frame.select(name for name in frame.columns if name in _SOURCES)
    # Of texts in several languages it is unknown which rows the lines belong to.
    known = frame is not None and rows is not None and frame.height == rows.height
    outputs = read_outputs(places, frame.height if frame is not None and known else None)
    if frame is None or rows is None or path is None:
        return None
    if known:
        require_lines(places, [file for file in outputs.values() if file], path.name, frame["segment"].to_list())
    for name, file in outputs.items():
        key, noun = ("references", "reference") if name in places.campaign.references else ("systems", "system")
        if name in frame.columns:
            places.report(TEXTS_TWICE, key, name, noun=noun, name=name, source=path.name)
        elif file is not None and len(file.lines) == frame.height:
            column = pl.Series(name, [line or None for line in file.lines], dtype=pl.String)
            frame = frame.with_columns(column)
    return choose_outputs(places, frame, path.name, added=set(outputs))


def _rows(places: CampaignPlaces, path: Path) -> pl.DataFrame | None:
    """The rows of a file of texts; of one that is refused, those that are there to be checked further."""
    try:
        reading = read_file(path)
    except AdjudgeError as error:
        # Without `source` a file looks like another table, whose missing columns would be asked for.
        if _lacks_columns(places, path):
            return None
        places.blame(error, _KEY)
        return _unchecked(path)
    table = next((table for table in reading.tables if isinstance(table, Texts)), None)
    if table is None:
        places.report(NOT_TEXTS, *_KEY, source=path.name, held=reading.main.noun)
        return None
    places.findings.extend(table.findings)
    return table.frame


def _lacks_columns(places: CampaignPlaces, path: Path) -> bool:
    """Whether a table lacks columns of texts, which is noted."""
    names = header_of(path)
    present = {name.strip().lower() for name in names}
    needed = [column.name for column in Texts.columns if column.presence == "required"]
    missing = [name for name in needed if name not in present]
    if not names or not missing:
        return False
    meant = [candidates(name, names) for name in missing]
    near = [repr(found[0]) for found in meant if len(found) == 1]
    found = shortened(names)
    places.report(LACKS_COLUMNS, *_KEY, source=path.name, missing=missing, found=found, near=near)
    return True


def _unchecked(path: Path) -> pl.DataFrame | None:
    """The rows of delimited text with our columns, as they are written; None if it cannot be taken apart."""
    try:
        source = open_source(path)
        separator = None if source.is_parquet or source.is_json else find_separator(source)
        names = [] if separator is None else read_header(source, separator)
        if separator is None or len(set(names)) < len(names) or not {"segment", "source"} <= set(names):
            return None
        frame = read_rows(source, names, separator=separator)
    except AdjudgeError:  # told already
        return None
    if source.problems:
        return None
    return frame if "document" in names else frame.with_columns(document=pl.lit(None, pl.String))


def _checked_rows(places: CampaignPlaces, frame: pl.DataFrame, source: str) -> pl.DataFrame:
    """The rows of one language pair: with a source each, and the segments of a document follow each other."""
    frame = check_languages(places, frame, source)
    _check_missing(places, frame, source, "source", "source")
    begins = frame.filter(pl.col("document") != pl.col("document").shift(1)).select("document")
    first = frame["document"][0] if frame.height else None
    names = [first, *begins["document"].to_list()]
    again = [name for place, name in enumerate(names) if name is not None and name in names[:place]]
    if again:
        row = _row_of_second(frame, again[0])
        places.problems.append(
            DOCUMENT_AGAIN.problem(
                source=source, line=row, document=again[0], wrong=len(again), places=f"first in row {row}"
            )
        )
    if "origin" in frame.columns:
        _check_origins(places, frame["origin"], source)
    return frame


def check_languages(places: CampaignPlaces, frame: pl.DataFrame, source: str) -> pl.DataFrame:
    """The rows of one language pair. Another pair than that of the campaign, or further ones, are noted."""
    places.problems += language_problems(places.campaign, frame, source, places.place, passed=places.broken)
    return rows_of_one_pair(places.campaign, frame)


def _check_origins(places: CampaignPlaces, origins: pl.Series, source: str) -> None:
    for code in origins.drop_nulls().unique(maintain_order=True):
        if not is_language(code):
            told = {"value": code, "near": nearest_language(code), "line": None, "places": None}
            count = {"wrong": int((origins == code).sum()), "total": len(origins)}
            places.problems.append(UNKNOWN_ORIGIN.problem(source=source, **told, **count))


def _row_of_second(frame: pl.DataFrame, document: str) -> int:
    """The row, counted with the header, in which a document begins for the second time."""
    numbered = frame.with_row_index("_row").filter(
        (pl.col("document") == document) & (pl.col("document").shift(1) != document).fill_null(value=True)
    )
    return int(numbered["_row"][1]) + 2


def choose_outputs(places: CampaignPlaces, frame: pl.DataFrame, source: str, *, added: set[str]) -> pl.DataFrame:
    """The texts with the outputs that the campaign names, and every gap in them noted."""
    campaign = places.campaign
    of_texts = [name for name in frame.columns if name not in {*Texts.names(), "_line"} - {"reference"}]
    references = list(campaign.references)
    known = [name for name in of_texts if name not in added]
    systems = [name for name in of_texts if name not in {*references, "reference"}]
    named = systems if campaign.systems is None else list(campaign.systems)
    if not named:
        places.problems.append(NO_SYSTEMS.problem(source=source))
    for noun, names, key in (("system", named, "systems"), ("reference", references, "references")):
        for name in names:
            if name not in of_texts and name not in added:
                found = {"known": known or ["none"], "near": nearest(name, known, 0.5)}
                places.report(NO_SUCH_TEXTS, key, name, noun=noun, name=name, source=source, **found)
    for name in (*named, *references):
        hidden = name in campaign.references and campaign.references[name].role == "hidden"
        if name in of_texts and name not in added and not hidden:
            noun = f"output of {name}" if name in named else f"reference {name}"
            _check_missing(places, frame, source, name, noun)
    if campaign.systems is None and named:
        places.findings.append(SYSTEMS_TAKEN(systems=named))
    chosen = {*named, *references}
    left = [name for name in known if name not in chosen and name != "reference"]
    if left:
        places.findings.append(SYSTEMS_LEFT_OUT(systems=left, _source=source))
    return frame.drop(name for name in of_texts if name not in chosen)


def _check_missing(places: CampaignPlaces, frame: pl.DataFrame, source: str, column: str, noun: str) -> None:
    missing = frame.filter(pl.col(column).is_null() | (pl.col(column).str.strip_chars() == ""))
    if not missing.is_empty():
        document, segment = missing.select("document", "segment").row(0)
        first = f"segment {segment}" + (f" of document {document}" if document is not None else "")
        told = {"first": first, "where": _by_document(missing), "wrong": missing.height, "total": frame.height}
        places.problems.append(MISSING_CELLS.problem(source=source, noun=noun, **told))


def _by_document(rows: pl.DataFrame) -> str | None:
    """Segments under their documents: `document a: segments 1, 4; document b: segment 2`; None for a single one."""
    if rows.height == 1:
        return None
    held: dict[str | None, list[str]] = {}
    for name, segment in rows.select("document", "segment").iter_rows():
        held.setdefault(name, []).append(segment)
    told = [
        (f"document {name}: " if name is not None else "")
        + f"{'segment' if len(segments) == 1 else 'segments'} {listed(segments, _MOST_NAMED)}"
        for name, segments in held.items()
    ]
    left = len(told) - _MOST_NAMED
    return "; ".join([*told[:_MOST_NAMED], *([f"and {counted(left, 'more document')}"] if left > 0 else [])])
