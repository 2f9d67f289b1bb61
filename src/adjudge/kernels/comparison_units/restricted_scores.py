"""What units of comparisons say about the difference of two systems, seen from where the two are equal.

For the pair c = e_i - e_j, with th the strengths, s_g and F_g the score and the information of unit g, and cov the
inverse of the information: the estimate restricted to c'th = 0 is th - cov c k with k = c'th / (c'cov c), and there
unit g contributes

    psi_g = c'cov s_g + k f_g,    f_g = c'cov F_g cov c,

to the difference. These contributions sum to c'th. A unit that carries much of the fit pulls it towards itself; as CR2
does (Bell and McCaffrey 2002), psi_g is multiplied by sqrt(f_g / v_g), at most by `MOST_CORRECTED`, where

    v_g = f_g - c'cov F_g cov F_g cov c + f_g^2 / (c'cov c)

is what is left of the variance f_g after the fit of all parameters but the difference itself. If the two are equal the
sign of every psi_g is arbitrary (Hemerik, Goeman and Finos 2020).
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from adjudge.kernels.comparison_units.unit_scores import (
    UnitVotes,
    system_leverages,
    unit_informations,
    unit_leverages,
    unit_scores,
)
from adjudge.kernels.paired_comparison.fit import PairedFit

Floats = NDArray[np.float64]

MOST_CORRECTED: Final = 3.0


def restricted_contributions(fit: PairedFit, votes: UnitVotes) -> Floats:
    """The contributions of all units to all pairs i < j, row after row: units x pairs.

    Definition: see the module.

    Checked against: `restricted_contributions_plain` (tests/laws); the share of false rejections
    (benchmarks/study_votes.py).

    Args:
        fit: strengths fitted to these comparisons.
        votes: the comparisons, by unit.
    """
    n, cov = len(fit.strengths), fit.inverse
    pairs = np.triu_indices(n, 1)
    whole = _contrasts(cov[None], pairs)[0]
    gaps = fit.strengths[pairs[0]] - fit.strengths[pairs[1]]
    influence = unit_scores(fit, votes) @ cov[:, :n]
    contributions = influence[:, pairs[0]] - influence[:, pairs[1]]
    for start, stop, information in unit_informations(fit, votes):
        pulled = information @ cov
        spread = cov @ pulled
        own = _contrasts(spread, pairs)
        left = own - _contrasts(pulled.transpose(0, 2, 1) @ spread, pairs) + own**2 / whole
        rows = contributions[start:stop]
        rows += own * (gaps / whole)
        rows *= _correction(own, left)
    return contributions


def _contrasts(matrices: Floats, pairs: tuple[NDArray[np.intp], NDArray[np.intp]]) -> Floats:
    """C'Bc for all pairs of a stack of symmetric matrices."""
    own = np.diagonal(matrices, axis1=1, axis2=2)
    return np.asarray(own[:, pairs[0]] + own[:, pairs[1]] - 2 * matrices[:, pairs[0], pairs[1]])


def _correction(own: Floats, left: Floats) -> Floats:
    """sqrt(f / v); 1 where a unit says nothing about a pair."""
    least = own / MOST_CORRECTED**2
    return np.sqrt(np.divide(own, np.maximum(left, least), out=np.ones_like(own), where=own > 1e-300))


def shared_contributions(fit: PairedFit, votes: UnitVotes) -> Floats:
    """Vectors, units x systems, whose differences are the contributions to pairs; for very many systems.

    Definition: as if every unit held all pairs in proportion to its share w_g = tr(cov F_g) / free parameters, so that
    f_g = w_g c'cov c. Then psi_g is the difference of i and j in cov s_g + w_g th; system i of cov s_g is divided by
    sqrt(1 - h_gi), h_gi being the share of the unit in its strength.

    Checked against: `restricted_contributions` where units hold all pairs in proportion (tests/laws); the share of
    false rejections (benchmarks/study_votes.py).
    """
    n = len(fit.strengths)
    left = np.maximum(1 - system_leverages(fit, votes), 1 / MOST_CORRECTED**2)
    vectors = unit_scores(fit, votes) @ fit.inverse[:, :n] / np.sqrt(left)
    return np.asarray(vectors + unit_leverages(fit, votes)[:, None] * fit.strengths)


def restricted_contributions_plain(fit: PairedFit, scores: Floats, informations: Floats) -> Floats:
    """The definition, one unit and pair after the other. For tests."""
    n, cov = len(fit.strengths), fit.inverse
    rows = []
    for score, information in zip(scores, informations, strict=True):
        row = []
        for i in range(n):
            for j in range(i + 1, n):
                u = cov[:, i] - cov[:, j]
                whole, gap = u[i] - u[j], fit.strengths[i] - fit.strengths[j]
                own = u @ information @ u
                pulled = information @ u
                left = own - pulled @ cov @ pulled + own**2 / whole
                factor = 1.0 if own <= 0 else min(MOST_CORRECTED, np.sqrt(own / left) if left > 0 else np.inf)
                row.append(factor * (u @ score + gap / whole * own))
        rows.append(row)
    return np.array(rows)
