"""Writing: the ending of the name says which kind of file; complete or not at all."""

from __future__ import annotations

import contextlib
import gzip
import os
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import IO, Final

from adjudge.core.findings import Finding
from adjudge.core.registry import Registry
from adjudge.core.tables import AnyTable, Supplement, Table
from adjudge.io import catalogue
from adjudge.io.folders import is_folder
from adjudge.io.mt_metrics_eval import score_writing, span_writing
from adjudge.io.mt_metrics_eval.catalogue import FOLDER_IN_USE
from adjudge.io.mt_metrics_eval.folder_writing import write_test_set
from adjudge.io.own.csv_files import write_csv
from adjudge.io.own.json_lines import write_jsonl
from adjudge.io.own.parquet import write_parquet
from adjudge.io.writers import Writer, plain

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
            `.domain.score`, `.seg.rating`, `.ratings.jsonl`, and `.gz` behind any of them but `.parquet`. An existing
            file is replaced when the new one is complete. A name that ends in `.mtme`, or an empty folder, becomes a
            folder for mt-metrics-eval; a folder that holds anything is never touched.
        *others: tables that came with it, such as the texts of spans; files for mt-metrics-eval use them.

    Returns:
        What was computed for the file, and what it cannot hold; nothing for our own formats, which hold everything.

    Raises:
        UsageError: AJ040 for another ending.
        InputError: AJ022 if the file cannot be written, AJ020 for a table that it cannot hold.
    """
    path = Path(path)
    writer = None if _is_for_folder(path) else _writer(path)
    if isinstance(table, Supplement):
        raise catalogue.NO_JUDGEMENTS(kind=table.kind)
    along = [other for other in others if isinstance(other, Table)]
    if writer is None:
        files, findings = write_test_set([table, *along])
        write_folder(files, path)
        return findings
    written = writer.write(table, along)
    # No time stamp in the gzip header: the same table gives the same bytes.
    data = gzip.compress(written.data, mtime=0) if path.suffix == ".gz" else written.data
    write_bytes(data, path)
    return written.findings


def takes_others(path: str | Path) -> bool:
    """Whether what is written there uses tables that came along."""
    name = Path(path).name.removesuffix(".gz")
    return name.endswith(span_writing.STANDALONE) or _is_for_folder(Path(path))


def _is_for_folder(path: Path) -> bool:
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
    """Write text as UTF-8, complete or not at all."""
    write_bytes(text.encode(), Path(path))


def write_bytes(data: bytes, path: Path) -> None:
    """Write to a temporary file beside the target, then move it there in one step.

    Raises:
        InputError: AJ022 if the target is no regular file, its folder is missing or not writable, or the disk is full.
    """
    target = require_place(path)
    temporary = target.with_name(f".{target.name[:_LONGEST_NAME]}.{os.getpid()}")
    try:
        with temporary.open("xb") as file:
            _fill(file, temporary, data, target)
    except (OSError, ValueError) as error:
        raise catalogue.NOT_WRITTEN(path=path, reason=getattr(error, "strerror", None) or str(error)) from None


def require_place(path: str | Path) -> Path:
    """Refuse a file that could not be written, before the work that makes its content.

    Returns:
        The file that would be written: where a link leads.

    Raises:
        InputError: AJ022 if it is no regular file, or its folder is missing or not writable.
    """
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
    target = Path(os.path.realpath(path))
    temporary = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        if target.exists() and not (target.is_dir() and not any(target.iterdir())):
            reason = "the folder is not empty" if target.is_dir() else "there is a file of that name"
            raise FOLDER_IN_USE(path=path, reason=reason)
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


def _remove(path: Path) -> None:
    with contextlib.suppress(OSError, ValueError):
        path.unlink()
