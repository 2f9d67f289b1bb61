"""Agreement of annotators: plain twins, released figures, and annotators of known agreement."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudge.kernels.paired_comparison.agreement import (
    Agreement,
    inter_annotator,
    inter_annotator_plain,
    inter_annotator_wmt,
    intra_annotator,
    intra_annotator_plain,
    intra_annotator_wmt,
)

_JUDGEMENTS = st.lists(
    st.tuples(st.integers(0, 3), st.integers(0, 2), st.sampled_from([-1, 0, 1])), min_size=1, max_size=30
).map(lambda rows: np.array(rows).T)


@given(_JUDGEMENTS)
def test_counts_equal_those_of_looking_at_every_pair(judgements):
    assert inter_annotator(*judgements) == inter_annotator_plain(*judgements)
    assert intra_annotator(*judgements) == intra_annotator_plain(*judgements)


@given(_JUDGEMENTS)
def test_the_pairs_of_wmt_are_those_of_different_annotators_and_of_the_same(judgements):
    items, _, outcomes = judgements
    inter, intra, wmt = inter_annotator(*judgements), intra_annotator(*judgements), inter_annotator_wmt(items, outcomes)
    assert (wmt.agree, wmt.comparable) == (inter.agree + intra.agree, inter.comparable + intra.comparable)


@given(_JUDGEMENTS, st.permutations(range(4)), st.permutations(range(3)))
def test_names_of_items_and_annotators_do_not_matter(judgements, item_names, annotator_names):
    items, annotators, outcomes = judgements
    renamed = np.array(item_names)[items], np.array(annotator_names)[annotators]
    assert inter_annotator(*renamed, outcomes) == inter_annotator(*judgements)
    assert intra_annotator(*renamed, outcomes) == intra_annotator(*judgements)


def test_coefficients_of_released_counts():
    # WMT15 Finnish-English, collapsed, between annotators: the counts and the coefficients as released.
    found = Agreement(agree=1212, comparable=1929, ties=2333, total=17309)
    assert [found.observed, found.expected, found.kappa] == pytest.approx([0.628, 0.392, 0.388], abs=5e-4)


def test_ties_are_the_share_that_chance_depends_on():
    # No ties: two outcomes at random agree half of the time. A third of ties: three outcomes, a third.
    assert Agreement(0, 1, 0, 10).expected == 0.5
    assert Agreement(0, 1, 4, 12).expected == pytest.approx(1 / 3)


def test_nothing_to_compare_gives_no_coefficient():
    once = np.array([0, 1]), np.array([0, 0]), np.array([1, 0])
    found = inter_annotator(*once)
    assert (found.observed, found.expected, found.kappa) == (None, None, None)
    all_ties = inter_annotator(np.array([0, 0]), np.array([0, 1]), np.array([0, 0]))
    assert (all_ties.observed, all_ties.expected, all_ties.kappa) == (1.0, 1.0, None)


def test_each_form_counts_its_own_judgements():
    # Segment 0 has items 0 and 1, segment 1 has item 2. Annotator 0 judges item 0 twice and item 1 once; annotator 1
    # judges item 0 once and item 2 once.
    items, segments = np.array([0, 0, 1, 0, 2]), np.array([0, 0, 0, 0, 1])
    annotators, outcomes = np.array([0, 0, 0, 1, 1]), np.array([1, 0, 0, 1, 0])
    assert inter_annotator(items, annotators, outcomes) == Agreement(agree=1, comparable=2, ties=1, total=3)
    assert intra_annotator(items, annotators, outcomes) == Agreement(agree=0, comparable=1, ties=1, total=2)
    assert inter_annotator_wmt(items, outcomes) == Agreement(agree=1, comparable=3, ties=3, total=5)
    # Annotator 0 repeated something on segment 0, so all three of their judgements there count; annotator 1 did not.
    assert intra_annotator_wmt(items, segments, annotators, outcomes) == Agreement(0, 1, ties=2, total=3)


@pytest.mark.parametrize("copied", [0.0, 0.3, 0.8])
def test_kappa_recovers_how_often_annotators_see_the_same(copied):
    # An annotator sees the true outcome with chance r and guesses with the right shares otherwise; two of them agree
    # beyond chance with r^2, here `copied`. Ties .25, so pE = .25^2 + 2 (.375)^2 = .34375.
    rng, n = np.random.default_rng(0), 20_000
    shares = [0.375, 0.25, 0.375]
    truth = rng.choice([-1, 0, 1], n, p=shares)
    seen = [np.where(rng.random(n) < np.sqrt(copied), truth, rng.choice([-1, 0, 1], n, p=shares)) for _ in range(2)]
    found = inter_annotator(np.tile(np.arange(n), 2), np.repeat([0, 1], n), np.concatenate(seen))
    # The error of a share of 20,000 divided by 1 - pE, four times.
    assert found.kappa == pytest.approx(copied, abs=4 * 0.5 / np.sqrt(n) / 0.65625)
    assert found.expected == pytest.approx(0.34375, abs=0.005)
