"""Everything that planning writes, in folders and files of their own: all of it, or nothing."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path

from adjudge.io.all_or_nothing import all_or_nothing, new_folder
from adjudge.io.catalogue import NO_FOLDER_FOR_FILES
from adjudge.io.files.replacing import require_places
from adjudge.io.writing import require_free, write_bytes, write_folder


def write_plan(
    folders: Mapping[Path, Mapping[str, bytes]], files: Mapping[Path, bytes], read: Iterable[Path] = ()
) -> None:
    """Write folders and files. What was there before is left alone, but files that Adjudge wrote are replaced.

    Args:
        folders: their files by path in them; each folder must be new or empty.
        files: their content.
        read: files that are read in the same call.

    Raises:
        AdjudgeError: AJ022 if anything cannot be written, AJ040 if it is read in the same call; then nothing of what
            was new is left.
    """
    for folder in folders:
        require_free(folder)
    require_places(files, read)
    with ExitStack() as made:
        made.enter_context(all_or_nothing(*files))
        for folder in folders:
            made.enter_context(_parents_of(folder))
            made.enter_context(_folder_or_nothing(folder))
        for path, data in files.items():
            write_bytes(data, path)
        for folder, held in folders.items():
            write_folder(held, folder)


@contextmanager
def _parents_of(folder: Path) -> Iterator[None]:
    with ExitStack() as made:
        try:
            made.enter_context(new_folder(Path(os.path.realpath(folder)).parent))
        except (OSError, ValueError) as error:
            raise NO_FOLDER_FOR_FILES(path=folder, reason=getattr(error, "strerror", None) or error) from None
        yield


@contextmanager
def _folder_or_nothing(folder: Path) -> Iterator[None]:
    """Remove what was written to a folder, if what follows fails."""
    new = not os.path.lexists(folder)
    try:
        yield
    except BaseException:
        if new:
            shutil.rmtree(folder, ignore_errors=True)
        else:
            for entry in folder.iterdir() if folder.is_dir() else ():
                shutil.rmtree(entry, ignore_errors=True) if entry.is_dir() else entry.unlink(missing_ok=True)
        raise
