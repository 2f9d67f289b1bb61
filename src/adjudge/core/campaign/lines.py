"""On which line of a TOML text a key stands: Python's reader does not say."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from typing import Final

_TABLE: Final = re.compile(r"^\s*\[\[?\s*(?P<name>[^\[\]]+?)\s*\]\]?\s*(#.*)?$")
_KEY: Final = re.compile(
    r"""^\s*(?P<key>(?:"[^"]*"|'[^']*'|[A-Za-z0-9_-]+)(?:\s*\.\s*(?:"[^"]*"|'[^']*'|[A-Za-z0-9_-]+))*)\s*="""
)


def line_of(text: str, path: Sequence[str]) -> int | None:
    r"""The line, counted from 1, of the longest part of a path that stands on a line of its own; None if none does.

    Args:
        text: TOML that can be read.
        path: keys from the outside inwards, such as `("annotators", "hours")`.

    Example:
        >>> line_of("seed = 1\n[annotators]\ncount = 2\n", ("annotators", "count"))
        3
    """
    places = _places(text)
    wanted = tuple(path)
    while wanted:
        if wanted in places:
            return places[wanted]
        wanted = wanted[:-1]
    return None


def given_twice(text: str, error: str) -> str | None:
    r"""Which key or section occurs twice, and where; Python's reader names neither the key nor the first place.

    Args:
        text: TOML that cannot be read.
        error: what Python's reader says.

    Returns:
        None if the reader says something else.

    Example:
        >>> given_twice('a = 1\na = 2\n', "Cannot overwrite a value (at line 2, column 6)")
        "the key 'a' occurs twice (lines 1 and 2)"
    """
    if not error.startswith(("Cannot overwrite", "Cannot declare")):
        return None
    first: dict[tuple[str, ...], int] = {}
    table: tuple[str, ...] = ()
    for number, line in enumerate(text.split("\n"), 1):
        header, key = _TABLE.match(line), _KEY.match(line)
        if header:
            # Entries of a list of sections, [[x]], may hold the same keys.
            entry = (f"[{number}]",) if line.lstrip().startswith("[[") else ()
            table = place = (*_parts(header["name"]), *entry)
        elif key:
            place = (*table, *_parts(key["key"]))
        else:
            continue
        if place in first:
            noun = "section" if header else "key"
            return f"the {noun} {'.'.join(place)!r} occurs twice (lines {first[place]:,} and {number:,})"
        first[place] = number
    return None


def _places(text: str) -> dict[tuple[str, ...], int]:
    """The first line of every key and table. Lines inside of multi-line strings may be taken for keys; none is lost."""
    places: dict[tuple[str, ...], int] = {}
    table: tuple[str, ...] = ()
    for number, line in enumerate(text.split("\n"), 1):
        header, key = _TABLE.match(line), _KEY.match(line)
        if header:
            table = _parts(header["name"])
            _note(places, table, number)
        elif key:
            _note(places, (*table, *_parts(key["key"])), number)
    return places


def _note(places: dict[tuple[str, ...], int], path: tuple[str, ...], number: int) -> None:
    for length in range(1, len(path) + 1):
        places.setdefault(path[:length], number)


def _parts(dotted: str) -> tuple[str, ...]:
    """The keys of a dotted key, which may be in quotes; TOML itself takes it apart."""
    try:
        found = tomllib.loads(f"{dotted} = 0")
    except tomllib.TOMLDecodeError:
        return (dotted,)
    parts: list[str] = []
    value: object = found
    while isinstance(value, dict) and value:
        key = next(iter(value))
        parts.append(key)
        value = value[key]
    return tuple(parts)
