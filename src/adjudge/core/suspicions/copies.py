"""Every judgement twice: a file that was appended to itself looks like twice the evidence."""

from __future__ import annotations

from collections.abc import Iterator
from math import gcd
from typing import Any, Final

import polars as pl

from adjudge.core.catalogue import FindingEntry
from adjudge.core.check import Check
from adjudge.core.checking.identity import OUTPUT, present
from adjudge.core.findings import Finding
from adjudge.core.suspicions.counting import counting
from adjudge.core.tables import Comparisons, Ratings, Spans

EVERY_ROW_COPIED: Final = FindingEntry(
    "AJ176",
    "warning",
    "Every row occurs twice or more.",
    text="Each of {distinct:count different row} occurs {_times} times: the judgements look copied, and copies make "
    "a ranking look more certain than it is.",
    todo="remove the copies",
    needs="ratings or comparisons",
)
MIRRORED: Final = EVERY_ROW_COPIED.variant(
    "Each of {distinct:count judgement} occurs {_times} times, with the two systems in both orders. If every pair was "
    "shown in both orders, this is as it should be; if the rows were copied, they count too often.",
    todo="find out which of the two it is, and remove the copies if there are any",
)
SAME_SCORES: Final = FindingEntry(
    "AJ185",
    "warning",
    "Two annotators or sessions gave exactly the same scores to the same items.",
    text="{_noun}s {_names:names} gave exactly the same scores to the same items ({_rows:count item}): one looks like "
    "a copy of the other.",
    todo="check where these judgements come from, and remove the copy",
    needs="ratings with annotators or sessions",
)
#: Where rows do not say who judged what, equal rows are natural. That all of k different rows occur an even number of
#: times has then a chance of about 2 to the power -k: ten of them are enough.
_ENOUGH: Final = 10
#: Scores of more values than this are fine.
FINE: Final = 10
#: Who judges items again gives the same score in half of the cases or fewer on a fine scale, in nine of ten or fewer on
#: a coarse one, such as stars or preferences. So many equal scores in a row have a chance of one in a thousand.
ENOUGH_AGAIN: Final = {True: 10, False: 66}
#: Where a row was gathered, and a place that a reader counted out: no part of what was judged and how.
_AROUND: Final = ("collection", "position")


def _copied(frame: pl.DataFrame) -> Iterator[Finding]:
    """Every row occurs twice, or three times.

    The file was appended to itself, or the two systems of every comparison were written in both orders.
    """
    rows, mirrored = _judgements(frame)
    if rows.height < 2 * _ENOUGH:
        return
    # Hashes settle almost all tables at once: one row that occurs once is enough.
    counts = rows.hash_rows().value_counts()["count"]
    times = gcd(*counts.unique().to_list())
    if times > 1 and len(counts) >= _ENOUGH:
        entry = MIRRORED if mirrored and not _same_sides(frame, times) else EVERY_ROW_COPIED
        yield entry(distinct=len(counts), times=times, _times=times)


def _judgements(frame: pl.DataFrame) -> tuple[pl.DataFrame, bool]:
    """The rows without the order in which two systems were named, and without their place."""
    frame = frame.drop(_AROUND, strict=False)
    if "system_a" not in frame.columns:
        return frame, False
    swap = pl.col("system_a") > pl.col("system_b")
    other = pl.col("outcome").replace({"a": "b", "b": "a"})
    pair = {
        "system_a": pl.min_horizontal("system_a", "system_b"),
        "system_b": pl.max_horizontal("system_a", "system_b"),
        "outcome": pl.when(swap).then(other).otherwise(pl.col("outcome")),
    }
    return frame.with_columns(**pair), True


def _same_sides(frame: pl.DataFrame, times: int) -> bool:
    """Whether the copies also name the systems in the same order."""
    counts = frame.drop(_AROUND, strict=False).hash_rows().value_counts()["count"]
    return all(count % times == 0 for count in counts.unique().to_list())


def _same_scores(frame: pl.DataFrame) -> Iterator[Finding]:
    """Two annotators, or two sessions, gave exactly the same scores to the same items, ten or more.

    One is a copy of the other. Sessions may be one person's second round: on a scale of ten values or fewer they need
    66 items. Sums of hashes of what each one judged and how are compared; equal sums are equal
    judgements.
    """
    rows = counting(frame)
    judged = rows.select(present((*OUTPUT, "kind", "score"), rows)).hash_rows()
    hashed = rows.select("annotator", "session", "score", judged=judged // 4096)
    again = ENOUGH_AGAIN[rows["score"].n_unique() > FINE]
    for unit, enough in (("annotator", _ENOUGH), ("session", again)):
        held = (
            hashed.drop_nulls(unit)
            .group_by(unit)
            .agg(n=pl.len(), values=pl.col("score").n_unique(), sum=pl.col("judged").sum())
        )
        alike = held.filter((pl.col("n") >= enough) & (pl.col("values") > 2) & pl.struct("n", "sum").is_duplicated())
        for _, group in alike.sort(unit).group_by("n", "sum", maintain_order=True):
            names = group[unit].to_list()
            numbers: dict[str, Any] = {f"{unit}s": names}
            yield SAME_SCORES(**numbers, _noun=unit.capitalize(), _names=names, _rows=int(group["n"][0]))
        if alike.height:
            return  # their sessions are no news


CHECKS: Final = (
    Check(EVERY_ROW_COPIED, _copied, (Ratings, Comparisons, Spans)),
    Check(SAME_SCORES, _same_scores, Ratings),
)
