"""The metadata of Marot: a JSON object in the last column, or a note where the file is older.

Its fields are described with Marot (google-research). Of these we use the note, what tells how the annotation was made,
the text that was marked and the tests of attention; the others are named as unused.
"""

from __future__ import annotations

import json
from typing import Any, Final

import polars as pl

from adjudge.core.columns import LINE
from adjudge.core.findings import Finding
from adjudge.io.mqm.catalogue import BAD_METADATA, EDITED_ANNOTATIONS, OTHER_MARKED_TEXT, SOURCE_NOT_SEEN
from adjudge.io.source import Source

#: Where our tables have a place, or a finding speaks of it.
_USED: Final = {"note", "marked_text", "source_not_seen", "prior_rater", "prior_error", "hotw_error", "hotw_type"}


def add_metadata(source: Source, rows: pl.DataFrame, column: str) -> tuple[pl.DataFrame, list[str]]:
    """Rows with what we use of their metadata, and the names of the fields that we do not use.

    Args:
        source: the file; metadata that cannot be read is reported to it.
        rows: with a column `metadata`.
        column: what the file calls this column.

    Returns:
        The rows with `comment`, `marked_text`, `prior_rater`, `source_not_seen`, `injected` and `injection` in place of
        `metadata`.
    """
    found = [_parse(text) for text in rows["metadata"]]
    wrong = [line for line, held in zip(rows[LINE], found, strict=True) if held is None]
    if wrong:
        source.report_lines(BAD_METADATA, wrong, total=rows.height)
    objects = [held or {} for held in found]
    unused = dict.fromkeys(name for held in objects for name in held if name not in _USED)
    columns = {
        "comment": [_text(held.get("note")) for held in objects],
        "marked_text": [_text(held.get("marked_text")) for held in objects],
        "prior_rater": [_text(held.get("prior_rater")) for held in objects],
        "source_not_seen": [held.get("source_not_seen") is True for held in objects],
        "injected": [_text(held.get("hotw_error")) for held in objects],
        "injection": [_text(held.get("hotw_type")) for held in objects],
    }
    schema = {name: pl.Boolean if name == "source_not_seen" else pl.String for name in columns}
    held = pl.DataFrame(columns, schema=schema)
    return rows.drop("metadata").hstack(held), [f"{column}.{name}" for name in unused]


def _parse(text: str) -> dict[str, Any] | None:
    """The fields of a JSON object; a text that is none is a note; None if it is broken."""
    if not text.lstrip().startswith("{"):
        return {"note": text} if text.strip() else {}
    try:
        held = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return held if isinstance(held, dict) else None


def _text(value: object) -> str | None:
    """A text that is not empty."""
    return value if isinstance(value, str) and value else None


def metadata_findings(source: Source, errors: pl.DataFrame) -> list[Finding]:
    """What the metadata says about how annotations were made, and where they contradict the marks.

    Args:
        source: the file.
        errors: annotations with the columns of `add_metadata`, and `marked`, the text between the first marks.
    """
    blanks = r"\s+"
    other = (pl.col("marked_text").str.replace_all(blanks, "") != pl.col("marked").str.replace_all(blanks, "")) & (
        pl.col("marked") != ""
    )
    counted = errors.select(
        edited=pl.col("prior_rater").is_not_null().sum(),
        unseen=pl.col("source_not_seen").sum(),
        other=other.sum(),
    ).row(0)
    entries = (EDITED_ANNOTATIONS, SOURCE_NOT_SEEN, OTHER_MARKED_TEXT)
    return [entry(rows=n, _source=source.name) for entry, n in zip(entries, counted, strict=True) if n]
