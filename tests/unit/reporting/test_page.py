from __future__ import annotations

import re
from base64 import b64encode
from collections import Counter
from dataclasses import replace
from functools import cache
from hashlib import sha256

import pytest

from adjudge.core.findings import Finding
from adjudge.planning.simulation.recovery import Recovery, SwappedPair, Truth, TruthCheck
from adjudge.ranking.orders import Rankings
from adjudge.reporting.page import ranking_page, with_code
from adjudge.reporting.printed_tables import MISSING, Heading, typeset
from tests.unit.reporting.builder import HOSTILE, compared, cycle, majorities, model, ranking
from tests.unit.reporting.page_elements import Page

FINDING = Finding("AJ209", "warning", "Look <here> & there.", todo="do <this>", source="Knowles 2021")


def _page(**results):
    return Page(ranking_page(Rankings(results), title="T", lede="L"))


@cache
def _ratings():
    return _page(recommended=ranking([["A"], ["B"]]))


@cache
def _strengths():
    return _page(davidson=compared([["p"], ["q"]], method="davidson", model=model("p", "q")))


@pytest.fixture(scope="module")
def html() -> str:
    results = {
        "wmt-da": ranking([[HOSTILE[0]], HOSTILE[1:]], raw=False, findings=(FINDING,)),
        "recommended": ranking([HOSTILE]),
    }
    quality = {HOSTILE[1]: 80.0, HOSTILE[0]: 79.0, HOSTILE[2]: 70.0, HOSTILE[3]: 60.0}
    checks = {
        name: TruthCheck(6, (SwappedPair(HOSTILE[1], HOSTILE[0], significant=name == "wmt-da"),), kendall=2 / 3)
        for name in results
    }
    recoveries = [Recovery(name, (0, 1), pairs=6.0, found=4.5, false=1, misled=1, kendall=0.5) for name in results]
    truth = Truth(quality, checks, "Not <how> often.", recoveries)
    return ranking_page(
        Rankings(results),
        title="T <b>",
        lede="L & l",
        commands=["adjudge demo --seed 3"],
        facts={"<k>": "<v>"},
        truth=truth,
    )


@pytest.fixture(scope="module")
def several() -> str:
    results = {
        "mfas": cycle(findings=(FINDING,)),
        "davidson": compared([["p"], ["q", "r"]], method="davidson", model=model("p", "q", "r"), findings=(FINDING,)),
        "trueskill": compared(
            [["p"], ["q", "r"]],
            method="trueskill",
            rule="ranges",
            settings={"runs": 500},
            line_shares=(0.9, 0.1, 0.0),
        ),
    }
    return ranking_page(Rankings(results), title="T", lede="L")


@pytest.fixture(params=["html", "several"])
def any_page(request):
    return request.getfixturevalue(request.param)


def test_names_texts_and_notes_are_escaped(html):
    page = Page(html)

    assert page.all("script") == [{}]  # our own
    for text in (*HOSTILE, "Look <here> & there.", "To do: do <this>", "Not <how> often.", "<k>", "T <b>", "L & l"):
        assert text in page.text


def test_nothing_is_loaded(any_page):
    page = Page(any_page)

    assert page.loaded == []
    assert not {"link", "iframe", "object", "embed", "img"} & {tag for tag, _ in page.elements}
    assert "@import" not in any_page
    assert "url(" not in any_page
    assert set(re.findall(r"https?://[^\"\s<]+", any_page)) <= {"http://www.w3.org/2000/svg"}  # a name, not an address


def test_only_the_script_of_the_page_may_run_and_nothing_may_be_loaded(any_page):
    (script,) = re.findall("<script>(.*?)</script>", any_page, re.DOTALL)
    (policy,) = [a["content"] for a in Page(any_page).all("meta") if a.get("http-equiv") == "Content-Security-Policy"]
    digest = b64encode(sha256(script.encode()).digest()).decode()

    assert (policy or "").split("; ")[:4] == [
        "default-src 'none'",
        f"script-src 'sha256-{digest}'",
        "style-src 'unsafe-inline'",
        "img-src data:",
    ]


def test_links_of_the_contents_lead_to_the_headings(several):
    page = Page(several)
    linked = [link["href"] for link in page.all("a")]
    headings = [f"#{heading['id']}" for heading in page.all("h2")]

    assert linked == ["#main", *headings]
    assert {"id": "main", "tabindex": "-1"} in page.all("main")
    assert [link["href"] for link in _ratings().all("a")] == ["#main", *(f"#{h['id']}" for h in _ratings().all("h2"))]


