"""Standard errors of differences of systems that a design will give, if the components of variance are known."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@dataclass(frozen=True)
class ScoreVariances:
    """Components of the variance of one score, in squared points of the scale.

    Args:
        annotator: leniency of annotators.
        document: difficulty of documents, the same for all systems.
        segment: difficulty of segments in a document.
        system_document: how one system does on one document, beyond both.
        system_segment: the same for segments in a document.
        showing: an annotator's own impression of one document of one system.
        residual: of a single judgement.
    """

    annotator: float
    document: float
    segment: float
    system_document: float
    system_segment: float
    showing: float
    residual: float


@dataclass(frozen=True, eq=False)
class Cells:
    """What was judged: one cell for each showing, as arrays of equal length, codes from 0.

    Args:
        system: of every cell.
        annotator: of every cell.
        document: of every cell.
        unit: the part of a document that is shown; a document that is shown whole is one unit.
        segments: judged in the cell.
    """

    system: Ints
    annotator: Ints
    document: Ints
    unit: Ints
    segments: Floats


def estimate_covariance(cells: Cells, variances: ScoreVariances, systems: int) -> Floats:
    """Covariance of the system estimates of the mixed model (generalised least squares), the variances known.

    Definition: the mean y_c of the l_c scores of a cell is system + annotator + e_c, and two e_c of one document have
    the covariance

        v_document + [same unit] v_segment / l + [same system] v_system:document
        + [same system and unit] v_system:segment / l + [same cell] (v_showing + v_residual / l),

    l the larger of both numbers of segments. Documents are independent: with V_d this matrix for document d, F_d the
    indicators of systems and annotators of its cells, M = sum_d F_d' V_d^-1 F_d, and 1 / v_annotator added on the
    diagonal for annotators, the covariance is the block of systems in M^-1 (Henderson 1975).

    If every system is judged on the same D documents of l segments, and each document by one annotator for all systems,
    then the variance of a difference is 2 [(v_system:document + v_showing) / D + (v_system:segment + v_residual) / (D
    l)]: documents, segments and annotators cancel.

    Checked against: the closed form (tests/unit/kernels), `estimate_covariance_plain` (tests/laws), and the spread of
    estimates over simulated campaigns (tests/recovery).

    Args:
        cells: the design; every system has a cell.
        variances: of a score; the residual is above 0.
        systems: their number.
    """
    people = int(cells.annotator.max()) + 1
    whole = np.zeros((systems + people, systems + people))
    order = np.argsort(cells.document, kind="stable")
    starts = np.flatnonzero(np.diff(cells.document[order], prepend=-1))
    for rows in np.split(order, starts[1:]):
        indicators = np.zeros((len(rows), systems + people))
        place = np.arange(len(rows))
        indicators[place, cells.system[rows]] = 1.0
        if variances.annotator > 0:
            indicators[place, systems + cells.annotator[rows]] = 1.0
        whitened = np.linalg.solve(np.linalg.cholesky(_covariance(cells, rows, variances)), indicators)
        whole += whitened.T @ whitened
    own = np.arange(systems, systems + people)
    whole[own, own] += 1 / variances.annotator if variances.annotator > 0 else 1.0
    return np.asarray(np.linalg.inv(whole)[:systems, :systems])


def _covariance(cells: Cells, rows: Ints, variances: ScoreVariances) -> Floats:
    """V_d of `estimate_covariance`."""
    system, unit, length = cells.system[rows], cells.unit[rows], cells.segments[rows]
    same_system, same_unit = system[:, None] == system, unit[:, None] == unit
    longer = np.maximum(length[:, None], length)
    found = variances.document + same_unit * variances.segment / longer
    found = found + same_system * (variances.system_document + same_unit * variances.system_segment / longer)
    return np.asarray(found + np.diag(variances.showing + variances.residual / length))


def difference_errors(covariance: Floats) -> Floats:
    """Standard errors of all differences, systems by systems."""
    own = np.diag(covariance)
    return np.asarray(np.sqrt(np.maximum(own[:, None] + own - 2 * covariance, 0.0)))


def estimate_covariance_plain(cells: Cells, variances: ScoreVariances, systems: int) -> Floats:
    """The same from one covariance matrix of all single scores. For tests.

    Segments of a unit are judged from its first one on, as many as the cell holds.
    """
    rows = [
        (cell, place, f"{cells.unit[cell]}/{place}")
        for cell in range(len(cells.system))
        for place in range(int(cells.segments[cell]))
    ]
    n = len(rows)
    v = np.zeros((n, n))
    for i, (a, _, segment) in enumerate(rows):
        for j, (b, _, other) in enumerate(rows):
            same_system = cells.system[a] == cells.system[b]
            v[i, j] += variances.annotator * (cells.annotator[a] == cells.annotator[b])
            if cells.document[a] == cells.document[b]:
                v[i, j] += variances.document + variances.system_document * same_system
            if segment == other:
                v[i, j] += variances.segment + variances.system_segment * same_system
            v[i, j] += variances.showing * (a == b) + variances.residual * (i == j)
    x = np.eye(systems)[cells.system[[cell for cell, _, _ in rows]]]
    return np.asarray(np.linalg.inv(x.T @ np.linalg.solve(v, x)))
