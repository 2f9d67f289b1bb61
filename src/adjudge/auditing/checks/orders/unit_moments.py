"""Mean z-scores of systems from sums by annotator and system: any system can be left out without touching a row again.

z-scores are linear in the scores of a unit, so the mean z-score of a system needs only sums. With w the weight of a row
in the mean of its system (1 over the judgements of its segment and the segments of its system), u its unit,

    mean z of s = sum over u of (sum of w x - mean_u * sum of w) / sd_u,

and mean_u and sd_u come from counts, sums and squares of the basis rows of u. Leaving out systems subtracts theirs.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import NDArray

from adjudge.auditing.checks.design.layout import Layout
from adjudge.kernels.rounding import NOISE

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class UnitMoments:
    """Sums of rows by unit and system.

    Args:
        systems: names of ranked systems, sorted.
        basis: units x names of the basis (the ranked systems first, then others such as references): counts, sums,
            sums of squares.
        names: of the basis.
        weights: units x ranked systems: sum of the weights of rows that count.
        weighted: the same of weights times scores.
    """

    systems: list[str]
    names: list[str]
    basis: tuple[Floats, Floats, Floats]
    weights: Floats
    weighted: Floats

    @classmethod
    def of(cls, rows: pl.DataFrame, counting: pl.DataFrame, layout: Layout, unit: str) -> UnitMoments:
        """From rows with a score and a value of the unit.

        Args:
            rows: the basis.
            counting: the rows that count, in the order that the layout was made from.
            layout: of the rows that count.
            unit: `annotator` or `session`.
        """
        others = sorted(set(rows["system"].unique()) - set(layout.systems))
        names, units = [*layout.systems, *others], pl.concat([rows[unit], counting[unit]]).unique().drop_nulls().sort()
        place = pl.Enum(units)
        who, whose = (frame[unit].cast(place).to_physical().to_numpy().astype(np.int64) for frame in (rows, counting))
        of = rows["system"].cast(pl.Enum(names)).to_physical().to_numpy().astype(np.int64)
        x, shape = rows["score"].to_numpy(), (len(units), len(names))
        sums = tuple(
            np.bincount(who * len(names) + of, weight, len(units) * len(names)).reshape(shape).astype(np.float64)
            for weight in (None, x, x * x)
        )
        system = layout.system[layout.cell]
        weight = 1.0 / (layout.judgements[layout.cell] * layout.segments_of[system])
        key, size = whose * len(layout.systems) + system, len(units) * len(layout.systems)
        weights, weighted = (
            np.bincount(key, value, size).astype(np.float64).reshape(len(units), -1)
            for value in (weight, weight * counting["score"].to_numpy())
        )
        return cls(layout.systems, names=names, basis=(sums[0], sums[1], sums[2]), weights=weights, weighted=weighted)

    def mean_z(self, without: Flags | None = None) -> Floats:
        """Mean z-score of every ranked system.

        Units whose remaining scores are all equal have no z-score; a system's mean is over the others.

        Args:
            without: names of the basis to leave out of centre and spread.
        """
        keep = np.ones(len(self.names)) if without is None else (~without).astype(np.float64)
        count, total, squares = (part @ keep for part in self.basis)
        with np.errstate(invalid="ignore", divide="ignore"):
            centre = total / count
            variance = (squares - count * centre**2) / (count - 1)
            usable = (count > 1) & (variance > NOISE * squares / count)
            spread = np.sqrt(variance)
            z = (self.weighted - centre[:, None] * self.weights) / spread[:, None]
            return np.asarray(z[usable].sum(axis=0) / self.weights[usable].sum(axis=0))

    def order(self, without: Flags | None = None) -> list[str]:
        """Systems by their mean z-score, best first; names break ties. Those left out are not in it."""
        means = self.mean_z(without)
        gone = np.zeros(len(self.systems), dtype=bool) if without is None else without[: len(self.systems)]
        left = [i for i in range(len(self.systems)) if not gone[i] and np.isfinite(means[i])]
        return [self.systems[i] for i in sorted(left, key=lambda i: (-means[i], self.systems[i]))]

    def marked(self, names: list[str]) -> Flags:
        """Flags over the names of the basis."""
        return np.array([name in names for name in self.names])


def moments_of(rows: pl.DataFrame, counting: pl.DataFrame, layout: Layout, unit: str) -> UnitMoments:
    """The same without units whose scores are all equal: they have no z-score, and their rows do not count.

    Args:
        rows: the basis, with a value of the unit in every row.
        counting: the rows that count.
        layout: of the rows that count.
        unit: `annotator` or `session`.
    """
    flat = rows.group_by(unit).agg(_n=pl.col("score").n_unique()).filter(pl.col("_n") < 2)[unit].to_list()
    if flat:
        rows, counting = (frame.filter(~pl.col(unit).is_in(flat)) for frame in (rows, counting))
        layout = Layout.of(counting)
    return UnitMoments.of(rows, counting, layout, unit)


def orders_by_z(rows: pl.DataFrame, counting: pl.DataFrame, layout: Layout) -> dict[str, list[str]]:
    """Orders by mean z-scores for every unit and basis that the rows allow; alike ones stand once.

    Args:
        rows: all rows with a score.
        counting: those that count.
        layout: of those that count.
    """
    bases = {"all rows": rows} | ({"rows that count": counting} if counting.height < rows.height else {})
    orders = {}
    for unit in ("annotator", "session"):
        for basis, frame in bases.items():
            if frame[unit].null_count() or counting[unit].null_count():
                continue
            if not (frame.group_by(unit).agg(_n=pl.col("score").n_unique())["_n"] > 1).any():
                continue  # no unit has z-scores
            moments = moments_of(frame, counting, layout, unit)
            if np.isfinite(moments.mean_z()).all():
                orders[f"z-scores by {unit} over {basis}"] = moments.order()
    return orders
