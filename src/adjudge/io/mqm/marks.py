"""Marks in a text, `<v>...</v>`: where the first one is in the text without marks, in code points."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import polars as pl

_TAG: Final = re.compile(r"</?v>")
TAGS: Final = _TAG.pattern


@dataclass(frozen=True)
class Marks:
    """The marks of one text.

    Args:
        start: first code point of the first mark in the text without marks; None if nothing is marked.
        end: first code point after it.
        count: how many marks there are, those inside of another one not counted.
        unclosed: whether the last one is not closed; it then reaches the end of the text.
        marked: the text of the first mark.
    """

    start: int | None = None
    end: int | None = None
    count: int = 0
    unclosed: bool = False
    marked: str = ""


def find_marks(text: str) -> Marks:
    """The marks of a text. A mark inside of another belongs to it; a closing tag without an opening one is no mark.

    Example:
        >>> find_marks("a <v>b</v> c")
        Marks(start=2, end=3, count=1, unclosed=False, marked='b')
    """
    plain, depth, count, behind = "", 0, 0, 0
    start: int | None = None
    end: int | None = None
    for tag in _TAG.finditer(text):
        plain += text[behind : tag.start()]
        behind = tag.end()
        if tag[0] == "<v>":
            if depth == 0:
                count += 1
                start = len(plain) if start is None else start
            depth += 1
        elif depth:
            depth -= 1
            end = len(plain) if depth == 0 and end is None else end
    plain += text[behind:]
    if start is None:
        return Marks()
    end = len(plain) if end is None else end
    return Marks(start, end, count, depth > 0, plain[start:end])


def mark_columns(texts: Iterable[str]) -> pl.DataFrame:
    """The marks of many texts, one row for each: `start`, `end`, `count`, `unclosed` and `marked`."""
    none = Marks()
    found = [find_marks(text) if "v>" in text else none for text in texts]
    return pl.DataFrame(
        {
            "start": [marks.start for marks in found],
            "end": [marks.end for marks in found],
            "count": [marks.count for marks in found],
            "unclosed": [marks.unclosed for marks in found],
            "marked": [marks.marked for marks in found],
        },
        schema={
            "start": pl.Int64,
            "end": pl.Int64,
            "count": pl.Int64,
            "unclosed": pl.Boolean,
            "marked": pl.String,
        },
    )


def without_marks(name: str) -> pl.Expr:
    """A text column without its tags."""
    return pl.col(name).str.replace_all(TAGS, "")
