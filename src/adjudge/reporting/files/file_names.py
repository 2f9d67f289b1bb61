"""Names of files, from names of systems, groups or recipes that may hold anything."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from typing import Final

#: Characters of a name; endings and numbers come behind.
_LONGEST: Final = 60
#: Names that Windows keeps for devices, whatever the ending.
_DEVICES: Final = frozenset({"con", "prn", "aux", "nul", *(f"{port}{i}" for port in ("com", "lpt") for i in range(10))})


def slug(name: str, *, otherwise: str) -> str:
    """Lower-case ASCII letters, digits and hyphens only: safe in every file system, in LaTeX and in an address.

    Args:
        name: any text; accents are dropped, and other signs become hyphens.
        otherwise: for a name of which nothing is left.

    Example:
        >>> slug("Zürich/100% <b>", otherwise="table")
        'zurich-100-b'
    """
    letters = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    text = re.sub("[^a-z0-9]+", "-", letters).strip("-")[:_LONGEST].strip("-")
    return f"{otherwise}-{text}" if text in _DEVICES else text or otherwise


def file_names(names: Sequence[str], *, otherwise: str, taken: Iterable[str] = ()) -> list[str]:
    """A name of a file for each name, all of them different.

    Args:
        names: any text.
        otherwise: for a name of which nothing is left.
        taken: names that other files have.
    """
    used, found = set(taken), []
    for wanted in (slug(name, otherwise=otherwise) for name in names):
        name, number = wanted, 1
        while name in used:
            number += 1
            name = f"{wanted}-{number}"
        used.add(name)
        found.append(name)
    return found
