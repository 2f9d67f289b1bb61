"""Files and folders of judgements, copied into the folder of a bundle under their own names."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from adjudge.core.findings import Finding
from adjudge.io.bundles.names import folded, safe_name
from adjudge.io.detecting import choose_folder_format
from adjudge.io.files.stored import not_readable, require_file
from adjudge.io.folders import Folder, is_folder
from adjudge.io.together.joining import require_distinct_files
from adjudge.papers.bundles import catalogue as say

DATA = "data"


@dataclass(frozen=True)
class Staged:
    """Judgements in the folder of a bundle.

    Args:
        paths: inside the bundle, one for each file or folder that was given, in the same order.
        findings: which of them have another name there.
    """

    paths: tuple[str, ...]
    findings: tuple[Finding, ...]


def stage(given: Sequence[Path], folder: Path, *, format: str | None, pair: str | None) -> Staged:  # noqa: A002
    """Copy judgements byte for byte; of a folder in a known layout only the files that are read of it.

    Args:
        given: files and folders.
        folder: of the bundle.
        format: as for `adjudge.read`.
        pair: likewise; it chooses the files of a folder.

    Raises:
        AdjudgeError: AJ001 to AJ003 for what is not there, AJ002 for a folder of no known layout.
    """
    require_distinct_files(given)
    sources = [list(_sources(path, format, pair)) for path in given]
    names = [path.name if path.name not in {"", ".."} else path.resolve().name for path in given]
    safe = [safe_name(name) for name in names]
    numbered = len({folded(name) for name in safe}) < len(safe)
    paths = [f"{DATA}/{number}/{name}" if numbered else f"{DATA}/{name}" for number, name in enumerate(safe, 1)]
    for path, copies in zip(paths, sources, strict=True):
        for source, inside in copies:
            _copy(source, folder / path / inside)
    reasons = [_reason(name, one, numbered=numbered) for name, one in zip(names, safe, strict=True)]
    renamed = zip(names, paths, reasons, strict=True)
    return Staged(tuple(paths), tuple(say.RENAMED(name=n, path=p, _reason=why) for n, p, why in renamed if why))


def _reason(name: str, safe: str, *, numbered: bool) -> str | None:
    return say.NOT_EVERYWHERE if name != safe else say.TWO_OF_ONE_NAME if numbered else None


def _sources(path: Path, format: str | None, pair: str | None) -> Iterator[tuple[Path, Path]]:  # noqa: A002
    """The files behind a path, and where each goes inside of it."""
    if not is_folder(path):
        require_file(path)
        yield path, Path()
        return
    folder = Folder(path, pair)
    for file in choose_folder_format(folder, format).files(folder):
        yield file, file.relative_to(path)


def _copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    try:
        shutil.copyfile(source, target)
    except OSError as error:
        raise not_readable(source, error) from None
