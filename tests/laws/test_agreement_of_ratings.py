"""Coefficients of agreement against other programs, plain twins and their own laws."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from functools import partial

import krippendorff
import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from adjudge.kernels.agreement import within_items
from adjudge.kernels.agreement.alpha import LEVELS, Alpha, alpha_plain
from adjudge.kernels.agreement.cells import RatedCells, rated_cells
from adjudge.kernels.agreement.coefficient import Coefficient, value_of
from adjudge.kernels.agreement.gwet import WEIGHTS, GwetAC, gwet_plain
from adjudge.kernels.agreement.icc import IntraclassCorrelations, components_plain
from adjudge.kernels.agreement.leave_one_out import LeaveOneOut


@st.composite
def tables(draw, missing=True):
    """Items x annotators of whole scores, with empty cells, at least one rating; documents of items."""
    items, annotators = draw(st.integers(1, 8)), draw(st.integers(1, 5))
    top = draw(st.integers(0, 6))
    scores = st.integers(-2, top).map(lambda x: np.nan if missing and x < 0 else float(max(x, 0)))
    table = np.array(draw(st.lists(scores, min_size=items * annotators, max_size=items * annotators)))
    assume(np.isfinite(table).any())
    documents = np.array(draw(st.lists(st.integers(0, 3), min_size=items, max_size=items)))
    return table.reshape(items, annotators), documents


def to_cells(table, documents):
    item, annotator = np.nonzero(np.isfinite(table))
    return rated_cells(item, annotator, table[item, annotator], documents[item])


def at_ones(coefficient):
    return coefficient.at(np.ones((1, coefficient.documents)))[0]


@pytest.mark.parametrize("level", LEVELS)
@given(tables())
def test_alpha_equals_its_twin_and_krippendorff(level, made):
    cells = to_cells(*made)
    alpha, plain = value_of(Alpha(cells, level)), alpha_plain(cells, level)
    if plain is None:
        assert alpha is None
        assert Alpha(cells, level).reason in {"no item rated twice", "all scores equal"}
    else:
        assert alpha == pytest.approx(plain, abs=1e-10)
        assert alpha == pytest.approx(krippendorff.alpha(made[0].T, level_of_measurement=level), abs=1e-8)


@pytest.mark.parametrize("weights", WEIGHTS)
@given(tables(), st.booleans())
def test_ac2_equals_exact_fractions(weights, made, whole_scale):
    cells = to_cells(*made)
    scale = range(8) if whole_scale else sorted(set(cells.score.astype(int).tolist()))
    by_item = [[int(x) for x in row[np.isfinite(row)]] for row in made[0] if np.isfinite(row).any()]
    exact = gwet_plain(by_item, weights, scale)
    found = value_of(GwetAC(cells, weights, list(scale) if whole_scale else None))
    assert found is None if exact is None else found == pytest.approx(float(exact), abs=1e-10)


@pytest.mark.parametrize("dense", [True, False])
@given(tables())
def test_variances_equal_dense_projections(dense, made):
    cells = to_cells(*made)
    icc = IntraclassCorrelations(cells)
    assume(icc.reason is None)
    with pytest.MonkeyPatch.context() as patch:
        if not dense:
            patch.setattr(within_items, "MANY_ANNOTATORS", 0)
        assert IntraclassCorrelations(cells).components == pytest.approx(components_plain(cells), abs=1e-8)


@given(tables(missing=False))
def test_icc_of_a_complete_table_is_that_of_the_analysis_of_variance(made):
    table, _ = made
    n, k = table.shape
    assume(n > 1 and k > 1 and np.ptp(table) > 0)
    rows, columns = table.mean(axis=1), table.mean(axis=0)
    rest = table - rows[:, None] - columns + table.mean()
    msr, msc, mse = (
        k * rows.var() * n / (n - 1),
        n * columns.var() * k / (k - 1),
        (rest**2).sum() / ((n - 1) * (k - 1)),
    )
    bottom = msr + (k - 1) * mse + k * (msc - mse) / n, msr + (msc - mse) / n
    assume(min(bottom) > 1e-6)
    found = at_ones(IntraclassCorrelations(to_cells(*made)))[:2]
    assert found == pytest.approx([(msr - mse) / part for part in bottom], abs=1e-8)


@given(tables())
def test_leave_one_out_equals_numpy(made):
    table, documents = made
    cells = to_cells(table, documents)
    coefficient = LeaveOneOut(cells)
    assume(coefficient.reason is None)
    for annotator, r in zip(cells.annotators, at_ones(coefficient), strict=True):
        others = np.delete(table, annotator, axis=1)
        both = np.isfinite(table[:, annotator]) & np.isfinite(others).any(axis=1)
        x, y = table[both, annotator], np.array([np.nanmean(row) for row in others[both]])
        assert coefficient.overlap[cells.annotators == annotator] == both.sum()
        if both.sum() < 3 or min(np.ptp(x), np.ptp(y)) < 1e-9:
            assert np.isnan(r)
        else:
            assert r == pytest.approx(np.corrcoef(x, y)[0, 1], abs=1e-8)


def repeated(cells, counts):
    """Every document as often as it counts, each time as a new document with new items."""
    parts = defaultdict(list)
    for document, count in enumerate(counts):
        for copy in range(int(count)):
            mine = cells.cell_document == document
            parts["item"].append(cells.item[mine] + copy * cells.items)
            parts["annotator"].append(cells.annotator[mine])
            parts["score"].append(cells.score[mine])
    return rated_cells(*(np.concatenate(parts[name]) for name in ("item", "annotator", "score")))


COEFFICIENTS: dict[str, Callable[[RatedCells], Coefficient]] = {
    **{level: partial(Alpha, level=level) for level in LEVELS},
    **{weights: partial(GwetAC, weights=weights, categories=list(range(7))) for weights in WEIGHTS},
    "icc": IntraclassCorrelations,
    "leave one out": LeaveOneOut,
}


@pytest.mark.parametrize("name", COEFFICIENTS)
@given(tables(), st.lists(st.integers(0, 3), min_size=4, max_size=4))
def test_a_document_that_counts_twice_is_two_documents(name, made, counts):
    cells: RatedCells = to_cells(*made)
    cells = cells.paired if name not in WEIGHTS else cells
    counts = np.array(counts[: cells.documents], dtype=float)
    assume(len(cells.score) and counts.sum() > 0)
    copies = repeated(cells, counts)
    assume(len(copies.annotators) == len(cells.annotators))
    found, other = COEFFICIENTS[name](cells).at(counts[None])[0], COEFFICIENTS[name](copies)
    expected = np.nan if other.reason in {"no item rated twice", "all scores equal"} else at_ones(other)
    assert found == pytest.approx(np.broadcast_to(expected, np.shape(found)), abs=1e-8, nan_ok=True)
