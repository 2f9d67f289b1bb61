"""What annotators get: nothing at all, or more than their hours."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import polars as pl

from adjudge.core.findings import Finding
from adjudge.planning.designs.catalogue import IDLE, NO_TIME, ONE_GROUP_MORE, OVER_HOURS, SAME_PERSON, SPARED
from adjudge.planning.designs.design import DesignInput

#: What everybody judges before anything else.
_BEFOREHAND: Final = ("tutorial", "calibration")
#: From this share above their hours on an annotator has too much work.
_TOLERATED: Final = 0.05


def load_findings(
    given: DesignInput, items: pl.DataFrame, words: pl.DataFrame, spared: tuple[str, ...] = ()
) -> Iterator[Finding]:
    """Annotators without work, and those with more work than hours.

    Args:
        given: annotators and their hours.
        items: rows of the plan.
        words: of every segment: `document`, `segment`, `words`.
        spared: annotators whom the design gives no work.
    """
    if "annotator" not in items.columns:
        return
    busy = set(items.filter(kind="system")["annotator"])
    if spared:
        everybody = len(given.annotators)
        yield SPARED(annotators=list(spared), working=everybody - len(spared), _all=everybody)
    idle = [name for name in given.annotators if name not in busy and name not in spared]
    if idle:
        yield IDLE(annotators=idle)
    yield from _seen_again(given, items)
    above = _above_hours(given, items, words)
    first = seconds_by_annotator(given, items.filter(pl.col("kind").is_in(_BEFOREHAND)), words) if above else {}
    hopeless = sorted(name for name in above if first.get(name, 0.0) > 3600 * (given.campaign.hours or {})[name])
    if hopeless:
        yield NO_TIME(annotators=hopeless, minutes=first[hopeless[0]] / 60)
    others = {name: share for name, share in above.items() if name not in hopeless}
    if others:
        yield OVER_HOURS(annotators=sorted(others), most=max(others.values()))


def _seen_again(given: DesignInput, items: pl.DataFrame) -> Iterator[Finding]:
    """Outputs in one group more than asked for, and those that fewer annotators judge than were to."""
    judgements = given.campaign.work.judgements
    if given.campaign.judging.outputs == 1:
        return
    judged = items.filter(kind="system").group_by("document", "segment", "system")
    held = judged.agg(times=pl.len(), people=pl.col("annotator").n_unique())
    more = held.filter(pl.col("times") > judgements)
    if more.height:
        same = more.filter(pl.col("people") < pl.col("times")).height or None
        yield ONE_GROUP_MORE(outputs=more.height, total=held.height, judgements=judgements, same=same)
    fewer = held.filter(pl.col("people") < judgements).height
    if fewer:
        yield SAME_PERSON(outputs=fewer, total=held.height, judgements=judgements)


def seconds_by_annotator(given: DesignInput, items: pl.DataFrame, words: pl.DataFrame) -> dict[str, float]:
    """How long each annotator needs for all their items.

    Args:
        given: the pace of the campaign.
        items: rows of the plan.
        words: of every segment: `document`, `segment`, `words`.
    """
    pace = given.campaign.pace
    rows = items.join(words, on=["document", "segment"], how="left")
    spent = rows.group_by("annotator", maintain_order=True).agg(
        words=pl.col("words").sum(), items=pl.struct("session", "item").n_unique()
    )
    return {name: pace.per_item * count + pace.per_word * total for name, total, count in spent.iter_rows()}


def _above_hours(given: DesignInput, items: pl.DataFrame, words: pl.DataFrame) -> dict[str, float]:
    """By which share the work of an annotator is above their hours."""
    hours = given.campaign.hours or {}
    seconds = seconds_by_annotator(given, items, words) if hours else {}
    above = {name: value / (3600 * hours[name]) - 1 for name, value in seconds.items() if name in hours}
    return {name: share for name, share in above.items() if share >= _TOLERATED}
