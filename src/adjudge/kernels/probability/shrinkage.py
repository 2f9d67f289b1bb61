"""Spreads of many annotators, each shrunken towards the common one as far as its own judgements leave it uncertain."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

#: Scores of one annotator depend on each other and have heavy tails: three count as one for the spread.
SCORES_PER_ONE = 3.0
#: No spread is taken to be more than three times as small or large as the common one.
FURTHEST = math.log(3.0)


def shrunken_spreads(spreads: Floats, counts: Floats) -> Floats:
    """Empirical Bayes estimates of standard deviations.

    Definition: with s_a the standard deviation of n_a scores, log s_a has a variance of about v_a = 1 / (2 (n_a / 3 -
    1)). The variance t^2 between annotators is estimated by the method of moments (DerSimonian and Laird 1986), and
    log s_a is moved towards the mean m, weighted by 1 / (v_a + t^2): (t^2 log s_a + v_a m) / (t^2 + v_a), and no
    further than log 3 away from it: a few points of somebody who always gives the same score are no opinion. Annotators
    with too few scores, or without spread, take m.

    Checked against: `shrunken_spreads_plain` (tests/laws); known spreads (tests/recovery).

    Args:
        spreads: standard deviation of each annotator's scores.
        counts: how many scores.

    Returns:
        The shrunken spreads; all 1 if no annotator has any.
    """
    known = (counts > 2 * SCORES_PER_ONE) & (spreads > 0)
    if not known.any():
        return np.ones_like(spreads)
    own, variance = np.log(spreads[known]), 1 / (2 * (counts[known] / SCORES_PER_ONE - 1))
    between = _variance_between(own, variance)
    weights = 1 / (variance + between)
    common = float(weights @ own / weights.sum())
    shrunken = np.full(len(spreads), common)
    shrunken[known] = (between * own + variance * common) / (between + variance)
    return np.asarray(np.exp(np.clip(shrunken, common - FURTHEST, common + FURTHEST)))


def _variance_between(values: Floats, variances: Floats) -> float:
    weights = 1 / variances
    mean = weights @ values / weights.sum()
    excess = weights @ (values - mean) ** 2 - (len(values) - 1)
    scale = weights.sum() - (weights**2).sum() / weights.sum()
    return max(0.0, float(excess / scale)) if scale > 0 else 0.0


def shrunken_spreads_plain(spreads: Sequence[float], counts: Sequence[int]) -> list[float]:
    """The same, one annotator after the other. For tests."""
    rows = [(math.log(s), 1 / (2 * (n / 3 - 1))) for s, n in zip(spreads, counts, strict=True) if n > 6 and s > 0]
    if not rows:
        return [1.0] * len(spreads)
    total = sum(1 / v for _, v in rows)
    mean = sum(x / v for x, v in rows) / total
    excess = sum((x - mean) ** 2 / v for x, v in rows) - (len(rows) - 1)
    scale = total - sum(1 / v**2 for _, v in rows) / total
    between = max(0.0, excess / scale) if len(rows) > 1 and scale > 0 else 0.0
    common = sum(x / (v + between) for x, v in rows) / sum(1 / (v + between) for _, v in rows)
    result = []
    for s, n in zip(spreads, counts, strict=True):
        if n > 6 and s > 0:
            v = 1 / (2 * (n / 3 - 1))
            moved = (between * math.log(s) + v * common) / (between + v)
            result.append(math.exp(min(max(moved, common - math.log(3)), common + math.log(3))))
        else:
            result.append(math.exp(common))
    return result


def common_spread(spreads: Floats, counts: Floats) -> float:
    """The mean of shrunken spreads, every score counting once: differences keep the size they have in raw scores."""
    return float(np.average(spreads, weights=counts))
