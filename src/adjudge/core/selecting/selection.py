"""The rows that meet conditions, never fewer without a word: what is unknown is refused, what is kept is counted."""

from __future__ import annotations

import difflib
import math
from collections.abc import Iterable
from typing import Final, TypeVar

import polars as pl

from adjudge.core.catalogue import counted, quoted
from adjudge.core.checking.near import nearest
from adjudge.core.columns import Column
from adjudge.core.errors import AdjudgeError
from adjudge.core.recipes.recipe import plain_name
from adjudge.core.selecting import catalogue as say
from adjudge.core.selecting.conditions import Condition, Where, parse_where
from adjudge.core.tables import Spans, Table

AnyOf = TypeVar("AnyOf", bound=Table)

#: Columns that hold the judgement. Rows chosen by them can be written to a file, but not ranked.
JUDGEMENTS: Final = frozenset({"score", "outcome", "both_bad", "wins_a", "ties", "wins_b"})
#: Columns that say what was marked in a segment.
MARKS: Final = frozenset({"start", "end", "severity", "category", "comment"})


def select(table: AnyOf, where: Where | None, *, source: str | None = None) -> AnyOf:
    """The rows of a table that meet all conditions; a finding says how many of how many.

    Args:
        table: any table.
        where: conditions such as `domain=news` or `{"domain": "news"}`; None for all rows.
        source: name of the file, for messages.

    Returns:
        The table with these rows, which remembers the conditions.

    Raises:
        UsageError: AJ040 for what is no condition, AJ055 for a column that cannot be used, AJ056 for a value that never
            occurs or if no row is left.
    """
    conditions = parse_where(where)
    if not conditions:
        return table
    met = [_rows_meeting(table, condition, source) for condition in conditions]
    kept = pl.select(pl.all_horizontal(met)).to_series()
    if not kept.any():
        each = [
            f"{condition} ({counted(int(rows.sum()), 'row')})" for condition, rows in zip(conditions, met, strict=True)
        ]
        raise say.NO_ROW_LEFT(each=", ".join(each), rows=len(table))
    finding = say.SELECTED(
        kept=int(kept.sum()),
        rows=len(table),
        where=list(map(str, conditions)),
        _conditions=" and ".join(map(quoted, map(str, conditions))),
    )
    selected = table.with_frame(table.frame.filter(kept)).with_findings(finding)
    return selected.with_conditions(*conditions)


def require_blind(table: Table) -> None:
    """Refuse judgements that were chosen by what they say: no ranking of them could be defended (AJ055)."""
    for condition in table.conditions:
        if condition.column in (MARKS if isinstance(table, Spans) else JUDGEMENTS):
            raise (say.BY_MARKS if isinstance(table, Spans) else say.BY_JUDGEMENT)(column=condition.column)


def column_of(table: Table, name: str, *, option: str, source: str | None = None) -> Column:
    """The column of a table that a user named.

    Raises:
        UsageError: AJ055 if there is none.
    """
    found = {column.name: column for column in present_columns(table)}
    if name in found:
        return found[name]
    raise say.NO_SUCH_COLUMN(
        option=option,
        column=name,
        further=name if name not in table.names() else None,
        source=source or f"the table of {table.noun}",
        found=", ".join(name for name, column in found.items() if _says_something(table, column)),
        near=nearest(name, found),
    )


def _says_something(table: Table, column: Column) -> bool:
    """Whether the data had the column: one that is always missing, or always what its absence means, may be ours."""
    held = values_of(table, column)
    return not held.is_null().all() if column.default is None else not (held == column.default).all()


def present_columns(table: Table) -> list[Column]:
    """The columns that hold values, and those whose absence means one value, such as scope."""
    known = {column.name: column for column in table.columns}
    extra = [Column(name, "text", "output of a system") for name in table.frame.columns if name not in known]
    return [*(one for one in known.values() if one.default or one.name in table.frame.columns), *extra]


def values_of(table: Table, column: Column) -> pl.Series:
    """The values of a column in every row."""
    if column.name in table.frame.columns:
        return table.frame[column.name]
    return pl.Series(column.name, [column.default], dtype=pl.String).new_from_index(0, len(table))


def _rows_meeting(table: Table, condition: Condition, source: str | None) -> pl.Series:
    """Which rows meet a condition. A missing value is not equal to any value, and neither smaller nor larger."""
    column = column_of(table, condition.column, option="where", source=source)
    held = values_of(table, column)
    held = held if column.type == "text" else held.cast(pl.Float64)
    if condition.operator in ("=", "!="):
        values = [_as_held(value, column, condition) for value in condition.values]
        _require_held(values, held, column)
        met = held.is_in([value for value in values if value is not None]).fill_null(value=False)
        met |= held.is_null() if None in values else False
        return met if condition.operator == "=" else ~met
    if column.type == "text":
        raise say.NO_ORDER(text=str(condition), column=column.name)
    bound = _as_held(condition.values[0], column, condition)
    compare = {"<": held.lt, "<=": held.le, ">": held.gt, ">=": held.ge}[condition.operator]
    met = compare(bound).fill_null(value=False)
    if not met.any():
        raise say.OUT_OF_RANGE(text=str(condition), column=column.name, held=_range(held), rows=len(held))
    return met


def _range(held: pl.Series) -> str:
    known = held.drop_nulls().cast(pl.Float64).to_list()
    return f"values from {min(known):g} to {max(known):g}" if known else "no value"


def _as_held(value: object, column: Column, condition: Condition) -> str | float | None:
    """A value in the type of its column."""
    if value is None:
        return None
    if column.type == "text":
        return str(value)
    number = _number(str(value))
    if number is None:
        raise say.NOT_A_NUMBER(text=str(condition), column=column.name, value=value)
    return number


def _number(text: str) -> float | None:
    try:
        number = float(text)
    except ValueError:
        return None
    return number if math.isfinite(number) else None


def _require_held(values: Iterable[str | float | None], held: pl.Series, column: Column) -> None:
    """Every value occurs: one that does not is a slip, which `!=` would pass over in silence."""
    for value in values:
        if not (held.is_null() if value is None else (held == value)).any():
            raise _never_held(value, held, column)


def _never_held(value: str | float | None, held: pl.Series, column: Column) -> AdjudgeError:
    counts = dict(held.value_counts(sort=True).sort("count", column.name, descending=[True, False]).iter_rows())
    shown = [f"{'nothing' if name is None else quoted(name)} ({n:,})" for name, n in counts.items()]
    if value is None:
        return say.NEVER_MISSING(column=column.name, held=shown, rows=len(held))
    names = {str(name).lower(): str(name) for name in counts if name is not None}
    begun = [name for name in names if name.startswith(str(value).lower())]
    near = [*begun, *difflib.get_close_matches(str(value).lower(), names, 1)]
    return say.NO_SUCH_VALUE(
        column=column.name,
        value=value,
        held=shown,
        rows=len(held),
        near=names[near[0]] if near else None,
    )


def selection_choices(table: Table) -> dict[str, str]:
    """The part of a signature that tells an analysis of some rows from one of all rows; empty for all rows."""
    text = "&".join(" ".join(str(condition).split()) for condition in table.conditions)
    return {"where": plain_name(text)} if text else {}


def conditions_as_text(table: Table) -> list[str]:
    """The conditions as data, which `where=` takes."""
    return [str(condition) for condition in table.conditions]
