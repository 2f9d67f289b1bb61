"""What values each parameter may take, read from the annotations of the specification."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

from adjudge.planning.simulation.spec import SimulationSpec, Within

_BOOLEANS = {"true": True, "yes": True, "false": False, "no": False}


@dataclass(frozen=True)
class Parameter:
    """The values one parameter may take.

    Args:
        type: `int`, `float`, `bool` or `str`; of the members, if it is a list.
        bounds: smallest and largest value.
        choices: the fixed set of values.
        optional: whether None is a value.
        many: whether it is a list.
    """

    type: type
    bounds: Within | None = None
    choices: tuple[Any, ...] = ()
    optional: bool = False
    many: bool = False

    def accepts(self, value: Any) -> bool:  # noqa: ANN401 - anything a caller may pass
        """Whether the value has the right type and lies within the bounds."""
        if value is None:
            return self.optional
        if self.many:
            return isinstance(value, tuple) and all(self._fits(member) for member in value)
        return self._fits(value)

    def _fits(self, value: Any) -> bool:  # noqa: ANN401
        # True is an int and 1 is a float to Python's checks, but only the second is meant here.
        types: Any = (int, float) if self.type is float else self.type
        if not isinstance(value, types):
            return False
        if isinstance(value, bool) and self.type is not bool:
            return False
        if self.choices:
            return value in self.choices
        return self.bounds is None or bool(self.bounds.low <= value <= self.bounds.high)

    def parse(self, text: str) -> Any:  # noqa: ANN401
        """A value from its written form, unchanged where it has none of this type."""
        text = text.strip()
        if self.many:
            return tuple(self._read(part.strip()) for part in text.split(",") if part.strip())
        return None if self.optional and text.lower() == "none" else self._read(text)

    def _read(self, text: str) -> Any:  # noqa: ANN401
        if self.type is bool:
            return _BOOLEANS.get(text.lower(), text)
        try:
            return self.type(text)
        except ValueError:
            return text

    def expected(self) -> str:
        """In words, what is accepted."""
        if self.choices:
            return f"one of {', '.join(map(str, self.choices))}"
        noun = {int: "whole number", float: "number", bool: "true or false", str: "name"}[self.type]
        words = f"{noun}s" if self.many else (noun if self.type is bool else f"a {noun}")
        if self.bounds:
            words += f" from {self.bounds.low:,.12g} to {self.bounds.high:,.12g}"
        return f"{words}, or none" if self.optional else words


@cache
def parameters() -> dict[str, Parameter]:
    """All parameters by their dotted names, such as `annotators.noise`."""
    found: dict[str, Parameter] = {}
    for name, hint in get_type_hints(SimulationSpec, include_extras=True).items():
        if is_dataclass(hint):
            inner = get_type_hints(hint, include_extras=True)
            found |= {f"{name}.{item.name}": _read_hint(inner[item.name]) for item in fields(hint)}
        else:
            found[name] = _read_hint(hint)
    return found


def values(spec: SimulationSpec) -> Iterator[tuple[str, Any]]:
    """All parameters of a specification with their values."""
    for key in parameters():
        group, _, name = key.rpartition(".")
        yield key, getattr(getattr(spec, group) if group else spec, name)


def _read_hint(hint: Any) -> Parameter:  # noqa: ANN401 - a type annotation
    if get_origin(hint) is Annotated:
        return Parameter(get_args(hint)[0], bounds=get_args(hint)[1])
    if get_origin(hint) is Literal:
        choices = get_args(hint)
        return Parameter(type(choices[0]), choices=choices)
    if get_origin(hint) is tuple:
        inner = _read_hint(get_args(hint)[0])
        return Parameter(inner.type, inner.bounds, many=True)
    if type(None) in get_args(hint):
        inner = _read_hint(get_args(hint)[0])
        return Parameter(inner.type, inner.bounds, optional=True)
    return Parameter(hint)
