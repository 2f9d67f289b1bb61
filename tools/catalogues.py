"""All catalogues at once: what the page of codes is generated from."""

from __future__ import annotations

import pkgutil
from importlib import import_module
from types import ModuleType
from typing import Final

import adjudge
from adjudge.core.catalogue import Entry, ErrorEntry, FindingEntry

#: Modules with entries that are not called `catalogue`: in core that name is the form itself.
_IN_CORE: Final = ("adjudge.core.arguments", "adjudge.core.memory", "adjudge.core.problems", "adjudge.core.results")
#: A check is one file, so its entry stands beside its function.
_CHECKS: Final = ("adjudge.auditing.checks.", "adjudge.core.suspicions.")
_FORM: Final = "adjudge.core.catalogue"


def catalogue_modules() -> list[ModuleType]:
    """Every module that holds entries, in alphabetical order of its stage."""
    names = [module.name for module in pkgutil.walk_packages(adjudge.__path__, "adjudge.")]
    found = [name for name in names if name.startswith(_CHECKS) or (name.endswith(".catalogue") and name != _FORM)]
    return [import_module(name) for name in sorted([*_IN_CORE, *found])]


def entries_of(module: ModuleType) -> dict[str, Entry]:
    """The entries that a module can name, also those it imports, by the names of its constants."""
    return {name: value for name, value in vars(module).items() if isinstance(value, FindingEntry | ErrorEntry)}


def all_entries() -> list[Entry]:
    """Every finding and every error of the package, sorted by code; those of one code in the order they are written."""
    entries = dict.fromkeys(entry for module in catalogue_modules() for entry in entries_of(module).values())
    return sorted(entries, key=lambda entry: entry.code)
