"""Figures and tables with their captions, before they are drawn.

A page draws them under ids of its own, and files hold them in any format.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from adjudge.ranking.result import RankingResult
from adjudge.reporting.charts.drawing import Spec, svg
from adjudge.reporting.charts.heatmap import heat_map
from adjudge.reporting.charts.pairs import pair_chart
from adjudge.reporting.heat_tables import heat_table, pair_table
from adjudge.reporting.printed_tables import PrintedTable

if TYPE_CHECKING:
    from markupsafe import Markup


@dataclass(frozen=True)
class CaptionedTable:
    """A table with the sentence above it.

    Args:
        id: unique among the tables and figures of one result; files are named after it.
        caption: the sentence.
        table: all cells.
        most: rows that a page shows; all if None.
    """

    id: str
    caption: str
    table: PrintedTable
    most: int | None = None

    @property
    def shown(self) -> PrintedTable:
        """What a page shows."""
        return replace(self.table, rows=self.table.rows[: self.most])

    @property
    def more(self) -> int:
        """How many rows a page leaves out."""
        return len(self.table.rows) - len(self.shown.rows)


@dataclass(frozen=True, eq=False)
class Figure:
    """A chart or a heat table with the sentence below it.

    Args:
        name: unique among the tables and figures of one result; files are named after it.
        title: a short name.
        caption: the sentence below it.
        spec: gives the chart as data.
        as_table: gives the markup for a page from the name to use for ids, where that is not a drawn chart.
        description: what those hear who do not see it; the caption if left out.
        numbers: the table behind a chart, which a click opens; None if it stands near it anyway.
    """

    name: str
    title: str
    caption: str
    spec: Callable[[], Spec]
    as_table: Callable[[str], Markup] | None = None
    description: str = ""
    numbers: CaptionedTable | None = None

    def markup(self, prefix: str = "") -> Markup:
        """The figure as part of a page.

        Args:
            prefix: of all ids, so that several results can be on one page.
        """
        name = f"{prefix}{self.name}"
        if self.as_table is not None:
            return self.as_table(name)
        return drawn_chart(self.spec(), name, self.title, self.description or self.caption)


def figure(
    spec: Spec,
    *,
    name: str,
    title: str,
    caption: str,
    description: str = "",
    numbers: CaptionedTable | None = None,
) -> Figure:
    """A chart; see `Figure` for the arguments."""
    return Figure(name, title, caption, lambda: spec, description=description, numbers=numbers)


def heat_figure(
    cells: Mapping[tuple[str, str], float],
    *,
    rows: Sequence[str],
    columns: Sequence[str],
    name: str,
    title: str,
    caption: str,
    values: str,
    digits: int = 0,
    bounds: tuple[float, float] | None = None,
) -> Figure:
    """A heat map: a table in a page, a picture in a file.

    Args:
        cells: values by row and column; what is missing stays blank.
        rows: names from top to bottom.
        columns: names from left to right.
        name: see `Figure`, like title and caption.
        title: stands above the table.
        caption: stands below it.
        values: what the values are, for the legend.
        digits: decimals of the printed values.
        bounds: least and largest value of the scale; those of the cells if left out.
    """
    return Figure(
        name,
        title,
        caption,
        partial(heat_map, cells, rows=rows, columns=columns, title=values, digits=digits, bounds=bounds),
        as_table=lambda key: heat_table(
            cells, rows=rows, columns=columns, name=key, caption=title, title=values, digits=digits, bounds=bounds
        ),
    )


def pair_figure(result: RankingResult, *, name: str, title: str, caption: str) -> Figure:
    """The p-values of all pairs of a ranking: a table in a page, a picture in a file."""
    above = "Against the system of rank:"
    return Figure(
        name,
        title,
        caption,
        partial(pair_chart, result),
        as_table=lambda key: pair_table(result, name=key, caption=above),
    )


def drawn_chart(spec: Spec, name: str, title: str, description: str) -> Markup:
    """A chart as part of a page, in a frame that scrolls where it is too wide."""
    from markupsafe import Markup

    # Safe: the renderer escapes the names it draws, and `svg` the title and the description.
    drawn = Markup(svg(spec, name=name, title=title, description=description))  # noqa: S704
    frame = Markup('<div class="scroll chart" role="group" aria-labelledby="{}-title" tabindex="0">{}</div>')
    return frame.format(name, drawn)
