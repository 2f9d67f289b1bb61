"""The page of a report: its sections in order, unique ids, safe names, and what is said where something is missing."""

from __future__ import annotations

import json
import re

import polars as pl
import pytest

import adjudge
from adjudge.planning.simulation.presets import preset
from adjudge.planning.simulation.settings import with_settings
from adjudge.reporting.report.contents import report_contents
from adjudge.reporting.report.page import report_page
from tests.builders import campaign
from tests.unit.reporting.builder import HOSTILE
from tests.unit.reporting.page_elements import Page

SMALL = {"systems.count": "4", "texts.documents": "16", "sessions.count": "20", "annotators.count": "5"}
VOTES = {"systems.count": "4", "rankings.count": "100", "annotators.count": "4", "protocol": "rankings"}
SECTIONS = [
    "verdict",
    "ranking",
    "findings",
    "pairs",
    "raw-and-z",
    "side-by-side",
    "stability",
    "composition",
    "documents",
    "annotators",
    "context",
    "assumptions",
    "paper",
    "reproduce",
]


def html_of(*tables, **choices):
    choices.setdefault("scenarios", ["remove:best"])
    return report_page(report_contents(adjudge.report(*tables, **choices)), source="judgements.csv")


def headings(html, level):
    return re.findall(rf'<h{level} id="([^"]+)"', html)


@pytest.fixture(scope="module")
def ratings():
    return adjudge.simulate(with_settings(preset("wmt20"), SMALL), seed=3).table


@pytest.fixture(scope="module")
def votes():
    return adjudge.simulate(with_settings(preset("balanced"), VOTES), seed=3).table


@pytest.fixture(scope="module")
def whole(ratings):
    return html_of(ratings)


def ids(html):
    return [attributes["id"] for _, attributes in Page(html).elements if "id" in attributes]


def test_sections_stand_in_the_order_in_which_they_are_read(whole):
    assert headings(whole, 2) == SECTIONS


def test_ids_are_unique_and_every_link_leads_somewhere(whole, ratings, votes):
    for html in (whole, html_of(ratings, votes, recipes=["wmt-da"])):
        found = ids(html)
        assert len(found) == len(set(found))
        links = re.findall(r'href="#([^"]+)"', html)
        assert links
        assert set(links) <= set(found)
        assert not re.findall(r'(?:src|href)="(?!#)', html)


def test_origins_and_comparisons_have_their_sections(ratings, votes):
    documents = sorted(set(ratings.frame["document"]))
    origins = {name: ("forward", "reverse")[i % 2] for i, name in enumerate(documents)}
    assert "origin" in headings(html_of(ratings, origin=origins, recipes=["wmt-da"]), 2)
    found = headings(html_of(votes), 2)
    assert {"contradictions", "opponents", "annotators", "stability"} <= set(found)
    assert not {"composition", "documents", "context", "raw-and-z"} & set(found)


def test_findings_are_there_by_severity_with_codes(whole, ratings):
    (group,) = adjudge.report(ratings, scenarios=["remove:best"]).groups
    listed = re.findall(r'<li class="(error|warning|note)">\s*<p><strong>\w+</strong> <code>(AJ\d{3})</code>', whole)
    assert listed == [(one.severity, one.code) for one in group.findings()]


def test_the_page_carries_its_rankings_as_data(whole, ratings):
    (text,) = re.findall(r'<script type="application/json" id="adjudge-report">(.*?)</script>', whole, re.DOTALL)
    held = json.loads(text)
    assert held["schema"] == "adjudge.report/1"
    (part,) = held["parts"]
    assert list(part["rankings"]) == ["recommended", "wmt-da", "wmt25-esa"]
    expected = adjudge.rank(ratings)
    assert [one["system"] for one in part["rankings"]["recommended"]["systems"]] == expected.order()
    assert part["rankings"]["recommended"]["signature"] == str(expected.signature)


