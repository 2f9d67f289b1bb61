"""What is kept of a simulated campaign: its size, and how the ranking of every recipe compares with the truth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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

    @property
    def share(self) -> float:
        """Share of the true differences that were found; all of them if there are none."""
        return self.found / self.pairs if self.pairs else 1.0


@dataclass(frozen=True)
class Outcome:
    """One simulated campaign.

    Args:
        job: which one.
        judgements: items that were judged, control items among them.
        counting: judgements of systems that count.
        units: pieces of text with such a judgement; those of the tutorial, or of the calibration set alone, have none.
        hours: hours that all of it took.
        whole: whether nothing was left out for want of hours.
        recovered: by recipe.
        refused: code of the error with which the plan was refused; then there is nothing else.
    """

    job: Job
    judgements: int
    counting: int
    units: int
    hours: float
    whole: bool
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


def ranked(outcomes: Sequence[Outcome], recipe: str) -> list[tuple[Outcome, Recovered, float]]:
    """The campaigns that a recipe ranked, what it found in each, and Kendall's tau with the truth.

    Args:
        outcomes: of campaigns, in any order.
        recipe: its name.
    """
    held = [(outcome, outcome.recovered.get(recipe)) for outcome in outcomes]
    return [(one, found, found.kendall) for one, found in held if found is not None and found.kendall is not None]
