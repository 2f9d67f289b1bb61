"""The prediction from a pilot: for every scenario what is expected, and for every pair how likely it is separated."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, ClassVar, Self

import polars as pl

from adjudge.core.catalogue import counted
from adjudge.core.results import Result


@dataclass(frozen=True)
class PredictedPair:
    """Two systems in one scenario.

    Args:
        a: the system that is ahead in the pilot.
        b: the other.
        difference: a minus b as the pilot estimates it.
        separated: whether the pilot separates them.
        probability: that the larger campaign calls them different.
        reversed: that it does so with b ahead; part of `probability`.
        width: expected width of the 95% interval of the difference; None if no width can be given.
    """

    a: str
    b: str
    difference: float
    separated: bool
    probability: float
    reversed: float
    width: float | None


@dataclass(frozen=True)
class Outlook:
    """What is expected in one scenario.

    Args:
        label: what is added, in words.
        documents: further documents.
        segments: further segments.
        annotators: further annotators.
        judgements: of the whole campaign, the pilot included; the mean over simulated campaigns.
        expected: number of separated pairs, the mean over simulated campaigns.
        low: a tenth of the campaigns separate fewer.
        high: a tenth separate more.
        width: of the 95% interval of a difference, the median over pairs; None if no width can be given.
        pairs: all pairs, in the order of the pilot's ranking.
    """

    label: str
    documents: int
    segments: int
    annotators: int
    judgements: int
    expected: float
    low: int
    high: int
    width: float | None
    pairs: tuple[PredictedPair, ...]

    @property
    def share(self) -> float:
        """Expected share of separated pairs."""
        return self.expected / len(self.pairs)


@dataclass(frozen=True, repr=False)
class PilotResult(Result):
    """What a larger campaign would separate.

    Args:
        outlooks: the pilot itself, then the scenarios.
        like_pilot: what is expected of as many judgements of other documents, without those of the pilot.
        components: variance components of the pilot: `component`, `sd`, in points of the scores that are compared.
    """

    schema: ClassVar[str] = "adjudge.pilot/1"

    outlooks: tuple[Outlook, ...]
    like_pilot: Outlook
    components: tuple[tuple[str, float], ...]

    @property
    def pilot(self) -> Outlook:
        """What the pilot separates by itself, as observed; its probabilities are 0 or 1."""
        return self.outlooks[0]

    @property
    def predicted(self) -> tuple[Outlook, ...]:
        """What simulated campaigns separate: one like the pilot, then the scenarios."""
        return (self.like_pilot, *self.scenarios)

    @property
    def scenarios(self) -> tuple[Outlook, ...]:
        """What was asked for, or the usual steps."""
        return self.outlooks[1:]

    def to_frame(self) -> pl.DataFrame:
        """One row per scenario and pair."""
        outlooks = (self.pilot, *self.predicted)
        rows = [{"scenario": one.label, **asdict(pair)} for one in outlooks for pair in one.pairs]
        return pl.DataFrame(rows, schema_overrides={"width": pl.Float64})

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data; `from_dict` is the inverse."""
        return {
            "schema": self.schema,
            "signature": str(self.signature),
            "settings": dict(self.settings),
            "outlooks": [asdict(one) for one in self.outlooks],
            "like_pilot": asdict(self.like_pilot),
            "components": dict(self.components),
            "findings": [finding.to_dict() for finding in self.findings],
        }

    @classmethod
    def _read(cls, data: Mapping[str, Any]) -> Self:
        return cls(
            **cls._common_parts(data),
            outlooks=tuple(_outlook(one) for one in data["outlooks"]),
            like_pilot=_outlook(data["like_pilot"]),
            components=tuple(data["components"].items()),
        )

    def summary(self) -> str:
        """One sentence each for the pilot, a campaign like it, and the scenarios."""
        pilot, like = self.pilot, self.like_pilot
        pairs = counted(len(pilot.pairs), "pair")
        like_it = f"A campaign like it, of other documents, is expected to separate {like.expected:.1f} of {pairs}"
        lines = [
            f"The pilot separates {pilot.expected:.0f} of {pairs} with {counted(pilot.judgements, 'judgement')}.",
            f"{like_it} ({like.low} to {like.high} in 8 of 10 campaigns).",
        ]
        lines += [
            f"With {one.label} ({counted(one.judgements, 'judgement')} in all) {one.expected:.1f} of {pairs} are "
            f"expected to be separated ({one.low} to {one.high} in 8 of 10 campaigns)."
            for one in self.scenarios
        ]
        return "\n".join(lines)


def _outlook(data: Mapping[str, Any]) -> Outlook:
    return Outlook(**{**data, "pairs": tuple(PredictedPair(**pair) for pair in data["pairs"])})
