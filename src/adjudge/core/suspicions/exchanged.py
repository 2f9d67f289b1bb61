"""Columns taken for others: annotators for systems, row numbers for segments, a running number for the score."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import polars as pl

from adjudge.core.catalogue import FindingEntry
from adjudge.core.check import Check
from adjudge.core.findings import Finding
from adjudge.core.suspicions.counting import counting
from adjudge.core.tables import Ratings

EXCHANGED: Final = FindingEntry(
    "AJ177",
    "warning",
    "The columns of annotators and systems may be exchanged.",
    text="The columns 'system' and 'annotator' may be exchanged: {_why}.",
    todo="check which column is which, and exchange them in the file or in `columns=`",
    needs="ratings with annotators",
)
ROW_NUMBERS: Final = FindingEntry(
    "AJ178",
    "warning",
    "The segments are row numbers.",
    text="The column 'segment' numbers the {segments:count row} of the file, so that none of the "
    "{systems:count system} shares a segment with another one: if the rows judge the same test set, systems are "
    "compared on nothing in common.",
    todo="give the place of each segment in the test set, the same for all systems",
    needs="ratings",
)
RUNNING_NUMBER: Final = FindingEntry(
    "AJ179",
    "warning",
    "The scores are a running number or the ids of the segments.",
    text="The column 'score' {_what}: it does not look like a score.",
    todo='say which column holds the score: `columns={{"score": "NAME"}}`',
    needs="ratings",
)
#: Names of people and accounts, and names of systems, as campaigns give them.
_PEOPLE: Final = (
    r"(?i)^((annotator|rater|judge|worker|user|participant|evaluator|turker|ann)[-_ .]?\d+|A[0-9A-Z]{9,20})$"
)
_SYSTEMS: Final = (
    r"(?i)^(ref(erence)?[-_ ]?[a-e]?|human|mt|smt|nmt|baseline.*|online-[a-z]|.*(gpt|llama|nllb|gemini|claude|mistral|"
    r"qwen|transformer|google|deepl|bing|microsoft|system|model|moses|uedin|cuni).*)$"
)
_MOST: Final = 0.9
_ENOUGH: Final = 20


def _exchanged(frame: pl.DataFrame) -> Iterator[Finding]:
    """Annotators stand in the column of systems, and systems in that of annotators.

    This is told by their names, by sessions that show one system and several annotators, or by systems that were judged
    on few segments while annotators judged all.
    """
    rows = counting(frame)
    if rows.height < _ENOUGH or rows["annotator"].n_unique() < 2 or rows["system"].n_unique() < 2:
        return
    why = _by_names(rows) or _by_sessions(rows) or _by_coverage(rows)
    if why:
        yield EXCHANGED(systems=rows["system"].n_unique(), annotators=rows["annotator"].n_unique(), _why=why)


def _by_names(rows: pl.DataFrame) -> str | None:
    """Systems that are called like people, and people that are called like systems."""
    systems, annotators = (rows[name].drop_nulls().unique() for name in ("system", "annotator"))
    people = systems.filter(systems.str.contains(_PEOPLE))
    machines = annotators.filter(annotators.str.contains(_SYSTEMS) & ~annotators.str.contains(_PEOPLE))
    if len(people) > _MOST * len(systems) or (len(people) and len(machines)) or len(machines) > _MOST * len(annotators):
        shown = [f"a system is called {name!r}" for name in people.sort().head(1)]
        shown += [f"an annotator is called {name!r}" for name in machines.sort().head(1)]
        return " and ".join(shown)
    return None


def _by_sessions(rows: pl.DataFrame) -> str | None:
    """A session is one person's and shows several systems, not the other way round."""
    if rows["session"].null_count():
        return None
    sessions = rows.group_by("session").agg(pl.col("annotator", "system").n_unique()).filter(pl.len() > 1)
    if sessions.height > 1 and (sessions["system"] == 1).all() and (sessions["annotator"] > 1).all():
        return f"each of the {sessions.height:,} sessions shows one system and several annotators"
    return None


def _by_coverage(rows: pl.DataFrame) -> str | None:
    """Systems translate the whole test set, annotators judge a part of it; not the other way round."""
    if not 3 <= rows["annotator"].n_unique() < rows["system"].n_unique() / 2:
        return None
    item = [name for name in ("document", "segment") if rows[name].null_count() == 0]
    items = rows.select("annotator", "system", item=rows.select(item).hash_rows())
    total = items["item"].n_unique()
    few, many = (
        items.drop_nulls(name).group_by(name).agg(pl.col("item").n_unique())["item"] / total
        for name in ("annotator", "system")
    )
    if few.min() > _MOST and many.max() < 0.5:  # type: ignore[operator]
        return (
            f"each of the {len(few):,} annotators judged nearly all of the segments, and none of the {len(many):,} "
            "systems was judged on half of them"
        )
    return None


def _row_numbers(frame: pl.DataFrame) -> Iterator[Finding]:
    """Segments that count the rows, while documents are unknown.

    A test set of several systems would count again for each of them.
    """
    rows, systems = frame.height, frame["system"].n_unique()
    if rows < _ENOUGH or systems < 2 or frame["document"].null_count() < rows:
        return
    numbers = frame["segment"].cast(pl.Int64, strict=False)
    if numbers.null_count() == 0 and (numbers.diff().drop_nulls() == 1).all():
        yield ROW_NUMBERS(segments=rows, systems=systems)


def _running_number(frame: pl.DataFrame) -> Iterator[Finding]:
    """Scores that rise evenly from row to row, or equal the segment or the position.

    Another column was read as the score.
    """
    scores = frame["score"]
    if frame.height < _ENOUGH or scores.null_count() or scores.n_unique() < _ENOUGH:
        return
    steps = scores.diff().drop_nulls()
    if steps.n_unique() == 1:
        yield RUNNING_NUMBER(_what=f"rises by {steps[0]:g} from row to row")
        return
    for column in ("segment", "position", "started"):
        if column not in frame.columns:
            continue
        numbers = frame[column].cast(pl.Float64, strict=False)
        if numbers.null_count() == 0 and (numbers == scores).all():
            yield RUNNING_NUMBER(_what=f"equals the column {column!r} in every row")
            return


CHECKS: Final = (
    Check(EXCHANGED, _exchanged, Ratings),
    Check(ROW_NUMBERS, _row_numbers, Ratings),
    Check(RUNNING_NUMBER, _running_number, Ratings),
)
