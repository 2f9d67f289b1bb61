"""Several files and their folder as one result: all of them, or nothing of what was new."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path

from adjudge.io import writing
from adjudge.io.catalogue import NO_FOLDER_FOR_FILES
from adjudge.io.files.replacing import require_places


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


def write_files(files: Mapping[Path, bytes | str], read: Iterable[Path] = ()) -> list[Path]:
    """Write files into folders, which are created if they are absent; what else they hold is left alone.

    Args:
        files: content by path; files of these names that Adjudge wrote are replaced. Text is written as UTF-8; what
            that cannot hold, such as half of a pair of surrogates, as its number.
        read: files and folders that are read in the same call.

    Returns:
        Where the files are.

    Raises:
        AdjudgeError: AJ022 if a folder or a file cannot be written, or files are there that Adjudge did not write;
            AJ040 if one is read in the same call. Nothing is written then.
    """
    with ExitStack() as made:
        for folder in dict.fromkeys(path.parent for path in files):
            try:
                made.enter_context(new_folder(folder))
            except (OSError, ValueError) as error:
                raise NO_FOLDER_FOR_FILES(path=folder, reason=getattr(error, "strerror", None) or error) from None
        packed = {
            path: data if isinstance(data, bytes) else data.encode("utf-8", "backslashreplace")
            for path, data in files.items()
        }
        require_places(packed, read)
        made.enter_context(all_or_nothing(*files))
        for path, content in packed.items():
            writing.write_bytes(content, path)
    return list(files)
