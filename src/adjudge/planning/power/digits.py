"""How effects, margins and levels are written: a choice with all its digits, what was solved with those that matter."""

from __future__ import annotations

from decimal import Decimal
from typing import Final

from adjudge.core.catalogue import exact

#: Values that no other one may look like: no difference, and the ends.
_LANDMARKS: Final = frozenset({0.0, 0.5, 1.0})
#: Digits of a float, at most.
_MOST: Final = 17


def solved_digits(value: float) -> int:
    """Decimals of an effect that was solved: four, and more where these would make 0, .5 or 1 of it."""
    if value in _LANDMARKS:
        return 4
    return next((digits for digits in range(4, _MOST) if round(value, digits) not in _LANDMARKS), _MOST)


def margin_ends(margin: float) -> tuple[float, float]:
    """.5 - margin and .5 + margin as decimal numbers, so that .5 - .08 is .42 and not .42000000000000004."""
    half, width = Decimal("0.5"), Decimal(repr(margin))
    return float(half - width), float(half + width)


def level_text(level: float, alpha: float) -> str:
    """The level of each comparison: all digits if it is the one that was chosen, three if it is a share of it."""
    return exact(level) if level == alpha else f"{level:.3g}"
