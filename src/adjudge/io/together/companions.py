"""Files that mean something only beside others: a table of two columns is a map of annotators if it names sessions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from adjudge.core.errors import AdjudgeError, InputError
from adjudge.core.tables import Ratings, Supplement
from adjudge.io.source import open_source
from adjudge.io.together.joining import Reading
from adjudge.io.wmt.account_maps import ACCOUNTS, map_beside


def read_together(
    paths: Sequence[str | Path], read_one: Callable[[str | Path], Reading], *, maps: bool
) -> list[Reading]:
    """Read all files; one that cannot be read on its own may be a map of the accounts in the others.

    Args:
        paths: the files.
        read_one: how a file is read on its own.
        maps: whether to look for such maps; not if a format was asked for.

    Raises:
        InputError: the problems of all files, each once.
    """
    found: list[Reading | AdjudgeError] = []
    for path in paths:
        try:
            found.append(read_one(path))
        except AdjudgeError as error:
            found.append(error)
    tables = [reading.main for reading in found if isinstance(reading, Reading) and maps]
    sessions = {name for table in tables if isinstance(table, Ratings) for name in table.frame["session"].drop_nulls()}
    if sessions:
        found = [
            _as_map(path, one, sessions) if isinstance(one, AdjudgeError) else one
            for path, one in zip(paths, found, strict=True)
        ]
    problems = [problem for one in found if isinstance(one, AdjudgeError) for problem in one.problems]
    if problems:
        raise InputError(*dict.fromkeys(problems))
    return [one for one in found if isinstance(one, Reading)]


def _as_map(path: str | Path, error: AdjudgeError, sessions: set[str]) -> Reading | AdjudgeError:
    """The file as a map of these sessions, or why it cannot be read."""
    try:
        source = open_source(path)
        accounts: Supplement | None = map_beside(source, sessions)
    except AdjudgeError as another:
        return another
    if accounts is None:
        return error
    return InputError(*source.problems) if source.problems else Reading(Path(path), ACCOUNTS, (accounts,))
