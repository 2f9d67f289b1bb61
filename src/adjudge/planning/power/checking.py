"""What was asked, checked: every mistake is refused in words before anything is computed."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

from adjudge.core.arguments import require_number, require_whole_number
from adjudge.planning.power.catalogue import (
    ALL_GIVEN,
    IMPOSSIBLE_TIES,
    MORE_DOCUMENTS,
    NO_EFFECT,
    NO_GROUPS,
    NO_ICC,
    NOT_FOR_TEST,
    NOTHING_GIVEN,
    OUTSIDE,
    OUTSIDE_MARGIN,
    SIDES_OF_EQUIVALENCE,
    TWO_GROUPINGS,
    WEAK_POWER,
)
from adjudge.planning.power.digits import margin_ends
from adjudge.planning.power.forms import FORMS, PowerForm
from adjudge.planning.power.settings import FARTHEST, MOST_SIZE, PowerSettings

Solved = Literal["n", "effect", "power"]
#: The power of the five-eighty rule.
USUAL_POWER: Final = 0.8
#: No campaign needs a smaller level; the smallest p-values would have no digits left.
LEAST_ALPHA: Final = 1e-9
_MOST_SYSTEMS: Final = 1000
#: .5 - .4 is a little less than .1 in binary numbers.
_ROUNDING: Final = 1e-9
#: Settings that belong to some tests only.
_SPECIAL: Final = ("m", "correlation", "ties", "documents", "segments_per_document", "votes_per_unit")


@dataclass(frozen=True)
class Question:
    """What is known and what is to be solved.

    Args:
        n: None if it is solved.
        effect: None if it is solved.
        power: None if it is solved.
        solved: which one.
        assumed_power: nobody gave the power.
        assumed_effect: nobody gave the effect: equality.
    """

    n: int | None
    effect: float | None
    power: float | None
    solved: Solved
    assumed_power: bool = False
    assumed_effect: bool = False


def checked_settings(given: Mapping[str, Any]) -> PowerSettings:
    """Settings of a plan.

    Args:
        given: arguments of `adjudge.power` by their names; None is not given.

    Raises:
        UsageError: AJ040 for a value that cannot be used, or a setting that does not apply.
    """
    form = FORMS.find(given["test"])
    _require_applicable(form, given)
    _within("alpha", given["alpha"], LEAST_ALPHA, 0.5, f"a level from {LEAST_ALPHA:g} to below .5, such as 0.05")
    _within("correlation", given["correlation"], -1, 1, "a correlation above -1 and below 1")
    _within(
        "margin", given["margin"], 0, 0.5 - FARTHEST, "a margin above 0 and below .5: half the width of what is equal"
    )
    _from_zero("ties", given["ties"], 1, "a share from 0 and below 1")
    _from_zero("icc", given["icc"], math.nextafter(1, 2), "a correlation from 0 to 1")
    if given["sides"] is not None and given["sides"] not in {1, 2}:
        raise OUTSIDE(name="sides", value=given["sides"], expected="1 or 2", todo="choose one of them")
    if given["sides"] is not None and given["margin"] is not None:
        raise SIDES_OF_EQUIVALENCE(sides=given["sides"])
    _whole("m", given["m"], 1, MOST_SIZE)
    _whole("documents", given["documents"], 1, MOST_SIZE)
    _whole("systems", given["systems"], 2, _MOST_SYSTEMS)
    _require_groups(form, given)
    plan = PowerSettings(
        test=form.name,
        alpha=float(given["alpha"]),
        sides=1 if given["margin"] is not None else given["sides"] or 2,
        m=given["m"],
        correlation=float(given["correlation"] or 0.0),
        ties=float(given["ties"] or 0.0),
        documents=given["documents"],
        group=_group(given),
        icc=None if given["icc"] is None else float(given["icc"]),
        systems=given["systems"],
        margin=None if given["margin"] is None else float(given["margin"]),
    )
    if plan.margin is not None:
        _require_possible(form, 0.5 + plan.margin, plan)
    return plan


def checked_question(n: Any, effect: Any, power: Any, plan: PowerSettings) -> Question:  # noqa: ANN401 - what was given
    """What is to be solved, with what nobody gave filled in.

    Raises:
        UsageError: AJ040 if it is not two of the three, or a value cannot be used.
    """
    _whole("n", n, 1, MOST_SIZE)
    _within(
        "effect",
        effect,
        FARTHEST,
        1 - FARTHEST,
        f"a probability from {FARTHEST:f} to {1 - FARTHEST:f}; .5 is no difference",
    )
    _within("power", power, 0, 1, "a probability above 0 and below 1, such as 0.8")
    if n is not None and effect is not None and power is not None:
        raise ALL_GIVEN(n=n, effect=effect, power=power)
    if power is not None and power <= plan.alpha:
        raise WEAK_POWER(power=power, alpha=plan.alpha)
    if n is not None and plan.documents is not None and plan.documents > n:
        raise MORE_DOCUMENTS(documents=plan.documents, n=n)
    question = _question(n, effect, power, plan)
    if question.effect is not None:
        _require_effect(question.effect, question.solved, plan)
    return question


def _question(n: int | None, effect: float | None, power: float | None, plan: PowerSettings) -> Question:
    if plan.margin is not None:
        if n is not None and power is not None:
            return Question(n, None, power, "effect")
        assumed = effect is None
        true = 0.5 if effect is None else float(effect)
        if n is not None:
            return Question(n, true, None, "power", assumed_effect=assumed)
        return Question(None, true, power or USUAL_POWER, "n", power is None, assumed)
    if n is None and effect is None:
        raise NOTHING_GIVEN(power=power)
    if n is not None and effect is not None:
        return Question(n, float(effect), None, "power")
    solved: Solved = "n" if n is None else "effect"
    return Question(n, effect, power or USUAL_POWER, solved, assumed_power=power is None)


def _require_effect(effect: float, solved: Solved, plan: PowerSettings) -> None:
    form = FORMS[plan.test]
    if plan.margin is not None and abs(effect - 0.5) >= plan.margin - _ROUNDING:
        low, high = margin_ends(plan.margin)
        raise OUTSIDE_MARGIN(effect=effect, low=low, high=high)
    if plan.margin is None and effect == 0.5 and solved == "n":
        raise NO_EFFECT(unit=form.unit)
    _require_possible(form, effect, plan)


def _require_possible(form: PowerForm, effect: float, plan: PowerSettings) -> None:
    """Refuse an effect that so many ties leave no room for."""
    if form.decisive is None or form.effect is None or 0 <= form.decisive(effect, plan) <= 1:
        return
    low, high = form.effect(0.0, plan), form.effect(1.0, plan)
    raise IMPOSSIBLE_TIES(effect=effect, ties=plan.ties, low=low, high=high)


def _require_applicable(form: PowerForm, given: Mapping[str, Any]) -> None:
    """Refuse a setting that belongs to another test."""
    for name in _SPECIAL:
        if given[name] is not None and name not in form.takes:
            takes = ", ".join(f"`{one}=`" for one in _SPECIAL if one in form.takes)
            tests = ", ".join(other.name for other in FORMS.values() if name in other.takes)
            raise NOT_FOR_TEST(name=name, test=form.name, takes=takes, tests=tests)


def _require_groups(form: PowerForm, given: Mapping[str, Any]) -> None:
    """Refuse groups without a correlation, and a correlation without groups."""
    if given["documents"] is not None and given["segments_per_document"] is not None:
        raise TWO_GROUPINGS(documents=given["documents"], size=given["segments_per_document"])
    names = [name for name in _SPECIAL[3:] if name in form.takes]
    for name in names[-1:]:
        _size(name, given[name])
    held = [name for name in names if given[name] is not None]
    if held and given["icc"] is None:
        raise NO_ICC(name=held[0])
    if given["icc"] is not None and not held:
        raise NO_GROUPS(groups=" or ".join(f"`{name}=`" for name in names))


def _group(given: Mapping[str, Any]) -> float | None:
    size = given["segments_per_document"] if given["votes_per_unit"] is None else given["votes_per_unit"]
    return None if size is None else float(size)


def _within(name: str, value: Any, low: float, high: float, expected: str) -> None:  # noqa: ANN401 - what was given
    """A number between two others, or a positive lower one itself, or nothing (AJ040)."""
    require_number(name, value)
    if value is not None and not (low < value < high or value == low > 0):
        raise OUTSIDE(name=name, value=value, expected=expected, todo="choose a value in between")


def _from_zero(name: str, value: Any, high: float, expected: str) -> None:  # noqa: ANN401 - what was given
    require_number(name, value)
    if value is not None and not 0 <= value < high:
        raise OUTSIDE(name=name, value=value, expected=expected, todo="choose a value in between")


def _size(name: str, value: Any) -> None:  # noqa: ANN401 - what was given
    require_number(name, value)
    if value is not None and not 1 <= value <= MOST_SIZE:
        raise OUTSIDE(name=name, value=value, expected=f"from 1 to {MOST_SIZE:,}", todo="choose a value in between")


def _whole(name: str, value: Any, least: int, most: int) -> None:  # noqa: ANN401 - what was given
    require_whole_number(name, value, most=most)
    if value is not None and value < least:
        todo = "choose a larger number"
        raise OUTSIDE(name=name, value=value, expected=f"a whole number from {least} to {most:,}", todo=todo)
