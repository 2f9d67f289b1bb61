"""What the script of a page adds, by pointer and by keyboard, and what is there without it."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.pages import MANY


@pytest.fixture
def many(page, folder):
    """A ranking of 40 systems."""
    page.goto((folder / "many-systems.html").as_uri())
    return page.locator("section[aria-labelledby=ranking-1] table").first


@pytest.fixture
def tabs(page, folder):
    page.goto((folder / "tabs.html").as_uri())
    return page


def column(table, heading):
    """The cells under a heading that are shown."""
    index = table.locator("thead th").all_text_contents().index(heading)
    shown = "(rows, i) => rows.filter(row => row.offsetParent !== null).map(row => row.cells[i].textContent)"
    return table.locator("tbody tr").evaluate_all(shown, index)


def lines_shown(table):
    width = "rows => rows.map(row => getComputedStyle(row.cells[0]).borderTopWidth)"
    return [one != "0px" for one in table.locator("tbody tr.line").evaluate_all(width)]


def test_a_heading_sorts_up_then_down_then_restores_the_order(many):
    heading = many.locator("thead th", has_text="system")
    ranked = column(many, "system")
    assert ranked == MANY
    heading.get_by_role("button").click()
    expect(heading).to_have_attribute("aria-sort", "ascending")
    assert column(many, "system") == sorted(MANY)
    heading.get_by_role("button").click()
    expect(heading).to_have_attribute("aria-sort", "descending")
    assert column(many, "system") == sorted(MANY, reverse=True)
    heading.get_by_role("button").click()
    assert heading.get_attribute("aria-sort") is None
    assert column(many, "system") == ranked


def test_keys_sort_as_clicks_do(page, many):
    heading = many.locator("thead th", has_text="rank").first
    heading.get_by_role("button").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Space")
    expect(heading).to_have_attribute("aria-sort", "descending")
    assert column(many, "rank") == [str(rank) for rank in range(40, 0, -1)]


@pytest.mark.parametrize(
    ("kind", "cells", "upwards"),
    [
        ("number", ["10", "9", "\u22122.5", "1,200", "\u2014"], ["\u22122.5", "9", "10", "1,200", "\u2014"]),
        ("number", [".030", "<.001", "*.001", "1"], ["<.001", "*.001", ".030", "1"]),
        ("range", ["10\u201312", "2\u20135", "2\u20133", "\u2014", "4"], ["2\u20133", "2\u20135", "4", "10\u201312"]),
        ("range", ["0.5 to 1", "\u22121.5 to 2"], ["\u22121.5 to 2", "0.5 to 1"]),
        ("text", ["beta", "Alpha", "\u2014", "s10", "s9"], ["Alpha", "beta", "s9", "s10", "\u2014"]),
    ],
)
def test_cells_are_sorted_by_what_they_mean_and_missing_ones_stand_last(page, folder, kind, cells, upwards):
    # The rows are put into a page before its script runs.
    html = (folder / "one-recipe.html").read_text(encoding="utf-8")
    rows = "".join(f'<tr><td class="{kind}">{cell.replace("<", "&lt;")}</td></tr>' for cell in cells)
    head = f'<thead><tr><th scope="col" class="{kind}">x</th></tr></thead>'
    made = f'<div class="scroll"><table id="made">{head}<tbody>{rows}</tbody></table></div></main>'
    page.set_content(html.replace("</main>", made))
    table = page.locator("#made")
    table.get_by_role("button").click()
    found = column(table, "x")
    assert found[: len(upwards)] == upwards
    table.get_by_role("button").click()
    assert [cell for cell in column(table, "x") if cell != "\u2014"] == [c for c in upwards if c != "\u2014"][::-1]
    assert ("\u2014" in cells) == (column(table, "x")[-1] == "\u2014")


def test_lines_between_clusters_stand_only_in_the_order_of_the_ranking(page, folder):
    page.goto((folder / "one-recipe.html").as_uri())
    table = page.locator("section[aria-labelledby=ranking-1] table").first
    assert lines_shown(table) == [True]
    button = table.locator("thead th", has_text="system").get_by_role("button")
    button.click()
    assert lines_shown(table) == [False]
    button.click()
    button.click()
    assert lines_shown(table) == [True]


def test_a_filter_keeps_the_rows_with_all_words_and_says_how_many(page, many):
    box = page.get_by_role("searchbox").first
    box.fill("2,008 SYSTEM-07")
    assert column(many, "system") == ["system-07"]
    expect(page.get_by_role("status").filter(has_text="rows")).to_have_text("1 of 40 rows")
    box.fill("nothing like it")
    assert column(many, "system") == []
    box.fill("")
    assert column(many, "system") == MANY


def test_short_tables_have_no_filter(page, folder):
    page.goto((folder / "one-recipe.html").as_uri())
    assert page.get_by_role("searchbox").count() == 0


def test_a_filtered_table_is_whole_on_paper(page, many):
    page.get_by_role("searchbox").first.fill("system-07")
    page.emulate_media(media="print")
    assert column(many, "system") == MANY
    assert not page.get_by_role("searchbox").first.is_visible()


def test_a_mark_of_a_chart_says_what_it_is_under_the_pointer(page, folder):
    page.goto((folder / "one-recipe.html").as_uri())
    mark = page.locator(".chart svg circle").nth(1)
    mark.hover()
    expect(page.locator(".tip")).to_have_text("B, rank 2: mean z \u22120.500")
    page.mouse.move(0, 0)
    expect(page.locator(".tip")).to_be_hidden()


def test_arrow_keys_go_through_the_marks_of_a_chart_which_is_one_stop(page, folder):
    page.goto((folder / "one-recipe.html").as_uri())
    assert page.locator(".chart [tabindex]").count() == 0
    page.locator(".chart").focus()
    for said in ("A, rank 1", "B, rank 2", "C, rank 3"):
        page.keyboard.press("ArrowRight")
        expect(page.locator(".tip")).to_contain_text(said)
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".tip")).to_contain_text("B, rank 2")
    expect(page.locator(".tip")).to_have_attribute("aria-live", "polite")
    page.keyboard.press("Escape")
    expect(page.locator(".tip")).to_be_hidden()


def test_a_cell_of_a_heat_table_names_its_row_and_column(page, folder):
    page.goto((folder / "one-recipe.html").as_uri())
    table = page.locator("table.heat")
    table.locator("tbody tr").first.locator("td").first.hover()
    expect(page.locator(".tip")).to_have_text("A \u00d7 B: .005")
    page.locator(".scroll", has=page.locator("table.heat")).focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".tip")).to_have_text("A \u00d7 C: .005")
    page.keyboard.press("ArrowDown")
    expect(page.locator(".tip")).to_have_text("B \u00d7 C: .400")


def shown_parts(page):
    return [part.get_attribute("id") for part in page.locator(".part").all() if part.locator("p").is_visible()]


def test_tabs_show_one_part_at_a_time_and_the_address_names_it(tabs):
    assert shown_parts(tabs) == ["part-1"]
    tabs.get_by_role("tab", name="Second").click()
    assert shown_parts(tabs) == ["part-2"]
    assert tabs.evaluate("location.hash") == "#part-2"
    tabs.reload()
    assert shown_parts(tabs) == ["part-2"]
    expect(tabs.get_by_role("tabpanel")).to_have_attribute("aria-labelledby", "tab-part-2")


def test_keys_go_from_tab_to_tab(tabs):
    tabs.get_by_role("tab", name="First").focus()
    for key, part in (("ArrowRight", 2), ("End", 3), ("ArrowRight", 1), ("ArrowLeft", 3), ("Home", 1)):
        tabs.keyboard.press(key)
        assert shown_parts(tabs) == [f"part-{part}"]
        expect(tabs.locator("[role=tab][tabindex='0']")).to_be_focused()


def test_an_address_within_a_part_opens_the_part(page, folder):
    page.goto((folder / "tabs.html").as_uri() + "#inside-3")
    assert shown_parts(page) == ["part-3"]
    page.evaluate("location.hash = '#inside-2'")
    page.wait_for_function("document.querySelector('#part-3').hidden")
    assert shown_parts(page) == ["part-2"]


def test_all_parts_and_tables_are_on_paper(tabs, folder):
    tabs.emulate_media(media="print")
    assert shown_parts(tabs) == ["part-1", "part-2", "part-3"]
    tabs.goto((folder / "context.html").as_uri())
    tabs.emulate_media(media="print")
    assert all(table.is_visible() for table in tabs.locator("details table").all())


def test_the_link_to_what_is_read_is_marked_and_the_first_link_skips_to_the_content(page, folder):
    page.goto((folder / "several-methods.html").as_uri())
    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()
    link = page.get_by_role("navigation", name="Contents").get_by_role("link", name="Findings")
    link.click()
    expect(link).to_have_attribute("aria-current", "true")


class TestWithoutScripts:
    @pytest.fixture
    def browser_context_args(self, browser_context_args):
        return {**browser_context_args, "java_script_enabled": False}

    def test_every_table_is_whole_and_no_control_is_dead(self, page, report):
        page.goto(report.as_uri())
        assert page.locator("button, input").count() == 0
        for table in page.locator("main table:not(details *)").all():
            assert table.is_visible()

    def test_parts_stand_one_after_another_under_links(self, tabs):
        assert shown_parts(tabs) == ["part-1", "part-2", "part-3"]
        tabs.get_by_role("link", name="Third").click()
        assert tabs.url.endswith("#part-3")

    def test_marks_have_titles_that_the_browser_shows(self, page, folder):
        page.goto((folder / "one-recipe.html").as_uri())
        titles = page.locator(".chart svg circle > title").all_text_contents()
        assert [title.split(":")[0] for title in titles] == ["A, rank 1", "B, rank 2", "C, rank 3"]
