"""Names of models: what Pearmut calls the outputs of a plan. Everything of one name is one line of its dashboard."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

import polars as pl

#: Names by system and kind.
Models = Mapping[tuple[str, str], str]

#: Kinds that go by the name of the system; the others have names of their own.
_PLAIN: Final = ("system", "filler", "tutorial")


def model_names(shown: pl.DataFrame) -> Models:
    """A name for every system and every kind of control item.

    Systems keep their names, but Pearmut refuses names of nothing but digits: `7` becomes `system-7`. Degraded copies
    of `A` are `A#degraded`, and so on. Where a system is called so already, a number behind the name makes it free.

    Args:
        shown: the rows of the plan, with `system` and `kind`.
    """
    pairs = shown.select("system", "kind").unique().sort("system", "kind").rows()
    names: dict[str, str] = {}
    for system in sorted({system for system, _ in pairs}, key=lambda name: (name.isdigit(), name)):
        names[system] = _free(f"system-{system}" if system.isdigit() else system, names.values())
    taken = set(names.values())
    models: dict[tuple[str, str], str] = {}
    for system, kind in pairs:
        if kind in _PLAIN:
            models[system, kind] = names[system]
            continue
        models[system, kind] = _free(f"{names[system]}#{kind}", taken)
        taken.add(models[system, kind])
    return models


def renamed_systems(models: Models) -> list[tuple[str, str]]:
    """Systems that are called otherwise, with their names."""
    plain = {(system, name) for (system, kind), name in models.items() if kind in _PLAIN}
    return sorted((system, name) for system, name in plain if system != name)


def _free(name: str, taken: Collection[str]) -> str:
    """A name that is not taken."""
    free, number = name, 2
    while free in taken:
        free, number = f"{name}-{number}", number + 1
    return free
