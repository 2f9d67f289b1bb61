"""Values of options, arguments and cells that nobody should use: each is refused in words, at once."""

from __future__ import annotations

import copy
import pickle
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import polars as pl
import pytest

import adjudge
from adjudge.cli.main import run
from adjudge.core.errors import Problem
from adjudge.reporting.csv_files import safe_text
from tests.builders import campaign

ROWS = "system,document,segment,annotator,score\n" + "".join(
    f"{system},d{n % 6},{n},p{n % 3},{50 + 3 * i + n % 7}\n" for n in range(24) for i, system in enumerate("ABC")
)
VOTES = "system_a,system_b,outcome\n" + "A,B,a\nB,C,a\nC,A,a\nA,B,tie\n" * 4
MARKS = "system,document,segment,annotator,severity\nA,d,1,x,major\nB,d,1,x,minor\nA,d,2,x,no-error\nB,d,2,x,minor\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, text in {"ratings": ROWS, "votes": VOTES, "marks": MARKS}.items():
        (tmp_path / f"{name}.csv").write_text(text)
    monkeypatch.chdir(tmp_path)
    return tmp_path


LINES = [
    f"{command} {option} {value}"
    for command, options in {
        "rank votes.csv --method trueskill": ["--runs", "--seed"],
        "rank votes.csv --method davidson": ["--bootstrap"],
        "rank ratings.csv --recipe wmt-da": ["--bootstrap", "--level", "--margin"],
        "rank votes.csv --method mfas": ["--time-limit"],
        "next-pairs votes.csv": ["--count", "--seed"],
        "power --effect 0.4": ["--n", "--power", "--m", "--alpha", "--sides", "--systems", "--margin", "--icc"],
        "power --n 400": ["--effect", "--documents"],
        "simulate out.csv": ["--systems", "--annotators", "--documents", "--ratings", "--seed"],
    }.items()
    for option in options
    for value in ("-1", "nan", "inf", "1e18", "1000000000000000000000000000000", "abc")
    if not (option == "--seed" and value.isdecimal())  # any whole number is a seed
    and not (
        option in {"--time-limit", "--margin"} and value in {"1e18", "1" + "0" * 30}
    )  # patience and margins have no end
]


