"""Groups of rows: one for each value of a column, or for each language pair."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeVar

from adjudge.core.language_pairs import choose_language_pair, language_pairs
from adjudge.core.selecting import catalogue as say
from adjudge.core.selecting.selection import JUDGEMENTS, MARKS, column_of, select, values_of
from adjudge.core.tables import Table

AnyOf = TypeVar("AnyOf", bound=Table)

#: What groups by language pair are asked for with; no table has such a column.
LANGUAGE: Final = "language"
#: More rankings than anybody reads; a column with more values names things, not kinds of them.
MOST_GROUPS: Final = 100
_SYSTEMS: Final = frozenset({"system", "system_a", "system_b"})


def groups_of(table: AnyOf, by: str, *, source: str | None = None) -> Mapping[str, AnyOf]:
    """The rows of each value, in order of appearance; those without a value under the empty name.

    Args:
        table: any table.
        by: a column of text, or `language` for the language pair.
        source: name of the file, for messages.

    Raises:
        UsageError: AJ055 if there is no such column, or rows cannot be grouped by it.
    """
    if by == LANGUAGE:
        pairs = language_pairs(table)
        if not pairs:
            raise say.NO_GROUPS(column=by, reason="this data does not have: its rows do not say their languages")
        require_few_groups(by, len(pairs))
        return {pair: choose_language_pair(table, pair) for pair in pairs}
    column = column_of(table, by, option="by", source=source)
    reason = (
        "names the systems"
        if by in _SYSTEMS
        else "names a segment within its document only"
        if by == "segment" and _has_documents(table)
        else "holds the judgements"
        if by in JUDGEMENTS | MARKS
        else "holds numbers"
        if column.type != "text"
        else None
    )
    if reason is not None:
        raise say.NO_GROUPS(column=by, reason=reason)
    values = values_of(table, column).unique(maintain_order=True).to_list()
    require_few_groups(by, len(values))
    return {value or "": select(table, {by: value}, source=source) for value in values}


def require_few_groups(by: str, groups: int) -> None:
    """Refuse more groups than anybody reads (AJ055).

    Args:
        by: what they are told apart by.
        groups: how many there are.
    """
    if groups > MOST_GROUPS:
        raise say.TOO_MANY_GROUPS(column=by, n=groups, most=MOST_GROUPS)


def say_group(by: str, value: str) -> str:
    """A group for people: `domain news`, `domain missing`."""
    return f"{by} {value or 'missing'}"


def _has_documents(table: Table) -> bool:
    return "document" in table.frame.columns and table.frame["document"].null_count() < table.frame.height
