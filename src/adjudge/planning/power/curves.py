"""What other sizes, effects and margins would give, for charts and tables around one plan."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Final

from adjudge.planning.power.design import Design
from adjudge.planning.power.forms import FORMS
from adjudge.planning.power.result import NeededSize, PowerCurve
from adjudge.planning.power.settings import PowerSettings
from adjudge.planning.power.solving import smallest_n

#: Effects beside the one that was asked for.
EFFECTS: Final = (0.4, 0.43, 0.45, 0.47)
NEEDED_EFFECTS: Final = (0.35, 0.4, 0.41, 0.42, 0.43, 0.44, 0.45, 0.46, 0.47, 0.48, 0.49)
MARGINS: Final = (0.03, 0.05, 0.07, 0.1)
NEEDED_MARGINS: Final = (0.02, 0.03, 0.04, 0.05, 0.06, 0.07, 0.08, 0.1, 0.15)
_POINTS: Final = 49
_FIRST: Final = 20
_LAST: Final = 2000
#: Effects that differ by less look the same.
_SAME: Final = 0.002


def power_curves(plan: PowerSettings, n: int, effect: float) -> tuple[PowerCurve, ...]:
    """Power by n: first the plan itself, then other effects, or other margins if equality is to be shown."""
    sizes = _sizes(n, plan)
    cases = [(effect, plan.margin), *_others(plan, effect, EFFECTS, MARGINS)]
    return tuple(_curve(plan, one, margin, sizes) for one, margin in cases)


def needed_sizes(plan: PowerSettings, effect: float, target: float) -> tuple[NeededSize, ...]:
    """The n that this effect and others need, or this margin and others if equality is to be shown."""
    found = []
    own = [] if effect == 0.5 and plan.margin is None else [(effect, plan.margin)]
    for one, margin in sorted([*own, *_others(plan, effect, NEEDED_EFFECTS, NEEDED_MARGINS)]):
        design = Design(replace(plan, margin=margin))
        found.append(NeededSize(one, margin, smallest_n(design, one, target)))
    return tuple(found)


def _others(
    plan: PowerSettings, effect: float, effects: tuple[float, ...], margins: tuple[float, ...]
) -> list[tuple[float, float | None]]:
    """Further effects on the same side of .5, or further margins, that ties leave room for."""
    if plan.margin is not None:
        own, least = plan.margin, abs(effect - 0.5)
        wider = [margin for margin in margins if margin > least + _SAME and abs(margin - own) > _SAME]
        return [(effect, margin) for margin in wider if _is_possible(0.5 + margin, plan)]
    same_side = [round(1 - one, 9) for one in effects] if effect > 0.5 else effects
    return [(one, None) for one in same_side if abs(one - effect) > _SAME and _is_possible(one, plan)]


def _is_possible(effect: float, plan: PowerSettings) -> bool:
    decisive = FORMS[plan.test].decisive
    return decisive is None or 0 <= decisive(effect, plan) <= 1


def _curve(plan: PowerSettings, effect: float, margin: float | None, sizes: tuple[int, ...]) -> PowerCurve:
    design = Design(replace(plan, margin=margin))
    return PowerCurve(effect, margin, sizes, tuple(design.powers(sizes, effect)))


def _sizes(n: int, plan: PowerSettings) -> tuple[int, ...]:
    """From a few to more than planned, at equal ratios, with n itself among them."""
    first = max(plan.documents or 1, min(_FIRST, n))
    last = max(_LAST, 3 * n, 2 * first)
    step = math.log(last / first) / (_POINTS - 1)
    return tuple(sorted({n, *(round(first * math.exp(i * step)) for i in range(_POINTS))}))
