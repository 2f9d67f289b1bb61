"""Test sets of WMT as XML: what is read, and what is refused with its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudge.core.errors import AdjudgeError
from adjudge.io.reading import read, read_file
from tests.contract.samples.wmt import TEST_SET


def texts_of(tmp_path: Path, text: str) -> list[dict[str, object]]:
    path = tmp_path / "set.xml"
    path.write_text(text, encoding="utf-8")
    return read(path).frame.to_dicts()


def problem(tmp_path: Path, text: str) -> str:
    with pytest.raises(AdjudgeError) as caught:
        texts_of(tmp_path, text)
    return caught.value.problems[0].what


def test_documents_references_and_outputs(tmp_path: Path) -> None:
    first, second = texts_of(tmp_path, TEST_SET)
    assert first == {
        "document": "d1",
        "segment": "1",
        "source": "Ein Haus.",
        "domain": "news",
        "origin": "de",
        "source_lang": "de",
        "target_lang": "en",
        "refA": "A house.",
        "X": "The house.",
    }
    assert (second["source"], second["X"]) == ("A & B", "A < B")


def test_segments_are_matched_by_number_and_missing_ones_are_missing(tmp_path: Path) -> None:
    swapped = TEST_SET.replace('<seg id="1">The house.</seg></p><p><seg id="2">A &lt; B</seg>', '<seg id="2">Z</seg>')
    assert [row["X"] for row in texts_of(tmp_path, swapped)] == [None, "Z"]


def test_a_reference_without_translator_is_the_original(tmp_path: Path) -> None:
    reverse = TEST_SET.replace(' translator="A"', "").replace('src lang="de"', 'src lang="de" translator="A"')
    assert texts_of(tmp_path, reverse)[0]["ref"] == "A house."


def test_several_languages_are_told(tmp_path: Path) -> None:
    path = tmp_path / "set.xml"
    path.write_text(TEST_SET.replace('system="X" lang="en"', 'system="X" lang="n"'), encoding="utf-8")
    (table,) = read_file(path).tables
    assert [finding.code for finding in table.findings] == ["AJ699"]
    assert table.frame["target_lang"].to_list() == ["en", "en"]


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ('system="X"', 'system=""', "set.xml, line 7: <hyp> lacks a system"),
        (' id="d1"', "", "set.xml, line 4: <doc> lacks an id"),
        ('<seg id="2">A &amp;', '<seg id="1">A &amp;', "set.xml, line 5: <seg> lacks an id of its own"),
        (
            '<seg id="2">A &lt;',
            '<seg id="3">A &lt;',
            "set.xml, line 7: <seg> lacks a segment of the source with the id '3', before it",
        ),
        ('system="X"', 'system="source"', "set.xml: a system is called 'source', which is the name of a column"),
        ("</dataset>", "", "set.xml, line 11, column 3: mismatched tag"),
        (
            "<dataset",
            '<!DOCTYPE x [<!ENTITY a "b">]>\n<dataset',
            "set.xml, line 2, column 3: not well-formed (invalid token)",
        ),
    ],
)
def test_what_is_wrong_is_named_with_its_line(tmp_path: Path, old: str, new: str, what: str) -> None:
    path = tmp_path / "set.xml"
    path.write_text(TEST_SET.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(AdjudgeError) as caught:
        read(path, format="wmt-xml")
    assert caught.value.problems[0].what == what


def test_a_document_that_occurs_twice_is_refused(tmp_path: Path) -> None:
    start, end = TEST_SET.index("<doc "), TEST_SET.index("</doc>") + len("</doc>")
    twice = TEST_SET[:end] + TEST_SET[start:end] + TEST_SET[end:]
    assert "segment" in problem(tmp_path, twice)
