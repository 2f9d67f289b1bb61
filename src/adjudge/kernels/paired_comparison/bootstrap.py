"""Bootstrap of fitted strengths: comparisons, or units of them, are drawn anew and the model is fitted again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from adjudge.kernels.paired_comparison.connectivity import NoFiniteFit, well_worn_arcs
from adjudge.kernels.paired_comparison.counts import Ints, Outcomes, Pairs, count_outcomes, pairs_met, to_matrices
from adjudge.kernels.paired_comparison.fit import PairedFit, fit_paired
from adjudge.kernels.probability.few_units import long_tail
from adjudge.kernels.rating_tests.bootstrap import document_weights

Floats = NDArray[np.float64]

#: Replicates are refitted until a step changes no strength by more than this; far below their own spread.
SMALLEST_STEP = 1e-7
#: Steps with the information of the full data; who needs more gets Newton's method.
CHEAP_STEPS = 20
#: Numbers held at a time for the counts of a chunk of replicates.
CHUNK = 2**19


@dataclass(frozen=True, eq=False)
class PairedReplicates:
    """Strengths fitted to resampled comparisons.

    Args:
        strengths: replicates x systems.
        unused: number of further replicates without a finite fit; they are not in `strengths`.
    """

    strengths: Floats
    unused: int

    def strength_intervals(self, units: int, level: float = 0.95) -> tuple[Floats, Floats]:
        """Percentiles of the strengths: lower and upper ends, with tails as long as few units make them.

        Args:
            units: that were drawn.
            level: of the intervals.
        """
        tail = long_tail(level, units)
        low, high = np.quantile(self.strengths, [tail, 1 - tail], axis=0)
        return low, high


def bootstrap_cells(
    fit: PairedFit,
    wins: Floats,
    ties: Floats,
    draws: int,
    rng: np.random.Generator,
    *,
    progress: Callable[[int], None] | None = None,
) -> PairedReplicates:
    """Draw independent comparisons anew and fit again.

    Definition: N comparisons drawn with replacement fall into the cells (pair, outcome) by one multinomial draw with
    the shares of the data, so no single comparison is needed. Comparisons must be independent and unweighted.

    Checked against: fits from scratch to the same draws; the spread of `sandwich` (tests/unit/kernels).

    Args:
        fit: strengths fitted to these counts.
        wins: `[a, b]` counts how often a was preferred to b.
        ties: symmetric counts.
        draws: number of replicates.
        rng: source of the draws.
        progress: called now and then with the number of replicates that are done.

    Raises:
        ValueError: the counts are not whole numbers.
    """
    pairs = pairs_met(wins, ties)
    counts = np.concatenate(pairs.outcomes)
    if (counts != np.round(counts)).any():
        raise ValueError("needs whole counts; resample units if comparisons have weights")
    filled, total = np.flatnonzero(counts), int(counts.sum())

    chunk = _chunk(len(counts))

    def resamples() -> Iterator[Floats]:
        for start in range(0, draws, chunk):
            drawn = np.zeros((len(counts), min(chunk, draws - start)))
            drawn[filled] = rng.multinomial(total, counts[filled] / total, size=drawn.shape[1]).T
            yield drawn

    return _refit_all(fit, pairs, resamples(), progress)


def bootstrap_units(
    fit: PairedFit,
    first: Ints,
    second: Ints,
    outcome: Ints,
    unit: Ints,
    *,
    draws: int,
    rng: np.random.Generator,
    weights: Floats | None = None,
    progress: Callable[[int], None] | None = None,
) -> PairedReplicates:
    """Draw whole units of comparisons anew and fit again.

    Definition: each replicate draws as many units as there are, with replacement, and adds up their counts.

    Checked against: fits from scratch to the same draws; the spread of `sandwich_by_unit` (tests/unit/kernels).

    Args:
        fit: strengths fitted to these comparisons.
        first: code of one system.
        second: code of the other.
        outcome: 1 if the first was preferred, -1 if the second, 0 for a tie.
        unit: code of the ranking, segment, document or annotator that a comparison belongs to.
        draws: number of replicates.
        rng: source of the draws.
        weights: of each comparison; 1 if left out.
        progress: called now and then with the number of replicates that are done.
    """
    from scipy.sparse import coo_array

    wins, ties = count_outcomes(first, second, outcome, len(fit.strengths), weights)
    pairs = pairs_met(wins, ties)
    units, code = np.unique(unit, return_inverse=True)
    cell = _cells(pairs, first, second, outcome, len(wins))
    values = np.ones(len(cell)) if weights is None else weights
    shape = (3 * len(pairs.first), len(units))
    by_unit = coo_array((values, (cell, code)), shape=shape).tocsr()
    drawn = document_weights(len(units), draws, rng, _chunk(max(shape)))
    return _refit_all(fit, pairs, (by_unit @ times.T for times in drawn), progress)


def _chunk(width: int) -> int:
    """Number of replicates to a chunk."""
    return max(1, CHUNK // width)


def _cells(pairs: Pairs, first: Ints, second: Ints, outcome: Ints, n: int) -> NDArray[np.intp]:
    """The cell of each comparison: all pairs won, then lost, then tied by their first system."""
    result = np.where(first < second, outcome, -outcome.astype(np.intp))
    cell = _numbers(pairs, n)[first, second]
    cell += len(pairs.first) * np.where(result == 0, 2, result < 0)
    return cell


def _numbers(pairs: Pairs, n: int) -> NDArray[np.intp]:
    """The place of each two systems among the pairs, whichever is named first."""
    number = np.zeros((n, n), dtype=np.intp)
    number[pairs.first, pairs.second] = number[pairs.second, pairs.first] = np.arange(len(pairs.first))
    return number


def _refit_all(
    fit: PairedFit, pairs: Pairs, resamples: Iterator[Floats], progress: Callable[[int], None] | None
) -> PairedReplicates:
    """Fit the model to each column of counts."""
    skeleton = _skeleton(pairs, len(fit.strengths))
    parts, done = [], 0
    for counts in resamples:
        parts.append(_refit(fit, pairs, counts, _surely_finite(fit, counts, *skeleton)))
        done += counts.shape[1]
        if progress is not None:
            progress(done)
    strengths = np.concatenate(parts)
    used = np.isfinite(strengths).all(axis=1)
    return PairedReplicates(strengths[used], int((~used).sum()))


def _skeleton(pairs: Pairs, n: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Cells of wins and of ties that suffice to connect all systems, if of each two at least one is filled."""
    met, (a, b) = len(pairs.first), well_worn_arcs(*to_matrices(pairs, n))
    number = _numbers(pairs, n)[a, b]
    return number + met * (a > b), number + 2 * met


