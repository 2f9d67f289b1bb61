"""A plan as numbers: what n segments or votes are worth, and the power they give."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from adjudge.kernels.power.clusters import design_effect, effective_in_documents, most_effective
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
        """Chance of success; zero where no outcome can be significant."""
        return self.power_of(self.effective(n), self.effective(self.plan.m or n), effect)

    def powers(self, sizes: Sequence[int], effect: float) -> list[float]:
        """The same for several sizes; of a test that counts all at once."""
        if self.form.counted is None:
            return [self.power(n, effect) for n in sizes]
        found = self.form.counted(np.array([self.cases(n) for n in sizes]), effect, self.plan).tolist()
        return [power if self.can_reject(self.effective(n), 1) else 0.0 for n, power in zip(sizes, found, strict=True)]

    def power_of(self, n: float, m: float, effect: float) -> float:
        """The same for n and m independent cases."""
        return self.form.power(n, m, effect, self.plan) if self.can_reject(n, m) else 0.0

    def can_reject(self, n: float, m: float) -> bool:
        """Whether the least p-value that n and m independent cases can give is small enough."""
        if n < 1 or m < 1:
            return False
        return self.plan.sides * self.form.least_p(n, m, self.plan) <= self.plan.level

    def cases(self, n: float) -> int:
        """Whole independent cases that n are worth."""
        return whole_cases(self.effective(n))
