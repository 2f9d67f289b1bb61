"""The function `power`: two of n, effect and power are given, the third is solved."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any, Final, Literal

from adjudge.core.catalogue import counted, exact
from adjudge.core.signature import Signature
from adjudge.planning.power.catalogue import NOT_EQUAL, NOT_FOUND, SATURATED, UNREACHABLE
from adjudge.planning.power.caveats import caveats
from adjudge.planning.power.checking import USUAL_POWER, Question, checked_question, checked_settings
from adjudge.planning.power.curves import needed_sizes, power_curves
from adjudge.planning.power.design import Design
from adjudge.planning.power.digits import level_text
from adjudge.planning.power.result import PowerResult
from adjudge.planning.power.settings import MOST_SIZE, PowerSettings, TestName
from adjudge.planning.power.solving import found_effect, smallest_n

#: So many times the documents that are enough with endless segments are an example that can be used.
_AMPLE: Final = 1.25


def power(
    n: int | None = None,
    effect: float | None = None,
    power: float | None = None,
    *,
    m: int | None = None,
    alpha: float = 0.05,
    sides: Literal[1, 2] | None = None,
    test: TestName = "rank-sum",
    correlation: float | None = None,
    ties: float | None = None,
    documents: int | None = None,
    segments_per_document: float | None = None,
    votes_per_unit: float | None = None,
    icc: float | None = None,
    systems: int = 2,
    margin: float | None = None,
) -> PowerResult:
    """Power, sample size or smallest effect of a planned comparison of two systems.

    Two of n, effect and power are given, the third is solved. If only n or only the effect is given, a power of .8 is
    taken. Solving for n gives the least n that reaches the power, for the effect the one nearest to .5 that is found.

    Args:
        n: segments of each system; with `comparisons` votes on each pair.
        effect: P(a segment of A scores below one of B), ties halved; .5 is no difference. With `comparisons` it is the
            probability that B beats A in a vote that is no tie.
        power: chance that the test finds the effect.
        m: segments of the other system, with `rank-sum`; as many as n if left out.
        alpha: level over all pairs of systems.
        sides: 1 or 2; 2 if left out. A one-sided test looks in the direction of the effect.
        test: `rank-sum` (independent segments), `paired` (signed-rank on shared segments), `sign` (on shared segments,
            exact), `comparisons` (votes, exact).
        correlation: of the scores of two systems on the same segment, with `paired` and `sign`; 0 if left out, which
            makes shared segments worth no more than independent ones.
        ties: share of segments (`sign`) or votes (`comparisons`) without a winner.
        documents: that all segments come from; needs `icc`.
        segments_per_document: their length instead; needs `icc`.
        votes_per_unit: votes of one person or on one text, whatever makes them dependent; needs `icc`.
        icc: correlation within a document, or within what makes votes dependent.
        systems: number of systems; all their pairs share alpha (Bonferroni).
        margin: plan to show that P(A < B) lies within .5 - margin and .5 + margin, by two one-sided tests. The true
            effect is .5 if none is given.

    Returns:
        What was given and solved, other sizes and effects around it, and what to know with every number.

    Raises:
        UsageError: AJ040 for a value that cannot be used; AJ620 or AJ621 if no size or no effect reaches the power.

    Example:
        >>> result = power(effect=0.43, power=0.8)
        >>> result.n
        266
        >>> round(power(n=385).effect, 3)
        0.442
    """
    given = {
        "m": m,
        "alpha": alpha,
        "sides": sides,
        "test": test,
        "correlation": correlation,
        "ties": ties,
        "documents": documents,
        "segments_per_document": segments_per_document,
        "votes_per_unit": votes_per_unit,
        "icc": icc,
        "systems": systems,
        "margin": margin,
    }
    plan = checked_settings(given)
    return _solve(Design(plan), checked_question(n, effect, power, plan), given)


def _solve(design: Design, question: Question, given: dict[str, Any]) -> PowerResult:
    n, effect, asked = question.n, question.effect, question.power
    if n is None:
        assert effect is not None  # noqa: S101 - as checked
        assert asked is not None  # noqa: S101
        n = _n(design, effect, asked)
    if effect is None:
        assert asked is not None  # noqa: S101
        effect = _effect(design, n, asked)
    achieved = design.power(n, effect)
    asked_for = {"n": question.n, "effect": question.effect, "power": question.power}
    plan, target = design.plan, USUAL_POWER if asked is None else asked
    return PowerResult(
        signature=_signature(plan, asked_for),
        settings={**asked_for, **given, "target": target},
        findings=caveats(design, n, effect, question),
        n=n,
        m=(plan.m or n) if "m" in design.form.takes else None,
        effect=effect,
        power=achieved if asked is None else asked,
        achieved_power=achieved,
        alpha=plan.alpha,
        sides=plan.sides,
        test=plan.test,
        level=plan.level,
        systems=plan.systems,
        comparisons=plan.comparisons,
        margin=plan.margin,
        design_effect=design.design_effect(n),
        effective_n=design.effective(n),
        documents=plan.documents,
        group_size=plan.group if plan.documents is None else n / plan.documents,
        icc=plan.icc,
        correlation=plan.correlation if "correlation" in design.form.takes else None,
        ties=plan.ties if "ties" in design.form.takes else None,
        solved=question.solved,
        curves=power_curves(plan, n, effect),
        needed=needed_sizes(plan, effect, target),
    )


def _n(design: Design, effect: float, asked: float) -> int:
    """The least n.

    Raises:
        UsageError: AJ620 if there is none.
    """
    n, plan = smallest_n(design, effect, asked), design.plan
    if n is not None:
        return n
    if design.most_effective < MOST_SIZE:
        independent = smallest_n(Design(replace(plan, icc=None, documents=None)), effect, asked)
        if independent is not None and plan.icc is not None:
            needed = math.floor(independent * plan.icc)
            usable = math.ceil(_AMPLE * needed) + 1
            raise SATURATED(
                unit=design.form.unit,
                documents=plan.documents,
                power=asked,
                _aim=_aim(plan, effect),
                most_effective=design.most_effective,
                reached=design.power_of(design.most_effective, design.effective(plan.m or MOST_SIZE), effect),
                needed=needed,
                usable=usable,
                segments=smallest_n(Design(replace(plan, documents=usable)), effect, asked),
            )
    choice = "an effect farther from .5" if plan.margin is None else "a wider margin, or an effect nearer to .5"
    told = {"power": asked, "_aim": _aim(plan, effect), "_choice": choice}
    raise UNREACHABLE(unit=design.form.unit, most=MOST_SIZE, m=plan.m, **told)


def _aim(plan: PowerSettings, effect: float) -> str:
    """What is to be found, or to be shown, in words."""
    if plan.margin is None:
        return f"at an effect of {exact(effect)}"
    return f"to show equality within {exact(plan.margin)} of .5 at an effect of {exact(effect)}"


def _effect(design: Design, n: int, asked: float) -> float:
    """The effect nearest to .5 that is found; with a margin the farthest at which equality is shown.

    Raises:
        UsageError: AJ621 if there is none.
    """
    effect, plan, noun = found_effect(design, n, asked), design.plan, counted(n, design.form.unit)
    if effect is not None:
        return effect
    if plan.margin is not None:
        needed = smallest_n(design, 0.5, asked)
        raise NOT_EQUAL(
            n=noun,
            unit=design.form.unit,
            margin=plan.margin,
            power=asked,
            reached=design.power(n, 0.5),
            needed=needed and counted(needed, design.form.unit),
        )
    raise NOT_FOUND(n=noun, unit=design.form.unit, power=asked, level=level_text(plan.level, plan.alpha))


def _signature(plan: PowerSettings, asked_for: dict[str, float | None]) -> Signature:
    """Every choice; what was solved is left out, as it follows from them."""
    known = {name: exact(value) for name, value in asked_for.items() if value is not None}
    return Signature.of({"plan": "power", "test": plan.test} | known | plan.choices())
