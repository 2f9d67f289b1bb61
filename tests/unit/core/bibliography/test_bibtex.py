from __future__ import annotations

import re

import pytest

from adjudge.core.bibliography.bibtex import bibtex
from adjudge.core.bibliography.citing import SOURCES, software, sources_in
from adjudge.core.bibliography.source import Source

REQUIRED = {
    "article": {"author", "title", "journal", "year"},
    "inproceedings": {"author", "title", "booktitle", "year"},
    "book": {"author", "title", "publisher", "year"},
    "misc": {"author", "title", "note"},
}


def parsed(text: str) -> dict[str, tuple[str, dict[str, str]]]:
    """A strict reader: every character must belong to an entry, every field is in balanced braces, once."""
    entries: dict[str, tuple[str, dict[str, str]]] = {}
    place = 0
    while place < len(text):
        head = re.compile(r"@([a-z]+)\{([a-z0-9-]+),\n").match(text, place)
        assert head, f"no entry begins at {text[place : place + 40]!r}"
        assert head[2] not in entries, f"{head[2]} occurs twice"
        fields: dict[str, str] = {}
        place = head.end()
        while not text.startswith("}\n", place):
            name = re.compile(r"  ([a-z]+) = \{").match(text, place)
            assert name, f"no field begins at {text[place : place + 40]!r}"
            assert name[1] not in fields, f"{name[1]} occurs twice in {head[2]}"
            end = _closing(text, name.end())
            fields[name[1]] = text[name.end() : end]
            assert text.startswith("},\n", end)
            place = end + 3
        entries[head[2]] = (head[1], fields)
        place += 2
        place += text.startswith("\n", place)
    return entries


def _closing(text: str, place: int) -> int:
    depth = 1
    while True:
        if text[place] == "\\":
            place += 2
            continue
        depth += {"{": 1, "}": -1}.get(text[place], 0)
        if depth == 0:
            return place
        place += 1


def _source(**changes: object) -> Source:
    known: dict[str, object] = {
        "key": "a-2000-b",
        "kind": "book",
        "cited_as": ("A 2000",),
        "authors": ("A, B",),
        "title": "T",
        "year": 2000,
        "fields": {"publisher": "P"},
        "checked": "here",
    }
    return Source(**known | changes)  # type: ignore[arg-type]


def test_all_sources_can_be_read_back_and_have_what_bibtex_requires():
    read = parsed(bibtex([*SOURCES, software()]))

    assert len(read) == len(SOURCES) + 1
    for key, (kind, fields) in read.items():
        assert REQUIRED[kind] <= set(fields), key
        assert all(value.strip() for value in fields.values()), key


def test_entries_are_sorted_and_none_is_repeated():
    text = bibtex(sources_in("Lopez 2012; Ford 1957; Boos 1992") * 2)

    assert list(parsed(text)) == ["boos-1992-generalized", "ford-1957-solution", "lopez-2012-putting"]


def test_no_sources_are_an_empty_text():
    assert bibtex([]) == ""


def test_letters_with_accents_are_written_as_latex_writes_them():
    fields = parsed(bibtex([_source(authors=("Ondřej, Popović", "Loïc, à Š"))]))["a-2000-b"][1]

    assert fields["author"] == r"Ond{\v{r}}ej, Popovi{\'{c}} and Lo{\"{\i}}c, {\`{a}} {\v{S}}"


@pytest.mark.parametrize(
    ("plain", "said"),
    [("R & D", r"R \& D"), ("50%_#1 $", r"50\%\_\#1 \$"), ("{WMT} at", "{WMT} at"), ("a\n  b", "a b")],
)
def test_characters_that_latex_would_act_on_are_escaped(plain, said):
    assert parsed(bibtex([_source(title=plain)]))["a-2000-b"][1]["title"] == said


def test_pages_have_dashes_and_addresses_stay_as_they_are():
    fields = parsed(bibtex([_source(fields={"publisher": "P", "pages": "1-9", "url": "https://x/a_b%20c"})]))[
        "a-2000-b"
    ][1]

    assert (fields["pages"], fields["url"]) == ("1--9", "https://x/a_b%20c")


def test_everything_is_ascii():
    assert bibtex([*SOURCES, software()]).isascii()
