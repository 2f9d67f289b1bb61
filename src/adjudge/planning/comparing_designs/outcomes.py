"""What is kept of a simulated campaign: its size, and how the ranking of every recipe compares with the truth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Self

from adjudge.planning.comparing_designs.settings import Job


@dataclass(frozen=True)
class Recovered:
    """What one recipe found in one campaign.

    Args:
        kendall: Kendall's tau with the true order; None if the recipe refused to rank.
        pairs: pairs of systems of different true quality.
        found: those of them called significant in the true order.
        false: differences called that are not there.
        refused: code of the error with which the recipe refused.
    """

    kendall: float | None
    pairs: int
    found: int
    false: int
    refused: str | None = None


@dataclass(frozen=True)
class Outcome:
    """One simulated campaign.

    Args:
        job: which one.
        judgements: items that were judged, control items among them.
        counting: judgements of systems that count.
        units: pieces of text that were judged.
        hours: hours that all of it took.
        recovered: by recipe.
        refused: code of the error with which the plan was refused; then there is nothing else.
    """

    job: Job
    judgements: int
    counting: int
    units: int
    hours: float
    recovered: Mapping[str, Recovered]
    refused: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """The outcome as plain data."""
        return asdict(self)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Read back what `to_dict` wrote."""
        recovered = {name: Recovered(**held) for name, held in data["recovered"].items()}
        return cls(**{**data, "job": Job(**data["job"]), "recovered": recovered})
