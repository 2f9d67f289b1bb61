"""What `adjudge datasheet` shows and writes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from adjudge.cli.catalogue import NO_FOLDER
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


def require_places(new: Path | None, out: Path | None) -> None:
    """Refuse files that cannot be written before the work.

    Raises:
        AdjudgeError: AJ067 if there is a file for answers of that name, which may hold some; AJ022 if a file cannot be
            written.
    """
    from adjudge.core.datasheet.catalogue import WOULD_OVERWRITE
    from adjudge.io.all_or_nothing import require_folder
    from adjudge.io.writing import require_place

    if new is not None:
        if new.exists() or new.is_symlink():
            raise WOULD_OVERWRITE(path=new)
        require_place(new)
    if out is not None:
        require_folder(out)


def write_datasheet(result: DatasheetResult, out: Path) -> None:
    """Write the sheet in three forms into a folder, all of them or none.

    Raises:
        AdjudgeError: AJ022 if the folder or a file in it cannot be written.
    """
    from adjudge.io.all_or_nothing import all_or_nothing, new_folder
    from adjudge.io.writing import write_text
    from adjudge.reporting.terminal import print_findings

    view = DatasheetView(result)
    texts = {
        "datasheet.json": _json(view.to_dict()),
        "datasheet.md": view.to_markdown(),
        "heds-form.json": view.to_heds(),
    }
    paths = [out / name for name in texts]
    try:
        with new_folder(out), all_or_nothing(*paths):
            for path, text in zip(paths, texts.values(), strict=True):
                write_text(text, path)
    except OSError as error:
        raise NO_FOLDER(path=out, reason=error.strerror or error) from None
    click.echo(result.summary())
    for path in paths:
        click.echo(f"written: {path}")
    print_findings(view.findings())


def write_blank_answers(result: DatasheetResult, path: Path) -> None:
    """Write a file that asks for what is missing.

    Raises:
        AdjudgeError: AJ067 if there is a file of that name, which may hold answers; AJ022 if it cannot be written.
    """
    from adjudge.io.writing import write_text
    from adjudge.reporting.datasheet.blank_answers import blank_answers

    require_places(path, None)
    write_text(blank_answers(result), path)
    click.echo(result.summary())
    click.echo(f"Questions to answer: {path}")


def _json(data: dict[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False, indent=2) + "\n"
