"""The judgements that a scenario adds to a pilot: who judges what."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from adjudge.kernels.mixed_model.reml import RatedRows
from adjudge.planning.pilot.scenarios import Scenario

Ints = NDArray[np.intp]


@dataclass(frozen=True, eq=False)
class Added:
    """Judgements to come; numbers beyond those of the pilot are new documents, segments and annotators.

    Args:
        system: of each judgement.
        annotator: likewise.
        document: likewise.
        segment: likewise.
        documents: new documents.
        segments: new segments.
        annotators: new annotators.
    """

    system: Ints
    annotator: Ints
    document: Ints
    segment: Ints
    documents: int = 0
    segments: int = 0
    annotators: int = 0

    def __len__(self) -> int:
        return len(self.system)


def add_to(rows: RatedRows, scenario: Scenario, rng: np.random.Generator, *, lasting: bool) -> Added:
    """What the scenario adds.

    Definition: `Scenario`. New documents are copies of the pilot's in random order, each as often as any other or once
    more; a copy has the same judgements. In the place of the pilot come copies of all. Without lasting annotators
    (sessions in their place) every round through the documents has new ones.

    Args:
        rows: of the pilot.
        scenario: documents or segments and annotators.
        rng: draws which documents, and who.
        lasting: whether the annotators of the pilot judge what is new.
    """
    if scenario.again:
        return _again(rows, scenario.annotators, rng)
    added = _copies(rows, scenario, rng, lasting=lasting)
    return _shared_out(rows, added, scenario.annotators, rng) if scenario.annotators else added


def workload(rows: RatedRows) -> int:
    """Outputs that a further annotator judges again: as many as one of the pilot did on average, none twice."""
    return max(1, min(round(len(rows.y) / (int(rows.annotator.max()) + 1)), outputs(rows)))


def outputs(rows: RatedRows) -> int:
    """Segments of systems that were judged."""
    return len(np.unique(rows.segment * (int(rows.system.max()) + 1) + rows.system))


def is_drawn(rows: RatedRows, scenario: Scenario) -> bool:
    """Whether `add_to` may add something else the next time, but for the order."""
    if scenario.again:
        return workload(rows) < outputs(rows)
    documents, segments = int(rows.document.max()) + 1, int(rows.segment.max()) + 1
    return scenario.annotators > 0 or scenario.documents % documents > 0 or scenario.segments % segments > 0


def _copies(rows: RatedRows, scenario: Scenario, rng: np.random.Generator, *, lasting: bool) -> Added:
    """Copies of documents; the last is cut if segments were asked for."""
    order = np.argsort(rows.document, kind="stable")
    ends = np.searchsorted(rows.document[order], np.arange(int(rows.document.max()) + 2))
    lengths = np.array([len(np.unique(rows.segment[order[a:b]])) for a, b in pairwise(ends)])
    chosen, left, rounds = [], [], []
    by_segment = scenario.segments > 0
    wanted, done = scenario.segments or scenario.documents or len(lengths), 0
    while done < wanted:
        for document in rng.permutation(len(lengths)):
            size = int(lengths[document]) if by_segment else 1
            chosen.append(order[ends[document] : ends[document + 1]])
            left.append(wanted - done)
            rounds.append((len(chosen) - 1) // len(lengths))
            done += size
            if done >= wanted:
                break
    if by_segment:
        last = rows.segment[chosen[-1]]
        chosen[-1] = chosen[-1][np.isin(last, np.unique(last)[: left[-1]])]
    copy = np.repeat(np.arange(len(chosen)), [len(part) for part in chosen])
    source, number = np.concatenate(chosen), np.array(rounds)[copy]
    people, pieces = int(rows.annotator.max()) + 1, int(rows.segment.max()) + 1
    segment = np.unique(copy * pieces + rows.segment[source], return_inverse=True)[1]
    annotator, fresh = rows.annotator[source], 0
    if not lasting:
        annotator = np.unique(number * people + annotator, return_inverse=True)[1]
        fresh = int(annotator.max()) + 1
        annotator = annotator + people
    return Added(
        system=rows.system[source],
        annotator=annotator.astype(np.intp),
        document=(copy + len(lengths)).astype(np.intp),
        segment=(segment + pieces).astype(np.intp),
        documents=len(chosen),
        segments=int(segment.max()) + 1,
        annotators=fresh,
    )


def _shared_out(rows: RatedRows, added: Added, annotators: int, rng: np.random.Generator) -> Added:
    """New annotators take an equal share: what somebody judges in a new document goes to one of them, or does not."""
    people = int(rows.annotator.max()) + 1
    role, place = np.unique(added.document * people + added.annotator, return_inverse=True)
    taken = rng.random(len(role)) < annotators / (people + annotators)
    someone = people + rng.integers(annotators, size=len(role))
    annotator = np.where(taken[place], someone[place], added.annotator)
    used, numbers = np.unique(annotator[annotator >= people], return_inverse=True)  # one may have got nothing
    annotator[annotator >= people] = people + numbers
    return Added(
        added.system,
        annotator.astype(np.intp),
        added.document,
        added.segment,
        documents=added.documents,
        segments=added.segments,
        annotators=len(used),
    )


def _again(rows: RatedRows, annotators: int, rng: np.random.Generator) -> Added:
    """Outputs of the pilot once more, through all documents in random order, and once again after the last one.

    Each new annotator goes on where the one before ended. Where that is within a segment, chance orders its systems.
    """
    people, systems = int(rows.annotator.max()) + 1, int(rows.system.max()) + 1
    first = np.unique(rows.segment * systems + rows.system, return_index=True)[1]
    turn = rng.permutation(int(rows.document.max()) + 1)[rows.document[first]]
    once = first[np.lexsort((rng.random(len(first)), rows.segment[first], turn))]
    each = workload(rows)
    source = np.resize(once, annotators * each)
    return Added(
        system=rows.system[source],
        annotator=np.repeat(people + np.arange(annotators), each),
        document=rows.document[source],
        segment=rows.segment[source],
        annotators=annotators,
    )
