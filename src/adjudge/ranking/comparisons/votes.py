"""Single comparisons as arrays of codes, made when they are first needed: counting does without."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

import numpy as np
import polars as pl
from numpy.typing import NDArray

from adjudge.ranking.comparisons.settings import Unit

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]
#: In the order of their codes, which begin with -1.
_OUTCOMES: Final = ("b", "tie", "a")
#: Ids of rankings, segments and documents are unique within these only.
_WITHIN: Final = ("source_lang", "target_lang", "document")
#: The largest table of flags; beyond it codes are sorted.
_MOST_FLAGS: Final = 50_000_000


@dataclass(frozen=True, eq=False)
class Votes:
    """Single comparisons.

    Args:
        systems: names of the systems; their places are the codes.
        frame: the rows, with whatever is known of each comparison.
    """

    systems: tuple[str, ...]
    frame: pl.DataFrame
    _columns: dict[str, Ints] = field(default_factory=dict, init=False, repr=False)

    def __len__(self) -> int:
        return self.frame.height

    @cached_property
    def first(self) -> Ints:
        """Code of the system named first."""
        return _codes_of(self.frame["system_a"], self.systems)

    @cached_property
    def second(self) -> Ints:
        """Code of the system named second."""
        return _codes_of(self.frame["system_b"], self.systems)

    @cached_property
    def outcome(self) -> NDArray[np.int8]:
        """1 if the first is preferred, -1 if the second, 0 for a tie."""
        return _codes_of(self.frame["outcome"], _OUTCOMES).astype(np.int8) - np.int8(1)

    @cached_property
    def weight(self) -> Floats | None:
        """How often each counts; None if all count once."""
        if "weight" not in self.frame.columns or not (self.frame["weight"].fill_null(1.0) != 1.0).any():
            return None
        return self.frame["weight"].fill_null(1.0).to_numpy()

    def knows(self, column: str) -> bool:
        """Whether every comparison has a value in this column."""
        return column in self.frame.columns and not self.frame[column].null_count()

    def units(self, unit: Unit) -> Ints | None:
        """The number of every comparison's unit, from 0 without gaps; None where some are unknown."""
        if not self.knows(unit):
            return None
        within = [] if unit == "annotator" else [name for name in _WITHIN if name != unit]
        return self._combined([*within, unit])

    def units_where_known(self, unit: Unit) -> tuple[Ints, int] | None:
        """The same where some are unknown, each of these comparisons being a unit of its own, and how many these are.

        Returns:
            None if more than half are unknown.
        """
        if unit not in self.frame.columns:
            return None
        unknown = self.frame[unit].is_null().to_numpy()
        missing = int(unknown.sum())
        if 2 * missing > len(self):
            return None
        codes = self._combined([*(name for name in _WITHIN if name != unit), unit])
        codes = np.where(unknown, codes.max() + 1 + np.cumsum(unknown), codes)
        return dense_codes(codes), missing

    @cached_property
    def segments(self) -> dict[str, int] | None:
        """Distinct segments of each system; None where some are unknown."""
        if not self.knows("segment"):
            return None
        segment, n = self._combined([*_WITHIN, "segment"]), len(self.systems)
        cells = [side * (segment.max() + 1) + segment for side in (self.first, self.second)]
        of_system = _flagged(cells, n * int(segment.max() + 1)) // (segment.max() + 1)
        return dict(zip(self.systems, np.bincount(of_system, minlength=n).tolist(), strict=True))

    def _combined(self, names: Sequence[str]) -> Ints:
        """A number for every combination of values that occurs, in the order of the values; missing is one, too."""
        codes = np.zeros(len(self), dtype=np.intp)
        for name in names:
            if name in self.frame.columns:
                own = self._column(name)
                codes = dense_codes(codes * (own.max() + 1) + own)
        return codes

    def _column(self, name: str) -> Ints:
        if name not in self._columns:
            column = self.frame[name]
            known = column.drop_nulls().unique().sort()
            codes = np.zeros(len(column), dtype=np.intp) if len(known) < 2 else _codes_of(column, known)
            # A null became the code 0, as the first name has it.
            if column.null_count():
                codes = np.where(column.is_null().to_numpy(), 0, codes + 1)
            self._columns[name] = codes
        return self._columns[name]


def _codes_of(column: pl.Series, names: Sequence[str] | pl.Series) -> Ints:
    """The place of every value among the names; 0 where it is missing."""
    return column.cast(pl.Enum(names)).to_physical().fill_null(0).to_numpy().astype(np.intp)


def dense_codes(codes: Ints) -> Ints:
    """The same codes without gaps, in the same order."""
    size = int(codes.max()) + 1
    if size > _MOST_FLAGS:
        return np.unique(codes, return_inverse=True)[1].astype(np.intp)
    used = np.zeros(size, dtype=bool)
    used[codes] = True
    return codes if used.all() else (np.cumsum(used) - 1)[codes]


def _flagged(parts: Sequence[Ints], size: int) -> Ints:
    """All different numbers below `size` in some arrays, in order."""
    if size > _MOST_FLAGS:
        return np.unique(np.concatenate(parts))
    used = np.zeros(size, dtype=bool)
    for part in parts:
        used[part] = True
    return np.flatnonzero(used)
