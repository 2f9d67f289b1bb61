"""Segments of one document whose names differ in zeros or a word before their number."""

from __future__ import annotations

import polars as pl
import pytest

from adjudge.core.suspicions.registry import suspect
from adjudge.core.tables import Comparisons, Ratings


def told(names: dict[str, list[str]], **columns: str) -> list[str]:
    rows = [
        {"annotator": "a", "system": system, "segment": segment, "score": 50.0 + place, "document": "d", **columns}
        for system, segments in names.items()
        for place, segment in enumerate(segments)
    ]
    found = suspect(Ratings.check(pl.DataFrame(rows)))
    return [finding.text for finding in found if finding.code == "AJ170"]


@pytest.mark.parametrize("other", ["01", "001", "seg1", "Segment 1", "seg_01", "1.0"])
def test_one_number_in_two_spellings_is_named(other: str) -> None:
    (text,) = told({"A": ["1", "2"], "B": [other, "2"]})
    assert repr(other) in text
    assert "'1'" in text
    assert " in d" in text


def test_two_words_in_two_spellings_are_named() -> None:
    (text,) = told({"A": ["seg1", "seg2"], "B": ["Seg01", "seg2"]})
    assert "'Seg01' and 'seg1' in d" in text


@pytest.mark.parametrize(
    "names",
    [
        {"A": ["1", "01"], "B": ["1", "01"]},  # a system has both: two segments
        {"A": ["1", "2"], "B": ["1", "2"]},
        {"A": ["title1", "2"], "B": ["body1", "2"]},  # two words: two kinds of text
        {"A": ["1-1", "1-2"], "B": ["2-1", "2-2"]},
        {"A": ["1", "2"], "B": ["10", "20"]},
        {"A": ["x", "y"], "B": ["z", "y"]},
    ],
)
def test_segments_that_differ_are_left_in_peace(names: dict[str, list[str]]) -> None:
    assert told(names) == []


def test_documents_keep_segments_apart() -> None:
    rows = [
        {"annotator": "a", "system": s, "document": d, "segment": n, "score": x}
        for s, d, n, x in [("A", "d", "1", 1.0), ("B", "e", "01", 2.0)]
    ]
    assert "AJ170" not in [finding.code for finding in suspect(Ratings.check(pl.DataFrame(rows)))]


def test_comparisons_are_looked_at_too() -> None:
    rows = [
        {"annotator": "a", "system_a": "A", "system_b": "B", "segment": "1", "outcome": "a"},
        {"annotator": "a", "system_a": "C", "system_b": "D", "segment": "01", "outcome": "a"},
    ]
    (text,) = [one.text for one in suspect(Comparisons.check(pl.DataFrame(rows))) if one.code == "AJ170"]
    assert "'01' and '1'" in text
