"""Rankings and printed tables as CSV."""

from __future__ import annotations

import csv
import io
from typing import Final

import polars as pl

from adjudge.ranking.comparisons.result import ComparisonRankingResult
from adjudge.ranking.result import RankingResult
from adjudge.reporting.printed_tables import PrintedTable
from adjudge.reporting.ranking_tables import cycle_numbers, places_of

#: How formulas begin.
_FORMULAS: Final = ("=", "+", "-", "@", "\t", "\r", "\uff1d", "\uff0b", "\uff0d", "\uff20")


def ranking_csv(result: RankingResult) -> str:
    """A ranking as CSV with full precision; missing values are empty fields.

    An exact order has three more columns: `place_low` and `place_high`, the best and worst place over all optimal
    orders, empty where they were not decided, and `cycle`.
    """
    frame = result.to_frame()
    if isinstance(result, ComparisonRankingResult) and result.optimum is not None:
        places, numbers, names = places_of(result), cycle_numbers(result), result.order()
        low, high = ([places[name][end] if places else None for name in names] for end in (0, 1))
        columns = {"place_low": low, "place_high": high, "cycle": [numbers.get(name) for name in names]}
        frame = frame.with_columns(pl.Series(name, values, dtype=pl.Int64) for name, values in columns.items())
    return safe_frame(frame).write_csv()


def table_csv(table: PrintedTable) -> str:
    """Any printed table as CSV; its text is safe to open in a spreadsheet."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([safe_text(heading.name or heading.text) for heading in table.headings])
    text = [heading.kind == "text" for heading in table.headings]
    writer.writerows(
        [safe_text(cell) if is_text else cell for cell, is_text in zip(row, text, strict=True)] for row in table.rows
    )
    return out.getvalue()


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
