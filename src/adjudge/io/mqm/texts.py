"""Texts of annotated segments: marks removed, and one form of each output where annotators saw or wrote several."""

from __future__ import annotations

from typing import Final

import polars as pl

from adjudge.core.tables import Texts
from adjudge.io.formats import checked
from adjudge.io.mqm.catalogue import RESERVED_SYSTEM
from adjudge.io.mqm.marks import without_marks
from adjudge.io.source import Source

_SEGMENT: Final = ["document", "segment"]
_OUTPUT: Final = ["system", *_SEGMENT]
_OF_SEGMENT: Final = ("reference", "domain", "source_lang", "target_lang")


def read_outputs(source: Source, rows: pl.DataFrame) -> Texts:
    """One row per segment: its source, its reference if there is one, and the output of each system.

    Args:
        source: the file.
        rows: with `system`, `document`, `segment`, `source` and `target`, marks included.

    Raises:
        TableError: AJ010 if a system has the name of another column.
    """
    reserved = [name for name in Texts.names() if (rows["system"] == name).any()]
    if reserved:
        raise RESERVED_SYSTEM(source=source.name, name=reserved[0])
    return checked(Texts, _frame(rows), source)


def _frame(rows: pl.DataFrame) -> pl.DataFrame:
    plain = rows.with_columns(without_marks("source"), without_marks("target"))
    outputs = _most_frequent(plain, _OUTPUT, "target").pivot(
        "system", index=_SEGMENT, values="target", maintain_order=True
    )
    sources = _most_frequent(plain, _SEGMENT, "source")
    held = [name for name in _OF_SEGMENT if name in rows.columns]
    if held:
        first = plain.unique(_SEGMENT, keep="first", maintain_order=True).select(*_SEGMENT, *held)
        sources = sources.join(first, on=_SEGMENT, maintain_order="left", nulls_equal=True)
    return sources.join(outputs, on=_SEGMENT, maintain_order="left", nulls_equal=True)


def different_texts(rows: pl.DataFrame) -> tuple[int, int]:
    """How many outputs have several forms, and how many rows have another form than the most frequent one."""
    plain = rows.select(*_OUTPUT, without_marks("target"))
    kept = _most_frequent(plain, _OUTPUT, "target").rename({"target": "kept"})
    other = plain.join(kept, on=_OUTPUT, nulls_equal=True).filter(pl.col("target") != pl.col("kept"))
    return other.select(_OUTPUT).n_unique(), other.height


def _most_frequent(rows: pl.DataFrame, key: list[str], text: str) -> pl.DataFrame:
    """For each key its most frequent text, of several the one that comes first; in the order of the rows."""
    counted = rows.group_by([*key, text], maintain_order=True).len()
    best = counted.filter(pl.col("len") == pl.col("len").max().over(key))
    chosen = best.unique(key, keep="first", maintain_order=True).select(*key, text)
    return rows.select(key).unique(maintain_order=True).join(chosen, on=key, maintain_order="left", nulls_equal=True)
