"""What `adjudge power` shows: the plan and what others need, or the table of sizes and effects."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeVar

from adjudge.cli.output.audits import AuditView

if TYPE_CHECKING:
    from adjudge.core.results import Result
    from adjudge.planning.power.result import PowerResult
    from adjudge.planning.power.table import PowerTableResult
    from adjudge.reporting.figures import Figure
    from adjudge.reporting.files.paper_items import PaperTable
    from adjudge.reporting.printed_tables import PrintedTable

AnyResult = TypeVar("AnyResult", bound="Result")


class PlanView(AuditView[AnyResult]):
    """A plan with its chart and its table for a paper.

    Args:
        result: its findings are spelled for the command line.
        tables: for text, under their titles.
        page: makes the page.
        item: makes the table for LaTeX and Markdown.
        drawn: makes the chart.
    """

    def __init__(
        self,
        result: AnyResult,
        tables: Callable[[AnyResult], Sequence[tuple[str, PrintedTable]]],
        page: Callable[..., str],
        item: Callable[[AnyResult], PaperTable],
        drawn: Callable[[AnyResult], Figure],
    ) -> None:
        super().__init__(result, tables, page, "")
        self._item = item
        self._drawn = drawn

    def to_latex(self) -> str:
        """The table for LaTeX."""
        from adjudge.reporting.files.latex import table_latex

        return table_latex(self._item(self.result))

    def to_markdown(self) -> str:
        """The table as Markdown."""
        from adjudge.reporting.files.markdown import table_markdown

        return table_markdown(self._item(self.result))

    def to_svg(self) -> str:
        """The chart, standing alone."""
        from adjudge.reporting.files.drawings import draw_svg

        figure = self._drawn(self.result)
        return draw_svg(figure.spec(), title=figure.title, description=figure.description or figure.caption)


def plan_view(result: PowerResult) -> PlanView[PowerResult]:
    """One plan."""
    from adjudge.reporting.power import page, tables

    def printed(one: PowerResult) -> list[tuple[str, PrintedTable]]:
        return [("The plan:", tables.plan_table(one)), (f"{page.say_needed(one)[:-1]}:", tables.needed_table(one))]

    return PlanView(result, printed, page.power_page, page.power_item, page.power_figure)


def grid_view(result: PowerTableResult) -> PlanView[PowerTableResult]:
    """The table of sizes and effects."""
    from adjudge.reporting.power import page, tables

    def printed(one: PowerTableResult) -> list[tuple[str, PrintedTable]]:
        return [("Power:", tables.grid_table(one))]

    return PlanView(result, printed, page.grid_page, page.grid_item, page.grid_figure)
