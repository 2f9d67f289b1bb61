"""Where results go: never over what is read, and over what is there only if it says that Adjudge wrote it.

Tables of judgements, and files for other tools, say nothing: they are replaced by the same bytes only.
"""

from __future__ import annotations

import gzip
import os
import re
import zipfile
import zlib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from adjudge.io import catalogue
from adjudge.io.bundles.manifest import MANIFEST
from adjudge.io.bundles.opening import DAMAGE
from adjudge.io.files.catalogue import NAMED_TWICE, NOT_OURS, READ_AND_WRITTEN
from adjudge.io.files.stored import PARQUET_MAGIC
from adjudge.io.own.checksum import is_ours

_HEAD: Final = 1 << 14
#: What pages, results, charts and documents of Adjudge begin with; none of them holds judgements.
_RESULT: Final = re.compile(
    rb'\s*<!doctype html>.*<meta name="generator" content="Adjudge '
    rb'|\{\s*"schema": "adjudge\.'
    rb'|<svg [^>]*role="img"><title>'
    rb"|% All (tables|figures) of this folder|% needs \\usepackage\{|# Captions\n"
    rb'|# Human evaluation datasheet \(HEDS|\{\s*"heds-|\{\s*"info": \{\s*"assignment":',
    re.DOTALL | re.IGNORECASE,
)
#: Of the files that are written side by side, the one that says who wrote it.
_BESIDE: Final = {".png": ".svg", ".pdf": ".svg", ".csv": ".tex", ".md": ".tex"}
#: Beside a simulated campaign.
_TRUTH: Final = ".truth.json"


def require_places(paths: Iterable[Path] | Mapping[Path, bytes], read: Iterable[Path] = ()) -> list[Path]:
    """Refuse files that must not or cannot be written, before the work that makes their content.

    Args:
        paths: the files, with their content if it is known: what is the same again is not lost.
        read: files and folders that are read in the same call.

    Returns:
        The files that would be written: where links lead.

    Raises:
        AdjudgeError: AJ040 if one is read in the same call, or named for two results; AJ022 if one is no regular file,
            its folder is missing or not writable, or something is there that does not say that Adjudge wrote it.
    """
    given: dict[Path, bytes | None] = dict(paths) if isinstance(paths, Mapping) else dict.fromkeys(paths)
    targets = require_usable(given, read)
    others = [str(path) for target, (path, data) in zip(targets, given.items(), strict=True) if _is_lost(target, data)]
    if others:
        raise NOT_OURS(paths=others)
    return targets


def require_usable(paths: Iterable[Path], read: Iterable[Path] = ()) -> list[Path]:
    """The same for tables, of which only their content says whether anything would be lost."""
    given = list(paths)
    targets = [_regular(path) for path in given]
    require_unread(given, read)
    return targets


def require_unread(paths: Iterable[Path], read: Iterable[Path]) -> None:
    """Refuse places that are named for two results, or that are read in the same call (AJ040)."""
    sources, targets = list(read), set[str]()
    for path in paths:
        target = os.path.realpath(path)
        if target in targets:
            raise NAMED_TWICE(path=path)
        if any(is_read(Path(target), source) for source in sources):
            raise READ_AND_WRITTEN(path=path)
        targets.add(target)


def is_read(target: Path, source: Path) -> bool:
    """Whether a file is the source, by any of its names, or in the folder that is read, unless it is a result."""
    try:
        if target.samefile(source):
            return True
        inside = source.is_dir() and target.is_file() and not _RESULT.match(_start(target))
        return inside and any(one.samefile(target) for one in source.rglob("*") if one.is_file())
    except (OSError, ValueError):  # one of them does not exist
        return False


def _regular(path: Path) -> Path:
    """Where a link leads, if a regular file is there or can be made (AJ022)."""
    try:
        target = Path(os.path.realpath(path))  # a link stays a link
        if target.is_symlink():
            raise catalogue.NOT_WRITTEN(path=path, reason="it is a link that leads back to itself")
        if target.exists() and not target.is_file():
            raise catalogue.NOT_WRITTEN(
                path=path, reason="it is a folder" if target.is_dir() else "it is not a regular file"
            )
        if not target.parent.is_dir():
            raise catalogue.NOT_WRITTEN(path=path, reason="its folder does not exist")
    except (OSError, ValueError) as error:
        raise catalogue.NOT_WRITTEN(path=path, reason=getattr(error, "strerror", None) or str(error)) from None
    if not os.access(target.parent, os.W_OK | os.X_OK):
        raise catalogue.NOT_WRITTEN(path=path, reason="nothing may be written into its folder")
    return target


def _is_lost(target: Path, data: bytes | None) -> bool:
    """Whether something would be lost at a place: a file that is not empty, not marked, and not the same again."""
    try:
        if not target.exists() or not target.stat().st_size:
            return False
        beside = [target.with_suffix(ending) for ending in (_BESIDE.get(target.suffix), _TRUTH) if ending]
        marked = _is_marked(target) or any(_RESULT.match(_start(path)) for path in beside)
        return not marked and data != target.read_bytes()
    except (OSError, ValueError, *DAMAGE):
        return True


def _is_marked(path: Path) -> bool:
    start = _start(path)
    if start.startswith(PARQUET_MAGIC):
        return is_ours(path.read_bytes())
    if start.startswith(b"PK"):
        with zipfile.ZipFile(path) as archive:
            return b'"adjudge' in archive.read(MANIFEST)[:_HEAD] if MANIFEST in archive.namelist() else False
    return bool(_RESULT.match(start))


def _start(path: Path) -> bytes:
    """The first bytes of a file, unpacked; nothing if it cannot be read."""
    try:
        with path.open("rb") as file:
            packed = file.read(2) == b"\x1f\x8b"
        with gzip.open(path) if packed else path.open("rb") as file:
            return file.read(_HEAD)
    except (OSError, EOFError, zlib.error, ValueError):
        return b""
