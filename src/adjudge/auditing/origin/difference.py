"""How far scores differ between the directions: of every system, of every pair of systems, and on average (R2, R3)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Final

import numpy as np
import polars as pl
from numpy.typing import NDArray

from adjudge.kernels.cluster_robust.regression import ClusterFit, fit_clusters
from adjudge.kernels.probability.multiplicity import holm

Floats = NDArray[np.float64]
_LEVEL: Final = 0.05


@dataclass(frozen=True)
class SystemDifference:
    """Reverse mean - forward mean of one system, both means of segment means.

    Args:
        system: its name.
        forward: mean of forward created text.
        reverse: mean of reverse created text.
        difference: reverse - forward; positive if reverse created text scores higher.
        low: lower end of the 95% interval, documents as the unit; None with too few of them.
        high: upper end.
        p: two-sided p of "no difference".
        score_difference: the same of the scores that systems are ranked by, where these are not raw.
        score_low: lower end of its interval.
        score_high: upper end.
    """

    system: str
    forward: float
    reverse: float
    difference: float
    low: float | None
    high: float | None
    p: float | None
    score_difference: float | None = None
    score_low: float | None = None
    score_high: float | None = None


@dataclass(frozen=True)
class PairChange:
    """How the distance of two systems changes from forward to reverse created text.

    Args:
        a: the system that is higher on forward text.
        b: the other one.
        forward: score of `a` - score of `b` on forward text, in the unit that systems are ranked by.
        reverse: the same on reverse text.
        change: reverse - forward.
        low: lower end of the 95% interval of the change, documents as the unit.
        high: upper end.
        p: two-sided p of "no change", corrected for the number of pairs (Holm).
        significant: whether it is below .05.
    """

    a: str
    b: str
    forward: float
    reverse: float
    change: float
    low: float | None
    high: float | None
    p: float | None
    significant: bool


@dataclass(frozen=True)
class Segments:
    """Segment means of systems with text of both directions.

    Args:
        frame: `system`, `raw`, `score` (what systems are ranked by), `direction`, `_unit`: the number of the document,
            or of the segment where documents are unknown.
        systems: in the order in which they are to be reported.
    """

    frame: pl.DataFrame
    systems: tuple[str, ...]


def direction_effect(values: Floats, reverse: NDArray[np.bool_], unit: NDArray[np.intp]) -> ClusterFit | None:
    """Regress values on direction: the coefficient is reverse mean - forward mean, with errors by unit.

    None if a direction has fewer than two units: then nothing is known about the spread of texts.

    Checked against: Welch's variance of document means for documents of equal length (tests/laws, by the kernel);
    planted differences and coverage on simulated campaigns (tests/recovery).
    """
    if min(len(np.unique(unit[reverse])), len(np.unique(unit[~reverse]))) < 2:
        return None
    codes = np.unique(unit, return_inverse=True)[1].astype(np.intp)
    return fit_clusters(np.column_stack([np.ones(len(values)), reverse.astype(np.float64)]), values, codes)


def system_differences(segments: Segments, *, ranked_by_raw: bool) -> list[SystemDifference]:
    """The difference of every system, in points and in the unit of the ranking."""
    found = []
    for system, rows in _by_system(segments):
        reverse, unit = _parts(rows)
        name = "score" if rows["raw"].null_count() else "raw"
        raw = rows[name].to_numpy()
        fit = direction_effect(raw, reverse, unit)
        low, high = (fit.interval(1) if fit else None) or (None, None)
        means = float(raw[~reverse].mean()), float(raw[reverse].mean())
        first = SystemDifference(system, *means, means[1] - means[0], low, high, fit.p_two_sided(1) if fit else None)
        found.append(first if ranked_by_raw else _with_scores(first, rows["score"].to_numpy(), reverse, unit))
    return found


def _with_scores(
    first: SystemDifference, scores: Floats, reverse: NDArray[np.bool_], unit: NDArray[np.intp]
) -> SystemDifference:
    fit = direction_effect(scores, reverse, unit)
    low, high = (fit.interval(1) if fit else None) or (None, None)
    difference = float(scores[reverse].mean() - scores[~reverse].mean())
    return replace(first, score_difference=difference, score_low=low, score_high=high)


def average_difference(segments: Segments) -> ClusterFit | None:
    """Reverse - forward over all systems, each segment mean counted once."""
    frame = segments.frame
    reverse, unit = _parts(frame)
    name = "score" if frame["raw"].null_count() else "raw"
    return direction_effect(frame[name].to_numpy(), reverse, unit)


def pair_changes(segments: Segments) -> list[PairChange]:
    """How the distance of every two systems changes between the directions.

    The coefficient of (system a) x (reverse) in a regression on both and a constant, documents as the unit, Holm over
    all pairs. Texts are the same for both systems, so hard documents cancel.
    """
    rows = dict(_by_system(segments))
    tested = [_pair_fit(rows[a], rows[b]) for a, b in combinations(segments.systems, 2)]
    p = [one[2].p_two_sided(3) if one[2] else None for one in tested]
    known = [value for value in p if value is not None]
    corrected = iter(holm(np.array(known)).tolist() if known else [])
    changes = []
    for (a, b), (forward, reverse, fit), raw_p in zip(combinations(segments.systems, 2), tested, p, strict=True):
        sign = 1.0 if forward >= 0 else -1.0
        low, high = (fit.interval(3) if fit else None) or (None, None)
        if sign < 0 and low is not None and high is not None:
            low, high = -high, -low
        final = None if raw_p is None else float(next(corrected))
        names = (a, b) if sign > 0 else (b, a)
        distances = sign * forward, sign * reverse, sign * (reverse - forward)
        changes.append(PairChange(*names, *distances, low, high, final, final is not None and final < _LEVEL))
    return changes


def _pair_fit(a: pl.DataFrame, b: pl.DataFrame) -> tuple[float, float, ClusterFit | None]:
    """Distance on forward and on reverse text, and the regression whose last column is the change."""
    both = pl.concat([a.with_columns(_a=pl.lit(1.0)), b.with_columns(_a=pl.lit(0.0))])
    reverse, unit = _parts(both)
    scores, first = both["score"].to_numpy(), both["_a"].to_numpy()
    means = [float(scores[(first == of) & (reverse == side)].mean()) for side in (False, True) for of in (1.0, 0.0)]
    few = min(len(np.unique(unit[reverse])), len(np.unique(unit[~reverse]))) < 2
    fit = None
    if not few:
        codes = np.unique(unit, return_inverse=True)[1].astype(np.intp)
        fit = fit_clusters(np.column_stack([np.ones(len(scores)), first, reverse, first * reverse]), scores, codes)
    return means[0] - means[1], means[2] - means[3], fit


def _by_system(segments: Segments) -> Iterable[tuple[str, pl.DataFrame]]:
    parts = segments.frame.partition_by("system", as_dict=True)
    return ((system, parts[(system,)]) for system in segments.systems)


def _parts(rows: pl.DataFrame) -> tuple[NDArray[np.bool_], NDArray[np.intp]]:
    return (rows["direction"] == "reverse").to_numpy(), rows["_unit"].to_numpy().astype(np.intp)


def in_both(frame: pl.DataFrame) -> tuple[list[str], list[str]]:
    """Systems with rows of both directions, and those with rows of one."""
    sides = frame.group_by("system").agg(pl.col("direction").n_unique()).sort("system")
    both, one = (sides.filter(pl.col("direction") == n)["system"].to_list() for n in (2, 1))
    return both, one


def ordered(names: Iterable[str], order: Sequence[str]) -> tuple[str, ...]:
    """Names in the order of another list."""
    held = set(names)
    return tuple(name for name in order if name in held)
