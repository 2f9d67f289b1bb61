"""Where the data of a paper is: in its folder below the folder of all data, or given directly."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TypeVar

from adjudge.core.tables import Supplement, Table
from adjudge.io.reading import read
from adjudge.papers.catalogue import NO_DATA, NO_FOLDER, NOT_AS_RELEASED

Held = TypeVar("Held", bound=Table | Supplement)


def data_folder(data_dir: Path, name: str) -> Path:
    """The folder of one data set.

    Args:
        data_dir: the folder of all data sets, or that of this one.
        name: the name of the data set.

    Raises:
        InputError: AJ001 if neither exists.
    """
    if (data_dir / name).is_dir():
        return data_dir / name
    exists = data_dir.is_dir()
    if exists and Path(os.path.realpath(data_dir)).name == name:
        return data_dir
    raise NO_DATA(folder=data_dir, name=name) if exists else NO_FOLDER(folder=data_dir)


def read_as(kind: type[Held], *paths: Path, format: str | None = None) -> Held:  # noqa: A002 - as `read` calls it
    """Read files that are known to hold one kind of table, in the format asked for if there is one.

    Raises:
        AdjudgeError: if a file is absent or holds something else.
    """
    table = read(*paths, format=format)
    if isinstance(table, kind):
        return table
    names = ", ".join(path.name for path in paths)
    raise NOT_AS_RELEASED(source=names, held=table.noun, needed=kind.__name__, _files=len(paths))
