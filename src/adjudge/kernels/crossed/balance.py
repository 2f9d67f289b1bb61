"""How far a session's mixture of systems is from that of the campaign, and what chance alone would give."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from adjudge.kernels.crossed.additive import Floats

Counts = NDArray[np.int64]


def imbalance(counts: Counts) -> Floats:
    """The share of each session's items that would have to be of other systems to make it a picture of the campaign.

    Definition: the total variation distance, 1/2 sum_j |n_j / n - N_j / N|, of a row of counts from the column sums:
    0 if the session has the campaign's mixture, near 1 if it holds hardly anything of what the campaign holds.

    Args:
        counts: one row per session, one column per system.
    """
    shares = counts / counts.sum(axis=1, keepdims=True)
    return np.asarray(0.5 * np.abs(shares - counts.sum(axis=0) / counts.sum()).sum(axis=1))


def chi_square(counts: Counts, totals: Counts) -> Floats:
    """Pearson's chi-square of each row against the mixture of `totals`; columns without items do not count."""
    expected = counts.sum(axis=1, keepdims=True) * totals / totals.sum()
    return np.asarray(((counts - expected) ** 2 / np.where(expected > 0, expected, 1.0)).sum(axis=1))


def drawn_balance(counts: Counts, draws: int, rng: np.random.Generator) -> tuple[Floats, Floats]:
    """What random sessions look like: single items drawn from the campaign without replacement.

    Definition: for a session of n items, `draws` samples of the multivariate hypergeometric distribution with the
    campaign's numbers of items. p = (1 + samples whose chi-square is at least the observed one) / (1 + draws).
    Sessions of one size share their samples.

    Checked against: the exact distribution for two systems, `scipy.stats.hypergeom` (tests/unit/kernels).

    Args:
        counts: one row per session, one column per system.
        draws: samples for each size of a session.
        rng: random numbers.

    Returns:
        The mean imbalance of samples of each session's size, and p.
    """
    totals = counts.sum(axis=0)
    sizes = counts.sum(axis=1)
    observed = chi_square(counts, totals)
    expected, p = np.empty(len(counts)), np.empty(len(counts))
    for size in np.unique(sizes):
        rows = sizes == size
        sample = rng.multivariate_hypergeometric(totals, int(size), draws)
        apart = 0.5 * np.abs(sample / size - totals / totals.sum()).sum(axis=1)
        # Equal statistics can differ in the last digit: an observed one must not fall short of its copies.
        drawn = np.sort(chi_square(sample, totals)) * (1 + 1e-12)
        expected[rows] = apart.mean()
        p[rows] = (1 + draws - np.searchsorted(drawn, observed[rows], side="left")) / (1 + draws)
    return expected, p


def chance_to_meet(blocks: int, of_other: int, others_drawn: NDArray[np.int64]) -> Floats:
    """The chance that a session which holds a block of one system also holds one of another system.

    Definition: 1 - C(M - 1 - m, k) / C(M - 1, k), blocks drawn without replacement; a block is one system's version
    of one document in one session.

    Args:
        blocks: M, blocks in the campaign.
        of_other: m, blocks of the other system.
        others_drawn: k, blocks in each session besides the one that is known.
    """
    from scipy.special import gammaln

    left = blocks - 1 - of_other
    possible = others_drawn <= left
    k = np.where(possible, others_drawn, 0)
    log = gammaln(left + 1) - gammaln(left - k + 1) - gammaln(blocks) + gammaln(blocks - k)
    return np.asarray(1.0 - np.where(possible, np.exp(log), 0.0))


def meeting_shares(counts: Counts, blocks: Counts) -> tuple[Counts, Floats]:
    """In how many sessions two systems meet, and in what share of the sessions of one the other was to be expected.

    Definition: `expected[a, b]` is the mean of `chance_to_meet` over the sessions of a: the chance that a session with
    one block of a and as many others as it has, drawn at random from the campaign, holds a block of b.

    Args:
        counts: items, one row per session, one column per system.
        blocks: the same in blocks.

    Returns:
        Sessions with both systems (of one system: with it), and the expected shares; NaN for systems without sessions
        and on the diagonal.
    """
    present = (counts > 0).astype(np.int64)
    together = present.T @ present
    size, of_system = blocks.sum(axis=1), blocks.sum(axis=0)
    expected = np.full((len(together), len(together)), np.nan)
    for a in np.flatnonzero(np.diag(together)):
        drawn = size[present[:, a] > 0] - 1
        for b in range(len(together)):
            if a != b:
                expected[a, b] = chance_to_meet(int(size.sum()), int(of_system[b]), drawn).mean()
    return together, expected
