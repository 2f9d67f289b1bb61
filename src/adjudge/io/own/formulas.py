"""Text in CSV files that a spreadsheet would run as a formula."""

from __future__ import annotations

from typing import Final

import polars as pl

#: How formulas begin.
_FORMULAS: Final = ("=", "+", "-", "@", "\t", "\r", "\uff1d", "\uff0b", "\uff0d", "\uff20")


def safe_frame(frame: pl.DataFrame) -> pl.DataFrame:
    """A frame whose text a spreadsheet does not take for formulas; numbers stay as they are."""
    texts = [name for name, dtype in frame.schema.items() if dtype == pl.String]
    return frame.with_columns(pl.col(name).map_elements(safe_text, return_dtype=pl.String) for name in texts)


def safe_text(text: str) -> str:
    """Text that a spreadsheet shows and does not run.

    A spreadsheet runs what begins with `=`, `+`, `-`, `@`, a tab or a carriage return. Such text gets an apostrophe in
    front, which spreadsheets take for "this is text"; text that has apostrophes in front of such a sign gets one more.
    So names that differ still differ, and taking one apostrophe away gives the name.

    Example:
        >>> safe_text("=cmd()"), safe_text("'=cmd()"), safe_text("online-B")
        ("'=cmd()", "''=cmd()", 'online-B')
    """
    return f"'{text}" if text.lstrip("'").startswith(_FORMULAS) else text
