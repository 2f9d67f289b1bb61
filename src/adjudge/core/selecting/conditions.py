"""Conditions on rows, as users write them: `domain=news`, `domain!=news,speech`, `position<50`, `origin=`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, cast

from adjudge.core.selecting.catalogue import BAD_CONDITION, SEVERAL_BOUNDS

Operator = Literal["=", "!=", "<", "<=", ">", ">="]
#: A value of a condition; None means missing.
Value = str | int | float | None
#: What `where=` takes: one condition as text, several, or values by column.
Where = str | Sequence[str] | Mapping[str, Value | Sequence[Value]]

_CONDITION: Final = re.compile(r"\s*([^=!<>]+?)\s*(!=|<=|>=|=|<|>)(.*)", re.DOTALL)
_ITEM: Final = re.compile(r'\s*(?:"((?:[^"]|"")*)"|([^,]*?))\s*(,|$)')
#: A value that would be read differently without quotes.
_NEEDS_QUOTES: Final = re.compile(r'[,"]|^\s|\s$')


@dataclass(frozen=True)
class Condition:
    """One condition on a column.

    Args:
        column: its name.
        operator: `=` and `!=` take several values: any of them, or none of them.
        values: at least one; None means missing.

    Example:
        >>> str(Condition("domain", "=", ("news", "a, b", None)))
        'domain=news,"a, b",'
    """

    column: str
    operator: Operator
    values: tuple[Value, ...]

    def __str__(self) -> str:
        return f"{self.column}{self.operator}{','.join(map(_written, self.values))}"


def _written(value: Value) -> str:
    text = "" if value is None else str(value)
    return '"' + text.replace('"', '""') + '"' if _NEEDS_QUOTES.search(text) else text


def parse_where(where: Where | None) -> tuple[Condition, ...]:
    """The conditions of `where=`; all of them must hold.

    Args:
        where: a condition as text, a list of them, or a mapping from columns to a value or a list of values, each of
            which is taken as it stands.

    Raises:
        UsageError: AJ040 if one is no condition.

    Example:
        >>> [str(one) for one in parse_where({"domain": ["news", "speech"], "origin": None})]
        ['domain=news,speech', 'origin=']
    """
    if where is None:
        return ()
    if isinstance(where, str):
        return (parse_condition(where),)
    if isinstance(where, Mapping):
        return tuple(_from_values(column, values) for column, values in where.items())
    if not isinstance(where, list | tuple):  # an expression, a function: anything may come from Python
        raise BAD_CONDITION(text=where)
    return tuple(dict.fromkeys(parse_condition(text) for text in where))


def _from_values(column: str, values: Value | Sequence[Value]) -> Condition:
    one_value = values is None or isinstance(values, str | int | float)
    if not one_value and not isinstance(values, Sequence):
        raise BAD_CONDITION(text=f"{column}={values!r}")
    listed = (values,) if values is None or isinstance(values, str | int | float) else tuple(values)
    if not listed or not all(one is None or isinstance(one, str | int | float) for one in listed):
        raise BAD_CONDITION(text=f"{column}={values!r}")
    return Condition(str(column), "=", tuple(None if one == "" else one for one in listed))


def parse_condition(text: str) -> Condition:
    """One condition as text.

    Raises:
        UsageError: AJ040 if it has no column or no sign, or compares sizes with several values.
    """
    found = _CONDITION.fullmatch(str(text))  # a number in a list of conditions is none
    if found is None:
        raise BAD_CONDITION(text=text)
    column, operator, values = found[1], cast("Operator", found[2]), _values(found[3])
    if operator not in ("=", "!=") and (len(values) != 1 or values[0] is None):
        raise SEVERAL_BOUNDS(text=text, n=sum(value is not None for value in values))
    return Condition(column, operator, values)


def _values(text: str) -> tuple[Value, ...]:
    """Values between commas, blanks around them aside; those in quotes as they stand, missing where there is none."""
    values: list[Value] = []
    at = 0
    while True:
        found = _ITEM.match(text, at)
        if found is None:  # every text ends somewhere
            raise BAD_CONDITION(text=text)
        quoted, plain, separator = found.groups()
        values.append((quoted.replace('""', '"') if quoted is not None else plain) or None)
        if not separator:
            return tuple(dict.fromkeys(values))
        at = found.end()
