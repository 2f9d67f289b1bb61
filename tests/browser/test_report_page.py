"""Pages in a real browser: they ask the network for nothing, and all that they hold is there and fits."""

from __future__ import annotations

import pytest

from tests.browser.pages import USUAL


def test_the_page_opens_without_network(page, report):
    requests: list[str] = []
    complaints: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(report.as_uri())
    assert requests == [report.as_uri()]
    assert complaints == []


def test_tables_and_charts_are_visible(page, report):
    page.goto(report.as_uri())
    assert page.locator("h1").is_visible()
    assert page.locator("main table:visible, main .part").first.is_visible()
    for chart in page.locator("svg:visible").all():
        box = chart.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) > 50


@pytest.mark.parametrize("width", [380, 1200])
def test_nothing_runs_off_the_side(page, report, width):
    page.set_viewport_size({"width": width, "height": 900})
    page.goto(report.as_uri())
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_text_does_not_leave_its_cell(page, report):
    page.set_viewport_size({"width": 1200, "height": 900})
    page.goto(report.as_uri())
    overflowing = "cells => cells.filter(cell => cell.scrollWidth > cell.clientWidth + 1).map(cell => cell.textContent)"
    assert page.locator("td, th, p, figcaption").evaluate_all(overflowing) == []


@pytest.mark.parametrize("width", [380, 1200])
def test_labels_of_charts_are_inside_of_them_also_in_a_wide_font(page, report, width):
    page.set_viewport_size({"width": width, "height": 900})
    page.goto(report.as_uri())
    page.add_style_tag(content="svg text { font-family: 'DejaVu Sans', Verdana, sans-serif; }")
    outside = """charts => charts.flatMap(chart => {
        const frame = chart.getBoundingClientRect();
        return [...chart.querySelectorAll("text")].filter(text => {
            const box = text.getBoundingClientRect();
            return box.left < frame.left - 1 || box.right > frame.right + 1
                || box.top < frame.top - 1 || box.bottom > frame.bottom + 1;
        }).map(text => text.textContent);
    })"""
    assert page.locator("svg").evaluate_all(outside) == []


def test_names_of_forty_characters_are_drawn_in_full(page, folder):
    page.goto((folder / "usual-names.html").as_uri())
    drawn = set(page.locator("svg text").all_text_contents())
    for name in USUAL:
        assert name in drawn


def test_charts_have_names_for_screen_readers(page, report):
    page.goto(report.as_uri())
    for chart in page.locator("svg").all():
        for name in (chart.get_attribute("aria-labelledby") or "nothing").split():
            assert page.locator(f"#{name}").text_content()


def test_dark_mode_changes_page_and_charts(page, folder):
    def colours():
        page.goto((folder / "several-methods.html").as_uri())
        paper = page.evaluate("getComputedStyle(document.body).backgroundColor")
        return paper, page.locator("svg text").first.evaluate("text => getComputedStyle(text).fill")

    page.emulate_media(color_scheme="light")
    light = colours()
    page.emulate_media(color_scheme="dark")
    dark = colours()
    assert all(one != other for one, other in zip(light, dark, strict=True))


def test_print_is_on_white_paper_and_hides_nothing_behind_a_scroll_bar(page, folder):
    page.goto((folder / "long-names.html").as_uri())
    page.emulate_media(media="print", color_scheme="dark")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert set(page.locator(".scroll").evaluate_all("all => all.map(one => getComputedStyle(one).overflowX)")) == {
        "visible"
    }


@pytest.mark.parametrize("name", ["report", "report-of-votes", "report-in-tabs"])
def test_a_report_draws_its_charts(page, folder, name):
    page.goto((folder / f"{name}.html").as_uri())
    assert page.locator("svg:visible").count() >= 2
    assert page.locator("table.heat:visible").count() >= 1
    assert page.locator(".judged .verdict:visible").count() == 1


def test_the_tabs_of_a_report_show_one_group_at_a_time(page, folder):
    page.goto((folder / "report-in-tabs.html").as_uri())
    assert page.get_by_role("tab").all_text_contents() == ["ratings", "comparisons"]
    assert page.locator(".part:visible").count() == 1
    page.get_by_role("tab", name="comparisons").click()
    assert page.locator("#group-2-verdict").is_visible()
    assert not page.locator("#group-1-verdict").is_visible()


def test_names_cannot_put_anything_into_a_report(page, folder):
    page.goto((folder / "report-with-hostile-names.html").as_uri())
    assert page.locator("main b b, main i, main script").count() == 0
    assert page.locator("script").count() == 2  # ours, and the data
