"""The step-down maximum agrees with its definition, is never 0, and does not depend on signs, scales and orders."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudge.kernels.ranks.step_down import SignFlips, step_down, step_down_plain


def contributions(seed, units, pairs, shift=0.0):
    """Contributions of units to pairs, scaled so that their squares sum to 1, and the observed statistics."""
    rng = np.random.default_rng(seed)
    terms = rng.normal(size=(units, pairs)) + shift * rng.normal(size=pairs)
    terms /= np.sqrt((terms**2).sum(axis=0))
    return terms, terms.sum(axis=0)


def result_of(terms, observed, seed=0, level=0.05):
    return step_down(observed, SignFlips(terms), level, np.random.default_rng(seed))


@given(st.integers(0, 10_000), st.integers(1, 9), st.integers(1, 6), st.sampled_from([0.0, 1.0]))
def test_all_sign_assignments_give_the_definition(seed, units, pairs, shift):
    terms, observed = contributions(seed, units, pairs, shift)
    found = result_of(terms, observed)
    draws = np.array(list(product((-1.0, 1.0), repeat=units))) @ terms
    assert found.exact
    assert found.draws == 2 ** (units - 1)
    assert found.p == pytest.approx(step_down_plain(observed, draws))
    alone = (np.abs(draws) >= np.abs(observed) * (1 - 1e-5)).mean(axis=0)
    assert found.single == pytest.approx(alone)


@given(st.integers(0, 10_000), st.integers(15, 40), st.integers(1, 6))
def test_p_values_are_above_those_of_single_pairs_and_never_0(seed, units, pairs):
    terms, observed = contributions(seed, units, pairs, 0.5)
    found = result_of(terms, observed)
    assert (found.p >= found.single).all()
    assert (found.single > 0).all()
    assert (found.p <= 1).all()


@given(st.integers(0, 10_000), st.sampled_from([6, 30]))
def test_signs_scales_and_orders_of_pairs_do_not_matter(seed, units):
    terms, observed = contributions(seed, units, 5, 0.5)
    rng = np.random.default_rng(seed)
    found, order = result_of(terms, observed), rng.permutation(5)
    signs = rng.choice([-1.0, 1.0], 5)
    again = result_of((terms * signs)[:, order], (observed * signs)[order])
    assert again.p == pytest.approx(found.p[order])
    assert again.single == pytest.approx(found.single[order])


@given(st.integers(0, 10_000))
def test_a_pair_twice_changes_nothing_for_the_others(seed):
    terms, observed = contributions(seed, 10, 4)
    once = result_of(terms, observed)
    twice = result_of(np.hstack([terms, terms[:, :1]]), np.append(observed, observed[0]))
    assert twice.p[:4] == pytest.approx(once.p)


def test_random_draws_come_close_to_all():
    terms, observed = contributions(3, 14, 5, 0.4)
    exact = result_of(terms, observed)
    # A further unit that says nothing doubles the assignments and makes them too many to enumerate.
    drawn = result_of(np.vstack([terms, np.zeros((1, 5))]), observed)
    assert exact.exact
    assert not drawn.exact
    error = np.sqrt(0.25 / drawn.draws)
    assert np.abs(drawn.p - exact.p).max() < 4 * error + 1 / drawn.draws


def test_with_few_units_nothing_can_be_significant():
    # All units agree: the observed assignment is as extreme as any, and one of 2^(5-1).
    terms = np.full((5, 1), 1 / np.sqrt(5))
    assert result_of(terms, terms.sum(axis=0)).p == pytest.approx(1 / 16)


def test_without_a_critical_value_nothing_else_changes():
    terms, observed = contributions(5, 30, 6, 0.3)
    with_it = result_of(terms, observed)
    without = step_down(observed, SignFlips(terms), 0.05, np.random.default_rng(0), critical=False)
    assert without.p.tolist() == with_it.p.tolist()
    assert without.critical == np.inf
