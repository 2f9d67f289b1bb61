"""The form of every printed table: headings, cells as text, and lines, before any markup.

Text on a terminal, CSV, LaTeX and the HTML page are set from the same form, so that a number reads the same wherever
it is printed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from math import isnan
from typing import Final, Literal

MISSING: Final = "—"
#: The largest mean on a scale such as 1..5, 0..6 or 0..10.
_SMALL_SCALE: Final = 10
Kind = Literal["text", "number", "range"]


@dataclass(frozen=True)
class Heading:
    """The head of a column.

    Args:
        text: what stands above the column.
        kind: `text` is set flush left; `number` and `range` flush right with proper signs and dashes.
        meaning: what the column holds, for readers who do not know.
        name: of the column in a file, where `text` would stand above several columns.
        is_name: the text is the name of a recipe, a method or the like: it is printed as it stands.
    """

    text: str
    kind: Kind = "number"
    meaning: str = ""
    name: str = ""
    is_name: bool = False


@dataclass(frozen=True)
class PrintedTable:
    """A table as it is printed, before any markup.

    Args:
        headings: one for each column.
        rows: cells as text, with ASCII hyphens for minus signs and ranges.
        lines: indices of the rows that a line stands above.
    """

    headings: tuple[Heading, ...]
    rows: tuple[tuple[str, ...], ...]
    lines: frozenset[int] = frozenset()

    @property
    def legend(self) -> list[tuple[list[str], str]]:
        """What columns hold, each meaning once with all columns that have it; a column of systems explains itself."""
        columns: dict[str, list[str]] = {}
        for heading in self.headings:
            if heading.meaning and (heading.text, heading.kind) != ("system", "text"):
                columns.setdefault(heading.meaning, []).append(heading.text)
        return [(list(dict.fromkeys(texts)), meaning) for meaning, texts in columns.items()]


def printable(text: str) -> str:
    """A name without characters that could move the cursor, break a line or colour a terminal."""
    return "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in text)


def typeset(cell: str, heading: Heading) -> str:
    """A cell with true minus signs, and with an en dash between the ends of a range."""
    if heading.kind == "text" or cell == MISSING:
        return cell
    if heading.kind == "number":
        return cell.replace("-", "\N{MINUS SIGN}")
    return _SIGN.sub("\N{MINUS SIGN}", cell).replace("-", "\N{EN DASH}")


#: A hyphen that belongs to a number: at the begin of a cell, after a blank, or after the hyphen of the range.
_SIGN: Final = re.compile(r"(?:^|(?<=[\s(/-]))-(?=[\d.])")


def number(value: float | None, digits: int) -> str:
    """A number with a fixed number of decimals; a dash if there is none."""
    if value is None:
        return MISSING
    text = f"{value:.{digits}f}"
    return text.removeprefix("-") if float(text) == 0 else text  # no "-0.000"


def whole(value: int | None) -> str:
    """A whole number; a dash if there is none."""
    return MISSING if value is None else f"{value:,}"


def decimals_of(means: Sequence[float]) -> int:
    """How many decimals means are printed with, by the scale that they are on.

    One for means beyond 10, as on scales to 100; two for smaller ones, as on 1..5, and for penalties; three for those
    within 1. On small scales there are up to two more, so that different means look different.
    """
    largest = max(map(abs, means), default=0.0)
    penalties = any(mean < 0 for mean in means) and all(mean <= 0 for mean in means)
    least = 3 if largest <= 1 else 2 if largest <= _SMALL_SCALE or penalties else 1
    if least == 1:
        return 1
    distinct = len(set(means))
    enough = (digits for digits in (least, least + 1) if len({f"{mean:.{digits}f}" for mean in means}) == distinct)
    return next(enough, least + 2)


def rank_range(low: int | None, high: int | None) -> str:
    """Two ranks as a range, one rank if they are equal; a dash if they are unknown."""
    if low is None or high is None:
        return MISSING
    return str(low) if low == high else f"{low}-{high}"


def starred_p(p: float, *, significant: bool) -> str:
    """A p-value with three decimals, with a star if it is significant; a dash if it is unknown."""
    if isnan(p):
        return MISSING
    return ("*" if significant else "") + ("<.001" if p < 0.001 else f"{p:.3f}")
