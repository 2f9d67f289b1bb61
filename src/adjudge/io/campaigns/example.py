"""A commented example campaign with small invented texts, to begin with."""

from __future__ import annotations

from importlib.resources import files
from importlib.resources.abc import Traversable


def example_files() -> dict[str, bytes]:
    """The files of the example by their path, in order."""
    return dict(sorted(_below(files("adjudge.io.campaigns").joinpath("example"), "")))


def _below(folder: Traversable, prefix: str) -> list[tuple[str, bytes]]:
    found = []
    for entry in folder.iterdir():
        if entry.is_dir():
            found += _below(entry, f"{prefix}{entry.name}/") if entry.name != "__pycache__" else []
        else:
            found.append((f"{prefix}{entry.name}", entry.read_bytes()))
    return found
