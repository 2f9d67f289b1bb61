"""Folders that are read as one thing: what a format of folders is. Every other folder is refused (AJ002).

A folder format recognises a layout by the names of its sub-folders, and is one line in `adjudge.io.registry`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from adjudge.core.errors import Problem
from adjudge.core.tables import AnyTable


@dataclass(frozen=True)
class Folder:
    """A folder on its way in, and what the user said about it.

    Args:
        path: where it is.
        pair: the language pair to read, such as `en-de`; None if it should hold only one.
        problems: what is wrong with single files; a reader reports them and goes on with the others.
    """

    path: Path
    pair: str | None = None
    problems: list[Problem] = field(default_factory=list)

    @property
    def name(self) -> str:
        """The folder's name, for messages."""
        return self.path.name or str(self.path)


@dataclass(frozen=True)
class FolderFormat:
    """A layout of folders.

    Args:
        name: as `format=` and `--format` take it.
        title: one line for lists and documentation.
        gives: the tables it holds, the main one first.
        detect: whether a folder has this layout.
        read: folder to tables, the main one first.
        files: the files that are read of a folder, for those who pass it on.
        author: who writes such folders.
        tried: public folders that it was tried on by hand.
    """

    name: str
    title: str
    gives: tuple[str, ...]
    detect: Callable[[Path], bool]
    read: Callable[[Folder], tuple[AnyTable, ...]]
    files: Callable[[Folder], list[Path]]
    author: str = ""
    tried: tuple[str, ...] = ()


def is_folder(path: str | Path) -> bool:
    """Whether there is a folder at a path; what cannot be looked at is left to the reader of files to explain."""
    try:
        return Path(path).is_dir()
    except (OSError, ValueError):
        return False
