"""What there is to say about the effect of degraded context."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import Any, Final

import polars as pl

from adjudge.auditing.context import catalogue as say
from adjudge.auditing.context.covariates import Regression
from adjudge.auditing.context.degraded import DegradedScores
from adjudge.auditing.context.effect import ENOUGH_UNITS, ContextGroup, Shift, Unit, unit_key
from adjudge.auditing.context.pairs import ContextPairs
from adjudge.core.catalogue import counted
from adjudge.core.findings import Finding
from adjudge.kernels.probability.normal import quantile

#: Of the tests that findings speak of.
_LEVEL: Final = 0.05
#: The effect found at WMT22, as a share of the scale: 1.9 + 0.26 points of 100 (Knowles and Lo 2024, section 5.2).
_PUBLISHED: Final = 0.0216
#: Plurals of the units.
_NOUNS: Final[dict[Unit, str]] = {"annotator": "annotators", "session": "sessions", "copy": "copies"}


def tests(group: ContextGroup, points: float | None) -> Iterator[Finding]:
    """What both tests say of all pairs."""
    if group.difference is None:
        yield say.ONE_SIDE(before=group.before.n, after=group.after.n, _side="after" if group.before.n else "before")
        return
    words: dict[str, Any] = {"difference": group.difference, "low": group.low, "high": group.high}
    tested: dict[str, Any] = {"_p": _p(group.p_robust), "_unit": _NOUNS[group.unit] if group.unit else None}
    robust, plain = _below(group.p_robust), _below(group.p)
    if robust:
        yield say.LOWER_AFTER(before=group.before.mean, after=group.after.mean, **words, **tested)
        return
    yield say.NO_EVIDENCE(**words, **tested)
    if plain and group.unit:
        yield say.ONLY_INDEPENDENT(_p=_p(group.p), _p_robust=_p(group.p_robust), _member=group.unit)
    if points is None or group.low is None or group.high is None or not group.freedom:
        return
    from scipy.special import stdtrit

    error = (group.high - group.low) / 2 / float(stdtrit(group.freedom, 0.975))
    detectable = error * (float(stdtrit(group.freedom, 1 - _LEVEL)) + quantile(0.8))
    if detectable > _PUBLISHED * points:
        counts: dict[str, Any] = {"before": group.before.n, "after": group.after.n, "units": group.units}
        yield say.LITTLE_BEFORE(**counts, detectable=detectable)


def units(pairs: pl.DataFrame, group: ContextGroup) -> Iterator[Finding]:
    """Which unit the robust test takes as independent, and why."""
    if group.unit is None:
        return
    few = None
    if group.unit != "annotator" and not pairs["annotator"].null_count():
        people = pairs.select(unit_key(pairs, "annotator")).n_unique()
        few = f"{counted(people, 'annotator')} scored them" if people < ENOUGH_UNITS else None
    yield say.UNITS(unit=group.unit, units=group.units, _few=few)


def surroundings(
    repeats: Shift | None, extreme: DegradedScores | None, regression: Regression | None
) -> Iterator[Finding]:
    """Repeats without degraded context, how extreme degraded items are, and covariates that could not be used."""
    if repeats is not None:
        known = None if repeats.p is None else _p(repeats.p)
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


def _p(p: float | None) -> str | None:
    return None if p is None else "< .0001" if p < 0.0001 else f"= {p:.4f}"
