"""The rank-sum kernel against its plain twin and against SciPy."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from adjudge.kernels.rating_tests.rank_sum import all_pairs_u, all_pairs_u_plain, rank_sum_p

# Few distinct values make ties; a wide range makes none.
_VALUES = st.one_of(st.integers(0, 5), st.integers(0, 100_000)).map(float)
_GROUPS = st.lists(st.lists(_VALUES, min_size=1, max_size=30), min_size=2, max_size=5)


def _flat(groups: list[list[float]]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    values = np.array([value for group in groups for value in group])
    numbers = np.repeat(np.arange(len(groups)), [len(group) for group in groups])
    return values, numbers, np.array([len(group) for group in groups])


@given(_GROUPS)
def test_fast_equals_plain(groups):
    values, numbers, _ = _flat(groups)
    for fast, plain in zip(
        all_pairs_u(values, numbers, len(groups)), all_pairs_u_plain(values, numbers, len(groups)), strict=True
    ):
        np.testing.assert_array_equal(fast, plain)


@given(_GROUPS, st.randoms(use_true_random=False))
def test_weights_count_scores_several_times(groups, random):
    values, numbers, _ = _flat(groups)
    times = np.array([random.randint(0, 3) for _ in values])
    times[0] = 1  # not everything may be left out
    weighted = all_pairs_u(values, numbers, len(groups), times.astype(float))
    repeated = all_pairs_u(np.repeat(values, times), np.repeat(numbers, times), len(groups))
    for one, other in zip(weighted, repeated, strict=True):
        np.testing.assert_allclose(one, other, atol=1e-9)


@pytest.mark.parametrize("alternative", ["greater", "two-sided"])
@given(groups=_GROUPS)
def test_p_values_equal_scipy(groups, alternative):
    values, numbers, sizes = _flat(groups)
    p = rank_sum_p(*all_pairs_u(values, numbers, len(groups)), sizes, alternative)
    for a, x in enumerate(groups):
        for b, y in enumerate(groups):
            if a == b or len(set(x + y)) == 1:  # SciPy divides by zero when all values are equal
                continue
            expected = stats.mannwhitneyu(x, y, alternative=alternative, method="asymptotic").pvalue
            assert p[a, b] == pytest.approx(expected, rel=1e-12, abs=1e-12)


def test_no_evidence_when_all_scores_are_equal():
    values, numbers, sizes = _flat([[3.0, 3.0], [3.0, 3.0, 3.0]])
    u = all_pairs_u(values, numbers, 2)
    assert rank_sum_p(*u, sizes, "two-sided")[0, 1] == 1.0
    assert rank_sum_p(*u, sizes, "greater")[0, 1] == 0.5


def test_far_tail_is_not_rounded_to_zero():
    values, numbers, sizes = _flat([list(range(400, 800)), list(range(400))])
    p = rank_sum_p(*all_pairs_u(values.astype(float), numbers, 2), sizes, "greater")
    expected = stats.mannwhitneyu(values[numbers == 0], values[numbers == 1], alternative="greater").pvalue
    assert 0 < p[0, 1] == pytest.approx(expected, rel=1e-9, abs=0)
