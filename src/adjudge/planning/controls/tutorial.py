"""Tutorial items: what every annotator sees before anything else, and what never counts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import polars as pl

from adjudge.core.tables import Texts
from adjudge.planning.designs.design import SEGMENTS, UNITS, DesignInput
from adjudge.planning.designs.showings import Session, Showing, frame_of, sessions_of
from adjudge.planning.sampling.words import words_in

#: Whose output a tutorial item shows.
TUTORIAL: Final = "tutorial"


def tutorial_showings(given: DesignInput) -> tuple[Showing, ...]:
    """The showings of the tutorial, one for each of its documents, in the order of the file; none without a tutorial.

    Their units are numbered behind those of the campaign, see `with_tutorial`.
    """
    if given.tutorial is None or given.tutorial.is_empty():
        return ()
    first = _first_unit(given)
    lengths = given.tutorial.group_by("document", maintain_order=True).len()["len"]
    return tuple(
        Showing(first + number, length, (TUTORIAL,), "tutorial") for number, length in enumerate(lengths.to_list())
    )


def add_tutorial(given: DesignInput, showings: pl.DataFrame) -> pl.DataFrame:
    """Put the tutorial before the first session of every annotator who does not have it yet.

    It is part of that session: who does not know the task yet is not asked for judgements that count. To be called
    before control items are added, because the positions of altered texts count its items too.
    """
    tutorial = tutorial_showings(given)
    if not tutorial:
        return showings
    sessions = sessions_of(showings)
    had = {session.annotator for session in sessions if _has_tutorial(session)}
    made = []
    for session in sessions:
        # A session that nobody owns yet may be anybody's first.
        first = session.annotator is None or session.annotator not in had
        had.add(session.annotator)
        again = first and not _has_tutorial(session)
        # Showings are told apart by identity, so every session gets its own.
        own = tutorial_showings(given) if again else ()
        made.append(session.with_showings((*own, *session.showings)))
    return frame_of(made)


def _has_tutorial(session: Session) -> bool:
    return any(showing.kind == "tutorial" for showing in session.showings)


@dataclass(frozen=True, eq=False)
class WithTutorial:
    """What a campaign works on together with its tutorial.

    Args:
        units: units, those of the tutorial at the end.
        segments: likewise.
        texts: likewise; the outputs of the tutorial stand in a column of their own, which is empty elsewhere.
    """

    units: pl.DataFrame
    segments: pl.DataFrame
    texts: Texts


def with_tutorial(given: DesignInput, texts: Texts) -> WithTutorial:
    """Units, segments and texts of the campaign and of its tutorial."""
    items = given.tutorial
    if items is None or items.is_empty():
        return WithTutorial(given.units, given.segments, texts)
    documents = items["document"].unique(maintain_order=True).to_list()
    number = {document: _first_unit(given) + place for place, document in enumerate(documents)}
    segments = items.select(
        pl.col("document").replace_strict(number, return_dtype=pl.Int64).alias("unit"),
        pl.int_range(pl.len()).over("document").alias("place"),
        "document",
        "segment",
        words_in(pl.col("source")).alias("words"),
    ).cast(pl.Schema(SEGMENTS))
    units = (
        segments.group_by("unit", "document", maintain_order=True)
        .agg(first=pl.lit(0), length=pl.len(), words=pl.col("words").sum())
        .with_columns(domain=pl.lit(None, pl.String))
    )
    rows = items.select("document", "segment", "source", pl.col("output").alias(TUTORIAL))
    return WithTutorial(
        pl.concat([given.units, units.select(*UNITS).cast(pl.Schema(UNITS))]),
        pl.concat([given.segments, segments]),
        texts.with_frame(pl.concat([texts.frame, rows], how="diagonal_relaxed")),
    )


def _first_unit(given: DesignInput) -> int:
    return max(given.units["unit"].to_list(), default=-1) + 1
