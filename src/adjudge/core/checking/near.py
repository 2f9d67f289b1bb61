"""The name that was probably meant, for messages about one that is not there."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


def nearest(name: object, known: Iterable[str], cutoff: float = 0.6) -> str | None:
    """The known name with nearly the same letters; capitals do not count.

    Args:
        name: as a user wrote it.
        known: the names there are; of those that differ in capitals only, the first.
        cutoff: how much of the letters must agree.

    Returns:
        None if none is near, or the name is no text.

    Example:
        >>> nearest("ESA", ["da", "esa"]), nearest("mfsa", ["mfas"]), nearest("x", ["mfas"])
        ('esa', 'mfas', None)
    """
    if not isinstance(name, str):
        return None
    names: dict[str, str] = {}
    for one in known:
        names.setdefault(one.casefold(), one)
    near = difflib.get_close_matches(name.casefold(), names, 1, cutoff)
    return names[near[0]] if near else None
