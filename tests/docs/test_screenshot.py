"""The screenshot of the README is of the page as it is."""

from __future__ import annotations

import re

from tools.screenshot import ROOT, digest, shown_page

PICTURE = ROOT / "docs" / "images" / "report.png"


def test_the_screenshot_of_the_readme_is_the_current_page() -> None:
    (shown,) = re.findall(r"^!\[.+\]\((.+)\)$", (ROOT / "README.md").read_text(encoding="utf-8"), flags=re.MULTILINE)
    assert ROOT / shown == PICTURE
    assert PICTURE.stat().st_size < 300_000
    kept = PICTURE.with_suffix(".sha256").read_text(encoding="utf-8").strip()
    assert digest(shown_page()) == kept, "run: python tools/screenshot.py"


def test_the_digest_does_not_depend_on_drawn_charts() -> None:
    assert digest('a<svg x="1">b</svg>c') == digest('a<svg x="2">d</svg>c') != digest('a<svg x="1">b</svg>d')
