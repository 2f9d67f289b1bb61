"""A small valid file of every text format, invented in the form that its documentation or a release shows.

One module per family of formats, each with its own `SAMPLES`: name of the format -> content. Tests damage them, force
them into other formats, and hold the table of formats in the documentation to them.
"""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules
from typing import Final

SAMPLES: Final[dict[str, str]] = {
    name: content
    for module in sorted(info.name for info in iter_modules(__path__))
    for name, content in import_module(f"{__name__}.{module}").SAMPLES.items()
}
