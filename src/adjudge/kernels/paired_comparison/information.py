"""Which two systems to compare next: the pairs from which one more vote tells most about the order.

What is known of the strengths is taken as normal, th ~ N(m, S). The order is as uncertain as the signs of all
differences: with x_ij = (m_i - m_j) / s_ij, s_ij^2 = S_ii + S_jj - 2 S_ij and h the binary entropy in bits,

    U = sum over pairs i < j of h(Phi(x_ij)).

A vote on a and b is about d ~ N(m_a - m_b, v), v = s_ab^2. It is won with probability p = E[logistic(d)]; the mean of d
then moves by cov(d, vote) / p, or else by -cov(d, vote) / (1 - p), with cov(d, vote) = v E[logistic'(d)] by Stein's
lemma. By the law of total variance the variance of d falls by k v^2 on average, k = E[logistic'(d)]^2 / (p (1 - p)).
All other differences follow d by their covariance with it.

The gain of a pair is the expected fall of U. To second order in the move, where the mean's shift and the fall of the
variance meet in one term (the slope of h(Phi) cancels), it is

    k (z' S) L (S z),   z = e_a - e_b,   L = Laplacian of c_ij = phi(x_ij)^2 / (2 ln 2 s_ij^2 Phi(x_ij) Phi(-x_ij)):

two products of matrices for all pairs at once, never below 0. Ties are not foreseen. If D dependent votes tell as
much as one independent vote, k is divided by D.
"""

from __future__ import annotations

import math
from functools import cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from adjudge.kernels.rounding import NOISE

Floats = NDArray[np.float64]
Codes = NDArray[np.intp]

#: Points of the Gauss-Hermite rule: exact for polynomials up to degree 61.
_NODES: Final = 31


class Belief(NamedTuple):
    """What is known of the strengths, as a normal distribution.

    Args:
        strengths: their means.
        covariance: of the strengths; only differences count, so any gauge will do.
        effect: the D of this module, the design effect of votes.
    """

    strengths: Floats
    covariance: Floats
    effect: float = 1.0


def order_uncertainty(belief: Belief) -> float:
    """U of this module: how many bits are missing to know, pair by pair, which of two systems is better."""
    from scipy.special import entr, ndtr

    gap, variance = _differences(belief, *np.triu_indices(len(belief.strengths), 1))
    better = ndtr(_standardised(gap, variance))
    return float((entr(better) + entr(1 - better)).sum() / math.log(2))


def information_gains(belief: Belief, first: Codes, second: Codes) -> Floats:
    """Bits that one more vote on each pair is expected to take off `order_uncertainty`.

    Definition: see the module. MacKay (1992) chooses measurements by expected information; what is informed here is
    the order, not the strengths: a pair far apart is not asked again to measure its distance.

    Checked against: `information_gains_plain`, which foresees both outcomes, as the covariance tends to 0; that one
    against votes drawn at random (tests/laws); campaigns with known truth (tests/recovery).

    Args:
        belief: strengths so far.
        first: code of one system of each candidate pair.
        second: code of the other.
    """
    n = len(belief.strengths)
    gap, variance = _differences(belief, *np.triu_indices(n, 1))
    weights = np.zeros((n, n))
    weights[np.triu_indices(n, 1)] = _worth(gap, variance)
    weights += weights.T
    laplacian = np.diag(weights.sum(axis=0)) - weights
    form = belief.covariance @ laplacian @ belief.covariance
    own = np.diag(form)
    return np.asarray(_learned(belief, first, second) * (own[first] + own[second] - 2 * form[first, second]))