def test_the_paragraph_and_the_signature_can_be_pasted(whole, ratings):
    text = Page(whole).text
    assert f"We ranked {len(adjudge.rank(ratings).systems)} systems" in text
    assert "judgements" in text
    assert "judgments" in text
    assert "@misc{adjudge," in text


def test_hostile_names_are_shown_and_not_run(ratings):
    systems = sorted(set(ratings.frame["system"]))
    names = dict(zip(systems, HOSTILE, strict=False))
    frame = ratings.frame.with_columns(pl.col("system").replace(names), document=pl.format("</script>{}", "document"))
    html = html_of(adjudge.Ratings.check(frame), recipes=["wmt-da"])
    assert html.count("<script") == 2
    assert html.count("</script>") == 2
    text = Page(html).text
    for name in HOSTILE[:4]:
        assert name in text


def test_one_system_reads_well():
    html = html_of(pl.DataFrame({"system": ["A"] * 4, "segment": list("1234"), "score": [1, 2, 3, 4]}), scenarios=())
    assert "The systems cannot be ranked" in html
    assert "not as it stands" in html
    assert "This part could not be made" in html
    assert not {"pairs", "paper", "assumptions"} & set(headings(html, 2))


def test_a_report_without_a_ranking_has_files_for_what_is_there():
    rows = {"system": ["A"] * 4, "segment": list("1234"), "score": [1, 2, 3, 4], "annotator": list("xxyy")}
    contents = report_contents(adjudge.report(pl.DataFrame(rows), scenarios=()))
    assert all(not one.name.startswith("ranking") for one in contents.paper_tables())


def test_the_count_of_warnings_says_which_are_not_those_of_the_linter(whole, ratings):
    group = adjudge.report(ratings, scenarios=["remove:best"]).groups[0]
    of_linter, of_all = (
        sum(one.severity == "warning" for one in some) for some in (group.check.findings, group.findings())
    )
    assert of_all > of_linter > 0  # else this file tests nothing here
    assert f"{of_all - of_linter} of the {of_all} warnings below come from" in whole


def test_a_table_without_lines_does_not_speak_of_any():
    alike = {"system": list("aabb"), "segment": list("1212"), "score": [80, 70, 71, 79]}
    html = html_of(pl.DataFrame(alike))
    assert "Systems in rank order. No line is drawn." in html


def test_missing_columns_are_named_where_a_part_is_missing():
    rows = {"system": list("aabb"), "segment": list("1212"), "score": [80, 70, 40, 30]}
    html = html_of(pl.DataFrame(rows))
    for part in ("composition", "annotators", "context"):
        section = html.split(f'<h2 id="{part}">', 1)[1].split("</section>", 1)[0]
        assert "This part could not be made" in section
        assert "To do: " in section


def test_no_findings_are_said():
    contents = report_contents(adjudge.report(campaign([-20, 0, 20]), scenarios=["remove:best"]))
    group = contents.groups[0]
    findings = next(one for one in group.sections if one.key == "findings")
    assert findings.blocks


def test_two_hundred_systems_fit(tmp_path):
    table = campaign([i / 4 for i in range(200)], documents=6, length=2, annotators=2)
    html = html_of(table, recipes=["wmt-da"])
    assert len(html.encode()) < 5_000_000
    assert "left out for more than" in html


def test_figures_and_tables_of_a_report_have_names_of_their_own(ratings, votes):
    contents = report_contents(adjudge.report(ratings, votes, recipes=["wmt-da"], scenarios=["remove:best"]))
    for items in (contents.paper_figures(), contents.paper_tables()):
        names = [one.name for one in items]
        assert len(names) == len(set(names))
        assert all(one.caption for one in items)
    assert {"ratings scores-1", "comparisons scores-1"} <= {one.name for one in contents.paper_figures()}


def test_a_report_is_the_same_however_often_it_is_made(ratings, whole):
    assert html_of(ratings) == whole
