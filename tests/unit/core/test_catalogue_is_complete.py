"""Every sentence of a finding or an error is in a catalogue, and every entry of a catalogue is in use."""

from __future__ import annotations

import ast
import re
import string
from collections import Counter
from pathlib import Path

import pytest

import adjudge
from adjudge.core.catalogue import Entry, ErrorEntry
from tools.catalogues import all_entries, catalogue_modules, entries_of

SOURCE = Path(next(iter(adjudge.__path__)))
#: Where findings and problems are made from entries, or read back.
FORMS = {"core/catalogue.py", "core/findings.py", "core/errors.py"}
OPTION = re.compile(r"(?<![\w-])--[a-z]")
WORD = re.compile(r"\w+")
#: Additions of ours, then what `str.format` has for numbers.
FORMAT = re.compile(
    r"count .+|names( \d+)?|pairs \w+|groups|quoted|exact|figure|[^/]*/[^/]*|[+]?\d*,?(\.\d+)?[a-zA-Z%]?"
)


def templates(entry: Entry) -> list[str]:
    if isinstance(entry, ErrorEntry):
        return [part for part in (entry.what, entry.expected, entry.count, entry.todo) if part]
    return [part for part in (entry.text, entry.todo) if part]


def constants() -> dict[str, Entry]:
    """Entries by module and name, each where it is written."""
    found: dict[str, Entry] = {}
    for module in catalogue_modules():
        written = Path(str(module.__file__)).read_text(encoding="utf-8")
        for name, entry in entries_of(module).items():
            if re.search(rf"^{name}\b.*=", written, re.MULTILINE):
                found[f"{module.__name__}.{name}"] = entry
    return found


CONSTANTS = constants()


def test_every_code_has_one_title() -> None:
    titles: dict[str, set[str]] = {}
    for entry in all_entries():
        titles.setdefault(entry.code, set()).add(entry.title)
    assert {code: found for code, found in titles.items() if len(found) > 1} == {}


@pytest.mark.parametrize("name", CONSTANTS)
def test_an_entry_has_a_code_and_a_sentence_about_it(name: str) -> None:
    entry = CONSTANTS[name]
    assert re.fullmatch(r"AJ\d{3}", entry.code)
    assert re.fullmatch(r"[A-Z][^\n]*\.", entry.title)
    assert re.fullmatch(r"[A-Z][A-Z0-9_]*", name.rsplit(".", 1)[1])


@pytest.mark.parametrize("name", CONSTANTS)
def test_templates_are_well_formed(name: str) -> None:
    for template in templates(CONSTANTS[name]):
        plain = template.replace("[[", "").replace("]]", "")
        assert re.fullmatch(r"[^\[\]]*(\[[^\[\]]*\][^\[\]]*)*", plain), template  # brackets in pairs, not nested
        fields = list(string.Formatter().parse(template))
        for _, field, spec, _ in fields:
            assert field is None or re.fullmatch(r"\w[\w ]*", field), template
            assert not spec or FORMAT.fullmatch(spec), (template, spec)
        for bracket in re.findall(r"\[([^\[\]]*)\]", plain):
            assert any(field for _, field, _, _ in string.Formatter().parse(bracket)), template  # or it is always shown


@pytest.mark.parametrize("name", [name for name in CONSTANTS if not name.startswith("adjudge.cli.")])
def test_options_are_spelled_as_in_python(name: str) -> None:
    for template in templates(CONSTANTS[name]):
        assert not OPTION.search(template)


def test_every_entry_is_in_use() -> None:
    words = {path: Counter(WORD.findall(path.read_text(encoding="utf-8"))) for path in SOURCE.rglob("*.py")}
    places: dict[str, set[Path]] = {}
    for path, found in words.items():
        for word in found:
            places.setdefault(word, set()).add(path)
    unused = []
    for place in CONSTANTS:
        module, name = place.rsplit(".", 1)
        home = SOURCE.joinpath(*module.split(".")[1:]).with_suffix(".py")
        own = words[home][name] > 1  # an entry that others are variants of
        if not (places[name] - {home} or own):
            unused.append(place)
    assert unused == []


def made_by_hand(path: Path) -> list[int]:
    """Lines that call `Problem` or `Finding` instead of an entry."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    return [call.lineno for call in calls if isinstance(call.func, ast.Name) and call.func.id in {"Problem", "Finding"}]


def test_no_sentence_is_written_outside_of_a_catalogue() -> None:
    paths = sorted(SOURCE.rglob("*.py"))
    named = {str(path.relative_to(SOURCE)): made_by_hand(path) for path in paths}
    assert {name: lines for name, lines in named.items() if lines and name not in FORMS} == {}
