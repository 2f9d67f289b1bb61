"""Power of a test of a mean difference with a known standard error."""

from __future__ import annotations

from adjudge.kernels.probability.normal import distribution, quantile


def normal_power(effect: float, standard_error: float, level: float = 0.05) -> float:
    """Chance that a two-sided test finds a difference estimated with this standard error."""
    z, shift = quantile(1 - level / 2), abs(effect) / standard_error
    return distribution(shift - z) + distribution(-shift - z)


def smallest_difference(standard_error: float, power: float = 0.8, level: float = 0.05) -> float:
    """The difference found with the power asked for: (z of level + z of power) standard errors."""
    return (quantile(1 - level / 2) + quantile(power)) * standard_error
