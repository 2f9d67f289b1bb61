"""One way to show a result: JSON and nothing else, CSV, LaTeX, a page, or text."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Self

import click
import polars as pl
import pytest
from click.testing import CliRunner

import adjudge
from adjudge.cli.main import run
from adjudge.cli.options.output import output_options
from adjudge.cli.output.showing import ResultView, show
from adjudge.core.findings import Finding
from adjudge.core.results import Result
from adjudge.core.signature import Signature
from adjudge.reporting.printed_tables import Heading, PrintedTable
from tests.builders import campaign

VOTES = "system_a,system_b,outcome\n" + "x,y,a\ny,z,a\nx,z,a\ny,x,b\nz,y,tie\nz,x,a\nx,y,b\n" * 4


@dataclass(frozen=True, repr=False)
class ToyResult(Result):
    """A result of a command to come."""

    schema: ClassVar[str] = "toy/1"

    rows: tuple[int, ...]

    def to_frame(self) -> pl.DataFrame:
        return pl.DataFrame({"row": self.rows})

    def to_dict(self) -> dict[str, Any]:
        return {"rows": list(self.rows), "findings": [finding.to_dict() for finding in self.findings]}

    @classmethod
    def _read(cls, data: Mapping[str, Any]) -> Self:
        return cls(**cls._common_parts(data), rows=tuple(data["rows"]))

    def summary(self) -> str:
        return f"{len(self.rows)} rows."


def toy_table(result: ToyResult) -> PrintedTable:
    return PrintedTable((Heading("row"),), tuple((str(row),) for row in result.rows))


@click.command()
@output_options("json", "csv")
def toy(output):
    finding = Finding("AJ000", "warning", 'Try `method="mfas"`.', {"n": 3}, todo="name the `reference=`")
    show(ResultView(ToyResult(Signature.of({"toy": "yes"}), {}, (finding,), (4, 5)), toy_table), output)


def shown(*arguments: str) -> str:
    result = CliRunner().invoke(toy, arguments, catch_exceptions=False)
    assert result.exit_code == 0
    warnings = "warning AJ000: Try --method mfas.\n"  # text and JSON hold them, a table alone does not
    assert result.stderr == (warnings if "--csv" in arguments else "")
    return result.stdout


def test_text_has_table_summary_signature_and_findings_in_this_order():
    text = shown()
    places = [text.index(part) for part in (" 5\n", "2 rows.", "signature toy:yes", "AJ000", "To do: name the --ref")]
    assert places == sorted(places)
    assert "Try --method mfas." in text


def test_json_is_the_result_with_options_as_they_are_typed():
    data = json.loads(shown("--json"))
    assert data["rows"] == [4, 5]
    [finding] = data["findings"]
    assert (finding["text"], finding["todo"], finding["numbers"]) == (
        "Try --method mfas.",
        "name the --reference",
        {"n": 3},
    )


def test_csv_is_the_frame():
    assert shown("--csv") == "row\n4\n5\n"


@pytest.fixture
def judgements(tmp_path):
    path = tmp_path / "judgements.csv"
    adjudge.write(campaign([-20, 0, 20]), path)
    return path


@pytest.fixture
def votes(tmp_path):
    path = tmp_path / "votes.csv"
    path.write_text(VOTES)
    return path


def test_a_page_is_written_beside_the_text(judgements, tmp_path, capsys):
    page = tmp_path / "page.html"
    assert run(["rank", str(judgements), "--html", str(page)]) == 0
    text = capsys.readouterr().out
    assert text.endswith(f"\npage written to {page}\n")
    assert run(["rank", str(judgements)]) == 0
    assert text.startswith(capsys.readouterr().out)  # the same text as without a page
    html = page.read_text()
    assert "<h1>Ranking of 3 systems</h1>" in html
    assert "144 judgements from judgements.csv, ranked by the recipe recommended." in html
    assert f"adjudge rank {judgements} --html {page}" in html
    assert "<svg" in html


def test_a_page_about_comparisons(votes, tmp_path, capsys):
    page = tmp_path / "page.html"
    assert run(["rank", str(votes), "--method", "mfas", "--method", "bojar", "--html", str(page)]) == 0
    html = page.read_text()
    assert "28 comparisons from votes.csv, ranked by the methods mfas and bojar." in html
    assert f"adjudge rank {votes} --method mfas --method bojar --html {page}" in html
    capsys.readouterr()
    assert run(["rank", str(votes), "--html", str(page)]) == 0  # an old page is replaced
    assert "ranked by the method recommended (davidson)" in page.read_text()


@pytest.mark.parametrize("form", ["--json", "--csv", "--latex", "--markdown"])
def test_other_forms_print_the_same_with_a_page(form, judgements, tmp_path, capsys):
    page = tmp_path / "page.html"
    assert run(["rank", str(judgements), form]) == 0
    alone = capsys.readouterr()
    assert run(["rank", str(judgements), form, "--html", str(page)]) == 0
    assert capsys.readouterr() == alone
    assert page.read_text().startswith("<!")


@pytest.mark.parametrize("place", ["folder", "no/such/folder/page.html"])
def test_a_page_that_cannot_be_written_is_an_error_and_nothing_is_printed(place, judgements, tmp_path, capsys):
    (tmp_path / "folder").mkdir()
    assert run(["rank", str(judgements), "--json", "--html", str(tmp_path / place)]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("AJ022 ")


@pytest.mark.parametrize("form", ["--csv", "--latex", "--markdown"])
def test_a_table_alone_sends_its_warnings_to_standard_error(form, tmp_path, capsys):
    path = tmp_path / "stars.csv"
    path.write_text("system,segment,score\na,1,5\na,2,4\nb,1,2\nb,2,1\n", encoding="utf-8")
    assert run(["rank", str(path), form]) == 0
    printed = capsys.readouterr()
    assert "AJ221" in printed.err  # scores up to 5 were read as 0..100
    assert "AJ221" not in printed.out
