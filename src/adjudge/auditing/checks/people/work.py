"""Checks of pace: work that is too fast to have been done, and times or order that were not kept."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import numpy as np
import polars as pl

from adjudge.auditing.annotators.ratings.pace import FASTEST, FEWEST_TIMED, often_fast
from adjudge.auditing.checks.people.persons import People
from adjudge.core.catalogue import FindingEntry
from adjudge.core.check import Check
from adjudge.core.findings import Finding
from adjudge.core.tables import Ratings

TOO_FAST: Final = FindingEntry(
    "AJ413",
    "warning",
    "Judgements were given faster than the texts can be read.",
    text="{_who} worked faster than the texts can be read: {_names:names}. {_first} took {_seconds:.1f} seconds "
    "per judgement[, the others {_usual:.1f}].",
    todo="look at their judgements, and leave them out if the texts were not read",
    needs="ratings with start or end times",
)
OFTEN_FAST: Final = TOO_FAST.variant(
    "{_who} gave many scores faster than the texts can be read: {_names:names}. {_first} took less than 2 seconds for "
    "{_share:.0%} of {_rows:count judgement}[; all others did so for {_usual:.1%} of theirs].",
    todo="look at their judgements, and leave them out if the texts were not read; where whole documents are shown, "
    "they may have been read before they were scored",
)
NOT_KEPT: Final = FindingEntry(
    "AJ414",
    "note",
    "The order or the times of the judgements were not kept.",
    text="The data hold {_missing}, so {_lost} cannot be looked at.",
    source="Knowles and Lo 2024, section 5.2",
    todo="keep the position and the time of every judgement in the next campaign",
    needs="any ratings",
)
#: A longer gap between two judgements is a pause.
_PAUSE: Final = 600.0


def _too_fast(_: pl.DataFrame, people: People, clocks: list[str]) -> Iterator[Finding]:
    """People who took less time than reading takes.

    Two seconds are the limit: at four words a second they are enough for eight words of source and translation
    together. A person with at least 20 judgements is named if a judgement took less than that on average, from the
    first start to the last end without pauses of more than ten minutes; this also holds where the segments of a
    document are saved at once. Where single judgements have times of their own, a person is also named if a fifth or
    more of them took less, and more than twice as many as of the others (binomial test at .01, shared by all).
    """
    table = _paces(people, clocks)
    table = table.filter(pl.col("rows") >= FEWEST_TIMED)
    found = table.filter(pl.col("seconds") < FASTEST).sort("seconds", people.unit)
    others = table.join(found, on=people.unit, how="anti")
    if found.height:
        yield TOO_FAST(
            **_named(people, found),
            seconds=found["seconds"].round(3).to_list(),
            _seconds=found["seconds"][0],
            _usual=others["seconds"].median(),
        )
    else:
        yield from _often_fast(people, table)


def _often_fast(people: People, table: pl.DataFrame) -> Iterator[Finding]:
    """Those who were fast much more often than the others."""
    fast, timed = (table[name].to_numpy().astype(np.intp) for name in ("fast", "timed"))
    found = table.with_columns(share=pl.col("fast") / pl.col("timed")).filter(pl.Series(often_fast(fast, timed)))
    found = found.sort("share", people.unit, descending=[True, False])
    others = table.join(found, on=people.unit, how="anti")
    if found.height:
        yield OFTEN_FAST(
            **_named(people, found),
            shares=found["share"].round(4).to_list(),
            _share=found["share"][0],
            _rows=found["timed"][0],
            _usual=int(others["fast"].sum()) / int(others["timed"].sum()) if others.height else None,
        )


def _named(people: People, found: pl.DataFrame) -> dict[str, Any]:
    names = found[people.unit].to_list()
    return {**people.numbers(names), "_first": names[0]}


def _paces(people: People, clocks: list[str]) -> pl.DataFrame:
    """Seconds per judgement of everybody, and how many judgements with times of their own took less than two."""
    frame, unit = people.frame, people.unit
    last = clocks[-1]
    groups = list(dict.fromkeys([unit, "session"]))
    gap = (pl.col(last) - pl.col(last).shift(1)).over(groups)
    own = pl.col("ended") - pl.col("started") if len(clocks) == 2 else gap
    return (
        frame.select(*groups, *clocks)
        .filter(pl.col(last).max().over(unit) > pl.col(last).min().over(unit))  # else the clock stood still
        .sort(last, maintain_order=True)
        .with_columns(_own=own, _gap=pl.coalesce(gap, own))
        .group_by(unit)
        .agg(
            rows=pl.len(),
            seconds=pl.col("_gap").filter(pl.col("_gap").is_between(0, _PAUSE)).mean(),
            timed=pl.col("_own").is_not_null().sum(),
            fast=(pl.col("_own") < FASTEST).sum(),
        )
        .drop_nulls("seconds")
        .sort(unit)
    )


def _not_kept(frame: pl.DataFrame) -> Iterator[Finding]:
    """Whether positions and times are in the data at all.

    Without the order of judgements neither drift nor the effect of degraded context can be looked at; without times
    nobody knows how fast the work was. Good campaigns may lack both, so this is a note.
    """
    known = {name for name in ("position", "started", "ended") if name in frame.columns and frame[name].count()}
    if not known:
        lost = "drift, the pace of the work, and what followed a degraded item"
        yield NOT_KEPT(
            missing=["order", "times"], _missing="neither the order nor the times of the judgements", _lost=lost
        )
    elif known == {"position"}:
        yield NOT_KEPT(missing=["times"], _missing="no times", _lost="the pace of the work")


CHECKS: Final = (
    Check(TOO_FAST, _too_fast, Ratings, facts=("people", "times")),
    Check(NOT_KEPT, _not_kept, Ratings, whole=True),
)
