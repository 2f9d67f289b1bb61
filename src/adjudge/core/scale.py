"""The scale a score was given on: two bounds, or none for scores that are already standardised."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

import polars as pl

from adjudge.core.catalogue import exact
from adjudge.core.problems import NOT_A_SCALE

_FORM = re.compile(r"\s*(-?\d+(?:\.\d+)?)\s*(?:\.\.)\s*(-?\d+(?:\.\d+)?)\s*")


@dataclass(frozen=True)
class Scale:
    """Bounds of a rating scale, both included.

    Args:
        low: smallest possible score.
        high: largest possible score.
    """

    low: float = 0.0
    high: float = 100.0

    def __str__(self) -> str:
        return f"{exact(self.low)}..{exact(self.high)}"


#: The written form of "no bounds": the scores are z-scores of a release that does not hold the raw ones.
STANDARDISED = "z"
DEFAULT = Scale()


def parse_scale(text: str | None) -> Scale | None:
    """Read the written form of a scale: `0..100`, `-5..5`, or `z` for none.

    Args:
        text: the written form; missing means `0..100`.

    Returns:
        The bounds, or None for scores without bounds.

    Raises:
        UsageError: AJ040 if the text is neither.
    """
    if text is None:
        return DEFAULT
    if not isinstance(text, str):  # such as (1, 5) in Python
        raise NOT_A_SCALE(text=text)
    if text.strip() == STANDARDISED:
        return None
    match = _FORM.fullmatch(text)
    if match and float(match[1]) < float(match[2]) < math.inf:
        return Scale(float(match[1]), float(match[2]))
    raise NOT_A_SCALE(text=text)


def scale_of(frame: pl.DataFrame) -> Scale | None:
    """The scale of rows that share one; `0..100` if they do not say, or there are none."""
    return parse_scale(frame["scale"].first() if "scale" in frame.columns else None)  # type: ignore[arg-type]
