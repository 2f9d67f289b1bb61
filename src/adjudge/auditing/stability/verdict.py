"""What a scenario looks at of a ranking: the order, who beats whom, and the clusters. Nothing else is computed."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Self

import numpy as np
from numpy.typing import NDArray

from adjudge.ranking.lines import cluster_numbers

Beats = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Verdict:
    """The order of systems and the lines between them.

    Args:
        order: names, best first.
        numbers: of the cluster of each, from 1.
        beats: rank order by rank order: whether the row is significantly better than the column; None for a published
            order, which does not say.
        scores: what the order is by, in rank order; None if the method gives places only.
    """

    order: tuple[str, ...]
    numbers: tuple[int, ...]
    beats: Beats | None = None
    scores: tuple[float, ...] | None = None

    @classmethod
    def of(
        cls,
        order: Sequence[str],
        beats: Beats,
        rule: str,
        *,
        hide: Collection[str] = (),
        scores: Sequence[float] | None = None,
    ) -> Self:
        """With lines by a rule.

        Args:
            order: names, best first.
            beats: rank order by rank order.
            rule: a name from `adjudge.ranking.lines.LINE_RULES`.
            hide: systems that take no part in drawing lines.
            scores: what the order is by.
        """
        hidden = [place for place, name in enumerate(order) if name in hide]
        numbers = cluster_numbers(beats, rule, hidden)
        return cls(tuple(order), tuple(numbers), beats, None if scores is None else tuple(scores))

    @classmethod
    def in_clusters(cls, clusters: Sequence[Sequence[str]]) -> Self:
        """A published order, cluster by cluster."""
        order = tuple(name for cluster in clusters for name in cluster)
        return cls(order, tuple(number for number, cluster in enumerate(clusters, 1) for _ in cluster))

    @cached_property
    def clusters(self) -> tuple[tuple[str, ...], ...]:
        """Names cluster by cluster."""
        groups: dict[int, list[str]] = {}
        for name, number in zip(self.order, self.numbers, strict=True):
            groups.setdefault(number, []).append(name)
        return tuple(map(tuple, groups.values()))

    @cached_property
    def lines(self) -> dict[frozenset[str], tuple[str, str]]:
        """The two systems that each line stands between, by everything above the line."""
        found: dict[frozenset[str], tuple[str, str]] = {}
        for place in range(1, len(self.order)):
            if self.numbers[place] != self.numbers[place - 1]:
                found[frozenset(self.order[:place])] = (self.order[place - 1], self.order[place])
        return found

    @cached_property
    def orderings(self) -> frozenset[tuple[str, str]]:
        """Significant orderings: the better system first. Of a published order, systems of different clusters."""
        if self.beats is not None:
            return frozenset((self.order[i], self.order[j]) for i, j in zip(*np.nonzero(self.beats), strict=True))
        places = range(len(self.order))
        return frozenset(
            (self.order[i], self.order[j]) for i in places for j in places if self.numbers[i] < self.numbers[j]
        )

    @cached_property
    def places(self) -> dict[str, int]:
        """Rank by name, from 1."""
        return {name: place for place, name in enumerate(self.order, 1)}

    def without(self, names: Collection[str]) -> Verdict:
        """The same with systems left out of the table; the lines that stood between the others stay."""
        keep = [place for place, name in enumerate(self.order) if name not in names]
        return Verdict(
            tuple(self.order[place] for place in keep),
            tuple(self.numbers[place] for place in keep),
            None if self.beats is None else self.beats[np.ix_(keep, keep)],
            None if self.scores is None else tuple(self.scores[place] for place in keep),
        )
