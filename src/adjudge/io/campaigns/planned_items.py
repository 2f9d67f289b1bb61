"""The rows of a plan as items of other platforms carry them, in a field that the platform passes over.

Reading such a file gives the plan as it was: annotators, showings, waves, originals, names of segments, languages.
Items that were added for a platform, such as those that ask for the score of a document, are no part of the plan: they
carry no rows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import polars as pl

from adjudge.core.columns import BATCHES

_MARK: Final = "adjudge"
_VERSION: Final = 1
_ROWS: Final = "rows"
#: The place of a row in the whole plan: a file may hold sessions in another order.
ROW: Final = "row"
_INTEGERS: Final = {column.name for column in BATCHES if column.type == "integer"} | {ROW}
_LARGEST: Final = 2**62
_NAMES: Final = tuple(column.name for column in BATCHES)
#: The columns of rows that were planned.
SCHEMA: Final[Mapping[str, type[pl.DataType]]] = {
    name: pl.Int64 if name in _INTEGERS else pl.String for name in (*_NAMES, ROW)
}
#: Columns that a plan may be without.
OPTIONAL: Final = ("annotator", "showing", "original", "wave", "domain", "source_lang", "target_lang")


def payload(rows: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """What an item carries for these rows of the plan, one for each output on the screen."""
    held = [{name: row[name] for name in SCHEMA if row.get(name) is not None} for row in rows]
    return {_MARK: _VERSION, _ROWS: held}


def planned_rows(held: object) -> list[dict[str, Any]] | None:
    """The rows of the plan that a field carries; None if it carries none of ours.

    Raises:
        TypeError: if they are not as we write them.
    """
    if not isinstance(held, dict) or _MARK not in held:
        return None
    rows = held.get(_ROWS)
    if held[_MARK] != _VERSION or not isinstance(rows, list):
        raise TypeError
    return [_row(row) for row in rows]


def _row(row: object) -> dict[str, Any]:
    if not isinstance(row, dict) or not set(row) <= set(SCHEMA):
        raise TypeError
    for name, value in row.items():
        kind = int if name in _INTEGERS else str
        if not isinstance(value, kind) or isinstance(value, bool):
            raise TypeError
        str(value).encode()  # half of a surrogate pair is not text
        if isinstance(value, int) and abs(value) > _LARGEST:
            raise TypeError
    return row
