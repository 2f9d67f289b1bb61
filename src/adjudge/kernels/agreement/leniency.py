"""Leniency of annotators: additive effects of items and annotators, with errors robust to dependence in documents."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from adjudge.kernels.agreement.cells import Floats, Ints, RatedCells
from adjudge.kernels.rounding import NOISE, settle

#: Documents of an annotator's own from which an error is given: those of one document fit it exactly, whatever the
#: annotator is like, and a variance from two or three is not to be trusted.
FEWEST_OWN: Final = 5
#: A share of a direction above this is determined by one document alone.
_TOLERANCE: Final = 1e-9


@dataclass(frozen=True, eq=False)
class LeniencyFit:
    """Leniency of annotators by code.

    Args:
        effect: points above the mean of the group; NaN for an annotator who shares nothing.
        se: standard errors; NaN for annotators who share outputs of fewer than five documents.
        freedom: degrees of freedom of the errors, for the t distribution; NaN likewise.
        own: documents (or segments) in which each annotator shares an output.
        group: number of the group, from 0; -1 for an annotator who shares nothing.
    """

    effect: Floats
    se: Floats
    freedom: Floats
    own: Ints
    group: Ints


def fit_leniency(cells: RatedCells) -> LeniencyFit:
    """Additive effects of items and annotators by least squares.

    Definition: score = item + annotator + rest over items that two or more rated. The items are eliminated: with C the
    table of items x annotators (1 if rated) and m its row sums, the effects solve L effect = C'(score - item mean), L =
    diag(C'1) - C' diag(1/m) C, the Laplacian of who shares items with whom. They are determined within connected groups
    only. Zero is the mean of the annotators of the group with five documents of their own or more (of all, if none
    has), because one whose effect rests on a single document would put noise into everybody's.

    Errors are CR2, with documents as clusters (Bell and McCaffrey 2002; `kernels.cluster_robust`): covariance L+ (sum
    over documents of u u') L+, u = X' (I - X L+ X')^(-1/2) e with X and e the rows of one document. The degrees of
    freedom are 1 / (sum of squared shares of documents in the variance expected of independent ratings) - 1, and at
    most the annotator's own documents less 1: an annotator of six documents among thirty has about five.

    Checked against: `numpy.linalg.lstsq` and `fit_clusters_plain` with all dummy variables (tests/laws); the level of
    the test and the coverage of the intervals in crews of equal and very unequal shares (tests/recovery).

    Edge cases: two annotators who share nothing, not even through others, cannot be compared: the difference of their
    means may be that of what they rated (Knowles 2021, section 4).
    """
    paired = cells.paired
    size = len(cells.annotators)
    places = np.searchsorted(cells.annotators, paired.annotators)
    effect, se, freedom = (np.full(size, np.nan) for _ in range(3))
    own, group = np.zeros(size, dtype=np.intp), np.full(size, -1, dtype=np.intp)
    if not len(paired.score):
        return LeniencyFit(effect, se, freedom, own, group)
    laplacian = _laplacian(paired)
    inverse: Floats = np.linalg.pinv(laplacian, rcond=1e-10, hermitian=True).astype(np.float64)
    m, within = paired.ratings[paired.item], paired.within
    estimate = inverse @ np.bincount(paired.annotator, within, len(places))
    # The residual of a rating: its distance from the item's mean, less that of the annotator's effect.
    of_item = np.bincount(paired.item, estimate[paired.annotator], paired.items)[paired.item] / m
    rest = settle(within - (estimate[paired.annotator] - of_item), paired.scale)
    own[places] = np.bincount(_shares(paired)[1], minlength=len(places))
    group[places] = _groups(laplacian)
    centre = _centre(group[places], own[places])
    effect[places] = settle(centre @ estimate, paired.scale)
    se[places], freedom[places] = _errors(paired, rest, inverse, centre @ inverse)
    freedom = np.minimum(freedom, own - 1.0)
    unknown = (own < FEWEST_OWN) | ~(se > NOISE * paired.scale) | ~(freedom > NOISE)
    se[unknown], freedom[unknown] = np.nan, np.nan
    return LeniencyFit(effect, se, freedom, own, group)


def _shares(cells: RatedCells) -> tuple[Ints, Ints]:
    """Document and annotator of every two that go together, sorted by document."""
    joint = np.unique(cells.cell_document * len(cells.annotators) + cells.annotator)
    return joint // len(cells.annotators), joint % len(cells.annotators)


def _centre(group: Ints, own: Ints) -> Floats:
    """Takes the mean of the annotators of each group with enough documents off the effects."""
    enough = own >= FEWEST_OWN
    same = group[:, None] == group[None, :]
    weights = same & enough[None, :]
    weights = np.where(weights.any(axis=1, keepdims=True), weights, same).astype(np.float64)
    return np.asarray(np.eye(len(group)) - weights / weights.sum(axis=1, keepdims=True))


def _errors(cells: RatedCells, rest: Floats, inverse: Floats, contrasts: Floats) -> tuple[Floats, Floats]:
    """CR2 standard errors of the rows of `contrasts`, and their degrees of freedom, document by document."""
    order = np.argsort(cells.cell_document, kind="stable")
    ends = np.cumsum(np.bincount(cells.cell_document))
    variance, total, squares = (np.zeros(len(contrasts)) for _ in range(3))
    for rows in np.split(order, ends[:-1]):
        who, code = np.unique(cells.annotator[rows], return_inverse=True)
        _, item = np.unique(cells.item[rows], return_inverse=True)
        table = np.zeros((int(item.max()) + 1, len(who)))
        table[item, code] = 1.0
        products = np.diag(table.sum(axis=0)) - table.T @ (table / table.sum(axis=1, keepdims=True))
        grown, back = _adjusted(products, inverse[np.ix_(who, who)])
        parts = contrasts[:, who] @ grown
        variance += (parts @ (back @ np.bincount(code, rest[rows]))) ** 2
        expected = (parts * parts).sum(axis=1)  # of independent ratings with variance 1
        total, squares = total + expected, squares + expected**2
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.sqrt(variance), total**2 / squares - 1


def _adjusted(products: Floats, inverse: Floats) -> tuple[Floats, Floats]:
    """Two factors of X' (I - X L+ X')^(-1/2) X (X'X)+, which makes sums of residuals as large as those of errors.

    With X = Q R' they are R (I - R' L+ R)^(-1/2) and R+. Directions that the document alone determines have no residual
    and are left at 0.
    """
    values, vectors = np.linalg.eigh(products)
    kept = values > _TOLERANCE * values[-1]
    root = np.sqrt(values[kept])
    out_of = vectors[:, kept] * root
    shares, turned = np.linalg.eigh(out_of.T @ inverse @ out_of)
    left = 1.0 - shares
    known = left > _TOLERANCE
    grown = np.where(known, 1.0 / np.sqrt(np.where(known, left, 1.0)), 0.0)
    return out_of @ ((turned * grown) @ turned.T), (vectors[:, kept] / root).T


def _laplacian(cells: RatedCells) -> Floats:
    from scipy import sparse

    shape = (cells.items, len(cells.annotators))
    table = sparse.coo_array((np.ones(len(cells.item)), (cells.item, cells.annotator)), shape=shape).tocsr()
    weighted = sparse.diags_array(1 / cells.ratings) @ table
    return np.asarray(np.diag(np.bincount(cells.annotator).astype(np.float64)) - (table.T @ weighted).toarray())


def _groups(laplacian: Floats) -> Ints:
    from scipy.sparse.csgraph import connected_components

    return np.asarray(connected_components(laplacian < -1e-12, directed=False)[1], dtype=np.intp)
