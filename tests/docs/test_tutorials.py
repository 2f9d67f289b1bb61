"""A tutorial prints what it says: its blocks run one after the other, and every block of output is compared.

A `text` block holds lines of what the last command or Python block printed; three dots stand for lines left out.
"""

from __future__ import annotations

import contextlib
import io
import shlex
from pathlib import Path

import pytest

from adjudge.cli.main import run
from tests.docs.written_pages import PAGES, Block, blocks_of

TUTORIALS = [page for page in PAGES if page.startswith("docs/tutorial/")]
DOTS = "..."


def ran(block: Block) -> str:
    """What a block prints."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        if block.language == "python":
            exec(compile(block.code, block.page, "exec"), {})
        for command in block.commands:
            printed.seek(0)
            printed.truncate()  # of several commands the last one counts
            assert run(shlex.split(command)[1:]) == 0, command
    return printed.getvalue()


def first_difference(excerpt: str, printed: str) -> str | None:
    """The first line of an excerpt that was not printed where it should have been; None if all were."""
    remaining = [line.rstrip() for line in printed.splitlines() if line.strip()]
    skipping = False
    for line in (line.rstrip() for line in excerpt.splitlines() if line.strip()):
        if line == DOTS:
            skipping = True
            continue
        while skipping and remaining and remaining[0] != line:
            del remaining[0]
        if not remaining or remaining.pop(0) != line:
            return line
        skipping = False
    return None if skipping or not remaining else remaining[0]


def test_the_tutorials_are_there() -> None:
    assert TUTORIALS == ["docs/tutorial/first-ranking.md", "docs/tutorial/votes.md"]


@pytest.mark.parametrize("path", TUTORIALS)
def test_a_tutorial_prints_what_it_says(path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    blocks, printed, compared = blocks_of(path), "", 0
    assert {block.language for block in blocks} == {"console", "python", "text"}
    for block in blocks:
        if block.language != "text":
            printed = ran(block)
            continue
        assert first_difference(block.code, printed) is None
        compared += 1
    assert compared > 5


@pytest.mark.parametrize(
    ("excerpt", "difference"),
    [
        ("one\ntwo\nthree", None),
        ("one\n...", None),
        ("...\ntwo\n...", None),
        ("...\nthree", None),
        ("one\nthree", "three"),
        ("one\n...\none", "one"),
        ("one\ntwo", "three"),
    ],
)
def test_an_excerpt_is_compared_line_by_line(excerpt: str, difference: str | None) -> None:
    assert first_difference(excerpt, "one\ntwo\nthree\n") == difference
