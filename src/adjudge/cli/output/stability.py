"""What `adjudge stability` shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import click

from adjudge.cli.catalogue import NO_PAGE_OF_GROUPS
from adjudge.cli.options.typed import command_line
from adjudge.cli.output.rankings import section
from adjudge.cli.output.showing import View
from adjudge.cli.spelling import spelled_problem, spelled_result

if TYPE_CHECKING:
    from adjudge.auditing.stability.grouped import GroupedStability
    from adjudge.auditing.stability.result import StabilityResult
    from adjudge.core.findings import Finding

_MOST_ROWS: Final = 40


class StabilityView(View):
    """The stability of one ranking.

    Args:
        result: what to show.
        source: the files that were ranked, for the page.
    """

    def __init__(self, result: StabilityResult, source: str) -> None:
        self.result = spelled_result(result)
        self._source = source

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data, for JSON."""
        return self.result.to_dict()

    def to_csv(self) -> str:
        """One row per scenario."""
        from adjudge.reporting.csv_files import safe_frame

        return safe_frame(self.result.to_frame()).write_csv()

    def to_html(self) -> str:
        """A page with the scenarios and a chart of orders."""
        from adjudge.reporting.stability.page import stability_page

        lede = f"Would the ranking of {len(self.result.order)} systems from {self._source} survive?"
        return stability_page(self.result, lede=lede, commands=[command_line()])

    def findings(self) -> Sequence[Finding]:
        """What to know about the result, spelled for the command line."""
        return self.result.findings

    def print_text(self) -> None:
        """Print the scenarios, and what they say together."""
        from adjudge.reporting.stability import tables
        from adjudge.reporting.terminal import print_findings

        result = self.result
        title = "Scenarios, each compared with the reference without the same systems:"
        section(title, _changed_first(result), most=_MOST_ROWS)
        section("Ranks in the reference and in scenarios (_: a line below):", tables.orders_table(result))
        section("Samples drawn again:", tables.repeats_table(result))
        section("Ranks over the samples:", tables.ranks_table(result), most=_MOST_ROWS)
        section(
            "Lines of the reference, and how many scenarios keep them:",
            tables.kept_lines_table(result),
            most=_MOST_ROWS,
        )
        section("Pairs that others order otherwise:", tables.weak_orderings_table(result), most=_MOST_ROWS)
        click.echo("\n" + result.summary())
        click.echo(f"\nsignature {result.signature}")
        print_findings(result.findings)


def _changed_first(result: StabilityResult) -> Any:  # noqa: ANN401 - a table, whose module is loaded on demand
    """The table of scenarios; of a long one the rows with changes."""
    from adjudge.reporting.stability.tables import scenarios_table

    if len(result.scenarios) <= _MOST_ROWS:
        return scenarios_table(result)
    changed = [one for one in result.scenarios if one.change.changed or one.repeats is not None]
    return scenarios_table(replace(result, scenarios=tuple(changed)))


class GroupedStabilityView(View):
    """The stability of several rankings.

    Args:
        grouped: what to show.
        source: the files that were ranked.
    """

    def __init__(self, grouped: GroupedStability, source: str) -> None:
        self._grouped = replace(
            grouped,
            groups={value: spelled_result(one) for value, one in grouped.groups.items()},
            refused={value: tuple(map(spelled_problem, problems)) for value, problems in grouped.refused.items()},
        )
        self._source = source

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data, for JSON."""
        return self._grouped.to_dict()

    def to_csv(self) -> str:
        """One row per group and scenario."""
        from adjudge.reporting.csv_files import safe_frame

        return safe_frame(self._grouped.to_frame()).write_csv()

    def to_html(self) -> str:
        """There is no page of several rankings."""
        raise NO_PAGE_OF_GROUPS(option="--by", form="--html")

    def findings(self) -> Sequence[Finding]:
        """What to know about each ranking, with its name."""
        from adjudge.core.selecting.groups import say_group

        return [
            replace(finding, text=f"{say_group(self._grouped.by, value)}: {finding.text}")
            for value, result in self._grouped.groups.items()
            for finding in result.findings
        ]

    def refusals(self) -> Sequence[str]:
        """Groups that could not be ranked, and why."""
        from adjudge.core.selecting.groups import say_group

        return [
            f"{say_group(self._grouped.by, value)} is not ranked: {problem.text()}"
            for value, problems in self._grouped.refused.items()
            for problem in problems
        ]

    def print_text(self) -> None:
        """Print in how many rankings each scenario changes what, then a sentence for each ranking."""
        from adjudge.core.selecting.groups import say_group
        from adjudge.reporting.stability.tables import shares_table
        from adjudge.reporting.terminal import print_findings

        section("Rankings that each scenario changes, of those it could be run on:", shares_table(self._grouped))
        for value, result in self._grouped.groups.items():
            click.echo(f"\n{say_group(self._grouped.by, value)}: {result.summary()}\nsignature {result.signature}")
        for refusal in self.refusals():
            click.echo(f"\n{refusal}")
        print_findings(list(self.findings()))
