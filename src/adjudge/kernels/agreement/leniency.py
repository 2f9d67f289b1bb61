"""Leniency of annotators: additive effects of items and annotators, with errors robust to dependence in documents."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from adjudge.kernels.agreement.cells import Floats, Ints, RatedCells, indicator_sums


@dataclass(frozen=True, eq=False)
class LeniencyFit:
    """Leniency of annotators by code.

    Args:
        effect: points above the mean of the group; NaN for an annotator who shares nothing.
        se: standard errors; NaN with fewer than two units.
        group: number of the group, from 0; -1 for an annotator who shares nothing.
        units: how many documents (or segments) each of them rests on, counted as if equally important; NaN likewise.
    """

    effect: Floats
    se: Floats
    group: Ints
    units: Floats


def fit_leniency(cells: RatedCells) -> LeniencyFit:
    """Additive effects of items and annotators by least squares.

    Definition: score = item + annotator + rest over items that two or more rated. The items are eliminated: with C the
    table of items x annotators (1 if rated) and m its row sums, the effects solve L effect = C'(score - item mean), L =
    diag(C'1) - C' diag(1/m) C, the Laplacian of who shares items with whom. They are determined within connected groups
    only, where they add up to 0. Covariance L+ (sum over documents of s s') L+, s the sums of residuals of one document
    by annotator (Liang and Zeger 1986), times D / (D - 1), with D = (sum n)^2 / sum n^2 over the numbers n of ratings
    of the annotator in each document: one who is seen in few documents is known less well than all documents suggest.

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
        return LeniencyFit(effect, se, group, effect.copy())
    laplacian = _laplacian(paired)
    groups = _groups(laplacian)
    inverse = np.linalg.pinv(laplacian, rcond=1e-10, hermitian=True)
    m, within = paired.ratings[paired.item], paired.score - paired.item_means[paired.item]
    estimate = inverse @ np.bincount(paired.annotator, within, len(places))
    # The residual of a rating: its distance from the item's mean, less that of the annotator's effect.
    of_item = np.bincount(paired.item, estimate[paired.annotator], paired.items)[paired.item] / m
    rest = within - (estimate[paired.annotator] - of_item)
    effect[places], group[places] = estimate, groups
    table = (paired.documents, len(places))
    counts = indicator_sums(paired.cell_document, paired.annotator, np.ones(len(rest)), table).toarray()
    own = counts.sum(axis=0) ** 2 / (counts**2).sum(axis=0)
    units = np.full(size, np.nan)
    units[places] = own
    spread = ((indicator_sums(paired.cell_document, paired.annotator, rest, table) @ inverse) ** 2).sum(axis=0)
    known = own > 1 + 1e-9
    with np.errstate(divide="ignore", invalid="ignore"):
        se[places] = np.where(known, np.sqrt(np.asarray(spread) * own / (own - 1)), np.nan)
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
