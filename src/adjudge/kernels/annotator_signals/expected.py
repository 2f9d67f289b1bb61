"""Scores that the other annotators lead one to expect."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

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
    plus one, and I the same of z - A - G over the rows of the same output by others. No row of u has a part in it.

    Checked against: a plain twin that loops over rows (tests/laws).

    Args:
        scores: one per row.
        who: code of the annotator, from 0.
        system: code of the system, from 0.
        segment: code of the segment, from 0.
    """
    n_who = int(who.max()) + 1
    count = np.bincount(who, minlength=n_who)
    mean = np.bincount(who, scores, n_who) / np.maximum(count, 1)
    centred = scores - mean[who]
    sd = np.sqrt(np.bincount(who, centred**2, n_who) / np.maximum(count - 1, 1))
    z = np.divide(centred, sd[who], out=np.zeros_like(centred), where=sd[who] > 0)
    sums, others = _by_others(z, system, who)
    with np.errstate(invalid="ignore"):
        from_system = np.where(others > 0, sums / others, np.nan)
    overall = np.bincount(system, z) / np.maximum(np.bincount(system), 1)
    rest = z - overall[system]
    sums, others = _by_others(rest, segment, who)
    from_segment = sums / (others + SHRINK)
    totals = np.bincount(segment, rest) / (np.bincount(segment) + SHRINK)
    output = _joint(system, segment)
    sums, others = _by_others(rest - totals[segment], output, who)
    return Expected(z, from_system, from_segment + sums / (others + SHRINK), others > 0)


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
