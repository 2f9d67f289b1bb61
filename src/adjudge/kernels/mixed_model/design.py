"""Cross products of scores and factors of a campaign: all that the criterion of the mixed model needs of the data.

Memory: about 8 (segments + 4 documents (systems + 1)) (annotators + systems) bytes.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]


@dataclass(frozen=True, eq=False)
class Design:
    """Cross products that do not depend on the ratios of variances.

    Outer columns: annotators, systems, and the scores less the raw mean of their system and scaled, so that no digits
    are lost. Inner columns, of one document: the document, its systems.

    Args:
        raw_means: of the scores of each system.
        scale: standard deviation of the scores within systems.
        freedom: number of scores less number of systems.
        annotators: how many there are.
        systems: how many there are.
        cells: how many combinations of system and document have a score.
        outer: outer x outer columns.
        document_outer: documents x inner x outer columns.
        document_inner: documents x inner x inner columns.
        segment_outer: segments x outer columns, the segments of a document next to each other.
        segment_inner: segments x inner columns.
        rows: the segments of each document.
    """

    raw_means: Floats
    scale: float
    freedom: int
    annotators: int
    systems: int
    cells: int
    outer: Floats
    document_outer: Floats
    document_inner: Floats
    segment_outer: Floats
    segment_inner: Floats
    rows: tuple[slice, ...]


def build_design(y: Floats, system: Ints, annotator: Ints, document: Ints, segment: Ints) -> Design:
    """Count and add up; the arguments are those of `fit_reml`.

    Raises:
        ValueError: if the scores of every system are equal, or a segment lies in two documents.
    """
    p, people, documents, segments = (int(code.max()) + 1 for code in (system, annotator, document, segment))
    raw_means = np.bincount(system, y) / np.bincount(system)
    within = y - raw_means[system]
    scale = float(within.std())
    home = np.zeros(segments, dtype=np.intp)
    home[segment] = document
    if scale <= 1e-12 * np.abs(y).max() or (home[segment] != document).any():
        raise ValueError("needs scores that differ within some system, and segments that lie in one document")
    z = within / scale

    def outer_by(rows: Ints, n_rows: int) -> Floats:
        cells = [(rows * size + codes, n_rows * size) for codes, size in ((annotator, people), (system, p))]
        counts = [np.bincount(codes, minlength=size).reshape(n_rows, -1) for codes, size in cells]
        return np.hstack([*counts, np.bincount(rows, z, n_rows)[:, None]])

    def inner_by(table: Floats) -> Floats:
        counts = table[:, people:-1]
        return np.hstack([counts.sum(axis=1, keepdims=True), counts])

    by_document = outer_by(document, documents)
    by_cell = outer_by(document * p + system, documents * p).reshape(documents, p, -1)
    sizes = inner_by(by_document)
    document_inner = sizes[:, :, None] * np.eye(p + 1)
    document_inner[:, 0] = document_inner[:, :, 0] = sizes
    outer = np.vstack([outer_by(annotator, people), outer_by(system, p), np.zeros(people + p + 1)])
    outer[-1, :-1], outer[-1, -1] = outer[:-1, -1], z @ z
    order = np.argsort(home, kind="stable")  # segments of a document stand together
    by_segment = outer_by(np.argsort(order)[segment], segments)
    starts = np.searchsorted(home[order], np.arange(documents + 1)).tolist()
    return Design(
        raw_means=raw_means,
        scale=scale,
        freedom=len(y) - p,
        annotators=people,
        systems=p,
        cells=int((sizes[:, 1:] > 0).sum()),
        outer=outer,
        document_outer=np.concatenate([by_document[:, None], by_cell], axis=1),
        document_inner=document_inner,
        segment_outer=by_segment,
        segment_inner=inner_by(by_segment),
        rows=tuple(map(slice, starts, starts[1:])),
    )
