"""Several files and their folder as one result: all of them, or nothing of what was new."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def all_or_nothing(*paths: Path) -> Iterator[None]:
    """Remove files that were not there before, if what writes them fails or is stopped.

    Args:
        *paths: what is going to be written; what exists already is left alone.
    """
    new = [path for path in paths if not os.path.lexists(path)]
    try:
        yield
    except BaseException:
        for path in new:
            with contextlib.suppress(OSError):
                path.unlink()
        raise


@contextmanager
def new_folder(folder: Path) -> Iterator[None]:
    """Create a folder with its parents; those that are new and empty go again, if what fills them fails.

    Raises:
        OSError: if it cannot be created.
    """
    new = [path for path in (folder, *folder.parents) if not os.path.lexists(path)]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        yield
    except BaseException:
        for path in new:
            with contextlib.suppress(OSError):  # somebody else may have put something there
                path.rmdir()
        raise
