"""Efficiency of a design: what is left of its judgements once differences of annotators and documents are taken out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

#: An eigenvalue below this share of that of a complete design is 0: its contrast cannot be estimated.
ZERO: Final = 1e-9
#: Entries of projections closer than this are equal up to rounding.
SAME: Final = 1e-7


def system_information(system: Ints, judgements: Floats, blocks: Sequence[Ints], systems: int) -> Floats:
    """The information matrix of systems with one or two factors of blocks eliminated.

    Definition: with X the indicators of systems and Z those of all blocks, a row for every judgement,
    C = X'X - X'Z (Z'Z)^- Z'X: the inverse of the covariance of the system effects, in units of the variance of one
    judgement, in the additive model judgement = system + blocks + error (John and Williams 1995, chapters 1 and 5). The
    factor with more levels is eliminated first; its part of Z'Z is diagonal.

    Checked against: `system_information_plain` (tests/laws); textbook efficiencies (tests/unit/kernels).

    Args:
        system: of every cell, from 0.
        judgements: in every cell.
        blocks: one or two arrays: the annotator, or the document, of every cell.
        systems: their number.
    """
    factors = sorted(blocks, key=lambda codes: int(codes.max()))
    last, levels = factors[-1], int(factors[-1].max()) + 1
    kept, size = np.zeros_like(system), 0
    if len(factors) > 1:
        kept, size = factors[0], int(factors[0].max()) + 1
    whole, mixed = np.zeros((systems + size, systems + size)), np.zeros((systems + size, levels))
    rows = [system, systems + kept] if size else [system]
    for row in rows:
        np.add.at(mixed, (row, last), judgements)
        for column in rows:
            np.add.at(whole, (row, column), judgements)
    total = np.bincount(last, judgements, levels)
    whole -= (mixed / np.where(total > 0, total, 1.0)) @ mixed.T
    if not size:
        return whole
    between = whole[:systems, systems:]
    inverse = np.linalg.pinv(whole[systems:, systems:], rcond=ZERO, hermitian=True)
    return np.asarray(whole[:systems, :systems] - between @ inverse @ between.T)


def efficiency_factor(information: Floats, judgements: float) -> float:
    """Efficiency of a design relative to a complete one with as many judgements.

    Definition: the harmonic mean of the v - 1 eigenvalues of the information matrix that belong to contrasts of
    systems, divided by N / v, which all of them are in a complete design of N judgements. So 1 / efficiency is by how
    much the variance of a difference, the mean over all pairs, is larger than in the complete design. 0 if some
    difference cannot be estimated; 1 for a single system.

    Checked against: variances of all pairs by least squares (tests/laws); balanced incomplete blocks, v (k - 1) / (k (v
    - 1)) (tests/unit/kernels).

    Args:
        information: of systems, see `system_information`.
        judgements: N.
    """
    systems = len(information)
    if systems < 2:
        return 1.0
    complete = judgements / systems
    eigenvalues = np.linalg.eigvalsh(information)[1:]
    if eigenvalues.min() <= ZERO * complete:
        return 0.0
    return float((systems - 1) / (1 / eigenvalues).sum() / complete)


def balanced_factor(systems: int, size: float) -> float:
    """Efficiency of balanced incomplete blocks, the most that blocks of this size can have.

    Definition: v (k - 1) / (k (v - 1)) for v systems in blocks of k, below 1 if k < v (John and Williams 1995, section
    2.1). The eigenvalues of an information matrix have the sum N - b in b blocks without repeated systems, and their
    harmonic mean is largest where all are equal.

    Args:
        systems: v.
        size: k, a mean if sizes differ.
    """
    return systems * (size - 1) / (size * (systems - 1))


def linked_systems(information: Floats, judgements: float) -> list[list[int]]:
    """Groups of systems that can be compared: the difference of two systems can be estimated if they are in one group.

    Definition: e_i - e_j can be estimated if it is orthogonal to the null space of the information matrix, that is if
    rows i and j of the projection onto that space are equal (John and Williams 1995, section 1.6). Two factors of
    blocks may each link all systems and yet not both together: with two annotators and two texts that meet in four
    cells, judging x, y, y and z, the six unknowns have four equations.

    Checked against: ranks of the plain least-squares problem (tests/laws).

    Args:
        information: of systems, see `system_information`.
        judgements: N.
    """
    eigenvalues, vectors = np.linalg.eigh(information)
    missing = vectors[:, eigenvalues <= ZERO * judgements / len(information)]
    projection = missing @ missing.T
    groups: list[list[int]] = []
    for system, row in enumerate(projection):
        alike = (group for group in groups if np.allclose(projection[group[0]], row, rtol=0, atol=SAME))
        group = next(alike, None)
        if group is None:
            groups.append([system])
        else:
            group.append(system)
    return groups


def system_information_plain(system: Ints, blocks: Sequence[Ints], systems: int) -> Floats:
    """The same for single judgements, by least squares on dummy variables. For tests."""
    x = np.eye(systems)[system]
    z = np.concatenate([np.eye(int(codes.max()) + 1)[codes] for codes in blocks], axis=1)
    left_over = x - z @ np.linalg.lstsq(z, x, rcond=None)[0]
    return np.asarray(left_over.T @ left_over)
