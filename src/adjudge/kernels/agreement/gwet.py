"""Gwet's AC1 and AC2: agreement beyond chance that does not collapse when most scores are alike."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, Final, Literal, get_args

import numpy as np
from numpy.typing import ArrayLike

from adjudge.kernels.agreement.cells import Floats, Ints, RatedCells, indicator_sums, weighted
from adjudge.kernels.agreement.coefficient import Reason, ratio

Weights = Literal["quadratic", "linear", "ordinal", "identity"]
WEIGHTS: Final[tuple[Weights, ...]] = get_args(Weights)


@dataclass(frozen=True, eq=False)
class GwetAC:
    """Gwet's AC2 = (p_a - p_e) / (1 - p_e); AC1 with `identity` weights.

    Definition (Gwet 2014, sections 2.4, 3.4 and 5.3): with q categories and w_kl in [0, 1] how far categories k and l
    agree, r_ik ratings of item i in category k, r_i in all,

        p_a = mean over items with r_i >= 2 of sum_kl w_kl r_ik (r_il - [k = l]) / (r_i (r_i - 1)),
        p_e = sum_kl w_kl / (q (q - 1)) sum_k pi_k (1 - pi_k),   pi_k = mean over all items of r_ik / r_i.

    With c_1 < ... < c_q the categories, w_kl = 1 - (c_k - c_l)^2 / (c_q - c_1)^2 (`quadratic`), 1 - |c_k - c_l| /
    (c_q - c_1) (`linear`), 1 - d (d + 1) / (q (q - 1)) with d = |k - l| (`ordinal`), [k = l] (`identity`). Each is 1
    less a mixture of squared and absolute differences, so no table of categories x categories is needed.

    Checked against: `gwet_plain` in exact fractions (tests/laws); AC1 of Gwet's twelve items as printed in his
    handbook (tests/unit); irrCAC 0.4.4, to 1e-11 (its figures are in tests/unit).

    Edge cases: the number of categories is part of the definition, so pass those of the scale if some were never used;
    not defined without an item rated twice, and with one category. All scores equal with two categories or more is
    full agreement, 1.

    Args:
        cells: the ratings.
        weights: how far two categories agree.
        categories: all scores that could be given; the observed ones if None.
    """

    cells: RatedCells
    weights: Weights = "quadratic"
    categories: ArrayLike | None = None

    def __post_init__(self) -> None:
        """Check that every score is a category.

        Raises:
            ValueError: if not.
        """
        if not np.isin(self.cells.score, self.scale).all():
            raise ValueError("needs every score among the categories")

    @cached_property
    def scale(self) -> Floats:
        """The categories, ascending."""
        given = self.cells.score if self.categories is None else self.categories
        return np.unique(np.asarray(given, dtype=np.float64))

    @property
    def documents(self) -> int:
        """Documents with a rating."""
        return self.cells.documents

    @property
    def reason(self) -> Reason | None:
        """Why there is no value."""
        if not len(self.cells.score):
            return "no ratings"
        if self.cells.ratings.max() < 2:
            return "no item rated twice"
        return "all scores equal" if len(self.scale) < 2 else None

    def at(self, weights: Floats) -> Floats:
        """The coefficient for each row of document weights."""
        items, pairs, agreement = (weights @ self._of_documents).T
        q = len(self.scale)
        if q < 2:
            return np.full(len(weights), np.nan)
        share = ratio(weighted(weights, self._shares), items[:, None])
        chance = self._total_weight / (q * (q - 1)) * (share * (1 - share)).sum(axis=1)
        return ratio(ratio(agreement, pairs) - chance, 1 - chance)

    @cached_property
    def _code(self) -> Ints:
        return np.searchsorted(self.scale, self.cells.score).astype(np.intp)

    @cached_property
    def _shares(self) -> Any:  # noqa: ANN401 - SciPy has no types
        """Documents x categories: sums over items of r_ik / r_i."""
        cells = self.cells
        shape = (cells.documents, len(self.scale))
        return indicator_sums(cells.cell_document, self._code, 1 / cells.ratings[cells.item], shape)

    @cached_property
    def _of_documents(self) -> Floats:
        """Per document: items, items with two ratings, and the sum of their agreement."""
        cells, m = self.cells, self.cells.ratings
        distance = _distance(self.weights, cells.item, self._values, m, len(self.scale))
        paired = m > 1
        agreement = np.where(paired, 1 - distance / np.where(paired, m * (m - 1.0), 1.0), 0.0)
        return np.array([cells.by_document(part) for part in (np.ones(cells.items), paired * 1.0, agreement)]).T

    @cached_property
    def _values(self) -> Floats:
        """Place of each rating on the scale, from 0 to 1: by its number for `ordinal`, else by its value."""
        return _unit_scale(self.scale, self.weights)[self._code]

    @cached_property
    def _total_weight(self) -> float:
        """Sum of all w_kl: the categories as the ratings of one item."""
        q = len(self.scale)
        one, values = np.zeros(q, dtype=np.intp), _unit_scale(self.scale, self.weights)
        return q * q - float(_distance(self.weights, one, values, np.array([q]), q)[0])


def _unit_scale(scale: Floats, weights: Weights) -> Floats:
    if weights in {"ordinal", "identity"}:
        return np.linspace(0.0, 1.0, len(scale))
    return np.asarray((scale - scale[0]) / max(scale[-1] - scale[0], np.finfo(float).tiny))


def _distance(weights: Weights, item: Ints, values: Floats, m: Ints, q: int) -> Floats:
    """Sum of 1 - w over the ordered pairs of ratings of each item, from their places on a scale from 0 to 1."""
    if weights == "identity":
        place = np.rint(values * (q - 1)).astype(np.intp)
        groups, sizes = np.unique(item * q + place, return_counts=True)
        return np.asarray(m * m - np.bincount(groups // q, sizes**2, len(m)))
    if weights == "quadratic":
        return _squared(item, values, m)
    if weights == "linear":
        return _absolute(item, values, m)
    # d (d + 1) / (q (q - 1)) with d = (q - 1) times the difference of places.
    return np.asarray(((q - 1) * _squared(item, values, m) + _absolute(item, values, m)) / q)


def _squared(item: Ints, values: Floats, m: Ints) -> Floats:
    """Sum of squared differences over the ordered pairs of each item, 2 m SS."""
    about = values - (np.bincount(item, values, len(m)) / m)[item]
    return np.asarray(2 * m * np.bincount(item, about**2, len(m)))


def _absolute(item: Ints, values: Floats, m: Ints) -> Floats:
    """Sum of absolute differences over the ordered pairs of each item, 2 sum_j (2 j - m + 1) x_(j), j from 0."""
    order = np.lexsort([values, item])
    place = np.arange(len(item)) - (np.cumsum(m) - m)[item[order]]
    return np.asarray(2 * np.bincount(item[order], (2 * place - m[item[order]] + 1) * values[order], len(m)))


def gwet_plain(by_item: Sequence[Sequence[int]], weights: Weights, categories: Sequence[int]) -> Fraction | None:
    """`GwetAC` in exact fractions, pair by pair; whole scores, one list for each item. For tests."""
    scale = sorted(set(categories))
    q, width = len(scale), scale[-1] - scale[0]

    def agree(x: int, y: int) -> Fraction:
        d = abs(scale.index(x) - scale.index(y))
        forms = {
            "quadratic": lambda: 1 - Fraction((x - y) ** 2, width**2),
            "linear": lambda: 1 - Fraction(abs(x - y), width),
            "ordinal": lambda: 1 - Fraction(d * (d + 1), q * (q - 1)),
            "identity": lambda: Fraction(int(x == y)),
        }
        return forms[weights]()

    paired = [scores for scores in by_item if len(scores) > 1]
    if q < 2 or not paired:
        return None
    observed = Fraction(0)
    for scores in paired:
        pairs = [agree(x, y) for i, x in enumerate(scores) for j, y in enumerate(scores) if i != j]
        observed += sum(pairs, Fraction(0)) / len(pairs) / len(paired)
    share = [sum((Fraction(s.count(k), len(s)) for s in by_item), Fraction(0)) / len(by_item) for k in scale]
    total = sum((agree(x, y) for x in scale for y in scale), Fraction(0))
    chance = total / (q * (q - 1)) * sum(p * (1 - p) for p in share)
    return (observed - chance) / (1 - chance)
