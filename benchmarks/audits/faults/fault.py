"""A fault: what is done to a clean campaign, who is to blame, and what else follows from it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, NamedTuple

import numpy as np
import polars as pl

from benchmarks.audits.campaign import Campaign
from benchmarks.audits.ratings import clean_ratings
from benchmarks.audits.shape import RatingShape, VoteShape
from benchmarks.audits.votes import clean_votes

#: Subject -> names, such as {"annotators": ("ann-03",)}; empty where nobody in particular is to blame.
Culprits = dict[str, tuple[str, ...]]


class Planted(NamedTuple):
    """A campaign with a fault in it."""

    campaign: Campaign
    culprits: Culprits


Plant = Callable[[Campaign, np.random.Generator], Planted]

#: What an audit can notice, as words of ours: which code says it is for the tests to know.
SYMPTOMS: Final[dict[str, str]] = {
    "annotators are sessions": "the ids of annotators name sessions",
    "annotators unknown": "nobody knows who judged",
    "one annotator": "all judgements are by one person",
    "no spread": "an annotator gave one score to everything",
    "narrow range": "an annotator used a small part of the scale",
    "discretised": "an annotator used a few values only",
    "drift": "the scores of an annotator rise or fall with time",
    "no agreement": "an annotator agrees with nobody",
    "against the others": "an annotator scored high what the others scored low",
    "failed control": "an annotator did not notice degraded items",
    "failed control of one pair": "... in one of the language pairs, although all pairs together look fine",
    "inconsistent": "an annotator gave other scores when shown the same item again",
    "too fast": "judgements took less time than reading does",
    "same scores in a document": "an annotator gave all segments of a document one score",
    "few systems met": "an annotator judged a part of the systems",
    "moments without rows": "a list of annotators' moments names one without judgements",
    "unequal work": "a few annotators gave most judgements",
    "sessions differ": "sessions do not represent the systems",
    "fatigue": "everybody's scores change in the course of a session",
    "shared sessions": "one session has several annotators",
    "unequal sessions": "some sessions are far smaller than others",
    "nothing judged twice": "no output was judged by two annotators",
    "documents unknown": "nobody knows which segments belong together",
    "segments of one system": "segments that were judged for one system only",
    "references in some sessions": "some sessions hold references, others none",
    "degraded in some sessions": "some sessions hold degraded items, others none",
    "controls in basis": "degraded or reference rows move the means by which scores are standardised, unequally",
    "repeats after degraded": "repeats shown after a degraded item of their document",
    "no order": "the order of judgements is unknown",
    "no times": "times are unknown",
    "not connected": "no annotator links two groups of systems",
    "different documents": "systems were judged on different documents",
    "luck with documents": "a system was judged on easier or harder documents, and would change its place without that",
    "low coverage": "a system was judged on a part of the segments",
    "raw against z": "the orders by raw and by standardised scores differ",
    "few segments, many judgements": "n is much smaller than N",
    "uncorrected tests": "so many tests that some are significant by chance",
    "no power": "too little data to tell systems apart",
    "order against ranks": "means and rank-sum test disagree on the order",
    "outlier system": "one system is far from all others",
    "zero system": "a system whose outputs all got 0",
    "long documents": "documents that do not fit into a session for all systems",
    "mixed collections": "collections of different composition",
    "reverse-created": "text that was first written in the target language",
    "copies source": "a system that returns the source",
    "copies reference": "outputs that equal the reference",
    "copies a system": "two systems with the same outputs",
    "empty output": "outputs without text",
    "wrapped quotes": "texts in superfluous quotes",
    "encoding damage": "letters broken by a wrong encoding",
    "odd lengths": "outputs much shorter than those of others",
    "other script": "outputs in another script than those of others",
    "odd document": "a system departs from its own pattern on one document",
    "position bias": "the system shown first wins too often",
    "contradictions": "an annotator decided the other way when shown the same pair again",
    "unequal opponents": "a system met weak or strong opponents more often than others did",
    "too many ties": "two systems tie more often than their strengths let expect",
    "cycles": "preferences that run in a cycle, more than by chance",
    "one outcome": "an annotator gave one answer to everything",
    "unstable": "the ranking changes under another defensible analysis, or without one part of the data",
}


@dataclass(frozen=True)
class Fault:
    """One planted fault.

    Args:
        name: of the fault, for test reports.
        symptom: what an audit must notice, a key of `SYMPTOMS`.
        plant: puts it into a clean campaign.
        shape: of that campaign.
        follows: other symptoms that follow from the fault, by reasoning about it.
        alone: whether the finding names the culprits and nobody else; one about pairs of systems names the others too.
    """

    name: str
    symptom: str
    plant: Plant
    shape: RatingShape | VoteShape
    follows: frozenset[str] = field(default=frozenset())
    alone: bool = True

    def __post_init__(self) -> None:
        unknown = ({self.symptom} | self.follows) - set(SYMPTOMS)
        if unknown:
            msg = f"{self.name}: no such symptom: {sorted(unknown)}"
            raise ValueError(msg)

    def clean(self, seed: int) -> Campaign:
        """The campaign before the fault."""
        if isinstance(self.shape, VoteShape):
            return clean_votes(self.shape, seed)
        return clean_ratings(self.shape, seed)

    def planted(self, seed: int) -> Planted:
        """The campaign with the fault."""
        return self.plant(self.clean(seed), np.random.default_rng([seed, 5_003]))


def pick(campaign: Campaign, column: str, rng: np.random.Generator) -> str:
    """One value of a column, at random."""
    return str(rng.choice(np.array(campaign.names(column))))


def middling(campaign: Campaign, rng: np.random.Generator) -> str:
    """A system that is neither best nor worst."""
    return str(rng.choice(np.array(campaign.systems[1:-1])))


def in_order(frame: pl.DataFrame) -> pl.DataFrame:
    """Rows of every session in the order of their times, with positions counted anew."""
    ordered = frame.sort("annotator", "session", "started", maintain_order=True)
    return ordered.with_columns(position=pl.int_range(pl.len()).over("annotator", "session"))
