from __future__ import annotations

import re
from collections import Counter
from html.parser import HTMLParser

import pytest

from adjudge.core.findings import Finding
from adjudge.reporting.page import Truth, TruthCheck, ranking_page, significant_errors, typeset
from adjudge.reporting.tables import MISSING, Heading
from tests.unit.reporting.builder import HOSTILE, ranking

FINDING = Finding("AJ209", "warning", "Look <here> & there.", todo="do <this>", source="Knowles 2021")


class Page(HTMLParser):
    """Elements and text of a page; fails on elements that are not closed in order."""

    VOID = frozenset({"meta", "br", "wbr", "link", "img", "input", "hr"})

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self._open: list[str] = []
        self.feed(html)
        self.close()
        assert not self._open

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))
        if tag not in self.VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self._open.pop() == tag

    def handle_data(self, data):
        self.text += data

    def all(self, tag):
        return [attributes for name, attributes in self.elements if name == tag]


@pytest.fixture(scope="module")
def html() -> str:
    results = {
        "wmt-da": ranking([[HOSTILE[0]], HOSTILE[1:]], raw=False, findings=(FINDING,)),
        "recommended": ranking([HOSTILE]),
    }
    swapped = [(HOSTILE[1], HOSTILE[0])]
    quality = {HOSTILE[1]: 80.0, HOSTILE[0]: 79.0, HOSTILE[2]: 70.0, HOSTILE[3]: 60.0}
    truth = Truth(quality, {name: TruthCheck(swapped, 2 / 3) for name in results}, "Not <how> often.")
    return ranking_page(
        results, title="T <b>", lede="L & l", commands=["adjudge demo --seed 3"], facts={"<k>": "<v>"}, truth=truth
    )


def test_names_texts_and_notes_are_escaped(html):
    page = Page(html)

    assert not page.all("script")
    for text in (*HOSTILE, "Look <here> & there.", "To do: do <this>", "Not <how> often.", "<k>", "T <b>", "L & l"):
        assert text in page.text


def test_nothing_is_loaded(html):
    page = Page(html)
    loading = {"src", "href", "srcset", "data", "action", "poster", "xlink:href", "background", "formaction"}

    assert not [(tag, a) for tag, a in page.elements if loading & set(a)]
    assert not {"script", "link", "iframe", "object", "embed", "img"} & {tag for tag, _ in page.elements}
    assert "@import" not in html
    assert "url(" not in html
    assert set(re.findall(r"https?://[^\"\s<]+", html)) <= {"http://www.w3.org/2000/svg"}  # a name, not an address


def test_lines_stand_between_clusters(html):
    bodies = re.findall(r"<tbody>.*?</tbody>", html, re.DOTALL)
    lines = [["line" in row for row in re.findall(r"<tr[^>]*>", body)] for body in bodies]

    assert lines == [[False] * 4, [False, True, False, False], [False] * 4]


def test_tables_charts_and_headings_are_accessible(html):
    page = Page(html)
    ids = Counter(a["id"] for _, a in page.elements if a.get("id"))
    referred = {i for _, a in page.elements for i in (a.get("aria-labelledby") or "").split()}

    assert page.all("html") == [{"lang": "en"}]
    assert len(page.all("h1")) == 1
    assert len(page.all("caption")) == len(page.all("table")) == 3
    assert all(a.get("scope") in {"col", "row"} for a in page.all("th"))
    charts = page.all("svg")
    assert len(charts) == 5
    assert all(a["role"] == "img" and a["aria-labelledby"] for a in charts)
    assert max(ids.values()) == 1
    assert referred <= set(ids)


def test_departures_from_the_truth_are_told(html):
    text = " ".join(Page(html).text.split())

    assert "Against the truth" in text
    assert "<script>alert(1)</script> over a_b & 50% called significant" in text
    assert text.count("called significant") == 1  # the second ranking has one cluster
    assert "recommended puts 1 of 6 pairs of systems the other way round" in text


def test_commands_and_signatures_are_printed(html):
    page = Page(html)

    assert "adjudge demo --seed 3" in page.text
    assert page.text.count("recipe:wmt-da|unit:segment|test:rank-sum.greater|") == 2


def test_one_ranking_without_truth_has_no_comparison():
    page = Page(ranking_page({"recommended": ranking([["A"], ["B"]])}, title="T", lede="L"))

    assert "Against the truth" not in page.text
    assert "Side by side" not in page.text
    assert len(page.all("svg")) == 2
    assert "Nothing to report." in page.text
    assert [word for word in ("systems", "4,003", "clusters") if word not in page.text] == []


def test_two_rankings_without_truth_stand_side_by_side():
    results = {"one": ranking([["A"], ["B"]]), "two": ranking([["B"], ["A"]])}
    page = Page(ranking_page(results, title="T", lede="L"))

    assert "Side by side" in page.text
    assert "true place" not in page.text


def test_only_significant_swaps_are_errors():
    result = ranking([["A"], ["B", "C"]])

    assert significant_errors(result, TruthCheck([("B", "A"), ("C", "B")], 0.0)) == {("B", "A")}


@pytest.mark.parametrize(
    ("cell", "kind", "shown"),
    [
        ("-0.5", "number", "\u22120.5"),
        ("2-3", "range", "2\u20133"),
        ("a-b", "text", "a-b"),
        (MISSING, "number", MISSING),
    ],
)
def test_signs_and_dashes(cell, kind, shown):
    assert typeset(cell, Heading("x", kind)) == shown


def test_a_comparison_of_two_systems_is_counted_once():
    result = ranking([["A"], ["B"]], raw=False, kind="comparisons")
    page = Page(ranking_page({"davidson": result}, title="T", lede="L"))

    assert "comparisons2,001" in "".join(page.text.split())  # half of 2,001 + 2,002, rounded down
