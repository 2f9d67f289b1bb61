"""The sign test by units agrees with its definition, and with the plain sign test where votes stand alone."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudge.kernels.paired_comparison.unit_sign_test import unit_sign_p, unit_sums_plain
from adjudge.kernels.rating_tests.paired import sign_p
from adjudge.kernels.rating_tests.sign_flip import sign_flip_p_plain


@st.composite
def campaigns(draw):
    n = draw(st.integers(2, 4))
    votes = draw(st.integers(1, 80))
    rng = np.random.default_rng(draw(st.integers(0, 10_000)))
    first = rng.integers(0, n, votes)
    second = (first + rng.integers(1, n, votes)) % n
    unit = rng.integers(0, draw(st.sampled_from([3, 10, 60])), votes)
    return n, first, second, rng.integers(-1, 2, votes), unit, rng.integers(1, 4, votes) / 2


@given(campaigns())
def test_the_test_agrees_with_its_definition(campaign):
    n, first, second, outcome, unit, weights = campaign
    p = unit_sign_p(first, second, outcome, unit, n, weights=weights)
    assert (p == p.T).all()
    for a in range(n):
        for b in range(a + 1, n):
            sums = np.array(unit_sums_plain(first, second, outcome, unit, pair=(a, b), weights=weights))
            if not len(sums):
                expected = 1.0
            elif len(sums) <= 12:
                expected = sign_flip_p_plain(sums[:, None])[0]
            else:
                expected = math.erfc(abs(sums.sum()) / math.sqrt((sums**2).sum()) / math.sqrt(2))
            assert p[a, b] == pytest.approx(expected)


@given(st.integers(1, 12), st.data())
def test_votes_that_stand_alone_give_the_sign_test(decided, data):
    won = data.draw(st.integers(0, decided))
    lost = decided - won
    outcome = np.repeat([1, -1], [won, lost])
    zeros = np.zeros(len(outcome), dtype=np.intp)
    p = unit_sign_p(zeros, zeros + 1, outcome, np.arange(len(outcome)), 2)
    assert p[0, 1] == pytest.approx(sign_p(outcome.astype(float), "two-sided"))


@given(campaigns(), st.floats(0.01, 1000))
def test_only_proportions_of_weights_matter(campaign, factor):
    n, first, second, outcome, unit, weights = campaign
    once, again = (unit_sign_p(first, second, outcome, unit, n, weights=weights * c) for c in (1.0, factor))
    assert once == pytest.approx(again, abs=1e-6)


def test_units_keep_the_level_where_votes_do_not():
    # 40 units of 10 votes that agree with each other nine times in ten; neither system is preferred.
    rng = np.random.default_rng(7)
    alone, together = [], []
    for _ in range(400):
        side = np.repeat(rng.choice([-1, 1], 40), 10)
        outcome = np.where(rng.random(400) < 0.9, side, -side)
        zeros, unit = np.zeros(400, dtype=np.intp), np.repeat(np.arange(40), 10)
        together.append(unit_sign_p(zeros, zeros + 1, outcome, unit, 2)[0, 1] < 0.05)
        alone.append(unit_sign_p(zeros, zeros + 1, outcome, np.arange(400), 2)[0, 1] < 0.05)
    # Three standard errors of a share of .05 in 400 runs are .033.
    assert np.mean(together) == pytest.approx(0.05, abs=0.033)
    assert np.mean(alone) > 0.3
