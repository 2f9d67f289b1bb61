"""The commands as a user meets them: help, output, exit codes."""

from __future__ import annotations

import csv
import io
import json
import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

import click
import pytest

import adjudge
from adjudge.cli.main import COMMANDS, run
from adjudge.cli.spelling import spelled_result
from tests.builders import campaign


@pytest.fixture
def judgements(tmp_path):
    path = tmp_path / "judgements.csv"
    adjudge.write(campaign([-20, 0, 20]), path)
    return path


@pytest.mark.parametrize("name", COMMANDS)
def test_the_table_of_commands_agrees_with_the_commands(name):
    module, line = COMMANDS[name]
    command = import_module(module).command
    assert command.name == name
    assert command.short_help == line


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_with_examples(name, capsys):
    assert run([name, "--help"]) == 0
    text = capsys.readouterr().out
    assert f"adjudge {name}" in text.replace("\n", " ")
    assert "Examples:" in text


def test_json_is_the_whole_result_and_nothing_else(judgements, capsys):
    assert run(["rank", str(judgements), "--recipe", "wmt-da", "--json"]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    expected = spelled_result(adjudge.rank(adjudge.read(judgements), "wmt-da"))
    assert json.loads(captured.out) == expected.to_dict()


def test_json_has_the_documented_keys(judgements, capsys):
    run(["rank", str(judgements), "--json"])
    data = json.loads(capsys.readouterr().out)
    assert {"schema", "signature", "kind", "systems", "pairs", "findings"} <= set(data)
    assert [s["system"] for s in data["systems"]] == ["system-2", "system-1", "system-0"]
    columns = {"system", "rank", "cluster", "raw", "z", "score", "n", "judgements", "rank_low", "rank_high"}
    assert columns <= set(data["systems"][0])
    assert {"a", "b", "p", "effect", "significant"} <= set(data["pairs"][0])
    assert len(data["pairs"]) == 3


def test_csv_holds_one_line_per_system(judgements, capsys):
    assert run(["rank", str(judgements), "--csv"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert [(row["rank"], row["system"]) for row in rows] == [("1", "system-2"), ("2", "system-1"), ("3", "system-0")]


def test_text_shows_n_and_judgements_and_the_signature(judgements, capsys):
    assert run(["rank", str(judgements), "--recipe", "wmt-da"]) == 0
    text = capsys.readouterr().out
    assert "recipe:wmt-da" in text
    header = next(line for line in text.splitlines() if "system" in line)
    assert header.split() == ["rank", "range", "95%", "set", "system", "raw", "z", "n", "N", "letters"]


def test_without_a_command_the_help_is_shown(capsys):
    assert run([]) == 0
    assert "Commands:" in capsys.readouterr().out


def test_a_file_is_not_converted_onto_itself(judgements, capsys):
    before = judgements.read_bytes()
    assert run(["convert", str(judgements), str(judgements)]) == 2
    assert "would be read and overwritten" in capsys.readouterr().err
    assert judgements.read_bytes() == before


def test_resampling_repeats_the_recipe(judgements, capsys):
    assert run(["rank", str(judgements), "--recipe", "wmt-da", "--bootstrap", "100", "--json"]) == 0
    resampled = json.loads(capsys.readouterr().out)["resampled"]
    assert resampled["draws"] == 100
    # Twenty points apart with noise of ten: every draw of the documents gives the same order and lines.
    assert [s["same_rank"] for s in resampled["systems"]] == [1.0, 1.0, 1.0]
    # The default recipe is ranked from the drawn rows.
    assert run(["rank", str(judgements), "--bootstrap", "5", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["resampled"]["lost"] == 0


def test_several_recipes_stand_side_by_side(judgements, capsys):
    assert run(["rank", str(judgements), "--recipe", "wmt-da", "--recipe", "recommended"]) == 0
    text = capsys.readouterr().out
    assert "Kendall's tau 1.000" in text
    assert text.count("signature recipe:") == 2


def test_marked_errors_are_ranked_by_their_weights(tmp_path, capsys):
    path = tmp_path / "spans.csv"
    rows = [f"{s},d{i % 7},{i},{'minor' if (i % 3 or s == 'A') else 'major'}" for i in range(30) for s in "AB"]
    path.write_text("\n".join(["system,document,segment,severity", *rows]) + "\n")
    assert run(["rank", str(path), "--recipe", "wmt24-esa", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    # A: thirty minor errors of 1; B: ten major ones of 5 and twenty minor ones.
    assert [(s["system"], s["raw"]) for s in data["systems"]] == [("A", -1.0), ("B", pytest.approx(-70 / 30))]
    assert "weights:mqm" in data["signature"]
    weights = tmp_path / "own.toml"
    weights.write_text(
        'name = "own"\n[[weight]]\nseverity = "major"\nweight = 10\n[[weight]]\nseverity = "minor"\nweight = 0\n'
    )
    assert run(["rank", str(path), "--recipe", "wmt24-esa", "--weights", str(weights), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["systems"][1]["raw"] == pytest.approx(-100 / 30)


def test_weights_of_errors_are_refused_for_ratings(judgements, capsys):
    assert run(["rank", str(judgements), "--weights", "mqm"]) == 2
    assert "--weights belongs to marked errors, but the table holds ratings" in capsys.readouterr().err
    assert run(["rank", str(judgements), "--weights", "mqm", "--table", "ratings"]) == 2
    assert "--weights belongs to marked errors, but the table holds ratings" in capsys.readouterr().err


def test_pairs_state_the_power_of_tests(judgements, capsys):
    assert run(["rank", str(judgements), "--pairs"]) == 0
    header = next(line for line in capsys.readouterr().out.splitlines() if "smallest" in line)
    assert header.split() == ["higher", "lower", "difference", "effect", "95%", "p", "power", "smallest"]


def test_recipes_are_listed(capsys):
    assert run(["rank", "--recipes"]) == 0
    assert "knowles-lo-2022-news" in capsys.readouterr().out


def test_a_recipe_file_is_taken(judgements, tmp_path, capsys):
    recipe = tmp_path / "mine.toml"
    recipe.write_text('name = "mine"\n[standardise]\nunit = "none"\n')
    assert run(["rank", str(judgements), "--recipe", str(recipe), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["systems"][0]["z"] is None


def test_other_column_names_and_scales(tmp_path, capsys):
    path = tmp_path / "votes.csv"
    path.write_text("Model,item,Rating\nA,1,5\nA,2,4\nB,1,-2\nB,2,1\n")
    names = ["--column", "system=Model", "--column", "segment=item", "--column", "score=Rating"]
    assert run(["rank", str(path), *names, "--scale", "-5..5", "--csv"]) == 0
    assert capsys.readouterr().out.splitlines()[1].startswith("A,1,")
    assert run(["rank", str(path), *names]) == 2
    assert "line 4, column score: -2 is outside the scale 0..100" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["rank"], "missing argument"),
        (["rnk"], "there is no command 'rnk'"),
        (["rank", "FILE", "--recipe", "wmt-daa"], "did you mean 'wmt-da'"),
        (["rank", "FILE", "--seed", "-1"], "--seed"),
        (["rank", "FILE", "--column", "score"], "--column score does not name two columns"),
        (["rank", "FILE", "--column", "score=absent"], "no column 'absent'"),
        (["rank", "FILE", "--scale", "5..1"], "not a scale"),
        (["rank", "FILE", "--format", "cvs"], "did you mean 'csv'"),
        (["rank", "FILE", "--pair", "en-de"], "no language pair 'en-de'"),
        (["rank", "FILE", "FILE"], "given more than once"),
        (["rank", "FILE", "--pair"], "option '--pair' requires an argument"),
        (["rank", "FILE", "--recpie", "wmt-da"], "no such option"),
        (["simulate", "out.csv", "--set", "annotators.noise"], "--set annotators.noise has no '='"),
        (["convert", "FILE"], "expected: the files to read, then the file to write"),
        (["convert", "FILE", "out.xls"], "ending"),
        (["convert", "FILE", "no-such-folder/out.csv"], "cannot be written"),
    ],
)
def test_mistakes_in_usage_are_explained(judgements, arguments, message, capsys):
    assert run([str(judgements) if a == "FILE" else a for a in arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert message in captured.err
    for part in ("expected:", "to do:"):
        assert part in captured.err
    assert "1 argument" not in captured.err  # says nothing
    assert "Traceback" not in captured.err


@pytest.fixture
def broken(monkeypatch):
    """The name of a command with a bug."""

    @click.command("broken")
    def command():
        raise ZeroDivisionError("division by zero")

    module = ModuleType("a_broken_command")
    module.command = command  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, module.__name__, module)
    monkeypatch.setitem(COMMANDS, "broken", (module.__name__, "Fail."))
    return "broken"


def test_an_internal_error_is_called_so_and_shows_no_stack_trace(broken, capsys):
    assert run([broken]) == 3
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("Internal error in adjudge: ZeroDivisionError: division by zero.")
    assert "Traceback" not in captured.err


def test_an_internal_error_can_be_traced(broken, monkeypatch):
    monkeypatch.setenv("ADJUDGE_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        run([broken])


def test_convert_says_what_it_wrote(judgements, tmp_path, capsys):
    target = tmp_path / "judgements.parquet"
    assert run(["convert", str(judgements), str(target)]) == 0
    assert "144 rows of ratings" in capsys.readouterr().out
    assert adjudge.read(target).frame.equals(adjudge.read(judgements).frame)


def test_formats_are_listed(capsys):
    assert run(["convert", "--formats"]) == 0
    assert "appraise" in capsys.readouterr().out


def test_a_closed_pipe_shows_no_stack_trace(judgements):
    command = [sys.executable, "-c", "from adjudge.cli.main import main; main()", "rank", str(judgements), "--json"]
    read_end, write_end = os.pipe()
    os.close(read_end)
    process = subprocess.run(command, stdout=write_end, stderr=subprocess.PIPE, text=True, check=False)
    os.close(write_end)
    assert process.returncode != 3
    assert process.stderr == ""


def test_a_mistyped_command_is_answered_with_the_nearest(capsys):
    assert run(["anotators"]) == 2
    assert "did you mean 'annotators'?" in capsys.readouterr().err


def test_several_recipes_as_json_are_compared(judgements, capsys):
    assert run(["rank", str(judgements), "--recipe", "wmt-da", "--recipe", "mixed-model", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert set(data["recipes"]) == {"wmt-da", "mixed-model"}
    [agreement] = data["comparison"]["agreement"]
    assert (agreement["a"], agreement["b"]) == ("wmt-da", "mixed-model")
    assert agreement["kendall"] == 1


def test_several_recipes_print_their_findings_once(judgements, capsys):
    assert run(["rank", str(judgements), "--recipe", "wmt-da", "--recipe", "graham-2020"]) == 0
    text = capsys.readouterr().out
    assert text.count("AJ209") == 1


def test_a_bootstrap_of_ratings_has_no_room_in_csv(judgements, capsys):
    assert run(["rank", str(judgements), "--bootstrap", "100", "--csv"]) == 2
    assert "--bootstrap adds a table, but --csv prints only one" in capsys.readouterr().err


EQUAL = "annotator,system,document,segment,score\na,A,d,1,50\na,B,d,1,50\n"


@pytest.mark.parametrize("form", [[], ["--json"]])
def test_a_report_without_a_ranking_says_so_and_ends_as_rank_does(form, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    Path("equal.csv").write_text(EQUAL)
    assert run(["rank", "equal.csv"]) == 2
    why = capsys.readouterr().err
    assert run(["report", "equal.csv", "-o", "page.html", *form]) == 2
    assert capsys.readouterr().err == why
    assert "The systems cannot be ranked" in Path("page.html").read_text()


def test_a_report_with_one_ranking_of_two_groups_is_a_report(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    rows = [
        f"a,{system},{d},{s},{50 + 10 * (d == 'y') * s * (system == 'A')},{d}"
        for d in "xy"
        for s in range(4)
        for system in "AB"
    ]
    Path("half.csv").write_text("\n".join(["annotator,system,document,segment,score,domain", *rows]))
    for line in (["rank", "half.csv"], ["report", "half.csv", "-o", "page.html"]):
        assert run([*line, "--by", "domain"]) == 0
    capsys.readouterr()
