"""Cells of a crossed table that depart from their row and column: a scan with a familywise level."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from adjudge.kernels.crossed.additive import Floats, Ints

#: From the median absolute deviation to the standard deviation of a normal distribution.
MAD: Final = 1.4826
#: Cells of all systems together that the spread of one system is worth before its own count.
PRIOR_CELLS: Final = 15.0
#: Degrees of freedom of the reference distribution at most: tails of real scores are heavier than normal ones.
MOST_DF: Final = 20.0
#: Cells that a system must have for its pattern to be known.
FEWEST_CELLS: Final = 4


def scan_cells(system: Ints, residuals: Floats, leverages: Floats, n: Floats, within: float) -> tuple[Floats, Floats]:
    """How far each cell departs from what its system and its document lead to expect.

    Definition: d_c = r_c / (1 - h_c) is the residual of a cell that took no part in the fit. Its variance is taken as
    (v_s + within / n_c) / (1 - h_c): v_s is the spread of the system's cells beyond that of single values, from the
    median absolute deviation of its residuals (so that odd cells do not hide themselves), drawn towards the spread of
    all systems as if these were `PRIOR_CELLS` cells. t_c = d_c / sd_c is compared with Student's t; its degrees of
    freedom are a third of the system's cells, plus the prior, at most `MOST_DF`, because a median absolute deviation
    knows about a third of what a variance knows, and scores have heavy tails. The p-value is for all cells together
    (Sidak).

    Checked against: the share of clean simulated campaigns with any alarm, and planted cells (tests/recovery).

    Args:
        system: number of the system of each cell.
        residuals: of the additive fit.
        leverages: of the additive fit.
        n: values in each cell.
        within: variance of single values within cells.

    Returns:
        t and the corrected p of each cell; NaN where it cannot be judged.
    """
    from scipy.special import stdtr

    free = 1.0 - leverages
    cells = np.bincount(system)
    known = (free > 0.05) & (cells[system] >= FEWEST_CELLS)
    t = np.full(len(system), np.nan)
    if not known.any():
        return t, t.copy()
    apart = np.where(known, residuals / np.sqrt(np.where(known, free, 1.0)), np.nan)
    pooled = _variance(apart[known])
    prior = PRIOR_CELLS
    for code in np.unique(system[known]):
        mine = known & (system == code)
        own = (prior * pooled + mine.sum() * _variance(apart[mine])) / (prior + mine.sum())
        typical = float(np.median(within / n[mine]))
        variance = np.maximum(own - typical, 0.0) + within / n[mine]
        t[mine] = np.where(variance > 0, apart[mine] / np.sqrt(np.where(variance > 0, variance, 1.0)), 0.0)
    df = np.minimum(MOST_DF, cells[system] / 3 + prior)
    single = np.where(known, 2 * stdtr(df, -np.abs(np.where(known, t, 0.0))), np.nan)
    return t, np.asarray(-np.expm1(int(known.sum()) * np.log1p(-np.minimum(single, 1 - 1e-16))))


def _variance(values: NDArray[np.float64]) -> float:
    return float((MAD * np.median(np.abs(values - np.median(values)))) ** 2)
