"""Choices besides the method, when comparisons are ranked."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal, get_args

from adjudge.core.errors import Problem, UsageError
from adjudge.ranking.comparisons.result import ArcWeights
from adjudge.ranking.comparisons.tally import UNITS, Unit

Covariate = Literal["position", "length"]


@dataclass(frozen=True)
class ComparisonSettings:
    """Choices besides the method.

    Args:
        reference: name of the human reference; `_ref` is known without.
        rank_reference: rank the reference as if it were a system.
        unit: what dependent votes have in common; `auto` takes the document, else the segment, else
            the ranking, whichever is known first and has thirty units.
        arcs: how a majority weighs in the tournament.
        time_limit: seconds for the exact search.
        runs: of TrueSkill.
        bootstrap: replicates for the intervals of a model; 0 for the sandwich formula.
        covariates: of `bradley-terry`, `davidson` and `rao-kupper`: what was shown first, and the difference in length.
    """

    reference: str | None = None
    rank_reference: bool = False
    unit: Unit | Literal["auto", "none"] = "auto"
    arcs: ArcWeights = "net"
    time_limit: float = 60.0
    runs: int = 1000
    bootstrap: int = 0
    covariates: tuple[Covariate, ...] = ()

    def __post_init__(self) -> None:
        _require_known("unit", self.unit, ("auto", "none", *UNITS))
        _require_known("arcs", self.arcs, get_args(ArcWeights))
        for covariate in self.covariates:
            _require_known("covariates", covariate, get_args(Covariate))
        if not 0 < self.time_limit < math.inf:
            raise UsageError(
                Problem(
                    "AJ040",
                    f"a time limit of {self.time_limit:g} s makes no sense",
                    "a positive number of seconds",
                    "1 value",
                    "leave --time-limit out for 60 s",
                )
            )

    def to_dict(self) -> dict[str, Any]:
        """The choices as plain data."""
        return asdict(self) | {"covariates": list(self.covariates)}


def _require_known(name: str, value: str, known: Sequence[str]) -> None:
    if value not in known:
        raise UsageError(
            Problem("AJ040", f"{name} is '{value}'", f"one of {', '.join(known)}", "1 value", "choose one of these")
        )
