"""The script and the style of all pages."""

from __future__ import annotations

import re
import shutil
import subprocess
from importlib.resources import files
from itertools import pairwise

import pytest

TEMPLATES = files("adjudge.reporting") / "templates"
SCRIPT = (TEMPLATES / "report.js").read_text(encoding="utf-8")
STYLE = (TEMPLATES / "style.css").read_text(encoding="utf-8")
LIGHT, DARK = STYLE.split("@media screen and (prefers-color-scheme: dark)", 1)


def test_the_script_is_small_strict_and_asks_for_nothing():
    assert len(SCRIPT.encode()) < 12_000
    assert '"use strict";' in SCRIPT
    assert "</script" not in SCRIPT
    assert not re.search(r"\b(fetch|XMLHttpRequest|WebSocket|sendBeacon|import|eval|innerHTML|localStorage)\b", SCRIPT)


def test_the_script_is_a_program():
    node = shutil.which("node")
    if node is None:
        pytest.skip("no node")
    subprocess.run([node, "--check", "-"], input=SCRIPT, text=True, check=True)


def luminance(colour: str) -> float:
    """WCAG 2.2, relative luminance."""
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    shares = [int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    linear = [share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """WCAG 2.2, contrast ratio."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def colours(mode: str) -> dict[str, str]:
    return dict(re.findall(r"--([\w-]+): (#[0-9a-f]{3,6})\b", mode.partition("}")[0]))


@pytest.mark.parametrize("mode", [LIGHT, DARK], ids=["light", "dark"])
def test_text_can_be_read(mode):
    known = colours(mode)
    for text in ("ink", "muted", "above", "below", "error", "warning"):
        for ground in ("paper", "card"):
            assert contrast(known[text], known[ground]) >= 4.5, (text, ground)
    assert contrast(known["rule"], known["paper"]) >= 3  # edges of controls


@pytest.mark.parametrize("mode", [LIGHT, DARK], ids=["light", "dark"])
def test_the_shades_of_a_heat_table_are_in_order_in_grey_and_their_numbers_can_be_read(mode):
    known = colours(mode)
    texts = [known[f"heat-{part}-text"] for part in ("low", "low", "low", "middle", "high", "high")]
    shades = [known[f"heat{i}"] for i in range(6)]
    light = [luminance(shade) for shade in shades]

    assert light == sorted(light, reverse=mode is LIGHT)
    assert [shade for shade, text in zip(shades, texts, strict=True) if contrast(shade, text) < 4.5] == []
    assert all(contrast(a, b) > 1.15 for a, b in pairwise(shades))
