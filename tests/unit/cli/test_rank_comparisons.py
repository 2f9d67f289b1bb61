"""`adjudge rank` and `adjudge annotators` on comparisons, as a user meets them."""

from __future__ import annotations

import csv
import io
import json
import re
import typing
from pathlib import Path

import click
import pytest

import adjudge
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
    assert {"cost", "optimal_orders", "violations", "acyclic", "bound", "proven", "packing", "places"} <= set(data)
    assert [s["system"] for s in data["systems"]] == ["x", "y", "z"]
    assert {"a", "b", "p", "effect", "significant", "meetings", "tied"} <= set(data["pairs"][0])


def test_every_key_is_explained_in_the_reference(votes):
    page = (Path(__file__).parents[3] / "docs" / "reference" / "methods.md").read_text(encoding="utf-8")
    explained = set(re.findall(r"`(\w+)`", page[page.index("## The result in JSON") :]))
    table = adjudge.read(votes)
    for method in ("mfas", "davidson", "trueskill"):
        keys = set(adjudge.rank(table, method=method).to_dict())
        assert keys - explained <= {"schema", "kind"}


def test_the_default_is_the_recommended_method(votes, capsys):
    assert run(["rank", str(votes)]) == 0
    text = capsys.readouterr().out
    assert "method:davidson" in text
    assert "AJ301" in text
    assert "Strengths with 95% confidence intervals" in text


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
    assert {"a", "b", "spearman", "kendall"} <= set(agreement)


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
    assert "Opponents of each system:" in text


def test_the_methods_are_listed(capsys):
    assert run(["rank", "--methods"]) == 0
    assert "mfas" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--recipe", "wmt-da"], "--recipe belongs to ratings, but the table holds comparisons"),
        (["--method", "elo"], "there is no method 'elo'"),
        (["--method", "mfas", "--time-limit", "0"], "the time limit is 0 s"),
        (["--method", "davidson", "--unit", "document"], "--unit document was given, but the document is unknown"),
        (["--method", "davidson", "--covariate", "length"], "the length of outputs is unknown"),
        (["--reference", "human"], "there is no system 'human'"),
        (["--method", "mfas", "--bootstrap", "100"], "mfas does not take --bootstrap"),
        (["--margin", "1"], "--margin belongs to ratings, but the table holds comparisons"),
        (["--hide", "x", "--merge"], "--hide and --merge belong to ratings"),
        (["--scale", "1..5"], "--scale 1..5 was given, but comparisons have no scores"),
        (["--method", "mfas", "--runs", "1000"], "mfas does not take --runs"),
        (["--runs", "10"], "recommended does not take --runs"),
        (["--method", "bojar", "--time-limit", "60"], "bojar does not take --time-limit"),
        (["--method", "annotator-bradley-terry", "--unit", "segment"], "annotator-bradley-terry does not take --unit"),
        (
            ["--method", "mfas", "--method", "bojar", "--covariate", "position"],
            "mfas and bojar do not take --covariate",
        ),
        (["--method", "mfas", "--method", "elo"], "there is no method 'elo'"),
        (["--pairs", "--csv"], "--pairs adds a table, but --csv prints only one"),
        (["--opponents", "--latex"], "--opponents adds a table, but --latex prints only one"),
        (["--pairs", "--markdown"], "--pairs adds a table, but --markdown prints only one"),
        (["--json", "--csv"], "--json and --csv were given together"),
    ],
)
def test_mistakes_are_explained(votes, capsys, options, words):
    assert run(["rank", str(votes), *options]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert words in captured.err
    assert all(part in captured.err for part in ("expected:", "to do:"))
    assert "`" not in captured.err  # options as they are typed


@pytest.mark.parametrize(
    "options",
    [
        ["--method", "mfas", "--method", "davidson", "--unit", "segment"],
        ["--method", "mfas", "--method", "davidson", "--bootstrap", "100"],
        ["--method", "bojar", "--method", "rao-kupper", "--covariate", "position"],
        ["--method", "bojar", "--method", "trueskill", "--runs", "5"],
        ["--method", "bojar", "--method", "mfas", "--time-limit", "5"],
        ["--unit", "segment"],
        ["--time-limit", "5"],
        ["--pairs", "--opponents", "--json"],
    ],
)
def test_an_option_is_fine_if_one_of_the_methods_knows_it(tmp_path, capsys, options):
    path = tmp_path / "votes.csv"
    more = VOTES.partition("\n")[2].replace("ben", "cleo")
    path.write_text(VOTES + "".join(more.replace(",1,r", f",{segment},r") for segment in range(3, 13)))
    assert run(["rank", str(path), *options]) == 0, capsys.readouterr().err


def test_findings_of_several_methods_are_all_printed_and_shared_ones_once(votes, capsys):
    methods = ("mfas", "bojar", "trueskill")
    assert run(["rank", str(votes), *(word for name in methods for word in ("--method", name))]) == 0
    shared, *own = capsys.readouterr().out.split("Findings of ")[1:]
    assert shared.startswith("all 3 rankings:")
    assert "AJ310" in shared  # ties are a matter of the data
    assert not any("AJ310" in part for part in own)
    assert [part.partition(":")[0] for part in own] == ["mfas", "trueskill"]
    table = adjudge.read(votes)
    for name in methods:
        parts = shared + "".join(part for part in own if name in part.partition(":")[0])
        assert all(finding.code in parts for finding in adjudge.rank(table, method=name).findings)


def test_the_method_that_was_picked_is_named(votes, capsys):
    assert run(["rank", str(votes), "--pairs"]) == 0
    assert "Pairs by recommended (davidson):" in capsys.readouterr().out
    assert run(["rank", str(votes), "--method", "recommended", "--method", "bojar", "--csv"]) == 0
    assert capsys.readouterr().out.splitlines()[0] == (
        "system,recommended (davidson),recommended (davidson) range low,recommended (davidson) range high,"
        "bojar,bojar range low,bojar range high"
    )


def test_latex_of_several_methods_has_a_label_for_each(votes, capsys):
    assert run(["rank", str(votes), "--method", "mfas", "--method", "bojar", "--latex"]) == 0
    text = capsys.readouterr().out
    assert "\\label{tab:ranking-mfas}" in text
    assert "\\label{tab:ranking-bojar}" in text


def test_markdown_of_several_methods_is_one_table_for_each(votes, capsys):
    assert run(["rank", str(votes), "--method", "mfas", "--method", "bojar", "--markdown"]) == 0
    text = capsys.readouterr().out
    assert text.count("\nTable: Ranking of 3 systems") == 2
    assert "Signature: `method:mfas|" in text
    assert "Signature: `method:bojar|" in text


@pytest.mark.parametrize(
    ("option", "kind"), [("--recipe", "Ratings:"), ("--margin", "Ratings:"), ("--runs", "Comparisons:")]
)
def test_help_says_which_kind_of_judgements_an_option_is_for(option, kind, capsys):
    assert run(["rank", "--help"]) == 0
    after = capsys.readouterr().out.split(f"  {option} ")[1]
    assert kind in after[:120]


def test_methods_do_not_rank_ratings(tmp_path, capsys):
    path = tmp_path / "ratings.csv"
    path.write_text("system,segment,score\na,1,50\nb,1,60\na,2,70\nb,2,80\n")
    assert run(["rank", str(path), "--method", "mfas"]) == 2
    assert "--method belongs to comparisons, but the table holds ratings" in capsys.readouterr().err


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
        ("x x 6 1 3\nx y 1 1 1\n", "AJ014"),
        ("x y 6 1 3\nx z 0 0 0\n", "z was never compared with another system that is ranked"),
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


def test_agreement_on_few_pairs_is_said_to_be_too_little(votes, capsys):
    assert run(["annotators", str(votes)]) == 0
    assert "different annotators (6)" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--scale", "1..5"], "--scale 1..5 was given, but comparisons have no scores"),
        (["--json", "--csv"], "--json and --csv were given together"),
    ],
)
def test_options_without_meaning_for_agreement_are_refused(votes, capsys, options, words):
    assert run(["annotators", str(votes), *options]) == 2
    assert words in capsys.readouterr().err


