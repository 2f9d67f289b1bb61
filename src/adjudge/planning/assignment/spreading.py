"""How many showings of every unit each annotator gets: in proportion, and of about equal time."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

import numpy as np

from adjudge.planning.assignment.rounding import Exact, Whole, round_evenly


def shares_of(
    seconds: Sequence[float] | None, annotators: int, judgements: int, without: Collection[int] = ()
) -> list[Fraction]:
    """Which share of the work each annotator gets: in proportion to their time, at most `1 / judgements`.

    Nobody judges an output twice, so nobody gets more than one judgement of each; the others share what is above.

    Args:
        seconds: of each annotator; None if all have the same.
        annotators: how many there are.
        judgements: of every output.
        without: annotators who get nothing; at least as many others as judgements are left.
    """
    times = [1.0] * annotators if seconds is None else seconds
    weights = [0 if a in without else max(1, round(second)) for a, second in enumerate(times)]
    most = Fraction(1, judgements)
    capped: set[int] = set()
    while True:
        rest = 1 - most * len(capped)
        total = sum(weight for number, weight in enumerate(weights) if number not in capped)
        shares = [most if a in capped else rest * Fraction(weight, total) for a, weight in enumerate(weights)]
        above = {number for number, share in enumerate(shares) if share > most}
        if not above:
            return shares
        capped |= above


def families_of(waves: Whole, annotators: int) -> list[Whole]:
    """The sets of cells (annotator, unit) that are to be even: units, waves of an annotator, and their beginnings.

    They are two laminar families: a unit is one set of the first; of an annotator the first w waves hold the first
    w - 1 waves, and wave w, which is another set.

    Args:
        waves: the wave of every unit.
        annotators: how many there are.
    """
    who, unit = (grid.ravel() for grid in np.indices((annotators, waves.size)))
    wave = waves[unit]
    last = int(waves.max())
    single = [who * (last + 1) + wave] if last > 1 else []
    return [unit, *single, *(np.where(wave <= end, who, -1) for end in range(2, last)), who]


@dataclass(frozen=True, eq=False)
class Spread:
    """What is spread over annotators.

    Args:
        waves: the wave of every unit.
        times: for one showing of every unit, in whole units of time: sums of fractions differ from machine to machine.
        showings: of every unit.
        shares: of the annotators.
    """

    waves: Whole
    times: Whole
    showings: int
    shares: list[Fraction]


def spread_units(given: Spread, rng: np.random.Generator) -> Whole:
    """Showings of every unit by annotator, a row for each annotator.

    Every annotator gets their share of every unit, of every wave and of all waves so far, rounded up or down: so nobody
    sees a unit a second time before everybody has seen it. Then units are exchanged until time is even, too.

    Args:
        given: see there.
        rng: random numbers.
    """
    annotators, units = len(given.shares), given.waves.size
    bottom = lcm(*(share.denominator for share in given.shares))
    tops = np.array([given.showings * int(share * bottom) for share in given.shares], dtype=np.int64)
    exact = Exact(np.repeat(tops, units), bottom)
    counts = round_evenly(exact, families_of(given.waves, annotators), rng).reshape(annotators, units)
    for wave in np.unique(given.waves):
        inside = np.flatnonzero(given.waves == wave)
        times = given.times[inside]
        total = given.showings * int(times.sum())
        target = np.array([int(share * total) for share in given.shares], dtype=np.int64)
        counts[:, inside] = _even_times(counts[:, inside], times, target)
    return counts


def _even_times(counts: Whole, times: Whole, target: Whole) -> Whole:
    """Exchange units between annotators as long as that brings their times nearer to their targets.

    An exchange takes a unit from one annotator for another unit, so that all counts stay as they are.
    """
    counts = counts.copy()
    least = counts.min(axis=1)
    over = counts @ times - target
    for _ in range(20 * len(target)):
        if not _exchange(counts, least, times, over):
            break
    return counts


def _exchange(counts: Whole, least: Whole, times: Whole, over: Whole) -> bool:
    """The exchange that helps most between the busiest annotator and one who has time."""
    most = int(over.argmax())
    for other in np.argsort(over, kind="stable").tolist():
        gap = int(over[most] - over[other])
        if gap <= 0:
            return False
        # Who has one more of a unit than the least can give it, and only to somebody who has the least of it.
        give = np.flatnonzero((counts[most] > least[most]) & (counts[other] == least[other]))
        take = np.flatnonzero((counts[most] == least[most]) & (counts[other] > least[other]))
        if not give.size or not take.size:
            continue
        moved = times[give][:, None] - times[take][None, :]
        best = np.unravel_index(np.abs(2 * moved - gap).argmin(), moved.shape)
        change = int(moved[best])
        if not 0 < change < gap:
            continue
        out, into = give[best[0]], take[best[1]]
        counts[[most, other], [out, into]] -= 1
        counts[[most, other], [into, out]] += 1
        over[most] -= change
        over[other] += change
        return True
    return False
