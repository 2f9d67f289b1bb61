"""Sentences agree with their numbers: every template is filled with one and with two of everything."""

from __future__ import annotations

import re
import string

import pytest

from adjudge.core.catalogue import Entry, ErrorEntry, fill
from tools.catalogues import all_entries

#: Nouns that sentences count, in the singular.
NOUNS = (
    "annotator|column|comparison|cell|campaign|collection|cycle|difference|document|draw|error|file|finding|group|item|"
    "judgement|language pair|line|majority|name|outcome|pair|place|ranking|rating|repeat|row|score|segment|session|"
    "showing|system|unit|value|weight"
)
PLURAL = re.compile(rf"\b(?:1|one) (?:{NOUNS})(?:s|ies)\b(?! (?:of|over|from) the (?:same|other))")
SINGULAR = re.compile(rf"\b2 (?:{NOUNS})\b(?![ -]by| of them| units)")
WRONG_VERB = re.compile(
    rf"(?:^|[.;:,] |\bthat )(?:(?:1|one) (?:{NOUNS}) (?:are|were|have|do)\b|2 (?:{NOUNS})s (?:is|was|has|does)\b)"
)

#: What is never one, because there would be nothing to say, or is a fixed number; and a word that is no noun there.
ALWAYS_SEVERAL = re.compile(
    r"form 1 groups|1 groups of|at least 1 annotators|Fewer than 1 pairs|these 1 systems|of 1 values of|by 1 items|"
    r"no 2 item|1 to 1 comparisons|2 segment means|each of the 1 rankings"
)


#: Formats of lists, and what stands in them.
LISTS = {"names": "p", "pairs": ("p", "q"), "groups": ("p", "q")}


def templates(entry: Entry) -> list[str]:
    if isinstance(entry, ErrorEntry):
        return [part for part in (entry.what, entry.expected, entry.count, entry.todo) if part]
    return [part for part in (entry.text, entry.todo) if part]


def filled(template: str, n: int) -> str:
    """The template with `n` of everything: a number where a number is written, a list where one is listed."""
    values: dict[str, object] = {}
    for _, field, spec, _ in string.Formatter().parse(re.sub(r"\[(?!\[)|(?<!\])\]", "", template)):
        if field is None:
            continue
        for inner in re.findall(r"{(\w+)}", spec or ""):
            values[inner] = "unit"
        word = (spec or "").split(" ")[0]
        if word in LISTS:
            values[field] = [LISTS[word]] * n
        else:
            values.setdefault(field, n)
    return fill(template, values)


TEMPLATES = sorted({template for entry in all_entries() for template in templates(entry)})


@pytest.mark.parametrize("template", TEMPLATES)
def test_one_and_two_of_everything_agree_with_their_nouns_and_verbs(template: str) -> None:
    one, two = filled(template, 1), filled(template, 2)
    for text in (one, two):
        sentence = ALWAYS_SEVERAL.sub("", text)
        assert not PLURAL.search(sentence), sentence
        assert not SINGULAR.search(sentence), sentence
        assert not WRONG_VERB.search(sentence), sentence
