"""What documents and annotators contribute to differences of systems, against matrices in full and known tests."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from adjudge.kernels.mixed_model import annotator_noise, design
from adjudge.kernels.mixed_model.annotator_noise import leniency_noise, taste_noise
from adjudge.kernels.mixed_model.contributions import document_contributions, document_contributions_plain
from adjudge.kernels.mixed_model.reml import RatedRows, fit_at, fit_reml
from adjudge.kernels.mixed_model.row_space import RowSpace
from adjudge.kernels.rating_tests.sign_flip import sign_flip_p_plain

RATIOS = st.lists(st.sampled_from([0.0, 0.1, 0.6, 2.0]), min_size=4, max_size=4).map(np.array)


def renumbered(*codes):
    return [np.unique(code, return_inverse=True)[1].astype(np.intp) for code in codes]


@st.composite
def rated(draw):
    """Ratings in any pattern, of two to four systems."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    systems, annotators, documents, length = (draw(st.integers(low, 4)) for low in (2, 1, 2, 1))
    size = draw(st.integers(12, 40))
    system, annotator, document = (rng.integers(0, levels, size) for levels in (systems, annotators, documents))
    segment = document * length + rng.integers(0, length, size)
    assume(len(np.unique(system)) == systems)
    y = rng.normal(50, 10, size) + 5 * rng.normal(size=documents)[document]
    return RatedRows(y, *renumbered(system, annotator, document, segment))


def dense(fit):
    """H^-1, X, V, P of a fit, in full."""
    rows, p = fit.rows, fit.design.systems
    h = np.eye(len(rows.y))
    for ratio, codes in zip(fit.ratios, (*rows[2:], rows.document * p + rows.system), strict=True):
        h += ratio * (codes[:, None] == codes)
    x, inverse = np.eye(p)[rows.system], np.linalg.inv(h)
    v = np.linalg.inv(x.T @ inverse @ x)
    return inverse, x, v, inverse - inverse @ x @ v @ x.T @ inverse


@given(rated(), RATIOS)
def test_contributions_equal_those_of_matrices_in_full(rows, ratios):
    fit = fit_at(ratios, rows)
    found = document_contributions(fit.design, fit.state)
    for number, pair in enumerate(combinations(range(fit.design.systems), 2)):
        restricted, free = document_contributions_plain(rows, ratios, pair)
        scale = np.abs(rows.y).max()
        np.testing.assert_allclose(found.restricted[:, number], restricted, rtol=1e-5, atol=1e-7 * scale)
        np.testing.assert_allclose(found.free[:, number], free, rtol=1e-5, atol=1e-7 * scale)
        assert found.differences[number] == pytest.approx(fit.means[pair[0]] - fit.means[pair[1]], abs=1e-8 * scale)


@given(rated(), RATIOS)
def test_the_operator_equals_the_matrix(rows, ratios):
    fit = fit_at(ratios, rows)
    columns = np.random.default_rng(0).normal(size=(len(rows.y), 2))
    np.testing.assert_allclose(RowSpace(fit).projected(columns), dense(fit)[3] @ columns, atol=1e-9)


@given(rated(), RATIOS)
def test_what_leniency_leaves_is_the_variance_of_its_part_in_the_estimates(rows, ratios):
    fit = fit_at(ratios, rows)
    inverse, x, v, _ = dense(fit)
    weights = inverse @ x @ v
    z = (rows.annotator[:, None] == np.arange(rows.annotator.max() + 1)).astype(float)
    expected = ratios[0] * fit.variance * weights.T @ z @ z.T @ weights
    np.testing.assert_allclose(leniency_noise(fit).covariance, expected, atol=1e-9 * max(1.0, np.abs(expected).max()))


