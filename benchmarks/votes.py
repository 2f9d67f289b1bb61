"""Votes drawn from Davidson's model, apart from the simulator of the toolkit: the two share no code.

Documents favour systems, and so may annotators: the strength of a system in a vote is its own, plus an effect of system
and document, plus a taste of the annotator for the system.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]


@dataclass(frozen=True)
class Design:
    """A campaign of votes.

    Args:
        systems: how many.
        documents: how many.
        votes: of each document, on average.
        favour: standard deviation of the effects of system and document, on the logit scale.
        shown: systems that take part in a document; all if left out.
        annotators: how many; each vote is by a random one.
        taste: standard deviation of the tastes of annotators.
        blocks: whether an annotator judges whole documents.
        tie: Davidson's parameter of ties.
        strengths: true strengths, spread evenly over this range; equal systems if it is 0.
    """

    systems: int = 6
    documents: int = 40
    votes: int = 30
    favour: float = 0.5
    shown: int | None = None
    annotators: int = 0
    taste: float = 0.0
    blocks: bool = False
    tie: float = 0.6
    strengths: float = 0.0


@dataclass(frozen=True, eq=False)
class DrawnVotes:
    """Votes of one campaign.

    Args:
        truth: true strengths.
        first: code of the system named first.
        second: code of the other.
        outcome: 1, 0 or -1.
        document: code of the document.
        annotator: code of the annotator; None without.
    """

    truth: Floats
    first: Ints
    second: Ints
    outcome: Ints
    document: Ints
    annotator: Ints | None

    def frame(self) -> pl.DataFrame:
        """The votes as a table of comparisons."""
        columns = {
            "document": _names("d", self.document),
            "system_a": _names("s", self.first),
            "system_b": _names("s", self.second),
            "outcome": pl.Series(np.array(["b", "tie", "a"])[self.outcome + 1]),
        }
        if self.annotator is not None:
            columns["annotator"] = _names("a", self.annotator)
        return pl.DataFrame(columns)


def _names(letter: str, codes: Ints) -> pl.Series:
    return pl.Series(np.char.add(letter, np.char.zfill(codes.astype(str), 4)))


def draw_votes(design: Design, seed: int | Sequence[int]) -> DrawnVotes:
    """The votes of one campaign.

    Args:
        design: what the campaign looks like.
        seed: of the random numbers.
    """
    rng = np.random.default_rng(seed)
    k, documents = design.systems, design.documents
    truth = np.linspace(design.strengths, -design.strengths, k) / 2
    document = np.repeat(np.arange(documents), rng.poisson(design.votes, documents) + 1)
    shown = np.array([rng.permutation(k)[: design.shown or k] for _ in range(documents)])
    width = shown.shape[1]
    left = rng.integers(0, width, len(document))
    right = (left + rng.integers(1, width, len(document))) % width
    first, second = shown[document, left], shown[document, right]
    strength = truth + rng.normal(0, design.favour, (documents, k))
    annotator = None
    gap = strength[document, first] - strength[document, second]
    if design.annotators:
        own = rng.integers(0, design.annotators, documents)
        annotator = own[document] if design.blocks else rng.integers(0, design.annotators, len(document))
        taste = rng.normal(0, design.taste, (design.annotators, k))
        gap += taste[annotator, first] - taste[annotator, second]
    up, down = np.exp(gap / 2), np.exp(-gap / 2)
    place = rng.random(len(gap)) * (up + down + design.tie)
    outcome = np.where(place < up, 1, np.where(place < up + down, -1, 0))
    return DrawnVotes(truth, first, second, outcome, document, annotator)
