"""Which format a content is: the one asked for, or the one whose test it passes. The name of the file plays no part."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from adjudge.core.errors import AdjudgeError
from adjudge.io import catalogue
from adjudge.io.delimited import read_header
from adjudge.io.folders import Folder, FolderFormat
from adjudge.io.formats import Format
from adjudge.io.own.separators import likely_separator, wrong_separator
from adjudge.io.own.tables import table_of, unknown_columns
from adjudge.io.registry import FOLDERS, FORMATS
from adjudge.io.source import Source

_LIST_OF_OBJECTS: Final = re.compile(r"\s*\[\s*\{")


def choose_folder_format(folder: Folder, name: str | None) -> FolderFormat:
    """The format of a folder: the one asked for, else the one whose layout it has.

    Raises:
        AdjudgeError: AJ002 if it has no known layout, AJ007 or AJ040 if it has not the one asked for.
    """
    if name in FORMATS:
        raise catalogue.DIRECTORY(path=folder.path)
    forms = [FOLDERS.find(name, also=FORMATS)] if name else [*FOLDERS.values()]
    form = next((form for form in forms if form.detect(folder.path)), None)
    if form is None:
        raise (
            not_this_format(folder, forms[0], "its sub-folders are missing")
            if name
            else catalogue.DIRECTORY(path=folder.path)
        )
    return form


def has_known_layout(path: Path) -> bool:
    """Whether a folder has the layout of a known format; no, if it cannot be looked into."""
    try:
        return any(form.detect(path) for form in FOLDERS.values())
    except OSError:
        return False


def choose_format(source: Source, name: str | None) -> Format:
    """The format asked for, else the one detected; only some formats have columns that can be renamed.

    Args:
        source: the content, and which of its columns have other names.
        name: the format asked for, if any.

    Raises:
        AdjudgeError: AJ040 if there is no such format or it has no columns to rename, AJ006 to AJ008 if nothing fits.
    """
    if source.columns:
        return _with_columns(source, name)
    form = FORMATS.find(name) if name else detect(source)
    if source.is_parquet != (form.name == "parquet"):
        raise not_this_format(source, form, "it is Parquet" if source.is_parquet else "it is not Parquet")
    return form


def _with_columns(source: Source, name: str | None) -> Format:
    """The format that takes `columns=` and knows the content, else our own."""
    own = "parquet" if source.is_parquet else "jsonl" if source.is_json else "csv"
    takers = [form for form in FORMATS.values() if form.takes_columns]
    if name is not None:
        asked = FORMATS.find(name)
        if asked not in (FORMATS[own], *takers):
            raise catalogue.NOT_RENAMED(source=source.name, format=name, own=own)
        return asked
    return next((form for form in takers if not source.is_parquet and form.detect(source)), FORMATS[own])


def detect(source: Source) -> Format:
    """The format of a content.

    Raises:
        InputError: AJ006, AJ007 or AJ008 if it fits none.
    """
    form = find_format(source)
    if form is None:
        raise _unknown(source)
    return form


def find_format(source: Source) -> Format | None:
    """The format of a content; None if it is of no known kind at all.

    Raises:
        InputError: AJ006 if a line is too long, AJ008 if it is a table with another separator.
    """
    if source.is_parquet:  # bytes that no other test should look at
        return FORMATS["parquet"]
    for form in sorted(FORMATS.values(), key=lambda form: form.last):
        if form.detect(source):
            return form
    source.require_short_lines()
    names = read_header(source, likely_separator(source))
    if not source.is_json and table_of(name.strip().lower() for name in names):
        return FORMATS["csv"]  # our columns, but not all that are needed: its reader says which are missing
    separated = wrong_separator(source)
    if separated is not None:
        raise separated
    return None


def _unknown(source: Source) -> AdjudgeError:
    names = max((read_header(source, separator) for separator in ",;\t"), key=len)
    if len(names) > 1 and not source.is_json:
        return unknown_columns(source, names)
    if _LIST_OF_OBJECTS.match(source.start):
        new = f"{source.path.stem}-lines.jsonl"
        return catalogue.LIST_OF_OBJECTS(source=source.name, begin=source.first_line, new=new)
    entry = catalogue.UNKNOWN_JSON if source.is_json else catalogue.UNKNOWN_CONTENT
    return entry(source=source.name, begin=source.first_line)


def not_this_format(source: Source | Folder, form: Format | FolderFormat, reason: str) -> AdjudgeError:
    """The error that a content is not of the format it was read as."""
    return catalogue.NOT_THIS_FORMAT(source=source.name, format=form.name, title=form.title, reason=reason)