def test_tables_charts_and_headings_are_accessible(any_page):
    page = Page(any_page)
    ids = Counter(a["id"] for _, a in page.elements if a.get("id"))
    referred = {i for _, a in page.elements for i in (a.get("aria-labelledby") or "").split()}

    assert page.all("html") == [{"lang": "en"}]
    assert len(page.all("h1")) == 1
    assert len(page.all("caption")) == len(page.all("table"))
    assert all(a.get("scope") in {"col", "row"} for a in page.all("th"))
    assert all(a["role"] == "img" and a["aria-labelledby"] for a in page.all("svg"))
    assert max(ids.values()) == 1
    assert referred <= set(ids)


def test_lines_stand_between_clusters(html):
    lines = [table.lines for table in Page(html).tables if "Systems in rank order" in table.caption]

    assert lines == [[1], []]
    assert [table.caption for table in Page(html).tables if table.lines and "Lines" not in table.caption] == []


def test_the_outline_of_a_page_of_one_ranking():
    assert _ratings().outline == [
        "header",
        "nav contents Contents",
        "main",
        "  section ranking-1",
        "    table",
        "    figure",
        "      svg scores-1-title",
        "  section pairs",
        "    figure",
        "      table heat",
        "  section findings",
        "  section reproduce",
        "footer",
        "script",
    ]


def test_pairs_are_a_heat_table_with_the_same_p_values():
    page = _page(recommended=ranking([["A"], ["B", "C"], ["D"]]))
    (pairs,) = page.heat

    # The builder gives p = 0.01 / clusters between / 2, and 0.4 within a cluster.
    assert pairs.rows == [
        ["", "2", "3", "4"],
        ["1 A", ".005", ".005", ".003"],
        ["2 B", "", ".400", ".005"],
        ["3 C", "", "", ".005"],
    ]
    assert "Ranking by recommended: the higher-ranked system is significantly better in 5 of 6 pairs." in page.words


def test_the_numbers_of_a_chart_are_in_a_table(html):
    plain = ranking([["A"], ["B"]])
    systems = tuple(replace(s, score_low=-9.0, score_high=9.0) for s in plain.systems)
    page = _page(one=replace(plain, systems=systems))

    (scores,) = [table for table in page.tables if table.caption == "Scores as drawn."]
    assert scores.rows == [
        ["system", "score", "95% interval"],
        ["A", "0.500", "\u22129.000 to 9.000"],
        ["B", "\u22120.500", "\u22129.000 to 9.000"],
    ]
    drawn = [table.rows for table in Page(html).tables if table.caption == "Scores as drawn."]
    assert [rows[0] for rows in drawn] == [["system", "score", "true quality"]] * 2
    assert ["a_b & 50%", "80.00"] in [row[::2] for row in drawn[0]]


def test_departures_from_the_truth_are_reported(html):
    words = Page(html).words

    assert "Compared with the truth" in words
    assert "<script>alert(1)</script> over a_b & 50% called significant" in words
    assert words.count("a_b & 50% called significant") == 1
    assert "recommended puts 1 of 6 pairs of systems in the wrong order" in words


def test_what_the_recipes_found_in_several_campaigns_stands_beside_one(html):
    words = Page(html).words

    assert "In 2 campaigns of this kind (seeds 0 to 1). recipe found false misled tau wmt-da 4.5 of 6 1 1 of 2" in words
    assert "wmt-da in this campaign" in words
    assert "campaigns of this kind" not in _ratings().words


def test_intervals_of_scores_are_explained_where_they_are_drawn():
    plain = ranking([["A"], ["B"]])
    systems = tuple(replace(s, score_low=-9.0, score_high=9.0) for s in plain.systems)
    said = "95% confidence interval of the system's distance from the mean of all systems"

    assert said in _page(one=replace(plain, systems=systems)).words
    assert said not in _ratings().words


def test_commands_and_signatures_are_printed(html):
    page = Page(html)

    assert "adjudge demo --seed 3" in page.text
    assert page.text.count("recipe:wmt-da|unit:segment|") == 2


def test_one_ranking_without_truth_has_no_comparison():
    page = _ratings()

    assert "Compared with the truth" not in page.text
    assert "Side by side" not in page.text
    assert "There are no findings." in page.text
    assert "systems 2 judgements 4,003 clusters 2" in page.words


def test_one_of_a_kind_is_counted_as_one():
    page = _page(recommended=ranking([["A", "B"]]))

    assert "judgements 4,003 cluster 1" in page.words


