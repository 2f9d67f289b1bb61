"""Where results go: never over what is read, and over what is there only if Adjudge wrote it."""

from __future__ import annotations

import gzip
import json
import os
import re
import zipfile
import zlib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

from adjudge.core.tables import Table, Texts
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
#: The same of files for other tools: values or errors of an output to a line, HITs.
_FOR_OTHERS: Final = re.compile(
    rb'[^\t\n]+\t(None[\t\n]|-?[\d.]+(e[+-]?\d+)?\n|\{"errors": )|\{"source": ".*"hypothesis": "'
    rb"|session,source_lang,target_lang,protocol,"
)
#: Of the files that are written side by side, the one that says who wrote it.
_BESIDE: Final = {".png": ".svg", ".pdf": ".svg", ".csv": ".tex", ".md": ".tex"}


def require_places(paths: Iterable[Path], read: Iterable[Path] = ()) -> list[Path]:
    """Refuse files that must not or cannot be written, before the work that makes their content.

    Args:
        paths: the files.
        read: files and folders that are read in the same call.

    Returns:
        The files that would be written: where links lead.

    Raises:
        AdjudgeError: AJ040 if one is read in the same call, or named for two results; AJ022 if one is no regular file,
            its folder is missing or not writable, or something is there that Adjudge did not write.
    """
    given = list(paths)
    targets = [_regular(path) for path in given]
    require_unread(given, read)
    others = [str(path) for path, target in zip(given, targets, strict=True) if not _replaceable(target)]
    if others:
        raise NOT_OURS(paths=others)
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


def _replaceable(target: Path) -> bool:
    """Whether there is nothing to lose at a place: no file, an empty one, or one that Adjudge wrote."""
    try:
        if not target.exists() or not target.stat().st_size:
            return True
        beside = target.with_suffix(_BESIDE[target.suffix]) if target.suffix in _BESIDE else None
        return _is_written_by_us(target) or (beside is not None and bool(_RESULT.match(_start(beside))))
    except DAMAGE:
        return False


def _is_written_by_us(path: Path) -> bool:
    start = _start(path)
    if start.startswith(PARQUET_MAGIC):
        return is_ours(path.read_bytes())
    if start.startswith(b"PK"):
        with zipfile.ZipFile(path) as archive:
            return b'"adjudge' in archive.read(MANIFEST)[:_HEAD] if MANIFEST in archive.namelist() else False
    return bool(_RESULT.match(start) or _FOR_OTHERS.match(start)) or any(
        _is_table_of(kind, _columns(start.decode("utf-8", "ignore").split("\n", 1)[0]))
        for kind in Table.__subclasses__()
    )


def _columns(line: str) -> list[str]:
    """The names of the columns in the first line of CSV or JSON Lines."""
    if not line.startswith("{"):
        return line.split(",")
    try:
        return list(json.loads(line))
    except ValueError:
        return []


def _is_table_of(kind: type[Table], columns: Sequence[str]) -> bool:
    """Whether columns are those of a table as we write it: complete and in our order, outputs of systems last."""
    known = [column for column in kind.columns if column.name in columns]
    needed = [column for column in kind.columns if column.presence == "required" or column.name == "kind"]
    names = [column.name for column in known]
    return (
        set(needed) <= set(known) and columns[: len(names)] == names and (kind is Texts or len(columns) == len(names))
    )


def _start(path: Path) -> bytes:
    """The first bytes of a file, unpacked; nothing if it cannot be read."""
    try:
        with path.open("rb") as file:
            packed = file.read(2) == b"\x1f\x8b"
        with gzip.open(path) if packed else path.open("rb") as file:
            return file.read(_HEAD)
    except (OSError, EOFError, zlib.error, ValueError):
        return b""
