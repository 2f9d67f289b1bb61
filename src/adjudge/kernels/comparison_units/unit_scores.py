"""What single units of comparisons (documents, segments, annotators) say about fitted strengths.

The score of a unit is the slope of its own log-likelihood at the fit, its information the curvature. The scores of all
units sum to 0, their informations to that of the fit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from adjudge.kernels.paired_comparison.counts import Ints, Outcomes, count_outcomes, pairs_met
from adjudge.kernels.paired_comparison.fit import PairedFit
from adjudge.kernels.paired_comparison.model import PairedLikelihood

Floats = NDArray[np.float64]
Codes = NDArray[np.intp]

#: The largest table of counts; beyond it comparisons are sorted.
MOST_COUNTS: Final = 40_000_000
#: Numbers in one piece of units x parameters x parameters.
CHUNK: Final = 2_000_000
#: Outcomes -1, 0, 1 as counts of one comparison.
_OUTCOMES: Final = np.eye(3)[[1, 2, 0]]


@dataclass(frozen=True, eq=False)
class UnitVotes:
    """Comparisons counted by unit, pair and outcome; in the order of the units.

    Args:
        unit: code of the unit, from 0 without gaps.
        first: code of one system.
        second: code of the other, which is larger.
        outcome: 1 if the first was preferred, -1 if the second, 0 for a tie.
        count: how many, or the sum of their weights.
        units: how many units there are.
    """

    unit: Codes
    first: Codes
    second: Codes
    outcome: NDArray[np.int8]
    count: Floats
    units: int

    def pieces(self, size: int) -> Iterator[tuple[int, int, slice]]:
        """So many units at a time: the first unit, the one behind the last, and their rows."""
        for start in range(0, self.units, size):
            stop = min(start + size, self.units)
            low, high = np.searchsorted(self.unit, (start, stop)).tolist()
            yield start, stop, slice(low, high)


def count_by_unit(
    first: Ints, second: Ints, outcome: Ints, unit: Ints, n: int, *, weights: Floats | None = None
) -> UnitVotes:
    """Count comparisons by unit, pair and outcome.

    Args:
        first: code of one system, 0 to n - 1.
        second: code of the other.
        outcome: 1 if the first was preferred, -1 if the second, 0 for a tie.
        unit: code of the unit, from 0 without gaps.
        n: number of systems.
        weights: of each comparison; 1 if left out.
    """
    turned = first > second
    key = unit.astype(np.int64)
    for size, code in ((n, np.where(turned, second, first)), (n, np.where(turned, first, second))):
        key *= size
        key += code
    key *= 3
    key += np.where(turned, -outcome, outcome) + 1
    units = int(unit.max()) + 1
    if units * n * n * 3 <= MOST_COUNTS:
        table = np.bincount(key, minlength=units * n * n * 3)
        cells = np.flatnonzero(table)
        count = (table if weights is None else np.bincount(key, weights, len(table)))[cells]
    elif weights is None:  # without the way back to the comparisons, which takes twice as long
        cells, count = np.unique(key, return_counts=True)
    else:
        cells, place = np.unique(key, return_inverse=True)
        count = np.bincount(place, weights, len(cells))
    cells, result = np.divmod(cells, 3)
    cells, high = np.divmod(cells, n)
    group, low = np.divmod(cells, n)
    return UnitVotes(group, low, high, (result - 1).astype(np.int8), count.astype(np.float64), units)


def unit_scores(fit: PairedFit, votes: UnitVotes) -> Floats:
    """The score of every unit: units x parameters, the strengths and, last, the log tie parameter if it was fitted.

    Checked against: `unit_terms_plain` (tests/laws).
    """
    size = len(fit.information)
    row, column, term = score_terms(fit, votes)
    sums = np.bincount(row * size + column, term, votes.units * size)
    return sums.astype(np.float64, copy=False).reshape(votes.units, size)


def score_terms(fit: PairedFit, votes: UnitVotes) -> tuple[Codes, Codes, Floats]:
    """What the scores of units are sums of: unit, parameter, and term."""
    by_gap, by_tie = _by_outcome(fit, votes, fit.model.score)
    n = len(fit.strengths)
    terms = [(votes.first, by_gap), (votes.second, -by_gap)]
    if len(fit.information) > n:
        terms.append((np.full(len(by_tie), n), by_tie))
    column, term = (np.concatenate(part) for part in zip(*terms, strict=True))
    return np.tile(votes.unit, len(terms)), column, term


def pair_scores(fit: PairedFit, votes: UnitVotes) -> Floats:
    """The score by the gap of its pair, of every row."""
    return _by_outcome(fit, votes, fit.model.score)[0]


def unit_informations(fit: PairedFit, votes: UnitVotes) -> Iterator[tuple[int, int, Floats]]:
    """The information of units, in pieces: the first unit, the one behind the last, units x parameters x parameters.

    Checked against: `unit_terms_plain` (tests/laws).
    """
    gap_gap, gap_tie, tie_tie = _by_outcome(fit, votes, fit.model.information)
    size, n = len(fit.information), len(fit.strengths)
    for start, stop, rows in votes.pieces(max(1, CHUNK // size**2)):
        row, a, b = votes.unit[rows] - start, votes.first[rows], votes.second[rows]
        cells = (row * size + a) * size + b
        sums = np.bincount(cells, -gap_gap[rows], (stop - start) * size**2)
        held: Floats = sums.astype(np.float64, copy=False).reshape(stop - start, size, size)
        held += held.transpose(0, 2, 1)
        diagonal = np.einsum("gii->gi", held)
        diagonal -= held.sum(axis=2)
        if size > n:
            by_tie = np.bincount(row * n + a, gap_tie[rows], (stop - start) * n)
            by_tie -= np.bincount(row * n + b, gap_tie[rows], (stop - start) * n)
            held[:, n, :n] = held[:, :n, n] = by_tie.reshape(stop - start, n)
            held[:, n, n] = np.bincount(row, tie_tie[rows], stop - start)
        yield start, stop, held


def unit_leverages(fit: PairedFit, votes: UnitVotes) -> Floats:
    """The share of every unit in the fit, tr(cov F_g) over the number of free parameters; the shares sum to 1."""
    gap_gap, gap_tie, tie_tie = _by_outcome(fit, votes, fit.model.information)
    n, cov = len(fit.strengths), fit.inverse
    a, b = votes.first, votes.second
    term = gap_gap * (cov[a, a] + cov[b, b] - 2 * cov[a, b])
    if len(cov) > n:
        term += 2 * gap_tie * (cov[a, n] - cov[b, n]) + tie_tie * cov[n, n]
    return np.bincount(votes.unit, term, votes.units) / (len(cov) - 1)


def system_leverages(fit: PairedFit, votes: UnitVotes) -> Floats:
    """The share of every unit in the strength of every system: units x systems, columns that sum to 1, ties aside.

    Definition: the diagonal of cov F_g without the tie parameter, times n / (n - 1) because strengths sum to 0.
    """
    gap_gap, _, _ = _by_outcome(fit, votes, fit.model.information)
    n, cov = len(fit.strengths), fit.inverse
    a, b = votes.first, votes.second
    between = cov[a, b]
    cells = (
        (votes.unit * n + a, gap_gap * (cov[a, a] - between)),
        (votes.unit * n + b, gap_gap * (cov[b, b] - between)),
    )
    sums = sum(np.bincount(cell, term, votes.units * n) for cell, term in cells)
    return np.asarray(sums).reshape(votes.units, n) * (n / (n - 1))


def _by_outcome(
    fit: PairedFit, votes: UnitVotes, function: Callable[[Outcomes, Floats, Floats], Sequence[Floats]]
) -> list[Floats]:
    """The terms of a function of the model, times the counts; from a table of outcomes x pairs, if that is smaller."""
    n = len(fit.strengths)
    if len(votes.count) < len(_OUTCOMES) * n * n:
        here = Outcomes(*(votes.count * (votes.outcome == one) for one in (1, -1, 0)))
        return list(function(here, fit.strengths[votes.first] - fit.strengths[votes.second], fit.parameters[n:]))
    gap = fit.strengths[:, None] - fit.strengths[None, :]
    tables = [function(Outcomes(*one), gap, fit.parameters[n:]) for one in _OUTCOMES]
    slot = votes.outcome.astype(np.intp) + 1
    whole = [np.stack([np.broadcast_to(part, gap.shape) for part in parts]) for parts in zip(*tables, strict=True)]
    return [table[slot, votes.first, votes.second] * votes.count for table in whole]


def unit_terms_plain(
    fit: PairedFit, first: Ints, second: Ints, outcome: Ints, *, unit: Ints, weights: Floats
) -> tuple[Floats, Floats]:
    """Scores and informations of all units, one comparison after the other. For tests."""
    size, n, units = len(fit.information), len(fit.strengths), int(unit.max()) + 1
    scores, informations = np.zeros((units, size)), np.zeros((units, size, size))
    for a, b, result, group, weight in zip(first, second, outcome, unit, weights, strict=True):
        counts = count_outcomes(np.array([a]), np.array([b]), np.array([result]), n)
        one = PairedLikelihood(fit.model, pairs_met(*counts), n)
        scores[group] += weight * one.score(fit.parameters)
        informations[group] += weight * one.information(fit.parameters)
    return scores, informations
