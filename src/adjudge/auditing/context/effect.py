"""The effect of degraded context in one group of pairs: the published test, and one that knows of dependence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

import numpy as np
import polars as pl
from numpy.typing import NDArray

from adjudge.core.checking.identity import SITTING, present
from adjudge.kernels.cluster_robust.regression import fit_clusters
from adjudge.kernels.rating_tests.welch import Sample, one_sample_p, welch_p_less

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]
Unit = Literal["annotator", "session", "copy"]
#: Units whose pairs may depend on each other, the largest first.
UNITS: Final[tuple[Unit, ...]] = ("annotator", "session", "copy")
#: With fewer units in all there is hardly a degree of freedom left. Two are needed on each side (`fit_clusters`).
ENOUGH_UNITS: Final = 5


@dataclass(frozen=True)
class Shift:
    """Differences original - copy of one kind of pairs.

    Args:
        n: number of pairs.
        mean: mean difference; None without pairs.
        median: median difference.
        sd: standard deviation; None with fewer than two pairs.
        p: two-sided t test of "no shift", pairs taken as independent (Knowles and Lo 2024, section 5.1).
    """

    n: int
    mean: float | None
    median: float | None
    sd: float | None
    p: float | None

    @classmethod
    def of(cls, d: Floats) -> Shift:
        """Of these differences."""
        sample = Sample.of(d)
        sd = None if sample.variance is None else float(np.sqrt(sample.variance))
        return cls(sample.n, sample.mean, float(np.median(d)) if len(d) else None, sd, one_sample_p(sample))


@dataclass(frozen=True)
class RobustTest:
    """The effect with pairs of one unit taken as dependent.

    Args:
        unit: `annotator`, `session` or `copy`.
        units: how many of them.
        p: one-tailed p of "before < after".
        low: lower end of the 95% interval of the difference.
        high: upper end.
        freedom: degrees of freedom.
    """

    unit: Unit
    units: int
    p: float
    low: float
    high: float
    freedom: float


@dataclass(frozen=True)
class ContextGroup:
    """The effect in one group of pairs.

    Args:
        name: `all`, or the value that the pairs of the group share.
        by: `all`, `collection`, `pair` (of languages) or `annotator`.
        before: pairs whose copy held no degraded item up to then.
        after: pairs after at least one degraded item of the copy.
        difference: mean after - mean before; positive if scores fall after a degraded item.
        low: lower end of the 95% interval of the difference, allowing for dependence.
        high: upper end.
        p: one-tailed Welch test of "before < after", pairs taken as independent, as published.
        p_robust: the same with pairs of one unit taken as dependent.
        unit: the unit of `p_robust`: `annotator`, `session` or `copy`; None if it could not be computed.
        units: how many of them.
        freedom: degrees of freedom of the robust test.
        robust: the robust test by every unit with enough members, the largest unit first: that of `p_robust`.
    """

    name: str
    by: str
    before: Shift
    after: Shift
    difference: float | None
    low: float | None
    high: float | None
    p: float | None
    p_robust: float | None
    unit: Unit | None
    units: int | None
    freedom: float | None
    robust: tuple[RobustTest, ...] = ()


def context_group(pairs: pl.DataFrame, name: str, by: str, unit: Unit | None) -> ContextGroup:
    """The effect in these pairs.

    `p_robust` is that of the coefficient of `after` in the regression of the difference on it, with CR2 errors: the
    estimate is the difference of the two means, as in Welch's test, and only its error allows for dependence.

    Checked against: figures recomputed from iku-wmt20 and wmt22-toen-mturk (tests/published); level and power of
    both tests on simulated sessions (tests/recovery).

    Args:
        pairs: pairs of the group.
        name: of the group.
        by: what its pairs share.
        unit: the unit of dependence; None for all that have enough members, on each side and in all.
    """
    d, after = pairs["difference"].to_numpy(), pairs["after"].to_numpy()
    before_, after_ = Shift.of(d[~after]), Shift.of(d[after])
    p = welch_p_less(Sample.of(d[~after]), Sample.of(d[after]))
    if before_.mean is None or after_.mean is None:
        return ContextGroup(name, by, before_, after_, *(None,) * 8)
    units = (unit,) if unit else known_units(pairs)
    robust = tuple(one for name in units if (one := _robust(d, after, pairs, name)) is not None)
    if not robust or robust[0].unit != units[0]:  # no smaller unit stands in for the largest
        return ContextGroup(name, by, before_, after_, after_.mean - before_.mean, None, None, p, *(None,) * 4)
    first = robust[0]
    return ContextGroup(
        name=name,
        by=by,
        before=before_,
        after=after_,
        difference=after_.mean - before_.mean,
        low=first.low,
        high=first.high,
        p=p,
        p_robust=first.p,
        unit=first.unit,
        units=first.units,
        freedom=first.freedom,
        robust=robust,
    )


def _robust(d: Floats, after: NDArray[np.bool_], pairs: pl.DataFrame, unit: Unit) -> RobustTest | None:
    """The regression of the difference on `after`; None with fewer than two units on a side, or without spread."""
    codes = unit_codes(pairs, unit)
    if not len(codes) or codes.max() < 1:
        return None
    fit = fit_clusters(np.column_stack([np.ones(len(d)), after.astype(np.float64)]), d, codes)
    p, interval = fit.p_greater(1), fit.interval(1)
    if p is None or interval is None:
        return None
    return RobustTest(unit, fit.clusters, p, *interval, float(fit.freedom[1]))


def units_on(pairs: pl.DataFrame, unit: Unit) -> tuple[int, int]:
    """How many units have pairs before a degraded item, and how many after one."""
    sides = [pairs.filter(after).select(unit_key(pairs, unit)).n_unique() for after in (~pl.col("after"), "after")]
    return sides[0], sides[1]


def known_units(pairs: pl.DataFrame) -> tuple[Unit, ...]:
    """The units that are known for all pairs and have enough members, the largest first; copies if none has.

    An annotator's pairs depend on each other across sessions (some react to context, others do not), so annotators
    come first. A smaller unit takes more pairs as independent and gives the smaller p: it never stands in for a larger
    one that has enough members, and is shown beside it.
    """
    found: list[Unit] = []
    for unit in UNITS:
        known = unit in pairs.columns and not pairs[unit].null_count()
        if known and pairs.select(unit_key(pairs, unit)).n_unique() >= ENOUGH_UNITS:
            found.append(unit)
    return tuple(found) or ("copy",)


def unit_key(pairs: pl.DataFrame, unit: Unit) -> list[str]:
    """The columns that tell one unit from another: sessions of two annotators or files are different ones."""
    wider: dict[Unit, tuple[str, ...]] = {
        "annotator": ("annotator",),
        "session": SITTING,
        "copy": ("copy",),
    }
    return present(wider[unit], pairs)


def unit_codes(pairs: pl.DataFrame, unit: Unit) -> Ints:
    """A number for the unit of every pair."""
    codes = pairs.select(pl.struct(unit_key(pairs, unit)).rank("dense")).to_series().to_numpy()
    return codes.astype(np.intp) - 1


def p_in_words(p: float | None) -> str | None:
    """`= 0.0035`, to stand after "p"."""
    return None if p is None else "< .0001" if p < 0.0001 else f"= {p:.4f}"
