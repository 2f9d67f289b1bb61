"""LaTeX of any table: a strict reader gets back what was written, and a compiler, where there is one, agrees."""

from __future__ import annotations

import shutil
import subprocess
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudge.reporting.files.latex import table_latex
from adjudge.reporting.files.latex_layout import MOST_ROWS
from adjudge.reporting.files.latex_text import beyond_pdflatex, latex_caption
from adjudge.reporting.files.paper_items import PaperTable
from adjudge.reporting.files.rankings import ranking_latex
from adjudge.reporting.files.table_files import write_tables
from adjudge.reporting.printed_tables import Heading, PrintedTable, printable
from tests.unit.reporting.builder import ranking
from tests.unit.reporting.files.hostile_tables import CELLS, hostile_tables, wide
from tests.unit.reporting.files.latex_parser import NotLatexError, ParsedTable, parse_table


def parsed(table: PrintedTable) -> ParsedTable:
    return parse_table(table_latex(PaperTable("name", "Caption.", table)))


def seen(name: str) -> str:
    """A name as a reader sees it: spaces in a row are one, and what cannot be printed is a question mark."""
    return " ".join(printable(unicodedata.normalize("NFC", name)).replace("\ufffd", "?").split())


@pytest.mark.parametrize("item", hostile_tables(), ids=lambda item: item.name)
def test_every_name_is_printed_as_it_stands(item):
    table = parse_table(table_latex(item))
    places = [i for i, heading in enumerate(item.table.headings) if heading.kind == "text"]
    assert len(table.rows) == len(item.table.rows)
    for row, original in zip(table.rows, item.table.rows, strict=True):
        assert [row[i] for i in places] == [seen(original[i]) for i in places]
    assert table.rules == {row for row in item.table.lines if row}
    assert table.caption.startswith(seen(item.caption))


@given(st.lists(st.tuples(st.text(), st.text()), min_size=1, max_size=4))
def test_any_text_comes_back(rows):
    table = parsed(PrintedTable((Heading("a", "text"), Heading("b", "text")), tuple(rows)))
    assert table.rows == [[seen(cell) if cell != "—" else "—" for cell in row] for row in rows]


def test_signs_and_dashes_are_those_of_a_printer():
    assert parsed(CELLS).rows == [
        ["*<.001", "−0.5–−0.3", "−1,234.5", "1–3"],
        ["*0.003", "−1.2 to 0.4", "−0.12 / 0.34", "—"],
        ["0.400", "0.312–0.688", "12%", "2"],
    ]


def test_a_comma_stands_outside_of_mathematics_where_a_space_would_follow_it():
    assert "$-$1,234.5" in table_latex(PaperTable("name", "", CELLS))


def test_headings_begin_with_a_capital_unless_they_are_names():
    assert parsed(CELLS).headings == ["p", "95% interval", "BLEU score", "wmt-da"]
    assert parsed(PrintedTable((Heading("same rank"), Heading("MQM")), (("1", "2"),))).headings == ["Same rank", "MQM"]


def test_text_is_flush_left_and_numbers_are_flush_right():
    table = PrintedTable((Heading("a", "text"), Heading("b"), Heading("c", "range")), (("x", "1", "1-2"),))
    assert parsed(table).columns == ["l", "r", "r"]


def test_a_table_of_one_column_of_the_page_is_no_wider_than_it():
    assert parsed(wide(3)).environment == "table"
    assert parsed(wide(5)).environment == "table*"


def test_what_is_wider_than_the_page_is_set_smaller_and_at_last_scaled():
    sizes = [parsed(wide(n)).size for n in range(1, 31)]
    order = ["", r"\small", r"\footnotesize", r"\scriptsize"]
    assert sorted(sizes, key=order.index) == sizes
    assert set(sizes) == set(order)
    assert [parsed(wide(n)).scaled for n in (5, 30)] == [False, True]


def test_text_that_is_too_long_for_the_page_is_broken_into_lines():
    table = PrintedTable((Heading("a", "text"), Heading("b", "text"), Heading("c")), (("x " * 200, "short", "1"),))
    assert parsed(table).columns == ["p", "l", "r"]
    assert "array" in parsed(table).comments[0]


def test_a_word_in_a_narrow_column_may_be_broken_where_its_parts_end():
    table = PrintedTable((Heading("a", "text"),), (("/".join(["directory"] * 30),),))
    assert r"directory/\allowbreak{}directory" in table_latex(PaperTable("name", "", table))


