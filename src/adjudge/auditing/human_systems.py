"""Which systems are human translations, by their names."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import polars as pl

#: Such as `human`, `Human-A.0`, `refA`, `ref_B`, `reference`, `translator-C`; a number after a full stop is a serial
#: one.
HUMAN_NAME: Final = (
    r"(?i)^(refs?|references?|humans?|translators?)([-_ .]?([a-e]|[1-9]|ref\w*|translations?))?(\.\d+)?$"
)


def human_systems(systems: Iterable[str]) -> list[str]:
    """Those of the names that are human translations, sorted.

    Example:
        >>> human_systems(["Human-A.0", "refB", "Online-B", "reformer"])
        ['Human-A.0', 'refB']
    """
    names = pl.Series(sorted(set(systems)), dtype=pl.String)
    return names.filter(names.str.contains(HUMAN_NAME)).to_list()
