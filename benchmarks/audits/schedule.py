"""Who judges which document of which system, in which session and in which order."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from benchmarks.audits.shape import CAPACITY, RatingShape

Ints = NDArray[np.intp]
#: Documents of the smallest campaign.
FEWEST: Final = 12


class Task(NamedTuple):
    """One display of a document of a system.

    Args:
        annotator: code.
        session: number of the session of this annotator, from 0 on.
        order: sorts the tasks of a session.
        document: code.
        system: code; the number of systems stands for the reference.
        kind: as in `Ratings`.
    """

    annotator: int
    session: int
    order: float
    document: int
    system: int
    kind: str = "system"


def document_lengths(shape: RatingShape, rng: np.random.Generator) -> Ints:
    """Segments of every document: log-uniform, and enough documents for everybody's share."""
    low, high = shape.length if shape.documents else (1, 1)
    high = max(1, min(high, CAPACITY // shape.systems))
    low = min(low, high)
    mean = (low + high) / 2
    rounds = max(2, round(shape.items / (shape.systems * mean)))
    wanted = round(rounds * shape.annotators / (1 + shape.overlap * (shape.annotators > 1)))
    wanted = max(wanted, 2 * shape.annotators, FEWEST)
    if shape.rotated:  # whole groups of as many documents as systems
        wanted = shape.systems * max(2, round(wanted / shape.systems))
    lengths = np.exp(rng.uniform(np.log(low), np.log(high + 1), wanted)).astype(np.intp)
    lengths = np.clip(lengths, low, high)
    if shape.rotated:  # excerpts of one length, so that all systems have the same share of a session
        groups = np.sort(lengths).reshape(-1, shape.systems)
        lengths = np.repeat(groups[:, shape.systems // 2], shape.systems)
    return lengths


def schedule(shape: RatingShape, lengths: Ints, rng: np.random.Generator) -> list[Task]:
    """All tasks of the campaign."""
    whole = _rotations(shape, lengths) if shape.rotated else _blocks(shape, lengths)
    portions = _shared_out(shape, whole, lengths, rng)
    tasks: list[Task] = []
    if "calibration" in shape.controls:
        tasks += _calibration(shape, lengths, rng)
    first = 1 if tasks else 0
    for annotator in range(shape.annotators):
        for number, session in enumerate(_packed(portions[annotator], lengths, rng)):
            tasks += _in_session(shape, (annotator, number + first), session, lengths, rng)
    return tasks


#: Documents with the system they are shown by, for one annotator.
Portion = list[tuple[int, int]]


def _blocks(shape: RatingShape, lengths: Ints) -> list[Portion]:
    """Every document by all systems."""
    return [[(document, system) for system in range(shape.systems)] for document in range(len(lengths))]


def _rotations(shape: RatingShape, lengths: Ints) -> list[Portion]:
    """Documents of the same length, as many as systems, each by another system; then turned until all are by all."""
    k = shape.systems
    groups = np.argsort(lengths, kind="stable").reshape(-1, k).tolist()
    return [[(d, (i + turn) % k) for i, d in enumerate(group)] for group in groups for turn in range(k)]


def _shared_out(
    shape: RatingShape, whole: list[Portion], lengths: Ints, rng: np.random.Generator
) -> list[list[Portion]]:
    """Portions for everybody: the largest first, to whoever has least; some of them for another annotator too."""
    portions: list[list[Portion]] = [[] for _ in range(shape.annotators)]
    load = rng.uniform(0, 0.5, shape.annotators)  # in random order where all have the same

    def give(portion: Portion, *, but: int | None = None) -> int:
        open_to = load
        if but is not None:  # not always the same two people: then nobody could tell which of them is wrong
            open_to = load + rng.uniform(0, 3 * _size(portion, lengths), len(load))
            open_to[but] = np.inf
        lightest = int(np.argmin(open_to))
        portions[lightest].append(portion)
        load[lightest] += _size(portion, lengths)
        return lightest

    order = sorted(rng.permutation(len(whole)).tolist(), key=lambda place: -_size(whole[place], lengths))
    twice = set(rng.permutation(len(whole))[: round(shape.overlap * len(whole))].tolist())
    for place in order:
        owner = give(whole[place])
        if place in twice and shape.annotators > 1:
            give(whole[place], but=owner)
    return portions


def _size(portion: Portion, lengths: Ints) -> int:
    return sum(int(lengths[document]) for document, _ in portion)


def _packed(portions: list[Portion], lengths: Ints, rng: np.random.Generator) -> list[Portion]:
    """Whole portions, as many as fit into a session; at least two sessions if there are two portions."""
    sizes = [_size(portion, lengths) for portion in portions]
    room = min(CAPACITY, max(1, -(-sum(sizes) // 2)))
    sessions: list[Portion] = []
    used = room + 1
    for place in rng.permutation(len(portions)).tolist():
        if used + sizes[place] > room or not sessions:
            sessions.append([])
            used = 0
        sessions[-1] += portions[place]
        used += sizes[place]
    return sessions


def _in_session(
    shape: RatingShape, who: tuple[int, int], shown: Portion, lengths: Ints, rng: np.random.Generator
) -> list[Task]:
    """Tasks of a session in random order, with its controls: copies of some of its short documents."""
    annotator, session = who
    order = rng.uniform(0, 1, len(shown))
    tasks = [Task(annotator, session, float(o), d, s) for o, (d, s) in zip(order, shown, strict=True)]
    short = sorted({document for document, _ in shown}, key=lambda document: (int(lengths[document]), document))
    picked = rng.permutation(np.array(short[: max(3, len(short) // 2)])).tolist()
    if "repeat" in shape.controls:
        first = next(task for task in tasks if task.document == picked[0])
        later = first.order + (2 - first.order) * rng.uniform(0.5, 1)
        tasks.append(first._replace(order=float(later), kind="repeat"))
    if "degraded" in shape.controls:
        repeated = {(task.document, task.system) for task in tasks if task.kind == "repeat"}
        other = [
            task
            for task in tasks
            if task.document == picked[1 % len(picked)] and (task.document, task.system) not in repeated
        ]
        chosen = other[int(rng.integers(len(other)))]
        tasks.append(chosen._replace(order=float(rng.uniform(0, 2)), kind="degraded"))
    if "reference" in shape.controls:
        document = picked[2 % len(picked)]
        tasks.append(Task(annotator, session, float(rng.uniform(0, 1)), document, shape.systems, "reference"))
    return tasks


def _calibration(shape: RatingShape, lengths: Ints, rng: np.random.Generator) -> list[Task]:
    """The first session of everybody: the same short documents by the same systems in the same order."""
    rounds = min(max(1, round(24 / shape.systems)), len(lengths))
    short = np.argsort(lengths, kind="stable")[: max(rounds, len(lengths) // 3)]
    pairs = [(int(d), s) for s in range(shape.systems) for d in rng.choice(short, rounds, replace=False)]
    order = rng.permutation(len(pairs)).tolist()
    return [
        Task(annotator, 0, float(place), document, system, "calibration")
        for annotator in range(shape.annotators)
        for place, (document, system) in zip(order, pairs, strict=True)
    ]
