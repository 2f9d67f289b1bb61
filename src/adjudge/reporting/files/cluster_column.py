"""Lines of a table as a column, for files that can draw none."""

from __future__ import annotations

from dataclasses import replace
from itertools import accumulate
from typing import Final

from adjudge.reporting.printed_tables import Heading, PrintedTable

_CLUSTER: Final = Heading("cluster", meaning="rows with the same number have no line between them")


def with_clusters(table: PrintedTable) -> PrintedTable:
    """The same with a first column that numbers the rows between lines; unchanged if there are no lines.

    A number in every row survives sorting, filtering and pasting, which an empty row does not.
    """
    if not table.lines:
        return table
    numbers = accumulate((i in table.lines for i in range(len(table.rows))), initial=1)
    next(numbers)  # what stands before the first row
    rows = tuple((str(cluster), *row) for cluster, row in zip(numbers, table.rows, strict=True))
    return replace(table, headings=(_CLUSTER, *table.headings), rows=rows)
