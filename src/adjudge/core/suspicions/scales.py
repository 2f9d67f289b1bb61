"""A system or an annotator whose scores are on another scale than everybody else's."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import polars as pl

from adjudge.core.catalogue import FindingEntry
from adjudge.core.check import Check
from adjudge.core.findings import Finding
from adjudge.core.suspicions.counting import counting, on_one_scale
from adjudge.core.tables import Ratings

OTHER_SCALE: Final = FindingEntry(
    "AJ171",
    "warning",
    "The scores of a system or an annotator seem to be on another scale.",
    text="{_n:,} {_noun}{_n:/s} {_n:has/have} scores up to {highest:g}, the others up to {others:g}: {_names:names}. "
    "{_n:These scores/Their scores} may be on another scale.",
    todo="find out on which scale these scores were given, and bring them to the scale of the others",
    needs="ratings on one scale",
)
UNLIKELY_SCALE: Final = FindingEntry(
    "AJ221",
    "warning",
    "No score comes near the upper end of the scale; it may be another scale.",
    text="The scores were read on the scale 0..100, but none exceeds {highest:exact}.",
    todo='name the scale they were given on, such as `scale="1..5"`',
    needs="ratings that name no scale",
)
#: No campaign on 0..100 ends here; 0..1, 1..5, 1..7 and 0..10 do.
_LOW_SCALE: Final = 10
#: Fewer scores than this say little about the scale they are on.
_ENOUGH: Final = 10
#: 0..1, 0..5, 1..7 and 0..10 beside 0..100 are below this share.
_SMALLER: Final = 0.12
#: The mean of scores of which 95% are below that share cannot be higher than this share of the highest score.
_LOW_MEAN: Final = 0.95 * _SMALLER + 0.05
#: A slip of the pen may lie beyond a smaller scale, but not far: M0083 of WMT22 cs-en gave low scores and a 98.
_SLIPS: Final = 0.5
#: A system that is simply bad has most of its scores near 0; on a smaller scale they fill that scale.
_FILLED: Final = 0.3
_LEAST_VALUES: Final = 3


def _other_scale(frame: pl.DataFrame) -> Iterator[Finding]:
    """A system or an annotator whose scores are on another scale than those of the others.

    95% of its scores (ten or more) lie below 12% of where those of the others reach, none beyond half of it, and they
    fill that range: a system that is merely bad has most of its scores near 0.
    """
    rows = on_one_scale(counting(frame))
    if rows.is_empty() or rows["score"].min() < 0:  # type: ignore[operator]
        return
    highest = float(rows["score"].max())  # type: ignore[arg-type]
    for column in ("system", "annotator"):
        lowest = rows.drop_nulls(column).group_by(column).agg(pl.col("score").mean())["score"].min()
        if lowest is None or lowest > _LOW_MEAN * highest:  # type: ignore[operator]
            continue  # as always: nobody's mean is low enough for a smaller scale
        groups = _groups(rows, column)
        smaller = groups.filter("small")
        larger = groups.filter(~pl.col("small"))
        if smaller.is_empty() or larger.is_empty():
            continue
        odd, rest = (smaller, larger) if smaller.height <= larger.height else (larger, smaller)
        names = odd[column].sort().to_list()
        numbers: dict[str, Any] = {f"{column}s": names}
        numbers |= {"highest": odd["highest"].max(), "others": rest["highest"].max()}
        yield OTHER_SCALE(**numbers, _n=len(names), _noun=column, _names=names)


def _groups(rows: pl.DataFrame, column: str) -> pl.DataFrame:
    """How far up the scores of each system or annotator reach; `small` if that is another scale."""
    score = pl.col("score")
    groups = (
        rows.drop_nulls(column)
        .group_by(column)
        .agg(
            n=pl.len(),
            highest=score.max(),
            reach=score.quantile(0.95),
            median=score.median(),
            values=score.n_unique(),
        )
        .filter(pl.col("n") >= _ENOUGH)
    )
    filled = (pl.col("median") >= _FILLED * pl.col("reach")) & (pl.col("values") >= _LEAST_VALUES)
    within = pl.col("highest") <= _SLIPS * pl.col("highest").max()
    return groups.with_columns(small=(pl.col("reach") <= _SMALLER * pl.col("reach").max()) & filled & within)


def _unlikely_scale(frame: pl.DataFrame) -> Iterator[Finding]:
    """Scores that were read on the scale 0..100 and never exceed 10, as those on 1..5 or 0..10.

    The order is the same on any scale, but tables, ticks and classes of scores mislead.
    """
    highest = frame["score"].max()
    if "scale" not in frame.columns and isinstance(highest, float) and highest <= _LOW_SCALE:
        yield UNLIKELY_SCALE(highest=highest)


CHECKS: Final = (Check(UNLIKELY_SCALE, _unlikely_scale, Ratings), Check(OTHER_SCALE, _other_scale, Ratings))
