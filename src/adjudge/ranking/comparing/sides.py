"""One of two rankings to be compared: an order with what is known of its lines, tests, scores and choices."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations
from typing import Final, Literal, Self

from adjudge.core.tables import Table
from adjudge.ranking.comparing.published import PublishedOrder
from adjudge.ranking.result import RankingResult

#: What says that one system is better than another: tests of pairs, lines between systems, or nothing.
Evidence = Literal["tests", "lines", "none"]
Pair = tuple[str, str]

_LETTER: Final = re.compile(r"[a-z]\d*")


@dataclass(frozen=True)
class Standing:
    """A system in its own ranking.

    Args:
        rank: from 1, among all systems of the ranking.
        score: what the order is by; None if it is not known.
        n: distinct segments; None if they are not known.
        judgements: all that counted; None if they are not known.
    """

    rank: int
    score: float | None = None
    n: int | None = None
    judgements: int | None = None


@dataclass(frozen=True, eq=False)
class Side:
    """A ranking to be compared.

    Args:
        source: where it comes from, for sentences: a file, or `A` and `B`.
        order: names, best first.
        clusters: number of the cluster of each, from 1; None if the lines are not known.
        standings: of each system, by name.
        ranking: with its choices; None of a published order.
        table: the judgements it was computed from, if they are at hand.
    """

    source: str
    order: tuple[str, ...]
    clusters: tuple[int, ...] | None
    standings: dict[str, Standing]
    ranking: RankingResult | None = None
    table: Table | None = field(default=None, repr=False)

    @classmethod
    def of_ranking(cls, ranking: RankingResult, source: str, table: Table | None = None) -> Self:
        """A ranking of ours."""
        rows = ranking.systems
        return cls(
            source,
            order=tuple(row.system for row in rows),
            clusters=tuple(row.cluster for row in rows),
            standings={row.system: Standing(row.rank, row.score, row.n, row.judgements) for row in rows},
            ranking=ranking,
            table=table,
        )

    @classmethod
    def of_published(cls, order: PublishedOrder, source: str) -> Self:
        """A published order."""
        numbers = tuple(number for number, names in enumerate(order.clusters, 1) for _ in names)
        return cls(
            source,
            order=order.names,
            clusters=numbers if order.lines else None,
            standings={
                name: Standing(rank, order.scores.get(name), *order.counts.get(name, (None, None)))
                for rank, name in enumerate(order.names, 1)
            },
        )

    def among(self, names: Collection[str]) -> Side:
        """The same with other systems left out of the table; lines between those that stay remain.

        Tests and scores stay as they were computed, with all systems (Knowles 2021, section 5.2).
        """
        keep = [place for place, name in enumerate(self.order) if name in names]
        clusters = self.clusters
        if clusters is not None:
            known = {number: i for i, number in enumerate(dict.fromkeys(clusters[place] for place in keep), 1)}
            clusters = tuple(known[clusters[place]] for place in keep)
        return replace(self, order=tuple(self.order[place] for place in keep), clusters=clusters)

    @cached_property
    def places(self) -> dict[str, int]:
        """Place by name, from 1."""
        return {name: place for place, name in enumerate(self.order, 1)}

    @cached_property
    def cluster_of(self) -> dict[str, int]:
        """Cluster by name; empty if the lines are not known."""
        return {} if self.clusters is None else dict(zip(self.order, self.clusters, strict=True))

    @cached_property
    def lines(self) -> dict[frozenset[str], Pair]:
        """The two systems that each line stands between, by everything above the line."""
        if self.clusters is None:
            return {}
        ends = [place for place in range(1, len(self.order)) if self.clusters[place] != self.clusters[place - 1]]
        return {frozenset(self.order[:place]): (self.order[place - 1], self.order[place]) for place in ends}

    @cached_property
    def evidence(self) -> Evidence:
        """What says that one system is better than another."""
        if self.ranking is not None and (self.ranking.pairs or _significant_by_letters(self.ranking) is not None):
            return "tests"
        return "lines" if self.clusters is not None else "none"

    @cached_property
    def better(self) -> frozenset[Pair]:
        """Pairs that are separated, the better system first: significant ones, or those with a line between them."""
        held = self.places
        if self.ranking is not None and self.evidence == "tests":
            significant = frozenset((pair.a, pair.b) for pair in self.ranking.pairs if pair.significant)
            found = significant if self.ranking.pairs else _significant_by_letters(self.ranking) or frozenset()
            return frozenset((a, b) for a, b in found if a in held and b in held)
        return frozenset(pair for pair in combinations(self.order, 2) if self.has_line_between(pair))

    def has_line_between(self, pair: Pair) -> bool:
        """Whether a line separates two systems."""
        first, second = (self.cluster_of.get(name) for name in pair)
        return first != second

    @cached_property
    def p_values(self) -> dict[frozenset[str], float]:
        """p-values of pairs, where they are known."""
        pairs = () if self.ranking is None else self.ranking.pairs
        return {frozenset((pair.a, pair.b)): pair.p for pair in pairs}


def _significant_by_letters(ranking: RankingResult) -> frozenset[Pair] | None:
    """Significant pairs of a ranking that was stored without its pairs; None if letters cannot tell.

    Systems that share no letter differ. That it is the higher one which is better follows if as many systems are
    better than each as stand above it and differ from it: none is better than the first, so nothing below it is, and
    so on downwards. Ranges from comparisons are cut at the rank, so they do not show this.
    """
    letters = [frozenset(_LETTER.findall(row.letters)) for row in ranking.systems]
    if ranking.kind != "ratings" or not all(letters):
        return None
    found: list[Pair] = []
    for place, row in enumerate(ranking.systems):
        above = [ranking.systems[i].system for i in range(place) if not letters[i] & letters[place]]
        if row.rank_low != 1 + len(above):
            return None
        found += [(name, row.system) for name in above]
    return frozenset(found)


def ranking_name(ranking: RankingResult) -> str:
    """The recipe or method of a ranking."""
    recipe = ranking.settings.get("recipe")
    name = recipe.get("name") if isinstance(recipe, Mapping) else ranking.settings.get("method")
    return str(name or ranking.kind)


def names_twice(order: Sequence[str]) -> dict[str, int]:
    """Names that occur more than once, with how often."""
    counts: dict[str, int] = {}
    for name in order:
        counts[name] = counts.get(name, 0) + 1
    return {name: count for name, count in counts.items() if count > 1}
