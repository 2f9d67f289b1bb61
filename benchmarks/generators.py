"""Data that `adjudge.simulate` cannot draw, made here on purpose and without any of its code.

The simulator draws whole campaigns: texts, annotators, sessions, scores cut off and rounded. The benchmarks of kernels
and the study of next pairs need less, or something else:

- `PairOutcomes`: comparisons that are asked for one at a time and are the same whoever asks;
- `davidson_comparisons`: outcomes from the very model that is fitted, in a number no campaign has;
- `rated_design`: effects of known variance on an unbounded scale, in a complete design;
- `whole_scores`: a complete table of whole scores;
- `random_tournament`: majorities between systems without judgements behind them.
"""

from __future__ import annotations

import math
from typing import Final, NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]

#: Standard deviations of the effects of `rated_design`: annotator, document, segment, system by document.
EFFECT_SDS: Final = (6.0, 4.0, 5.0, 5.0)
NOISE_SD: Final = 15.0


class PairOutcomes:
    """Comparisons of pairs that follow the Bradley-Terry model, with the k-th one on a pair fixed in advance.

    Whichever rule chooses the pairs, it meets the same truth and the same k-th outcome on a pair.

    Args:
        seed: of the campaign.
        first: the first system of every pair.
        second: the second system of every pair.
        spread: standard deviation of the strengths.
        departure: standard deviation of what each pair adds to the difference of its strengths.
        most: comparisons that may be asked for, of one pair or of all.
    """

    def __init__(self, seed: int, first: Ints, second: Ints, *, spread: float, departure: float, most: int) -> None:
        rng = np.random.default_rng([seed, 0])
        self.strengths: Floats = rng.normal(0, spread, int(second.max()) + 1)
        self._chances = rng.random((len(first), most))
        gaps = self.strengths[first] - self.strengths[second] + departure * rng.normal(size=len(first))
        self._win = 1 / (1 + np.exp(-gaps))
        self._asked = np.zeros(len(first), dtype=np.intp)

    def first_wins(self, pair: int) -> bool:
        """Ask for one more comparison of this pair."""
        chance = self._chances[pair, self._asked[pair]]
        self._asked[pair] += 1
        return bool(chance < self._win[pair])


def davidson_comparisons(count: int, systems: int) -> pl.DataFrame:
    """Davidson's model with nu = 0.5; every ordered pair is as likely as every other one."""
    rng = np.random.default_rng(11)
    strengths = rng.normal(0, 0.6, systems)
    first = rng.integers(0, systems, count)
    second = (first + rng.integers(1, systems, count)) % systems
    up = np.exp((strengths[first] - strengths[second]) / 2)
    z, u = up + 1 / up + 0.5, rng.random(count)
    names = np.array([f"system-{i:03d}" for i in range(systems)])
    outcome = np.where(u < up / z, "a", np.where(u < (up + 0.5) / z, "tie", "b"))
    return pl.DataFrame({"system_a": names[first], "system_b": names[second], "outcome": outcome})


class RatedDesign(NamedTuple):
    """Ratings and the codes of what they belong to, in the order in which the mixed model takes them."""

    y: Floats
    system: Ints
    annotator: Ints
    document: Ints
    segment: Ints


def rated_design(systems: int, documents: int, annotators: int, length: int) -> RatedDesign:
    """Every system on every segment; four annotators share a document."""
    rng = np.random.default_rng(0)
    item = np.arange(systems * documents * length)
    system, segment = item % systems, item // systems
    document = segment // length
    crew = np.array([rng.permutation(annotators)[:4] for _ in range(documents)])
    annotator = crew[document, rng.integers(0, 4, len(item))]
    y = 70 + system + rng.normal(0, NOISE_SD, len(item))
    for sd, codes in zip(EFFECT_SDS, (annotator, document, segment, document * systems + system), strict=True):
        y += rng.normal(0, sd, codes.max() + 1)[codes]
    return RatedDesign(y, system, annotator, document, segment)


def whole_scores(systems: int, segments: int) -> Floats:
    """Whole scores from 0 to 100, a row for each system: 101 distinct values, as direct assessment gives them."""
    rng = np.random.default_rng(0)
    shifts = np.linspace(0, 10, systems)[:, None]
    return np.clip(np.round(rng.normal(60, 20, (systems, segments)) + shifts), 0, 100)


def random_tournament(kind: str, systems: int) -> Floats:
    """A random tournament: what row has over column.

    B: logistic wins between strengths from N(0, 0.5), 30 judgements of each pair, ties with probability .3, net wins
    as weights. b: the same with 10 judgements. U: every direction by a fair coin, weights from 1 to 100.
    """
    seed = {"U": 1000, "B": 2000, "b": 3000}[kind]
    rng = np.random.default_rng(seed + systems)
    arcs = np.zeros((systems, systems))
    strength = rng.normal(0, 0.5, systems) if kind != "U" else None
    for a in range(systems):
        for b in range(a + 1, systems):
            if strength is None:
                weight = int(rng.integers(1, 101))
                margin = weight if rng.random() < 0.5 else -weight
            else:
                judged = 30 if kind == "B" else 10
                decided = judged - rng.binomial(judged, 0.3)
                margin = 2 * rng.binomial(decided, 1 / (1 + math.exp(strength[b] - strength[a]))) - decided
            arcs[a, b], arcs[b, a] = max(margin, 0), max(-margin, 0)
    return arcs
