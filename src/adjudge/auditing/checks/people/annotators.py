"""Checks of who judged: how many, how much each, and whether they can be told from sessions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import polars as pl

from adjudge.auditing.checks.fact import NotCheckableError
from adjudge.auditing.checks.people.persons import People
from adjudge.core.catalogue import FindingEntry
from adjudge.core.check import Check
from adjudge.core.findings import Finding
from adjudge.core.tables import Comparisons, Ratings

NO_SPREAD: Final = FindingEntry(
    "AJ401",
    "warning",
    "An annotator gave the same score to everything.",
    text="{_who} gave one score to everything: {_names:names}. No z-score exists for {_names:this one/them}.",
    source="Knowles 2021, section 3",
    todo="look at their judgements, and leave them out if they did not read the texts",
    needs="ratings with annotators",
)
HARDLY_ANY_SPREAD: Final = NO_SPREAD.variant(
    "{_who} gave nearly everything one score: {_names:names}. {_first} gave the score {_score:figure} to "
    "{_share:.0%} of "
    "{_rows:count item}, where all others did to {_others:.0%}.",
)
SESSIONS_AS_ANNOTATORS: Final = FindingEntry(
    "AJ402",
    "note",
    "Annotators and sessions are not distinguished.",
    text="Each of the {n_annotators:count annotator} has one session and each session one annotator, "
    "so the ids may name sessions rather than people.",
    source="Knowles 2021, footnote 12",
    todo="if one person did several sessions, put the person into the column 'annotator'",
    needs="ratings with sessions",
)
SAME_IDS: Final = SESSIONS_AS_ANNOTATORS.variant(
    "The columns 'annotator' and 'session' hold the same {n_annotators:count id}, so nobody can tell which sessions "
    "one person did, and nothing about annotators can be concluded.",
    severity="warning",
    todo="find out which sessions one person did, and put that into the column 'annotator'",
)
UNKNOWN: Final = SESSIONS_AS_ANNOTATORS.variant(
    "No annotator is named, only {n_sessions:count session}: one person may have done several, so that nothing about "
    "annotators can be concluded, and one person's opinion may look like that of many.",
    severity="warning",
    todo="find out which sessions one person did, and put that into the column 'annotator'",
)
ONE_ANNOTATOR: Final = FindingEntry(
    "AJ410",
    "note",
    "One annotator judged everything.",
    text="All {rows:count judgement} {rows:is/are} by one annotator, {annotator}: what is concluded holds for this "
    "annotator only, however many texts were judged.",
    todo="say so in the report, or have a part judged by others",
    needs="annotators",
)
ONE_DOMINATES: Final = FindingEntry(
    "AJ411",
    "note",
    "One annotator did most of the work.",
    text="{annotator} gave {_share:.0%} of {_rows:count judgement} that count, {_others:count other annotator} the "
    "rest.",
    todo='rank without the annotator as well: `adjudge.stability`, scenario "remove:annotator:{annotator}"',
    needs="ratings with three or more annotators",
)
ONE_DECIDES: Final = ONE_DOMINATES.variant(
    "{annotator} gave {_share:.0%} of {_rows:count judgement} that count, {_others:count other annotator} the rest: "
    "the ranking is mostly this annotator's opinion.",
    severity="warning",
)
SOME_MISSING: Final = FindingEntry(
    "AJ412",
    "warning",
    "Some rows do not say who judged, or in which session.",
    text="{rows:,} of {_total:count judgement} {rows:has/have} no {column} while the others do: analyses by {column} "
    "leave them out.",
    todo="fill the column {column:quoted} where it is known",
    needs="annotators or sessions",
)
NOTHING_SHARED: Final = FindingEntry(
    "AJ418",
    "note",
    "No output was judged by two annotators.",
    text="No output was judged by two of the {n_annotators:count annotator}, so agreement is unknown, and a strict "
    "annotator cannot be told from one who met worse outputs, except through the systems that both met.",
    source="Knowles 2021, section 4; Knowles and Lo 2022, footnote 5",
    todo="let all annotators judge a common set of outputs first",
    needs="ratings with annotators",
)
#: Chance of equal scores below which they are no accident, shared by all annotators.
_RARE: Final = 0.01
#: Share of one score that is nearly everything, and of how many items.
_NEARLY: Final = 0.95
_ENOUGH: Final = 30
#: With three quarters of the work the others cannot outvote one person even where all agree on the opposite.
_DOMINATES: Final = 0.75
#: Half of the work is worth knowing.
_MOST: Final = 0.5
#: Of two annotators one always has half or more.
_FEWEST: Final = 3


def _without_spread(frame: pl.DataFrame, people: People) -> Iterator[Finding]:
    """Annotators who gave one score to everything, or to nearly everything, over every kind of item.

    Without spread no z-score exists; WMT leaves such annotators out. One judgement alone is no lack of spread. It is a
    note if the others gave that score so often that it may be chance: the share of their items with it, to the power of
    the annotator's items less one, is then not below .01 divided by the number of annotators. Nearly
    everything is 95 % of at least 30 items, if less than half of the others' items have that score: where most outputs
    are perfect, most scores are 100.
    """
    unit = people.unit
    rows = frame.drop_nulls(["score", unit])
    counts = rows.group_by(unit, "score").len("n")
    counts = counts.with_columns(
        total=pl.col("n").sum().over(unit),
        # How many items all others have, and how many of them with this score.
        rest=counts["n"].sum() - pl.col("n").sum().over(unit),
        alike=pl.col("n").sum().over("score") - pl.col("n"),
    )
    flat = counts.filter((pl.col("n") == pl.col("total")) & (pl.col("n") > 1)).sort(unit)
    if flat.height:
        chance = (flat["alike"] / flat["rest"].replace(0, 1)) ** (flat["total"] - 1)
        rare = bool((chance < _RARE / rows[unit].n_unique()).any())
        yield NO_SPREAD(severity="warning" if rare else "note", **people.numbers(flat[unit].to_list()))
    nearly = counts.filter(
        (pl.col("n") < pl.col("total"))
        & (pl.col("total") >= _ENOUGH)
        & (pl.col("n") >= _NEARLY * pl.col("total"))
        & (pl.col("alike") < 0.5 * pl.col("rest"))
    ).sort(pl.col("n") / pl.col("total"), unit, descending=[True, False])
    if nearly.height:
        first = nearly.row(0, named=True)
        yield HARDLY_ANY_SPREAD(
            **people.numbers(nearly[unit].to_list()),
            _first=first[unit],
            _score=first["score"] + 0.0,
            _share=first["n"] / first["total"],
            _rows=first["total"],
            _others=first["alike"] / first["rest"],
        )


def _one_session_each(frame: pl.DataFrame) -> Iterator[Finding]:
    """Annotators and sessions that correspond one to one.

    Some releases hold the id of a task in the column of the worker. A campaign in which everybody did one session looks
    the same, so this is a note. It is a warning if both columns hold the very same ids, or if there are sessions and no
    annotator at all.
    """
    if frame["annotator"].null_count() == frame.height:
        yield UNKNOWN(n_sessions=frame["session"].n_unique())
        return
    frame = frame.drop_nulls("annotator")
    pairs = frame.select("annotator", "session").unique()
    annotators, sessions = pairs["annotator"].n_unique(), pairs["session"].n_unique()
    if annotators > 1 and pairs.height == annotators == sessions:
        same = bool((pairs["annotator"] == pairs["session"]).all())
        yield (SAME_IDS if same else SESSIONS_AS_ANNOTATORS)(n_annotators=annotators)


def _one_annotator(frame: pl.DataFrame) -> Iterator[Finding]:
    """Judgements that all come from one person.

    Tests over segments or documents tell how sure one can be about more texts of this kind, judged by the same person.
    They say nothing about other annotators. Many good studies have one annotator, so this is a note.
    """
    if frame["annotator"].n_unique() == 1:
        yield ONE_ANNOTATOR(annotator=frame["annotator"][0], rows=frame.height)


def _one_dominates(_: pl.DataFrame, counting: pl.DataFrame) -> Iterator[Finding]:
    """The largest share of the judgements that count that one annotator gave, where there are at least three.

    Half is a note. Three quarters are a warning: then the others could not outvote the one even if they all agreed on
    the opposite, with judgements of the same weight.
    """
    shares = counting.drop_nulls("annotator")["annotator"].value_counts(normalize=True, name="share")
    if shares.height < _FEWEST:
        raise NotCheckableError("three or more annotators")
    name, share = shares.sort("share", "annotator", descending=[True, False]).row(0)
    if share >= _MOST:
        yield (ONE_DECIDES if share >= _DOMINATES else ONE_DOMINATES)(
            annotator=name,
            share=share,
            _share=share,
            _rows=counting.height,
            _others=shares.height - 1,
        )


def _some_missing(_: pl.DataFrame, counting: pl.DataFrame) -> Iterator[Finding]:
    """Judgements that count without annotator or session, where others have one.

    A column that is empty throughout is a property of the data, and other checks say what they lack. A column with gaps
    is a fault of an export or a join.
    """
    for column in ("annotator", "session"):
        missing = counting[column].null_count()
        if 0 < missing < counting.height:
            yield SOME_MISSING(column=column, rows=missing, _total=counting.height)


def _nothing_shared(_: pl.DataFrame, counting: pl.DataFrame) -> Iterator[Finding]:
    """Whether any output (a segment of a system) was judged by two annotators.

    Without that, agreement cannot be measured, and leniency can be told from quality only through systems that both
    annotators met. Campaigns that judge everything once are often the best use of a budget, so this is a note.
    """
    rows = counting.drop_nulls("annotator")
    annotators = rows["annotator"].n_unique()
    if annotators < 2:
        raise NotCheckableError("two or more annotators")
    item = [name for name in ("system", "document", "segment", "criterion") if name in rows.columns]
    judged = rows.select("annotator", *item).unique()
    if not judged.select(item).is_duplicated().any():
        yield NOTHING_SHARED(n_annotators=annotators)


CHECKS: Final = (
    Check(NO_SPREAD, _without_spread, Ratings, facts=("people",)),
    Check(SESSIONS_AS_ANNOTATORS, _one_session_each, Ratings, columns=("session",)),
    Check(ONE_ANNOTATOR, _one_annotator, (Ratings, Comparisons), columns=("annotator",)),
    Check(ONE_DOMINATES, _one_dominates, Ratings, columns=("annotator",), facts=("counting",)),
    Check(SOME_MISSING, _some_missing, Ratings, facts=("counting",)),
    Check(NOTHING_SHARED, _nothing_shared, Ratings, columns=("annotator",), facts=("counting",)),
)
