"""Variance components against the analysis of variance, all pairs in loops, and copies of documents."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from adjudge.kernels.generalisability.components import EFFECTS, ComponentEstimates, CrossedRatings, components_plain
from adjudge.kernels.generalisability.decision_study import DecisionStudy, Design

SEEDS = st.integers(0, 10_000)


def analysis_of_variance(y):
    """Systems x segments x annotators: expected mean squares solved from above (Brennan 2001, section 3.2)."""
    p, s, r = y.shape
    mean = {axes: y.mean(axis=axes, keepdims=True) for axes in ((0, 1, 2), (1, 2), (0, 2), (0, 1), (2,), (1,), (0,))}
    grand, sys, seg, ann = (mean[axes] for axes in ((0, 1, 2), (1, 2), (0, 2), (0, 1)))
    ps, pr, sr = mean[2,], mean[1,], mean[0,]
    squares = {
        "p": s * r * ((sys - grand) ** 2).sum() / (p - 1),
        "s": p * r * ((seg - grand) ** 2).sum() / (s - 1),
        "r": p * s * ((ann - grand) ** 2).sum() / (r - 1),
        "ps": r * ((ps - sys - seg + grand) ** 2).sum() / ((p - 1) * (s - 1)),
        "pr": s * ((pr - sys - ann + grand) ** 2).sum() / ((p - 1) * (r - 1)),
        "sr": p * ((sr - seg - ann + grand) ** 2).sum() / ((s - 1) * (r - 1)),
        "e": ((y - ps - pr - sr + sys + seg + ann - grand) ** 2).sum() / ((p - 1) * (s - 1) * (r - 1)),
    }
    e = squares["e"]
    ps, pr, sr = squares["ps"], squares["pr"], squares["sr"]
    return {
        "system": (squares["p"] - ps - pr + e) / (s * r),
        "segment": (squares["s"] - ps - sr + e) / (p * r),
        "annotator": (squares["r"] - pr - sr + e) / (p * s),
        "system:segment": (ps - e) / r,
        "system:annotator": (pr - e) / s,
        "segment:annotator": (sr - e) / p,
        "residual": e,
    }


@given(SEEDS, st.integers(2, 4), st.integers(2, 5), st.integers(2, 4))
def test_balanced_data_give_the_analysis_of_variance(seed, systems, segments, annotators):
    rng = np.random.default_rng(seed)
    shape = (systems, segments, annotators)
    y = 50 + rng.normal(0, 5, (systems, 1, 1)) + rng.normal(0, 9, (1, segments, 1)) + rng.normal(0, 10, shape)
    codes = [code.ravel() for code in np.indices(shape)]
    estimates = ComponentEstimates(CrossedRatings(y.ravel(), *codes))
    assert not estimates.dropped
    found = estimates.variances
    assert found == pytest.approx(analysis_of_variance(y), abs=1e-8)


def unbalanced(seed, documents=4):
    """Two or three of five annotators rate a part of the items of each document."""
    rng = np.random.default_rng(seed)
    system, segment, annotator = (code.ravel() for code in np.indices((3, 2 * documents, 4)))
    kept = rng.random(len(system)) < 0.6
    system, segment, annotator = system[kept], segment[kept], annotator[kept]
    score = rng.normal(0, 1, 3)[system] + rng.normal(0, 1, 2 * documents)[segment] + rng.normal(0, 2, len(system))
    return CrossedRatings(score, system, segment, annotator, segment // 2)


@settings(max_examples=25)
@given(SEEDS, st.booleans())
def test_any_data_give_what_all_pairs_in_loops_give(seed, known):
    ratings = unbalanced(seed)
    assume(all(len(np.unique(code)) == code.max() + 1 for code in (ratings.segment, ratings.system)))
    if not known:
        ratings = CrossedRatings(ratings.score, ratings.system, ratings.segment, ratings.annotator)
    estimates = ComponentEstimates(ratings)
    assert estimates.variances == pytest.approx(components_plain(ratings, estimates.kept), abs=1e-7)


@settings(max_examples=25)
@given(SEEDS, st.lists(st.integers(0, 2), min_size=4, max_size=4))
def test_a_document_that_counts_twice_is_two_documents_that_are_not_compared(seed, counts):
    ratings = unbalanced(seed)
    assume(all(len(np.unique(code)) == code.max() + 1 for code in (ratings.segment, ratings.system)))
    estimates = ComponentEstimates(ratings)
    found = estimates.at(np.array([counts], dtype=float))[0]
    # Without a component that the replicate cannot show there is no value; these cases are not compared.
    assume(np.isfinite(found).any())
    assert ratings.document is not None
    copies = [(row, copy) for copy in range(2) for row, d in enumerate(ratings.document) if counts[d] > copy]
    rows, copy = (np.array(part, dtype=np.intp) for part in zip(*copies, strict=True))
    origin = ratings.document[rows]
    repeated = CrossedRatings(
        ratings.score[rows],
        ratings.system[rows],
        ratings.segment[rows] + 100 * copy,
        ratings.annotator[rows],
        origin + 100 * copy,
    )
    plain = components_plain(repeated, estimates.kept, origin)
    expected = [plain[effect] for effect in estimates.kept]
    assert found[[EFFECTS.index(effect) for effect in estimates.kept]] == pytest.approx(expected, abs=1e-6)


@settings(max_examples=25)
@given(SEEDS)
def test_variances_that_may_not_be_negative(seed):
    ratings = unbalanced(seed)
    assume(all(len(np.unique(code)) == code.max() + 1 for code in (ratings.segment, ratings.system)))
    estimates = ComponentEstimates(ratings)
    ones = np.ones((1, 4))
    free, bound = estimates.at(ones)[0], estimates.non_negative_at(ones)[0]
    assert (np.isnan(free) == np.isnan(bound)).all()
    assert np.nanmin(bound) >= 0
    if np.nanmin(free) >= 0:
        assert bound == pytest.approx(free, abs=1e-8, nan_ok=True)


def test_coefficients_written_out():
    # Systems x segments x annotators: the formulas of Brennan 2001, section 4.1.
    rng = np.random.default_rng(0)
    shape = (4, 30, 3)
    codes = [code.ravel() for code in np.indices(shape)]
    y = sum(rng.normal(0, 5, size)[code] for size, code in zip(shape, codes, strict=True)) + rng.normal(0, 3, 360)
    for one, other in ((0, 1), (0, 2), (1, 2)):
        y += rng.normal(0, 2, (shape[one], shape[other]))[codes[one], codes[other]]
    estimates = ComponentEstimates(CrossedRatings(np.asarray(y), *codes))
    v = estimates.variances
    assert min(v.values()) > 0
    designs = [Design(2, 100), Design(2, 100, "different")]
    found = DecisionStudy(estimates, designs).at(np.ones((1, 30)))[0]
    expected = []
    for people in (2, 200):
        relative = v["system:segment"] / 100 + v["system:annotator"] / people + v["residual"] / 200
        absolute = relative + v["segment"] / 100 + v["annotator"] / people + v["segment:annotator"] / 200
        expected += [v["system"] / (v["system"] + error) for error in (relative, absolute)]
    assert found == pytest.approx(expected, abs=1e-12)
