"""What is planned: the test, its level, what depends on what, and how many systems are compared."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from adjudge.core.catalogue import exact
from adjudge.kernels.power.normal_statistic import Sides

TestName = Literal["rank-sum", "paired", "sign", "comparisons"]
#: The effect farthest from .5 that is looked at.
FARTHEST: Final = 1e-6
#: No plan has more segments or votes.
MOST_SIZE: Final = 10_000_000


@dataclass(frozen=True)
class PowerSettings:
    """A planned test, checked.

    Args:
        test: name of its form.
        alpha: level over all comparisons.
        sides: 1 or 2; 1 for equivalence, which is two one-sided tests.
        m: segments of the other system; as many as n if None.
        correlation: of the scores of two systems on the same segment.
        ties: share of segments or votes without a winner.
        documents: that the segments come from, fixed; their length grows with n.
        group: segments of a document or votes of one person or text, fixed; their number grows with n.
        icc: correlation within such a group; None if segments or votes are independent.
        systems: all pairs of which are compared.
        margin: P(A < B) within .5 - margin and .5 + margin counts as equal; None to look for a difference.
    """

    test: str = "rank-sum"
    alpha: float = 0.05
    sides: Sides = 2
    m: int | None = None
    correlation: float = 0.0
    ties: float = 0.0
    documents: int | None = None
    group: float | None = None
    icc: float | None = None
    systems: int = 2
    margin: float | None = None

    @property
    def comparisons(self) -> int:
        """Pairs of systems."""
        return self.systems * (self.systems - 1) // 2

    @property
    def level(self) -> float:
        """Of each comparison: alpha over their number (Bonferroni), the first step of Holm."""
        return self.alpha / self.comparisons

    def choices(self) -> dict[str, object]:
        """Parts of the signature, each with all its digits."""
        parts: dict[str, object] = {"alpha": exact(self.alpha), "sides": self.sides, "systems": self.systems}
        optional = {name: getattr(self, name) for name in ("m", "documents", "group", "icc", "margin")}
        optional |= {name: getattr(self, name) or None for name in ("correlation", "ties")}
        return parts | {name: exact(value) for name, value in optional.items() if value is not None}
