"""Published against computed: one figure, when it counts as equal, and the result of reproducing a paper.

A figure that does not come out is shown with both values. It is "explained" only if the value that comes out instead
is the one the explanation predicts; any other value stays "different", so that an explanation cannot hide a mistake.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any, ClassVar, Final, Literal, Self

import polars as pl

from adjudge.core.catalogue import counted
from adjudge.core.results import Result
from adjudge.core.signature import Signature

Value = str | float | bool | None
Status = Literal["equal", "explained", "different", "absent"]


@dataclass(frozen=True)
class Figure:
    """One published figure beside the computed one.

    Args:
        table: where it is printed: a table, a section, a released file.
        figure: what it is, within the table.
        published: as printed; None for a whole table that cannot be computed.
        computed: with full precision; None if the data is not available.
        status: `equal` to every printed digit or within the stated tolerance; `explained`: another value, for a
            known reason; `different`: another value, for no known reason; `absent`: the data is not available.
        reason: why the two differ or why there is nothing to compare.
    """

    table: str
    figure: str
    published: Value
    computed: Value
    status: Status
    reason: str | None = None


@dataclass(frozen=True)
class Tolerance:
    """When a computed value is the published one. Without any argument the two must be the same value.

    Args:
        digits: decimals in print; the computed value must round to the printed one.
        within: largest absolute difference.
        relative: largest difference relative to the published value.
    """

    digits: int | None = None
    within: float = 0.0
    relative: float = 0.0

    def holds(self, published: Value, computed: Value) -> bool:
        """Whether the computed value is the published one."""
        if not (_is_number(published) and _is_number(computed)):
            return type(published) is type(computed) and published == computed
        a, b = float(published or 0), float(computed or 0)
        if self.digits is not None:
            return round(a, self.digits) == round(b, self.digits)
        return abs(a - b) <= max(self.within, self.relative * abs(a))


SAME: Final = Tolerance()


def _is_number(value: Value) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


@dataclass(frozen=True)
class Slip:
    """A difference that is understood.

    Args:
        computed: what comes out in place of the published value.
        reason: why.
        tolerance: how near to it the computed value must be.
    """

    computed: Value
    reason: str
    tolerance: Tolerance = SAME


def compare(
    table: str,
    figure: str,
    published: Value,
    computed: Value,
    tolerance: Tolerance = SAME,
    *,
    slip: Slip | None = None,
) -> Figure:
    """Put a published and a computed value side by side.

    Args:
        table: where it is printed.
        figure: what it is.
        published: as printed.
        computed: with full precision.
        tolerance: when the two are equal.
        slip: a difference that is understood; it explains no other value than its own.

    Example:
        >>> compare("Table 3", "z of NRC", 0.170, 0.17042, Tolerance(digits=3)).status
        'equal'
    """
    if tolerance.holds(published, computed):
        return Figure(table, figure, published, computed, "equal")
    if slip is not None and slip.tolerance.holds(slip.computed, computed):
        return Figure(table, figure, published, computed, "explained", slip.reason)
    return Figure(table, figure, published, computed, "different")


def absent(table: str, figure: str, published: Value, reason: str) -> Figure:
    """A figure that cannot be computed from the data at hand."""
    return Figure(table, figure, published, None, "absent", reason)


@dataclass(frozen=True)
class ReproductionResult(Result):
    """Every figure of a paper, published against computed.

    Args:
        paper: short name, as on the command line.
        rows: the figures in the order of the paper.
    """

    schema: ClassVar[str] = "adjudge.reproduction/1"

    paper: str
    rows: tuple[Figure, ...]

    @classmethod
    def of(cls, paper: str, rows: Iterable[Figure]) -> Self:
        """The result of a paper; its choices are written in its module, so the name pins them."""
        return cls(Signature.of({"paper": paper}), {"paper": paper}, (), paper, tuple(rows))

    def count(self, status: Status) -> int:
        """How many figures have this status."""
        return sum(row.status == status for row in self.rows)

    def of_table(self, table: str) -> tuple[Figure, ...]:
        """The figures of one table."""
        return tuple(row for row in self.rows if row.table == table)

    @property
    def tables(self) -> list[str]:
        """Names of the tables in the order of the paper."""
        return list(dict.fromkeys(row.table for row in self.rows))

    @property
    def unexplained(self) -> int:
        """How many figures differ for no known reason."""
        return self.count("different")

    def to_frame(self) -> pl.DataFrame:
        """One row per figure; values as text, because some are numbers and some are names."""
        text = dict.fromkeys(Figure.__dataclass_fields__, pl.String)
        rows = [asdict(row) | {key: _text(getattr(row, key)) for key in ("published", "computed")} for row in self.rows]
        return pl.DataFrame(rows, schema=text)

    def to_dict(self) -> dict[str, Any]:
        """What `adjudge reproduce --json` prints; its keys are fixed by the design, so `schema` is not among them."""
        return {
            "paper": self.paper,
            "figures": len(self.rows),
            "equal": self.count("equal"),
            "explained": self.count("explained"),
            "unexplained": self.unexplained,
            "rows": [asdict(row) for row in self.rows],
        }

    @classmethod
    def _read(cls, data: Mapping[str, Any]) -> Self:
        return cls.of(data["paper"], (Figure(**row) for row in data["rows"]))

    def summary(self) -> str:
        """All figures counted by status, in one line."""
        return (
            f"{counted(len(self.rows), 'figure')}: {self.count('equal')} equal, {self.count('explained')} explained, "
            f"{self.unexplained} unexplained, {self.count('absent')} absent"
        )


def _text(value: Value) -> str | None:
    return None if value is None else str(value).lower() if isinstance(value, bool) else str(value)