@pytest.mark.parametrize("line", LINES)
def test_absurd_values_are_refused(line: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(line.split()) == 2, capsys.readouterr()
    said = capsys.readouterr()
    assert said.err.startswith("AJ04")
    assert said.out == ""
    assert not (folder / "out.csv").exists()


@pytest.mark.parametrize("name", ["noise", "leniency", "slip"])
@pytest.mark.parametrize("value", ["nan", "inf", "-1", "1e300"])
def test_absurd_parameters_of_a_simulation_are_refused(
    name: str, value: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["simulate", "out.csv", "--set", f"annotators.{name}={value}"]) == 2
    assert "AJ041" in capsys.readouterr().err


# Deep and long TOML


@pytest.mark.parametrize(
    "text",
    ["a=" + "[" * 100_000, "a=" + "{a=" * 3000 + "1" + "}" * 3000, "a." * 5000 + "b=1", "# comment\n" * 200_000],
    ids=["lists", "tables", "key", "long"],
)
@pytest.mark.parametrize("option", ["rank ratings.csv --recipe deep.toml", "rank marks.csv --weights deep.toml"])
def test_toml_beyond_reason_is_refused(
    option: str, text: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "deep.toml").write_text(text)
    assert run(option.split()) == 2
    assert capsys.readouterr().err.startswith("AJ031 deep.toml: ")


# Numbers


@pytest.mark.parametrize("weight", ["1e300", "1e308", "1e16", "1e-300"])
def test_weights_beyond_reason_are_refused(weight: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = [line + ("," + ("weight" if i == 0 else weight)) for i, line in enumerate(VOTES.splitlines())]
    (folder / "weighted.csv").write_text("\n".join(lines) + "\n")
    assert run(["rank", "weighted.csv"]) == 2
    said = capsys.readouterr().err
    assert said.startswith("AJ013 weighted.csv, line 2, column weight: ")
    assert "16 of 16 lines" in said


@pytest.mark.parametrize("weight", ["1e300", "1e308"])
def test_costs_of_errors_beyond_reason_are_refused(
    weight: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "w.toml").write_text(
        f'name = "w"\n[[weight]]\nseverity = "major"\nweight = {weight}\n'
        '[[weight]]\nseverity = "minor"\nweight = 1\n[[weight]]\nseverity = "no-error"\nweight = 0\n'
    )
    assert run(["rank", "marks.csv", "--weights", "w.toml"]) == 2
    assert "AJ013" in capsys.readouterr().err


def test_scores_beyond_reason_are_refused(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "huge.csv").write_text(ROWS.replace(",53\n", ",1e300\n"))
    assert run(["rank", "huge.csv", "--scale", "z"]) == 2
    assert "1e+300 is too large to compute with" in capsys.readouterr().err


def test_a_score_just_outside_of_its_scale_is_printed_with_all_digits(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "off.csv").write_text(ROWS.replace(",53\n", ",100.0001\n", 1))
    assert run(["rank", "off.csv"]) == 2
    assert "100.0001 is outside the scale 0..100" in capsys.readouterr().err


# Hidden systems


@pytest.mark.parametrize("recipe", ["recommended", "wmt-da"])
@pytest.mark.parametrize(("hidden", "said"), [("ABC", "all are hidden"), ("AB", "all but 1 are hidden")])
def test_hiding_nearly_all_systems_is_said(
    hidden: str, said: str, recipe: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    options = [word for name in hidden for word in ("--hide", name)]
    assert run(["rank", "ratings.csv", "--recipe", recipe, *options, "--html", "page.html"]) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert "AJ190" in out
    assert said in out


def test_systems_that_do_not_exist_cannot_be_hidden(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rank", "ratings.csv", "--hide", "Z", "--hide", "A"]) == 2
    assert "AJ040 there is no system 'Z'" in capsys.readouterr().err


# Python


RATINGS = campaign([0, 4])
SECTIONS = {
    "unit": lambda: adjudge.Standardise("bogus"),  # type: ignore[arg-type]
    "name": lambda: adjudge.Test("bogus"),  # type: ignore[arg-type]
    "level": lambda: adjudge.Test(level=2.0),
    "draws": lambda: adjudge.Test(draws=10**18),
    "kinds": lambda: adjudge.Aggregate(kinds=("bogus",)),
    "hide": lambda: adjudge.Clusters(hide="A"),  # type: ignore[arg-type]
    "quality_level": lambda: adjudge.Filters(quality_level=float("nan")),
}


@pytest.mark.parametrize("key", SECTIONS)
def test_recipes_built_in_python_follow_the_rules_of_files(key: str) -> None:
    with pytest.raises(adjudge.RecipeError, match="AJ031"):
        SECTIONS[key]()


def test_a_list_in_a_recipe_is_as_good_as_a_tuple() -> None:
    assert adjudge.Clusters(hide=["A"]).hide == ("A",)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"seed": -1}, "`seed=` is '-1'"),
        ({"seed": 1.5}, "`seed=` is '1.5'"),
        ({"seed": True}, "`seed=` is 'True'"),
        ({"level": "x"}, "`level=` is 'x'"),
        ({"level": 2}, "the significance level is 2"),
        ({"hide": "system-0"}, 'write `hide=["system-0"]`'),
        ({"hide": [1]}, "a list of names"),
        ({"pair": 3}, "`pair=` is '3'"),
        ({"recipe": 3}, "`recipe=` is '3'"),
        ({"claims": "x"}, "`claims=` is 'x'"),
        ({"weights": 5}, "`weights=` is '5'"),
        ({"settings": {}}, "`settings=` is '{}'"),
    ],
)  # fmt: skip
def test_wrong_arguments_are_refused_in_words(arguments: dict[str, object], words: str) -> None:
    with pytest.raises(adjudge.UsageError) as caught:
        adjudge.rank(RATINGS, **arguments)  # type: ignore[call-overload]
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("name", "value"), [("scale", (1, 5)), ("scale", 5), ("columns", "score"), ("columns", {1: "x"})]
)
def test_wrong_descriptions_of_a_frame_are_refused_in_words(name: str, value: object) -> None:
    frame = pl.DataFrame({"system": ["a", "b"], "segment": ["1", "1"], "score": [1, 2]})
    with pytest.raises(adjudge.UsageError, match="AJ040"):
        adjudge.rank(frame, **{name: value})  # type: ignore[call-overload]


