"""Texts from rows that each hold one output: one row per segment, one column per system."""

from __future__ import annotations

import polars as pl

from adjudge.core.columns import TEXTS
from adjudge.core.tables import Texts
from adjudge.io import catalogue
from adjudge.io.formats import checked
from adjudge.io.source import Source

_NOT_KEY = ("source", "reference")


def texts_of(rows: pl.DataFrame, source: Source) -> Texts:
    """The texts that rows of outputs hold.

    Args:
        rows: `system`, `output`, and columns of texts; the same output may occur in several rows.
        source: the file, for messages.

    Raises:
        InputError: AJ016 if one system has two outputs for one segment, or one segment two sources.
    """
    key = [column.name for column in TEXTS if column.name in rows.columns and column.name not in _NOT_KEY]
    given = [name for name in _NOT_KEY if name in rows.columns]
    plain = rows.select(*key, *given, "system", "output").unique(maintain_order=True)
    twice = plain.filter(plain.select(*key, "system").is_duplicated())
    if twice.height:
        first = twice.row(0, named=True)
        names = {name: first.get(name) for name in ("system", "segment", "document")}
        raise catalogue.TWO_TEXTS(source=source.name, n=twice.height, **names)
    outputs = plain.pivot("system", index=key, values="output", maintain_order=True)
    sources = plain.select(*key, *given).unique(maintain_order=True)
    joined = sources.join(outputs, on=key, nulls_equal=True, maintain_order="left")
    return checked(Texts, joined, source)
