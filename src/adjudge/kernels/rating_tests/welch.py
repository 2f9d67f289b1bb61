"""t tests of means from counts, means and variances: Welch's for two samples, Student's for one."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from adjudge.kernels.probability.student import upper_tail_of_t
from adjudge.kernels.rounding import is_noise, variance_of

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Sample:
    """A sample by what t tests need.

    Args:
        n: size.
        mean: mean; None if the sample is empty.
        variance: with n - 1; None with fewer than two.
    """

    n: int
    mean: float | None
    variance: float | None

    @classmethod
    def of(cls, values: Floats) -> Sample:
        """The sample of these values; mean and variance are exactly 0 where they are 0 but for rounding."""
        n = len(values)
        if not n:
            return cls(0, None, None)
        mean = float(values.mean())
        return cls(n, 0.0 if is_noise(mean, np.abs(values).max()) else mean, variance_of(values) if n > 1 else None)


def welch_p_less(first: Sample, second: Sample) -> float | None:
    """One-tailed p of "the mean of the first is below that of the second" without equal variances (Welch 1947).

    t = (m1 - m2) / sqrt(v1/n1 + v2/n2); degrees of freedom (v1/n1 + v2/n2)^2 / ((v1/n1)^2/(n1-1) + (v2/n2)^2/(n2-1)).
    None if a sample has fewer than two values or neither varies.

    Checked against: `scipy.stats.ttest_ind(equal_var=False, alternative="less")` (tests/laws).
    """
    if first.mean is None or second.mean is None or first.variance is None or second.variance is None:
        return None
    a, b = first.variance / first.n, second.variance / second.n
    if a + b <= 0:
        return None
    freedom = (a + b) ** 2 / (a**2 / (first.n - 1) + b**2 / (second.n - 1))
    return upper_tail_of_t((second.mean - first.mean) / math.sqrt(a + b), freedom)


def one_sample_p(sample: Sample) -> float | None:
    """Two-sided p of "the mean is not 0" (Student's t test); None with fewer than two values or without spread.

    Checked against: `scipy.stats.ttest_1samp` (tests/laws).
    """
    if sample.mean is None or not sample.variance:
        return None
    t = sample.mean / math.sqrt(sample.variance / sample.n)
    return min(1.0, 2 * upper_tail_of_t(abs(t), sample.n - 1))
