"""One word, one meaning: words that the glossary replaced are on no page, and so in no message that a page lists."""

from __future__ import annotations

import re

import pytest

from tools.generate_reference import REFERENCE

ROOT = REFERENCE.parents[1]
#: The changelog names what was renamed.
PAGES = sorted([ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")])
RETIRED = {
    r"\bcircles?\b": "cycle",
    r"--cluster\b(?! (?:ADDRESS|tcp:))|\bcluster=": "--unit, unit=",  # but for the address of a Dask cluster
    r"\bhang together\b": "treated as dependent",
    r"\b(rater|turker)s?\b": "annotator",
    r"\b(un)?touched\b": "after a degraded item; undamaged",
    r"\bComparisonRanking\b": "ComparisonRankingResult",
    r"\boptimum\.arbitrary\b": "optimum.places",
    r"\bresult\.lines\b": "result.line_shares",
    r"\bmakes? no sense\b|\bstands? in for\b|\bno news\b": "plain English",
}
#: The glossary translates foreign words.
ALLOWED = {("docs/reference/glossary.md", r"\b(rater|turker)s?\b")}


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_page_uses_the_words_of_the_glossary(path) -> None:
    name, text = str(path.relative_to(ROOT)), path.read_text(encoding="utf-8")
    prose = re.sub(r"^```python.*?^```$", "", text, flags=re.DOTALL | re.MULTILINE)  # columns of foreign files
    found = {
        match[0]: better
        for word, better in RETIRED.items()
        if (name, word) not in ALLOWED
        for match in re.finditer(word, prose)
    }
    assert not found


def test_the_glossary_defines_each_word_once() -> None:
    terms = re.findall(r"^\*\*(.+?)\*\*$", (REFERENCE / "glossary.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert len(terms) == len(set(terms))
    assert {"Unit", "Cluster", "Line", "Cycle", "Tie", "Comparison", "Pair", "Place", "Certificate", "Code"} <= set(
        terms
    )
