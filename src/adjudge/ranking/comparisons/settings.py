"""Choices besides the method, when comparisons are ranked; each method says which of them it takes."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, Final, Literal, get_args

from adjudge.core.arguments import require_number, require_text, require_whole_number
from adjudge.ranking.comparisons.catalogue import (
    BAD_BOOTSTRAP,
    BAD_RUNS,
    BAD_TIME_LIMIT,
    NOT_A_CHOICE,
    NOT_A_LIST,
    NOT_TOGETHER,
)
from adjudge.ranking.comparisons.result import ArcWeights
from adjudge.ranking.corrections import CorrectionName, require_correction, require_level

#: What dependent comparisons may share.
Unit = Literal["ranking", "segment", "document", "annotator"]
UNITS: Final[tuple[Unit, ...]] = get_args(Unit)
Covariate = Literal["position", "length"]
#: What becomes of comparisons that call both outputs bad.
BothBad = Literal["tie", "drop"]
#: Ranks that hold 95% of the runs leave something out at both ends.
_FEWEST_RUNS: Final = 3
_FEWEST_REPLICATES: Final = 2


@dataclass(frozen=True)
class ComparisonSettings:
    """Choices besides the method. A choice that is left out is made by the method.

    Args:
        reference: name of the human reference; `_ref` is recognised without.
        rank_reference: rank the reference like a system.
        unit: what dependent comparisons share. `auto` takes the document, else the segment, else the ranking: the
            first that is known, however few there are; models allow for tastes of annotators as well. Any other unit is
            the only one. `none` treats all comparisons as independent.
        arcs: how a majority weighs in the tournament.
        time_limit: seconds for an exact search.
        runs: random runs of a method that is random.
        bootstrap: replicates for the intervals of a model; 0 for the jackknife.
        covariates: what moves a preference besides the systems: being named first, and the difference in length.
        both_bad: what becomes of comparisons that call both outputs bad: `tie` counts them as ties, `drop` leaves them
            out.
        level: significance level of the pairs.
        correction: for the number of pairs: `familywise`, or `fdr` for the false discovery rate.
    """

    reference: str | None = None
    rank_reference: bool = False
    unit: Unit | Literal["auto", "none"] = "auto"
    arcs: ArcWeights = "net"
    time_limit: float | None = None
    runs: int | None = None
    bootstrap: int | None = None
    covariates: Sequence[Covariate] = ()
    both_bad: BothBad = "tie"
    level: float = 0.05
    correction: CorrectionName = "familywise"

    def __post_init__(self) -> None:
        if isinstance(self.covariates, str):
            raise NOT_A_LIST(name="covariates", value=self.covariates)
        object.__setattr__(self, "covariates", tuple(self.covariates))
        _require_known("unit", self.unit, ("auto", "none", *UNITS))
        _require_known("arcs", self.arcs, get_args(ArcWeights))
        _require_known("both_bad", self.both_bad, get_args(BothBad))
        require_correction(self.correction)
        require_level(self.level)
        for covariate in self.covariates:
            _require_known("covariates", covariate, get_args(Covariate))
        require_number("time_limit", self.time_limit)
        require_whole_number("runs", self.runs)
        require_whole_number("bootstrap", self.bootstrap)
        require_text("reference", self.reference, example="ref")
        if self.time_limit is not None and not 0 < self.time_limit < math.inf:
            raise BAD_TIME_LIMIT(seconds=self.time_limit)
        if self.runs is not None and self.runs < _FEWEST_RUNS:
            raise BAD_RUNS(runs=self.runs, fewest=_FEWEST_RUNS)
        if self.bootstrap is not None and self.bootstrap != 0 and self.bootstrap < _FEWEST_REPLICATES:
            raise BAD_BOOTSTRAP(replicates=self.bootstrap, fewest=_FEWEST_REPLICATES)
        if self.bootstrap and self.covariates:
            raise NOT_TOGETHER(first="covariates", second="bootstrap")

    @property
    def given(self) -> tuple[str, ...]:
        """Names of the choices that were made, not left to the method."""
        return tuple(field.name for field in fields(self) if getattr(self, field.name) != field.default)

    def only(self, names: Collection[str]) -> ComparisonSettings:
        """The same choices, those of other names left to the method."""
        others: dict[str, Any] = {field.name: field.default for field in fields(self) if field.name not in names}
        return replace(self, **others)

    def to_dict(self, names: Collection[str]) -> dict[str, Any]:
        """The choices of these names as plain data."""
        choices = {field.name: getattr(self, field.name) for field in fields(self) if field.name in names}
        return {name: list(value) if isinstance(value, tuple) else value for name, value in choices.items()}


def _require_known(name: str, value: str, known: Sequence[str]) -> None:
    if value not in known:
        raise NOT_A_CHOICE(name=name, value=value, known=", ".join(known))


def with_testing(
    settings: ComparisonSettings | None, *, level: float | None, correction: CorrectionName | None
) -> ComparisonSettings | None:
    """The settings with another level or correction, where one is given."""
    changes: dict[str, Any] = {"level": level, "correction": correction}
    given = {name: value for name, value in changes.items() if value is not None}
    return replace(settings or ComparisonSettings(), **given) if given else settings
