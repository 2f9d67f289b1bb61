"""What is to be known with every power, sample size and smallest effect."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from adjudge.core.catalogue import counted, exact
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
    NOTHING_EQUAL,
    NOTHING_SIGNIFICANT,
    ONE_COMPARISON,
    PAIRED_SEGMENTS,
    ROUGH,
    ROUGH_EQUALITY,
    SEVERAL_COMPARISONS,
    SHORT_DOCUMENTS,
)
from adjudge.planning.power.checking import Question
from adjudge.planning.power.design import Design
from adjudge.planning.power.digits import level_text, margin_ends, solved_digits
from adjudge.planning.power.solving import smallest_n

#: How far simulated power is from the formula at most, by the largest share at which the limit of the test lies
#: (benchmarks/study_small_plans.py). Up to the first share nothing is said: it is within .04 there.
ROUGH_ABOVE: Final = 0.45
OFF_BY: Final = ((0.6, 0.08), (0.75, 0.16), (0.9, 0.35), (math.inf, 0.95))
#: Below this many segments a test of equality with estimated variances shows less than the formula says by .02 or more
#: (benchmarks/study_planned_power.py).
ROUGH_EQUALITY_BELOW: Final = 100
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
        low, high = margin_ends(plan.margin)
        said = f"{effect:.{solved_digits(effect)}f}" if question.solved == "effect" else exact(effect)
        yield EQUIVALENCE(
            level=plan.level,
            _level=level_text(plan.level, plan.alpha),
            low=low,
            high=high,
            effect=effect,
            _effect=said,
            _assumed=assumed,
        )


def _about_the_size(design: Design, n: int) -> Iterator[Finding]:
    plan, form = design.plan, design.form
    yield from _about_equality(design, n) if plan.margin is not None else _about_the_limit(design, n)
    if form.unit == "segment" and n < FEW_BELOW and plan.margin is None:
        yield FEW_SEGMENTS(n=n, close=design.power(n, CLOSE))
    if plan.documents is not None and n < plan.documents:
        yield SHORT_DOCUMENTS(n=n, documents=plan.documents)


def _about_the_limit(design: Design, n: int) -> Iterator[Finding]:
    """Whether a difference can be significant at all, and whether the formula is good there."""
    worth = design.effective(n), design.effective(design.plan.m or n)
    least_p, share = design.least_p(*worth), design.limit_share(*worth)
    level, noun = design.plan.level, counted(n, design.form.unit)
    words = level_text(level, design.plan.alpha)
    if least_p > level:
        yield NOTHING_SIGNIFICANT(_n=noun, level=level, _level=words, least_p=least_p)
    elif share > ROUGH_ABOVE:
        off = next(off for most, off in OFF_BY if share <= most)
        yield ROUGH(_n=noun, level=level, _level=words, share=share, off=off)


def _about_equality(design: Design, n: int) -> Iterator[Finding]:
    """Whether equality can be shown at all, and whether the formula is good there."""
    plan = design.plan
    if design.power(n, 0.5) == 0:
        said, level = counted(n, design.form.unit), level_text(plan.level, plan.alpha)
        low, high = margin_ends(plan.margin or 0.0)
        yield NOTHING_EQUAL(_n=said, level=plan.level, _level=level, low=low, high=high)
    elif (
        design.form.none is not None and min(design.effective(n), design.effective(plan.m or n)) < ROUGH_EQUALITY_BELOW
    ):
        yield ROUGH_EQUALITY(least=ROUGH_EQUALITY_BELOW)


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
