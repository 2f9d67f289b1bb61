"""No silent wrong answer: each planted fault is named, and good judgements raise no suspicion."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

import adjudge
from adjudge.core.language_pairs import choose_language_pair, language_pairs
from adjudge.core.suspicions.registry import SUSPICIONS, suspect
from adjudge.core.tables import Comparisons, PairCounts, Ratings, Spans
from adjudge.io.reading import read_file
from tests.contract.planted_faults import FAULTS, good_ratings, good_votes
from tests.contract.released import FILES, DataFile

LOOKED_AT = (Ratings, Spans, Comparisons, PairCounts)
CODES = {one.name for one in SUSPICIONS}


@pytest.mark.parametrize("case", FAULTS)
def test_a_planted_fault_is_named(case: str) -> None:
    fault = FAULTS[case]
    found = [finding for finding in adjudge.rank(fault.frame()).findings if finding.code == fault.code]
    assert found, f"{case} gave no {fault.code}"
    text = " ".join(finding.text for finding in found)
    for words in fault.names:
        assert words in text


def test_good_judgements_raise_no_suspicion() -> None:
    for frame in (good_ratings(), good_votes(), good_ratings(annotators=9, documents=20, seed=5)):
        assert not CODES & {finding.code for finding in adjudge.rank(frame).findings}


def test_suspicions_stand_first() -> None:
    frame = good_ratings().with_columns(
        score=pl.when(pl.col("system") == "beta").then(pl.col("score") / 100).otherwise("score")
    )
    assert adjudge.rank(frame).findings[0].code == "AJ171"


@pytest.mark.parametrize("name", FILES)
def test_no_released_file_is_suspected_wrongly(name: str, data_file: DataFile) -> None:
    tables = [table for table in read_file(data_file(name)).tables if isinstance(table, LOOKED_AT)]
    for table in tables:
        for pair in [*language_pairs(table), *([] if language_pairs(table) else [None])]:
            assert not suspect(choose_language_pair(table, pair))


def test_the_same_judgements_under_two_names_are_refused(tmp_path: Path) -> None:
    frame = good_ratings()
    frame.write_csv(tmp_path / "one.csv")
    frame.sample(fraction=1, shuffle=True, seed=1).write_parquet(tmp_path / "two.parquet")
    with pytest.raises(adjudge.InputError, match=r"one\.csv and two\.parquet hold the same judgements") as caught:
        adjudge.read(tmp_path / "one.csv", tmp_path / "two.parquet")
    assert caught.value.problems[0].count == f"{frame.height} of {frame.height} rows of the smaller file"


def test_a_part_of_a_file_given_beside_it_is_refused(tmp_path: Path) -> None:
    votes = good_votes()
    votes.write_csv(tmp_path / "one.csv")
    votes.head(30).write_csv(tmp_path / "two.csv")
    with pytest.raises(adjudge.InputError, match="30 of 30 rows"):
        adjudge.read(tmp_path / "one.csv", tmp_path / "two.csv")


def test_votes_without_names_may_be_equal_in_two_files(tmp_path: Path) -> None:
    """Only the files as a whole tell copies from equal votes of two people."""
    votes = good_votes().select("system_a", "system_b", "outcome")
    votes.write_csv(tmp_path / "one.csv")
    votes.head(100).write_csv(tmp_path / "part.csv")
    votes.reverse().write_csv(tmp_path / "copy.csv")
    assert len(adjudge.read(tmp_path / "one.csv", tmp_path / "part.csv")) == votes.height + 100
    with pytest.raises(adjudge.InputError, match="the same judgements"):
        adjudge.read(tmp_path / "one.csv", tmp_path / "copy.csv")


def test_two_rounds_that_agree_much_are_read_with_a_warning(tmp_path: Path) -> None:
    first = good_ratings().drop("started", "ended")
    second = first.with_columns(score=pl.when(pl.int_range(pl.len()) % 4 == 0).then(pl.lit(1.0)).otherwise("score"))
    first.write_csv(tmp_path / "one.csv")
    second.write_csv(tmp_path / "two.csv")
    assert "AJ112" in {finding.code for finding in adjudge.read(tmp_path / "one.csv", tmp_path / "two.csv").findings}


WINS = {"alpha": "A", "beta": "B", "gamma": "C"}


def winners(votes: pl.DataFrame) -> pl.DataFrame:
    """Votes whose outcome names the winner; the systems are called A, B and so on."""
    name = pl.when(pl.col("outcome") == "a").then("system_a").when(pl.col("outcome") == "b").then("system_b")
    named = votes.with_columns(outcome=name.otherwise(pl.lit("tie")))
    return named.with_columns(pl.col("system_a", "system_b", "outcome").replace(WINS))


def test_outcomes_that_name_the_winner_are_never_read_as_sides() -> None:
    votes = winners(good_votes())
    assert adjudge.rank(votes).order() == ["C", "B", "A"]  # C is no word for a side, so all are names


def test_outcomes_that_can_be_read_in_two_ways_are_refused() -> None:
    two = good_votes().filter(~pl.any_horizontal(pl.col("system_a", "system_b") == "gamma"))
    votes = winners(two)
    with pytest.raises(adjudge.TableError, match="can be read in two ways"):
        adjudge.rank(votes)
    assert adjudge.rank(votes, columns={"winner": "outcome"}).order() == ["B", "A"]
    sides = two.with_columns(pl.col("system_a", "system_b").replace(WINS)).with_columns(
        outcome=pl.col("outcome").replace({"a": "model_a", "b": "model_b"})
    )
    assert adjudge.rank(sides).order() == ["B", "A"]


def test_sides_in_capital_letters_are_sides_where_names_explain_nothing() -> None:
    sides = good_votes().with_columns(outcome=pl.col("outcome").replace({"a": "A", "b": "B"}))
    assert adjudge.rank(sides).order() == ["gamma", "beta", "alpha"]


def test_blanks_around_names_are_no_part_of_them() -> None:
    frame = good_ratings().with_columns(
        system=pl.when(pl.int_range(pl.len()) % 2 == 0).then(pl.format("{} ", "system")).otherwise("system")
    )
    result = adjudge.rank(frame)
    assert result.order() == ["gamma", "beta", "alpha"]
    [note] = [finding for finding in result.findings if finding.code == "AJ111"]
    assert note.numbers["values"] == (frame.height + 1) // 2


def test_winners_in_small_letters_are_names() -> None:
    """The column promises names: `a` is system A, wherever that stands."""
    votes = winners(good_votes().filter(~pl.any_horizontal(pl.col("system_a", "system_b") == "gamma")))
    small = votes.with_columns(pl.col("outcome").str.to_lowercase())
    assert adjudge.rank(small, columns={"winner": "outcome"}).order() == ["B", "A"]


def test_sides_and_names_in_one_column_are_refused() -> None:
    two = good_votes().filter(~pl.any_horizontal(pl.col("system_a", "system_b") == "gamma"))
    named = winners(two)
    sides = two.with_columns(pl.col("system_a", "system_b").replace(WINS))
    with pytest.raises(adjudge.TableError, match="can be read in two ways"):
        adjudge.rank(pl.concat([named.head(40), sides.tail(40)]))


def test_two_files_of_winners_are_read_together(tmp_path: Path) -> None:
    votes = good_votes().with_columns(pl.col("system_a", "system_b").replace({"alpha": "a", "beta": "b"}))
    winner = pl.when(pl.col("outcome") == "a").then("system_a").when(pl.col("outcome") == "b").then("system_b")
    named = votes.with_columns(winner=winner.otherwise(pl.lit("tie"))).drop("outcome")
    named.head(120).write_csv(tmp_path / "one.csv")
    named.tail(120).write_csv(tmp_path / "two.csv")
    assert adjudge.rank(adjudge.read(tmp_path / "one.csv", tmp_path / "two.csv")).order() == ["gamma", "b", "a"]


def test_files_of_votes_without_segments_may_hold_equal_rows(tmp_path: Path) -> None:
    votes = good_votes().drop("segment")
    votes.head(200).write_csv(tmp_path / "monday.csv")
    votes.tail(30).write_csv(tmp_path / "tuesday.csv")
    assert len(adjudge.read(tmp_path / "monday.csv", tmp_path / "tuesday.csv")) == 230


def test_a_column_of_penalties_is_named(tmp_path: Path) -> None:
    good_ratings().rename({"score": "mqm_penalty"}).write_csv(tmp_path / "x.csv")
    table = adjudge.read(tmp_path / "x.csv", columns={"score": "mqm_penalty"})
    [warning] = [finding for finding in table.findings if finding.code == "AJ114"]
    assert "'mqm_penalty'" in warning.text


def test_a_map_that_contradicts_the_annotators_is_said(tmp_path: Path) -> None:
    good_ratings().write_csv(tmp_path / "x.csv")
    (tmp_path / "map.csv").write_text("session,annotator\ns0,anna\ns1,p1\ns2,p2\ns3,p3\n")
    table = adjudge.read(tmp_path / "x.csv", tmp_path / "map.csv")
    [warning] = [finding for finding in table.findings if finding.code == "AJ136"]
    assert warning.numbers["rows"] == good_ratings().filter(pl.col("annotator") == "p0").height


def test_a_person_with_several_accounts_is_no_calibration(tmp_path: Path) -> None:
    good_ratings().drop("annotator").write_csv(tmp_path / "x.csv")
    (tmp_path / "map.csv").write_text("session,annotator\ns1,s0\ns2,s2\ns3,s3\n")
    table = adjudge.read(tmp_path / "x.csv", tmp_path / "map.csv")
    assert isinstance(table, Ratings)
    assert set(table.frame["kind"]) == {"system"}
    assert set(table.frame["annotator"]) == {"s0", "s2", "s3"}
