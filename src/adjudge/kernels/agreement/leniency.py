"""Leniency of annotators: additive effects of items and annotators, with errors robust to dependence in documents."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from adjudge.kernels.agreement.cells import Floats, Ints, RatedCells


@dataclass(frozen=True, eq=False)
class LeniencyFit:
    """Leniency of annotators by code.

    Args:
        effect: points above the mean of the group; NaN for an annotator who shares nothing.
        se: standard errors; NaN with fewer than two units.
        group: number of the group, from 0; -1 for an annotator who shares nothing.
        units: documents (or segments) with a shared output.
    """

    effect: Floats
    se: Floats
    group: Ints
    units: int


def fit_leniency(cells: RatedCells) -> LeniencyFit:
    """Additive effects of items and annotators by least squares.

    Definition: score = item + annotator + rest over items that two or more rated. The items are eliminated: with C the
    table of items x annotators (1 if rated) and m its row sums, the effects solve L effect = C'(score - item mean), L =
    diag(C'1) - C' diag(1/m) C, the Laplacian of who shares items with whom. They are determined within connected groups
    only, where they add up to 0. Covariance L+ (sum over documents of s s') L+ times D / (D - 1), s the sums of
    residuals of one document by annotator (Liang and Zeger 1986).

    Checked against: `numpy.linalg.lstsq` with all dummy variables and a plain sandwich (tests/laws); simulated leniency
    and coverage of its intervals (tests/recovery).

    Edge cases: two annotators who share nothing, not even through others, cannot be compared: the difference of their
    means may be that of what they rated (Knowles 2021, section 4).
    """
    paired = cells.paired
    size = len(cells.annotators)
    places = np.searchsorted(cells.annotators, paired.annotators)
    effect, se, group = np.full(size, np.nan), np.full(size, np.nan), np.full(size, -1, dtype=np.intp)
    if not len(paired.score):
        return LeniencyFit(effect, se, group, 0)
    laplacian = _laplacian(paired)
    groups = _groups(laplacian)
    inverse = np.linalg.pinv(laplacian, rcond=1e-10, hermitian=True)
    m, within = paired.ratings[paired.item], paired.score - paired.item_means[paired.item]
    estimate = inverse @ np.bincount(paired.annotator, within, len(places))
    # The residual of a rating: its distance from the item's mean, less that of the annotator's effect.
    of_item = np.bincount(paired.item, estimate[paired.annotator], paired.items)[paired.item] / m
    rest = within - (estimate[paired.annotator] - of_item)
    effect[places], group[places] = estimate, groups
    units = paired.documents
    if units > 1:
        from scipy import sparse

        sums = sparse.coo_array((rest, (paired.cell_document, paired.annotator)), shape=(units, len(places))).tocsr()
        spread = (sums @ inverse) ** 2
        se[places] = np.sqrt(np.asarray(spread).sum(axis=0) * units / (units - 1))
    return LeniencyFit(effect, se, group, units)


def _laplacian(cells: RatedCells) -> Floats:
    from scipy import sparse

    shape = (cells.items, len(cells.annotators))
    table = sparse.coo_array((np.ones(len(cells.item)), (cells.item, cells.annotator)), shape=shape).tocsr()
    weighted = sparse.diags_array(1 / cells.ratings) @ table
    return np.asarray(np.diag(np.bincount(cells.annotator).astype(np.float64)) - (table.T @ weighted).toarray())


def _groups(laplacian: Floats) -> Ints:
    from scipy.sparse.csgraph import connected_components

    return np.asarray(connected_components(laplacian < -1e-12, directed=False)[1], dtype=np.intp)
