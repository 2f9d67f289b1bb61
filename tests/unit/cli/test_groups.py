"""`adjudge rank --where`, `--by` and `--keep-kinds`: every form of output, and what is refused."""

from __future__ import annotations

import csv
import io
import json

import polars as pl
import pytest

import adjudge
from adjudge.cli.main import run
from tests.builders import campaign

CAMPAIGN = campaign([0, 15, 30], documents=24, seed=3)


@pytest.fixture
def here(tmp_path, monkeypatch):
    """A campaign of two domains, in one of them also with a domain that only one system has."""
    number = pl.col("document").str.split("-").list.last().cast(pl.Int64)
    domain = pl.when(number < 12).then(pl.lit("news")).otherwise(pl.lit("law"))
    frame = CAMPAIGN.frame.with_columns(domain=domain, origin=pl.when(number < 6).then(pl.lit("eng")))
    frame.write_csv(tmp_path / "two.csv")
    lonely = frame.with_columns(domain=pl.when(pl.col("system") == "system-0").then(pl.lit("odd")).otherwise("domain"))
    lonely.write_csv(tmp_path / "odd.csv")
    votes = {"annotator": ["anna", "ben"] * 6, "segment": list(range(12)), "system_a": ["x", "y", "x"] * 4}
    votes |= {"system_b": ["y", "z", "z"] * 4, "outcome": ["a", "a", "tie"] * 4, "scope": ["segment", "document"] * 6}
    pl.DataFrame(votes).write_csv(tmp_path / "votes.csv")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_text_has_one_table_for_each_group_and_shared_findings_once(here, capsys):
    assert run(["rank", "two.csv", "--by", "domain", "--recipe", "wmt-da"]) == 0
    out = capsys.readouterr().out
    assert "domain news\n===========\n" in out
    assert "\ndomain law\n==========\n" in out
    assert out.count("signature recipe:wmt-da") == 2
    assert out.count("AJ161") == 1
    assert "where:domain=news" in out
    assert "--level 0.025" in out


def test_a_group_that_cannot_be_ranked_is_named_in_its_place(here, capsys):
    assert run(["rank", "odd.csv", "--by", "domain", "--recipe", "wmt-da"]) == 0
    out = capsys.readouterr().out
    assert "domain odd\n==========\nNot ranked: AJ032 the rows that count hold 1 system" in out


def test_csv_has_the_group_in_its_first_column_and_says_what_is_missing(here, capsys):
    assert run(["rank", "odd.csv", "--by", "domain", "--recipe", "wmt-da", "--csv"]) == 0
    printed = capsys.readouterr()
    rows = list(csv.DictReader(io.StringIO(printed.out)))
    assert next(iter(rows[0])) == "domain"
    assert {(row["domain"], row["system"]) for row in rows} == {
        (domain, system) for domain in ("news", "law") for system in ("system-1", "system-2")
    }
    assert "domain odd is not ranked: AJ032" in printed.err


def test_csv_of_several_methods(here, capsys):
    assert run(["rank", "votes.csv", "--by", "scope", "--method", "bojar", "--method", "mfas", "--csv"]) == 0
    rows = list(csv.reader(io.StringIO(capsys.readouterr().out)))
    assert rows[0][0] == "scope"
    assert [row[0] for row in rows[1:]] == ["segment"] * 3 + ["document"] * 3


