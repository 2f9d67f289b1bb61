"""Writing our own formats: chosen by the ending of the name, complete or not at all."""

from __future__ import annotations

import contextlib
import gzip
import os
from collections.abc import Callable
from pathlib import Path
from typing import Final

from adjudge.core.tables import AnyTable, Supplement, Table
from adjudge.io import catalogue
from adjudge.io.own.csv_files import write_csv
from adjudge.io.own.json_lines import write_jsonl
from adjudge.io.own.parquet import write_parquet

_WRITERS: Final[dict[str, Callable[[Table], bytes]]] = {
    ".csv": write_csv,
    ".jsonl": write_jsonl,
    ".parquet": write_parquet,
}

#: Of the temporary file, which has a few characters more than its target.
_LONGEST_NAME: Final = 60


def write(table: AnyTable, path: str | Path) -> None:
    """Write a table as `.csv`, `.jsonl`, `.parquet`, or `.csv.gz` / `.jsonl.gz`.

    Args:
        table: any table but a supplement.
        path: the file; an existing one is replaced when the new one is complete.

    Raises:
        UsageError: AJ040 for another ending.
        InputError: AJ022 if the file cannot be written, AJ020 for a supplement.
    """
    path = Path(path)
    packed = path.suffix == ".gz"
    ending = Path(path.stem).suffix if packed else path.suffix
    if ending not in _WRITERS or (packed and ending == ".parquet"):
        raise catalogue.BAD_ENDING(name=path.name, example=path.name.split(".", 1)[0] or "ratings")
    if isinstance(table, Supplement):
        raise catalogue.NO_JUDGEMENTS(kind=table.kind)
    data = _WRITERS[ending](table)
    # No time stamp in the gzip header: the same table gives the same bytes.
    write_bytes(gzip.compress(data, mtime=0) if packed else data, path)


def write_text(text: str, path: str | Path) -> None:
    """Write text as UTF-8, complete or not at all."""
    write_bytes(text.encode(), Path(path))


def write_bytes(data: bytes, path: Path) -> None:
    """Write to a temporary file beside the target, then move it there in one step.

    Raises:
        InputError: AJ022 if the target is no regular file, its folder is missing or not writable, or the disk is full.
    """
    try:
        target = Path(os.path.realpath(path))  # a link stays a link
        temporary = target.with_name(f".{target.name[:_LONGEST_NAME]}.{os.getpid()}")
    except ValueError as error:  # no name that a file can have
        raise catalogue.NOT_WRITTEN(path=path, reason=error) from None
    try:
        if target.is_symlink():
            raise catalogue.NOT_WRITTEN(path=path, reason="it is a link that leads back to itself")
        if target.exists() and not target.is_file():
            raise catalogue.NOT_WRITTEN(path=path, reason="it is not a regular file")
        with temporary.open("xb") as file:
            file.write(data)
        temporary.replace(target)
    except (OSError, ValueError) as error:
        raise catalogue.NOT_WRITTEN(path=path, reason=getattr(error, "strerror", None) or str(error)) from None
    finally:
        _remove(temporary)


def _remove(path: Path) -> None:
    with contextlib.suppress(OSError, ValueError):
        path.unlink()
