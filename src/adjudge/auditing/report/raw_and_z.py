"""Raw against standardised scores: what standardisation does to the order of systems (Knowles and Lo 2022, 3.2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Self

from adjudge.kernels.ranks.order import kendall_tau
from adjudge.ranking.result import RankingResult


@dataclass(frozen=True)
class RawAndZSystem:
    """One system.

    Args:
        system: its name.
        raw: mean raw score.
        z: mean standardised score.
        raw_rank: place by the raw mean, from 1.
        z_rank: place by the standardised mean.
    """

    system: str
    raw: float
    z: float
    raw_rank: int
    z_rank: int


@dataclass(frozen=True)
class RawAndZ:
    """Both orders of the systems of one ranking.

    Args:
        ranking: name of the ranking that both means are of.
        systems: by their standardised mean, best first.
        kendall: Kendall's tau of the two orders.
    """

    ranking: str
    systems: tuple[RawAndZSystem, ...]
    kendall: float

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data."""
        return asdict(self) | {"systems": [asdict(one) for one in self.systems]}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Read back what `to_dict` wrote."""
        systems = tuple(RawAndZSystem(**one) for one in data["systems"])
        return cls(data["ranking"], systems, kendall=data["kendall"])


def raw_and_z(rankings: Mapping[str, RankingResult]) -> RawAndZ | None:
    """Raw and standardised means of the first ranking that has both for every system; None if there is none.

    With good annotators and a good design both orders agree; where they do not, annotators judged different systems,
    or the standardisation takes the quality of what they judged for leniency (Knowles and Lo 2022, section 3.2).

    Checked against: an order by hand (tests/unit/auditing/report/test_raw_and_z.py).
    """
    for name, result in rankings.items():
        means = [(one.system, one.raw, one.z) for one in result.systems if one.raw is not None and one.z is not None]
        if len(means) < max(2, len(result.systems)):
            continue
        by_raw = sorted(means, key=lambda row: (-row[1], row[0]))
        by_z = sorted(means, key=lambda row: (-row[2], row[0]))
        orders = [[row[0] for row in rows] for rows in (by_raw, by_z)]
        places = [{system: place for place, system in enumerate(order, 1)} for order in orders]
        systems = [RawAndZSystem(s, raw, z, raw_rank=places[0][s], z_rank=places[1][s]) for s, raw, z in means]
        ordered = tuple(sorted(systems, key=lambda one: one.z_rank))
        return RawAndZ(name, ordered, kendall=kendall_tau(*orders))
    return None
