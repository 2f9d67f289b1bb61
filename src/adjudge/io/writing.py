"""Writing: the ending of the name says which kind of file; complete or not at all."""

from __future__ import annotations

import contextlib
import gzip
import os
import shutil
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import IO, Final

from adjudge.core.arguments import WRONG_ARGUMENT
from adjudge.core.findings import Finding
from adjudge.core.registry import Registry
from adjudge.core.tables import AnyTable, Supplement, Table
from adjudge.io import catalogue
from adjudge.io.files.catalogue import READ_AND_WRITTEN
from adjudge.io.files.replacing import is_read, require_places, require_usable
from adjudge.io.folders import is_folder
from adjudge.io.mt_metrics_eval import score_writing, span_writing
from adjudge.io.mt_metrics_eval.catalogue import FOLDER_IN_USE
from adjudge.io.mt_metrics_eval.folder_writing import write_test_set
from adjudge.io.own.csv_files import write_csv
from adjudge.io.own.json_lines import write_jsonl
from adjudge.io.own.parquet import write_parquet
from adjudge.io.writers import FileContent, Writer, plain

#: The ending of a folder that is written for mt-metrics-eval.
FOLDER_ENDING: Final = ".mtme"
WRITERS: Final[Registry[Writer]] = Registry(
    catalogue.BAD_ENDING,
    (
        Writer(".csv", "Adjudge CSV", "csv", plain(write_csv)),
        Writer(".jsonl", "Adjudge JSON Lines", "jsonl", plain(write_jsonl)),
        Writer(".parquet", "Adjudge Parquet", "parquet", plain(write_parquet), packed=False),
        *score_writing.WRITERS,
        *span_writing.WRITERS,
    ),
)

#: Of the temporary file, which has a few characters more than its target.
_LONGEST_NAME: Final = 60


def write(table: AnyTable, path: str | Path, *others: AnyTable) -> tuple[Finding, ...]:
    """Write a table as our own CSV, JSON Lines or Parquet, or as files for mt-metrics-eval.

    Args:
        table: any table but a supplement.
        path: the file. Its ending says which kind: `.csv`, `.jsonl`, `.parquet`, `.seg.score`, `.sys.score`,
            `.domain.score`, `.seg.rating`, `.ratings.jsonl`, and `.gz` behind any of them but `.parquet`. A file that
            is there is replaced when the new one is complete. A name that ends in `.mtme`, or an empty
            folder, becomes a folder for mt-metrics-eval; a folder that holds anything is never touched.
        *others: tables that came with it, such as the texts of spans; files for mt-metrics-eval use them.

    Returns:
        What was computed for the file, and what it cannot hold; nothing for our own formats, which hold everything.

    Raises:
        UsageError: AJ040 for another ending.
        InputError: AJ022 if the file cannot be written, AJ020 for a table that it cannot hold.
    """
    path = Path(path)
    if not isinstance(table, Table | Supplement):
        expected, todo = "a table of Adjudge", "check the frame first, such as `adjudge.Ratings.check(frame)`"
        raise WRONG_ARGUMENT(name="table", value=type(table).__name__, expected=expected, todo=todo)
    if not target_is_folder(path):
        content = written(table, path, *others)
        _put(content.data, path, *require_usable([path]))
        return content.findings
    if isinstance(table, Supplement):
        raise catalogue.NO_JUDGEMENTS(kind=table.kind)
    files, findings = write_test_set([table, *(other for other in others if isinstance(other, Table))])
    write_folder(files, path)
    return findings


def written(table: AnyTable, path: Path, *others: AnyTable) -> FileContent:
    """The content of the file that `write` would write."""
    writer = _writer(path)
    if isinstance(table, Supplement):
        raise catalogue.NO_JUDGEMENTS(kind=table.kind)
    content = writer.write(table, [other for other in others if isinstance(other, Table)])
    # No time stamp in the gzip header: the same table gives the same bytes.
    return replace(content, data=gzip.compress(content.data, mtime=0)) if path.suffix == ".gz" else content


def takes_others(path: str | Path) -> bool:
    """Whether what is written there uses tables that came along."""
    name = Path(path).name.removesuffix(".gz")
    return name.endswith(span_writing.STANDALONE) or target_is_folder(Path(path))


def target_is_folder(path: Path) -> bool:
    """Whether a folder is meant: by its ending, or because it is there and its name is not that of a file."""
    return path.name.endswith(FOLDER_ENDING) or (is_folder(path) and not _fitting(path))


