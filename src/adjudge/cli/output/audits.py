"""What audits show: several tables under their titles, and a page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeVar

import click

from adjudge.cli.options.typed import command_line
from adjudge.cli.output.rankings import section
from adjudge.cli.output.showing import ResultView

if TYPE_CHECKING:
    from adjudge.core.findings import Finding
    from adjudge.core.results import Result
    from adjudge.reporting.printed_tables import PrintedTable

AnyResult = TypeVar("AnyResult", bound="Result")


class AuditView(ResultView[AnyResult]):
    """A result with several tables.

    Args:
        result: its findings are spelled for the command line.
        tables: of the result, under their titles.
        page: makes the page from the result, the files and the command line.
        source: the files, for the page.
    """

    def __init__(
        self,
        result: AnyResult,
        tables: Callable[[AnyResult], Sequence[tuple[str, PrintedTable]]],
        page: Callable[..., str],
        source: str,
    ) -> None:
        super().__init__(result, lambda one: tables(one)[0][1])
        self._tables = tables
        self._page = page
        self._source = source

    def to_html(self) -> str:
        """A page with tables, charts and findings."""
        return self._page(self.result, source=self._source, commands=[command_line()])

    def findings(self) -> Sequence[Finding]:
        """What to know about the result, by severity as on the page."""
        from adjudge.core.findings import by_severity

        return by_severity(self.result.findings)

    def print_text(self) -> None:
        """Print all tables, summary, signature and findings."""
        from adjudge.reporting.terminal import print_findings

        for title, table in self._tables(self.result):
            section(title, table)
        click.echo(f"\n{self.result.summary()}")
        click.echo(f"\nsignature {self.result.signature}")
        print_findings(self.findings())
