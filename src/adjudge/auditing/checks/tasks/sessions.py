"""Checks of sessions: whether each holds what it needs for its scores to be comparable with those of others."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import polars as pl

from adjudge.auditing.checks.fact import NotCheckableError
from adjudge.auditing.composition.kinds import APART, FEWEST, kind_shares, who_met
from adjudge.auditing.composition.sessions import odd_sessions, shown_items
from adjudge.auditing.documents.capacity import session_capacity
from adjudge.auditing.documents.catalogue import LONG_DOCUMENTS
from adjudge.core.catalogue import FindingEntry
from adjudge.core.check import Check
from adjudge.core.findings import Finding
from adjudge.core.suspicions.human_systems import human_systems
from adjudge.core.tables import Ratings

SOME_HUMAN: Final = FindingEntry(
    "AJ420",
    "note",
    "Some sessions hold human translations and others do not.",
    text="{share:.1%} of {n_sessions:count session}[ of {collection}] hold {_what}, the others none"
    "[; {annotator_share:.1%} of {n_annotators:count annotator} met any]. Where scores are standardised by {_unit}, "
    "what an item stands beside moves its z-score: good items lower it, bad ones raise it.",
    source="Knowles 2021, section 5.1",
    todo="give every {_unit} the same share of each kind of item, or rank with a recipe that makes no z-scores, such "
    'as `recipe="recommended"`',
    needs="ratings with sessions, and human translations among the systems",
)
SOME_REFERENCE: Final = FindingEntry(
    "AJ421",
    "note",
    "Some sessions hold references as control items and others do not.",
    text=SOME_HUMAN.text,
    source=SOME_HUMAN.source,
    todo=SOME_HUMAN.todo,
    needs="ratings with sessions and reference items",
)
SOME_DEGRADED: Final = FindingEntry(
    "AJ422",
    "note",
    "Some sessions hold degraded items and others do not.",
    text="{share:.1%} of {n_sessions:count session}[ of {collection}] hold {_what}, the others none"
    "[; {annotator_share:.1%} of {n_annotators:count annotator} met any]. Where scores are standardised by {_unit} "
    "over all items, bad items raise the z-scores of everything beside them.",
    source=SOME_HUMAN.source,
    todo=SOME_HUMAN.todo,
    needs="ratings with sessions and degraded items",
)
NO_ROOM: Final = FindingEntry(
    "AJ423",
    "note",
    "No session has room for a document of every system.",
    text=LONG_DOCUMENTS.text,
    source="Knowles 2021, section 5.4; Knowles and Lo 2024, section 4.4",
    todo="show runs of fewer segments, such as {_snippet:count segment}, or standardise by annotator",
    needs="ratings with sessions and documents",
)
ODD_MIX: Final = FindingEntry(
    "AJ429",
    "warning",
    "A session holds a mix of systems that is far from that of the campaign.",
    text="{sessions:count session} {sessions:holds/hold} a mix of systems that chance does not explain: "
    "{sessions:names}. In {_first}, {_share:.0%} of the items would have to be of other systems to give the mix of "
    "all sessions.",
    source="Knowles 2021, section 5.4",
    todo="spread all systems over all sessions",
    needs="ratings with sessions",
)
SHARED_SESSIONS: Final = FindingEntry(
    "AJ430",
    "note",
    "Several annotators have the same session.",
    text="{shared:,} of {n_sessions:count session} {shared:has/have} more than one annotator, such as session "
    "{_example}, with {_annotators:count annotator}. They are taken as different people's work on the same task; if "
    "sessions are numbered from 1 for every annotator, they are not the same task.",
    todo="give every session of every annotator an id of its own",
    needs="ratings with annotators and sessions",
)
UNEQUAL_SIZES: Final = FindingEntry(
    "AJ431",
    "note",
    "Sessions have very different sizes.",
    text="Sessions hold from {smallest:,} to {largest:count judgement}, {median:,.0f} in the median. {few:count "
    "session} {few:holds/hold} fewer than a fifth of that: {sessions:names}. Means and spreads of such sessions are "
    "hardly known.",
    source="Knowles and Lo 2022, footnote 4",
    todo="standardise by annotator, or leave sessions out that were broken off",
    needs="ratings with sessions",
)


def _shares(entry: FindingEntry, seen: str, frame: pl.DataFrame, what: str) -> Iterator[Finding]:
    """The share of sessions, and of annotators, that hold such items, in each collection where some do."""
    found = [met for met in who_met(kind_shares(frame)) if met.seen == seen and met.sessions is not None]
    if not any(met.sessions["units"] >= FEWEST for met in found if met.sessions is not None):
        raise NotCheckableError("five or more sessions")
    for met in found:
        sessions, annotators = met.sessions, met.annotators
        if sessions is None or sessions["units"] < FEWEST or not met.some("session"):
            continue
        several = annotators is not None and annotators["units"] > 1
        yield entry(
            severity="warning" if met.uneven else "note",
            collection=met.collection,
            number=sessions["number"],
            share=sessions["share"],
            n_sessions=sessions["units"],
            annotator_share=annotators["share"] if annotators is not None and several else None,
            n_annotators=annotators["units"] if annotators is not None else None,
            _what=what,
            _unit="annotator" if annotators is not None and met.uneven else "session",
        )


def _some_human(frame: pl.DataFrame) -> Iterator[Finding]:
    """The share of sessions of a collection that hold a human translation, if it is neither none nor all.

    Human translations are systems with names such as `human` or `refA`. Standardisation by session assumes that the
    sessions are alike. A session with good items has a high mean, which lowers the z-scores of the systems in it, so
    who met the human translation loses by it. Knowles (2021) found shares from 4.9 % to 98.8 %. It is a warning if less
    than 95 % of the annotators met one, or of the sessions where annotators are unknown, so that standardisation can
    only be by session. That sessions or annotators of less than half the usual size met none proves nothing and is
    not counted. `adjudge composition` says the same with AJ550.
    """
    humans = human_systems(frame["system"].unique().sort())
    if not humans:
        raise NotCheckableError("human translations among the systems")
    yield from _shares(SOME_HUMAN, "human", frame, f"human translations ({', '.join(humans)})")


def _some_reference(frame: pl.DataFrame) -> Iterator[Finding]:
    """The share of sessions that hold reference items, if it is neither none nor all.

    References score high, so they lower the z-scores of what stands beside them (see AJ420). It is a warning if less
    than 80 % of the annotators met one, or of the sessions where annotators are unknown.
    """
    if not (frame["kind"] == "reference").any():
        raise NotCheckableError("items of kind 'reference'")
    yield from _shares(SOME_REFERENCE, "reference", frame, "reference items")


def _some_degraded(frame: pl.DataFrame) -> Iterator[Finding]:
    """The share of sessions that hold degraded items, if it is neither none nor all.

    Degraded items score low. Where they have a part in the mean of a session, the rest of that session gains (see
    AJ420). It is a warning if less than 80 % of the annotators met one, or of the sessions where annotators are
    unknown.
    """
    if not (frame["kind"] == "degraded").any():
        raise NotCheckableError("items of kind 'degraded'")
    yield from _shares(SOME_DEGRADED, "degraded", frame, "degraded items")


def _no_room(frame: pl.DataFrame) -> Iterator[Finding]:
    """Whether a document of every system fits into a session.

    The mean number of segments of a document that a session holds for one system, times the number of systems, is set
    against the largest session. Where it is larger, it is numerically impossible that a session holds all systems.
    Standardisation by annotator may still be fair, so this is a warning only if annotators are unknown. `adjudge
    documents` says the same with AJ543.
    """
    held = session_capacity(frame)
    if held is None or not held.known:
        raise NotCheckableError("two or more systems, and five or more sessions of ten items or more")
    if not held.fits:
        yield NO_ROOM(severity=held.severity, **held.numbers(), _snippet=max(1, held.capacity // held.systems))


def _odd_mix(frame: pl.DataFrame) -> Iterator[Finding]:
    """Sessions whose systems are far from those of the whole campaign.

    A session is taken as a draw of documents (of segments where documents are unknown), each of some system. The share
    of the draws that would have to be of other systems to give the campaign's mix is compared with 4,999 random
    sessions of the same size. A session of five draws or more is named if that share is a quarter above its mean in
    random sessions, and chi-square at least as large in no more than a share of .01 of them, divided by the number of
    sessions (in none, where that is less than one). Sessions that balance systems pass easily. `adjudge composition`
    says the same with AJ551.
    """
    shown = shown_items(frame)
    if min(shown.blocks.shape) < 2:
        raise NotCheckableError("two or more sessions and systems")
    odd = odd_sessions(shown)
    if odd.names:
        yield ODD_MIX(sessions=odd.names, index=odd.imbalance[0], _first=odd.names[0], _share=odd.imbalance[0])


def _shared_sessions(frame: pl.DataFrame) -> Iterator[Finding]:
    """Sessions that occur with more than one annotator.

    On crowd-sourcing platforms one task may be given to several people. In other data it means that the numbering of
    sessions starts anew for every annotator. Both are handled alike, so this is a note.
    """
    people = frame.group_by("session").agg(annotators=pl.col("annotator").n_unique())
    shared = people.filter(pl.col("annotators") > 1).sort("annotators", "session", descending=[True, False])
    if shared.height:
        name, annotators = shared.row(0)
        yield SHARED_SESSIONS(
            shared=shared.height,
            n_sessions=people.height,
            sessions=shared["session"].to_list(),
            _example=name,
            _annotators=annotators,
        )


def _unequal_sizes(frame: pl.DataFrame) -> Iterator[Finding]:
    """Sessions that hold less than a fifth of the judgements of the median session.

    They were broken off, or the column does not hold sessions. With a fifth of the judgements the standard error of a
    mean is more than twice as large.
    """
    rows = frame.filter(~pl.col("kind").is_in(list(APART)))
    sizes = rows.group_by("session", "annotator").len("n")
    median = float(sizes["n"].median() or 0.0)  # type: ignore[arg-type]
    few = sizes.filter(pl.col("n") < 0.2 * median).sort("n", "session")
    if few.height and sizes.height >= FEWEST:
        smallest, largest = sizes["n"].min(), sizes["n"].max()
        names = few["session"].to_list()
        yield UNEQUAL_SIZES(smallest=smallest, largest=largest, median=median, few=few.height, sessions=names)


CHECKS: Final = (
    Check(SOME_HUMAN, _some_human, Ratings, columns=("session",)),
    Check(SOME_REFERENCE, _some_reference, Ratings, columns=("session",)),
    Check(SOME_DEGRADED, _some_degraded, Ratings, columns=("session",)),
    Check(NO_ROOM, _no_room, Ratings, columns=("session", "document")),
    Check(ODD_MIX, _odd_mix, Ratings, columns=("session",)),
    Check(SHARED_SESSIONS, _shared_sessions, Ratings, columns=("annotator", "session")),
    Check(UNEQUAL_SIZES, _unequal_sizes, Ratings, columns=("session",)),
)
