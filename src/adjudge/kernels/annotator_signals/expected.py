"""Scores that the other annotators lead one to expect."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from adjudge.kernels.rounding import is_noise

Floats = NDArray[np.float64]
Codes = NDArray[np.intp]

#: One judgement of another annotator moves the expected effect of a segment or an item half of the way.
SHRINK = 1.0


@dataclass(frozen=True, eq=False)
class Expected:
    """Standardised scores and what the others lead one to expect.

    Args:
        z: (score - mean) / sd within each annotator; 0 for an annotator without spread.
        system: expected from what the others gave to the system; NaN if no other annotator judged it.
        text: what the others' judgements of the same segment, and of the same output, add to it.
        shared: whether another annotator judged the same output.
    """

    z: Floats
    system: Floats
    text: Floats
    shared: NDArray[np.bool_]

    @property
    def score(self) -> Floats:
        """What the others lead one to expect altogether."""
        return self.system + self.text


def expected_scores(scores: Floats, who: Codes, system: Codes, segment: Codes) -> Expected:
    """The scores of every annotator next to an additive forecast from all the others.

    With z_i the score of row i standardised within its annotator u, the forecast is A + G + I: A is the mean of z over
    the rows of the system by others, G the sum of z - A over the rows of the segment by others, divided by their number
    plus one, and I the same of z - A - G over the rows of the same output by others. A and G are those of everybody but
    u throughout, so that no row of u has a part in it.

    Checked against: a plain twin that leaves out one annotator after the other (tests/laws).

    Args:
        scores: one per row.
        who: code of the annotator, from 0.
        system: code of the system, from 0.
        segment: code of the segment, from 0.
    """
    n_who, n_system = int(who.max()) + 1, int(system.max()) + 1
    z = _standardised(scores, who, n_who)
    sums, counts = _table(z, who * n_system + system, (n_who, n_system))
    others = counts.sum(axis=0) - counts
    # Mean of each system over everybody but the annotator; 0 where nobody else judged it, and then no row needs it.
    means = np.divide(sums.sum(axis=0) - sums, others, out=np.zeros_like(sums), where=others > 0)
    mean = means[who, system]
    # Sum of the means over the rows of the segment by others: over all its rows, less the annotator's own.
    pair = _joint(segment, who)
    first = np.unique(pair, return_index=True)[1]
    _, met = _table(z, segment * n_system + system, (int(segment.max()) + 1, n_system))
    expected = np.einsum("ij,ij->i", met[segment[first]], means[who[first]])[pair] - np.bincount(pair, mean)[pair]
    total, number = _by_others(z, segment, who)
    text = np.where(number > 0, total - expected, 0.0) / (number + SHRINK)
    total, number = _by_others(z, _joint(system, segment), who)
    output = (total - number * (mean + text)) / (number + SHRINK)
    return Expected(z, np.where(others[who, system] > 0, mean, np.nan), text + output, number > 0)


def _standardised(scores: Floats, who: Codes, n_who: int) -> Floats:
    count = np.bincount(who, minlength=n_who)
    centred = scores - (np.bincount(who, scores, n_who) / np.maximum(count, 1))[who]
    sd = np.sqrt(np.bincount(who, centred**2, n_who) / np.maximum(count - 1, 1))[who]
    largest = np.zeros(n_who)
    np.maximum.at(largest, who, np.abs(scores))
    return np.divide(centred, sd, out=np.zeros_like(centred), where=~is_noise(sd, largest[who]))


def _table(values: Floats, cell: Codes, shape: tuple[int, int]) -> tuple[Floats, Floats]:
    """Sum and number of the values in each cell."""
    size = shape[0] * shape[1]
    sums: Floats = np.bincount(cell, values, size).astype(np.float64)
    counts: Floats = np.bincount(cell, minlength=size).astype(np.float64)
    return sums.reshape(shape), counts.reshape(shape)


def _by_others(values: Floats, group: Codes, who: Codes) -> tuple[Floats, Floats]:
    """Sum and number of the values of each row's group that are not of the row's annotator."""
    own = _joint(group, who)
    sums = np.bincount(group, values)[group] - np.bincount(own, values)[own]
    counts = np.bincount(group)[group] - np.bincount(own)[own]
    return np.where(counts > 0, sums, 0.0), counts.astype(np.float64)


def _joint(first: Codes, second: Codes) -> Codes:
    """One code for each pair of codes that occurs."""
    pairs = first.astype(np.int64) * (int(second.max()) + 1) + second
    codes: Codes = np.unique(pairs, return_inverse=True)[1].astype(np.intp)
    return codes
