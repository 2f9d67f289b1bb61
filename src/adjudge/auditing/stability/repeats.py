"""The study drawn again and again: how often everything returns, and the stable ranking probability.

Units (annotators, documents or sessions) are drawn with replacement, as many as there are, and ranked from the
beginning. The stable ranking probability (Riley et al. 2024) is the chance that of two studies made in the same way
the second keeps every significant ordering of the first: whoever is significantly better there stands higher here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from adjudge.auditing.stability.changes import Change, Move, compare_verdicts
from adjudge.auditing.stability.multiverse import Multiverse
from adjudge.auditing.stability.verdict import Verdict

Flags = NDArray[np.bool_]


@dataclass(frozen=True)
class RankRange:
    """The ranks of a system over all samples.

    Args:
        system: its name.
        same: share of samples with its rank of the reference.
        median: of its ranks.
        low: 2.5% quantile of its ranks.
        high: 97.5% quantile.
    """

    system: str
    same: float
    median: int
    low: int
    high: int


@dataclass(frozen=True)
class Repeats:
    """What came back over all samples.

    Args:
        unit: what was drawn.
        units: how many there are.
        draws: samples.
        lost: samples that cannot be ranked; they count nowhere.
        stable: the stable ranking probability, estimated from pairs of samples; None with fewer than two.
        stable_halves: the same for studies of half the size, from disjoint halves of the units; None if it was not
            asked for.
        keeps: share of samples that keep every significant ordering of the reference.
        rank_changed: share of samples with another order.
        cluster_changed: with other clusters.
        both_changed: with both.
        kendall: mean of Kendall's tau with the reference.
        ranks: of every system, in the order of the reference.
        shares: of lines and orderings.
    """

    unit: str
    units: int
    draws: int
    lost: int
    stable: float | None
    stable_halves: float | None
    keeps: float
    rank_changed: float
    cluster_changed: float
    both_changed: float
    kendall: float
    ranks: tuple[RankRange, ...]
    shares: Multiverse

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data."""
        return asdict(self) | {"ranks": [asdict(row) for row in self.ranks], "shares": self.shares.to_dict()}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Read back what `to_dict` wrote."""
        parts = {"ranks": tuple(RankRange(**row) for row in data["ranks"])}
        return cls(**{**data, **parts, "shares": Multiverse.from_dict(data["shares"])})


def summarise_repeats(
    reference: Verdict,
    samples: Sequence[Verdict],
    *,
    unit: str,
    units: int,
    lost: int,
    halves: Sequence[tuple[Verdict, Verdict]] = (),
) -> Repeats:
    """Count over samples.

    Args:
        reference: the ranking of the study itself.
        samples: rankings of the samples, of the same systems; at least one.
        unit: what was drawn.
        units: how many there are.
        lost: samples that cannot be ranked.
        halves: rankings of the two halves of several splits.
    """
    changes = [compare_verdicts(reference, sample) for sample in samples]
    n = len(changes)
    return Repeats(
        unit=unit,
        units=units,
        draws=n + lost,
        lost=lost,
        stable=stable_ranking_probability(samples, samples[0].order),
        stable_halves=_share_of_stable_halves(halves),
        keeps=sum(not change.reversed_orderings for change in changes) / n,
        rank_changed=sum(change.rank_changed for change in changes) / n,
        cluster_changed=sum(change.cluster_changed for change in changes) / n,
        both_changed=sum(change.both_changed for change in changes) / n,
        kendall=float(np.mean([change.kendall for change in changes])),
        ranks=_rank_ranges(reference, samples),
        shares=Multiverse.of(reference, samples),
    )


def stable_ranking_probability(samples: Sequence[Verdict], systems: Sequence[str]) -> float | None:
    """The share of ordered pairs of samples in which the second keeps every significant ordering of the first.

    Definition: SRP = 1 / (B (B - 1)) sum over b != c of [for all (x, y): x significantly better than y in sample b
    implies x above y in sample c], B being the number of samples.

    Bias: samples scatter around the study, not around the truth, so differences look as large as they turned out to
    be; where systems are close the estimate is too high. docs/explanation/stability.md gives measured values.

    Checked against: `_is_kept` on all pairs (tests/laws); the share over pairs of independent simulated campaigns
    (tests/recovery).

    Args:
        samples: rankings of the same systems.
        systems: their names.

    Returns:
        A share; None with fewer than two samples.
    """
    if len(samples) < 2:
        return None
    better = np.array([_matrix(sample.orderings, systems) for sample in samples], dtype=np.float32)
    below = np.array([_below(sample, systems) for sample in samples], dtype=np.float32)
    broken = better.reshape(len(samples), -1) @ below.reshape(len(samples), -1).T > 0
    kept = ~broken
    np.fill_diagonal(kept, val=False)
    return float(kept.sum() / (len(samples) * (len(samples) - 1)))


def _matrix(pairs: frozenset[tuple[str, str]], systems: Sequence[str]) -> Flags:
    place = {name: i for i, name in enumerate(systems)}
    matrix = np.zeros((len(systems), len(systems)), dtype=bool)
    for a, b in pairs:
        matrix[place[a], place[b]] = True
    return matrix


def _below(sample: Verdict, systems: Sequence[str]) -> Flags:
    """Whether the row stands below the column."""
    rank = np.array([sample.places[name] for name in systems])
    return np.asarray(rank[:, None] > rank[None, :])


def is_kept(first: Verdict, second: Verdict) -> bool:
    """Whether every significant ordering of the first ranking holds in the second; the plain form of the definition."""
    return all(second.places[a] < second.places[b] for a, b in first.orderings)


def _share_of_stable_halves(halves: Sequence[tuple[Verdict, Verdict]]) -> float | None:
    """The share of (half, other half), either way round, in which the second keeps the first's orderings."""
    kept = [is_kept(a, b) for first, second in halves for a, b in ((first, second), (second, first))]
    return sum(kept) / len(kept) if kept else None


def _rank_ranges(reference: Verdict, samples: Sequence[Verdict]) -> tuple[RankRange, ...]:
    rows = []
    for name, rank in reference.places.items():
        ranks = np.array([sample.places[name] for sample in samples])
        low, median, high = np.quantile(ranks, [0.025, 0.5, 0.975], method="inverted_cdf")
        same = float((ranks == rank).mean())
        rows.append(RankRange(name, same=same, median=int(median), low=int(low), high=int(high)))
    return tuple(rows)


def typical_change(repeats: Repeats, reference: Verdict) -> Change:
    """The change of more than half of the samples; Kendall's tau is the mean.

    A system counts as moved if it keeps its rank in less than half of the samples; it is said to move to its median
    rank. A line counts as lost if less than half of the samples draw
    it, an ordering as reversed if less than half keep it.

    Args:
        repeats: the samples.
        reference: what they were compared with.
    """
    moved = []
    for row in repeats.ranks:
        before = reference.places[row.system]
        if row.same < 0.5:
            moved.append(Move(row.system, before, row.median))
    lost = tuple((line.upper, line.lower) for line in repeats.shares.lines if line.share < 0.5)
    turned = tuple(
        (pair.a, pair.b)
        for pair in repeats.shares.orderings
        if pair.share < 0.5 and (pair.a, pair.b) in reference.orderings
    )
    return Change(
        kendall=repeats.kendall,
        moved=tuple(moved),
        merges=0,
        splits=0,
        lines_lost=lost,
        lines_gained=(),
        reversed_orderings=turned,
        rank_changed=repeats.rank_changed > 0.5,
        cluster_changed=repeats.cluster_changed > 0.5,
        both_changed=repeats.both_changed > 0.5,
    )
