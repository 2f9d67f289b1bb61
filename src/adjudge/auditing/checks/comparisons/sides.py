"""Checks of sides: whether the system named first wins more often, and annotators who know only one answer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

import numpy as np
import polars as pl
from numpy.typing import NDArray

from adjudge.auditing.checks.fact import NotCheckableError
from adjudge.core.catalogue import FindingEntry
from adjudge.core.check import Check
from adjudge.core.findings import Finding
from adjudge.core.tables import Comparisons
from adjudge.kernels.probability.normal import quantile, upper_tail
from adjudge.ranking.comparisons.votes import Votes

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]

POSITION_BIAS: Final = FindingEntry(
    "AJ490",
    "warning",
    "The side on which an output stood decides.",
    text="The system named {_side} won {_won:.0%} of the decided comparisons, both orders of every pair counted alike "
    "({comparisons:count comparison}): the place on the screen decides, or the file names the better system {_side}.",
    source="Davidson and Beaver 1977",
    todo="if the columns say what was shown where, draw the sides at random and have every pair judged in both orders",
    needs="single comparisons, with pairs that were named in both orders",
)
POSITION_BIAS_OF_ANNOTATORS: Final = POSITION_BIAS.variant(
    "{annotators:count annotator} preferred one side far more than the others did: {_shown:names}.",
    todo="look at their judgements; somebody who always takes the same side has not read the texts",
)
ONE_ANSWER: Final = FindingEntry(
    "AJ495",
    "warning",
    "An annotator gave nearly always the same answer.",
    text="{annotators:count annotator} gave nearly always the same answer: {_shown:names}.",
    source="Lopez 2012, section 6",
    todo="look at their judgements, and leave them out if they did not read the texts",
    needs="single comparisons with annotators",
)
#: Familywise level of the tests here.
LEVEL: Final = 0.001
#: Share of wins beyond one half, in all comparisons and for one annotator, from which on it matters.
SMALL: Final = 0.02
LARGE: Final = 0.15
#: Comparisons of an annotator before anything is said.
ENOUGH: Final = 20
#: Nearly always, and how seldom the others must give that answer.
NEARLY: Final = 0.95
SELDOM: Final = 0.75


@dataclass(frozen=True, eq=False)
class Sides:
    """Comparisons by the two orders in which a pair was named.

    Args:
        votes: single comparisons.
    """

    votes: Votes

    @cached_property
    def y(self) -> Floats:
        """1 if the system named first was preferred, -1 if the second, 0 for a tie."""
        return self.votes.outcome.astype(np.float64)

    @cached_property
    def cell(self) -> Ints:
        """Number of the ordered pair."""
        return self.votes.first * len(self.votes.systems) + self.votes.second

    @cached_property
    def mirrored(self) -> Ints:
        """Number of the same pair in the other order."""
        return self.votes.second * len(self.votes.systems) + self.votes.first

    @cached_property
    def counts(self) -> Floats:
        """Comparisons of every ordered pair."""
        return np.bincount(self.cell, minlength=len(self.votes.systems) ** 2).astype(np.float64)

    @cached_property
    def means(self) -> Floats:
        """Mean of y of every ordered pair."""
        sums = np.bincount(self.cell, self.y, len(self.counts))
        return np.asarray(sums / np.maximum(self.counts, 1))

    @cached_property
    def both(self) -> NDArray[np.bool_]:
        """Comparisons of pairs that were named in both orders."""
        return np.asarray(self.counts[self.mirrored] > 0)

    @cached_property
    def advantage(self) -> tuple[Floats, float]:
        """What every comparison adds, for the error, and the advantage of the first side: mean of y, both orders alike.

        Definition: for a pair with n and m comparisons in the two orders and means u and v of y, the strengths cancel
        in (u + v) / 2; pairs are weighted by n m / (n + m). That is a sum over comparisons of weights times y - e, with
        e = (u - v) / 2 what is expected without an advantage; the factor (n + m) / (n + m - 1) makes up for e being
        estimated from the same comparisons.
        """
        own, other = self.counts[self.cell], self.counts[self.mirrored]
        weight = np.where(self.both, other / (own + other), 0.0)  # n m / (n + m), a part for each of the n
        total = weight.sum() / 2  # either order adds it up
        added = weight * (self.y - self.expected) / (2 * total)
        return added * np.sqrt((own + other) / np.maximum(own + other - 1, 1)), float(added.sum())

    @property
    def expected(self) -> Floats:
        """What y should be for the two systems if sides did not matter; 0 where the pair has one order only."""
        even = (self.means[self.cell] - self.means[self.mirrored]) / 2
        return np.where(self.both, even, self.means[self.cell])


def _variance(influence: Floats, units: Ints | None) -> float:
    if units is None:
        return float((influence**2).sum())
    return float((np.bincount(units, influence) ** 2).sum())


def _position(_: pl.DataFrame, sides: Sides) -> Iterator[Finding]:
    """Whether the system named first is preferred more often than the pair allows, overall and by single annotators.

    Pairs that were named in both orders are compared with themselves: their strengths cancel. The variance is the
    largest of those with comparisons, rankings, segments and (from ten on) annotators as the unit. Said overall from
    52% of decided comparisons on at the level .001. Of an annotator it is said if the own share differs by 15 points
    from what the pairs and the median annotator let expect, at .001 divided by the number of annotators; the others
    are then looked at without these.
    """
    who = sides.votes.units("annotator")
    partial = _of_annotators(sides, who) if who is not None and who.max() > 0 else None
    if partial is not None:
        yield partial[0]
        sides = Sides(Votes(sides.votes.systems, sides.votes.frame.filter(pl.Series(~partial[1]))))
    if sides.both.any():
        yield from _overall(sides)


def _overall(sides: Sides) -> Iterator[Finding]:
    influence, advantage = sides.advantage
    votes, decided = sides.votes, float((sides.y != 0).mean())
    known = [votes.units(unit) for unit in ("ranking", "segment", "document")]
    who = votes.units("annotator")
    units = [None, *(codes for codes in known if codes is not None and codes.max() > 8)]
    units += [who] if who is not None and who.max() > 8 else []
    error = max(_variance(influence, codes) for codes in units) ** 0.5
    share = advantage / (2 * decided) if decided else 0.0
    if error and 2 * upper_tail(abs(advantage) / error) < LEVEL and abs(share) > SMALL:
        side = "first" if advantage > 0 else "second"
        yield POSITION_BIAS(
            share=0.5 + share, comparisons=int(sides.both.sum()), advantage=advantage, _won=0.5 + abs(share), _side=side
        )


def _of_annotators(sides: Sides, who: Ints) -> tuple[Finding, NDArray[np.bool_]] | None:
    """Annotators who prefer one side more than the others do, and their comparisons."""
    votes, ranking = sides.votes, sides.votes.units("ranking")
    left = np.where(sides.both, sides.y - sides.expected, 0.0)
    usual = float(np.median(np.bincount(who, left) / np.maximum(np.bincount(who, sides.both), 1)))
    left = np.where(sides.both, left - usual, 0.0)
    n, total = np.bincount(who, sides.both), np.bincount(who, left)
    if ranking is None:
        squares = np.bincount(who, left**2)
    else:  # comparisons of one ranking are dependent
        sums = np.bincount(ranking, left)
        owner = np.zeros(len(sums), dtype=np.intp)
        owner[ranking] = who
        squares = np.bincount(owner, sums**2, len(n))
    decided = np.bincount(who, sides.both & (sides.y != 0))
    excess = total / np.maximum(2 * decided, 1)
    limit = -quantile(LEVEL / 2 / len(n))
    # Somebody with one answer to everything has no variance of their own: at least that of fair coins.
    error = np.sqrt(np.maximum(squares, 0.5 * decided))
    found = np.flatnonzero((n >= ENOUGH) & (np.abs(excess) > LARGE) & (np.abs(total) > limit * error))
    if not len(found):
        return None
    names = _names(votes, who)
    firsts = np.bincount(who, sides.y == 1) / np.maximum(np.bincount(who, sides.y != 0), 1)
    finding = POSITION_BIAS_OF_ANNOTATORS(
        annotators=[names[i] for i in found],
        shares=[float(firsts[i]) for i in found],
        _shown=[f"{names[i]} took the first in {firsts[i]:.0%} of {int(decided[i]):,} decisions" for i in found],
    )
    return finding, np.isin(who, found)


def _names(votes: Votes, who: Ints) -> list[str]:
    first = np.unique(who, return_index=True)[1]
    return [str(votes.frame["annotator"][int(i)]) for i in first]


def _one_answer(frame: pl.DataFrame) -> Iterator[Finding]:
    """Annotators with the same outcome (first, second or tie) in 95% of 20 comparisons or more.

    It is said only if the others give that answer in less than 75% of theirs: a file may name the better system first.
    """
    counts = (
        frame.group_by("annotator")
        .agg(n=pl.len(), **{name: (pl.col("outcome") == name).sum() for name in ("a", "b", "tie")})
        .sort("annotator")
    )
    if not (counts["n"] >= ENOUGH).any():
        raise NotCheckableError(f"an annotator with {ENOUGH} comparisons or more")
    totals = counts.select(pl.col("n", "a", "b", "tie").sum()).row(0, named=True)
    words = {"a": "the system named first", "b": "the system named second", "tie": "a tie"}
    found: dict[str, Any] = {}
    for row in counts.filter(pl.col("n") >= ENOUGH).iter_rows(named=True):
        for answer, word in words.items():
            rest = totals["n"] - row["n"]
            others = (totals[answer] - row[answer]) / rest if rest else 0.0
            if row[answer] >= NEARLY * row["n"] and others < SELDOM:
                found[row["annotator"]] = f"{row['annotator']} ({word}, {row[answer]:,} of {row['n']:,})"
    if found:
        yield ONE_ANSWER(annotators=list(found), _shown=list(found.values()))


CHECKS: Final = (
    Check(POSITION_BIAS, _position, Comparisons, facts=("sides",)),
    Check(ONE_ANSWER, _one_answer, Comparisons, columns=("annotator",)),
)
