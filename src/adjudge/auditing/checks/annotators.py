"""Checks of who judged: annotators without spread, and annotators that cannot be told from sessions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import polars as pl

from adjudge.core.catalogue import FindingEntry
from adjudge.core.check import Check
from adjudge.core.findings import Finding
from adjudge.core.tables import Ratings

NO_SPREAD: Final = FindingEntry(
    "AJ401",
    "warning",
    "An annotator gave the same score to everything.",
    text="{annotators:count annotator} gave one score to everything: {annotators:names}. No z-score exists for them.",
    source="Knowles 2021, section 3",
    todo="look at their judgements, and leave them out if they did not read the texts",
    needs="ratings with annotators",
)
SESSIONS_AS_ANNOTATORS: Final = FindingEntry(
    "AJ402",
    "warning",
    "Annotators and sessions are not distinguished.",
    text="Each of the {n_annotators:count annotator} has one session and each session one annotator, "
    "so the ids may name sessions rather than people.",
    source="Knowles 2021, footnote 12",
    todo="find out which sessions one person did, and put that into the column 'annotator'",
    needs="ratings with annotators and sessions",
)


def _without_spread(frame: pl.DataFrame) -> Iterator[Finding]:
    """Annotators with two or more judgements who gave one score to all of them.

    A z-score divides by the spread, so theirs do not exist, and their judgements say nothing about systems.
    """
    scores = frame.drop_nulls("score").group_by("annotator").agg(n=pl.len(), scores=pl.col("score").n_unique())
    names = scores.filter((pl.col("n") > 1) & (pl.col("scores") == 1))["annotator"].sort().to_list()
    if names:
        yield NO_SPREAD(annotators=names)


def _one_session_each(frame: pl.DataFrame) -> Iterator[Finding]:
    """Every annotator has one session, and every session one annotator.

    Then nobody can say whether the ids name people or tasks. WMT20 released ids of tasks as workers, so z-scores per
    worker were z-scores per task.
    """
    pairs = frame.select("annotator", "session").unique()
    annotators, sessions = pairs["annotator"].n_unique(), pairs["session"].n_unique()
    if annotators > 1 and pairs.height == annotators == sessions:
        yield SESSIONS_AS_ANNOTATORS(n_annotators=annotators)


CHECKS: Final = (
    Check(NO_SPREAD, _without_spread, Ratings, columns=("annotator",)),
    Check(SESSIONS_AS_ANNOTATORS, _one_session_each, Ratings, columns=("annotator", "session")),
)
