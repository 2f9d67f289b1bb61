"""The files of a command: reading, refusing what it cannot use, choosing the language pair."""

from __future__ import annotations

import polars as pl
import pytest

import adjudge
from adjudge.cli.options.reading import Files
from adjudge.core.errors import AdjudgeError
from adjudge.core.tables import Comparisons, PairCounts, Ratings

RATINGS = pl.DataFrame(
    {
        "system": ["a", "b"] * 2,
        "segment": ["1", "1", "2", "2"],
        "score": [1, 2, 3, 4],
        "source_lang": "eng",
        "target_lang": ["deu", "deu", "iku", "iku"],
    }
)


@pytest.fixture
def folder(tmp_path):
    RATINGS.write_csv(tmp_path / "ratings.csv")
    RATINGS.drop("target_lang", "source_lang").rename({"score": "stars"}).write_csv(tmp_path / "stars.csv")
    (tmp_path / "votes.csv").write_text("system_a,system_b,outcome\nx,y,a\n")
    return tmp_path


def files(*paths, **choices):
    nothing = {"format": None, "pair": None, "scale": None, "columns": (), "table": None}
    return Files(paths, **(nothing | choices))


def test_the_language_pair_is_chosen(folder):
    table = files(folder / "ratings.csv", pair="eng-iku").read(Ratings)
    assert table.frame["segment"].to_list() == ["2", "2"]


def test_columns_and_scale_reach_the_reader(folder):
    table = files(folder / "stars.csv", columns=("score=stars",), scale="1..4").read(Ratings)
    assert table.frame["score"].to_list() == [1, 2, 3, 4]
    with pytest.raises(AdjudgeError, match=r"outside the scale 2\.\.4"):
        files(folder / "stars.csv", columns=("score=stars",), scale="2..4").read(Ratings)


@pytest.mark.parametrize("kinds", [(Comparisons,), (Comparisons, PairCounts)])
def test_another_kind_of_table_is_refused_with_what_is_needed(folder, kinds):
    with pytest.raises(AdjudgeError) as caught:
        files(folder / "ratings.csv").read(*kinds)
    [problem] = caught.value.problems
    assert problem.code == "AJ020"
    assert problem.what == "ratings.csv holds ratings"
    assert problem.expected == " or ".join(kind.noun for kind in kinds)


def test_several_language_pairs_are_refused_by_the_name_of_the_file(folder):
    with pytest.raises(AdjudgeError) as caught:
        files(folder / "ratings.csv").read(Ratings)
    [problem] = caught.value.problems
    assert problem.code == "AJ018"
    assert "ratings.csv" in problem.what


def test_a_scale_is_refused_where_there_are_no_scores(folder):
    with pytest.raises(AdjudgeError, match="AJ040") as caught:
        files(folder / "votes.csv", scale="1..5").read(Ratings, Comparisons)
    [problem] = caught.value.problems
    assert "comparisons" in problem.what


@pytest.mark.parametrize("text", ["score", "score=", "=rating", ""])
def test_a_column_needs_two_names(folder, text):
    with pytest.raises(adjudge.UsageError, match=f"--column {text} does not name two columns"):
        files(folder / "stars.csv", columns=(text,)).read(Ratings)
