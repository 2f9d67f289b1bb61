"""One file of a folder: read with the problems of its lines, as a file that is given alone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from adjudge.core.errors import AdjudgeError, InputError
from adjudge.io.source import Source, open_source

Made = TypeVar("Made")


def read_part(path: Path, read: Callable[[Source], Made]) -> Made:
    """What a reader makes of one file of a folder.

    Raises:
        InputError: the problems of its lines, and what else is wrong.
    """
    source = open_source(path)
    try:
        made = read(source)
    except AdjudgeError as error:
        raise InputError(*source.problems, *error.problems) from None
    if source.problems:
        raise InputError(*source.problems)
    return made
