"""All pairs tested at once: the step-down maximum over draws in which nothing differs (Westfall and Young 1993).

With T_l the statistic of pair l and T*_l its value when nothing differs, pairs in falling order of |T|:

    p_(l) = share of draws with max over k >= l of |T*_(k)| at least |T_(l)|, never below p_(l-1).

The chance of any wrong rejection among all pairs is at most the level, because a pair that differs no longer takes part
in the maximum once it is rejected. Nothing is divided by the number of pairs, so many systems need no more draws than
few. What draws look like is for the caller to say (`NullDraws`); `SignFlips` is the usual answer.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from adjudge.kernels.probability.multiplicity import benjamini_hochberg
from adjudge.kernels.threads import one_thread

Floats = NDArray[np.float64]
Singles = NDArray[np.float32]
Bools = NDArray[np.bool_]

#: Draws at first, if they cost no more than all may; more follow while the verdict on some pair could still change.
FIRST_DRAWS: Final = 10_000
FEWEST_DRAWS: Final = 999
MOST_DRAWS: Final = 1_280_000
#: Up to so many units all sign assignments are enumerated, half of them: the other half mirrors it.
EXACT_UNITS: Final = 14
#: Verdicts are settled if their p-value lies so many standard errors away from the level: 1 in 2,000 would change.
SETTLED: Final = 3.5
#: Numbers in one chunk of draws x pairs, and products that the draws of one test may cost.
CHUNK: Final = 4_000_000
MOST_PRODUCTS: Final = 4e10
#: Signs that are held at once, half a gigabyte: with a million units a few hundred draws at a time.
MOST_SIGNS: Final = 1 << 27
#: Up to so many products to a draw, several threads wait for each other longer than they work.
SMALL_PRODUCTS: Final = 1e6
#: Chunks with at least so many draws are counted pair after pair.
MANY_ROWS: Final = 64
#: Statistics closer than this are equal: draws are single precision, and errors make statistics of the order of 1.
ROUNDING: Final = 1e-5


class NullDraws(Protocol):
    """Statistics of all pairs when nothing differs."""

    @property
    def all_draws(self) -> int | None:
        """How many equally likely draws there are, if few enough to look at all; the observed one is among them."""

    @property
    def cost(self) -> float:
        """Products that one draw costs."""

    def enumerate(self) -> Iterator[Singles]:
        """All draws in chunks of draws x pairs."""

    def draw(self, count: int, rng: np.random.Generator) -> Iterator[Singles]:
        """So many random draws, likewise."""


@dataclass(frozen=True, eq=False)
class SignFlips:
    """Draws that give every unit a random sign, the same for all pairs.

    Args:
        contributions: units x pairs, what each unit adds to the statistic of a pair.
    """

    contributions: Floats

    @property
    def all_draws(self) -> int | None:
        """Half of all sign assignments: the statistic is two-sided."""
        units = len(self.contributions)
        return 2 ** (units - 1) if units <= EXACT_UNITS else None

    @property
    def cost(self) -> float:
        """One product for each unit and pair."""
        return float(self.contributions.size)

    def enumerate(self) -> Iterator[Singles]:
        """All sign assignments with a plus for the first unit."""
        units = len(self.contributions)
        numbers = np.arange(2 ** (units - 1))[:, None]
        signs = 1.0 - 2.0 * ((numbers >> np.arange(units)[::-1][1:] if units > 1 else numbers[:, :0]) & 1)
        yield from self._flipped(np.hstack([np.ones((len(signs), 1)), signs]).astype(np.float32))

    def draw(self, count: int, rng: np.random.Generator) -> Iterator[Singles]:
        """Random sign assignments."""
        units = len(self.contributions)
        step = draws_at_once(units, 8_192)
        for start in range(0, count, step):
            rows = min(step, count - start)
            yield from self._flipped(random_signs(rows, units, rng))

    @cached_property
    def _terms(self) -> Singles:
        return self.contributions.astype(np.float32)

    def _flipped(self, signs: Singles) -> Iterator[Singles]:
        terms = self._terms
        step = max(1, CHUNK // max(1, terms.shape[1]))
        for start in range(0, len(signs), step):
            yield signs[start : start + step] @ terms


def draws_at_once(units: int, most: int) -> int:
    """Draws whose signs fit into memory together.

    Args:
        units: signs of one draw.
        most: draws that are wanted.
    """
    return max(1, min(most, MOST_SIGNS // max(1, units)))


def random_signs(rows: int, units: int, rng: np.random.Generator) -> Singles:
    """Rows of random signs, one for each unit."""
    bits = np.unpackbits(np.frombuffer(rng.bytes(rows * -(-units // 8)), np.uint8).reshape(rows, -1), axis=1)
    return np.float32(2) * bits[:, :units] - np.float32(1)


@dataclass(frozen=True, eq=False)
class StepDown:
    """Every pair tested.

    Args:
        p: corrected for the number of pairs.
        single: of each pair on its own.
        critical: the |T| above which a pair that was not rejected would have been; infinite if none is enough, and if
            it was not asked for.
        draws: how many were looked at.
        exact: whether these are all there are.
        unsettled: pairs whose verdict could be another one with other random draws.
    """

    p: Floats
    single: Floats
    critical: float
    draws: int
    exact: bool
    unsettled: Bools


def step_down(
    observed: Floats,
    null: NullDraws,
    level: float,
    rng: np.random.Generator,
    *,
    critical: bool = True,
    discoveries: bool = False,
    first: int = FIRST_DRAWS,
    most: int = MOST_DRAWS,
) -> StepDown:
    """Test all pairs at once.

    Definition: see the module; random draws count the observed one among them, p = (1 + hits) / (1 + draws) (Phipson
    and Smyth 2010). They go on until the p-value of every pair lies well away from the level, or too much is spent.

    Checked against: `step_down_plain` (tests/laws); the share of false rejections (tests/recovery).

    Args:
        observed: the statistic of every pair.
        null: what it looks like when nothing differs.
        level: at which a pair is rejected.
        rng: source of random draws.
        critical: whether to find the critical value, which takes further draws.
        discoveries: whether verdicts are those of the false discovery rate, from the p-values of single pairs.
        first: draws that are looked at before any verdict is judged settled.
        most: draws that are spent on a verdict at most.
    """
    with one_thread() if null.cost <= SMALL_PRODUCTS else nullcontext():
        limits = (first, most)
        return _step_down(observed, null, level, rng, critical=critical, discoveries=discoveries, limits=limits)


def _step_down(
    observed: Floats,
    null: NullDraws,
    level: float,
    rng: np.random.Generator,
    *,
    critical: bool,
    discoveries: bool,
    limits: tuple[int, int],
) -> StepDown:
    size = np.abs(observed)
    order = np.argsort(-size, kind="stable")
    counts = _Counts.of(size, order)
    if null.all_draws is not None:
        for chunk in null.enumerate():
            counts.add(chunk)
        corrected, single, exact = counts.shares(0), counts.single_shares(0), True
    else:
        wanted, exact = int(np.clip(MOST_PRODUCTS / null.cost, FEWEST_DRAWS, limits[0])), False
        while True:
            for chunk in null.draw(wanted - counts.draws, rng):
                counts.add(chunk)
            corrected, single = counts.shares(1), counts.single_shares(1)
            further = wanted * 4
            too_many = further > limits[1] or further * null.cost > MOST_PRODUCTS
            open_verdicts = _unsettled(corrected, single, counts.draws, level, discoveries=discoveries)
            if too_many or not open_verdicts.any():
                break
            wanted = further
    back = np.empty_like(order)
    back[order] = np.arange(len(order))
    unsettled = _unsettled(corrected, single, counts.draws, level, discoveries=discoveries) & (not exact)
    open_pairs = order[corrected >= level] if critical else order[:0]
    return StepDown(
        p=corrected[back],
        single=single[back],
        critical=_critical(null, open_pairs, level, min(counts.draws, FIRST_DRAWS), rng),
        draws=counts.draws,
        exact=exact,
        unsettled=unsettled[back],
    )


def _unsettled(corrected: Floats, single: Floats, draws: int, level: float, *, discoveries: bool) -> Bools:
    """Pairs whose p-value is so close to the level that other draws could put it on the other side."""
    if not discoveries:
        return np.asarray(np.abs(corrected - level) < SETTLED * np.sqrt(level * (1 - level) / draws))
    p = benjamini_hochberg(single)  # a multiple of the single p-value, with the same relative error
    return np.asarray(np.abs(p - level) < SETTLED * p * np.sqrt((1 - single) / (single * draws)))


def _critical(null: NullDraws, pairs: NDArray[np.intp], level: float, draws: int, rng: np.random.Generator) -> float:
    """The 1 - level quantile of the largest |T*| over these pairs; infinite where none could exceed it often enough."""
    if not len(pairs):
        return np.inf
    exact = null.all_draws is not None
    chunks = null.enumerate() if exact else null.draw(draws, rng)
    largest = np.sort(np.concatenate([np.abs(chunk[:, pairs]).max(axis=1) for chunk in chunks]))[::-1]
    allowed = int(np.ceil(level * (len(largest) + (not exact)))) - 1 - (not exact)
    return float(largest[allowed]) if allowed >= 0 else np.inf


@dataclass(eq=False)
class _Counts:
    """How often draws reach the observed statistics, pairs in falling order of these."""

    thresholds: Singles
    order: NDArray[np.intp] | None
    reached: NDArray[np.int64]
    reached_alone: NDArray[np.int64]
    draws: int = 0

    @classmethod
    def of(cls, size: Floats, order: NDArray[np.intp]) -> _Counts:
        none = np.zeros(len(size), dtype=np.int64)
        is_sorted = bool((order[1:] > order[:-1]).all())
        thresholds = (size[order] * (1 - ROUNDING) - ROUNDING).astype(np.float32)
        return cls(thresholds, None if is_sorted else order, none, none.copy())

    def add(self, chunk: Singles) -> None:
        """Count one chunk of draws x pairs; it may be overwritten."""
        self.draws += len(chunk)
        if len(chunk) >= MANY_ROWS:
            self._add_by_pair(np.ascontiguousarray(chunk.T))
            return
        if self.order is not None:
            chunk = chunk[:, self.order]
        np.abs(chunk, out=chunk)
        self.reached_alone += (chunk >= self.thresholds).sum(axis=0)
        backwards = chunk[:, ::-1]
        np.maximum.accumulate(backwards, axis=1, out=backwards)
        self.reached += (chunk >= self.thresholds).sum(axis=0)

    def _add_by_pair(self, by_pair: Singles) -> None:
        """The same pair after pair: with many draws to a chunk this is ten times as fast."""
        order = range(len(by_pair)) if self.order is None else self.order.tolist()
        largest = np.zeros(by_pair.shape[1], dtype=np.float32)
        for place in range(len(by_pair) - 1, -1, -1):
            size = np.abs(by_pair[order[place]])
            self.reached_alone[place] += np.count_nonzero(size >= self.thresholds[place])
            np.maximum(largest, size, out=largest)
            self.reached[place] += np.count_nonzero(largest >= self.thresholds[place])

    def shares(self, observed: int) -> Floats:
        """Corrected p-values; `observed` is 1 if the observed draw is not among those that were counted.

        The observed draw reaches itself, so no p-value is 0.
        """
        shares = np.maximum(self.reached + observed, 1) / (self.draws + observed)
        return np.asarray(np.maximum.accumulate(shares))

    def single_shares(self, observed: int) -> Floats:
        """P-values of single pairs, likewise."""
        return np.asarray(np.maximum(self.reached_alone + observed, 1) / (self.draws + observed))


def step_down_plain(observed: Floats, draws: Floats) -> Floats:
    """Corrected p-values by the definition, one pair after the other, from all draws x pairs. For tests."""
    size, p, last = np.abs(observed), np.ones(len(observed)), 0.0
    remaining = sorted(range(len(size)), key=lambda pair: -size[pair])
    while remaining:
        pair = remaining[0]
        hits = sum(max(abs(row[k]) for k in remaining) >= size[pair] * (1 - ROUNDING) - ROUNDING for row in draws)
        last = max(last, hits / len(draws))
        p[pair] = last
        remaining = remaining[1:]
    return p
