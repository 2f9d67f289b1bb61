"""What `adjudge rank` shows: one ranking with all that defends it, or several of the same systems side by side."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, TypeVar

import click

from adjudge.cli.options.typed import command_line
from adjudge.cli.output.showing import ResultView, View
from adjudge.cli.spelling import spelled_result

if TYPE_CHECKING:
    from adjudge.core.findings import Finding
    from adjudge.ranking.comparisons.result import ComparisonRankingResult
    from adjudge.ranking.orders import Rankings
    from adjudge.ranking.ratings.repeating.resampling import ResampledRankings
    from adjudge.ranking.result import RankingResult, RatingRankingResult
    from adjudge.reporting.printed_tables import PrintedTable

AnyRanking = TypeVar("AnyRanking", bound="RankingResult")
#: Of tables that a reader did not ask for.
_MOST_ROWS: Final = 40


class RankingsView(View, Generic[AnyRanking]):
    """Rankings by the names that were typed.

    Args:
        results: at least one.
        source: the files that were ranked, for the page.
        pairs: print all pairs as well.
    """

    #: What rankings are told apart by.
    choice: ClassVar[str]

    def __init__(self, results: Mapping[str, AnyRanking], source: str, *, pairs: bool) -> None:
        self.results = {name: spelled_result(result) for name, result in results.items()}
        self._source = source
        self._pairs = pairs

    @property
    def named(self) -> Rankings[AnyRanking]:
        """The rankings by names for people."""
        from adjudge.ranking.orders import Rankings

        return Rankings(self.results)

    def findings(self) -> list[Finding]:
        """What all rankings found, each finding once."""
        return list({(one.code, one.text): one for result in self.results.values() for one in result.findings}.values())

    def to_dict(self) -> dict[str, Any]:
        """One ranking, or several and how their orders agree."""
        parts = {name: self._data(name, result) for name, result in self.results.items()}
        if len(parts) == 1:
            return next(iter(parts.values()))
        return {f"{self.choice}s": parts, "comparison": self._comparison()}

    def _data(self, name: str, result: AnyRanking) -> dict[str, Any]:
        del name
        return result.to_dict()

    def _comparison(self) -> dict[str, Any]:
        from adjudge.ranking.orders import Rankings

        return {"agreement": [agreement.to_dict() for agreement in Rankings(self.results).agreements]}

    def to_csv(self) -> str:
        """One row per system."""
        from adjudge.reporting.csv_files import ranking_csv, table_csv
        from adjudge.reporting.ranking_tables import compare_rankings

        [first, *others] = self.results.values()
        return table_csv(compare_rankings(self.named, shared=False)) if others else ranking_csv(first)

    def to_latex(self) -> str:
        """One table for each ranking."""
        from adjudge.reporting.files.rankings import rankings_latex

        return rankings_latex(self.named)

    def to_markdown(self) -> str:
        """One table for each ranking."""
        from adjudge.reporting.files.rankings import rankings_markdown

        return rankings_markdown(self.named)

    def to_html(self) -> str:
        """A page with tables, charts and findings."""
        from adjudge.core.catalogue import counted
        from adjudge.reporting.page import ranking_page
        from adjudge.reporting.wording import say_names

        first = next(iter(self.results.values()))
        noun = "judgement" if first.kind == "ratings" else "comparison"
        choice = f"the {self.choice}{'s' if len(self.results) > 1 else ''} {say_names(self.named)}"
        return ranking_page(
            self.named,
            title=f"Ranking of {counted(len(first.systems), 'system')}",
            lede=f"{counted(first.judgements, noun)} from {self._source}, ranked by {choice}.",
            commands=[command_line()],
        )

    def print_text(self) -> None:
        """Print the ranking, or several side by side, and the tables that were asked for."""
        from adjudge.reporting.recovery_tables import say_columns

        if len(self.results) == 1:
            self._print_one(next(iter(self.results.values())))
        else:
            self._print_several()
        for name, result in self.named.items() if self._pairs else ():
            table = self._pairs_table(result)
            section(f"Pairs by {name}:", table)
            click.echo("".join(f"  {line}\n" for line in say_columns(table)), nl=False)

    def _print_one(self, result: AnyRanking) -> None:
        from adjudge.reporting.ranking_tables import ranking_table

        ResultView(result, ranking_table).print_text()

    @abstractmethod
    def _print_several(self) -> None:
        """Print the orders side by side."""

    @abstractmethod
    def _pairs_table(self, result: AnyRanking) -> PrintedTable:
        """All pairs of a ranking."""


class RatingsView(RankingsView["RatingRankingResult"]):
    """Rankings by recipes.

    Args:
        results: at least one.
        source: the files that were ranked.
        pairs: print all pairs as well.
        again: the rankings on resampled documents, if they were asked for.
    """

    choice = "recipe"

    def __init__(
        self,
        results: Mapping[str, RatingRankingResult],
        source: str,
        *,
        pairs: bool,
        again: Mapping[str, ResampledRankings],
    ) -> None:
        super().__init__(results, source, pairs=pairs)
        self._again = again

    def _data(self, name: str, result: RatingRankingResult) -> dict[str, Any]:
        data = result.to_dict()
        return data | ({"resampled": self._again[name].to_dict()} if name in self._again else {})

    def print_text(self) -> None:
        """Print the rankings, and what resampling gave."""
        from adjudge.reporting.terminal import print_resampled

        super().print_text()
        for name, resampled in self._again.items():
            print_resampled(name, resampled)

    def _print_several(self) -> None:
        from adjudge.reporting.terminal import print_comparison

        print_comparison(self.named)

    def _pairs_table(self, result: RatingRankingResult) -> PrintedTable:
        from adjudge.reporting.ranking_tables import pairs_table

        return pairs_table(result)


class ComparisonsView(RankingsView["ComparisonRankingResult"]):
    """Rankings by methods for comparisons.

    Args:
        results: at least one.
        source: the files that were ranked.
        pairs: print all pairs as well.
        opponents: print whom each system was compared with.
    """

    choice = "method"

    def __init__(
        self, results: Mapping[str, ComparisonRankingResult], source: str, *, pairs: bool, opponents: bool
    ) -> None:
        super().__init__(results, source, pairs=pairs)
        self._opponents = opponents

    @property
    def named(self) -> Rankings[ComparisonRankingResult]:
        """The rankings by the names that were typed, with the method that was picked."""
        from adjudge.ranking.orders import Rankings

        return Rankings(
            {
                name if name == result.method else f"{name} ({result.method})": result
                for name, result in self.results.items()
            }
        )

    def _comparison(self) -> dict[str, Any]:
        costs = {name: result.tournament.cost for name, result in self.results.items()}
        return {"cost": costs} | super()._comparison()

    def print_text(self) -> None:
        """Print the rankings, and whom each system was compared with."""
        from adjudge.reporting.comparison_tables import opponents_table

        super().print_text()
        if self._opponents:
            section("Opponents of each system:", opponents_table(next(iter(self.results.values()))))

    def _print_one(self, result: ComparisonRankingResult) -> None:
        from adjudge.reporting import comparison_tables as tables

        super()._print_one(result)
        if result.optimum is not None:
            section("Majorities that the order contradicts:", tables.violations_table(result), most=_MOST_ROWS)
            bound = f"{result.optimum.packing_bound:g}"
            title = f"Certificate: edge-disjoint cycles; every order contradicts at least their sum, {bound}:"
            section(title, tables.packing_table(result), most=_MOST_ROWS)
        section("Strengths with 95% confidence intervals:", tables.strengths_table(result), most=_MOST_ROWS)
        section("How often other seeds draw each line:", tables.line_shares_table(result), most=_MOST_ROWS)

    def _print_several(self) -> None:
        from adjudge.reporting.comparison_tables import agreement_of_orders_table, methods_table
        from adjudge.reporting.ranking_tables import compare_rankings
        from adjudge.reporting.terminal import print_shared_findings, print_table

        print_table(compare_rankings(self.named))
        section("What each order contradicts:", methods_table(self.named))
        section("Spearman / Kendall of every two orders:", agreement_of_orders_table(self.named))
        click.echo("".join(f"\nsignature {result.signature}" for result in self.named.values()))
        print_shared_findings(self.named)

    def _pairs_table(self, result: ComparisonRankingResult) -> PrintedTable:
        from adjudge.reporting.comparison_tables import compared_pairs_table

        return compared_pairs_table(result)


def section(title: str, table: PrintedTable, *, most: int | None = None) -> None:
    """Print a table under its title, if it has rows.

    Args:
        title: one line.
        table: any printed table.
        most: rows to print of a long one; JSON has all of them.
    """
    from adjudge.reporting.terminal import print_table

    if not table.rows:
        return
    click.echo(f"\n{title}")
    print_table(replace(table, rows=table.rows[:most]))
    if most is not None and len(table.rows) > most:
        click.echo(f"... and {len(table.rows) - most:,} more; --json prints all of them.")
