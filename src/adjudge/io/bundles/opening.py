"""A bundle of somebody else: unpacked into a temporary folder, if that is safe, and every checksum compared."""

from __future__ import annotations

import os
import shutil
import stat
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from adjudge.core.errors import AdjudgeError
from adjudge.io.bundles import catalogue
from adjudge.io.bundles.manifest import MANIFEST, Manifest, parse_manifest
from adjudge.io.bundles.names import folded, why_unsafe
from adjudge.io.bundles.packing import checksum
from adjudge.io.files.stored import MOST_GROWTH, SMALL, not_readable, require_file
from adjudge.io.folders import is_folder

_MOST_ENTRIES: Final = 100_000
_OURS: Final = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_ENCRYPTED: Final = 0x1
#: What `zipfile` raises on damaged files.
DAMAGE: Final = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError, OSError)


@dataclass(frozen=True)
class FileState:
    """A file of a bundle, as its manifest says and as it is.

    Args:
        path: inside the bundle.
        recorded: its checksum in the manifest; None if it is not listed there.
        found: the checksum of its content; None if it is not there.
    """

    path: str
    recorded: str | None
    found: str | None

    @property
    def is_intact(self) -> bool:
        """Whether it is what the manifest says."""
        return self.recorded == self.found


@dataclass(frozen=True)
class OpenBundle:
    """A bundle that can be read.

    Args:
        name: of its file or folder.
        folder: where its files are.
        manifest: what it says about itself.
        files: every file that is listed or found, in the order of paths.
    """

    name: str
    folder: Path
    manifest: Manifest
    files: tuple[FileState, ...]


@contextmanager
def open_bundle(path: str | Path) -> Iterator[OpenBundle]:
    """Open a zip file, which is unpacked for as long as it is open, or an unpacked folder.

    Raises:
        InputError: AJ001 to AJ003 if there is no such file, AJ068 if it is no bundle or not safe to unpack.
    """
    path = Path(path)
    if is_folder(path):
        yield _opened(path, path.resolve().name)
        return
    require_file(path)
    with TemporaryDirectory(prefix="adjudge-") as folder:
        _unpack(path, Path(folder))
        yield _opened(Path(folder), path.name)


def _opened(folder: Path, name: str) -> OpenBundle:
    """What is in a folder, held against its manifest."""
    paths = list(_regular_files(folder, name))
    if MANIFEST not in paths:
        inside = [path.rpartition("/")[0] for path in paths if path.endswith(f"/{MANIFEST}")]
        raise catalogue.NO_MANIFEST(source=name, inside=inside[0] if inside else None)
    try:
        manifest = parse_manifest((folder / MANIFEST).read_bytes(), name)
        recorded = {entry.path: entry.sha256 for entry in manifest.files}
        found = {path: checksum(folder / path) for path in paths if path != MANIFEST}
    except OSError as error:
        raise not_readable(folder, error) from None
    states = (FileState(one, recorded.get(one), found.get(one)) for one in sorted({*recorded, *found}))
    return OpenBundle(name, folder, manifest, tuple(states))


def _regular_files(folder: Path, name: str) -> Iterator[str]:
    """Paths of all files below a folder; links and devices are refused, since they lead elsewhere (AJ068)."""

    def refuse(error: OSError) -> None:
        raise not_readable(folder, error)

    for place, folders, files in os.walk(folder, onerror=refuse):
        for one in (*folders, *files):
            path = Path(place, one)
            inside = path.relative_to(folder).as_posix()
            if path.is_symlink():
                raise catalogue.UNSAFE_NAME(source=name, name=inside, reason="is a link to another place", n=1)
            if one in files:
                if not path.is_file():
                    raise catalogue.UNSAFE_NAME(source=name, name=inside, reason="is not a regular file", n=1)
                yield inside


def _unpack(path: Path, folder: Path) -> None:
    """Unpack a zip file whose entries all stay inside the folder."""
    size = path.stat().st_size
    try:
        with zipfile.ZipFile(path) as archive:
            entries = archive.infolist()
            _require_safe(path.name, entries)
            _require_room(path.name, entries, size, folder)
            for entry in entries:
                if not entry.is_dir():
                    place = folder / entry.filename
                    place.parent.mkdir(parents=True, exist_ok=True)
                    with archive.open(entry) as content, place.open("xb") as file:
                        shutil.copyfileobj(content, file)
    except AdjudgeError:
        raise
    except DAMAGE as error:
        if not zipfile.is_zipfile(path):
            raise catalogue.NOT_A_BUNDLE(source=path.name) from None
        raise catalogue.DAMAGED(source=path.name, reason=str(error) or type(error).__name__, size=size) from None


def _require_safe(source: str, entries: Sequence[zipfile.ZipInfo]) -> None:
    if len(entries) > _MOST_ENTRIES:
        raise catalogue.TOO_MANY_ENTRIES(source=source, most=_MOST_ENTRIES, n=len(entries))
    unsafe = {entry.orig_filename: reason for entry in entries if (reason := _why_unsafe(entry))}
    if unsafe:
        name, reason = next(iter(unsafe.items()))
        raise catalogue.UNSAFE_NAME(source=source, name=name, reason=reason, n=len(unsafe))
    names = Counter(folded(entry.filename.rstrip("/")) for entry in entries)
    twice = [entry.filename for entry in entries if names[folded(entry.filename.rstrip("/"))] > 1]
    if twice:
        n = sum(count > 1 for count in names.values())
        raise catalogue.ENTRY_TWICE(source=source, name=twice[-1], n=n)


def _why_unsafe(entry: zipfile.ZipInfo) -> str | None:
    kind = stat.S_IFMT(entry.external_attr >> 16)
    if kind == stat.S_IFLNK:
        return "is a link to another place"
    if kind not in {0, stat.S_IFREG, stat.S_IFDIR}:
        return "is not a regular file"
    if entry.flag_bits & _ENCRYPTED:
        return "is encrypted"
    if entry.compress_type not in _OURS:
        return "is compressed in a way that no bundle is"
    # `zipfile` cuts a name at a NUL character and turns separators: the name as it was stored is judged.
    return why_unsafe(entry.orig_filename.removesuffix("/"))


def _require_room(source: str, entries: Sequence[zipfile.ZipInfo], packed: int, folder: Path) -> None:
    """Refuse what would fill the disk; `zipfile` unpacks no more of an entry than its header says."""
    size = sum(entry.file_size for entry in entries)
    counts = {"source": source, "size": size, "n": len(entries)}
    if size > max(SMALL, MOST_GROWTH * packed):
        raise catalogue.GROWS(**counts, packed=packed, most=MOST_GROWTH, small=SMALL / 1e6)
    free = shutil.disk_usage(folder).free
    if size > free:
        raise catalogue.NO_ROOM(**counts, free=free)
