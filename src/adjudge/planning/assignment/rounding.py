"""Controlled rounding: whole numbers near fractions, such that the sums over many sets are near too.

All counts of a plan come from one fact. Let cells hold fractions, and let two families of sets of cells be given, each
*laminar*: two sets of one family are disjoint, or one holds the other. Then there are whole numbers for which every
cell and the sum over every set is its fraction rounded up or down. For the incidence matrix of two laminar families is
totally unimodular (Edmonds 1970), so the polytope {x : floor(sum) <= sum over set <= ceil(sum)} has integral vertices,
and it is not empty, because the fractions lie in it. The simplex method ends in a vertex. For the rows and columns of a
table this is controlled rounding (Bacharach 1966; Cox and Ernst 1982); with nested sets of rows it rounds waves too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

Whole = NDArray[np.int64]

#: Random prices of cells, below this: they choose among the roundings, and make the cheapest one unique.
_PRICES: Final = 1 << 20


@dataclass(frozen=True, eq=False)
class Exact:
    """Fractions with one denominator.

    Args:
        tops: numerators, whole numbers.
        bottom: the denominator.
    """

    tops: Whole
    bottom: int


def round_evenly(exact: Exact, families: Sequence[Whole], rng: np.random.Generator) -> Whole:
    """Whole numbers, each its fraction rounded up or down, and so are their sums over all sets of the families.

    Args:
        exact: a fraction for each cell.
        families: labels of cells, a row for each partition of the cells into sets: cells with one label are a set, a
            negative label stands for no set. All rows together must be two laminar families.
        rng: chooses one among many such roundings, at random.
    """
    # Prices are whole numbers, so that the cheapest rounding is nearly always the only one, on every machine.
    return cheapest_rounding(exact, families, rng.integers(_PRICES, size=exact.tops.size))


def cheapest_rounding(exact: Exact, families: Sequence[Whole], prices: Whole) -> Whole:
    """The rounding for which the cells that are rounded up cost least.

    Args:
        exact: a fraction for each cell.
        families: as in `round_evenly`.
        prices: of rounding up, for each cell.

    Raises:
        ValueError: if the sets are no two laminar families, and no such rounding was found.

    Checked against: enumeration of all roundings of small tables (`tests/laws/test_controlled_rounding.py`).
    """
    from scipy.optimize import linprog

    low = exact.tops // exact.bottom
    up = -(-exact.tops // exact.bottom)
    free = np.flatnonzero(low < up)
    if free.size == 0:
        return low
    rows, floors, ceilings = _sums(exact, families, low, free)
    matrix, bounds = _stacked(rows, floors, ceilings, free.size)
    limits = {"A_ub": matrix, "b_ub": bounds} if matrix.shape[0] else {}
    answer = linprog(prices[free].astype(np.float64), bounds=(0, 1), method="highs-ds", **limits)
    chosen = None if answer.x is None else np.rint(answer.x).astype(np.int64)
    if chosen is None or (rows @ chosen < floors).any() or (rows @ chosen > ceilings).any():
        msg = "the sets are no two laminar families"
        raise ValueError(msg)
    rounded = low.copy()
    rounded[free] += chosen
    return rounded


def _sums(exact: Exact, families: Sequence[Whole], low: Whole, free: Whole) -> tuple[Any, Whole, Whole]:
    """Which free cells are in which set, and between which bounds their sum lies."""
    from scipy.sparse import csr_array, vstack

    matrices, floors, ceilings = [], [], []
    for labels in families:
        inside = labels >= 0
        names, sets = np.unique(labels[inside], return_inverse=True)
        tops = np.zeros(names.size, dtype=np.int64)
        below = np.zeros(names.size, dtype=np.int64)
        np.add.at(tops, sets, exact.tops[inside])
        np.add.at(below, sets, low[inside])
        floors.append(tops // exact.bottom - below)
        ceilings.append(-(-tops // exact.bottom) - below)
        cells = np.flatnonzero(inside)
        whole = csr_array((np.ones(cells.size), (sets, cells)), shape=(names.size, labels.size))
        matrices.append(whole[:, free])
    return vstack(matrices, format="csr"), np.concatenate(floors), np.concatenate(ceilings)


def _stacked(rows: Any, floors: Whole, ceilings: Whole, cells: int) -> tuple[Any, NDArray[np.float64]]:  # noqa: ANN401
    """Both bounds of every set as upper bounds; sets that cannot break their bounds are left out."""
    from scipy.sparse import vstack

    sizes = np.asarray(rows.sum(axis=1)).ravel() if cells else np.zeros(0)
    tight_up, tight_low = ceilings < sizes, floors > 0
    stacked = vstack([rows[np.flatnonzero(tight_up)], -rows[np.flatnonzero(tight_low)]], format="csr")
    return stacked, np.concatenate([ceilings[tight_up], -floors[tight_low]]).astype(np.float64)


def split_evenly(counts: Whole, parts: int, families: Sequence[Whole], rng: np.random.Generator) -> list[Whole]:
    """Counts as a sum of parts, such that every part has its even share of every cell and every set, up or down.

    Whole numbers z in the dilated polytope k P are a sum of k whole numbers in P if P belongs to a totally unimodular
    matrix (Baum and Trotter 1978). For a graph with two sides this is the balanced colouring of its edges (de Werra
    1971). The counts are halved until single parts are left: `z k1 / k` is rounded evenly to the first k1 parts.

    Args:
        counts: a number for each cell.
        parts: into how many parts.
        families: as in `round_evenly`.
        rng: random numbers.
    """
    if parts == 1:
        return [counts]
    half = parts // 2
    first = np.zeros_like(counts)
    held = np.flatnonzero(counts)
    first[held] = round_evenly(Exact(counts[held] * half, parts), [labels[held] for labels in families], rng)
    return [
        *split_evenly(first, half, families, rng),
        *split_evenly(counts - first, parts - half, families, rng),
    ]
