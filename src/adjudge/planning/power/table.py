"""Power of several sizes and effects, by default those of Graham et al. 2020, Table 2."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Literal, Self

import polars as pl

from adjudge.core.catalogue import exact
from adjudge.core.results import Result
from adjudge.core.signature import Signature
from adjudge.planning.power.caveats import plan_caveats
from adjudge.planning.power.checking import checked_question, checked_settings
from adjudge.planning.power.design import Design
from adjudge.planning.power.digits import level_text
from adjudge.planning.power.forms import FORMS
from adjudge.planning.power.settings import PowerSettings, TestName

#: The rows and columns of Graham, Haddow and Koehn 2020, Table 2.
SIZES: Final = (55, 330, 385, 440, 1485, 1540, 1595)
EFFECTS: Final = tuple(round(0.33 + step / 100, 2) for step in range(17))


@dataclass(frozen=True, repr=False)
class PowerTableResult(Result):
    """Power by size and effect.

    Args:
        test: name of its form.
        alpha: level over all pairs of systems.
        sides: of the test.
        level: of each comparison.
        systems: all pairs of which are compared.
        sizes: segments of each system, or votes on each pair.
        effects: P(a segment of A scores below one of B).
        powers: one row for each size.
    """

    schema: ClassVar[str] = "adjudge.power-table/1"

    test: str
    alpha: float
    sides: int
    level: float
    systems: int
    sizes: tuple[int, ...]
    effects: tuple[float, ...]
    powers: tuple[tuple[float, ...], ...]

    @property
    def unit(self) -> str:
        """What sizes count: `segment` or `vote`."""
        return FORMS[self.test].unit

    def to_frame(self) -> pl.DataFrame:
        """One row per size, one column per effect."""
        columns = {exact(effect): [row[i] for row in self.powers] for i, effect in enumerate(self.effects)}
        return pl.DataFrame({"n": self.sizes} | columns)

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data; `from_dict` is the inverse."""
        return {
            "schema": self.schema,
            "signature": str(self.signature),
            "settings": dict(self.settings),
            "test": self.test,
            "alpha": self.alpha,
            "sides": self.sides,
            "level": self.level,
            "systems": self.systems,
            "sizes": list(self.sizes),
            "effects": list(self.effects),
            "powers": [list(row) for row in self.powers],
            "findings": [finding.to_dict() for finding in self.findings],
        }

    @classmethod
    def _read(cls, data: Mapping[str, Any]) -> Self:
        return cls(
            **cls._common_parts(data),
            **{name: data[name] for name in ("test", "alpha", "sides", "level", "systems")},
            sizes=tuple(data["sizes"]),
            effects=tuple(data["effects"]),
            powers=tuple(tuple(row) for row in data["powers"]),
        )

    def summary(self) -> str:
        """What the cells are."""
        sides = {1: "one-sided", 2: "two-sided"}[self.sides]
        level = level_text(self.level, self.alpha)
        return (
            f"Power of the {sides} {FORMS[self.test].words} at a level of {level}, by P(A < B) and number of "
            f"{self.unit}s, n."
        )


def power_table(
    *,
    sizes: Sequence[int] = SIZES,
    effects: Sequence[float] = EFFECTS,
    alpha: float = 0.05,
    sides: Literal[1, 2] | None = None,
    test: TestName = "rank-sum",
    correlation: float | None = None,
    ties: float | None = None,
    segments_per_document: float | None = None,
    votes_per_unit: float | None = None,
    icc: float | None = None,
    systems: int = 2,
) -> PowerTableResult:
    """Power of several sizes and effects; without arguments Table 2 of Graham, Haddow and Koehn 2020.

    Args:
        sizes: segments of each system, or votes on each pair.
        effects: P(a segment of A scores below one of B).
        alpha: see `power`, like all others.
        sides: 1 or 2; 2 if left out.
        test: `rank-sum`, `paired`, `sign` or `comparisons`.
        correlation: of the scores of two systems on the same segment.
        ties: share of segments or votes without a winner.
        segments_per_document: their length.
        votes_per_unit: votes of one person or on one text.
        icc: correlation within it.
        systems: number of systems.

    Returns:
        One row for each size, and what to know about the formula.

    Raises:
        UsageError: AJ040 for a value that cannot be used.

    Example:
        >>> round(power_table(sizes=[330], effects=[0.43]).powers[0][0], 3)
        0.878
    """
    given = {
        "alpha": alpha,
        "sides": sides,
        "test": test,
        "correlation": correlation,
        "ties": ties,
        "segments_per_document": segments_per_document,
        "votes_per_unit": votes_per_unit,
        "icc": icc,
        "systems": systems,
    }
    plan = checked_settings(given | dict.fromkeys(("m", "documents", "margin")))
    cells = [[checked_question(n, effect, None, plan) for effect in effects] for n in sizes]
    design = Design(plan)
    return PowerTableResult(
        signature=_signature(plan, sizes, effects),
        settings={"sizes": list(sizes), "effects": list(effects), **given},
        findings=tuple(plan_caveats(design, None, None)),
        test=plan.test,
        alpha=plan.alpha,
        sides=plan.sides,
        level=plan.level,
        systems=plan.systems,
        sizes=tuple(sizes),
        effects=tuple(effects),
        powers=tuple(tuple(design.power(cell.n or 0, cell.effect or 0.5) for cell in row) for row in cells),
    )


def _signature(plan: PowerSettings, sizes: Sequence[int], effects: Sequence[float]) -> Signature:
    grid = {"n": ",".join(map(str, sizes)), "effect": ",".join(map(exact, effects))}
    if (tuple(sizes), tuple(effects)) == (SIZES, EFFECTS):
        grid = {"grid": "graham-2020"}
    return Signature.of({"plan": "power-table", "test": plan.test} | grid | plan.choices())
