"""What is to be known with every power, sample size and smallest effect."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from adjudge.core.catalogue import counted
from adjudge.core.findings import Finding
from adjudge.planning.power.catalogue import (
    CLUSTERED,
    CLUSTERED_VOTES,
    EQUIVALENCE,
    EXCLUDED_TIES,
    FEW_SEGMENTS,
    FIVE_EIGHTY,
    INDEPENDENT_GROUPS,
    INDIRECT_VOTES,
    NORMAL_SHIFT,
    NOT_CLUSTERED,
    NOT_CLUSTERED_VOTES,
    NOTHING_SIGNIFICANT,
    ONE_COMPARISON,
    PAIRED_SEGMENTS,
    ROUGH,
    SEVERAL_COMPARISONS,
    SHORT_DOCUMENTS,
)
from adjudge.planning.power.checking import Question
from adjudge.planning.power.design import Design
from adjudge.planning.power.solving import smallest_n

#: Below this many segments the normal approximations are off by more than .01 (tests/recovery).
ROUGH_BELOW: Final = 20
#: Fewer segments than this are what whole documents give (W4); 55 and 114 in Graham et al. 2020.
FEW_BELOW: Final = 100
#: "Closely performing systems" in Graham et al. 2020, section 4.
CLOSE: Final = 0.47
_OTHER_CORRELATIONS: Final = (0.25, 0.5)


def caveats(design: Design, n: int, effect: float, question: Question) -> tuple[Finding, ...]:
    """All findings about one plan.

    Args:
        design: the plan.
        n: given or solved.
        effect: given or solved.
        question: what was given.
    """
    return (
        *_about_the_question(design, effect, question),
        *_about_the_size(design, n),
        *plan_caveats(design, n, effect),
    )


def _about_the_question(design: Design, effect: float, question: Question) -> Iterator[Finding]:
    plan = design.plan
    if question.assumed_power:
        yield FIVE_EIGHTY()
    if plan.margin is not None:
        assumed = "as none was given: the systems are equal" if question.assumed_effect else None
        low, high = 0.5 - plan.margin, 0.5 + plan.margin
        yield EQUIVALENCE(level=plan.level, low=low, high=high, effect=effect, _assumed=assumed)


def _about_the_size(design: Design, n: int) -> Iterator[Finding]:
    plan, form = design.plan, design.form
    worth = min(design.effective(n), design.effective(plan.m or n))
    if not design.can_reject(design.effective(n), design.effective(plan.m or n)):
        least = plan.sides * form.least_p(design.effective(n), design.effective(plan.m or n), plan)
        yield NOTHING_SIGNIFICANT(_n=counted(n, form.unit), level=plan.level, least_p=min(1.0, least))
    elif form.counted is None and worth < ROUGH_BELOW:
        yield ROUGH(least=ROUGH_BELOW)
    if form.unit == "segment" and n < FEW_BELOW and plan.margin is None:
        yield FEW_SEGMENTS(n=n, close=design.power(n, CLOSE))
    if plan.documents is not None and n < plan.documents:
        yield SHORT_DOCUMENTS(n=n, documents=plan.documents)


def plan_caveats(design: Design, n: int | None, effect: float | None) -> Iterator[Finding]:
    """What a formula takes for granted, whatever the sizes.

    Args:
        design: the plan.
        n: None for a table of several.
        effect: None for a table of several.
    """
    plan, form = design.plan, design.form
    if "m" in form.takes:
        yield INDEPENDENT_GROUPS()
    elif "correlation" in form.takes:
        yield PAIRED_SEGMENTS(correlation=plan.correlation, _also=_with_other_correlations(design, n, effect))
    yield NORMAL_SHIFT() if form.counted is None else EXCLUDED_TIES(ties=plan.ties, _unit=form.unit)
    yield _dependence(design, n)
    if plan.systems == 2:
        yield ONE_COMPARISON(alpha=plan.alpha)
    else:
        yield SEVERAL_COMPARISONS(
            systems=plan.systems, comparisons=plan.comparisons, level=plan.level, alpha=plan.alpha
        )
    if form.unit == "vote" and plan.systems > 2:
        yield INDIRECT_VOTES(systems=plan.systems, share=2 / plan.systems)


def _dependence(design: Design, n: int | None) -> Finding:
    plan, votes = design.plan, design.form.unit == "vote"
    if plan.icc is None:
        return NOT_CLUSTERED_VOTES() if votes else NOT_CLUSTERED()
    worth = None if n is None else design.effective(n)
    effect = design.design_effect(n or 1)
    if votes:
        return CLUSTERED_VOTES(icc=plan.icc, design_effect=effect, n=n, effective_n=worth)
    most = design.most_effective if plan.documents is not None and plan.icc else None
    documents = plan.documents if most else None
    return CLUSTERED(icc=plan.icc, design_effect=effect, n=n, effective_n=worth, most=most, documents=documents)


def _with_other_correlations(design: Design, n: int | None, effect: float | None) -> str | None:
    """What n would be with other correlations, in words."""
    if n is None or effect is None or effect == 0.5:
        return None
    plan = design.plan
    target = design.power(n, effect)
    known: dict[float, int | None] = {}
    for correlation in _OTHER_CORRELATIONS:
        if correlation != plan.correlation:
            other = Design(replace(plan, correlation=correlation))
            known[correlation] = _size_with(other, effect, target)
    said = [f"with {one:g} it would take {size:,}" for one, size in known.items() if size is not None]
    return ", ".join(said) or None


def _size_with(other: Design, effect: float, target: float) -> int | None:
    if not 0 < target < 1:
        return None
    return smallest_n(other, effect, target)
