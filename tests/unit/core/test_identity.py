"""What is named within one file: sessions and rankings of the same name in several files are told apart."""

from pathlib import Path

import polars as pl

import adjudge
from adjudge.core.checking.identity import name_acts_apart
from adjudge.core.tables import Comparisons, Ratings

ROWS = {"system": ["A", "A", "B"], "segment": ["1"] * 3, "score": [1.0, 2.0, 3.0]}


def test_a_session_of_two_files_is_two_sessions_and_said_so() -> None:
    frame = pl.DataFrame({**ROWS, "session": ["s1", "s1", "s2"], "collection": ["one", "two", "two"]})
    apart, [said] = name_acts_apart(frame)
    assert apart["session"].to_list() == ["one/s1", "two/s1", "s2"]
    assert (said.code, said.severity) == ("AJ115", "note")
    assert said.numbers == {"column": "session", "shared": 1}
    assert name_acts_apart(apart) == (apart, [])


def test_names_that_hold_a_slash_stay_different() -> None:
    places = {"session": ["1", "1", "b/1"], "collection": ["a", "b", "c"]}
    apart, _ = name_acts_apart(pl.DataFrame({**ROWS, **places}))
    assert apart["session"].to_list() == ["a//1", "b//1", "b/1"]


def test_what_is_read_chosen_and_written_keeps_its_names(tmp_path: Path) -> None:
    for place in ("one", "two"):
        rows = {"system": ["A", "B", "A", "B"], "segment": ["1", "1", "2", "2"], "score": [1.0, 2.0, 5.0, 3.0]}
        frame = pl.DataFrame({**rows, "annotator": place, "session": ["1", "1", "2", "2"]})
        frame.write_csv(tmp_path / f"{place}.csv")
    both = adjudge.read(tmp_path / "one.csv", tmp_path / "two.csv")
    assert isinstance(both, Ratings)
    assert set(both.frame["session"]) == {"1", "2"}
    result = adjudge.rank(both, "wmt24-esa", where="session=1,2")
    assert "AJ115" in [finding.code for finding in result.findings]


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
    checked = name_acts_apart(Comparisons.check(frame).frame)[0]
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
