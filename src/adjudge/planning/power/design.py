"""A plan as numbers: what n segments or votes are worth, and the power they give."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from adjudge.kernels.power.clusters import design_effect, effective_in_documents, most_effective
from adjudge.kernels.power.normal_statistic import limit_share
from adjudge.planning.power.forms import FORMS, PowerForm, whole_cases
from adjudge.planning.power.settings import PowerSettings


@dataclass(frozen=True)
class Design:
    """A planned test.

    Args:
        plan: its settings.
    """

    plan: PowerSettings

    @property
    def form(self) -> PowerForm:
        """The test."""
        return FORMS[self.plan.test]

    def design_effect(self, n: float) -> float:
        """How many of n segments or votes carry as much information as one independent one."""
        if self.plan.icc is None:
            return 1.0
        size = n / self.plan.documents if self.plan.documents is not None else self.plan.group
        return design_effect(size or 1.0, self.plan.icc)

    def effective(self, n: float) -> float:
        """How many independent ones n segments or votes are worth."""
        if self.plan.icc is not None and self.plan.documents is not None:
            return effective_in_documents(n, self.plan.documents, self.plan.icc)
        return n / self.design_effect(n)

    @property
    def most_effective(self) -> float:
        """What they are worth at most, however many they are."""
        if self.plan.icc is not None and self.plan.documents is not None:
            return most_effective(self.plan.documents, self.plan.icc)
        return float("inf")

    def power(self, n: float, effect: float) -> float:
        """Chance of success; zero where no outcome is one."""
        return self.power_of(self.effective(n), self.effective(self.plan.m or n), effect)

    def powers(self, sizes: Sequence[int], effect: float) -> list[float]:
        """The same for several sizes; of a test that counts all at once."""
        if self.form.counted is None:
            return [self.power(n, effect) for n in sizes]
        return list(self.form.counted(np.array([self.cases(n) for n in sizes]), effect, self.plan).tolist())

    def power_of(self, n: float, m: float, effect: float) -> float:
        """The same for n and m independent cases."""
        return self.form.power(n, m, effect, self.plan) if self.least_p(n, m) <= self.plan.level else 0.0

    def least_p(self, n: float, m: float) -> float:
        """The least p-value that n and m independent cases can give; 1 for less than one case.

        It belongs to tests for a difference. Two tests of equality have limits of their own, which no outcome may meet;
        their power is zero there, and nothing is asked of p-values here.
        """
        if n < 1 or m < 1:
            return 1.0
        if self.plan.margin is not None:
            return 0.0
        return min(1.0, self.plan.sides * self.form.least_p(n, m, self.plan))

    def limit_share(self, n: float, m: float) -> float:
        """Where the limit of a test with a normal approximation lies: see the kernel; 0 for exact tests."""
        return 0.0 if self.form.none is None else limit_share(self.form.none(n, m), self.plan.level, self.plan.sides)

    def cases(self, n: float) -> int:
        """Whole independent cases that n are worth."""
        return whole_cases(self.effective(n))