@pytest.mark.parametrize(("rows", "environment"), [(MOST_ROWS, "table"), (MOST_ROWS + 1, "longtable")])
def test_more_rows_than_a_page_go_over_several(rows, environment):
    table = parsed(PrintedTable((Heading("a"),), (("1",),) * rows, frozenset({3, 7})))
    assert table.environment == environment
    assert (len(table.rows), table.rules) == (rows, {3, 7})
    assert ("longtable" in table.comments[0]) == (environment == "longtable")


def test_packages_are_named_that_are_needed_and_no_others():
    assert ranking_latex(ranking([["A"], ["B"]])).splitlines()[0] == r"% needs \usepackage{booktabs}"
    assert parsed(wide(30)).comments[0] == r"needs \usepackage{booktabs,graphicx}"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Online-A", None),
        ("Ünïcode", r"needs \usepackage[T1]{fontenc} with pdflatex"),
        ("日本 A", "needs xelatex or lualatex and a font with characters that pdflatex cannot set: 日 本"),
    ],
)
def test_the_engine_is_named_where_it_matters(name, said):
    comments = parsed(PrintedTable((Heading("a", "text"),), ((name,),))).comments
    assert comments[1:] == ([said] if said else [])


def test_the_rule_of_characters_that_pdflatex_sets():
    """Those that the files t1enc.dfu and ts1enc.dfu of LaTeX declare, as far as the rule goes."""
    assert beyond_pdflatex("".join(map(chr, range(0x20, 0x7F)))) == ""
    assert beyond_pdflatex("".join(map(chr, range(0xA1, 0x180)))) == "ĦħĸĿŀŉŦŧſ"
    assert beyond_pdflatex("Дא日😀") == "".join(sorted("Дא日😀"))


def test_only_counts_are_mathematics_in_a_caption():
    assert latex_caption("n = 3, N = 9, domain = x", "") == "$n$ = 3, $N$ = 9, domain = x"


def test_the_label_is_made_of_the_name_if_there_is_none():
    table = PrintedTable((Heading("a"),), (("1",),))
    assert parse_table(table_latex(PaperTable("Pairs of <b>", "", table))).label == "tab:pairs-of-b"
    assert parse_table(table_latex(PaperTable("Pairs", "", table, "tab:mine"))).label == "tab:mine"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (r"1 & 1 & A", r"1 & 1 & A & A"),
        (r"1 & 1 & A", r"1 & A"),
        (r"\end{tabular}", ""),
        (r"\bottomrule", "\\midrule\n\\bottomrule"),
        ("& A &", "& a_b &"),
        ("& A &", "& \\write &"),
        ("& A &", "& {A &"),
        ("1 & 1 & A", "[1] & 1 & A"),
    ],
)
def test_the_reader_is_strict(old, new):
    latex = ranking_latex(ranking([["A"], ["B"]]))
    parse_table(latex)
    assert old in latex
    with pytest.raises((NotLatexError, ValueError)):
        parse_table(latex.replace(old, new, 1))


def engine(name: str, needed: str) -> bool:
    """Whether an engine is installed with the packages that a document needs."""
    if shutil.which(name) is None or shutil.which("kpsewhich") is None:
        return False
    return all(
        subprocess.run(["kpsewhich", file], capture_output=True, check=False).returncode == 0
        for file in (needed, "booktabs.sty", "longtable.sty", "geometry.sty", "iftex.sty")
    )


@pytest.mark.parametrize(
    ("name", "needed"), [("pdflatex", "article.cls"), ("xelatex", "fontspec.sty"), ("lualatex", "luaotfload.sty")]
)
def test_a_compiler_takes_every_table(name, needed, tmp_path):
    if not engine(name, needed):
        pytest.skip(f"{name} is not installed")
    write_tables(hostile_tables(), tmp_path)
    command = [name, "-interaction=nonstopmode", "-halt-on-error", "tables.tex"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, timeout=300, check=False)
    log = (tmp_path / "tables.log").read_text(encoding="utf-8", errors="replace")
    assert done.returncode == 0, log[-2000:]
    assert "Missing character" not in log
    if shutil.which("pdftotext"):
        text = subprocess.run(
            ["pdftotext", "-layout", "tables.pdf", "-"], cwd=tmp_path, capture_output=True, check=True
        ).stdout.decode()
        for words in ("<script>alert(1)</script>", r"\input{/etc/passwd}", "[x] bracket", "U+65E5", "*0.003"):
            assert words in text
