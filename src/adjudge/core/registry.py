"""Registries: the methods, recipes, formats, tests or papers there are, by name and in the order of lists."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Protocol, TypeVar

from adjudge.core.catalogue import ErrorEntry
from adjudge.core.checking.near import nearest


class Named(Protocol):
    """Anything with a name and a one-line title."""

    @property
    def name(self) -> str:
        """As on the command line."""

    @property
    def title(self) -> str:
        """One line for lists."""


Item = TypeVar("Item", bound=Named)


class Registry(Mapping[str, Item]):
    """Named things of one kind. Everything that lists, finds or refuses them reads it here.

    Args:
        unknown: the error for a name that is not there, a template over `name`, `known` and `near`.
        items: in the order of lists.
    """

    def __init__(self, unknown: ErrorEntry, items: Iterable[Item] = ()) -> None:
        self._unknown = unknown
        self._items: dict[str, Item] = {}
        for item in items:
            self.add(item)

    def add(self, item: Item) -> Item:
        """Register one more.

        Raises:
            ValueError: if the name is taken.
        """
        if item.name in self._items:
            msg = f"the name {item.name!r} is taken"
            raise ValueError(msg)
        self._items[item.name] = item
        return item

    def find(self, name: object, *, also: Iterable[str] = (), place: str | None = None) -> Item:
        """The thing of this name.

        Args:
            name: as a user wrote it.
            also: further names to suggest, such as that of a rule.
            place: where the name stands, for errors that say so.

        Raises:
            AdjudgeError: if there is none, with the nearest name.
        """
        if isinstance(name, str) and name in self._items:
            return self._items[name]
        known = [*also, *self._items]
        raise self._unknown(name=name, known=", ".join(known), near=nearest(name, known), place=place)

    def titles(self) -> dict[str, str]:
        """One line for each, by name."""
        return {name: item.title for name, item in self._items.items()}

    def __getitem__(self, name: str) -> Item:
        return self._items[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)
