"""How far fitted strengths may be off: covariances from the model, from comparisons and from units of them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from adjudge.kernels.paired_comparison.counts import Ints, Outcomes, pairs_met
from adjudge.kernels.paired_comparison.fit import PairedFit
from adjudge.kernels.paired_comparison.model import PairedLikelihood

Floats = NDArray[np.float64]


def model_covariance(fit: PairedFit) -> Floats:
    """Covariance of the strengths if the model is true and all comparisons are independent.

    Definition: the inverse of the information among strengths that sum to 0. Too narrow when the pairs of one ranking,
    segment or annotator are dependent; too wide for Bradley-Terry with ties as half wins.

    Checked against: closed forms for two systems (tests/unit/kernels).
    """
    n = len(fit.strengths)
    return fit.inverse[:n, :n]


def sandwich(fit: PairedFit, wins: Floats, ties: Floats) -> Floats:
    """Covariance of the strengths if all comparisons are independent, be the model true or not.

    Definition (Huber 1967; White 1982): H^-1 J H^-1, H the information and J = sum s s' over the comparisons, s the
    derivatives of the log-likelihood of one of them by all parameters. Counts that are sums of weights give the
    covariance of as many comparisons of weight 1; use `sandwich_by_unit` for weights.

    Checked against: `sandwich_by_unit` with one comparison to a unit; closed forms for two systems
    (tests/unit/kernels).
    """
    n = len(fit.strengths)
    meat = PairedLikelihood(fit.model, pairs_met(wins, ties), n).score_products(fit.parameters)
    return _around(fit, meat)


def sandwich_by_unit(
    fit: PairedFit, first: Ints, second: Ints, outcome: Ints, unit: Ints, *, weights: Floats | None = None
) -> Floats:
    """Covariance of the strengths if only units of comparisons are independent.

    Definition (Liang and Zeger 1986): G / (G - 1) H^-1 (sum S_g S_g') H^-1 over the G units, S_g the sum of the
    scores s of the comparisons in unit g. It needs many units: thirty or more, well above the number of systems.

    Checked against: the sum written out, unit after unit (tests/unit/kernels); coverage of its intervals when
    the ten pairs of one ranking are dependent (tests/recovery).

    Args:
        fit: strengths fitted to these comparisons.
        first: code of one system.
        second: code of the other.
        outcome: 1 if the first was preferred, -1 if the second, 0 for a tie.
        unit: code of the ranking, segment, document or annotator that a comparison belongs to, from 0 on.
        weights: of each comparison; 1 if left out.

    Raises:
        ValueError: there are fewer than two units.
    """
    units = np.count_nonzero(np.bincount(unit))
    if units < 2:
        raise ValueError("needs at least two units")
    by_gap, by_tie = _scores_of_votes(fit, first, second, outcome)
    parts = [(first, by_gap), (second, -by_gap), (np.full(len(first), len(fit.strengths)), by_tie)]
    column, score = (np.concatenate(part) for part in zip(*parts[: 2 + (fit.model.tie is not None)], strict=True))
    row = np.tile(unit, len(column) // len(unit))
    if weights is not None:
        score *= np.tile(weights, len(column) // len(unit))
    return _around(fit, sums_of_products(row, column, score, len(fit.information)) * units / (units - 1))


def sums_of_products(row: Ints, column: Ints, score: Floats, columns: int) -> Floats:
    """S'S of the matrix S of sums of scores; dense if that takes no more memory than the scores themselves."""
    from scipy.sparse import coo_array

    rows = int(row.max()) + 1
    if rows * columns <= 3 * len(score):
        sums = np.bincount(row * columns + column, score, rows * columns).reshape(rows, columns)
        return np.asarray(sums.T @ sums)
    sparse = coo_array((score, (row, column)), shape=(rows, columns)).tocsr()
    return np.asarray((sparse.T @ sparse).toarray())


def _scores_of_votes(fit: PairedFit, first: Ints, second: Ints, outcome: Ints) -> tuple[Floats, Floats]:
    """Derivatives of each comparison's log-likelihood by its gap and by the log tie parameter, looked up in a table."""
    n = len(fit.strengths)
    gap = fit.strengths[:, None] - fit.strengths[None, :]
    # In the order of the outcomes -1, 0, 1.
    table = np.array([fit.model.score(Outcomes(*one), gap, fit.parameters[n:]) for one in np.eye(3)[[1, 2, 0]]])
    slot = outcome.astype(np.intp) + 1
    return table[slot, 0, first, second], table[slot, 1, first, second]


def _around(fit: PairedFit, meat: Floats) -> Floats:
    """The meat between two slices of bread, for the strengths alone."""
    n, bread = len(fit.strengths), fit.inverse
    return np.asarray((bread @ meat @ bread)[:n, :n])
