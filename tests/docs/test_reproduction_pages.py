"""Every paper that can be reproduced has a page with all its parts, also where its data is not at hand."""

from __future__ import annotations

import re

import pytest

from adjudge.papers.registry import PAPERS
from tools.generate_reproductions import FOLDER, PARTS

NAVIGATION = FOLDER.parents[2] / "mkdocs.yml"


def page(name: str) -> str:
    return (FOLDER / f"{name}.md").read_text(encoding="utf-8")


def test_every_paper_has_a_page_and_every_page_a_paper() -> None:
    assert sorted(path.stem for path in FOLDER.iterdir()) == sorted(["index", *PAPERS])


def test_the_navigation_has_all_pages_in_the_order_of_the_papers() -> None:
    listed = re.findall(
        r"^ +- reference/reproductions/(.+)\.md$", NAVIGATION.read_text(encoding="utf-8"), flags=re.MULTILINE
    )
    assert listed == ["index", *PAPERS]


def test_the_overview_has_one_row_for_each_paper() -> None:
    assert re.findall(r"^\| \[`(.+?)`\]\(\1\.md\) \|", page("index"), flags=re.MULTILINE) == list(PAPERS)


@pytest.mark.parametrize("name", PAPERS)
def test_a_page_says_what_is_claimed_and_holds_every_generated_part(name: str) -> None:
    text = page(name)
    assert text.startswith(f"# {name}\n")
    assert re.findall(r"^## (What it claims|Data|How many come out|All figures)$", text, flags=re.MULTILINE) == [
        "What it claims",
        "Data",
        "How many come out",
        "All figures",
    ]
    assert re.findall("<!-- begin (.+?) -->", text) == list(PARTS)
    assert f"adjudge reproduce {name} --data " in text
