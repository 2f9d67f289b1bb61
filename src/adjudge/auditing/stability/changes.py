"""What changed between two rankings of the same systems: the three indicators of Knowles (2021), and graded ones."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from adjudge.auditing.stability.verdict import Verdict
from adjudge.kernels.ranks.order import kendall_tau

Pair = tuple[str, str]


@dataclass(frozen=True)
class Move:
    """A system at another place.

    Args:
        system: its name.
        before: its rank in the reference.
        after: its rank in the scenario.
    """

    system: str
    before: int
    after: int


@dataclass(frozen=True)
class Change:
    """How a ranking differs from the reference.

    Definition (Knowles 2021, section 5.2): `rank_changed` is any change in the order of systems, whatever the
    clusters; `cluster_changed` a different number or composition of clusters, from best to worst; `both_changed` both.

    Args:
        kendall: Kendall's tau of the two orders.
        moved: systems at another rank, in the order of the scenario.
        merges: clusters of the scenario that hold systems of several clusters of the reference.
        splits: clusters of the reference whose systems stand in several clusters of the scenario.
        lines_lost: lines of the reference that are gone, each by the two systems it stands between; a line is the same
            if the same systems are above it.
        lines_gained: new lines.
        reversed_orderings: significant orderings of the reference, better system first, that the scenario turns round,
            significantly or not.
        rank_changed: as above; of samples, whether it is so in more than half of them.
        cluster_changed: likewise.
        both_changed: likewise.
        missing: systems of the reference that the scenario cannot rank; the two are compared without them.
    """

    kendall: float
    moved: tuple[Move, ...]
    merges: int
    splits: int
    lines_lost: tuple[Pair, ...]
    lines_gained: tuple[Pair, ...]
    reversed_orderings: tuple[Pair, ...]
    rank_changed: bool
    cluster_changed: bool
    both_changed: bool
    missing: tuple[str, ...] = ()

    @property
    def changed(self) -> bool:
        """Whether anything is another one."""
        return self.rank_changed or self.cluster_changed

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data; `moved` are names, `moves` the places."""
        return {
            "rank_changed": self.rank_changed,
            "cluster_changed": self.cluster_changed,
            "both_changed": self.both_changed,
            "kendall": self.kendall,
            "moved": [move.system for move in self.moved],
            "moves": [{"system": move.system, "before": move.before, "after": move.after} for move in self.moved],
            "merges": self.merges,
            "splits": self.splits,
            "lines_lost": [list(line) for line in self.lines_lost],
            "lines_gained": [list(line) for line in self.lines_gained],
            "reversed_orderings": [list(pair) for pair in self.reversed_orderings],
            "missing": list(self.missing),
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Read back what `to_dict` wrote."""

        def pairs(name: str) -> tuple[Pair, ...]:
            return tuple((upper, lower) for upper, lower in data[name])

        return cls(
            kendall=data["kendall"],
            moved=tuple(Move(**move) for move in data["moves"]),
            merges=data["merges"],
            splits=data["splits"],
            lines_lost=pairs("lines_lost"),
            lines_gained=pairs("lines_gained"),
            reversed_orderings=pairs("reversed_orderings"),
            rank_changed=data["rank_changed"],
            cluster_changed=data["cluster_changed"],
            both_changed=data["both_changed"],
            missing=tuple(data["missing"]),
        )


def compare_verdicts(before: Verdict, after: Verdict) -> Change:
    """The change from one ranking to another.

    Systems that only one of them holds are left out of both first.

    Checked against: the expected values beside the WMT21 and WMT22 data (tests/published/test_knowles_2021.py); the
    definitions counted by hand (tests/unit/auditing/stability/test_changes.py).
    """
    missing = tuple(name for name in before.order if name not in after.places)
    before, after = before.without(missing), after.without(set(after.order) - set(before.order))
    moved = tuple(
        Move(name, before.places[name], place)
        for place, name in enumerate(after.order, 1)
        if before.places[name] != place
    )
    clusters_changed = list(map(frozenset, before.clusters)) != list(map(frozenset, after.clusters))
    place = after.places
    turned = ((a, b) for a, b in before.orderings if place[a] > place[b])
    return Change(
        kendall=kendall_tau(before.order, after.order),
        moved=moved,
        merges=_mixed(after, before),
        splits=_mixed(before, after),
        lines_lost=tuple(line for above, line in before.lines.items() if above not in after.lines),
        lines_gained=tuple(line for above, line in after.lines.items() if above not in before.lines),
        reversed_orderings=tuple(sorted(turned, key=lambda pair: (before.places[pair[0]], before.places[pair[1]]))),
        rank_changed=bool(moved),
        cluster_changed=clusters_changed,
        both_changed=bool(moved) and clusters_changed,
        missing=missing,
    )


def _mixed(of: Verdict, by: Verdict) -> int:
    """Clusters of one ranking that hold systems of several clusters of the other."""
    number = dict(zip(by.order, by.numbers, strict=True))
    return sum(len({number[name] for name in cluster}) > 1 for cluster in of.clusters)
