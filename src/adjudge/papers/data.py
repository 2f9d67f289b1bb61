"""Where the data of a paper is: in a folder of its own below the folder of all data, or given directly."""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

from adjudge.core.errors import InputError, Problem
from adjudge.core.tables import Supplement, Table
from adjudge.io.reading import read

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
    if exists and data_dir.resolve().name == name:
        return data_dir
    raise InputError(
        Problem(
            "AJ001",
            f"{data_dir} holds no folder '{name}'" if exists else f"the folder {data_dir} does not exist",
            f"a folder with the data of the paper in '{name}'",
            "1 folder",
            "name the folder of the data with --data (docs/reference/reproduction.md says where each comes from)",
        )
    )


def read_as(kind: type[Held], *paths: Path) -> Held:
    """Read files that are known to hold one kind of table.

    Raises:
        AdjudgeError: if a file is absent or holds something else.
    """
    table = read(*paths)
    if isinstance(table, kind):
        return table
    names = ", ".join(path.name for path in paths)
    raise InputError(
        Problem(
            "AJ020",
            f"{names}: the files hold {table.noun}",
            f"{kind.__name__} as released",
            f"{len(paths)} files",
            "check that the files are as released",
        )
    )
