"""Whether there is anything to rank at all."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import polars as pl

from adjudge.core.catalogue import FindingEntry
from adjudge.core.check import Check
from adjudge.core.findings import Finding
from adjudge.core.suspicions.counting import counting
from adjudge.core.tables import Comparisons, Ratings

NOTHING_TO_RANK: Final = FindingEntry(
    "AJ470",
    "error",
    "There is nothing to rank.",
    text="Only one system was judged: {systems:names}.",
    todo="check that the file holds all systems, and the column 'kind' if it has one",
    needs="judgements of systems",
)
NO_JUDGEMENT: Final = NOTHING_TO_RANK.variant("No judgement of a system has a score.")
ALL_EQUAL: Final = NOTHING_TO_RANK.variant(
    "All {rows:count judgement} of systems have the score {score:exact}.", todo="check the column 'score'"
)
ALL_TIES: Final = NOTHING_TO_RANK.variant(
    "All {rows:count comparison} are ties.", todo="check the column 'outcome' or 'winner'"
)


def _nothing_to_rank(frame: pl.DataFrame) -> Iterator[Finding]:
    """Judgements of a single system, scores that are all equal, or comparisons that are all ties.

    The most common reason is a file that was read in another way than meant: a wrong column, or one part of several.
    """
    if "outcome" in frame.columns:
        if (frame["outcome"] == "tie").all():
            yield ALL_TIES(rows=frame.height)
        return
    rows = counting(frame)
    systems = rows["system"].unique().sort().to_list()
    if not systems:
        yield NO_JUDGEMENT()
    elif len(systems) == 1:
        yield NOTHING_TO_RANK(systems=systems)
    elif rows["score"].n_unique() == 1:
        yield ALL_EQUAL(rows=rows.height, score=float(rows["score"][0]))


CHECKS: Final = (Check(NOTHING_TO_RANK, _nothing_to_rank, (Ratings, Comparisons)),)
