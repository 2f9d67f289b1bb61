"""The manual builds without a warning, has every page in its navigation, and loads nothing from elsewhere."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest

from tests.docs.written_pages import PAGES, ROOT, text_of

#: Elements that make a browser fetch something, and the attribute that says what.
LOADED = {
    "script": "src",
    "img": "src",
    "iframe": "src",
    "source": "src",
    "video": "src",
    "audio": "src",
    "embed": "src",
}
#: Kinds of links that are fetched; others, such as `canonical`, are only names.
FETCHED = {"stylesheet", "icon", "preload", "preconnect", "dns-prefetch", "modulepreload", "manifest", "prefetch"}


class Loads(HTMLParser):
    """Collects what a page makes a browser fetch."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "link" and FETCHED & set((given.get("rel") or "").split()):
            self.found.append(given.get("href") or "")
        if tag in LOADED:
            self.found.append(given.get(LOADED[tag]) or "")


def loads(html: str) -> list[str]:
    """Addresses that a page fetches from other machines."""
    parser = Loads()
    parser.feed(html)
    styles = re.findall(r"url\(([^)]*)\)|@import\s+[\"']([^\"']+)", html)
    named = [*parser.found, *("".join(pair).strip("'\"") for pair in styles)]
    return [address for address in named if re.match(r"(https?:)?//", address)]


def test_what_a_page_fetches_is_found() -> None:
    html = (
        '<a href="https://one.org">a link is followed, not fetched</a><link rel="canonical" href="https://two.org">'
        '<link rel="stylesheet" href="https://three.org/a.css"><script src="//four.org/b.js"></script>'
        '<img src="images/demo.png"><style>@font-face{src:url("https://five.org/c.woff")}</style>'
    )
    assert loads(html) == ["https://three.org/a.css", "//four.org/b.js", "https://five.org/c.woff"]


def test_every_decision_is_in_the_navigation() -> None:
    listed = re.findall(r"- (decisions/.+\.md)", text_of("mkdocs.yml"))
    assert [f"docs/{page}" for page in listed] == [page for page in PAGES if page.startswith("docs/decisions/")]


def test_the_landing_page_leads_every_kind_of_user_to_pages_that_exist() -> None:
    text = text_of("docs/index.md")
    kinds = re.findall(r"^\*\*You (.+?)\.\*\*(.+?)(?=^\*\*|^##)", text, flags=re.MULTILINE | re.DOTALL)
    words = ("organise", "write a paper", "arena", "review", "metric")
    assert all(any(word in kind for kind, _ in kinds) for word in words)
    for _, said in kinds:
        pages = re.findall(r"\]\((.+?\.md)\)", said)
        assert len(pages) > 1
        assert {f"docs/{page}" for page in pages} <= set(PAGES)


@pytest.mark.slow
def test_the_manual_builds_without_warnings_and_fetches_nothing(tmp_path: Path) -> None:
    pytest.importorskip("mkdocs", reason="the extra `docs` is not installed")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(tmp_path)]
    built = subprocess.run(
        command, cwd=ROOT, env=os.environ | {"NO_MKDOCS_2_WARNING": "1"}, capture_output=True, text=True, check=False
    )
    assert built.returncode == 0, built.stderr
    assert "WARNING" not in built.stderr
    pages = sorted(tmp_path.rglob("*.html"))
    assert len(pages) > len(PAGES) - 3  # the three that are not in docs/
    fetched = {f"{path.name}: {one}" for path in pages for one in loads(path.read_text(encoding="utf-8"))}
    for path in tmp_path.rglob("*.css"):
        fetched |= {f"{path.name}: {one}" for one in loads(f"<style>{path.read_text(encoding='utf-8')}</style>")}
    assert fetched == set()
