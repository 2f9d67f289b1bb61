"""Variances of items, annotators and noise come back from incomplete tables, and REML agrees."""

from __future__ import annotations

import numpy as np
import pytest

from adjudge.kernels.agreement.cells import rated_cells
from adjudge.kernels.agreement.icc import IntraclassCorrelations
from adjudge.kernels.mixed_model.reml import fit_reml

VARIANCES = np.array([4.0, 1.0, 9.0])


def incomplete(rng, items=400, people=12):
    """Each item is rated by one to four of the annotators; some work much more than others."""
    share = rng.dirichlet(np.full(people, 2.0))
    item = np.repeat(np.arange(items), rng.integers(1, 5, items))
    annotator = np.concatenate([rng.choice(people, n, replace=False, p=share) for n in np.bincount(item)])
    effects = [rng.normal(0, np.sqrt(v), n) for v, n in zip(VARIANCES, (items, people, len(item)), strict=True)]
    return rated_cells(item, annotator, 50 + effects[0][item] + effects[1][annotator] + effects[2])


def test_variances_come_back_without_bias():
    rng, runs = np.random.default_rng(3), 300
    found = np.array([IntraclassCorrelations(incomplete(rng)).components[:3] for _ in range(runs)])
    error = found.std(axis=0) / np.sqrt(runs)
    assert (np.abs(found.mean(axis=0) - VARIANCES) < 4 * error).all()


def reml_variances(cells):
    """One system; the item in the place of the document."""
    zeros = np.zeros(len(cells.score), dtype=np.intp)
    fit = fit_reml(cells.score, zeros, cells.annotator, cells.item, cells.item, components=("annotator", "document"))
    return np.array([fit.sds["document"] ** 2, fit.sds["annotator"] ** 2, fit.variance])


def test_reml_finds_the_same_in_a_complete_table():
    rng = np.random.default_rng(4)
    item, annotator = (code.ravel() for code in np.indices((200, 6)))
    scores = rng.normal(0, 2, 200)[item] + rng.normal(0, 1, 6)[annotator] + rng.normal(0, 3, 1200)
    cells = rated_cells(item, annotator, scores)
    # The search of REML ends within 1e-4 of the variances.
    assert IntraclassCorrelations(cells).components[:3] == pytest.approx(reml_variances(cells), rel=1e-3)


def test_reml_differs_by_chance_only_in_incomplete_tables():
    rng, runs = np.random.default_rng(6), 40
    tables = [incomplete(rng, people=20).paired for _ in range(runs)]
    difference = np.array([IntraclassCorrelations(t).components[:3] - reml_variances(t) for t in tables])
    assert (np.abs(difference.mean(axis=0)) < 4 * difference.std(axis=0) / np.sqrt(runs)).all()


def test_documents_of_an_annotator_are_not_taken_for_leniency():
    rng = np.random.default_rng(5)
    found = []
    for _ in range(100):
        # Pairs of annotators rate whole documents that differ a lot; nobody is lenient.
        document = np.repeat(np.arange(30), 10)
        crew = np.array([rng.permutation(8)[:2] for _ in range(30)])
        item, annotator = np.repeat(np.arange(300), 2), crew[document].ravel()
        quality = rng.normal(0, 3, 30)[document] + rng.normal(0, 1, 300)
        scores = quality[item] + rng.normal(0, 1, 600)
        found.append(IntraclassCorrelations(rated_cells(item, annotator, scores, document[item])).components.annotator)
    assert np.mean(found) == pytest.approx(0, abs=float(4 * np.std(found) / 10))
    assert np.std(found) < 0.1
