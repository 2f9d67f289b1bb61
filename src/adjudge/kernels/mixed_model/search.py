"""Where a smooth function of a few variables is smallest: quasi-Newton steps by Broyden, Fletcher, Goldfarb, Shanno.

`scipy.optimize.minimize` does the same, but loading it takes longer than ranking an ordinary campaign.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
#: Gives value and gradient.
Function = Callable[[Floats], tuple[float, Floats]]

MOST_STEPS: Final = 200
#: A step must gain at least this share of what the slope promises (Nocedal and Wright 2006, section 3.1).
SUFFICIENT: Final = 1e-4
SHORTEST: Final = 1e-10
#: The first step is no longer than this, in the units of the variables: nothing is known of the curvature yet.
FIRST_STEP: Final = 3.0


def find_minimum(function: Function, start: Floats, tolerance: float) -> tuple[Floats, int]:
    """Follow the slope downwards.

    Checked against: `scipy.optimize.minimize` on quadratic and curved functions (tests/unit/kernels).

    Args:
        function: gives value and gradient; variables should have about the same curvature.
        start: where to begin.
        tolerance: ends where no derivative is larger.

    Returns:
        The place, and how often the function was evaluated. The search also ends where rounding hides any gain.
    """
    x, (value, slope), evaluations = start, function(start), 1
    inverse = np.eye(len(x)) * min(1.0, FIRST_STEP / max(float(np.abs(slope).max()), 1e-300))
    for _ in range(MOST_STEPS):
        if np.abs(slope).max() <= tolerance:
            break
        step = -inverse @ slope
        if step @ slope >= 0:  # rounding spoilt the curvature
            inverse = np.eye(len(x)) * min(1.0, FIRST_STEP / float(np.abs(slope).max()))
            step = -inverse @ slope
        found = _step_down(function, x, value, step, float(step @ slope))
        evaluations += found.evaluations
        if found.gain is None:
            break
        moved, value, turned = found.gain
        inverse = _updated(inverse, moved, turned - slope)
        x, slope = x + moved, turned
    return x, evaluations


class _Descent(NamedTuple):
    """A step that went down, with value and gradient at its end (None if none did), and what it cost."""

    gain: tuple[Floats, float, Floats] | None
    evaluations: int


def _step_down(function: Function, x: Floats, value: float, step: Floats, slope: float) -> _Descent:
    """The step, shortened until it gains enough."""
    length, evaluations = 1.0, 0
    while length > SHORTEST:
        ahead, gradient = function(x + length * step)
        evaluations += 1
        # Strictly lower: where rounding hides the gain, the same step would be taken again and again.
        if ahead < value and ahead <= value + SUFFICIENT * length * slope:
            return _Descent((length * step, ahead, gradient), evaluations)
        length = _shorter(length, value, slope, ahead)
    return _Descent(None, evaluations)


def _shorter(length: float, value: float, slope: float, ahead: float) -> float:
    """Where the parabola through the value, the slope and the value ahead is lowest, within a tenth to a half."""
    bend = 2 * (ahead - value - slope * length)
    lowest = -slope * length**2 / bend if np.isfinite(bend) and bend > 0 else 0.0
    return float(np.clip(lowest, 0.1 * length, 0.5 * length))


def _updated(inverse: Floats, moved: Floats, turned: Floats) -> Floats:
    """The inverse curvature after a step and the change of the slope along it."""
    along = float(moved @ turned)
    if along <= 1e-12 * float(np.linalg.norm(moved) * np.linalg.norm(turned)):
        return inverse
    left = np.eye(len(moved)) - np.outer(moved, turned) / along
    return np.asarray(left @ inverse @ left.T + np.outer(moved, moved) / along)