def test_json_holds_every_ranking(here, capsys):
    assert run(["rank", "odd.csv", "--by", "domain", "--recipe", "wmt-da", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["by"] == "domain"
    assert set(data["groups"]) == {"news", "law"}
    assert data["refused"]["odd"][0]["code"] == "AJ032"
    assert run(["rank", "odd.csv", "--where", "domain=news", "--recipe", "wmt-da", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == data["groups"]["news"]


def test_json_of_several_recipes(here, capsys):
    assert run(["rank", "two.csv", "--by", "domain", "--recipe", "wmt-da", "--recipe", "graham-2020", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert {name: set(part["groups"]) for name, part in data["rankings"].items()} == {
        "wmt-da": {"news", "law"},
        "graham-2020": {"news", "law"},
    }


def test_latex_names_the_groups(here, capsys):
    assert run(["rank", "two.csv", "--by", "domain", "--recipe", "wmt-da", "--latex"]) == 0
    out = capsys.readouterr().out
    assert r"\label{tab:ranking-domain-news}" in out
    assert r"\caption{Domain law. Ranking of 3 systems" in out
    assert "Only rows with domain=law were used." in out


def test_markdown_names_the_groups(here, capsys):
    assert run(["rank", "two.csv", "--by", "domain", "--recipe", "wmt-da", "--markdown"]) == 0
    out = capsys.readouterr().out
    assert "\nTable: Domain news. Ranking of 3 systems" in out
    assert "\nTable: Domain law. Ranking of 3 systems" in out


def test_a_page_has_one_section_for_each_group(here, capsys):
    assert run(["rank", "odd.csv", "--by", "domain", "--recipe", "wmt-da", "--html", "page.html"]) == 0
    page = (here / "page.html").read_text(encoding="utf-8")
    assert 'Ranking for <span class="name">domain news</span>' in page
    assert 'No ranking for <span class="name">domain odd</span>' in page
    assert "AJ161" in page
    assert page.count('id="side-by-side"') == 1  # the two rankings are of the same systems
    assert run(["rank", "votes.csv", "--by", "scope", "--method", "bojar", "--html", "votes.html"]) == 0
    capsys.readouterr()


def test_pairs_and_resampled_documents_of_each_group(here, capsys):
    words = ["--by", "domain", "--recipe", "wmt-da", "--pairs", "--bootstrap", "5"]
    assert run(["rank", "two.csv", *words]) == 0
    out = capsys.readouterr().out
    assert out.count("Pairs by wmt-da:") == 2
    assert out.count("on 5 bootstrap samples of the documents") == 2


def test_if_no_group_can_be_ranked_the_command_refuses(here, capsys):
    assert run(["rank", "odd.csv", "--where", "system=system-0", "--by", "domain"]) == 2
    err = capsys.readouterr().err
    assert err.startswith("AJ057 no group of rows by 'domain' can be ranked (1 group)")
    assert "AJ032" in err
    assert "--by" in err


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["--where", "domain"], "AJ040"),
        (["--where", "domian=news"], "AJ055"),
        (["--where", "score>50"], "AJ055"),
        (["--where", "domain=sport"], "AJ056"),
        (["--where", "domain=law", "--where", "origin=eng"], "AJ056"),
        (["--by", "domian"], "AJ055"),
        (["--by", "system"], "AJ055"),
        (["--by", "language"], "AJ055"),
        (["--keep-kinds", "systems"], "AJ040"),
        (["--keep-kinds", ""], "AJ032"),  # of the recipe: nothing was asked for
    ],
)
def test_what_is_refused(here, capsys, words, code):
    lonely = ["--where", "system=system-0"] if words == ["--keep-kinds", ""] else []
    assert run(["rank", "two.csv", *words, *lonely]) == 2
    assert capsys.readouterr().err.startswith(code)


def test_options_are_spelled_as_they_are_typed(here, capsys):
    assert run(["rank", "votes.csv"]) == 0
    assert "To do: rank one of them with --where scope=document, or each of them with --by scope" in " ".join(
        capsys.readouterr().out.split()
    )
    assert run(["rank", "two.csv", "--where", "topic=x"]) == 2
    assert "there is no column 'topic' in two.csv, which --where names" in capsys.readouterr().err


def test_every_reading_command_takes_conditions(here, capsys):
    assert run(["convert", "two.csv", "law.csv", "--where", "domain=law", "--where", "score>0"]) == 0
    assert "rows are used, those with 'domain=law' and 'score>0'" in " ".join(capsys.readouterr().err.split())
    written = adjudge.read("law.csv")
    assert set(written.frame["domain"]) == {"law"}
    for command in ("annotators", "next-pairs"):
        assert run([command, "votes.csv", "--where", "scope=segment", "--json"]) == 0
        data = json.loads(capsys.readouterr().out)
        assert data["settings"]["where"] == ["scope=segment"]
        assert "where:scope=segment" in data["signature"]
        assert run([command, "votes.csv", "--where", "outcome=a"]) == 2
        assert capsys.readouterr().err.startswith("AJ055")


def test_a_further_column_of_a_file_is_read_as_one_of_ours(here, capsys):
    pl.read_csv("two.csv").rename({"domain": "topic"}).write_csv("topics.csv")
    words = ["--column", "domain=topic", "--where", "domain=law", "--recipe", "wmt-da", "--json"]
    assert run(["rank", "topics.csv", *words]) == 0
    ranked = json.loads(capsys.readouterr().out)
    assert run(["rank", "two.csv", *words[2:]]) == 0
    assert json.loads(capsys.readouterr().out)["systems"] == ranked["systems"]
