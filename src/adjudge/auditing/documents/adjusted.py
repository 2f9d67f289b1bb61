"""Adjusted means: what a system would score on average if it had been judged on every document (X3)."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import Final

import numpy as np
import polars as pl
from numpy.typing import NDArray

from adjudge.auditing.documents.judged import counting_rows, segment_scores
from adjudge.kernels.crossed.additive import AdditiveFit, Floats, fit_additive, is_connected
from adjudge.kernels.crossed.odd_cells import MAD, scan_cells
from adjudge.scoring.aggregate import TIE_DECIMALS

#: Probability that any cell of clean data is called odd.
FAMILYWISE: Final = 0.01
#: Robust standard deviations beyond which a single segment's residual is drawn in.
FAR_OUT: Final = 4.0
#: Residuals of zero that an annotator is given beside the own ones, so that a few say little about leniency.
STRANGERS: Final = 10.0


@dataclass(frozen=True, eq=False)
class FittedCells:
    """The means of systems on documents, and the additive fit to them.

    Args:
        cells: one row per system and document: `system`, `document`, `n` segments, `mean`, and the numbers
            `_system` and `_document`; sorted by name.
        fit: None if systems are not connected by shared documents, or there are fewer than two systems or documents.
        robust: residual of each cell without the leniency of annotators, single segments that are far out drawn in.
        within: variance of these residuals within cells; 0 if no cell has two segments.
    """

    cells: pl.DataFrame
    fit: AdditiveFit | None
    robust: Floats | None = None
    within: float = 0.0


def fit_cells(frame: pl.DataFrame) -> FittedCells:
    """Mean raw scores of systems on documents, and the fit system + document.

    Args:
        frame: ratings; only scored judgements of segments of the kinds `system` and `repeat` with a document count,
            first averaged by segment.
    """
    rows = counting_rows(frame).filter(pl.col("document").is_not_null())
    segments = segment_scores(rows)
    cells = (
        segments.group_by("system", "document")
        .agg(n=pl.len().cast(pl.Int64), mean=pl.col("mean").mean().round(TIE_DECIMALS))
        .sort("system", "document")
        .with_columns(
            _system=pl.col("system").rank("dense") - 1,
            _document=pl.col("document").rank("dense") - 1,
        )
    )
    sizes = segments.select("document", "segment").unique().group_by("document").len().sort("document")["len"]
    system, document = (_codes(cells[name]) for name in ("_system", "_document"))
    if not len(cells) or len(sizes) < 2 or system.max() == 0 or not is_connected(system, document):
        return FittedCells(cells, None)
    share = (sizes.to_numpy() / sizes.sum()).astype(np.float64)
    n: Floats = cells["n"].to_numpy().astype(np.float64)
    fit = fit_additive(system, document, cells["mean"].to_numpy(), n, share)
    return FittedCells(cells, fit, *_robust(rows, cells, fit))


def _robust(rows: pl.DataFrame, cells: pl.DataFrame, fit: AdditiveFit) -> tuple[Floats, float]:
    """Residuals of cells in which no annotator and no single segment has much weight, and the variance within cells.

    A segment's residual that is further from the median of its system's than `FAR_OUT` robust standard deviations is
    put there: a document is odd if many of its segments are, not if one of them is.
    """
    keys = ["system", "document"]
    expected = cells.select(*keys, _expected=pl.col("mean") - pl.Series(fit.residuals))
    joined = rows.join(expected, on=keys, maintain_order="left").with_columns(_r=pl.col("score") - pl.col("_expected"))
    segments = (
        _without_annotators(joined)
        .group_by(*keys, "segment", maintain_order=True)
        .agg(pl.col("_r").mean().round(TIE_DECIMALS))
    )
    apart = pl.col("_r")
    centre = apart.median().over("system")
    reach = FAR_OUT * MAD * (apart - centre).abs().median().over("system")
    drawn_in = pl.when(reach > 0).then(apart.clip(centre - reach, centre + reach)).otherwise(apart)
    means = (
        segments.select(*keys, _r=drawn_in)
        .group_by(keys, maintain_order=True)  # sums in one order, so that they are the same each time
        .agg(
            n=pl.len(),
            mean=apart.mean().round(TIE_DECIMALS),
            square=apart.var(ddof=1).round(TIE_DECIMALS) * (pl.len() - 1),
        )
        .sort(keys)
    )
    free = int(means["n"].sum()) - means.height
    return means["mean"].to_numpy(), float(means["square"].sum()) / free if free else 0.0


def _without_annotators(rows: pl.DataFrame) -> pl.DataFrame:
    """Residuals without the leniency of who gave them, and those of annotators of large spread made smaller.

    A harsh annotator with a large spread who judged a whole document makes it look odd. Leniency is the mean residual
    of the annotator on other cells, as if `STRANGERS` more residuals were zero; a spread above that of all is brought
    down to it. Sessions stand for annotators that are unknown; if both are, nothing is done.
    """
    known = (name for name in ("annotator", "session") if name in rows.columns and rows[name].null_count() == 0)
    who = next(known, None)
    if who is None or rows[who].n_unique() < 2:
        return rows
    r, cell = pl.col("_r"), [who, "system", "document"]
    others = r.sum().over(who) - r.sum().over(cell)
    number = pl.len().over(who) - pl.len().over(cell)
    centred = rows.with_columns(_r=r - others / (number + STRANGERS))
    own = r.abs().median().over(who)
    down = pl.min_horizontal(pl.lit(1.0), r.abs().median() / own)
    return centred.with_columns(_r=pl.when(own > 0).then(r * down).otherwise(r))


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
        mean=((pl.col("n") * pl.col("mean")).sum() / pl.col("n").sum()).round(TIE_DECIMALS),
    )
    fit = fitted.fit
    columns = {"adjusted": fit.adjusted, "se": fit.adjusted_se, "luck": fit.luck, "luck_se": fit.luck_se}
    return table.sort("system").with_columns(
        pl.Series(name, values).round(TIE_DECIMALS) for name, values in columns.items()
    )


@dataclass(frozen=True)
class Swaps:
    """Pairs of systems that change places once the difficulty of documents is removed.

    Args:
        pairs: the one that is higher by adjusted means first.
        sure: those of them whose adjusted means differ significantly: their plain means stand in the wrong order.
    """

    pairs: list[list[str]]
    sure: list[list[str]]


def swapped_pairs(means: pl.DataFrame, fitted: FittedCells, *, level: float = FAMILYWISE) -> Swaps:
    """Pairs that plain and adjusted means order differently; the same for `check` and `documents`.

    Definition: `sure` are pairs with |difference of adjusted means| / se above the quantile of Student's t, with the
    number of documents less one as degrees of freedom, at `level` / all pairs, two-sided (Bonferroni). The standard
    error is that of the difference, by the covariance of the fit: both means rest on the same documents. Luck is real
    wherever documents were drawn at random, so that close systems often change places: that is no fault by itself.

    Checked against: the sandwich over all columns for the standard error (tests/unit/kernels), clean and faulty
    campaigns (tests/contract).

    Args:
        means: as `adjusted_means` gives them.
        fitted: the same fit.
        level: familywise.
    """
    from scipy.special import stdtrit

    assert fitted.fit is not None  # noqa: S101 - there are no adjusted means without it
    plain = means.with_row_index("_code").sort([pl.col("mean").round(9), "system"], descending=[True, False])
    rows = plain.select("system", "_code", pl.col("adjusted").round(9), pl.col("mean").round(9)).rows()
    documents = fitted.cells["document"].n_unique()
    limit = float(stdtrit(documents - 1, 1 - level / (len(rows) * (len(rows) - 1)))) if len(rows) > 1 else 0.0
    pairs, sure = [], []
    for (a, i, below, _), (b, j, above, _) in combinations(rows, 2):
        if above > below:
            pairs.append([b, a])
            error = fitted.fit.difference_se(i, j)
            if error > 0 and above - below > limit * error:
                sure.append([b, a])
    return Swaps(pairs, sure)


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
    robust = fit.residuals if fitted.robust is None else fitted.robust
    t, p = scan_cells(_codes(cells["_system"]), robust, fit.leverages, n, fitted.within)
    found = cells.drop("_system", "_document").with_columns(
        expected=pl.col("mean") - pl.Series(fit.residuals),
        residual=pl.Series(fit.residuals),
        t=pl.Series(t).fill_nan(None),
        p=pl.Series(p).fill_nan(None),
    )
    return found.with_columns(anomalous=(pl.col("p") < level).fill_null(value=False)).sort(
        pl.col("t").abs().fill_null(-1.0), "system", "document", descending=[True, False, False]
    )
