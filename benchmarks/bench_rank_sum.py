"""All pairs of rank-sum tests: our kernel against a loop over `scipy.stats.mannwhitneyu`, same p-values, one run."""

from __future__ import annotations

import time
from statistics import median

import numpy as np
from scipy import stats

from adjudge.kernels.rating_tests.rank_sum import all_pairs_u, rank_sum_p

SYSTEMS, SEGMENTS, ROUNDS = 20, 1500, 5


def _ours(values: np.ndarray, groups: np.ndarray) -> np.ndarray:
    wins, ties = all_pairs_u(values, groups, SYSTEMS)
    return rank_sum_p(wins, ties, np.full(SYSTEMS, SEGMENTS), "greater")


def _scipy(scores: np.ndarray) -> np.ndarray:
    p = np.ones((SYSTEMS, SYSTEMS))
    for a in range(SYSTEMS):
        for b in range(SYSTEMS):
            if a != b:
                p[a, b] = stats.mannwhitneyu(scores[a], scores[b], alternative="greater", method="asymptotic").pvalue
    return p


def main() -> None:
    """Print both times, the ratio, and the largest difference of a p-value."""
    rng = np.random.default_rng(0)
    # Whole scores from 0 to 100: 101 distinct values, as direct assessment gives them.
    shifts = np.linspace(0, 10, SYSTEMS)[:, None]
    scores = np.clip(np.round(rng.normal(60, 20, (SYSTEMS, SEGMENTS)) + shifts), 0, 100)
    values, groups = scores.ravel(), np.repeat(np.arange(SYSTEMS), SEGMENTS)
    p, expected = _ours(values, groups), _scipy(scores)
    fast, slow = [], []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        p = _ours(values, groups)
        middle = time.perf_counter()
        expected = _scipy(scores)
        fast.append(middle - start)
        slow.append(time.perf_counter() - middle)
    print(f"{SYSTEMS} systems x {SEGMENTS} segments, {len(np.unique(values))} distinct values, medians of {ROUNDS}")
    print(f"  adjudge {median(fast) * 1e3:.1f} ms, scipy loop {median(slow) * 1e3:.0f} ms")
    print(f"  scipy / adjudge: {median(slow) / median(fast):.0f}")
    print(f"  largest difference of a p-value: {np.abs(p - expected).max():.1e}")


if __name__ == "__main__":
    main()
