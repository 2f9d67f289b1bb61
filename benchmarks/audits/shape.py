"""What a well-run campaign of ratings or of comparisons looks like: sizes, who meets what, what is recorded."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, Literal

import numpy as np

#: Items of a session, as at WMT; a document judged for all systems must fit into it.
CAPACITY: Final = 100

Recorded = Literal["times", "order", "sessions", "annotators"]
Control = Literal["degraded", "repeat", "reference", "calibration"]


@dataclass(frozen=True)
class RatingShape:
    """A campaign of ratings in which every annotator meets every system equally, in every session.

    Args:
        systems: how many.
        annotators: how many.
        items: judgements of an annotator, without controls; about, because whole documents are judged.
        length: segments of the shortest and the longest document; the longest is cut so that all systems fit into a
            session. Without documents every segment stands alone.
        documents: whether segments belong to documents.
        rotated: a session shows every document by one system only, and all systems equally (a Latin square); if not, a
            session shows a document by all systems.
        overlap: share of documents that a second annotator judges too.
        controls: what every session holds besides; `calibration` is a first session of the same items for everybody.
        recorded: what is known: `times`, with the order and sessions; `order`, with sessions; `sessions`; `annotators`.
        languages: whether languages and origins are recorded.
        texts: whether source, reference and outputs are at hand.
        width: points between the best and the worst system.
        tie: whether two neighbours are nearly equal.
        points: highest point of a scale from 0 on; 100 is a slider.
    """

    systems: int = 6
    annotators: int = 8
    items: int = 220
    length: tuple[int, int] = (2, 9)
    documents: bool = True
    rotated: bool = False
    overlap: float = 0.25
    controls: tuple[Control, ...] = ()
    recorded: Recorded = "times"
    languages: bool = False
    texts: bool = False
    width: float = 10.0
    tie: bool = True
    points: int = 100


@dataclass(frozen=True)
class VoteShape:
    """A campaign of comparisons: every annotator meets every pair equally, sides are random.

    Args:
        systems: how many.
        annotators: how many.
        votes: of an annotator, about.
        documents: whether segments belong to documents.
        rankings: whether votes come from rankings of up to five outputs.
        overlap: share of votes that another annotator gives too.
        again: share of votes that the same annotator gives twice, with the sides exchanged.
        sessions: whether sessions and times are recorded.
        texts: whether source, reference and outputs are at hand.
        width: utility between the best and the worst system; the sd of one vote is about 1.
        tie: difference of utility below which annotators see none.
    """

    systems: int = 6
    annotators: int = 8
    votes: int = 150
    documents: bool = True
    rankings: bool = False
    overlap: float = 0.2
    again: float = 0.1
    sessions: bool = False
    texts: bool = False
    width: float = 1.6
    tie: float = 0.25


_SYSTEMS: Final = (2, 3, 4, 5, 6, 8, 10, 12, 15, 20)
_ANNOTATORS: Final = (1, 2, 3, 4, 5, 6, 8, 10, 14, 20, 30, 40)
_CONTROLS: Final[tuple[tuple[Control, ...], ...]] = (
    (),
    (),
    ("repeat",),
    ("degraded", "repeat"),
    ("degraded", "repeat", "reference"),
    ("calibration",),
    ("calibration", "repeat"),
)
_RECORDED: Final[tuple[Recorded, ...]] = ("times", "times", "order", "sessions", "annotators")


def random_rating_shape(seed: int) -> RatingShape:
    """A size and form of ratings, the same for the same seed."""
    rng = np.random.default_rng([seed, 61])
    systems, annotators = int(rng.choice(_SYSTEMS)), int(rng.choice(_ANNOTATORS))
    documents = bool(rng.random() < 0.75)
    least = 240 if annotators < 3 else 120
    drawn = RatingShape(
        systems=systems,
        annotators=annotators,
        items=int(rng.integers(least, least + (300 if annotators <= 10 else 120))),
        length=(int(rng.integers(1, 4)), int(rng.integers(5, 16))),
        documents=documents,
        rotated=documents and bool(rng.random() < 0.4),
        overlap=float(rng.choice([0.0, 0.2, 0.4, 1.0])),
        controls=_CONTROLS[int(rng.integers(len(_CONTROLS)))],
        recorded=_RECORDED[int(rng.integers(len(_RECORDED)))],
        languages=bool(rng.random() < 0.5),
        texts=bool(rng.random() < 0.4),
        width=float(rng.uniform(3, 14)),
        tie=bool(rng.random() < 0.6),
        points=int(rng.choice([100, 6, 4], p=[0.86, 0.08, 0.06])),
    )
    if drawn.recorded != "annotators":
        return drawn
    # Without sessions nobody can tell two references of one document apart: a file would hold them twice.
    return replace(drawn, controls=tuple(control for control in drawn.controls if control != "reference"))


def random_vote_shape(seed: int) -> VoteShape:
    """A size and form of comparisons, the same for the same seed."""
    rng = np.random.default_rng([seed, 67])
    annotators = int(rng.choice(_ANNOTATORS))
    return VoteShape(
        systems=int(rng.choice(_SYSTEMS)),
        annotators=annotators,
        votes=int(rng.integers(200, 500) if annotators < 5 else rng.integers(80, 250)),
        documents=bool(rng.random() < 0.6),
        rankings=bool(rng.random() < 0.3),
        overlap=float(rng.choice([0.0, 0.2, 0.5])),
        again=float(rng.choice([0.0, 0.1])),
        sessions=bool(rng.random() < 0.5),
        texts=bool(rng.random() < 0.4),
        width=float(rng.uniform(0.4, 2.5)),
        tie=float(rng.uniform(0.0, 0.5)),
    )
