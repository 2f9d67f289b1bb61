"""Who judges which document of which system, and in which session."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from benchmarks.designs.design import Design

Ints = NDArray[np.intp]
SESSION: Final = 100  # segments, as at WMT


class Tasks(NamedTuple):
    """One annotator, one document, one system: parallel codes."""

    document: Ints
    system: Ints
    annotator: Ints
    session: Ints


def assign(design: Design, lengths: Ints, rng: np.random.Generator) -> Tasks:
    """Draw all tasks of a campaign.

    Args:
        design: the campaign.
        lengths: segments of each document.
        rng: what is random comes from it.
    """
    shape = design.documents, design.systems
    document, system = (grid.ravel() for grid in np.indices(shape))
    if design.assignment == "sessions":
        return _by_session(design, document, system, lengths, rng)
    if design.assignment == "all":
        document, system = np.tile(document, design.annotators), np.tile(system, design.annotators)
        annotator = np.repeat(np.arange(design.annotators), shape[0] * shape[1])
    else:
        annotator = _RULES[design.assignment](design, rng).ravel()
    return Tasks(document, system, annotator, _sessions_of(annotator, lengths[document]))


def _by_session(design: Design, document: Ints, system: Ints, lengths: Ints, rng: np.random.Generator) -> Tasks:
    """Tasks in random order, cut into sessions; annotators take turns in an order drawn anew in every round."""
    order = rng.permutation(len(document))
    document, system = document[order], system[order]
    session = _filled(lengths[document])
    rounds = int(session[-1]) // design.annotators + 1
    turns = np.concatenate([rng.permutation(design.annotators) for _ in range(rounds)])
    return Tasks(document, system, turns[session], session)


def _sessions_of(annotator: Ints, lengths: Ints) -> Ints:
    """Each annotator's tasks, cut into sessions of hers."""
    session = np.zeros(len(annotator), dtype=np.intp)
    first = 0
    for who in np.unique(annotator):
        hers = annotator == who
        session[hers] = first + _filled(lengths[hers])
        first = int(session[hers].max()) + 1
    return session


def _filled(lengths: Ints) -> Ints:
    """The session of each task: a task begins in the session that its first segment falls into."""
    return np.asarray((np.cumsum(lengths) - lengths) // SESSION, dtype=np.intp)


def _random(design: Design, rng: np.random.Generator) -> Ints:
    return rng.integers(design.annotators, size=(design.documents, design.systems))


def _one_per_document(design: Design, rng: np.random.Generator) -> Ints:
    owner = rng.integers(design.annotators, size=design.documents)
    return np.repeat(owner[:, None], design.systems, axis=1)


def _owner_part(design: Design, rng: np.random.Generator) -> Ints:
    """Owners share the documents out; what an owner does not judge goes to any of the others."""
    owner = rng.permutation(design.documents) % design.annotators
    meets = np.zeros((design.annotators, design.systems), dtype=np.bool_)
    meets[:, : design.meets] = True
    meets = rng.permuted(meets, axis=1)
    others = rng.integers(1, design.annotators, size=(design.documents, design.systems))
    return np.where(meets[owner], owner[:, None], (owner[:, None] + others) % design.annotators)


def _specialists(design: Design, rng: np.random.Generator) -> Ints:
    """Annotator a meets neighbours in a circle of systems, from system a on: so that annotators link all systems."""
    a, s = np.arange(design.annotators)[:, None], np.arange(design.systems)
    meets = (s - a) % design.systems < design.meets
    keys = np.where(meets, rng.random((design.documents, design.annotators, design.systems)), -1.0)
    return np.asarray(np.argmax(keys, axis=1), dtype=np.intp)


_RULES: Final[dict[str, Callable[[Design, np.random.Generator], Ints]]] = {
    "random": _random,
    "owner-part": _owner_part,
    "specialists": _specialists,
    "one-per-document": _one_per_document,
}
