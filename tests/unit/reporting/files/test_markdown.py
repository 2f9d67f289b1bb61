"""Markdown of any table: a renderer, which is not ours, gets back what was written."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from adjudge.reporting.files.markdown import markdown_code, markdown_escape, table_markdown
from adjudge.reporting.files.paper_items import PaperTable
from adjudge.reporting.files.rankings import ranking_item, rankings_markdown
from adjudge.reporting.printed_tables import Heading, PrintedTable, printable
from tests.unit.reporting.builder import ranking
from tests.unit.reporting.files.hostile_tables import CELLS, NAMES, hostile_tables


class Rendered(HTMLParser):
    """Cells, paragraphs and elements of a page."""

    def __init__(self, markdown: str) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self.alignments: list[str] = []
        self.paragraph = ""
        self.elements: set[str] = set()
        self.place = ""
        self.feed(MarkdownIt("commonmark").enable(["table", "strikethrough"]).render(markdown))

    def handle_starttag(self, tag, attrs):
        self.elements.add(tag)
        if tag == "tr":
            self.rows.append([])
        if tag in {"th", "td"}:
            self.rows[-1].append("")
        if tag == "th":
            self.alignments.append(dict(attrs).get("style", ""))
        self.place = tag if tag in {"th", "td", "p"} else self.place

    def handle_endtag(self, tag):
        self.place = "" if tag in {"th", "td", "p"} else self.place

    def handle_data(self, data):
        if self.place in {"th", "td"}:
            self.rows[-1][-1] += data
        elif self.place == "p":
            self.paragraph += data


#: What a table with a caption may consist of; code is the signature.
ALLOWED = {"table", "thead", "tbody", "tr", "th", "td", "p", "code"}


@pytest.mark.parametrize("item", hostile_tables(), ids=lambda item: item.name)
def test_every_name_is_printed_as_it_stands_and_is_no_markup(item):
    page = Rendered(table_markdown(item))
    added = 1 if item.table.lines else 0
    places = [i for i, heading in enumerate(item.table.headings) if heading.kind == "text"]
    shown = [[row[i + added] for i in places] for row in page.rows[1:]]
    assert shown == [[printable(row[i]).strip() for i in places] for row in item.table.rows]
    assert page.elements <= ALLOWED
    assert page.paragraph.startswith(f"Table: {printable(item.caption)}")


@given(st.text())
def test_any_text_comes_back(text):
    table = PrintedTable((Heading("a", "text"),), ((text,),))
    page = Rendered(table_markdown(PaperTable("name", "Caption.", table)))
    assert page.rows[1] == [printable(text).strip()]
    assert page.elements <= ALLOWED


@pytest.mark.parametrize(
    ("text", "escaped"),
    [
        ("a|b", r"a\|b"),
        ("<b>&amp;", "&lt;b&gt;&amp;amp;"),
        ("`x` $y$", r"\`x\` \$y\$"),
        (":smile: 1:2", r"\:smile: 1:2"),  # GitHub draws the first
        ("http://a www.b", r"http\://a www\.b"),  # GitHub links them
        ("online-B (1)", "online-B (1)"),
    ],
)
def test_escapes(text, escaped):
    assert markdown_escape(text) == escaped


@pytest.mark.parametrize(("text", "code"), [("a|b", "`a|b`"), ("a`b", "`` a`b ``"), ("a``b`", "``` a``b` ```")])
def test_code_may_hold_backticks(text, code):
    assert markdown_code(text) == code


def test_clusters_are_numbered_where_lines_would_stand():
    page = Rendered(table_markdown(ranking_item(ranking([["A"], ["B", "C"], ["D"]]))))
    assert page.rows[0][:2] == ["cluster", "rank"]
    assert [row[0] for row in page.rows[1:]] == ["1", "2", "2", "3"]


def test_a_table_without_lines_has_no_clusters():
    assert "cluster" not in table_markdown(ranking_item(ranking([["A", "B"]]))).splitlines()[0]


def test_numbers_are_flush_right_with_signs_of_a_printer():
    page = Rendered(table_markdown(PaperTable("name", "", CELLS)))
    assert page.alignments == ["text-align:right"] * 5
    assert page.rows[1][1:] == ["*<.001", "−0.5–−0.3", "−1,234.5", "1–3"]


def test_the_caption_ends_with_the_signature():
    result = ranking([["A"], ["B"]])
    page = Rendered(rankings_markdown({"wmt-da": result}))
    assert page.paragraph.endswith(f"Signature: {result.signature}.")
    assert "n = 1,001 to 1,002 segments per system" in page.paragraph


def test_names_without_markup_are_not_touched():
    assert markdown_escape(NAMES[4]) == NAMES[4]
