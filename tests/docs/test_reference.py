"""The reference pages say what the code does, and every code they list is in use."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from adjudge.core.codes import CODES
from adjudge.io.own.tables import TABLES
from adjudge.io.reading import FORMATS
from tools.generate_reference import PAGES, PARTS, REFERENCE, filled

ROOT = REFERENCE.parents[1]
SOURCE = ROOT / "src" / "adjudge"


def page(name: str) -> str:
    return (REFERENCE / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_current(name: str) -> None:
    assert filled(page(name)) == page(name), "run: python tools/generate_reference.py"


def test_every_generated_part_is_on_a_page() -> None:
    begun = [name for text in map(page, PAGES) for name in re.findall("<!-- begin (.+?) -->", text)]
    assert sorted(begun) == sorted(PARTS)


def test_every_column_and_format_is_described() -> None:
    text = page("formats.md")
    for table in TABLES:
        section = text.split(f"### {table.noun.capitalize()}\n", 1)[1].split("\n### ", 1)[0]
        for column in table.columns:
            assert f"| `{column.name}` |" in section
            assert column.meaning in section
    for name in FORMATS:
        assert f"| `{name}` |" in text


def used_codes() -> dict[str, set[Path]]:
    """Codes in the program, with the files that use them."""
    used: dict[str, set[Path]] = {}
    for path in SOURCE.rglob("*.py"):
        if path != SOURCE / "core" / "codes.py":
            for code in re.findall(r'"(AJ\d{3})"', path.read_text(encoding="utf-8")):
                used.setdefault(code, set()).add(path)
    return used


def test_every_code_is_used() -> None:
    assert not set(CODES) - set(used_codes())


def test_every_code_that_is_used_is_known() -> None:
    assert not set(used_codes()) - set(CODES)


def test_every_code_on_any_page_is_known() -> None:
    for path in (ROOT / "docs").rglob("*.md"):
        assert not set(re.findall(r"\bAJ\d{3}\b", path.read_text(encoding="utf-8"))) - set(CODES), path


def test_codes_are_in_order() -> None:
    assert list(CODES) == sorted(CODES)
