"""The demo's page in a real browser: it asks the network for nothing, and its charts are there."""

from __future__ import annotations

import pytest

from adjudge.cli.main import run


@pytest.fixture(scope="module")
def report(tmp_path_factory):
    folder = tmp_path_factory.mktemp("demo")
    assert run(["demo", "--out", str(folder)]) == 0
    return folder / "report.html"


def test_the_page_opens_without_network(page, report):
    requests: list[str] = []
    complaints: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(report.as_uri())
    assert requests == [report.as_uri()]
    assert complaints == []


def test_table_and_charts_are_visible(page, report):
    page.goto(report.as_uri())
    assert page.locator("h1").is_visible()
    assert page.locator("table").count() >= 2
    charts = [chart for chart in page.locator("svg").all() if chart.is_visible()]
    assert len(charts) >= 2
    for chart in charts:
        box = chart.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) > 50


@pytest.mark.parametrize("width", [380, 1200])
def test_nothing_runs_off_the_side(page, report, width):
    page.set_viewport_size({"width": width, "height": 900})
    page.goto(report.as_uri())
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_charts_have_names_for_screen_readers(page, report):
    page.goto(report.as_uri())
    for chart in page.locator("svg").all():
        hidden = chart.get_attribute("aria-hidden") == "true"
        name = (
            chart.get_attribute("aria-label")
            or chart.get_attribute("aria-labelledby")
            or chart.locator("title").count()
        )
        assert hidden or name
