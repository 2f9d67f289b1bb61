"""`adjudge rank` and `adjudge annotators` on comparisons, as a user meets them."""

from __future__ import annotations

import csv
import io
import json

import pytest

from adjudge.cli.main import run

VOTES = """annotator,segment,ranking,system_a,system_b,outcome
anna,1,r1,x,y,a
anna,1,r1,y,z,a
anna,1,r1,x,z,a
ben,1,r2,x,y,a
ben,1,r2,y,z,b
ben,1,r2,x,z,a
ben,2,r3,x,y,b
ben,2,r3,y,z,tie
ben,2,r3,x,z,b
anna,2,r4,y,x,b
anna,2,r4,y,z,a
anna,2,r4,x,z,a
"""


@pytest.fixture
def votes(tmp_path):
    path = tmp_path / "votes.csv"
    path.write_text(VOTES)
    return path


def test_json_has_the_documented_keys(votes, capsys):
    assert run(["rank", str(votes), "--method", "mfas", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["kind"] == "comparisons"
    assert {"cost", "optimal_orders", "violations", "acyclic", "bound", "proven", "packing", "arbitrary"} <= set(data)
    assert [s["system"] for s in data["systems"]] == ["x", "y", "z"]
    assert {"a", "b", "p", "effect", "significant", "meetings", "tied"} <= set(data["pairs"][0])


def test_the_default_is_the_recommended_method(votes, capsys):
    assert run(["rank", str(votes)]) == 0
    text = capsys.readouterr().out
    assert "method:davidson" in text
    assert "AJ301" in text
    assert "Strengths with 95% intervals" in text


def test_several_methods_give_one_table(votes, capsys):
    assert run(["rank", str(votes), "--method", "mfas", "--method", "bojar", "--method", "wmt-official"]) == 0
    text = capsys.readouterr().out
    assert "What each order contradicts" in text
    assert text.count("signature method:") == 3


def test_several_methods_as_json_are_compared(votes, capsys):
    assert run(["rank", str(votes), "--method", "mfas", "--method", "bojar", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert set(data["methods"]) == {"mfas", "bojar"}
    assert set(data["comparison"]["cost"]) == {"mfas", "bojar"}
    [agreement] = data["comparison"]["agreement"]
    assert set(agreement) == {"a", "b", "spearman", "kendall"}


def test_csv_and_latex(votes, capsys):
    assert run(["rank", str(votes), "--method", "bojar", "--csv"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert [row["system"] for row in rows] == ["x", "y", "z"]
    assert run(["rank", str(votes), "--method", "davidson", "--latex"]) == 0
    text = capsys.readouterr().out
    assert "\\toprule" in text
    assert "12 comparisons" in text


def test_pairs_and_opponents_are_printed_on_request(votes, capsys):
    assert run(["rank", str(votes), "--method", "bradley-terry", "--pairs", "--opponents"]) == 0
    text = capsys.readouterr().out
    assert "Pairs by bradley-terry" in text
    assert "Whom each system met" in text


def test_the_methods_are_listed(capsys):
    assert run(["rank", "--methods"]) == 0
    assert "mfas" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--recipe", "wmt-da"], "recipes rank ratings, but the files hold comparisons"),
        (["--method", "elo"], "there is no method 'elo'"),
        (["--method", "mfas", "--time-limit", "0"], "a time limit of 0 s makes no sense"),
        (["--method", "davidson", "--cluster", "document"], "clusters by document were asked for"),
        (["--method", "davidson", "--covariate", "length"], "the length of outputs is unknown"),
        (["--reference", "human"], "there is no system 'human'"),
        (["--method", "mfas", "--bootstrap", "100"], "mfas has no --bootstrap"),
    ],
)
def test_mistakes_are_explained_in_four_parts(votes, capsys, options, words):
    assert run(["rank", str(votes), *options]) == 2
    message = capsys.readouterr().err
    assert words in message
    assert all(part in message for part in ("expected:", "how many:", "to do:"))


def test_methods_do_not_rank_ratings(tmp_path, capsys):
    path = tmp_path / "ratings.csv"
    path.write_text("system,segment,score\na,1,50\nb,1,60\na,2,70\nb,2,80\n")
    assert run(["rank", str(path), "--method", "mfas"]) == 2
    assert "methods rank comparisons, but the files hold ratings" in capsys.readouterr().err


def test_counts_are_ranked(tmp_path, capsys):
    path = tmp_path / "counts.txt"
    path.write_text("x y 6 1 3\ny z 5 0 4\nx z 7 2 1\n")
    assert run(["rank", str(path), "--method", "mfas", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["cost"], data["acyclic"], data["optimal_orders"]) == (0, True, 1)
    assert data["systems"][0]["n"] is None


@pytest.mark.parametrize(
    ("counts", "words"),
    [
        ("x y 6 1 3\ny x 3 1 5\n", "AJ021"),
        ("x y -6 1 3\n", "AJ013"),
        ("x y 6.5 1 3\n", "AJ012"),
        ("x x 6 1 3\nx y 1 1 1\n", "AJ0"),
        ("x y 6 1 3\nx z 0 0 0\n", "never compared with another ranked system: z"),
    ],
)
def test_broken_counts_are_refused(tmp_path, capsys, counts, words):
    path = tmp_path / "counts.txt"
    path.write_text(counts)
    assert run(["rank", str(path), "--method", "mfas"]) == 2
    assert words in capsys.readouterr().err


def test_agreement_is_printed_and_written(votes, capsys):
    assert run(["annotators", str(votes)]) == 0
    assert "kappa" in capsys.readouterr().out
    assert run(["annotators", str(votes), "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    # On segment 1 they agree on x-y and x-z and not on y-z; on segment 2 on nothing.
    [row] = [r for r in data["rows"] if (r["form"], r["between"]) == ("recommended", "inter")]
    assert (row["agree"], row["comparable"]) == (2, 6)


def test_agreement_on_ratings_is_refused(tmp_path, capsys):
    path = tmp_path / "ratings.csv"
    path.write_text("system,segment,score\na,1,50\nb,1,60\n")
    assert run(["annotators", str(path)]) == 2
    assert "agreement is computed on single comparisons" in capsys.readouterr().err
