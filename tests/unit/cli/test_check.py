"""`adjudge check` as a user meets it: forms of output, exit codes, choosing checks, several language pairs."""

from __future__ import annotations

import json
from pathlib import Path

import polars as pl
import pytest

import adjudge
from adjudge.cli.main import run
from adjudge.cli.spelling import spelled_result

#: ben gave one score to everything, which AJ401 finds.
FAULTY = {
    "annotator": ["ann"] * 24 + ["ben"] * 24,
    "system": ["a", "b"] * 24,
    "segment": [str(segment) for segment in range(12) for _ in range(2)] * 2,
    "score": [70, 60, 80, 50] * 6 + [50] * 24,
}


@pytest.fixture
def faulty(tmp_path: Path) -> Path:
    path = tmp_path / "judgements.csv"
    pl.DataFrame(FAULTY).write_csv(path)
    return path


def test_the_text_groups_findings_and_counts_them(faulty: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", str(faulty), "--select", "AJ401", "--select", "AJ402"]) == 0
    text = capsys.readouterr().out
    assert "Annotators (1 finding)\n" in text
    assert "AJ401" in text
    assert "To do: look at their judgements" in text
    assert "Source: Knowles 2021, section 3" in text
    assert "Not checked, needs values of 'session': AJ402." in text
    assert text.endswith("1 warning from 1 check. 1 check could not be run.\n")


def test_a_warning_fails_only_if_strict(faulty: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", str(faulty), "--select", "AJ401"]) == 0
    assert run(["check", str(faulty), "--select", "AJ401", "--strict"]) == 1
    assert run(["check", str(faulty), "--ignore", "annotators", "--ignore", "AJ", "--strict"]) == 2
    assert "none of the chosen checks looks at ratings" in capsys.readouterr().err


def test_json_is_the_result_of_python_and_has_the_documented_keys(
    faulty: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["check", str(faulty), "--select", "annotators", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data == spelled_result(adjudge.check(adjudge.read(faulty), select=["annotators"])).to_dict()
    (finding,) = (finding for finding in data["findings"] if finding["code"] == "AJ401")
    assert set(finding) == {"code", "severity", "text", "numbers", "source", "todo"}
    assert finding["numbers"] == {"annotators": ["ben"]}
    assert {"code", "needs", "pair"} == set(data["not_checked"][0])


def test_csv_is_one_row_per_finding(faulty: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", str(faulty), "--select", "AJ401", "--csv"]) == 0
    captured = capsys.readouterr()
    assert captured.out.splitlines()[0] == "code,severity,text,source,todo"
    assert captured.out.splitlines()[1].startswith("AJ401,warning,")
    assert captured.err == ""


def test_sarif_names_rules_levels_and_the_file(faulty: Path, capsys: pytest.CaptureFixture[str]) -> None:
    # Required by SARIF 2.1.0 (OASIS 2020, sections 3.13 to 3.27): version, runs, tool.driver.name, message.
    assert run(["check", str(faulty), "--select", "AJ401", "--select", "AJ402", "--sarif"]) == 0
    log = json.loads(capsys.readouterr().out)
    assert log["version"] == "2.1.0"
    (one,) = log["runs"]
    assert one["tool"]["driver"]["name"] == "adjudge"
    (result,) = one["results"]
    assert one["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == result["ruleId"] == "AJ401"
    assert result["level"] == "warning"
    assert "ben" in result["message"]["text"]
    assert result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == faulty.as_uri()
    assert one["properties"]["not_checked"] == [{"code": "AJ402", "needs": "values of 'session'", "pair": None}]


def test_github_gets_one_command_per_finding(faulty: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", str(faulty), "--select", "AJ401", "--github"]) == 0
    (line,) = capsys.readouterr().out.splitlines()
    assert line.startswith(f"::warning file={faulty},title=AJ401::1 annotator gave one score to everything: ben.")


def test_a_check_is_explained(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", "--explain", "aj401"]) == 0
    text = capsys.readouterr().out
    assert text.startswith("AJ401 (warning, annotators): An annotator gave the same score to everything.\n")
    assert "Source: Knowles 2021, section 3." in text
    assert run(["check", "--explain", "AJ999"]) == 2
    assert "there is no check 'AJ999'" in capsys.readouterr().err


def test_a_subject_is_explained_by_its_checks(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", "--explain", "annotators"]) == 0
    assert "AJ401 (warning): An annotator gave the same score to everything." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("rows", "sentence"),
    [
        (pl.DataFrame(FAULTY).filter(pl.col("system") == "a"), "Only one system was judged: a."),
        (pl.DataFrame(FAULTY).with_columns(score=pl.lit(50)), "All 48 judgements of systems have the score 50."),
        (
            pl.DataFrame({"system_a": ["x"] * 3, "system_b": ["y"] * 3, "outcome": ["tie"] * 3}),
            "All 3 comparisons are ties.",
        ),
    ],
)
def test_what_cannot_be_ranked_is_an_error(
    rows: pl.DataFrame, sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows.write_csv(tmp_path / "judgements.csv")
    assert run(["check", str(tmp_path / "judgements.csv")]) == 1
    assert sentence in capsys.readouterr().out


def test_all_checks_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", "--checks"]) == 0
    assert "AJ401  An annotator gave the same score to everything." in capsys.readouterr().out


def test_an_unknown_choice_is_refused(faulty: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", str(faulty), "--select", "anotators"]) == 2
    assert "did you mean 'annotators'" in capsys.readouterr().err


def test_every_language_pair_is_checked_and_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good = pl.DataFrame(FAULTY).with_columns(
        score=pl.Series([70, 60, 80, 50] * 6 + [40, 50, 55, 50] * 6), source_lang=pl.lit("de"), target_lang=pl.lit("en")
    )
    bad = pl.DataFrame(FAULTY).with_columns(source_lang=pl.lit("cs"), target_lang=pl.lit("en"))
    path = tmp_path / "two.csv"
    pl.concat([good, bad], how="diagonal_relaxed").write_csv(path)
    assert run(["check", str(path), "--select", "AJ401", "--json"]) == 0
    (finding,) = json.loads(capsys.readouterr().out)["findings"]
    assert finding["numbers"] == {"annotators": ["ben"], "pair": "cs-en"}
    assert finding["text"].startswith("cs-en: 1 annotator gave one score")
    assert run(["check", str(path), "--select", "AJ401", "--pair", "de-en", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["findings"] == []


def test_a_check_that_one_of_two_language_pairs_allows_is_not_checked_for_the_other(tmp_path: Path) -> None:
    known = pl.DataFrame(FAULTY).with_columns(
        session=pl.col("annotator") + "-1", source_lang=pl.lit("de"), target_lang=pl.lit("en")
    )
    unknown = pl.DataFrame(FAULTY).with_columns(source_lang=pl.lit("cs"), target_lang=pl.lit("en"))
    result = adjudge.check(pl.concat([known, unknown], how="diagonal"), select=["AJ402"])
    assert [(row.code, row.pair) for row in result.not_checked] == [("AJ402", "cs-en")]


def test_the_texts_of_another_language_pair_are_not_looked_at() -> None:
    judged = pl.DataFrame(FAULTY).with_columns(source_lang=pl.lit("de"), target_lang=pl.lit("en"))
    texts = pl.DataFrame(
        {
            "segment": ["1", "2", "1", "2"],
            "source": ["Ja", "Nein", "Ano", "Ne"],
            "a": ["Yes", "No", "Ano", "Ne"],  # copies the source, but only of the other pair
            "b": ["Yes", "No", "Yes", "No"],
            "source_lang": ["de", "de", "cs", "cs"],
            "target_lang": ["en"] * 4,
        }
    )
    result = adjudge.check(judged, texts=adjudge.Texts.check(texts), select=["AJ447"])
    assert [finding.code for finding in result.findings if finding.code == "AJ447"] == []


@pytest.mark.parametrize("chosen", ["a", "", "J4", "AJ4x"])
def test_a_choice_is_a_code_its_beginning_or_a_subject(faulty: Path, chosen: str) -> None:
    assert run(["check", str(faulty), "--select", chosen]) == 2


def test_what_reading_finds_is_explained_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", "--explain", "AJ137"]) == 0
    assert capsys.readouterr().out.startswith("AJ137 (warning, reading): ")


def test_texts_come_in_a_file_of_their_own(faulty: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "outputs.csv"
    path.write_text("segment,source,a,b\n1,Guten Tag,Good day,Hello\n2,Ja,Yes,Yes\n", encoding="utf-8")
    assert run(["check", str(faulty), "--texts", str(path)]) in {0, 1}
    assert "the texts: name their file" not in capsys.readouterr().out
    assert run(["check", str(faulty), "--texts", str(faulty)]) == 2
    assert "AJ020" in capsys.readouterr().err
