"""What is named within one file: sessions and rankings of the same name in several files are told apart."""

import polars as pl

from adjudge.core.checking.identity import name_acts_apart
from adjudge.core.tables import Comparisons, Ratings

ROWS = {"system": ["A", "A", "B"], "segment": ["1"] * 3, "score": [1.0, 2.0, 3.0]}


def test_a_session_of_two_files_is_two_sessions_and_said_so() -> None:
    frame = pl.DataFrame({**ROWS, "session": ["s1", "s1", "s2"], "collection": ["one", "two", "two"]})
    table = Ratings.check(frame)
    assert table.frame["session"].to_list() == ["one/s1", "two/s1", "s2"]
    [said] = [finding for finding in table.findings if finding.code == "AJ115"]
    assert said.severity == "note"
    assert said.numbers == {"column": "session", "shared": 1}


def test_names_that_were_told_apart_stay_as_they_are() -> None:
    frame = pl.DataFrame({**ROWS, "session": ["s1", "s1", "s2"], "collection": ["one", "two", "two"]})
    once = Ratings.check(frame)
    again = Ratings.check(once.frame)
    assert again.frame.equals(once.frame)
    assert "AJ115" not in [finding.code for finding in again.findings]


def test_rankings_are_named_within_a_file_and_texts_and_people_are_not() -> None:
    frame = pl.DataFrame(
        {
            "annotator": ["a", "a"],
            "document": ["d", "d"],
            "segment": ["1", "1"],
            "ranking": ["7", "7"],
            "system_a": ["A", "A"],
            "system_b": ["B", "B"],
            "outcome": ["a", "b"],
            "collection": ["one", "two"],
        }
    )
    checked = Comparisons.check(frame).frame
    assert checked["ranking"].to_list() == ["one/7", "two/7"]
    assert checked.select("annotator", "document", "segment").n_unique() == 1


def test_one_file_and_unknown_names_are_left_alone() -> None:
    for places, sessions in (["one"] * 3, ["s", "s", "t"]), (["one", "two", None], [None, None, "s"]):
        frame = pl.DataFrame({**ROWS, "session": sessions, "collection": places})
        left, said = name_acts_apart(frame)
        assert left.equals(frame)
        assert said == []


def test_a_session_of_an_unknown_file_keeps_its_name() -> None:
    frame = pl.DataFrame({**ROWS, "session": ["s", "s", "s"], "collection": ["one", None, None]})
    assert name_acts_apart(frame)[0]["session"].to_list() == ["one/s", "s", "s"]
