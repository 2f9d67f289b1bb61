"""Checks of single cells: a document on which one system departs from its own pattern."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np
import polars as pl

from adjudge.auditing.checks.design.layout import Floats, Layout, codes_of
from adjudge.core.catalogue import FindingEntry
from adjudge.core.check import Check
from adjudge.core.findings import Finding
from adjudge.core.scale import parse_scale
from adjudge.core.suspicions.counting import on_one_scale
from adjudge.core.tables import Ratings
from adjudge.kernels.probability.normal import quantile
from adjudge.scoring.model_factors import linked_groups

ODD_CELL: Final = FindingEntry(
    "AJ466",
    "warning",
    "A system departs from its own pattern on single documents.",
    text="The scores of {_shown:names} are far from what these systems and documents otherwise get.",
    source="Knowles and Lo 2022, section 5.1",
    todo="look at the outputs: text that the system was trained on, a wrong file or shifted lines",
    needs="ratings of three systems or more, with documents",
)
#: Chance that any cell of a clean campaign is called odd, were they normal; with fewer cells the limit is as for 150.
LEVEL: Final = 0.001
FEWEST: Final = 150
#: And at least this share of the scale, so that it matters.
LARGE: Final = 0.15
#: With two systems nobody can say which of them departs.
ENOUGH_SYSTEMS: Final = 3
ENOUGH_DOCUMENTS: Final = 5
ENOUGH_SEGMENTS: Final = 3
NORMAL: Final = 1.4826
#: Scores that are all equal have no variance.
TINY: Final = 1e-12
#: Rounds of least squares at most, and the change in points that ends them: a balanced design needs two.
TURNS: Final = 50
SETTLED: Final = 0.01


def _odd_cells(_: pl.DataFrame, layout: Layout, counting: pl.DataFrame) -> Iterator[Finding]:
    """Documents on which one system was scored far higher or lower than it usually is.

    Expected is the sum of effects of system, document and annotator, by least squares. What is left over
    is divided by its standard error, from the variance between segments of a cell and the usual variance between
    cells (by the median, so that odd cells do not hide themselves). Said if it is significant at the level .001 for
    all cells together (4.5 standard errors for 150 cells, 5.3 for 10,000), and 15% of the scale or more, and if it
    holds without the one segment that departs most. Documents of one or two segments are not looked at.
    """
    scale = parse_scale(counting["scale"][0]) if "scale" in counting.columns else parse_scale(None)
    linked = len(layout.documents) and not linked_groups(*np.nonzero(layout.cell_counts.T)).max()
    enough = len(layout.systems) >= ENOUGH_SYSTEMS and len(layout.documents) >= ENOUGH_DOCUMENTS
    if scale is None or not linked or not enough or on_one_scale(counting).is_empty():
        return
    values = _what_is_left(layout, counting)
    far, left, error = _departures(layout, values)
    limit = -quantile(LEVEL / 2 / max(FEWEST, int(layout.held.sum())))
    odd = (np.abs(far) > limit) & (np.abs(left) > LARGE * (scale.high - scale.low))
    height = np.nan_to_num(np.abs(far))
    largest = height == height.max(axis=1, keepdims=True)  # the others of a document only follow it
    several = layout.cell_counts >= ENOUGH_SEGMENTS
    cells = [tuple(cell) for cell in np.argwhere(odd & largest & several).tolist()]
    whole = [cell for cell in cells if _without_the_largest(layout, cell, values) > limit * error[cell]]
    found = sorted(whole, key=lambda cell: -abs(far[cell]))
    if not found:
        return
    side = {True: "above", False: "below"}
    points = [f"{abs(left[cell]):.0f} points {side[bool(left[cell] > 0)]}" for cell in found]
    names = [f"{layout.systems[s]} on {layout.documents[d]}" for d, s in found]
    yield ODD_CELL(
        systems=list(dict.fromkeys(layout.systems[s] for _, s in found)),
        documents=list(dict.fromkeys(layout.documents[d] for d, _ in found)),
        points=[float(left[d, s]) for d, s in found],
        _shown=[f"{name} ({by})" for name, by in zip(names, points, strict=True)],
    )


def _without_the_largest(layout: Layout, cell: tuple[int, ...], values: Floats) -> float:
    """How far the cell departs without the segment that departs most: one odd segment is no odd document."""
    document, system = cell
    apart = values[(layout.document == document) & (layout.system == system)]
    return float(abs((apart.sum() - apart[np.abs(apart).argmax()]) / (len(apart) - 1)))


def _what_is_left(layout: Layout, counting: pl.DataFrame) -> Floats:
    """Segment means with the effects of systems, documents and annotators taken off, by least squares in turns."""
    known = layout.document[layout.cell] >= 0
    factors = [layout.system[layout.cell], np.maximum(layout.document[layout.cell], 0)]
    if counting["annotator"].null_count() == 0:
        factors.append(codes_of(counting["annotator"]))
    sizes = [np.maximum(np.bincount(factor, known), 1) for factor in factors]
    left = np.where(known, counting["score"].to_numpy(), 0.0)
    for _ in range(TURNS):
        largest = 0.0
        for factor, size in zip(factors, sizes, strict=True):
            effect = np.bincount(factor, left) / size
            left = np.where(known, left - effect[factor], 0.0)
            largest = max(largest, float(np.abs(effect).max()))
        if largest < SETTLED:
            break
    return np.asarray(np.bincount(layout.cell, left, len(layout.system)) / layout.judgements)


def _departures(layout: Layout, values: Floats) -> tuple[Floats, Floats, Floats]:
    """What is left of every cell in standard errors and in points, and that error; NaN where a cell is empty."""
    counts, sums = layout.cell_counts, layout.by_document(values)
    with np.errstate(invalid="ignore", divide="ignore"):
        left = sums / counts
        within = _within(layout, values, left) / counts
        usual = np.nanmedian(left**2) * NORMAL**2
        between = max(0.0, float(usual - np.nanmedian(within)))
        error = np.sqrt(np.maximum(between + within, TINY))
        error *= max(1.0, NORMAL * float(np.nanmedian(np.abs(left / error))))
        return left / error, left, error


def _within(layout: Layout, values: Floats, cells: Floats) -> float:
    """Variance of segments within cells; what a segment does to all systems stays in it, which is on the safe side."""
    known = layout.document >= 0
    left = values[known] - cells[layout.document[known], layout.system[known]]
    return float((left**2).sum() / max(int(known.sum()) - int(layout.held.sum()), 1))


CHECKS: Final = (Check(ODD_CELL, _odd_cells, Ratings, columns=("document",), facts=("layout", "counting")),)
