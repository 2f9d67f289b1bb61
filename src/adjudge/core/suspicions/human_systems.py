"""Which systems are human translations, by their names: the data have no column that says so."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

#: `human`, `HUMAN-B.12`, `refA`, `translator-C`; the number at the end is that of WMT releases.
HUMAN_NAME: Final = (
    r"(?i)^(ref(erence)?[-_ .]?[a-e]?|human([-_ .]?([a-e1-9]|ref.*|translation))?|translator[-_ .]?[a-e])(\.\d+)?$"
)


def human_systems(names: Iterable[str]) -> list[str]:
    """The names that are those of human translations, in the order given.

    Example:
        >>> human_systems(["Online-B", "HUMAN-B.12", "refA", "humanoid"])
        ['HUMAN-B.12', 'refA']
    """
    return [name for name in names if re.search(HUMAN_NAME, name)]