def test_options_for_ratings_are_refused_for_comparisons(votes, capsys):
    assert run(["annotators", str(votes), "--draws", "200", "--keep-kinds", "system"]) == 2
    assert "--draws and --keep-kinds belong to ratings, but the table holds comparisons" in capsys.readouterr().err


def test_opponents_of_ratings_are_refused(tmp_path, capsys):
    path = tmp_path / "ratings.csv"
    path.write_text("system,segment,score\na,1,50\nb,1,60\n")
    assert run(["rank", str(path), "--opponents"]) == 2
    assert "--opponents belongs to comparisons, but ratings.csv holds ratings" in capsys.readouterr().err


@pytest.mark.parametrize("setting", ["time_limit", "runs", "covariates"])
def test_the_help_of_a_setting_names_the_methods_that_take_it_and_its_default(setting):
    from adjudge.cli.rank import command
    from adjudge.ranking.comparisons.registry import METHODS

    (option,) = [one for one in command.params if one.name == setting]
    assert isinstance(option, click.Option)
    said = re.findall(r"[\w-]+", option.help or "")
    takers = {name: method.takes[setting] for name, method in METHODS.items() if setting in method.takes}
    assert {name for name in METHODS if name in said} == set(takers)
    for default in takers.values():
        assert not default or f"{default:g}" in said


def test_the_choices_of_the_command_line_are_those_of_the_settings():
    from adjudge.cli.rank import command

    hints = typing.get_type_hints(adjudge.ComparisonSettings)
    for name in ("unit", "arcs", "covariates"):
        (option,) = [one for one in command.params if one.name == name]
        assert isinstance(option.type, click.Choice)
        assert set(option.type.choices) == set(re.findall(r"'([\w-]+)'", str(hints[name])))
