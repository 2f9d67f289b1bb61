"""Comparisons tallied: who was preferred to whom how often, and the single votes where they are known."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, Literal, get_args

import numpy as np
import polars as pl
from numpy.typing import NDArray

from adjudge.core.catalogue import counted
from adjudge.core.errors import InputError, Problem
from adjudge.core.tables import Comparisons, PairCounts

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]
#: What dependent votes have in common.
Unit = Literal["ranking", "segment", "document", "annotator"]
UNITS: Final = get_args(Unit)
#: How the WMT files of 2010 and 2011 call the human translation among the systems.
REFERENCE: Final = "_ref"
_OUTCOME: Final = {"a": 1, "tie": 0, "b": -1}
#: Ids of rankings, segments and documents are unique within these only.
_WITHIN: Final = ("collection", "source_lang", "target_lang", "document")


@dataclass(frozen=True, eq=False)
class Votes:
    """Single comparisons. Codes of systems are made when they are first needed: counting does without.

    Args:
        systems: names of the systems; their places are the codes.
        frame: the rows, with whatever is known of each vote.
    """

    systems: tuple[str, ...]
    frame: pl.DataFrame

    def __len__(self) -> int:
        return self.frame.height

    @cached_property
    def first(self) -> Ints:
        """Code of the system named first."""
        return self._codes("system_a")

    @cached_property
    def second(self) -> Ints:
        """Code of the system named second."""
        return self._codes("system_b")

    def _codes(self, side: str) -> Ints:
        return self.frame[side].cast(pl.Enum(self.systems)).to_physical().to_numpy().astype(np.intp)

    @cached_property
    def outcome(self) -> NDArray[np.int8]:
        """1 if the first is preferred, -1 if the second, 0 for a tie."""
        return self.frame["outcome"].replace_strict(_OUTCOME, return_dtype=pl.Int8).to_numpy()

    @cached_property
    def weight(self) -> Floats | None:
        """How often each counts; None if all count once."""
        if "weight" not in self.frame.columns or not (self.frame["weight"].fill_null(1.0) != 1.0).any():
            return None
        return self.frame["weight"].fill_null(1.0).to_numpy()

    def units(self, by: Unit) -> Ints | None:
        """The number of every vote's unit; None where some are unknown."""
        if by not in self.frame.columns or self.frame[by].null_count():
            return None
        within = [name for name in _WITHIN if name in self.frame.columns and name != by] if by != "annotator" else []
        return self.frame.select(pl.struct([*within, by]).rank("dense") - 1).to_series().to_numpy().astype(np.intp)


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

    @property
    def meetings(self) -> Floats:
        """How often each two were compared."""
        return self.wins + self.wins.T + self.ties

    @property
    def comparisons(self) -> float:
        """How many comparisons there are."""
        return float(np.triu(self.meetings).sum())

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
            tuple(self.systems[i] for i in keep),
            self.wins[grid],
            self.ties[grid],
            votes=self._votes_without(self.reference),
        )

    def _votes_without(self, name: str) -> Votes | None:
        if self.votes is None:
            return None
        others = tuple(system for system in self.systems if system != name)
        return Votes(others, self.votes.frame.filter((pl.col("system_a") != name) & (pl.col("system_b") != name)))


def tally(table: Comparisons | PairCounts, *, reference: str | None = None, idle: bool = False) -> Tally:
    """Count comparisons.

    Args:
        table: single comparisons, or counts.
        reference: name of the human reference; `_ref` is known without.
        idle: whether systems that were never compared may be among them.

    Raises:
        InputError: AJ034 if there is no such system, one system only, or a system that was never compared.
    """
    tallied = _of_votes(table.frame) if isinstance(table, Comparisons) else _of_counts(table.frame)
    if reference is not None and reference not in tallied.systems:
        raise InputError(
            Problem(
                "AJ034",
                f"there is no system '{reference}' to be the reference",
                f"one of {', '.join(tallied.systems[:8])}{', ...' if len(tallied.systems) > 8 else ''}",
                counted(len(tallied.systems), "system"),
                "correct the name, or leave --reference out",
            )
        )
    known = reference or (REFERENCE if REFERENCE in tallied.systems else None)
    tallied = replace(tallied, reference=known)
    _require_players(tallied.without_reference(), idle=idle)
    return tallied


def _of_votes(frame: pl.DataFrame) -> Tally:
    """Added up by names first: a few thousand rows are left of a million votes, and only these are coded."""
    weighted = "weight" in frame.columns
    columns = {"wins_a": "a", "ties": "tie", "wins_b": "b"}
    is_it = {column: pl.col("outcome") == outcome for column, outcome in columns.items()}
    weight = pl.col("weight").fill_null(1.0)
    sums = {column: (here * weight if weighted else here).sum() for column, here in is_it.items()}
    tallied = _of_counts(frame.lazy().group_by("system_a", "system_b").agg(**sums).collect())
    return replace(tallied, votes=Votes(tallied.systems, frame))


def _of_counts(frame: pl.DataFrame) -> Tally:
    systems = pl.concat([frame["system_a"], frame["system_b"]]).unique().sort()
    names = pl.Enum(systems)
    a, b = (frame[side].cast(names).to_physical().to_numpy().astype(np.intp) for side in ("system_a", "system_b"))
    wins, ties = np.zeros((2, len(systems), len(systems)))
    np.add.at(wins, (a, b), frame["wins_a"].to_numpy())
    np.add.at(wins, (b, a), frame["wins_b"].to_numpy())
    np.add.at(ties, (a, b), frame["ties"].to_numpy())
    return Tally(tuple(systems), wins, ties + ties.T)


def _require_players(ranked: Tally, *, idle: bool) -> None:
    """At least two systems, each compared with another one that is ranked."""
    unmet = [name for name, meetings in zip(ranked.systems, ranked.meetings.sum(axis=1), strict=True) if not meetings]
    if len(ranked.systems) < 2:
        only = f"only {ranked.systems[0]} is" if ranked.systems else "none is"
        raise InputError(
            Problem(
                "AJ034",
                f"a ranking needs two systems; {only} left to be ranked",
                "comparisons of at least two systems that are not the reference",
                counted(len(ranked.systems), "system"),
                "check the names of the systems",
            )
        )
    if unmet and not idle:
        raise InputError(
            Problem(
                "AJ034",
                f"never compared with another ranked system: {', '.join(unmet[:8])}{', ...' if len(unmet) > 8 else ''}",
                "at least one comparison of every system",
                f"{len(unmet)} of {counted(len(ranked.systems), 'system')}",
                "remove these systems from the file, or collect comparisons of them (adjudge next-pairs)",
            )
        )
