"""Drift: whether an annotator's scores rise or fall in the course of the work (A10)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

import numpy as np
import polars as pl
from numpy.typing import NDArray

from adjudge.auditing.annotators.ratings.rows import DescribedRows
from adjudge.core.checking.identity import SITTING, present
from adjudge.kernels.agreement.trends import Trends, clustered_trends
from adjudge.kernels.probability.multiplicity import holm
from adjudge.kernels.rounding import NOISE

#: Others' scores of the same outputs are compared with if so many of an annotator's ratings have them.
MOSTLY_SHARED: Final = 0.8
#: With fewer documents a standard error says nothing.
FEWEST_UNITS: Final = 5
By = Literal["time", "position"]
Against = Literal["others", "system"]


@dataclass(frozen=True)
class Drift:
    """The trend of an annotator's scores.

    Args:
        points: change from the first rating to the last, on a straight line.
        se: its standard error, robust to dependence within documents; None with fewer than five documents.
        p: two-sided p-value of no trend, corrected by Holm for the number of annotators; None likewise.
        by: what orders the ratings: `time` over all the work, or `position` within each session.
        against: what is held constant: `others`, the mean of other annotators for the same output, or `system`, the
            mean of the system over all annotators, where too little is shared.
    """

    points: float
    se: float | None
    p: float | None
    by: By
    against: Against


def drifts(rows: DescribedRows) -> dict[str, Drift]:
    """The drift of every annotator whose ratings have an order, by name.

    Definition: the coefficient of the order of the ratings, from 0 to 1, in the regression of the score on it and on
    what is expected of the output. The latter is held constant because later documents may be harder; where it is the
    mean of a system, chance differences of documents remain, which the error allows for. It has a coefficient of its
    own, because some annotators hardly use the scale.

    Checked against: simulated annotators with and without drift (tests/recovery).
    """
    by = _order(rows.frame)
    if by is None:
        return {}
    frame = _placed(rows, by)
    if frame.is_empty():
        return {}
    names = frame["annotator"].unique().sort()
    group = frame["annotator"].cast(pl.Enum(names)).to_physical().to_numpy().astype(np.intp)
    x, y, unit = (frame[name].to_numpy() for name in ("_x", "_y", "_unit"))
    found = clustered_trends(group, unit.astype(np.intp), x, y)
    against = dict(frame.group_by("annotator").agg(pl.col("_against").first()).iter_rows())
    fine = np.isfinite(found.slope)
    tested = fine & np.isfinite(found.se) & (found.se > 0) & (found.clusters >= FEWEST_UNITS)
    p = _p_values(found, tested)
    return {
        name: Drift(
            points=float(found.slope[i]),
            se=float(found.se[i]) if tested[i] else None,
            p=float(p[i]) if tested[i] else None,
            by=by,
            against=against[name],
        )
        for i, name in enumerate(names.to_list())
        if fine[i]
    }


def _p_values(found: Trends, tested: NDArray[np.bool_]) -> NDArray[np.float64]:
    from scipy.special import stdtr

    p = np.full(len(found.slope), np.nan)
    t = np.abs(found.slope[tested] / found.se[tested])
    p[tested] = holm(2 * stdtr(found.freedom[tested], -t))
    return p


def _order(frame: pl.DataFrame) -> By | None:
    """What orders the ratings: times if all have one, else positions."""

    def complete(name: str) -> bool:
        return name in frame.columns and frame[name].null_count() == 0

    if complete("started") or complete("ended"):
        return "time"
    return "position" if complete("position") else None


def _placed(rows: DescribedRows, by: By) -> pl.DataFrame:
    """Ratings with their order in `_x` and their scores in `_y`, both with what is expected held constant."""
    frame = rows.frame
    complete = "started" in frame.columns and frame["started"].null_count() == 0
    clock = "position" if by == "position" else "started" if complete else "ended"
    within = present(SITTING, frame) if by == "position" else ["annotator"]
    rank, count = pl.col(clock).rank("average").over(within), pl.len().over(within)
    mean = pl.col("score").mean()
    # Means of this annotator's own repeats are not "others".
    total, own = pl.col("score").sum(), pl.len()
    item, mine = ["_item"], ["annotator", "_item"]
    others = (total.over(item) - total.over(mine)) / (own.over(item) - own.over(mine))
    placed = frame.with_columns(
        _x=pl.when(count > 1).then((rank - 1) / (count - 1)),
        _others=pl.when(own.over(item) > own.over(mine)).then(others),
        _system=mean.over("system"),
    ).with_columns(_shared=pl.col("_others").is_not_null().mean().over("annotator"))
    shared = pl.col("_shared") >= MOSTLY_SHARED
    placed = placed.with_columns(
        _y=pl.col("score"),
        _expected=pl.when(shared).then(pl.col("_others")).otherwise(pl.col("_system")),
        _against=pl.when(shared).then(pl.lit("others")).otherwise(pl.lit("system")),
    ).drop_nulls(["_x", "_y", "_expected"])
    # Within annotators, or within their sessions: differences between these are taken off.
    centred = [pl.col(name) - pl.col(name).mean().over(within) for name in ("_x", "_y", "_expected")]
    return placed.with_columns(centred).with_columns(_held_constant("_x"), _held_constant("_y"))


def _held_constant(name: str) -> pl.Expr:
    """What is left of a column when its regression on what is expected is taken off (Frisch and Waugh 1933)."""
    value, expected = pl.col(name), pl.col("_expected")
    slope = (value * expected).sum().over("annotator") / (expected**2).sum().over("annotator")
    varies = (expected.abs().max() > NOISE * pl.col("score").abs().max()).over("annotator")
    return value - pl.when(varies).then(slope * expected).otherwise(0.0)
