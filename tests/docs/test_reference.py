"""The reference pages describe the code as it is, and every code they mention exists."""

from __future__ import annotations

import re
from itertools import groupby

import pytest

from adjudge.io.own.tables import TABLES
from adjudge.io.registry import FORMATS
from adjudge.ranking.comparisons.registry import METHODS
from tools.catalogues import all_entries
from tools.generate_reference import PAGES, PARTS, REFERENCE, check_pages, filled, readable

ROOT = REFERENCE.parents[1]
WRITTEN = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
ENTRIES = all_entries()
CODES = {entry.code for entry in ENTRIES}


def page(name: str) -> str:
    return (REFERENCE / name).read_text(encoding="utf-8")


def sections(text: str) -> dict[str, str]:
    """What is below each heading of the second and third level."""
    parts = re.split(r"^##+ (.+)\n", text, flags=re.MULTILINE)[1:]
    return dict(zip(parts[::2], parts[1::2], strict=True))


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_current(name: str) -> None:
    assert filled(page(name)) == page(name), "run: python -m tools.generate_reference"


def test_every_check_has_its_page_and_no_other_code_has_one() -> None:
    written = {f"checks/{path.name}": path.read_text(encoding="utf-8") for path in (REFERENCE / "checks").glob("AJ*")}
    assert written == check_pages(), "run: python -m tools.generate_reference"


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


def test_every_code_has_a_section_with_its_title() -> None:
    found = sections(page("codes.md"))
    for code, entries in groupby(ENTRIES, key=lambda entry: entry.code):
        (title,) = {entry.title for entry in entries}  # one code, one meaning
        assert f"**{title}**" in found[code]


def test_codes_are_listed_in_order() -> None:
    listed = re.findall(r"^### (AJ\d{3})$", page("codes.md"), flags=re.MULTILINE)
    assert listed == sorted(CODES)


@pytest.mark.parametrize("path", WRITTEN, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_code_on_any_page_is_known(path) -> None:
    prose = re.sub(r"^```.*?^```$", "", path.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    assert set(re.findall(r"\bAJ\d{3}\b", prose)) <= CODES


@pytest.mark.parametrize("name", METHODS)
def test_every_method_has_a_section_at_its_anchor(name: str) -> None:
    found = sections(page("methods.md"))
    assert METHODS[name].page == name  # the anchor that the documentation makes of this heading
    assert len(found[name].split()) > 10


@pytest.mark.parametrize(
    ("template", "expected"),
    [
        ("{rows:count row} of {source:quoted}", "*N* rows of *source*"),
        ("{n:count entry/entries} {n:is/are} left out", "*N* entries are left out"),
        ("{_words:names 6}[ by {names}]", r"*words* \[by *names*\]"),
        ('`columns={{"{column}": "NAME"}}`', '`columns={"COLUMN": "NAME"}`'),
        ("[did you mean {near:quoted}? Otherwise ]choose one", r"\[did you mean *near*? Otherwise\] choose one"),
    ],
)
def test_a_template_is_printed_for_readers(template: str, expected: str) -> None:
    assert readable(template) == expected
