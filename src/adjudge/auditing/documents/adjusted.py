"""Adjusted means: what a system would score on average if it had been judged on every document (X3)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import NDArray

from adjudge.auditing.documents.judged import counting_rows, segment_scores
from adjudge.kernels.crossed.additive import AdditiveFit, Floats, fit_additive, is_connected
from adjudge.kernels.crossed.odd_cells import scan_cells

#: Probability that any cell of clean data is called odd.
FAMILYWISE: float = 0.01


@dataclass(frozen=True, eq=False)
class FittedCells:
    """The means of systems on documents, and the additive fit to them.

    Args:
        cells: one row per system and document: `system`, `document`, `n` segments, `mean`, and the numbers
            `_system` and `_document`; sorted by name.
        fit: None if systems are not connected by shared documents, or there are fewer than two systems or documents.
        within: variance of segments within cells; None if no cell has two.
    """

    cells: pl.DataFrame
    fit: AdditiveFit | None
    within: float | None


def fit_cells(frame: pl.DataFrame) -> FittedCells:
    """Mean raw scores of systems on documents, and the fit system + document.

    Args:
        frame: ratings; only scored judgements of segments of the kinds `system` and `repeat` with a document count,
            first averaged by segment.
    """
    segments = segment_scores(counting_rows(frame).filter(pl.col("document").is_not_null()))
    cells = (
        segments.group_by("system", "document")
        .agg(n=pl.len(), mean=pl.col("mean").mean(), _square=pl.col("mean").var(ddof=1) * (pl.len() - 1))
        .sort("system", "document")
        .with_columns(
            pl.col("n").cast(pl.Int64),
            _system=pl.col("system").rank("dense") - 1,
            _document=pl.col("document").rank("dense") - 1,
        )
    )
    free = int(cells["n"].sum()) - cells.height
    within = float(cells["_square"].sum()) / free if free > 0 else None
    sizes = segments.select("document", "segment").unique().group_by("document").len().sort("document")["len"]
    system, document = (_codes(cells[name]) for name in ("_system", "_document"))
    comparable = bool(len(cells)) and len(sizes) > 1 and system.max() > 0 and is_connected(system, document)
    share = sizes.to_numpy() / sizes.sum()
    values = (cells["mean"].to_numpy(), cells["n"].to_numpy().astype(np.float64), share.astype(np.float64))
    fit = fit_additive(system, document, *values) if comparable else None
    return FittedCells(cells.drop("_square"), fit, within)


def _codes(values: pl.Series) -> NDArray[np.intp]:
    return values.to_numpy().astype(np.intp)


def adjusted_means(frame: pl.DataFrame, fitted: FittedCells | None = None) -> pl.DataFrame | None:
    """Mean raw scores with the difficulty of documents removed, and who was lucky.

    Definition: in the additive model score = system + document, fitted to segment means by least squares, the mean
    of a system over all documents, each weighted by the number of its segments that were judged for any system.
    `luck` is the plain mean minus it: positive if the system was judged on easier documents than others. Standard
    errors take a system's version of a document as one observation (`adjudge.kernels.crossed.additive`). Where every
    system was judged on the same segments, luck is zero.

    The mixed model of the recipe `recommended` does the same with shrunken document effects, and corrects for
    annotators besides; this fit takes document effects as they are and annotators not at all. The two agree as
    documents get longer and annotators are spread evenly.

    Checked against: dense least squares (tests/laws); simulated luck of known size is removed (tests/recovery).

    Args:
        frame: ratings, see `fit_cells`.
        fitted: the same cells, if they were fitted before.

    Returns:
        One row per system, by name: `system`, `n` segments, `documents`, `mean`, `adjusted`, `se`, `luck`,
        `luck_se`; None if systems are not connected by shared documents.
    """
    fitted = fitted or fit_cells(frame)
    if fitted.fit is None:
        return None
    table = fitted.cells.group_by("system").agg(
        n=pl.col("n").sum(),
        documents=pl.len().cast(pl.Int64),
        mean=(pl.col("n") * pl.col("mean")).sum() / pl.col("n").sum(),
    )
    fit = fitted.fit
    columns = {"adjusted": fit.adjusted, "se": fit.adjusted_se, "luck": fit.luck, "luck_se": fit.luck_se}
    return table.sort("system").with_columns(pl.Series(name, values) for name, values in columns.items())


def anomalous_cells(
    frame: pl.DataFrame, fitted: FittedCells | None = None, *, level: float = FAMILYWISE
) -> pl.DataFrame | None:
    """Documents on which one system departs from its own pattern (X4; Knowles and Lo 2022, section 5.1).

    Definition: residuals of the additive fit, against the robust spread of the same system's residuals; see
    `adjudge.kernels.crossed.odd_cells`. In clean data the chance that any cell is called anomalous is at most `level`.

    Checked against: clean simulated campaigns and planted cells (tests/recovery).

    Args:
        frame: ratings, see `fit_cells`.
        fitted: the same cells, if they were fitted before.
        level: familywise.

    Returns:
        One row per cell, largest |t| first: `system`, `document`, `n`, `mean`, `expected` (by the fit), `residual`,
        `t`, `p` (corrected for all cells), `anomalous`; cells that cannot be judged have no t. None without a fit.
    """
    fitted = fitted or fit_cells(frame)
    if fitted.fit is None:
        return None
    cells, fit = fitted.cells, fitted.fit
    n: Floats = cells["n"].to_numpy().astype(np.float64)
    t, p = scan_cells(_codes(cells["_system"]), fit.residuals, fit.leverages, n, fitted.within or 0.0)
    found = cells.drop("_system", "_document").with_columns(
        expected=pl.col("mean") - pl.Series(fit.residuals),
        residual=pl.Series(fit.residuals),
        t=pl.Series(t).fill_nan(None),
        p=pl.Series(p).fill_nan(None),
    )
    return found.with_columns(anomalous=(pl.col("p") < level).fill_null(value=False)).sort(
        pl.col("t").abs().fill_null(-1.0), "system", "document", descending=[True, False, False]
    )
