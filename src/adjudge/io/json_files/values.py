"""JSON of other tools: whole files and lines, as plain values that are safe to put into a table."""

from __future__ import annotations

import json
import math
from typing import Any

from adjudge.core.catalogue import ErrorEntry
from adjudge.io import catalogue
from adjudge.io.source import Source


def parse_json(source: Source) -> Any:  # noqa: ANN401 - anything JSON can hold
    """The value that a whole file holds.

    Raises:
        InputError: AJ011 if it is no JSON, is nested too deeply, or holds half of a surrogate pair.
    """
    text = source.data.decode()
    try:
        return _parsed(text)
    except json.JSONDecodeError as error:
        raise catalogue.BAD_JSON(source=source.name, line=error.lineno, column=error.colno, reason=error.msg) from None
    except (ValueError, RecursionError) as error:
        raise catalogue.UNREADABLE_JSON(source=source.name, reason=str(error)[:80]) from None


def read_objects(source: Source, entry: ErrorEntry, **values: str) -> list[tuple[int, dict[str, Any]]]:
    """The objects of a file with one to a line, with their line numbers; other lines are reported and left out.

    Args:
        source: the file.
        entry: the error for lines that are no object.
        **values: further values of its sentence.
    """
    lines = source.lines()
    found = [(number, parse_object(line)) for number, line in lines]
    wrong = [number for number, value in found if value is None]
    if wrong:
        source.report_lines(entry, wrong, total=len(lines), **values)
    return [(number, value) for number, value in found if value is not None]


def parse_object(text: str) -> dict[str, Any] | None:
    """The object that a text holds; None if it holds none."""
    try:
        value = _parsed(text)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _parsed(text: str) -> Any:  # noqa: ANN401
    value = json.loads(text)
    if "\\u" in text:
        json.dumps(value, ensure_ascii=False).encode()  # half of a surrogate pair is not text
    return value


def as_text(value: object) -> str | None:
    """A plain value as text; missing stays missing.

    Raises:
        TypeError: for a list or an object.
    """
    if isinstance(value, list | dict):
        raise TypeError
    return None if value is None else str(value)


def as_number(value: object) -> float | None:
    """A number; missing stays missing. A number beyond all floats becomes infinite, which the checks refuse.

    Raises:
        TypeError: for anything else.
    """
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError
    try:
        return float(value)
    except OverflowError:
        return math.inf


def as_list(value: object) -> list[Any]:
    """A list, or nothing if it is something else."""
    return value if isinstance(value, list) else []


def as_dict(value: object) -> dict[str, Any]:
    """An object, or nothing if it is something else."""
    return value if isinstance(value, dict) else {}