def test_two_recipes_stand_side_by_side_with_their_agreement():
    page = _page(one=ranking([["A"], ["B"]]), two=ranking([["B"], ["A"]]))

    assert "Side by side" in page.text
    assert "true place" not in page.text
    assert "\u22121.00 / \u22121.00" in page.words
    assert "two compared with one: Kendall's tau -1.000, 2 systems move" in page.words
    assert "What each order contradicts" not in page.words


def test_ratings_have_no_sections_of_comparisons():
    words = _ratings().words

    assert "What the order contradicts" not in words
    assert "Who was compared with whom" not in words


def test_an_exact_order_shows_what_it_contradicts_and_its_certificate_but_no_scores():
    page = _page(mfas=cycle())

    assert len(page.all("svg")) == 0
    assert len(page.heat) == 1  # the pairs
    assert "It is proven that no order contradicts less." in page.words
    assert "Majorities that the order contradicts. ranked above although preferred weight p r 2" in page.words
    assert "Systems that beat each other in cycles. systems shortest cycle p, q, r p > q > r > p" in page.words
    assert "Every order contradicts at least the sum of their weights, 2. cycle weight p > q > r > p 2" in page.words
    assert "Who was compared with whom" in page.words


def test_a_model_shows_strengths_with_intervals():
    page = _strengths()

    assert "Strengths with 95% confidence intervals in rank order. Bands and lines show the clusters." in page.words
    assert "p 1.000 0.250 0.500 1.500" in page.words
    assert len(page.all("svg")) == 1


def test_a_counting_method_shows_scores():
    page = _page(bojar=compared([["p"], ["q"]], method="bojar"))

    assert "Scores in rank order. Bands and lines show the clusters." in page.words
    assert len(page.all("svg")) == 1
    assert "Bands and lines" not in _page(bojar=compared([["p", "q"]], method="bojar")).words


def test_several_methods_are_compared_and_share_what_they_share(several):
    page = Page(several)

    # Orders, and scores of two methods: an exact order has none.
    assert len(page.all("svg")) == 1 + 2
    assert len(page.heat) == 3
    assert "What each order contradicts. method contradicted pairs mfas 2 1 davidson 0 0 trueskill 0 0" in page.words
    assert "Findings of mfas, davidson" in page.words
    assert page.words.count("Look <here> & there.") == 1
    assert page.words.count("Who was compared with whom") == 1
    assert "p yes 0.90" in page.words


def test_a_comparison_of_two_systems_is_counted_once():
    assert "systems 2 comparisons 2,001 clusters 2" in _strengths().words  # half of 2,001 + 2,002, rounded down


@pytest.mark.parametrize(("systems", "drawn"), [(30, True), (31, False)])
def test_pairs_of_many_systems_are_not_drawn_and_the_page_says_so(systems, drawn):
    page = _page(bojar=compared([[f"s{i}" for i in range(systems)]], method="bojar"))

    assert len(page.heat) == drawn
    assert ("left out for more than 30 systems" in page.words) is not drawn


def test_long_tables_are_cut_and_the_page_says_so():
    names = [f"s{i}" for i in range(10)]
    violations = [(names[j], names[i], 1.0) for i in range(10) for j in range(i + 1, 10)][:40]
    result = compared([names], method="bojar", tournament=majorities(*violations, total=45.0))
    page = _page(bojar=result)

    assert "15 more rows are left out here" in page.words
    assert "left out here" not in _strengths().words


def test_a_name_cannot_turn_the_direction_of_the_page():
    page = _page(one=ranking([["\u202eA"], ["B"]]), two=ranking([["B"], ["\u202eA"]]))

    assert "\u202e" not in page.text
    assert "\ufffdA" in page.text


@pytest.mark.parametrize(
    ("cell", "kind", "shown"),
    [
        ("-0.5", "number", "\u22120.5"),
        ("2-3", "range", "2\u20133"),
        ("-0.5 to -0.1", "range", "\u22120.5 to \u22120.1"),
        ("-0.5-0.3", "range", "\u22120.5\u20130.3"),
        ("-.5--.3", "range", "\u2212.5\u2013\u2212.3"),
        ("-1.2 to -0.4", "range", "\u22121.2 to \u22120.4"),
        ("a-b", "text", "a-b"),
        (MISSING, "number", MISSING),
    ],
)
def test_signs_and_dashes(cell, kind, shown):
    assert typeset(cell, Heading("x", kind)) == shown


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ('set `unit="document"` & rank', "set <code>unit=&#34;document&#34;</code> &amp; rank"),
        ("<b>`<i>`</b>", "&lt;b&gt;<code>&lt;i&gt;</code>&lt;/b&gt;"),
        ("a ` b", "a ` b"),
    ],
)
def test_what_stands_in_backticks_is_code(text, html):
    assert with_code(text) == html
