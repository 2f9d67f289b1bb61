"""How wide and how long a table is in LaTeX, and what follows: its environment, its columns and the size of its type.

Widths are those of a page in two columns: a column of 219 pt and a page of 455 pt, as in the papers of ACL. They are
estimated, since only the font of the paper knows them.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from adjudge.reporting.printed_tables import PrintedTable

#: Points.
COLUMN: Final = 219.0
PAGE: Final = 455.0
#: Points of a figure or letter in type of 10 pt.
_LETTER: Final = 5.0
#: More rows than this do not fit on a page together with a caption.
MOST_ROWS: Final = 40
#: Letters that a column of text needs even if it is narrow.
_NARROWEST: Final = 18
#: Letters of a line in a heading that is wider than what stands below it.
_HEADING: Final = 12


@dataclass(frozen=True)
class _Size:
    command: str
    share: float
    gap: float

    @property
    def own_gap(self) -> float | None:
        """The gap, unless it is the usual one."""
        return self.gap if self.command else None


_SIZES: Final = (
    _Size("", 1.0, 6.0),
    _Size("\\small", 0.9, 5.0),
    _Size("\\footnotesize", 0.8, 4.0),
    _Size("\\scriptsize", 0.7, 3.0),
)


@dataclass(frozen=True)
class Layout:
    """How a table is set.

    Args:
        environment: `table*` goes over both columns of a page; `longtable` over several pages.
        widths: points of columns whose text is broken into lines; None for the others.
        size: command for smaller type; empty for that of the paper.
        gap: points on both sides of a column; None for the usual.
        too_wide: not even small type fits on the page.
    """

    environment: Literal["table", "table*", "longtable"]
    widths: tuple[float | None, ...]
    size: str = ""
    gap: float | None = None
    too_wide: bool = False


def layout(table: PrintedTable) -> Layout:
    """The layout of a table: in type as large as fits on the page.

    Smaller type comes first; text is broken into lines where type of 8 pt is not small enough.
    """
    letters = [_letters_of(table, i) for i in range(len(table.headings))]
    text = [heading.kind == "text" for heading in table.headings]
    is_long = len(table.rows) > MOST_ROWS
    plain: tuple[None, ...] = (None,) * len(letters)
    if not is_long and _width(letters, _SIZES[0]) <= COLUMN:
        return Layout("table", plain)
    environment: Literal["table*", "longtable"] = "longtable" if is_long else "table*"
    for size in _SIZES[:-1]:
        if _width(letters, size) <= PAGE:
            return Layout(environment, plain, size.command, size.own_gap)
    narrow = [min(n, _NARROWEST) if is_text else n for n, is_text in zip(letters, text, strict=True)]
    size = next((size for size in _SIZES if _width(narrow, size) <= PAGE), _SIZES[-1])
    widths = _broken(letters, text, size)
    return Layout(environment, widths, size.command, size.own_gap, too_wide=_width(narrow, size) > PAGE)


def heading_lines(table: PrintedTable, place: int) -> list[str]:
    """The heading of a column in lines: that of numbers is broken between words if it is much wider than they are."""
    heading = table.headings[place]
    room = max([_HEADING, *(width_of(row[place]) for row in table.rows)])
    return [heading.text] if heading.kind == "text" else _filled(heading.text.split(" "), room)


def _filled(words: Sequence[str], room: int) -> list[str]:
    lines = [words[0]]
    for word in words[1:]:
        joined = f"{lines[-1]} {word}"
        lines[-1:] = [joined] if width_of(joined) <= room else [lines[-1], word]
    return lines


def width_of(text: str) -> int:
    """Letters that a text takes: East Asian ones and emoji are as wide as two, accents have no width."""
    return sum(2 if unicodedata.east_asian_width(char) in "WF" else not unicodedata.combining(char) for char in text)


def _letters_of(table: PrintedTable, place: int) -> int:
    cells = [row[place] for row in table.rows]
    return max(map(width_of, [*heading_lines(table, place), *cells]))


def _width(letters: Sequence[int], size: _Size) -> float:
    return sum(size.share * _LETTER * n + 2 * size.gap for n in letters)


def _broken(letters: Sequence[int], text: Sequence[bool], size: _Size) -> tuple[float | None, ...]:
    """Widths of columns of text: short ones keep their own, the others share what is left of the page."""
    points = [size.share * _LETTER * n for n in letters]
    room = PAGE - 2 * size.gap * len(points) - sum(p for p, is_text in zip(points, text, strict=True) if not is_text)
    wide = [i for i, is_text in enumerate(text) if is_text]
    least = size.share * _LETTER * _NARROWEST
    while fitting := [i for i in wide if points[i] <= max(least, room / len(wide))]:
        room -= sum(points[i] for i in fitting)
        wide = [i for i in wide if i not in fitting]
    return tuple(float(round(max(least, room / len(wide)))) if i in wide else None for i in range(len(points)))
