"""What `adjudge rank --by` shows: one ranking, or several side by side, for each group of rows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from adjudge.cli.options.typed import command_line
from adjudge.cli.output.rankings import RankingsView
from adjudge.cli.output.showing import View
from adjudge.cli.spelling import spelled_findings, spelled_problem, spelled_result
from adjudge.core.errors import Problem

if TYPE_CHECKING:
    from adjudge.core.findings import Finding
    from adjudge.ranking.grouped import GroupedRankings
    from adjudge.ranking.orders import Rankings
    from adjudge.ranking.result import RankingResult

#: Makes the view of one group from its value and its rankings by name.
MakeView = Callable[[str, Mapping[str, Any]], RankingsView[Any]]


class GroupsView(View):
    """Rankings of groups, by the names of recipes or methods that were typed.

    Args:
        grouped: at least one, all of the same groups.
        source: the files that were ranked, for the page.
        make: shows one group.
    """

    def __init__(self, grouped: Mapping[str, GroupedRankings], source: str, make: MakeView) -> None:
        self._grouped = {name: spelled_groups(one) for name, one in grouped.items()}
        self._source = source
        self._make = make
        first = next(iter(self._grouped.values()))
        self._by = first.by
        everything = [value for one in self._grouped.values() for value in (*one.rankings, *one.refused)]
        self._values = list(dict.fromkeys(everything))

    def to_dict(self) -> dict[str, Any]:
        """The groups, or those of each recipe or method."""
        parts = {name: one.to_dict() for name, one in self._grouped.items()}
        return next(iter(parts.values())) if len(parts) == 1 else {"by": self._by, "rankings": parts}

    def to_csv(self) -> str:
        """One row per group and system."""
        import polars as pl

        frames = []
        for value in self._values:
            results = self._results(value)
            if results:
                text = self._make(value, results).to_csv().encode()
                frame = pl.read_csv(text, infer_schema=False)
                frames.append(frame.select(pl.lit(value).alias(self._by), pl.all()))
        return pl.concat(frames, how="diagonal").write_csv()

    def to_latex(self) -> str:
        """One table for each group and ranking."""
        from adjudge.reporting.files.rankings import rankings_latex

        return rankings_latex(self._named(), groups=True)

    def to_markdown(self) -> str:
        """One table for each group and ranking."""
        from adjudge.reporting.files.rankings import rankings_markdown

        return rankings_markdown(self._named(), groups=True)

    def to_html(self) -> str:
        """A page with all groups, one after the other."""
        from adjudge.core.selecting.groups import say_group
        from adjudge.reporting.page import GroupFacts, ranking_page

        named = self._named()
        ranked = sum(bool(self._results(value)) for value in self._values)
        facts = {"group" if ranked == 1 else "groups": str(ranked)}
        facts |= {"rankings": str(len(named))} if len(self._grouped) > 1 else {}
        refused = {say_group(self._by, value): self._refused(value) for value in self._values if self._refused(value)}
        return ranking_page(
            named,
            title=f"Rankings by {self._by}",
            lede=f"Judgements from {self._source}, ranked for each {self._by}.",
            commands=[command_line()],
            facts=facts | ({"not ranked": str(len(refused))} if refused else {}),
            groups=GroupFacts(refused=refused, findings=self._together()),
        )

    def findings(self) -> Sequence[Finding]:
        """What the rankings found, each finding once; those of some groups name them."""
        from adjudge.reporting.shared_findings import findings_by_ranking

        named = self._named()
        found = [*self._together()]
        for names, findings in findings_by_ranking(named).items():
            whose = f"{', '.join(names)}: " if len(names) < len(named) else ""
            found += [replace(one, text=f"{whose}{one.text}") for one in findings]
        return found

    def refusals(self) -> Sequence[str]:
        """Groups that could not be ranked, and why."""
        from adjudge.core.selecting.groups import say_group

        return [
            f"{say_group(self._by, value)} is not ranked: {problem.text()}"
            for value in self._values
            for problem in self._refused(value)
        ]

    def print_text(self) -> None:
        """Print the groups one after the other, then what was found."""
        from adjudge.core.selecting.groups import say_group
        from adjudge.reporting.printed_tables import printable
        from adjudge.reporting.terminal import print_findings, print_shared_findings

        for i, value in enumerate(self._values):
            title = printable(say_group(self._by, value))
            click.echo(f"{chr(10) * (i > 0)}{title}\n{'=' * len(title)}")
            # Most findings are those of all groups: they are printed once, below.
            results = {name: replace(result, findings=()) for name, result in self._results(value).items()}
            if results:
                self._make(value, results).print_text()
            for problem in self._refused(value):
                click.echo(f"Not ranked: {problem.text()}")
        print_shared_findings(self._named())
        print_findings(self._together())

    def _results(self, value: str) -> dict[str, RankingResult]:
        return {name: one[value] for name, one in self._grouped.items() if value in one}

    def _refused(self, value: str) -> list[Problem]:
        found = [problem for one in self._grouped.values() for problem in one.refused.get(value, ())]
        return list(dict.fromkeys(found))

    def _together(self) -> Sequence[Finding]:
        return next(iter(self._grouped.values())).findings

    def _named(self) -> Rankings[RankingResult]:
        """All rankings by the names of their group and, of several, of their recipe or method."""
        from adjudge.core.selecting.groups import say_group
        from adjudge.ranking.orders import Rankings

        several = len(self._grouped) > 1
        return Rankings(
            {
                say_group(self._by, value) + (f", {name}" if several else ""): result
                for value in self._values
                for name, result in self._results(value).items()
            }
        )


def spelled_groups(grouped: GroupedRankings) -> GroupedRankings:
    """The same with options as they are typed."""
    return replace(
        grouped,
        rankings={value: spelled_result(one) for value, one in grouped.rankings.items()},
        refused={value: tuple(map(spelled_problem, problems)) for value, problems in grouped.refused.items()},
        findings=spelled_findings(grouped.findings),
    )
