"""Steps of an analysis: values computed when first asked for, and shared where they are computed from the same.

A step knows its function and its inputs: earlier steps, rows, settings. Two analyses that differ in one setting share
every step that does not depend on it, because a step with the same function and the same inputs is the same step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Generic, TypeVar, overload

import polars as pl

Value = TypeVar("Value")


class computed_once(Generic[Value]):  # noqa: N801 - used like `property`
    """A property that is computed when it is first asked for, and kept: `functools.cached_property` without its lock.

    Up to Python 3.11 that property holds one lock for all objects of a class while it computes, so that threads wait
    for each other. Here two threads that ask one object at the same time may both compute; the values are equal.

    Example:
        >>> class Sum:
        ...     @computed_once
        ...     def value(self) -> int:
        ...         print("computed")
        ...         return 3
        >>> one = Sum()
        >>> one.value + one.value
        computed
        6
    """

    def __init__(self, compute: Callable[[Any], Value]) -> None:
        self._compute = compute
        self._name = compute.__name__
        self.__doc__ = compute.__doc__

    @overload
    def __get__(self, instance: None, owner: type) -> computed_once[Value]: ...
    @overload
    def __get__(self, instance: object, owner: type) -> Value: ...
    def __get__(self, instance: object | None, owner: type) -> computed_once[Value] | Value:
        """The value; from now on it is found in the object itself, before this descriptor."""
        if instance is None:
            return self
        value = self._compute(instance)
        instance.__dict__[self._name] = value
        return value


class Step(Generic[Value]):
    """A value, computed once, when it is first asked for.

    Args:
        run: gives the value; it must not change what it is given.
        inputs: its arguments: steps (which give their value), frames, or settings that can be compared.
    """

    def __init__(self, run: Callable[..., Value], *inputs: object) -> None:
        self._run = run
        self._inputs = inputs

    @computed_once
    def value(self) -> Value:
        """The value. An error is not kept: it is raised again when the value is asked for again."""
        return self._run(*(item.value if isinstance(item, Step) else item for item in self._inputs))

    def same_as(self, other: Step[Any]) -> bool:
        """Whether the other step computes the same from the same."""
        return (
            self._run is other._run
            and len(self._inputs) == len(other._inputs)
            and all(map(_is_same, self._inputs, other._inputs))
        )


def _is_same(a: object, b: object) -> bool:
    """Steps and frames are the same if they are one object, settings if they are equal."""
    if a is b:
        return True
    return not isinstance(a, Step | pl.DataFrame) and type(a) is type(b) and a == b


class SharedSteps:
    """Makes the steps of an analysis, and takes them from another analysis where they are the same.

    Args:
        known: steps of the other analysis.

    Example:
        >>> first = SharedSteps()
        >>> second = SharedSteps(first.made)
        >>> first.step(len, "rows") is second.step(len, "rows"), first.step(len, "rows") is second.step(len, "others")
        (True, False)
    """

    def __init__(self, known: Iterable[Step[Any]] = ()) -> None:
        self._known = tuple(known)
        self.made: list[Step[Any]] = []

    def step(self, run: Callable[..., Value], *inputs: object) -> Step[Value]:
        """A step, as `Step`; the known one if it is the same."""
        new = Step(run, *inputs)
        step = next((known for known in (*self._known, *self.made) if known.same_as(new)), new)
        if not any(known is step for known in self.made):
            self.made.append(step)
        return step

    def keep(self, steps: Iterable[Step[Any]]) -> None:
        """Add steps that were made elsewhere, for those who ask later."""
        self.made += [one for one in steps if not any(known is one for known in self.made)]