def test_a_scale_that_is_no_text_is_refused_when_a_table_is_checked() -> None:
    with pytest.raises(adjudge.UsageError, match=r"'\(1, 5\)' is not a scale"):
        adjudge.Ratings.check(RATINGS.frame, scale=(1, 5))  # type: ignore[arg-type]


# Errors and results between processes


ERRORS = [adjudge.AdjudgeError, adjudge.InputError, adjudge.TableError, adjudge.RecipeError, adjudge.UsageError]
PROBLEMS = (Problem("AJ001", "one", "two", None, "three"), Problem("AJ002", "x", "y", "2 rows", "z"))


@pytest.mark.parametrize("kind", ERRORS)
@pytest.mark.parametrize("again", [lambda e: pickle.loads(pickle.dumps(e)), copy.copy, copy.deepcopy])
def test_errors_can_be_copied(kind: type[adjudge.AdjudgeError], again) -> None:
    error = again(kind(*PROBLEMS))
    assert type(error) is kind
    assert error.problems == PROBLEMS
    assert str(error) == str(kind(*PROBLEMS))


def _fails(_: int) -> None:
    raise adjudge.InputError(*PROBLEMS)


def test_errors_come_back_from_other_processes() -> None:
    with ProcessPoolExecutor(1) as pool, pytest.raises(adjudge.InputError) as caught:
        list(pool.map(_fails, [1]))
    assert caught.value.problems == PROBLEMS


def test_results_and_findings_can_be_copied() -> None:
    result = adjudge.rank(RATINGS, "wmt-da")
    for again in (pickle.loads(pickle.dumps(result)), copy.deepcopy(result)):
        assert again.to_dict() == result.to_dict()
    assert pickle.loads(pickle.dumps(result.findings)) == result.findings


# Spreadsheets


def test_a_table_for_a_spreadsheet_holds_no_formulas_and_keeps_names_apart(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    names = {"A": "=1+1", "B": "'=1+1", "C": "@SUM(A1)"}
    text = "".join(line.replace(line[0], names[line[0]], 1) + "\n" for line in ROWS.splitlines()[1:])
    (folder / "formulas.csv").write_text(ROWS.splitlines()[0] + "\n" + text)
    for options in ([], ["--recipe", "wmt-da", "--recipe", "recommended"]):
        assert run(["rank", "formulas.csv", "--csv", *options]) == 0
        rows = capsys.readouterr().out.splitlines()[1:]
        assert sorted(row.split(",")[0] for row in rows) == ["''=1+1", "'=1+1", "'@SUM(A1)"]
    assert run(["convert", "formulas.csv", "data.csv"]) == 0  # data stays what it is
    assert set(pl.read_csv(folder / "data.csv")["system"]) == set(names.values())


@pytest.mark.parametrize("name", ["=x", "+x", "-x", "@x", "\tx", "\rx", "'=x", "''=x"])
def test_names_like_formulas_get_one_apostrophe_that_can_be_taken_away(name: str) -> None:
    assert safe_text(name) == "'" + name


@pytest.mark.parametrize("name", ["x", "online-B", "'x", "", "x=y"])
def test_other_names_stay_as_they_are(name: str) -> None:
    assert safe_text(name) == name
