"""`adjudge compare`: forms of output, exit codes, options that do not apply."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

import adjudge
from adjudge.cli.main import run
from adjudge.cli.spelling import spelled_result
from tests.builders import campaign

RATINGS = campaign([-8, -3, 0, 4, 20], noise=25)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    adjudge.write(RATINGS, "ratings.csv")
    for name in ("wmt-da", "wmt24-esa"):
        Path(f"{name}.json").write_text(json.dumps(adjudge.rank(RATINGS, name).to_dict()))
    order = adjudge.rank(RATINGS, "wmt-da").order()
    Path("published.txt").write_text("\n".join(order[::-1]))
    return tmp_path


def test_json_is_the_whole_result_and_nothing_else(here, capsys):
    assert run(["compare", "wmt-da.json", "wmt24-esa.json", "--json"]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    expected = spelled_result(adjudge.compare("wmt-da.json", "wmt24-esa.json"))
    assert json.loads(captured.out) == expected.to_dict()
    assert adjudge.RankingComparisonResult.from_dict(json.loads(captured.out)) == expected


def test_csv_holds_one_line_per_system(here, capsys):
    assert run(["compare", "wmt-da.json", "published.txt", "--csv"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert [(row["place_a"], row["place_b"]) for row in rows] == [(str(i), str(6 - i)) for i in range(1, 6)]


def test_text_names_both_sides_and_their_signatures(here, capsys):
    assert run(["compare", "ratings.csv", "ratings.csv", "--recipe", "wmt-da", "--recipe", "wmt24-esa", "--why"]) == 0
    text = capsys.readouterr().out
    assert text.startswith("A  ratings.csv, ranking of ratings by wmt-da: 5 systems, 240 judgements\nB  ratings.csv, ")
    assert "signature A recipe:wmt-da" in text
    assert "signature B recipe:wmt24-esa" in text
    assert "scores standardised within" in text
    assert "The same ratings with all choices of the other side give its order and lines." in text


def test_several_rankings_are_listed_first(here, capsys):
    run(["rank", "ratings.csv", "--recipe", "wmt-da", "--recipe", "wmt24-esa", "--json"])
    Path("both.json").write_text(capsys.readouterr().out)
    assert run(["compare", "both.json", "both.json", "--html", "page.html"]) == 0
    text = capsys.readouterr().out
    assert text.startswith("\nRankings of the same name:")
    assert "2 rankings compared. Another order in none; other lines in none." in text
    assert Path("page.html").read_text().count("<svg") == 2
    assert run(["compare", "both.json", "wmt-da.json", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["only_a"] == ["wmt24-esa"]


@pytest.mark.parametrize(
    ("files", "code"),
    [
        (("wmt-da.json", "wmt-da.json"), 0),
        (("wmt-da.json", "published.txt"), 1),
        (("ratings.csv", "wmt-da.json", "--recipe", "wmt-da"), 0),
    ],
)
def test_strict_fails_if_the_order_or_lines_differ(files, code, here, capsys):
    assert run(["compare", *files, "--strict"]) == code
    assert run(["compare", *files]) == 0
    capsys.readouterr()


def test_strict_fails_for_another_line_in_the_same_order(here, capsys):
    order = adjudge.rank(RATINGS, "wmt-da").order()
    Path("a.txt").write_text("\n".join([order[0], "---", *order[1:]]))
    Path("b.txt").write_text("\n".join([*order[:2], "---", *order[2:]]))
    assert run(["compare", "a.txt", "b.txt", "--strict"]) == 1
    assert "1 lost, 1 gained" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["wmt-da.json"], "AJ040 1 file was given"),
        (["wmt-da.json"] * 3, "AJ040 3 files were given"),
        (["wmt-da.json", "wmt24-esa.json", "--recipe", "wmt-da"], "AJ066 --recipe belongs to ratings"),
        (["wmt-da.json", "wmt24-esa.json", "--where", "domain=x"], "AJ066 --where belongs to judgements"),
        (["wmt-da.json", "wmt24-esa.json", "--why"], "AJ066 --why was asked for"),
        (["wmt-da.json", "nothing.json"], "AJ001 nothing.json does not exist"),
        (["wmt-da.json", "wmt24-esa.json", "--ranking-a", "wmt-d"], "did you mean 'wmt-da'?"),
        (["wmt-da.json", "wmt24-esa.json", "--json", "--csv"], "AJ040 --json and --csv were given together"),
    ],
)
def test_mistakes_are_refused_with_what_to_do(arguments, words, here, capsys):
    assert run(["compare", *arguments]) == 2
    said = capsys.readouterr().err
    assert words in said
    assert "expected:" in said
    assert "to do:" in said
