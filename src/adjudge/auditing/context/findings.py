"""What there is to say about the effect of degraded context."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import Any, Final

import polars as pl

from adjudge.auditing.context import catalogue as say
from adjudge.auditing.context.covariates import Regression
from adjudge.auditing.context.degraded import DegradedScores
from adjudge.auditing.context.effect import (
    ENOUGH_UNITS,
    ContextGroup,
    Shift,
    Unit,
    known_units,
    p_in_words,
    unit_key,
    units_on,
)
from adjudge.auditing.context.pairs import ContextPairs
from adjudge.core.catalogue import counted
from adjudge.core.findings import Finding
from adjudge.kernels.probability.few_units import FEWEST_FOR_ERRORS
from adjudge.kernels.probability.normal import quantile
from adjudge.kernels.probability.student import quantile_of_t

#: Of the tests that findings speak of.
_LEVEL: Final = 0.05
#: The effect found at WMT22, as a share of the scale: 1.9 + 0.26 points of 100 (Knowles and Lo 2024, section 5.2).
_PUBLISHED: Final = 0.0216
#: With fewer degrees of freedom the quantile of t is more than a quarter above that of the normal distribution: then
#: the number of annotators limits the test, not the number of pairs.
_FEW_FREEDOM: Final = 6
#: Units with their plurals.
_NOUNS: Final[dict[Unit, str]] = {"annotator": "annotator", "session": "session", "copy": "copy/copies"}


def tests(pairs: pl.DataFrame, group: ContextGroup, points: float | None) -> Iterator[Finding]:
    """What both tests say of all pairs."""
    if group.difference is None:
        yield say.ONE_SIDE(before=group.before.n, after=group.after.n, _side="after" if group.before.n else "before")
        return
    words: dict[str, Any] = {"difference": group.difference, "low": group.low, "high": group.high}
    tested: dict[str, Any] = {"_p": p_in_words(group.p_robust), "_units": _counted(group.units, group.unit)}
    if _below(group.p_robust):
        few = _few_annotators(pairs, group)
        yield say.LOWER_AFTER(before=group.before.mean, after=group.after.mean, **words, **tested, _few=few)
        return
    yield say.NO_EVIDENCE(**words, **tested)
    yield from _only_if_independent(group)
    yield from _power(group, points)


def _only_if_independent(group: ContextGroup) -> Iterator[Finding]:
    """Tests that take more as independent than they may, and find something."""
    welch, robust = p_in_words(group.p), p_in_words(group.p_robust)
    smaller = next((one for one in group.robust[1:] if _below(one.p)), None)
    if smaller is not None:
        yield say.ONLY_THESE(
            p_robust=group.p_robust,
            p_smaller=smaller.p,
            _p=p_in_words(smaller.p),
            _smaller=smaller.unit,
            _p_robust=robust,
            _member=group.unit,
            _units=_counted(group.units, group.unit),
            _these=f"{group.unit}s" if group.unit != "copy" else "copies",
        )
    elif _below(group.p) and group.unit:
        yield say.ONLY_INDEPENDENT(_p=welch, _p_robust=robust, _member=group.unit)


def _power(group: ContextGroup, points: float | None) -> Iterator[Finding]:
    """Whether an effect of the published size would have been found."""
    if points is None or group.low is None or group.high is None or not group.freedom:
        return
    error = (group.high - group.low) / 2 / quantile_of_t(0.975, group.freedom)
    detectable = error * (quantile_of_t(1 - _LEVEL, group.freedom) + quantile(0.8))
    if detectable > _PUBLISHED * points:
        counts: dict[str, Any] = {"before": group.before.n, "after": group.after.n, "units": group.units}
        few = group.unit == "annotator" and group.freedom < _FEW_FREEDOM
        entry = say.FEW_ANNOTATORS if few else say.LITTLE_BEFORE
        yield entry(**counts, detectable=detectable, _units=_counted(group.units, group.unit))


def units(pairs: pl.DataFrame, group: ContextGroup, asked: Unit | None) -> Iterator[Finding]:
    """Which unit the robust test takes as independent and what smaller ones give, or why there is no such test."""
    if group.unit is None:
        if group.difference is not None:
            unit = asked or known_units(pairs)[0]
            before, after = units_on(pairs, unit)
            sides = f"{_counted(before, unit)} before and {_counted(after, unit)} after a degraded item"
            few = min(before, after) < FEWEST_FOR_ERRORS
            yield say.NO_ROBUST_TEST(before=before, after=after, unit=unit, _sides=sides if few else None)
        return
    others = [one for one in group.robust[1:] if one.units != group.units]
    shown = [f"p {p_in_words(one.p)} by {one.unit} ({_counted(one.units, one.unit)})" for one in others]
    yield say.UNITS(
        unit=group.unit,
        units=group.units,
        _units=_counted(group.units, group.unit),
        _p=p_in_words(group.p_robust),
        _others=" and ".join(shown),
        _few=_few_annotators(pairs, group),
    )


def _few_annotators(pairs: pl.DataFrame, group: ContextGroup) -> str | None:
    """How many annotators there are, if these are too few to be the units."""
    if group.unit == "annotator" or pairs["annotator"].null_count():
        return None
    people = pairs.select(unit_key(pairs, "annotator")).n_unique()
    return counted(people, "annotator") if people < ENOUGH_UNITS else None


def _counted(number: int | None, unit: Unit | None) -> str | None:
    return None if number is None or unit is None else counted(number, _NOUNS[unit])


def surroundings(
    repeats: Shift | None, extreme: DegradedScores | None, regression: Regression | None
) -> Iterator[Finding]:
    """Repeats without degraded context, how extreme degraded items are, and covariates that could not be used."""
    if repeats is not None:
        known = None if repeats.p is None else p_in_words(repeats.p)
        yield say.REPEATS(n=repeats.n, mean=repeats.mean, _p=known)
    if extreme is not None:
        lowest = None if extreme.lowest_tenth is None else f"{extreme.lowest_tenth:.0%}"
        against = "calibration items" if extreme.against == "calibration" else "items of systems"
        figures = {name: value for name, value in asdict(extreme).items() if name != "histogram"}
        yield say.EXTREME(**figures, _against=against, _lowest=lowest)
    if regression is not None and regression.left_out:
        yield say.NOT_SEPARABLE(columns=list(regression.left_out))


def left_out(pairs: ContextPairs) -> Iterator[Finding]:
    """Copies that could not be paired with their original."""
    if pairs.left_out:
        lost = sum(pairs.left_out.values())
        yield say.LEFT_OUT(
            copies=pairs.copies, left_out=dict(pairs.left_out), _left_out=lost, _reasons=reasons(pairs.left_out)
        )


def reasons(left_out: Mapping[str, int]) -> str:
    """Reasons with their numbers, in words."""
    return ", ".join(f"{n:,} {reason}" for reason, n in left_out.items())


def _below(p: float | None) -> bool:
    return p is not None and p < _LEVEL
