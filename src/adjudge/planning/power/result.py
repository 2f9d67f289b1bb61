"""A planned comparison as a result: what was given, what was solved, and other sizes and effects around it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, ClassVar, Final, Self

import polars as pl

from adjudge.core.catalogue import counted, exact
from adjudge.core.results import Result
from adjudge.kernels.power.normal_statistic import Sides
from adjudge.planning.power.checking import Solved
from adjudge.planning.power.digits import level_text, margin_ends, solved_digits
from adjudge.planning.power.forms import FORMS


@dataclass(frozen=True)
class PowerCurve:
    """Power by n.

    Args:
        effect: P(A < B).
        margin: of equivalence; None if a difference is looked for.
        sizes: values of n.
        powers: at each of them.
    """

    effect: float
    margin: float | None
    sizes: tuple[int, ...]
    powers: tuple[float, ...]


@dataclass(frozen=True)
class NeededSize:
    """What another effect, or another margin, would need.

    Args:
        effect: P(A < B).
        margin: of equivalence; None if a difference is looked for.
        n: the least with the target power; None if there is none.
    """

    effect: float
    margin: float | None
    n: int | None


#: Fields of the main row, in the order of the JSON.
_ROW: Final = (
    ("n", pl.Int64),
    ("m", pl.Int64),
    ("effect", pl.Float64),
    ("power", pl.Float64),
    ("achieved_power", pl.Float64),
    ("alpha", pl.Float64),
    ("sides", pl.Int64),
    ("test", pl.String),
    ("level", pl.Float64),
    ("systems", pl.Int64),
    ("comparisons", pl.Int64),
    ("margin", pl.Float64),
    ("design_effect", pl.Float64),
    ("effective_n", pl.Float64),
    ("documents", pl.Int64),
    ("group_size", pl.Float64),
    ("icc", pl.Float64),
    ("correlation", pl.Float64),
    ("ties", pl.Float64),
    ("solved", pl.String),
)


_SIDES: Final = {1: "one-sided", 2: "two-sided"}


@dataclass(frozen=True, repr=False)
class PowerResult(Result):
    """Power, sample size or smallest effect of a planned comparison.

    Args:
        n: segments of each system, or votes on each pair.
        m: segments of the other system; None where both share them.
        effect: P(a segment of A scores below one of B), ties halved; .5 is no difference. One that was solved is below
            .5; 1 - effect is found as well.
        power: chance of success: as asked for, or solved.
        achieved_power: at exactly this n and effect.
        alpha: level over all pairs.
        sides: of the test.
        test: name of its form.
        level: of each comparison.
        systems: all pairs of which are compared.
        comparisons: pairs of systems.
        margin: P(A < B) within .5 - margin and .5 + margin counts as equal; None if a difference is looked for.
        design_effect: dependent segments or votes that are worth one independent one.
        effective_n: independent ones that n are worth.
        documents: that the segments come from, if given.
        group_size: segments of a document, or votes of a group; None if they are independent.
        icc: correlation within it.
        correlation: of both systems' scores on a segment, for tests on shared segments.
        ties: share without a winner, for tests that leave ties out.
        solved: `n`, `effect` or `power`.
        curves: power by n, for this effect and others.
        needed: n for other effects.
    """

    schema: ClassVar[str] = "adjudge.power/1"

    n: int
    m: int | None
    effect: float
    power: float
    achieved_power: float
    alpha: float
    sides: Sides
    test: str
    level: float
    systems: int
    comparisons: int
    margin: float | None
    design_effect: float
    effective_n: float
    documents: int | None
    group_size: float | None
    icc: float | None
    correlation: float | None
    ties: float | None
    solved: Solved
    curves: tuple[PowerCurve, ...]
    needed: tuple[NeededSize, ...]

    @property
    def unit(self) -> str:
        """What n counts: `segment` or `vote`."""
        return FORMS[self.test].unit

    @property
    def target(self) -> float:
        """The power that other sizes are computed for: as asked for; .8 if the power was solved."""
        return float(self.settings["target"])

    def to_frame(self) -> pl.DataFrame:
        """One row with everything that was given and solved."""
        return pl.DataFrame([{name: getattr(self, name) for name, _ in _ROW}], schema=dict(_ROW))

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data; `from_dict` is the inverse."""
        return {
            "schema": self.schema,
            "signature": str(self.signature),
            "settings": dict(self.settings),
            **{name: getattr(self, name) for name, _ in _ROW},
            "curves": [
                asdict(curve) | {"sizes": list(curve.sizes), "powers": list(curve.powers)} for curve in self.curves
            ],
            "needed": [asdict(one) for one in self.needed],
            "findings": [finding.to_dict() for finding in self.findings],
        }

    @classmethod
    def _read(cls, data: Mapping[str, Any]) -> Self:
        curves = (one | {"sizes": tuple(one["sizes"]), "powers": tuple(one["powers"])} for one in data["curves"])
        return cls(
            **cls._common_parts(data),
            **{name: data[name] for name, _ in _ROW},
            curves=tuple(PowerCurve(**one) for one in curves),
            needed=tuple(NeededSize(**one) for one in data["needed"]),
        )

    def summary(self) -> str:
        """The answer in a sentence."""
        sides = (
            "two one-sided tests" if self.margin is not None else f"the {_SIDES[self.sides]} {FORMS[self.test].words}"
        )
        level = level_text(self.level, self.alpha)
        return f"{self._sizes()} {self._outcome()} with a power of {self._power()}, by {sides} at {level}."

    def _sizes(self) -> str:
        if self.unit == "vote":
            return f"{counted(self.n, 'vote')} on each pair of systems"
        if self.m is not None and self.m != self.n:
            return f"{counted(self.n, 'segment')} of one system and {self.m:,} of the other"
        shared = " that both systems translate" if self.m is None else " of each system"
        return f"{counted(self.n, 'segment')}{shared}"

    def _outcome(self) -> str:
        verb = "s" if self.n == 1 else ""
        if self.margin is not None:
            low, high = map(exact, margin_ends(self.margin))
            return f"show{verb} that P(A < B) lies between {low} and {high}, if it is {self._effect()},"
        return f"find{verb} a difference of P(A < B) = {self._effect()}"

    def _effect(self) -> str:
        if self.solved != "effect" or self.effect == 0.5:
            return exact(self.effect)
        digits = solved_digits(self.effect)
        return f"{self.effect:.{digits}f} or {1 - self.effect:.{digits}f}"

    def _power(self) -> str:
        if self.solved == "power":
            return f"{self.power:.3f}"
        return f"{exact(self.power)} or more" if self.solved == "n" else exact(self.power)
