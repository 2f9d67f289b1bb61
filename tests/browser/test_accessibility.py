"""No page breaks a rule of accessibility that axe-core can check, in any mode."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="session")
def axe():
    # If it is missing, tests must fail: the extra `browser` installs it.
    from axe_playwright_python.sync_playwright import Axe

    return Axe()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_rule_is_broken(page, report, axe, scheme):
    # Narrow in the dark: what differs by width does not differ by colour.
    page.set_viewport_size({"width": 1200 if scheme == "light" else 380, "height": 900})
    page.emulate_media(color_scheme=scheme)
    page.goto(report.as_uri())
    page.locator("details").evaluate_all("all => all.forEach(one => one.setAttribute('open', ''))")
    found = axe.run(page).response
    assert found["passes"]  # it ran
    broken = [
        (rule["id"], rule["impact"], [node["html"] for node in rule["nodes"][:3]]) for rule in found["violations"]
    ]
    assert broken == []
