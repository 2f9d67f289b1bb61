"""Values of a manifest by name and type: whoever wrote it, what is used has the type that it should have."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from adjudge.core.errors import AdjudgeError
from adjudge.io.bundles.catalogue import BAD_MANIFEST


class Fields:
    """The values of one object in a manifest.

    Args:
        data: what JSON gave.
        source: name of the bundle, for messages.
        place: of the object in the manifest.

    Raises:
        InputError: AJ068 if it is no object, here and below if a value is missing or of another type.
    """

    def __init__(self, data: object, source: str, place: str) -> None:
        self._source, self._place = source, place
        if not isinstance(data, Mapping):
            raise self.wrong("is no object")
        self.data: Mapping[str, Any] = data

    def wrong(self, reason: str) -> AdjudgeError:
        """The error that something is wrong in this object."""
        return BAD_MANIFEST(source=self._source, reason=f"{self._place} {reason}")

    def require_known(self, known: Sequence[str]) -> None:
        """Refuse names that mean nothing here: they would be ignored."""
        unknown = [name for name in self.data if name not in known]
        if unknown:
            raise self.wrong(f"holds {unknown[0][:60]!r}, which is not known")

    def text(self, name: str) -> str:
        """A text."""
        value: str = self._typed(name, lambda value: isinstance(value, str), "a text")
        return value

    def maybe_text(self, name: str) -> str | None:
        """A text, or nothing."""
        return None if self.data.get(name) is None else self.text(name)

    def whole(self, name: str) -> int:
        """A whole number, zero or more."""
        value: int = self._typed(name, lambda value: type(value) is int and value >= 0, "a whole number")
        return value

    def maybe_number(self, name: str) -> float | None:
        """A number, or nothing."""
        if self.data.get(name) is None:
            return None
        value: float = self._typed(name, lambda value: type(value) in {int, float}, "a number")
        return value

    def flag(self, name: str) -> bool:
        """True or false; false if it is not there."""
        return bool(self._typed(name, lambda value: isinstance(value, bool), "true or false", missing=False))

    def texts(self, name: str) -> tuple[str, ...]:
        """Texts in a list; none if it is not there."""
        return tuple(self._typed(name, _are_texts, "a list of texts", missing=[]))

    def text_by_name(self, name: str) -> dict[str, str]:
        """Texts by name; none if they are not there."""
        return dict(self._typed(name, _is_text_by_name, "an object of texts", missing={}))

    def maybe_object(self, name: str) -> dict[str, Any] | None:
        """An object of any values, or nothing."""
        value = self.data.get(name)
        return None if value is None else dict(Fields(value, self._source, f"{self._place}, {name}").data)

    def objects(self, name: str) -> list[Fields]:
        """A list of objects."""
        found = self._typed(name, lambda value: isinstance(value, list), "a list")
        return [Fields(one, self._source, f"{name} {number}") for number, one in enumerate(found, 1)]

    def inner(self, name: str) -> Fields:
        """One object."""
        return Fields(self.data.get(name), self._source, name)

    def _typed(self, name: str, holds: Callable[[Any], bool], words: str, missing: object = None) -> Any:  # noqa: ANN401
        value = self.data.get(name, missing)
        if not holds(value):
            raise self.wrong(f"has no {name!r} that is {words}")
        return value


def _are_texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(one, str) for one in value)


def _is_text_by_name(value: object) -> bool:
    return isinstance(value, dict) and all(isinstance(one, str) for one in value.values())
