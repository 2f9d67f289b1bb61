"""Tables that break careless writers."""

from __future__ import annotations

from itertools import pairwise

from adjudge.reporting.comparison_tables import cycles_table, violations_table
from adjudge.reporting.files.paper_items import PaperTable
from adjudge.reporting.files.rankings import ranking_item
from adjudge.reporting.printed_tables import Heading, PrintedTable
from tests.unit.reporting.builder import HOSTILE, compared, majorities, ranking

NAMES = (
    *HOSTILE,
    "日本語 model",
    "😀",
    "Київ",
    "Ünïcode ł ą ø",
    "e\N{COMBINING ACUTE ACCENT}",
    "[x] bracket",
    "*star",
    "(round)",
    "quotes \" ' '' `` ,, “”",
    "a--b---c",
    "?\N{LEFT SINGLE QUOTATION MARK}a",
    "line\nbreak\u202e",
    r"\input{/etc/passwd} $\alpha$ %",
    "=cmd()",
    "x" * 300,
    "part_" * 60,
    "",
)
CELLS = PrintedTable(
    (Heading("p"), Heading("95% interval", "range"), Heading("BLEU score"), Heading("wmt-da", "range", is_name=True)),
    (
        ("*<.001", "-0.5--0.3", "-1,234.5", "1-3"),
        ("*0.003", "-1.2 to 0.4", "-0.12 / 0.34", "—"),
        ("0.400", "0.312-0.688", "12%", "2"),
    ),
    frozenset({1}),
)


def hostile_tables() -> list[PaperTable]:
    """Short and long, narrow and wide ones."""
    pairs = majorities(*((a, b, 2.0) for a, b in pairwise(NAMES)), total=90.0)
    cycles = majorities(total=90.0, groups=(NAMES,), cycles=(NAMES,))
    many = [f"system-{i}" for i in range(200)]
    return [
        ranking_item(ranking([NAMES[:4], NAMES[4:]]), name="NUL"),
        PaperTable(
            "nul", f"A caption: {' '.join(NAMES[:18])} – … ▲ ≤", violations_table(compared([NAMES], tournament=pairs))
        ),
        PaperTable("../../etc", "Long text.", cycles_table(compared([NAMES], tournament=cycles))),
        ranking_item(ranking([many[:10], many[10:150], many[150:]]), name="tables"),
        ranking_item(ranking([["only"]]), name="日本"),
        PaperTable("cells", "Numbers (n = 3, N = 1,000; column = x).", CELLS),
        PaperTable("cells", "Too wide.", wide(30)),
        PaperTable("cells", "No rows.", PrintedTable(CELLS.headings, ())),
    ]


def wide(columns: int) -> PrintedTable:
    """Numbers beside each other."""
    headings = tuple(Heading(f"recommended (method {i})", is_name=True) for i in range(columns))
    return PrintedTable(headings, ((*("-1.234" for _ in headings),),))
