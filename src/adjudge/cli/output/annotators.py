"""What `adjudge annotators` shows: tables of annotators, of agreement and of pairs, then a sentence and findings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import click

from adjudge.cli.options.typed import command_line
from adjudge.cli.output.rankings import section
from adjudge.cli.output.showing import ResultView

if TYPE_CHECKING:
    from adjudge.auditing.annotators.comparisons.result import ComparisonAnnotatorsResult
    from adjudge.auditing.annotators.ratings.result import AnnotatorsResult


#: Rows of a table that are printed; CSV and JSON have all.
_MOST_ROWS: Final = 60


class RatingView(ResultView["AnnotatorsResult"]):
    """Annotators of ratings.

    Args:
        result: their description.
        pairs: print all pairs.
        source: the files, for the page.
    """

    def __init__(self, result: AnnotatorsResult, *, pairs: bool, source: str) -> None:
        from adjudge.reporting.annotators.profile_tables import scale_use_table

        super().__init__(result, scale_use_table)
        self._pairs = pairs
        self._source = source

    def to_html(self) -> str:
        """A page with charts and tables."""
        from adjudge.reporting.audits.annotators import annotators_page

        return annotators_page(self.result, source=self._source, commands=[command_line()])

    def print_text(self) -> None:
        """Print the tables that have rows, findings, and the sentence last."""
        from adjudge.reporting.annotators import agreement_tables, profile_tables
        from adjudge.reporting.terminal import print_findings

        result = self.result
        section("How annotators use the scale:", profile_tables.scale_use_table(result), most=_MOST_ROWS)
        section("How they work and agree with the others:", profile_tables.work_table(result), most=_MOST_ROWS)
        if result.agreement.items:
            section("Agreement:", agreement_tables.coefficients_table(result))
        section("Correlations of two annotators:", agreement_tables.extremes_table(result))
        if self._pairs:
            section("Pairs of annotators:", agreement_tables.pairs_table(result))
        section("How reliable other studies would be:", agreement_tables.reliability_table(result))
        section("Calibration set:", agreement_tables.calibration_table(result))
        click.echo(f"\nsignature {result.signature}")
        print_findings(result.findings)
        click.echo(f"\n{result.sentence}")


class ComparingView(ResultView["ComparisonAnnotatorsResult"]):
    """Annotators of comparisons.

    Args:
        result: their description.
        pairs: print all pairs.
        source: the files, for the page.
    """

    def __init__(self, result: ComparisonAnnotatorsResult, *, pairs: bool, source: str) -> None:
        from adjudge.reporting.annotators.comparison_agreement import agreement_table

        super().__init__(result, agreement_table)
        self._pairs = pairs
        self._source = source

    def to_html(self) -> str:
        """A page with tables."""
        from adjudge.reporting.audits.annotators import comparing_page

        return comparing_page(self.result, source=self._source, commands=[command_line()])

    def print_text(self) -> None:
        """Print agreement, the annotators, findings, and the sentence last."""
        from adjudge.reporting.annotators import comparison_agreement as tables
        from adjudge.reporting.terminal import print_findings, print_table

        result = self.result
        print_table(tables.agreement_table(result))
        section("Annotators:", tables.annotators_table(result), most=_MOST_ROWS)
        if self._pairs:
            section("Pairs of annotators:", tables.pairs_table(result))
        click.echo(f"\nsignature {result.signature}")
        print_findings(result.findings)
        click.echo(f"\n{result.sentence}")
