"""Means and deviations of annotators or sessions on any draw of documents, from sums that are computed once."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import NDArray

from adjudge.core.recipes.recipe import Recipe
from adjudge.kernels.rounding import NOISE

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]

#: How many basis rows every unit must have, or the recipe refuses (`adjudge.scoring.standardise`, `anchors`).
_NEEDED = {"all": 0, "counting": 0, "calibration": 1, "anchor": 2}


def codes_of(values: pl.Series, names: pl.Series) -> Ints:
    """The places of values among names."""
    places = {name: i for i, name in enumerate(names.to_list())}
    return values.replace_strict(places, return_dtype=pl.Int64).to_numpy().astype(np.intp)


@dataclass(frozen=True, eq=False)
class Moments:
    """Means and deviations, by the number of the unit; NaN for a unit that has none.

    Args:
        mean: of the basis rows.
        deviation: with n - 1.
    """

    mean: Floats
    deviation: Floats


@dataclass(frozen=True, eq=False)
class DocumentMoments:
    """Sums over the basis rows of every document and unit; all arrays are documents x units.

    Args:
        units: names of the annotators or sessions.
        unit: which of the two they are.
        centre: a value near the scores of each unit, which is taken off before summing, so that little is rounded.
        n: number of basis rows.
        sums: of their scores.
        squares: of their squared scores.
        within: of their squared distances to the mean of the document and unit.
        low: their lowest score; infinite if there is none.
        high: their highest score.
        asking: number of rows whose unit must have enough basis rows.
        needed: how many basis rows these units need.
        kept: number of rows whose unit must have spread, if the recipe refuses units without it; else None.
    """

    units: pl.Series
    unit: str
    centre: Floats
    n: Floats
    sums: Floats
    squares: Floats
    within: Floats
    low: Floats
    high: Floats
    asking: Floats
    needed: int
    kept: Floats | None

    @classmethod
    def of(cls, kept: pl.DataFrame, basis: pl.DataFrame, *, documents: pl.Series, recipe: Recipe) -> DocumentMoments:
        """From the kept rows of an analysis and the basis rows among them."""
        unit = recipe.standardise.unit
        units = kept[unit].unique().sort()
        shape = (len(documents), len(units))
        counts = pl.col("kind").is_in(list(recipe.aggregate.kinds)) & ~pl.col("_after_degraded")

        def cells(rows: pl.DataFrame) -> Ints:
            return codes_of(rows["document"], documents) * len(units) + codes_of(rows[unit], units)

        def summed(rows: pl.DataFrame, weights: Floats | None = None) -> Floats:
            return np.bincount(cells(rows), weights, shape[0] * shape[1]).reshape(shape).astype(np.float64)

        drawable = kept.filter(pl.col("document").is_in(documents.to_list()))
        score, cell, unit_of = basis["score"].to_numpy(), cells(basis), codes_of(basis[unit], units)
        centre = np.bincount(unit_of, score, len(units)) / np.maximum(np.bincount(unit_of, minlength=len(units)), 1)
        centred = score - centre[unit_of]
        low, high = np.full(shape[0] * shape[1], np.inf), np.full(shape[0] * shape[1], -np.inf)
        np.minimum.at(low, cell, score)
        np.maximum.at(high, cell, score)
        n, sums = summed(basis), summed(basis, centred)
        cell_means = (sums / np.maximum(n, 1)).ravel()
        return cls(
            units,
            unit=unit,
            centre=centre,
            n=n,
            sums=sums,
            squares=summed(basis, centred**2),
            within=summed(basis, (centred - cell_means[cell]) ** 2),
            low=low.reshape(shape),
            high=high.reshape(shape),
            asking=summed(drawable.filter(counts) if recipe.standardise.basis == "anchor" else drawable),
            needed=_NEEDED[recipe.standardise.basis],
            kept=summed(drawable) if recipe.filters.zero_spread == "refuse" else None,
        )

    def places(self, rows: pl.DataFrame) -> Ints:
        """The number of the unit of each row."""
        return codes_of(rows[self.unit], self.units)

    def over(self, drawn: Floats) -> Moments | None:
        """Moments over drawn documents; None if the recipe refuses them.

        Args:
            drawn: how often each document was drawn.
        """
        n, s1, s2 = drawn @ self.n, drawn @ self.sums, drawn @ self.squares
        if self.needed and ((drawn @ self.asking > 0) & (n < self.needed)).any():
            return None
        with np.errstate(invalid="ignore", divide="ignore"):
            mean = s1 / n
            variance = (s2 - n * mean**2) / (n - 1)
        # Where the mean is larger than the deviation, the difference of squares has lost digits.
        doubtful = np.flatnonzero(~(variance > mean**2))
        spread = self._spread(drawn > 0, doubtful)
        flat, doubtful = doubtful[~spread], doubtful[spread]
        if self.kept is not None and (drawn @ self.kept > 0)[flat].any():
            return None
        variance[flat] = np.nan  # without spread there is no z-score
        variance[doubtful] = self._squares(drawn, mean, doubtful) / (n[doubtful] - 1)
        return Moments(self.centre + mean, np.sqrt(variance))

    def _spread(self, there: NDArray[np.bool_], units: Ints) -> NDArray[np.bool_]:
        """Whether the basis rows of some units differ, by more than rounding, in the documents that are there."""
        places = np.ix_(there, units)
        low, high = self.low[places].min(axis=0), self.high[places].max(axis=0)
        return np.asarray(high - low > NOISE * np.maximum(np.abs(low), np.abs(high)))

    def _squares(self, drawn: Floats, mean: Floats, units: Ints) -> Floats:
        """Squared distances to the mean, summed without taking a difference of sums."""
        n = self.n[:, units]
        apart = n * (self.sums[:, units] / np.maximum(n, 1) - mean[units]) ** 2
        return np.asarray(drawn @ (self.within[:, units] + apart))