def fair_share(count: int, systems: int) -> int:
    """How many of `count` votes one pair of systems gets at most: count / (systems - 1), rounded up.

    An order of n systems is n - 1 decisions between neighbours. When all of them are open, no pair deserves more than
    an equal part; a batch then has at least n - 1 different pairs, or as many as it has votes.
    """
    return -(-count // (systems - 1))


def choose_pairs(
    belief: Belief,
    first: Codes,
    second: Codes,
    count: int,
    *,
    share: float = math.inf,
    room: Floats | None = None,
) -> tuple[Codes, Floats]:
    """The best pairs for a batch whose votes all come in before the next choice, one after the other.

    Definition: of the pairs that have not had their share, the one of the largest gain is taken, and the covariance
    falls as its vote is expected to make it fall, S - k (S z) (S z)'; the means stay, because the vote is not known. A
    pair may be taken several times. When nothing else has room, pairs get more than their share.

    The share guards against the belief. Once the covariance is small, a hundred votes hardly change it, and the pair
    that is first stays first for all of them. But it leads by little, and many votes on one pair measure how far this
    pair departs from the model. The share costs some .002 of Kendall's tau where no pair departs, and saves .01 after
    many votes where they do (docs/explanation/next-pairs.md).

    Args:
        belief: strengths so far.
        first: code of one system of each candidate pair.
        second: code of the other.
        count: how many votes.
        share: how many of them one candidate gets at most while another one has room; see `fair_share`.
        room: how many votes each candidate can take at most; no limit if left out.

    Returns:
        Positions among the candidates in the order of choice, and their gains given all votes before them. They are
        fewer than `count` if there is no more room.
    """
    left = np.full(len(first), np.inf) if room is None else room.astype(np.float64)
    taken = np.zeros(len(first))
    chosen, gains = [], []
    for _ in range(int(min(count, left.sum()))):
        free = (left > taken) & (taken < share)
        free = free if free.any() else left > taken
        ahead = np.where(free, information_gains(belief, first, second), -1.0)
        best = int(np.argmax(ahead))
        chosen.append(best)
        gains.append(ahead[best])
        taken[best] += 1
        move = belief.covariance[:, first[best]] - belief.covariance[:, second[best]]
        learned = _learned(belief, first[[best]], second[[best]])[0]
        belief = belief._replace(covariance=belief.covariance - learned * np.outer(move, move))
    return np.array(chosen, dtype=np.intp), np.array(gains)


def _differences(belief: Belief, first: Codes, second: Codes) -> tuple[Floats, Floats]:
    """Means and variances of the differences of two systems."""
    own = np.diag(belief.covariance)
    both = own[first] + own[second]
    variance = both - 2 * belief.covariance[first, second]
    return belief.strengths[first] - belief.strengths[second], np.where(variance > NOISE * both, variance, 0.0)


def _standardised(gap: Floats, variance: Floats) -> Floats:
    """Gap over its standard deviation; without one, a gap is decided and no gap is open."""
    known = variance <= 0
    ratio = gap / np.sqrt(np.where(known, 1.0, variance))
    return np.where(known, np.where(gap == 0, 0.0, np.copysign(np.inf, gap)), ratio)


def _worth(gap: Floats, variance: Floats) -> Floats:
    """The c_ij of this module; 0 for a difference that is known."""
    from scipy.special import log_ndtr

    known = variance <= 0
    safe = np.where(known, 1.0, variance)
    x = gap / np.sqrt(safe)
    logs = -(x**2) - math.log(2 * math.pi) - log_ndtr(x) - log_ndtr(-x)
    return np.where(known, 0.0, np.exp(logs) / (2 * math.log(2) * safe))


@cache
def _normal_rule() -> tuple[Floats, Floats]:
    """Nodes and weights of the Gauss-Hermite rule for a standard normal variable."""
    nodes, weights = np.polynomial.hermite_e.hermegauss(_NODES)
    return nodes, weights / weights.sum()


def _learned(belief: Belief, first: Codes, second: Codes) -> Floats:
    """The k of this module over D, for each candidate.

    k v is the squared correlation of d with the vote, which no split of a normal distribution into two lifts above
    2 / pi; the rule of few nodes would, where the deviation of d is in the hundreds.
    """
    from scipy.special import expit

    nodes, weights = _normal_rule()
    gap, variance = _differences(belief, first, second)
    drawn = gap[:, None] + np.sqrt(variance)[:, None] * nodes
    up, down = expit(drawn), expit(-drawn)
    learned = ((up * down) @ weights) ** 2 / ((up @ weights) * (down @ weights))
    most = np.divide(2 / math.pi, variance, out=np.full_like(variance, np.inf), where=variance > 0)
    return np.asarray(np.minimum(learned, most) / belief.effect)


def information_gains_plain(belief: Belief, first: Codes, second: Codes) -> Floats:
    """The expected fall of the uncertainty with both outcomes of every vote foreseen, one pair after the other.

    For tests: after each outcome the belief is normal again, with the mean and variance of d that the vote leaves, by
    SciPy's integration. The vote stands alone.
    """
    before = order_uncertainty(belief)
    gains = []
    for a, b in zip(first, second, strict=True):
        move = belief.covariance[:, a] - belief.covariance[:, b]
        gap, variance = float(belief.strengths[a] - belief.strengths[b]), float(move[a] - move[b])
        after = 0.0
        for sign in (1, -1):
            chance, mean, left = _after_vote(gap, variance, sign)
            strengths = belief.strengths + move * (mean - gap) / variance
            covariance = belief.covariance - np.outer(move, move) * (variance - left) / variance**2
            after += chance * order_uncertainty(Belief(strengths, covariance))
        gains.append(before - after)
    return np.array(gains)


def _after_vote(gap: float, variance: float, sign: int) -> tuple[float, float, float]:
    """Chance of a vote for the first (1) or second (-1) system, and mean and variance of the difference after it."""
    from scipy.integrate import quad

    sd = math.sqrt(variance)

    def moment(power: int) -> float:
        def integrand(x: float) -> float:
            d = gap + sd * x
            return d**power / (1 + math.exp(-sign * d)) * math.exp(-(x**2) / 2) / math.sqrt(2 * math.pi)

        return float(quad(integrand, -12, 12)[0])

    chance = moment(0)
    mean = moment(1) / chance
    return chance, mean, moment(2) / chance - mean**2
