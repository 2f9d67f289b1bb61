"""All pairs of rank-sum tests: our kernel against a loop over `scipy.stats.mannwhitneyu`, same p-values, one run."""

from __future__ import annotations

import numpy as np
from scipy import stats

from adjudge.kernels.rating_tests.rank_sum import all_pairs_u, rank_sum_p
from benchmarks.generators import whole_scores
from benchmarks.timing import medians, print_ratio

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
    scores = whole_scores(SYSTEMS, SEGMENTS)
    values, groups = scores.ravel(), np.repeat(np.arange(SYSTEMS), SEGMENTS)
    p, expected = _ours(values, groups), _scipy(scores)
    fast, slow = medians(lambda: _ours(values, groups), lambda: _scipy(scores), rounds=ROUNDS)
    print(f"{SYSTEMS} systems x {SEGMENTS} segments, {len(np.unique(values))} distinct values, medians of {ROUNDS}")
    print(f"  adjudge {fast * 1e3:.1f} ms, scipy loop {slow * 1e3:.0f} ms")
    print_ratio(("scipy loop", slow), ("adjudge", fast))
    print(f"  largest difference of a p-value: {np.abs(p - expected).max():.1e}")


if __name__ == "__main__":
    main()