def _fitting(path: Path) -> list[Writer]:
    packed = path.suffix == ".gz"
    name = path.name.removesuffix(".gz") if packed else path.name
    return [writer for writer in WRITERS.values() if name.endswith(writer.name) and (writer.packed or not packed)]


def _writer(path: Path) -> Writer:
    """The writer with the longest ending that fits."""
    fitting = _fitting(path)
    if not fitting:
        example = path.name.split(".", 1)[0] or "ratings"
        raise catalogue.BAD_ENDING(name=path.name, endings=", ".join([*WRITERS, FOLDER_ENDING]), example=example)
    return max(fitting, key=lambda writer: len(writer.name))


def write_text(text: str, path: str | Path) -> None:
    """Write text as UTF-8, as `write_bytes` does."""
    write_bytes(text.encode(), Path(path))


def write_bytes(data: bytes, path: Path, read: Iterable[Path] = ()) -> None:
    """Write to a temporary file beside the target, then move it there in one step. Nothing else opens a result.

    Args:
        data: the content.
        path: the file; one that says that Adjudge wrote it is replaced.
        read: files and folders that are read in the same call.

    Raises:
        AdjudgeError: AJ040 if it is read in the same call; AJ022 if it is no regular file, its folder is missing or not
            writable, the disk is full, or something else is there.
    """
    _put(data, path, *require_places({path: data}, read))


def _put(data: bytes, path: Path, target: Path) -> None:
    temporary = target.with_name(f".{target.name[:_LONGEST_NAME]}.{os.getpid()}")
    try:
        with temporary.open("xb") as file:
            _fill(file, temporary, data, target)
    except (OSError, ValueError) as error:
        raise catalogue.NOT_WRITTEN(path=path, reason=getattr(error, "strerror", None) or str(error)) from None


def require_place(path: str | Path, read: Iterable[Path] = ()) -> Path:
    """Refuse one file that must not or cannot be written, as `require_places` does, and say where a link leads."""
    (target,) = require_places([Path(path)], read)
    return target


def require_target(path: str | Path, read: Iterable[Path]) -> None:
    """Refuse what `write` would refuse whatever the table is, before the work that makes it.

    Args:
        path: a file, or a folder for mt-metrics-eval.
        read: files and folders that are read in the same call.

    Raises:
        AdjudgeError: AJ040 or AJ022.
    """
    path = Path(path)
    if not target_is_folder(path):
        _writer(path)
        require_usable([path], read)
    elif any(is_read(path, source) for source in read):
        raise READ_AND_WRITTEN(path=path)
    else:
        require_free(path)


def _fill(file: IO[bytes], temporary: Path, data: bytes, target: Path) -> None:
    """Write the content and move the file to its place; what is left of a failure is removed."""
    try:
        file.write(data)
        file.flush()
        temporary.replace(target)
    except BaseException:
        _remove(temporary)
        raise


def write_folder(files: Mapping[str, bytes], path: Path) -> None:
    """Write files into a temporary folder beside the target, then move it there in one step.

    Args:
        files: content by path inside the folder.
        path: the folder; it must be new or empty.

    Raises:
        InputError: AJ022 if there is something at the target, or it cannot be written.
    """
    require_free(path)
    target = Path(os.path.realpath(path))
    temporary = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        temporary.mkdir()
    except (OSError, ValueError) as error:
        raise FOLDER_IN_USE(path=path, reason=getattr(error, "strerror", None) or str(error)) from None
    try:
        for name, data in files.items():
            place = temporary / name
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(data)
        temporary.replace(target)
    except (OSError, ValueError) as error:
        raise FOLDER_IN_USE(path=path, reason=getattr(error, "strerror", None) or str(error)) from None
    finally:
        shutil.rmtree(temporary, ignore_errors=True)


def require_free(folder: Path) -> None:
    """Refuse a folder that holds anything, before anything takes time.

    Raises:
        InputError: AJ022.
    """
    try:
        taken = folder.exists() and not (folder.is_dir() and not any(folder.iterdir()))
    except (OSError, ValueError) as error:
        raise FOLDER_IN_USE(path=folder, reason=getattr(error, "strerror", None) or str(error)) from None
    if taken:
        reason = "the folder is not empty" if folder.is_dir() else "there is a file of that name"
        raise FOLDER_IN_USE(path=folder, reason=reason)


def _remove(path: Path) -> None:
    with contextlib.suppress(OSError, ValueError):
        path.unlink()
