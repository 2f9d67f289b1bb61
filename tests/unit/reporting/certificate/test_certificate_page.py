"""The page of a certificate: what stands on it, in which order, and that it needs nothing but itself."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudge.core.campaign.sections import AnnotatorSection
from adjudge.core.findings import Finding
from adjudge.planning.certificate.certify import certify
from adjudge.reporting.certificate import tables
from adjudge.reporting.certificate.page import certificate_page, certificate_sections
from tests.unit.planning.certificate.plans import Shown, latin, planned
from tests.unit.planning.certificate.test_comparisons import together
from tests.unit.reporting.page_elements import Page

PAID = AnnotatorSection(names=("a0", "a1", "a2"), hours=2.0, cost_per_hour=30.0)
CLEAN = certify(latin(3, 20, 3, length=20, per_session=4, annotators=PAID))
UNKNOWN = certify(
    planned([Shown("hit", None, 0, "<A>"), Shown("hit", None, 1, "B")], lengths=(2, 2, 1), systems=("<A>", "B"))
)


#: Waves of 2 and 6 documents of 2 segments: Ann judges both systems on all of them.
WAVES = certify(
    planned(
        [Shown(str(1 + (n > 1)), "a0", n, name, wave=1 + (n > 1)) for n in range(8) for name in "AB"],
        lengths=[2] * 8,
        systems=("A", "B"),
        annotators=AnnotatorSection(names=("a0",), cost_per_hour=36.0),
    )
)
#: A with B on segments 0 to 2, A with C on segment 3, all in one session.
PAIRS = certify(together(["AB", "AB", "AB", "AC"], ("A", "B", "C")))


@pytest.fixture(scope="module")
def page() -> Page:
    return Page(certificate_page(CLEAN, commands=["adjudge plan campaign.toml --out plan"]))


def test_the_page_loads_nothing(page):
    assert page.loaded == []


def test_sections_stand_in_the_order_in_which_they_are_read():
    assert [part.heading for part in certificate_sections(CLEAN)] == [
        "Rules",
        "Systems in sessions",
        "Systems and annotators",
        "Which systems meet",
        "Coverage and efficiency",
        "Time and cost",
        "What each goal takes",
        "What the plan will find",
    ]


def test_the_page_has_all_tables_and_three_heat_maps(page):
    captions = [table.caption for table in page.tables]
    assert [table.caption for table in page.heat] == [
        "Systems in sessions",
        "Systems and annotators",
        "Systems in the same sessions",
    ]
    for caption in ("Rules, broken ones first.", "What is judged of every system.", "Expected precision."):
        assert caption in captions


def test_heat_maps_hold_the_counts(page):
    annotators = page.heat[1]
    assert annotators.rows[0][1:] == ["s0", "s1", "s2"]
    # 20 documents of 3 systems among 3 annotators, (document + system) modulo 3: 7, 7 and 6 of each.
    assert sorted(row[1:] for row in annotators.rows[1:]) == [["6", "7", "7"], ["7", "6", "7"], ["7", "7", "6"]]
    assert sum(float(cell) for row in page.heat[0].rows[1:] for cell in row[1:] if cell) == 60


def test_the_verdict_comes_first(page):
    assert "The plan keeps all " in page.words[: page.words.index("rules kept")]


def test_broken_rules_and_their_findings_are_named():
    page = Page(certificate_page(UNKNOWN))
    assert "broken" in page.words
    assert all(finding.text in page.words for finding in UNKNOWN.findings)
    assert "unknown annotators" in page.words
    assert "Systems and annotators" not in [part.heading for part in certificate_sections(UNKNOWN)]


def test_names_are_text_and_no_markup():
    html = certificate_page(UNKNOWN)
    assert "<A>" not in html
    assert "&lt;A&gt;" in html


def test_more_systems_than_a_heat_map_holds_leave_it_out():
    page = Page(certificate_page(certify(latin(41, 1, 1, length=1))))
    assert page.heat == []


def test_plans_of_one_system_have_a_page():
    assert "There is one system only." in Page(certificate_page(certify(latin(1, 3, 1)))).words


def section(result, heading):
    return next((part for part in certificate_sections(result) if part.heading == heading), None)


def test_waves_have_a_table_if_there_are_several():
    assert section(CLEAN, "Waves") is None
    (table,) = section(WAVES, "Waves").tables
    # 8 and 24 judgements of 10 words at .8 s, 36 an hour = .01 a second.
    assert [row[:6] for row in table.table.rows] == [
        ("1", "2", "2", "8", "0.0", "0.64"),
        ("2", "6", "6", "24", "0.1", "1.92"),
    ]
    assert table.table.rows[1][6:10] == ("8", "32", "0.1", "2.56")
    assert "Waves in their order." in [shown.caption for shown in Page(certificate_page(WAVES)).tables]


def test_votes_on_pairs_have_a_map_and_a_table():
    assert section(CLEAN, "Votes on pairs") is None
    votes = section(PAIRS, "Votes on pairs")
    assert "every two get 0 to 3 votes, on 0 to 3 distinct segments" in votes.text
    assert votes.tables[0].table.rows == (("B", "C", "0", "0"), ("A", "C", "1", "1"), ("A", "B", "3", "3"))
    drawn = next(table for table in Page(certificate_page(PAIRS)).heat if table.caption == "Votes on pairs of systems")
    assert [row[1:] for row in drawn.rows[1:]] == [["", "3", "1"], ["3", "", ""], ["1", "", ""]]


def test_sentences_are_true_of_outputs_that_are_shown_together():
    words = Page(certificate_page(PAIRS)).words
    # One session of four items, eight outputs; a segment of three systems takes three.
    assert "One text of every system takes 3 outputs on average, and the longest session has 8 that count." in words
    assert "leniency cancels out" not in words
    assert "standardised" not in words.split("Findings")[0]


def test_sentences_agree_with_their_numbers():
    whole = [Shown("1", "a", 0, "A"), Shown("1", "a", 0, "B"), Shown("2", "a", 1, "A"), Shown("3", "a", 1, "B")]
    found = certify(planned(whole, lengths=(2, 2), systems=("A", "B")))
    assert section(found, "Systems in sessions").text.startswith("1 of 3 sessions holds all systems. One text")
    assert section(CLEAN, "Systems in sessions").text.startswith("15 of 15 sessions hold all systems.")
    assert "also show another given system" in section(found, "Which systems meet").text


def test_rules_say_which_way_their_limit_goes():
    rows = {row[0]: row for row in tables.rules_table(CLEAN).rows}
    assert rows["enough-segments"][2:5] == ("400", "at least 385", "kept")
    assert rows["annotators-balanced"][3] == "at most 1"


def test_broken_rules_come_first():
    verdicts = [row[4] for row in tables.rules_table(UNKNOWN).rows]
    assert verdicts == sorted(verdicts)  # broken, kept


def test_work_ends_with_the_sum():
    table = tables.work_table(CLEAN)
    assert table.rows[-1][0] == "all"
    # 3 systems x 400 segments x 10 words x .8 s = 9,600 s at 30 an hour.
    assert table.rows[-1][3:] == ("160", "2.7", "6.0", "80.00")


def test_goals_without_items_are_left_out():
    assert [row[0] for row in tables.goals_table(CLEAN).rows] == ["coverage"]


def test_precision_is_printed_line_by_line():
    assert CLEAN.precision is not None
    rows = {row[0]: row[1] for row in tables.precision_table(CLEAN.precision).rows}
    assert rows["distance of neighbours if systems spread evenly over 18 points"] == "9.0"


def test_every_table_has_as_many_cells_as_headings():
    made = [
        tables.rules_table(CLEAN),
        tables.not_checked_table(CLEAN),
        tables.coverage_table(CLEAN),
        tables.shares_table(CLEAN.session_shares, "session"),
        tables.work_table(CLEAN),
        tables.sessions_time_table(CLEAN),
        tables.goals_table(CLEAN),
        tables.waves_table(WAVES),
        tables.pairs_table(PAIRS),
    ]
    assert all(len(row) == len(table.headings) for table in made for row in table.rows)


def test_findings_stand_on_the_page_by_severity():
    told = (Finding("AJ001", "note", "The note."), Finding("AJ002", "warning", "The warning."))
    text = certificate_page(replace(CLEAN, findings=told))
    assert 0 < text.index("The warning.") < text.index("The note.")
