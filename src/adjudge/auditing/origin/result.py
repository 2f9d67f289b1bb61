"""Forward against reverse created text, as a result."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, ClassVar, Self

import polars as pl

from adjudge.auditing.origin.agreement import DirectionAgreement
from adjudge.auditing.origin.difference import PairChange, SystemDifference
from adjudge.auditing.origin.gap import AgreementGap
from adjudge.auditing.origin.metrics import MetricDirections
from adjudge.core.results import Result
from adjudge.ranking.result import RankedSystem

_TABLES = ("forward", "reverse", "both")


@dataclass(frozen=True, repr=False)
class OriginResult(Result):
    """Rankings by the direction in which text was created, and how far they agree.

    Args:
        forward: ranking of text first written in the source language.
        reverse: ranking of text first written in the target language.
        both: ranking of both together.
        agreement: of forward and reverse scores.
        differences: reverse - forward of every system, in the order of the forward ranking.
        changes: how the distance of every two systems changes.
        metrics: the same for metrics.
        source: the source language, if known.
        rows: ratings by direction, and `other`.
    """

    schema: ClassVar[str] = "adjudge.origin/1"

    forward: tuple[RankedSystem, ...]
    reverse: tuple[RankedSystem, ...]
    both: tuple[RankedSystem, ...]
    agreement: DirectionAgreement
    differences: tuple[SystemDifference, ...]
    changes: tuple[PairChange, ...]
    metrics: tuple[MetricDirections, ...]
    source: str | None
    rows: Mapping[str, int]

    def to_frame(self) -> pl.DataFrame:
        """One row per system and ranking, with the difference of the system."""
        differences = {one.system: one for one in self.differences}
        rows = []
        for name in _TABLES:
            for system in getattr(self, name):
                one = differences.get(system.system)
                known = {key: one and getattr(one, key) for key in ("difference", "low", "high")}
                rows.append({"text": name} | asdict(system) | known)
        numbers = ("raw", "z", "score", "score_low", "score_high", "difference", "low", "high")
        types = dict.fromkeys(numbers, pl.Float64) | dict.fromkeys(("n", "set_low", "set_high"), pl.Int64)
        return pl.DataFrame(rows, schema_overrides=types)

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data; `from_dict` is the inverse."""
        return {
            "schema": self.schema,
            "signature": str(self.signature),
            "settings": dict(self.settings),
            "source": self.source,
            "rows": dict(self.rows),
            **{name: [asdict(system) for system in getattr(self, name)] for name in _TABLES},
            "agreement": _agreement_data(self.agreement),
            "differences": [asdict(one) for one in self.differences],
            "changes": [asdict(one) for one in self.changes],
            "metrics": [asdict(one) | {"agreement": _agreement_data(one.agreement)} for one in self.metrics],
            "findings": [finding.to_dict() for finding in self.findings],
        }

    @classmethod
    def _read(cls, data: Mapping[str, Any]) -> Self:
        forward, reverse, both = (tuple(RankedSystem(**system) for system in data[name]) for name in _TABLES)
        return cls(
            **cls._common_parts(data),
            forward=forward,
            reverse=reverse,
            both=both,
            agreement=_agreement(data["agreement"]),
            differences=tuple(SystemDifference(**one) for one in data["differences"]),
            changes=tuple(PairChange(**one) for one in data["changes"]),
            metrics=tuple(_metric(one) for one in data["metrics"]),
            source=data["source"],
            rows=data["rows"],
        )

    def summary(self) -> str:
        """Agreement of the two directions in two sentences."""
        known = {name: getattr(self.agreement, name) for name in ("pearson", "spearman", "kendall")}
        words = ", ".join(f"{name.capitalize()} {value:.3f}" for name, value in known.items() if value is not None)
        changed = sum(one.significant for one in self.changes)
        pairs = f"{changed} of {len(self.changes)} pairs of systems change their distance significantly"
        return f"Forward and reverse scores of {self.agreement.systems} systems: {words or 'not comparable'}. {pairs}."


def _agreement_data(agreement: DirectionAgreement) -> dict[str, Any]:
    known = {name: interval and list(interval) for name, interval in agreement.intervals.items()}
    return asdict(agreement) | {"intervals": known}


def _agreement(data: Mapping[str, Any]) -> DirectionAgreement:
    intervals = {name: interval and (interval[0], interval[1]) for name, interval in data["intervals"].items()}
    return DirectionAgreement(**{**data, "intervals": intervals})


def _metric(data: Mapping[str, Any]) -> MetricDirections:
    systems = tuple(SystemDifference(**one) for one in data["systems"])
    gap = data.get("gap") and AgreementGap(**data["gap"])
    return MetricDirections(**{**data, "systems": systems, "agreement": _agreement(data["agreement"]), "gap": gap})
