"""Several files and their folder as one result: all of them, or nothing of what was new."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path

from adjudge.io.catalogue import NO_FOLDER_FOR_FILES
from adjudge.io.writing import write_bytes


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


def require_folder(path: Path) -> None:
    """Refuse what cannot become a folder with files in it, before anything is computed for it.

    Raises:
        InputError: AJ022 if a file has that name, or that of a folder above it, or nothing may be written there.
    """
    try:
        nearest = next(place for place in (path, *path.absolute().parents) if os.path.lexists(place))
        able = nearest.is_dir()
    except (OSError, ValueError) as error:  # no name that a folder can have
        raise NO_FOLDER_FOR_FILES(path=path, reason=getattr(error, "strerror", None) or error) from None
    if not able:
        raise NO_FOLDER_FOR_FILES(path=path, reason="it is a file" if nearest == path else f"{nearest} is a file")
    if not os.access(nearest, os.W_OK | os.X_OK):
        raise NO_FOLDER_FOR_FILES(path=path, reason=f"nothing may be written into {nearest}")


def write_files(files: Mapping[str, bytes | str], folder: str | Path) -> list[Path]:
    """Write files into a folder, which is created if it is absent; what else it holds is left alone.

    Args:
        files: content by name; existing files of these names are replaced. Text is written as UTF-8; what that cannot
            hold, such as half of a pair of surrogates, as its number.
        folder: where to.

    Returns:
        Where the files are.

    Raises:
        InputError: AJ022 if the folder or a file cannot be written.
    """
    folder = Path(folder)
    paths = [folder / name for name in files]
    with ExitStack() as made:
        try:
            made.enter_context(new_folder(folder))
        except (OSError, ValueError) as error:
            raise NO_FOLDER_FOR_FILES(path=folder, reason=getattr(error, "strerror", None) or error) from None
        made.enter_context(all_or_nothing(*paths))
        for path, data in zip(paths, files.values(), strict=True):
            write_bytes(data if isinstance(data, bytes) else data.encode("utf-8", "backslashreplace"), path)
    return paths
