"""Columns of a printed table as programs read them: plain numbers, and a column for each number of a cell."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from adjudge.reporting.printed_tables import MISSING, Heading, PrintedTable

_NUMBER: Final = r"[+-]?(?:\d[\d,]*(?:\.\d+)?|\.\d+)"
#: A star, a bound, a number; what joins it to a second one; words behind them, such as `20 annotators`.
_CELL: Final = re.compile(
    rf"(?P<star>\*)?(?P<bound><)?(?P<first>{_NUMBER})(?P<share>%)?"
    rf"(?:(?P<join>-| to | / | of | \()(?P<second>{_NUMBER})(?P<share2>%)?\)?)?(?: (?P<unit>[a-z].*))?"
)
#: What joins two numbers -> the names of their columns.
_NAMES: Final = {
    "-": ("{} low", "{} high"),
    " to ": ("{} low", "{} high"),
    " / ": ("{} first", "{} second"),
    " of ": ("{}", "{} of"),
    " (": ("{}", "{} in brackets"),
}


@dataclass(frozen=True)
class PlainColumn:
    """A column of a file.

    Args:
        name: at its head.
        cells: its values; empty where there is none.
        is_text: whether they are text, of which a spreadsheet might take some for a formula.
    """

    name: str
    cells: tuple[str, ...]
    is_text: bool = False


def plain_columns(table: PrintedTable) -> list[PlainColumn]:
    """The columns of a table as programs read them.

    Numbers lose the signs that are for readers: commas, percent signs (which go to the name of the column) and stars
    (which become a column). A range becomes two columns, `low` and `high`, which are equal where one number is printed.
    Other cells of two numbers become two columns as well. `<.001` is .001 with `<` in the column `bound`. A missing
    number is empty. A column with any other cell is text and stays as it is printed.
    """
    found: list[PlainColumn] = []
    for place, heading in enumerate(table.headings):
        cells = [row[place] for row in table.rows]
        numbers = None if heading.kind == "text" else _numbers(heading, cells)
        found += numbers or [PlainColumn(heading.name or heading.text, tuple(cells), is_text=True)]
    return found


def _numbers(heading: Heading, cells: Sequence[str]) -> list[PlainColumn] | None:
    """The columns of numbers; None if a cell is something else."""
    parsed = [None if cell in (MISSING, "") else _CELL.fullmatch(cell) for cell in cells]
    if any(one is None and cell not in (MISSING, "") for one, cell in zip(parsed, cells, strict=True)):
        return None
    joins = {one["join"] for one in parsed if one and one["join"]}
    names = {_NAMES[join] for join in joins} or ({_NAMES["-"]} if heading.kind == "range" else set())
    if len(names) > 1:
        return None
    title = heading.name or heading.text
    first, second = next(iter(names), ("{}", ""))
    ranged = "high" in second
    parts = [("first", "share", first, False)]
    parts += [("second", "share2", second, ranged)] if second else []
    columns = [
        PlainColumn(_name(name.format(title), parsed, share), tuple(_plain(one, group, alone=alone) for one in parsed))
        for group, share, name, alone in parts
    ]
    return columns + [
        PlainColumn(f"{title} {name}", tuple(_said(one, group, words) for one in parsed), is_text=True)
        for group, name, words in (("bound", "bound", ""), ("star", "significant", "yes/no"), ("unit", "unit", ""))
        if any(one and one[group] for one in parsed)
    ]


def _name(name: str, parsed: Sequence[re.Match[str] | None], share: str) -> str:
    return f"{name} (%)" if any(one and one[share] for one in parsed) else name


def _plain(cell: re.Match[str] | None, group: str, *, alone: bool) -> str:
    """One number without signs for readers; of a range of one number that number at both ends."""
    if cell is None:
        return ""
    text = cell[group] or (cell["first"] if alone and not cell["join"] else "")
    return text.replace(",", "").removeprefix("+")


def _said(cell: re.Match[str] | None, group: str, words: str) -> str:
    """What stood beside a number: the sign itself, or one of two words for whether it was there."""
    if cell is None:
        return ""
    yes, _, no = words.partition("/")
    return (yes if cell[group] else no) if words else cell[group] or ""
