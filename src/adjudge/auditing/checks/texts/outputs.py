"""Source, reference and outputs with blanks evened out, and what one system has more often than others."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
import polars as pl
from numpy.typing import NDArray

from adjudge.core.tables import Texts
from adjudge.kernels.probability.normal import upper_tail

Flags = NDArray[np.bool_]
#: A source of fewer letters is a name or a number, which everybody copies.
ENOUGH_LETTERS: Final = 10
#: Chance of a false alarm, divided by the number of systems.
LEVEL: Final = 0.001


@dataclass(frozen=True, eq=False)
class Outputs:
    """The texts of a campaign.

    Args:
        frame: of the table `Texts`.
    """

    frame: pl.DataFrame

    @cached_property
    def systems(self) -> list[str]:
        """Names of the systems with an output."""
        names = [name for name in self.frame.columns if name not in Texts.names()]
        return [name for name in names if self.frame[name].null_count() < self.frame.height]

    @cached_property
    def has_reference(self) -> bool:
        """Whether there is a reference."""
        return "reference" in self.frame.columns and self.frame["reference"].null_count() < self.frame.height

    @cached_property
    def even(self) -> pl.DataFrame:
        """Source, reference and outputs without blanks around, and with single ones within."""
        names = ["source", *(["reference"] if self.has_reference else []), *self.systems]
        return self.frame.select(pl.col(names).str.replace_all(r"\s+", " ").str.strip_chars())

    @cached_property
    def long(self) -> Flags:
        """Segments whose source has enough letters that equal texts are no accident."""
        return (self.even["source"].str.count_matches(r"\p{L}") >= ENOUGH_LETTERS).fill_null(value=False).to_numpy()

    def flags(self, system: str, condition: pl.Expr) -> Flags:
        """For which segments a condition holds; unknown is no."""
        return self.even.select(condition.alias(system))[system].fill_null(value=False).to_numpy()

    def known(self, system: str) -> Flags:
        """For which segments there is an output."""
        return self.even[system].is_not_null().to_numpy()

    def judged(self, frame: pl.DataFrame, system: str) -> Flags:
        """For which segments there is a judgement of the system; for none if it cannot be told.

        Args:
            frame: ratings; comparisons and counts do not tell.
            system: its name.
        """
        nowhere = np.zeros(self.frame.height, dtype=bool)
        if not {"system", "segment"} <= set(frame.columns):
            return nowhere
        keys = [name for name in ("document", "segment") if name in self.frame.columns]
        known = [name for name in keys if not self.frame[name].null_count() and not frame[name].null_count()]
        if "segment" not in known:
            return nowhere
        own = frame.filter(pl.col("system") == system).select(known).unique().with_columns(judged=pl.lit(value=True))
        joined = self.frame.select(known).join(own, on=known, how="left", maintain_order="left")
        return joined["judged"].fill_null(value=False).to_numpy()


@dataclass(frozen=True)
class Share:
    """In how many of its lines a system has something, and all other systems.

    Args:
        system: its name.
        hits: lines of the system with it.
        lines: of the system.
        others: share of the lines of all other systems with it.
        p: one-sided test of the system against the others, by the normal distribution.
    """

    system: str
    hits: int
    lines: int
    others: float
    p: float

    @property
    def rate(self) -> float:
        """Share of the system's lines."""
        return self.hits / self.lines if self.lines else 0.0


def shares(found: dict[str, tuple[int, int]]) -> list[Share]:
    """Every system against all others.

    Args:
        found: hits and lines of every system.
    """
    hits, lines = (sum(counts[i] for counts in found.values()) for i in (0, 1))
    rows = []
    for system, (own, n) in found.items():
        rest, pool = lines - n, (hits / lines if lines else 0.0)
        others = (hits - own) / rest if rest else 0.0
        error = math.sqrt(pool * (1 - pool) * (1 / n + 1 / rest)) if n and rest else 0.0
        p = upper_tail((own / n - others) / error) if error else 1.0
        rows.append(Share(system, hits=own, lines=n, others=others, p=p))
    return rows


def more_than_others(rows: list[Share], *, least: float, fewest: int, times: float = 3.0) -> list[Share]:
    """Systems that have it in enough lines, several times as often as the others, and significantly so.

    Args:
        rows: of all systems.
        least: smallest share.
        fewest: smallest number of lines.
        times: how many times the share of the others.
    """
    level = LEVEL / max(len(rows), 1)
    found = [
        row
        for row in rows
        if row.hits >= fewest and row.rate >= least and row.rate >= times * row.others and row.p < level
    ]
    return sorted(found, key=lambda row: (-row.rate, row.system))