@pytest.mark.parametrize("seed", range(6))
def test_tastes_are_those_of_the_unbiased_equations_in_full(seed):
    # Rao (1971): E|Z_k' P y|^2 = sum over l of s_l^2 tr(Z_k' P Z_l Z_l' P Z_k), solved with all matrices in full.
    rng = np.random.default_rng(seed)
    item = np.arange(3 * 10 * 2)
    system, segment = item % 3, item // 3
    document, annotator = segment // 2, rng.integers(0, 4, len(item))
    y = 60 + rng.normal(0, 8, len(item)) + rng.normal(0, 9, (4, 3))[annotator, system]
    fit = fit_reml(y, *renumbered(system, annotator, document, segment))
    inverse, x, v, p = dense(fit)
    rows = fit.rows
    taste = np.unique(rows.annotator * 3 + rows.system, return_inverse=True)[1]
    all_codes = (*rows[2:], rows.document * 3 + rows.system)
    kept = [codes for ratio, codes in zip(fit.ratios, all_codes, strict=True) if ratio > 0]
    parts = [(codes[:, None] == np.unique(codes)).astype(float) for codes in (*kept, taste, np.arange(len(y)))]
    products = np.array([[((a.T @ p @ b) ** 2).sum() for b in parts] for a in parts])
    squares = np.array([((a.T @ p @ y) ** 2).sum() for a in parts])
    variance = max(0.0, float(np.linalg.solve(products, squares)[-2]))
    found = taste_noise(fit)
    assert found.variance == pytest.approx(variance, rel=1e-6, abs=1e-9)
    weights = inverse @ x @ v
    by_taste, both = parts[-2].T @ weights, np.unique(taste * 100 + rows.document, return_inverse=True)[1]
    by_both = np.eye(both.max() + 1)[both].T @ weights
    share = 1 - np.exp(-((variance / found.error) ** 2) / 4)
    assert found.error == pytest.approx(fit.variance * np.sqrt(2 * np.linalg.inv(products)[-2, -2]), rel=1e-6)
    expected = share * variance * (by_taste.T @ by_taste - by_both.T @ by_both)
    np.testing.assert_allclose(found.covariance, expected, atol=1e-8 * max(1.0, np.abs(expected).max()))


@pytest.mark.parametrize("systems", [2, 3, 5])
def test_in_balanced_campaigns_flips_are_those_of_differences_by_document(systems):
    # One annotator, every system on every segment, documents of one length: contributions are proportional to the
    # differences of document sums, so the p-values are those of the permutation test by documents.
    rng = np.random.default_rng(systems)
    item = np.arange(systems * 8 * 3)
    system, segment = item % systems, item // systems
    document = segment // 3
    y = 60 + rng.normal(0, 10, len(item)) + rng.normal(0, 5, (8, systems))[document, system]
    fit = fit_reml(y, *renumbered(system, np.zeros_like(system), document, segment), components=["system:document"])
    found = document_contributions(fit.design, fit.state)
    sums = y.reshape(8, 3, systems).sum(axis=1)
    first, second = np.triu_indices(systems, 1)
    differences = sums[:, first] - sums[:, second]
    ratio = found.restricted / differences
    np.testing.assert_allclose(ratio, np.broadcast_to(ratio[:1], ratio.shape), rtol=1e-8)
    np.testing.assert_allclose(sign_flip_p_plain(found.restricted), sign_flip_p_plain(differences))


@given(rated(), RATIOS)
def test_shares_of_documents_sum_to_one(rows, ratios):
    fit = fit_at(ratios, rows)
    shares = document_contributions(fit.design, fit.state).shares
    np.testing.assert_allclose(shares.sum(axis=0), 1.0, rtol=1e-9)
    assert (shares >= -1e-12).all()


def test_stacks_and_chunks_change_nothing(monkeypatch):
    rng = np.random.default_rng(4)
    lengths = rng.integers(1, 9, 12)
    document = np.repeat(np.arange(12), 3 * lengths)
    item = np.arange(len(document))
    segment = np.unique(document * 100 + item // 3, return_inverse=True)[1]
    system, annotator = item % 3, rng.integers(0, 7, len(item))
    y = 60 + rng.normal(0, 9, len(item)) + rng.normal(0, 6, 7)[annotator]
    rows = RatedRows(y, *renumbered(system, annotator, document, segment))

    def everything():
        fit = fit_at(np.array([0.4, 0.2, 0.3, 0.1]), rows)
        found = document_contributions(fit.design, fit.state)
        taste = np.unique(rows.annotator * 3 + rows.system, return_inverse=True)[1]
        between = annotator_noise._between_documents(RowSpace(fit), taste)
        return fit.means, found.restricted, found.free, found.systems, between

    together = everything()
    monkeypatch.setattr(design, "SMALL_STACK", 0)
    monkeypatch.setattr(design, "LARGEST_STACK", 300)
    monkeypatch.setattr(annotator_noise, "CHUNK", 40)
    assert len(fit_at(np.full(4, 0.1), rows).design.stacks) > 5
    for one, other in zip(together, everything(), strict=True):
        np.testing.assert_allclose(one, other, atol=1e-9)
