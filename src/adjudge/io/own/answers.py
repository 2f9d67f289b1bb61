"""Files of answers to a datasheet."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from adjudge.core.datasheet.catalogue import BAD_ANSWERS
from adjudge.core.toml_files import parse_toml
from adjudge.io.catalogue import PARQUET_NOT_TOML
from adjudge.io.source import open_source


def load_answers(path: str | Path) -> dict[str, Any]:
    """The answers of a TOML file as plain data; `adjudge.datasheet` checks them.

    Raises:
        AdjudgeError: if the file is missing, or no TOML (AJ067).
    """
    source = open_source(path)
    if source.is_parquet:
        raise PARQUET_NOT_TOML(source=source.name, needed="answers")
    return parse_toml(source.data.decode(), source=source.name, broken=BAD_ANSWERS)
