"""The least size that reaches a power, and the effect where a power is reached."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]
#: Halvings of an interval of effects: to the last bit of a float.
_HALVINGS = 60


def smallest_size(reaches: Callable[[int], bool], least: int, most: int) -> int | None:
    """The least n that reaches a power which grows with n; None if even `most` does not.

    Args:
        reaches: whether a size does.
        least: no smaller one is tried.
        most: no larger one is tried.
    """
    if reaches(least):
        return least
    low, high = least, least
    while not reaches(high):
        if high >= most:
            return None
        low, high = high, min(2 * high + 1, most)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if reaches(middle) else (middle, high)
    return high


def smallest_lasting_size(reach: Callable[[Ints], Bools], least: int, most: int, distance: float) -> int | None:
    """The least n from which on every larger one reaches a power that goes up and down like the teeth of a saw.

    The power of an exact test falls whenever its limit moves up by one. A search by halves finds an n that reaches it
    while n - 1 does not; then sizes behind it are looked at until a stretch of 4 / distance + 50 holds none that
    misses. Teeth cross a power over half of that at most: where the density of the statistic is f, they fall by
    2 f / sqrt(n), and the power rises by f distance / sqrt(n) with every n.

    Args:
        reach: whether each of several sizes does.
        least: no smaller one is tried.
        most: no larger one is tried.
        distance: of the effect from where the test has its limit.
    """
    found = smallest_size(lambda n: bool(reach(np.array([n]))[0]), least, most)
    while found is not None:
        sizes = np.arange(found, found + math.ceil(4 / distance) + 50)
        missed = sizes[~reach(sizes)]
        if not len(missed):
            return found
        found = int(missed[-1]) + 1
    return None


def nearest_effect(reaches: Callable[[float], bool], far: float, near: float) -> float | None:
    """The effect closest to `near` that still reaches a power; None if even `far` does not.

    Args:
        reaches: whether an effect does; true up to some place between the two and false from there on.
        far: where it should.
        near: where it does not.
    """
    if not reaches(far):
        return None
    for _ in range(_HALVINGS):
        middle = (far + near) / 2
        far, near = (middle, near) if reaches(middle) else (far, middle)
    return far
