"""Two systems whose scores are normal with the same spread: from P(A < B) to the distance of their means."""

from __future__ import annotations

import math

import numpy as np

from adjudge.kernels.probability.normal import distribution, quantile

_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(20)


def shift_of(p: float) -> float:
    """The distance of two normal distributions of unit variance with P(A < B) = p: sqrt(2) Phi^-1(p)."""
    return math.sqrt(2) * quantile(p)


def paired_shift(p: float, correlation: float) -> float:
    """The mean of the differences B - A of the same segment, in their standard deviations.

    Definition: A and B are normal of unit variance with this correlation, and P(A < B') = p for scores of different
    segments. Then B - A is normal with mean sqrt(2) Phi^-1(p) and variance 2 (1 - correlation), and the quotient is
    Phi^-1(p) / sqrt(1 - correlation).
    """
    return quantile(p) / math.sqrt(1 - correlation)


def both_below(h: float) -> float:
    """The chance that two standard normals with correlation 1/2 both stay below h.

    Definition: Phi(h) - 2 T(h, 1 / sqrt(3)), T Owen's function. With h = theta / sqrt(2) it is E[Phi(Z + theta)^2], the
    chance that two scores of A stay below the same score of B. Twenty Gauss-Legendre points give T to machine precision
    on this short interval.

    Checked against: the plain twin below to 1e-12 (tests/laws).
    """
    a = 1 / math.sqrt(3)
    x = a / 2 * (_NODES + 1)
    owen = float((_WEIGHTS * np.exp(-h * h * (1 + x * x) / 2) / (1 + x * x)).sum()) * a / 2 / (2 * math.pi)
    return distribution(h) - 2 * owen


def both_below_plain(h: float) -> float:
    """The same as E[Phi(Z + sqrt(2) h)^2], summed over a fine grid of Z. For tests."""
    step = 1 / 64
    grid = [i * step for i in range(-10 * 64, 10 * 64 + 1)]
    density = [math.exp(-z * z / 2) / math.sqrt(2 * math.pi) for z in grid]
    return sum(f * distribution(z + math.sqrt(2) * h) ** 2 for z, f in zip(grid, density, strict=True)) * step
