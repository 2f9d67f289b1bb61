"""Rankings and printed tables as CSV."""

from __future__ import annotations

import csv
import io

import polars as pl

from adjudge.io.own.formulas import safe_frame as safe_frame  # noqa: PLC0414 - printed tables and commands use both
from adjudge.io.own.formulas import safe_text as safe_text  # noqa: PLC0414
from adjudge.ranking.comparisons.result import ComparisonRankingResult
from adjudge.ranking.result import RankingResult
from adjudge.reporting.files.plain_columns import plain_columns
from adjudge.reporting.printed_tables import PrintedTable
from adjudge.reporting.ranking_tables import cycle_numbers, places_of


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
    """Any printed table as CSV, with plain numbers; its text is safe to open in a spreadsheet."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    columns = plain_columns(table)
    writer.writerow([safe_text(column.name) for column in columns])
    cells = [[safe_text(cell) for cell in one.cells] if one.is_text else one.cells for one in columns]
    writer.writerows(zip(*cells, strict=True))
    return out.getvalue()
