"""A property that is computed when it is first asked for, and kept: `functools.cached_property` without its lock.

Up to Python 3.11 that property holds one lock for all objects of a class while it computes, so that threads wait for
each other. Here two threads that ask the same object at the same time may both compute; the values are equal.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar, overload

Value = TypeVar("Value")


class computed_once(Generic[Value]):  # noqa: N801 - used like `property`
    """Decorates a method without arguments.

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
