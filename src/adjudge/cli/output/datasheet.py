"""What `adjudge datasheet` shows and writes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from adjudge.cli.options.places import paths_read
from adjudge.cli.output.showing import View
from adjudge.cli.spelling import spelled_result

if TYPE_CHECKING:
    from collections.abc import Sequence

    from adjudge.auditing.datasheet.result import DatasheetResult
    from adjudge.core.findings import Finding


class DatasheetView(View):
    """A datasheet.

    Args:
        result: its findings are spelled for the command line.
    """

    def __init__(self, result: DatasheetResult) -> None:
        self.result = spelled_result(result)

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data, for JSON."""
        return self.result.to_dict()

    def to_csv(self) -> str:
        """One line per question."""
        from adjudge.reporting.csv_files import safe_frame

        return safe_frame(self.result.to_frame()).write_csv()

    def to_markdown(self) -> str:
        """The sheet as Markdown."""
        from adjudge.reporting.datasheet.markdown import datasheet_markdown

        return datasheet_markdown(self.result)

    def to_heds(self) -> str:
        """What the form uploads."""
        from adjudge.reporting.datasheet.form import heds_form

        return _json(heds_form(self.result))

    def findings(self) -> Sequence[Finding]:
        """What to know about the result, spelled for the command line."""
        return self.result.findings

    def print_text(self) -> None:
        """Print counts, answers, open questions and findings."""
        from adjudge.reporting.datasheet.text import datasheet_text
        from adjudge.reporting.terminal import print_findings

        click.echo(datasheet_text(self.result))
        click.echo(self.result.summary())
        click.echo(f"\nsignature {self.result.signature}")
        print_findings(self.result.findings)


def write_datasheet(result: DatasheetResult, out: Path) -> None:
    """Write the sheet in three forms into a folder, all of them or none.

    Raises:
        AdjudgeError: AJ022 if the folder or a file in it cannot be written, AJ040 if it would be a file that is read.
    """
    from adjudge.io.all_or_nothing import write_files
    from adjudge.reporting.terminal import print_findings

    view = DatasheetView(result)
    texts: dict[str, bytes | str] = {
        "datasheet.json": _json(view.to_dict()),
        "datasheet.md": view.to_markdown(),
        "heds-form.json": view.to_heds(),
    }
    paths = write_files({out / name: text for name, text in texts.items()}, paths_read())
    click.echo(result.summary())
    for path in paths:
        click.echo(f"written: {path}")
    print_findings(view.findings())


def write_blank_answers(result: DatasheetResult, path: Path) -> None:
    """Write a file that asks for what is missing.

    Raises:
        InputError: AJ022 if it cannot be written.
    """
    from adjudge.io.all_or_nothing import write_files
    from adjudge.reporting.datasheet.blank_answers import blank_answers

    write_files({path: blank_answers(result)}, paths_read())
    click.echo(result.summary())
    click.echo(f"Questions to answer: {path}")


def _json(data: dict[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False, indent=2) + "\n"
