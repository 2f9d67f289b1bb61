"""A folder to one zip file: the same files give the same bytes."""

from __future__ import annotations

import hashlib
import io
import shutil
import zipfile
from pathlib import Path
from typing import Final

from adjudge.io.bundles.manifest import FileEntry, Role

#: The earliest time that a zip file can hold; when a bundle was packed is nobody's business.
_TIME: Final = (1980, 1, 1, 0, 0, 0)
_UNIX: Final = 3
_REGULAR_FILE: Final = 0o100644
_COMPRESSION: Final = 9


def pack(folder: Path) -> bytes:
    """All files of a folder as a zip file, in the order of their paths.

    Args:
        folder: an unpacked bundle.
    """
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=_COMPRESSION) as archive:
        for path in listed_files(folder):
            entry = zipfile.ZipInfo(path, _TIME)
            entry.create_system, entry.external_attr = _UNIX, _REGULAR_FILE << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.file_size = (folder / path).stat().st_size  # decides on the form for large files
            with (folder / path).open("rb") as content, archive.open(entry, "w") as place:
                shutil.copyfileobj(content, place)
    return packed.getvalue()


def listed_files(folder: Path) -> list[str]:
    """Paths of all files below a folder, sorted, with `/` between folders."""
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


def file_entry(folder: Path, path: str, role: Role) -> FileEntry:
    """The line of the manifest for a file of a folder."""
    return FileEntry(path, role, checksum(folder / path), (folder / path).stat().st_size)


def checksum(path: Path) -> str:
    """The SHA-256 of a file."""
    with path.open("rb") as content:
        return hashlib.file_digest(content, "sha256").hexdigest()
