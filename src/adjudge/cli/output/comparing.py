"""What `adjudge compare` shows: one comparison, or several by the names of their rankings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import click

from adjudge.cli.options.typed import command_line
from adjudge.cli.output.rankings import section
from adjudge.cli.output.showing import View
from adjudge.cli.spelling import spelled_problem, spelled_result

if TYPE_CHECKING:
    from adjudge.core.findings import Finding
    from adjudge.ranking.comparing.result import RankingComparisonResult
    from adjudge.ranking.comparing.several import RankingComparisons

_MOST_ROWS: Final = 40


class ComparisonView(View):
    """Comparisons of rankings of the same name.

    Args:
        results: at least one.
        source: the two files, for the page.
    """

    def __init__(self, results: RankingComparisons, source: str) -> None:
        self._results = replace(
            spelled_result(results),
            comparisons={name: spelled_result(one) for name, one in results.items()},
            refused={name: tuple(map(spelled_problem, problems)) for name, problems in results.refused.items()},
        )
        self._source = source

    @property
    def result(self) -> RankingComparisonResult | RankingComparisons:
        """The only comparison, or all of them."""
        alone = len(self._results) == 1 and not (self._results.refused or self._results.only_a or self._results.only_b)
        return next(iter(self._results.values())) if alone else self._results

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data, for JSON."""
        return self.result.to_dict()

    def to_csv(self) -> str:
        """One row per system, or per ranking and system."""
        from adjudge.reporting.csv_files import safe_frame

        return safe_frame(self.result.to_frame()).write_csv()

    def to_html(self) -> str:
        """A page with the two orders side by side."""
        from adjudge.reporting.comparing.page import comparison_page

        return comparison_page(self.result, source=self._source, commands=[command_line()])

    def findings(self) -> Sequence[Finding]:
        """What to know about the comparison, spelled for the command line."""
        return self.result.findings

    def refusals(self) -> Sequence[str]:
        """Rankings that could not be compared, and why."""
        return [
            f"{name} is not compared: {problem.text()}"
            for name, problems in self._results.refused.items()
            for problem in problems
        ]

    def print_text(self) -> None:
        """Print what moved, which lines changed, and what differs behind them."""
        from adjudge.reporting.comparing.tables import rankings_table
        from adjudge.reporting.printed_tables import printable
        from adjudge.reporting.terminal import print_findings

        several = self.result is self._results
        if several:
            section("Rankings of the same name:", rankings_table(self._results))
        for name, one in self._results.items():
            if several:
                title = printable(name)
                click.echo(f"\n{title}\n{'=' * len(title)}")
            _print_one(one)
        if several:
            click.echo(f"\n{printable(self._results.summary())}")
        for refusal in self.refusals():
            click.echo(f"\n{printable(refusal)}")
        print_findings(self.result.findings)


def _print_one(result: RankingComparisonResult) -> None:
    from adjudge.reporting.comparing import tables
    from adjudge.reporting.printed_tables import printable

    click.echo(f"A  {tables.say_side(result.a)}\nB  {tables.say_side(result.b)}")
    section("Systems in the order of A, with the lines of A:", tables.systems_table(result))
    section("Lines (a line is the set of systems above it):", tables.lines_table(result), most=_MOST_ROWS)
    section("Pairs that the rankings judge differently:", tables.pairs_table(result), most=_MOST_ROWS)
    section("Choices that differ:", tables.choices_table(result))
    section("The same ratings with single choices of the other side:", tables.single_choices_table(result))
    click.echo(f"\n{printable(result.summary())}")
    for side, of in (("A", result.a), ("B", result.b)):
        if of.signature is not None:
            click.echo(f"signature {side} {printable(of.signature)}")
