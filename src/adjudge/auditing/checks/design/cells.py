"""Checks of single cells: a document on which one system departs from its own pattern."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import polars as pl

from adjudge.auditing.checks.fact import NotCheckableError
from adjudge.auditing.documents.adjusted import FittedCells, anomalous_cells
from adjudge.core.catalogue import FindingEntry
from adjudge.core.check import Check
from adjudge.core.findings import Finding
from adjudge.core.scale import scale_of
from adjudge.core.suspicions.counting import on_one_scale
from adjudge.core.tables import Ratings

ODD_CELL: Final = FindingEntry(
    "AJ466",
    "warning",
    "A system departs from its own pattern on single documents.",
    text="The scores of {_shown:names} are far from what these systems and documents otherwise get.",
    source="Knowles and Lo 2022, section 5.1",
    todo="look at the outputs: text that the system was trained on, a wrong file or shifted lines",
    needs="ratings of three systems or more on five documents or more, with a known scale",
)
#: At least this share of the scale, so that it matters.
LARGE: Final = 0.15
#: With two systems nobody can say which of them departs.
ENOUGH_SYSTEMS: Final = 3
ENOUGH_DOCUMENTS: Final = 5
ENOUGH_SEGMENTS: Final = 3


def _odd_cells(_: pl.DataFrame, counting: pl.DataFrame, fitted: FittedCells) -> Iterator[Finding]:
    """Documents on which one system was scored far higher or lower than it usually is.

    The cells are those that `adjudge documents` calls anomalous: expected is the sum of an effect of the system and one
    of the document, by least squares. What is left over, without the leniency of annotators and with single extreme
    segments drawn in, is compared with the usual spread of the system by Student's t; in clean data the chance that any
    cell is called anomalous is at most .01. Here it is said only if the difference is 15% of the scale or more, if the
    cell holds three segments or more, and of the one system that departs most on the document: the others only follow
    it.
    """
    scale = scale_of(counting)
    systems, documents = (fitted.cells[name].n_unique() for name in ("system", "document"))
    if scale is None or on_one_scale(counting).is_empty() or systems < ENOUGH_SYSTEMS or documents < ENOUGH_DOCUMENTS:
        raise NotCheckableError(ODD_CELL.needs)
    cells = anomalous_cells(counting, fitted)
    if cells is None:
        raise NotCheckableError("systems that are linked by common documents")
    largest = pl.col("t").abs() == pl.col("t").abs().max().over("document")
    matters = pl.col("residual").abs() > LARGE * (scale.high - scale.low)
    found = cells.filter(pl.col("anomalous") & largest & matters & (pl.col("n") >= ENOUGH_SEGMENTS))
    if found.is_empty():
        return
    rows = list(found.select("system", "document", "residual").iter_rows())
    yield ODD_CELL(
        systems=found["system"].unique(maintain_order=True).to_list(),
        documents=found["document"].unique(maintain_order=True).to_list(),
        points=found["residual"].to_list(),
        _shown=[
            f"{system} on {document} ({abs(by):.0f} points {'above' if by > 0 else 'below'})"
            for system, document, by in rows
        ],
    )


CHECKS: Final = (Check(ODD_CELL, _odd_cells, Ratings, columns=("document",), facts=("counting", "cells")),)
