"""A result in a bundle against the same result computed again, value by value and to the last bit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from adjudge.core.signature import Signature
from adjudge.papers.bundles import catalogue as say
from adjudge.papers.figures import Figure, Value

#: A value in a result: the names and labels that lead to it.
Place = tuple[str, ...]

_EMPTY: Final[dict[type, str]] = {dict: "nothing", list: "an empty list"}
_BETWEEN: Final = ", "
#: Levels of a result. Ours have fewer than ten.
_DEEPEST: Final = 50
_TOO_DEEP: Final = "nested too deeply to be compared"
#: Where an entry of a list of named things stands.
_POSITION: Final = "position"


def compare_results(table: str, published: object, computed: object, possible: str | None) -> Iterator[Figure]:
    """Every value of two results side by side; floats are equal if all their bits are.

    Args:
        table: name of the result.
        published: plain data, as in the bundle.
        computed: plain data, as computed now.
        possible: what may be the reason where two values differ, if anything is known.
    """
    before, after = dict(_values(published)), dict(_values(computed))
    for place in dict.fromkeys([*before, *after]):
        figure = _BETWEEN.join(place) or "everything"
        one, other = before.get(place), after.get(place)
        if place not in after or place not in before:
            only = say.ONLY_PUBLISHED if place in before else say.ONLY_COMPUTED
            yield Figure(table, figure, one, other, "different", _joined(only, possible))
        elif _are_same(one, other):
            yield Figure(table, figure, one, other, "equal")
        elif place == ("signature",) and (reason := _other_version(one, other)):
            yield Figure(table, figure, one, other, "explained", reason)
        else:
            yield Figure(table, figure, one, other, "different", possible)


def _are_same(one: Value, other: Value) -> bool:
    """Whether two values are of one type and equal; the shortest text of a float tells all its bits."""
    return type(one) is type(other) and repr(one) == repr(other)


def _joined(reason: str, possible: str | None) -> str:
    return reason if possible is None else f"{reason}; {possible}"


def _other_version(published: Value, computed: Value) -> str | None:
    """The reason, if two signatures differ in nothing but the version of Adjudge."""
    if not isinstance(published, str) or not isinstance(computed, str):
        return None
    one, other = Signature.parse(published), Signature.parse(computed)
    if one.choices != other.choices or one.version == other.version:
        return None
    return say.ONLY_THE_VERSION.format(published=one.version, computed=other.version)


def _values(data: object, place: Place = ()) -> Iterator[tuple[Place, Value]]:
    """All values of plain data with the way to them."""
    if len(place) > _DEEPEST:
        yield place, _TOO_DEEP
    elif isinstance(data, Mapping) and data:
        for name, value in data.items():
            yield from _values(value, (*place, name))
    elif isinstance(data, list) and data:
        labels = _labels(data)
        for number, (label, value) in enumerate(zip(labels, data, strict=True), 1):
            yield from _values(value, (*place, label))
            if label != str(number):
                yield (*place, label, _POSITION), number
    else:
        yield place, _EMPTY[type(data)] if isinstance(data, dict | list) else _value(data)


def _value(data: object) -> Value:
    return data if data is None or isinstance(data, str | float | bool | int) else str(data)


def _labels(entries: Sequence[Any]) -> list[str]:
    """What the entries of a list are called: systems, pairs and findings by their names, others by their numbers."""
    labels: dict[str, None] = {}
    for number, entry in enumerate(entries, 1):
        label = wanted = _label(entry) or str(number)
        again = 1
        while label in labels:
            again += 1
            label = f"{wanted} ({again})"
        labels[label] = None
    return list(labels)


def _label(entry: object) -> str | None:
    if not isinstance(entry, Mapping):
        return None
    if isinstance(entry.get("a"), str) and isinstance(entry.get("b"), str):
        return f"{entry['a']} over {entry['b']}"
    return next((entry[name] for name in ("system", "code") if isinstance(entry.get(name), str)), None)
