"""One way to show any result: JSON and nothing else, CSV, LaTeX, Markdown, a page, or text."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import click

from adjudge.cli.catalogue import PAGE_WRITTEN
from adjudge.cli.options.output import Output
from adjudge.cli.output.streams import print_machine_text
from adjudge.cli.spelling import spelled_result

if TYPE_CHECKING:
    from adjudge.core.findings import Finding
    from adjudge.core.results import Result
    from adjudge.reporting.printed_tables import PrintedTable

AnyResult = TypeVar("AnyResult", bound="Result")


class View(ABC):
    """What a command has to show, in the forms that it offers."""

    @abstractmethod
    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data, for JSON."""

    @abstractmethod
    def to_csv(self) -> str:
        """The table as CSV."""

    def to_latex(self) -> str:
        """The table for LaTeX."""
        raise NotImplementedError  # the command has no --latex

    def to_sarif(self) -> str:
        """Findings as SARIF."""
        raise NotImplementedError  # the command has no --sarif

    def to_github(self) -> str:
        """Findings as annotations."""
        raise NotImplementedError  # the command has no --github

    def to_markdown(self) -> str:
        """Everything as Markdown."""
        raise NotImplementedError  # the command has no --markdown

    def to_heds(self) -> str:
        """A file of the form of HEDS."""
        raise NotImplementedError  # the command has no --heds

    def to_html(self) -> str:
        """A page."""
        raise NotImplementedError  # the command has no --html

    def findings(self) -> Sequence[Finding]:
        """What to know about the result, spelled for the command line."""
        return ()

    def refusals(self) -> Sequence[str]:
        """What could not be shown, and why."""
        return ()

    @abstractmethod
    def print_text(self) -> None:
        """Print what a person wants to read."""


class ResultView(View, Generic[AnyResult]):
    """One result of any kind.

    Args:
        result: its findings are spelled for the command line.
        table: makes its table for text.
    """

    def __init__(self, result: AnyResult, table: Callable[[AnyResult], PrintedTable]) -> None:
        self.result = spelled_result(result)
        self._table = table

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data, for JSON."""
        return self.result.to_dict()

    def to_csv(self) -> str:
        """The table as CSV."""
        from adjudge.reporting.csv_files import safe_frame

        return safe_frame(self.result.to_frame()).write_csv()

    def findings(self) -> Sequence[Finding]:
        """What to know about the result, spelled for the command line."""
        return self.result.findings

    def print_text(self) -> None:
        """Print table, summary, signature and findings."""
        from adjudge.reporting.terminal import print_findings, print_table

        print_table(self._table(self.result))
        click.echo(self.result.summary())
        click.echo(f"\nsignature {self.result.signature}")
        print_findings(self.findings())


def show(view: View, output: Output) -> None:
    """Print a result in the form asked for. A page is written first: if that fails, nothing is printed.

    Args:
        view: what there is to show.
        output: the form, and the page if one is wanted.

    Raises:
        InputError: AJ022 if the page cannot be written.
    """
    if output.page is not None:
        from adjudge.io.writing import write_text

        write_text(view.to_html(), output.page)
    if output.form == "json":
        print_machine_text(json.dumps(view.to_dict(), ensure_ascii=False, indent=2) + "\n")
    elif output.form is None:
        view.print_text()
        if output.page is not None:
            click.echo("\n" + PAGE_WRITTEN.format(path=output.page))
    else:
        print_machine_text(getattr(view, f"to_{output.form}")())
        _warn(view.findings())
        for refusal in view.refusals():
            click.echo(refusal, err=True)


def _warn(findings: Sequence[Finding]) -> None:
    """A table alone holds no warnings: they go to standard error, where a redirected table does not take them along."""
    for finding in findings:
        if finding.severity != "note":
            click.echo(f"{finding.severity} {finding.code}: {finding.text}", err=True)
