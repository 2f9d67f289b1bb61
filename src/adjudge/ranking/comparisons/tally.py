"""Comparisons counted: who was preferred to whom how often, and the single comparisons where they are known."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

import numpy as np
import polars as pl
from numpy.typing import NDArray

from adjudge.core.tables import Comparisons, PairCounts
from adjudge.ranking.comparisons.catalogue import (
    NO_REFERENCE_TO_RANK,
    NO_SUCH_REFERENCE,
    TOO_FEW_SYSTEMS,
    UNCOMPARED_SYSTEMS,
)
from adjudge.ranking.comparisons.votes import Votes

Floats = NDArray[np.float64]
#: How the WMT files of 2010 and 2011 call the human translation among the systems.
REFERENCE: Final = "_ref"


@dataclass(frozen=True, eq=False)
class Tally:
    """Counts of comparisons; rows and columns are systems in alphabetical order.

    Args:
        systems: names.
        wins: `[a, b]` says how often a was preferred to b.
        ties: symmetric; how often neither was.
        votes: the single comparisons; None if only counts are known.
        reference: name of the human reference among the systems, if there is one.
    """

    systems: tuple[str, ...]
    wins: Floats
    ties: Floats
    votes: Votes | None = None
    reference: str | None = None

    @cached_property
    def meetings(self) -> Floats:
        """How often each two were compared."""
        return self.wins + self.wins.T + self.ties

    @property
    def comparisons(self) -> float:
        """How many comparisons there are; the sum of their weights if they have any."""
        return float(np.triu(self.meetings).sum())

    @property
    def weighted(self) -> bool:
        """Whether some comparison has a weight."""
        return self.votes is not None and self.votes.weight is not None

    @property
    def judgements(self) -> list[int]:
        """In how many comparisons each system took part, whatever their weights."""
        if self.votes is None or self.votes.weight is None:
            return [int(n) for n in self.meetings.sum(axis=1)]
        both = np.concatenate([self.votes.first, self.votes.second])
        return [int(n) for n in np.bincount(both, minlength=len(self.systems))]

    def without_reference(self) -> Tally:
        """The same without the reference and all comparisons with it."""
        if self.reference is None:
            return self
        gone = self.systems.index(self.reference)
        keep = [i for i in range(len(self.systems)) if i != gone]
        grid = np.ix_(keep, keep)
        return Tally(
            systems=tuple(self.systems[i] for i in keep),
            wins=self.wins[grid],
            ties=self.ties[grid],
            votes=self._votes_without(self.reference),
        )

    def _votes_without(self, name: str) -> Votes | None:
        if self.votes is None:
            return None
        others = tuple(system for system in self.systems if system != name)
        return Votes(others, self.votes.frame.filter((pl.col("system_a") != name) & (pl.col("system_b") != name)))


def count_comparisons(
    table: Comparisons | PairCounts, *, reference: str | None = None, uncompared: bool = False
) -> Tally:
    """Count comparisons.

    Args:
        table: single comparisons, or counts.
        reference: name of the human reference; `_ref` is recognised without.
        uncompared: whether systems may be among them that were never compared.

    Raises:
        InputError: AJ034 if there is no such reference, less than two systems, or a system that was never compared.
    """
    tally = _of_votes(table.frame) if isinstance(table, Comparisons) else _of_counts(table.frame)
    if reference is not None and reference not in tally.systems:
        raise NO_SUCH_REFERENCE(name=reference, known=tally.systems)
    tally = replace(tally, reference=reference or (REFERENCE if REFERENCE in tally.systems else None))
    _require_opponents(tally, uncompared=uncompared)
    return tally


def rank_the_reference(tally: Tally) -> Tally:
    """The same with the reference as a system like all others.

    Raises:
        UsageError: AJ040 if there is none.
    """
    if tally.reference is None:
        raise NO_REFERENCE_TO_RANK(name=REFERENCE)
    return replace(tally, reference=None)


def _of_votes(frame: pl.DataFrame) -> Tally:
    """Added up by names first: a few thousand rows are left of a million comparisons, and only these are coded."""
    weighted = "weight" in frame.columns
    columns = {"wins_a": "a", "ties": "tie", "wins_b": "b"}
    is_it = {column: pl.col("outcome") == outcome for column, outcome in columns.items()}
    weight = pl.col("weight").fill_null(1.0)
    sums = {column: (here * weight if weighted else here).sum() for column, here in is_it.items()}
    tally = _of_counts(frame.lazy().group_by("system_a", "system_b").agg(**sums).collect())
    return replace(tally, votes=Votes(tally.systems, frame))


def _of_counts(frame: pl.DataFrame) -> Tally:
    systems = pl.concat([frame["system_a"], frame["system_b"]]).unique().sort()
    names = pl.Enum(systems)
    a, b = (frame[side].cast(names).to_physical().to_numpy().astype(np.intp) for side in ("system_a", "system_b"))
    wins, ties = np.zeros((2, len(systems), len(systems)))
    np.add.at(wins, (a, b), frame["wins_a"].to_numpy())
    np.add.at(wins, (b, a), frame["wins_b"].to_numpy())
    np.add.at(ties, (a, b), frame["ties"].to_numpy())
    return Tally(systems=tuple(systems), wins=wins, ties=ties + ties.T)


def _require_opponents(tally: Tally, *, uncompared: bool) -> None:
    """At least two systems besides the reference, each compared with another one."""
    ranked = [i for i, name in enumerate(tally.systems) if name != tally.reference]
    if len(ranked) < 2:
        raise TOO_FEW_SYSTEMS(left=[tally.systems[i] for i in ranked], n=len(ranked))
    met = tally.meetings[np.ix_(ranked, ranked)].sum(axis=1)
    idle = [tally.systems[i] for i, meetings in zip(ranked, met, strict=True) if not meetings]
    if idle and not uncompared:
        raise UNCOMPARED_SYSTEMS(systems=idle, n=len(idle), total=len(ranked))
