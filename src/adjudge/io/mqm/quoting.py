"""Tab-separated rows whose texts may be wrapped in quotes: some releases do as CSV does, others mean every quote.

The content decides. A CSV writer wraps every field that holds a quote and doubles the quotes in it, so three kinds of
fields tell: *wrapped* ones with doubled quotes inside, which plain text hardly ever has; *bare* ones, which hold a
quote and do not begin with one, or begin with one and are not wrapped, which no CSV writer leaves; and *enclosed* ones
without a quote inside, which a CSV writer only makes where it wraps every field.

| wrapped | bare | reading |
|---|---|---|
| some | none | quotes wrap fields |
| none | some or none | quotes are text, unless every field is enclosed |
| more | fewer | wrapped fields are unwrapped, bare ones stay (AJ120) |
| fewer | more | quotes are text (AJ120) |

Where there are no bare fields and only some are enclosed, quotes are text, but nothing proves it (AJ120). Rows that
have their number of fields only if quotes wrap tabs and line ends are read that way.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

import polars as pl

from adjudge.core.columns import LINE
from adjudge.core.errors import AdjudgeError
from adjudge.core.findings import Finding
from adjudge.io import catalogue
from adjudge.io.delimited import read_header, read_rows
from adjudge.io.mqm.catalogue import ENCLOSED_TEXTS, MIXED_QUOTES, PLAIN_QUOTES
from adjudge.io.source import Source

_TAB: Final = "\t"
_Test = Callable[[str], pl.Expr]
#: Quotes around, and each one between them doubled.
_WELL_FORMED: Final = r'(?s)^"(?:[^"]|"")*"$'
#: The first line that is not blank, up to a last field that begins with a number sign.
_REMARK: Final = re.compile(rb"(\s*[^\n]*?)\t#[^\t\r\n]*(?=\r?\n|\Z)")


def header_names(source: Source) -> list[str]:
    """The names in the first line of a tab-separated file, without the remark that some releases add as a last one."""
    names = [name.strip() for name in read_header(source, _TAB)]
    return names[:-1] if names and names[-1].startswith("#") else names


@dataclass(frozen=True)
class QuotedRows:
    """Rows as text, and what had to be assumed about their quotes."""

    frame: pl.DataFrame
    findings: tuple[Finding, ...] = ()


def read_texts(source: Source, names: Sequence[str]) -> QuotedRows:
    """All rows below the header, quotes read as the content says.

    Args:
        source: the file. Rows with another number of fields are reported to it and left out.
        names: names of the columns, as in the header.

    Raises:
        InputError: AJ006, AJ007.
    """
    if header_names(source) != list(names):
        raise catalogue.WRONG_HEADER(source=source.name, begin=source.first_line, names=", ".join(names))
    rows = _without_remark(source)
    trial = replace(rows, problems=[])
    plain = read_rows(trial, names, separator=_TAB, header=False, quoted=False).slice(1)
    if not trial.problems:
        return _unquoted(source, plain)
    wrapped = _read_wrapped(rows, names)
    if wrapped is not None:
        return QuotedRows(wrapped)
    source.report(*trial.problems)
    return _unquoted(source, plain)


def _without_remark(source: Source) -> Source:
    """The same lines with a header that has the columns of the rows."""
    header = _REMARK.match(source.data)
    return replace(source, content=header[1] + source.data[header.end() :]) if header else source


def _read_wrapped(source: Source, names: Sequence[str]) -> pl.DataFrame | None:
    """Rows in which quotes wrap tabs and line ends; None if they do not."""
    trial = replace(source, problems=[])
    try:
        frame = read_rows(trial, names, separator=_TAB, header=False).slice(1)
    except AdjudgeError:
        return None
    return None if trial.problems else frame


def _unquoted(source: Source, plain: pl.DataFrame) -> QuotedRows:
    names = [name for name in plain.columns if name != LINE]
    wrapped, enclosed, bare = (_count(plain, names, kind) for kind in (_is_wrapped, _is_enclosed, _is_bare))
    filled = _count(plain, names, lambda name: pl.col(name) != "")
    unwrapped = plain.with_columns(_unwrap(name) for name in names)
    if wrapped and not bare:
        return QuotedRows(unwrapped)
    if wrapped:
        entry, frame = (MIXED_QUOTES, unwrapped) if wrapped > bare else (PLAIN_QUOTES, plain)
        return QuotedRows(frame, (entry(wrapped=wrapped, bare=bare, _source=source.name),))
    if enclosed == 0 or bare:
        return QuotedRows(plain)
    if enclosed == filled:
        return QuotedRows(unwrapped)
    return QuotedRows(plain, (ENCLOSED_TEXTS(wrapped=enclosed, _source=source.name),))


def _count(frame: pl.DataFrame, names: Sequence[str], kind: _Test) -> int:
    return sum(int(frame.select(kind(name).sum()).item()) for name in names)


def _is_well_formed(name: str) -> pl.Expr:
    # The cheap test spares long fields the expression.
    begins = pl.col(name).str.starts_with('"') & pl.col(name).str.ends_with('"')
    return begins & pl.col(name).str.contains(_WELL_FORMED)


def _is_wrapped(name: str) -> pl.Expr:
    return _is_well_formed(name) & pl.col(name).str.slice(1).str.head(-1).str.contains('"', literal=True)


def _is_enclosed(name: str) -> pl.Expr:
    return _is_well_formed(name) & ~_is_wrapped(name)


def _is_bare(name: str) -> pl.Expr:
    return pl.col(name).str.contains('"', literal=True) & ~_is_well_formed(name)


def _unwrap(name: str) -> pl.Expr:
    inside = pl.col(name).str.slice(1).str.head(-1).str.replace_all('""', '"', literal=True)
    return pl.when(_is_well_formed(name)).then(inside).otherwise(pl.col(name)).alias(name)
