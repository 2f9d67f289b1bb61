"""The n that reaches a power, and the effect that is found with it."""

from __future__ import annotations

import math
from typing import Final

from adjudge.kernels.power.searching import nearest_effect, smallest_lasting_size, smallest_size
from adjudge.planning.power.design import Design
from adjudge.planning.power.settings import FARTHEST, MOST_SIZE

#: Variance of the number of decisive cases from which on the teeth of the power, two cases apart, even out.
_EVEN: Final = 50.0


def smallest_n(design: Design, effect: float, power: float) -> int | None:
    """The least n with this power; None if there is none.

    Of a test that counts, the power goes up and down with n: it is the least n from which on all have it. Where ties
    make the number of decisive cases vary by more than a few teeth, they even out.
    """
    counted, decisive = design.form.counted, design.form.decisive
    if counted is None or decisive is None:
        return smallest_size(lambda n: design.power(n, effect) >= power, 1, MOST_SIZE)
    distance = abs(decisive(effect, design.plan) - 0.5)
    if design.plan.margin is not None:
        distance = decisive(0.5 + design.plan.margin, design.plan) - 0.5 - distance
    if design.plan.ties * (1 - design.plan.ties) * _rough_size(distance) > _EVEN:
        distance = math.inf
    cases = smallest_lasting_size(lambda counts: counted(counts, effect, design.plan) >= power, 1, MOST_SIZE, distance)
    return None if cases is None else smallest_size(lambda n: design.cases(n) >= cases, 1, MOST_SIZE)


def _rough_size(distance: float) -> float:
    """The order of magnitude of n at such a distance: one standard deviation away from a limit."""
    return 0.25 / max(distance, FARTHEST) ** 2


def found_effect(design: Design, n: int, power: float) -> float | None:
    """The effect below .5 where n segments or votes have just this power; None if there is none.

    Looking for a difference it is the smallest that is found, with a margin the largest at which equality is shown.
    """
    margin, near = design.plan.margin, 0.5
    if margin is not None:
        far, near = 0.5, 0.5 - margin
    elif design.form.effect is not None:
        far = design.form.effect(FARTHEST, design.plan)
    else:
        far = FARTHEST
    return nearest_effect(lambda effect: design.power(n, effect) >= power, far, near)
