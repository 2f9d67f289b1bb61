"""Cells of printed tables as numbers that programs read."""

from __future__ import annotations

import pytest

from adjudge.reporting.csv_files import table_csv
from adjudge.reporting.files.plain_columns import plain_columns
from adjudge.reporting.printed_tables import MISSING, Heading, PrintedTable


def columns(heading: Heading, *cells: str) -> dict[str, tuple[str, ...]]:
    table = PrintedTable((heading,), tuple((cell,) for cell in cells))
    return {one.name: one.cells for one in plain_columns(table)}


@pytest.mark.parametrize(
    ("kind", "cells", "expected"),
    [
        ("number", ["1,213", "-0.5", MISSING], {"x": ("1213", "-0.5", "")}),
        ("number", ["+2.1", "1,234,567"], {"x": ("2.1", "1234567")}),
        ("number", ["12.5%", "0%"], {"x (%)": ("12.5", "0")}),
        ("range", ["0.445-0.543", MISSING], {"x low": ("0.445", ""), "x high": ("0.543", "")}),
        ("range", ["3", "2-10"], {"x low": ("3", "2"), "x high": ("3", "10")}),
        ("range", ["1"], {"x low": ("1",), "x high": ("1",)}),
        ("range", ["-1.96 to -0.5", "-2.5 to 2.5"], {"x low": ("-1.96", "-2.5"), "x high": ("-0.5", "2.5")}),
        ("range", ["-3--1"], {"x low": ("-3",), "x high": ("-1",)}),
        ("number", ["83% of 29"], {"x (%)": ("83",), "x of": ("29",)}),
        ("number", ["0.98 / 0.91", MISSING], {"x first": ("0.98", ""), "x second": ("0.91", "")}),
        ("number", ["15% (29%)"], {"x (%)": ("15",), "x in brackets (%)": ("29",)}),
        ("number", ["20 annotators"], {"x": ("20",), "x unit": ("annotators",)}),
        (
            "number",
            ["*<.001", "*0.012", "0.300"],
            {
                "x": (".001", "0.012", "0.300"),
                "x bound": ("<", "", ""),
                "x significant": ("yes", "yes", "no"),
            },
        ),
        ("number", ["1", "many"], {"x": ("1", "many")}),  # no number: as it is printed
        ("text", ["1,213", MISSING], {"x": ("1,213", MISSING)}),
    ],
)
def test_cells_become_plain_numbers(kind, cells, expected):
    assert columns(Heading("x", kind), *cells) == expected


def test_text_is_safe_and_numbers_are_not_taken_for_formulas():
    table = PrintedTable((Heading("system", "text"), Heading("score")), (("=cmd()", "-1,000"),))
    assert table_csv(table) == "system,score\n'=cmd(),-1000\n"


def test_a_table_without_rows_keeps_its_columns():
    table = PrintedTable((Heading("system", "text"), Heading("range", "range")), ())
    assert table_csv(table) == "system,range low,range high\n"
