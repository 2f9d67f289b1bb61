"""What a method for comparisons hands over: an order, and whatever it knows beyond."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from adjudge.core.findings import Finding
from adjudge.ranking.comparisons.result import FittedModel, Optimum

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Ordered:
    """An order of systems.

    Args:
        order: codes of the ranked systems, best first.
        scores: of the systems, in the order of the tally; None if the method gives places only.
        p: of all pairs, uncorrected, systems x systems; None for tests on direct comparisons.
        sets: simultaneous confidence sets of the ranks, in rank order.
        ranges: ranks that the method itself leaves open, in rank order.
        lines: whether the method itself draws a line below each system, in rank order.
        line_shares: how often it does.
        optimum: of the exact search.
        model: of a model.
        test: how pairs were tested, for the signature; None for tests on direct comparisons.
        choices: further parts of the signature.
        findings: what the method has to say.
    """

    order: list[int]
    scores: Floats | None
    p: Floats | None = None
    sets: list[tuple[int, int]] | None = None
    ranges: list[tuple[int, int]] | None = None
    lines: list[bool] | None = None
    line_shares: tuple[float, ...] | None = None
    optimum: Optimum | None = None
    model: FittedModel | None = None
    test: str | None = None
    choices: tuple[tuple[str, str], ...] = ()
    findings: tuple[Finding, ...] = ()

    def with_choice(self, key: str, value: str) -> Ordered:
        """The same with a further part of the signature."""
        return replace(self, choices=(*self.choices, (key, value)))