def _surely_finite(
    fit: PairedFit, counts: Floats, win_cells: NDArray[np.intp], tie_cells: NDArray[np.intp]
) -> NDArray[np.bool_]:
    """Replicates that surely have a finite fit; the others must be tried."""
    fewest = (counts[win_cells] + counts[tie_cells]).min(axis=0)
    if fit.model.tie is not None:
        won, lost, tied = np.split(counts, 3)
        # Two systems that beat each other bound the tie parameter from above, a tie bounds it from below.
        fewest = np.minimum.reduce([fewest, np.minimum(won, lost).max(axis=0), tied.max(axis=0)])
    return np.asarray(fewest > 0)


def _refit(fit: PairedFit, pairs: Pairs, counts: Floats, finite: NDArray[np.bool_]) -> Floats:
    """Strengths of one chunk: replicates x systems, NaN where there is no finite fit."""
    n, outcomes = len(fit.strengths), np.split(counts, 3)
    with np.errstate(all="ignore"):  # a replicate far from the data may run away; it does not settle then
        x, settled = _cheap_steps(fit, pairs, Outcomes(*outcomes))
    strengths = x[:n].T.copy()
    for i in np.flatnonzero(~(settled & finite)):
        one = Pairs(pairs.first, pairs.second, Outcomes(*(part[:, i] for part in outcomes)))
        try:
            strengths[i] = fit_paired(fit.model, *to_matrices(one, n), start=fit).strengths
        except NoFiniteFit:
            strengths[i] = np.nan
    return strengths


def _cheap_steps(fit: PairedFit, pairs: Pairs, outcomes: Outcomes) -> tuple[Floats, NDArray[np.bool_]]:
    """Steps from the full fit with its information, for all columns at once; and which columns came to rest."""
    from scipy.sparse import csr_array

    n, met = len(fit.strengths), np.arange(len(pairs.first))
    signs = np.repeat([1.0, -1.0], len(met))
    to_systems = csr_array((signs, (np.concatenate(pairs[:2]), np.tile(met, 2))), shape=(n, len(met)))
    inverse = fit.inverse
    x = np.tile(fit.parameters[:, None], outcomes.won.shape[1])
    settled = np.zeros(x.shape[1], dtype=bool)
    for _ in range(CHEAP_STEPS):
        by_gap, by_tie = fit.model.score(outcomes, x[pairs.first] - x[pairs.second], x[n:])
        score = np.vstack([to_systems @ by_gap, by_tie.sum(axis=0)])[: len(x)]
        step = inverse @ score
        x += step
        settled = np.abs(step).max(axis=0) < SMALLEST_STEP
        if settled.all():
            break
    return x, settled
