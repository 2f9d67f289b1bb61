"""Checks of what is pooled: collections of unlike items, documents that could not be drawn, the company of systems."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import polars as pl

from adjudge.auditing.checks.fact import NotCheckableError
from adjudge.auditing.composition.company import FEWEST_SYSTEMS, exposure, unfair_company
from adjudge.auditing.composition.kinds import Unit
from adjudge.auditing.documents.capacity import session_capacity
from adjudge.core.catalogue import FindingEntry
from adjudge.core.check import Check
from adjudge.core.findings import Finding
from adjudge.core.suspicions.human_systems import human_systems
from adjudge.core.tables import Ratings
from adjudge.scoring.filters import scored_segments

UNLIKE: Final = FindingEntry(
    "AJ427",
    "warning",
    "Collections that are ranked together hold different kinds of items.",
    text="The collections do not hold the same: {_lacks:names 6}. z-scores of collections with and without such "
    "items are not comparable.",
    source="Knowles and Lo 2022, sections 2.1 and 3.2",
    todo="rank the collections on their own, or by a method that does not standardise over unlike items",
    needs="ratings of several collections",
)
TOO_LONG: Final = FindingEntry(
    "AJ426",
    "warning",
    "Documents are too long to be judged in a session.",
    text="{documents:count document} of the test set {documents:has/have} no judgement and {documents:is/are} longer "
    "than every document that was judged ({longest:count segment} at most): {documents:names}. Sessions had no room "
    "for {documents:it/them}, so the ranking says nothing about long documents.",
    source="Knowles and Lo 2022, section 2",
    todo="split long documents into parts before they are drawn",
    needs="ratings with sessions and documents",
)
NEVER_WHOLE: Final = TOO_LONG.variant(
    "{documents:count document} {documents:is/are} longer than a session ({capacity:count item} at most): "
    "{documents:names}, with {longest:count segment}. Nobody can have judged {documents:it/them} in one piece, while "
    "the other documents were shown whole.",
)
NEAR_THE_LIMIT: Final = TOO_LONG.variant(
    "The longest document that was judged, {document}, has {longest:count segment}: {_filled:.0%} of the "
    "{room:count place} that a task of 100 items has for outputs. A longer one could not have been drawn whole; "
    "whether the test set has such documents is unknown without its texts.",
    severity="note",
    todo="give the texts (`texts=`), and split long documents into parts before they are drawn",
)
COMPANY: Final = FindingEntry(
    "AJ428",
    "warning",
    "The company that a system kept moves it in the ranking by z-scores.",
    text="Systems were judged in unequal company: the systems beside {_high} in the work of its {_unit}s are better by "
    "{high:.1f} points than they would be if all were mixed evenly, those beside {_low} worse by {_below:.1f}. "
    "z-scores by {_unit} lower systems in good company (correlation {correlation:.2f} with the ranks lost against raw "
    "means), and change the order of {pairs:count pair}: {pairs:pairs and}.",
    source="Knowles 2021, sections 4 and 5.4",
    todo="spread all systems evenly over {_unit}s, or rank with a recipe that makes no z-scores, such as "
    '`recipe="recommended"`',
    needs="ratings with annotators or sessions",
)


def _unlike(frame: pl.DataFrame) -> Iterator[Finding]:
    """Kinds of items, human translations and systems that one collection holds and another lacks.

    A collection is a file or data set that was gathered on its own. If only one of them holds references, degraded
    items or a human translation, the means that z-scores are taken from are not those of the same mix, so that the
    scores of the two cannot be compared. Fillers and tutorials are passed over.
    """
    rows = frame.filter(~pl.col("kind").is_in(["filler", "tutorial"]))
    held = rows.group_by("collection").agg(pl.col("kind").unique(), pl.col("system").unique()).sort("collection")
    if held.height < 2:
        raise NotCheckableError("two or more collections")
    humans = set(human_systems(rows["system"].unique()))
    kinds, systems = (set().union(*held[name].to_list()) for name in ("kind", "system"))
    lacks: dict[str, list[str]] = {}
    for name, own_kinds, own_systems in held.iter_rows():
        missing = sorted(systems - set(own_systems))
        parts = [f"{kind} items" for kind in sorted(kinds - set(own_kinds))]
        parts += [f"the human translation {system}" for system in missing if system in humans]
        parts += [f"the system {system}" for system in missing if system not in humans]
        if parts:
            lacks[name] = parts
    if lacks:
        yield UNLIKE(
            collections=sorted(lacks),
            lacks=lacks,
            systems=sorted({system for own in held["system"] for system in systems - set(own)}),
            _lacks=[f"{name} lacks {', '.join(parts)}" for name, parts in lacks.items()],
        )


#: Of a task of 100 items, 70 are outputs of systems and the rest control items (Knowles 2021, section 2).
_TASK: Final = 100
_ROOM: Final = 0.7
#: A document that fills so much of the room says that the room is a limit.
_NEARLY: Final = 0.9
_FEWEST_SESSIONS: Final = 5


def _too_long(frame: pl.DataFrame, texts: pl.DataFrame | None) -> Iterator[Finding]:
    """Documents that a session has no room for.

    A document with more segments than the largest session has items, where most documents were shown whole in a
    session, is a warning. With the texts of the test set: documents without any judgement that have more segments than
    every judged one. That is what happens where whole documents are drawn while they fit into the 70 of 100 places
    that are not for control items. Without the texts nobody can tell; then it is a note, where sessions hold about 100
    items or more, if a document that was shown whole fills nine tenths of these 70 places (of all 100, if there are no
    control items). `adjudge documents` says the same as the first with AJ544.
    """
    rows = scored_segments(frame, ("system", "repeat"))
    lengths = rows.group_by("document").agg(n=pl.col("segment").n_unique()).sort("n", "document")
    if lengths.is_empty():
        return
    longest = int(lengths["n"][-1])
    yield from _never_whole(frame, lengths)
    if texts is not None and "document" in texts.columns:
        all_lengths = texts.drop_nulls("document").group_by("document").agg(n=pl.col("segment").n_unique())
        unjudged = all_lengths.join(lengths, on="document", how="anti").filter(pl.col("n") > longest).sort("document")
        if unjudged.height:
            yield TOO_LONG(documents=unjudged["document"].to_list(), longest=longest)
        return
    yield from _near_the_limit(frame, rows)


def _never_whole(frame: pl.DataFrame, lengths: pl.DataFrame) -> Iterator[Finding]:
    """Documents longer than the largest session, where most documents were shown whole."""
    held = session_capacity(frame)
    if held is not None and held.longer and held.whole:
        yield NEVER_WHOLE(documents=list(held.longer), longest=int(lengths["n"][-1]), capacity=held.capacity)


def _near_the_limit(frame: pl.DataFrame, rows: pl.DataFrame) -> Iterator[Finding]:
    """The longest document that was shown whole, if it nearly fills a task of 100."""
    sizes = frame.group_by("session", "annotator").len("n")["n"]
    if len(sizes) < _FEWEST_SESSIONS or float(sizes.median() or 0.0) < 0.9 * _TASK:  # type: ignore[arg-type]
        return
    shown = rows.group_by("session", "annotator", "system", "document").agg(n=pl.col("segment").n_unique())
    document, longest = shown.sort("n", "document").select("document", "n").row(-1)
    controls = frame["kind"].is_in(["degraded", "reference", "repeat"]).any()
    room = round(_ROOM * _TASK) if controls else _TASK
    if longest >= _NEARLY * room:
        filled = longest / room
        yield NEAR_THE_LIMIT(document=document, documents=[document], longest=longest, room=room, _filled=filled)


def _company(frame: pl.DataFrame, counting: pl.DataFrame, unit: Unit) -> Iterator[Finding]:
    """Whether z-scores move systems by the company that they kept.

    The company of a system is the mean quality of the other systems in the same annotator's work (the same session's,
    where annotators are unknown), over the items of the system, less what it would be if everybody had met the same
    mix. The quality of a system is its raw mean over everybody, so that strict annotators do not look like bad
    company. z-scores are taken relative to the company, so a system in good company loses. It is said if the company
    of systems differs by a tenth of a standard deviation or more, if good company goes with a lower rank by z than by
    raw scores (Spearman's correlation, p < .01 by permutation), and if the two orders differ. `adjudge composition`
    says the same with AJ552, for z-scores by session unless it is asked for annotators.
    """
    if counting["system"].n_unique() < FEWEST_SYSTEMS:
        raise NotCheckableError("four or more systems")
    found = exposure(frame, unit)
    pairs = unfair_company(found, float(counting["score"].std() or 0.0))  # type: ignore[arg-type]
    if pairs:
        table = found.systems.drop_nulls(["surplus", "moved"]).sort("surplus", "system")
        low, high = table["surplus"][0], table["surplus"][-1]
        yield COMPANY(
            low=low,
            high=high,
            correlation=found.spearman,
            pairs=pairs,
            systems=sorted({name for pair in pairs for name in pair}),
            _below=-low,
            _low=table["system"][0],
            _high=table["system"][-1],
            _unit=unit,
        )


CHECKS: Final = (
    Check(UNLIKE, _unlike, Ratings, columns=("collection",)),
    Check(TOO_LONG, _too_long, Ratings, columns=("session", "document"), facts=("known texts",)),
    Check(COMPANY, _company, Ratings, facts=("counting", "unit")),
)
