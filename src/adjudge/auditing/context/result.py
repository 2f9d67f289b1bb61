"""The effect of degraded context, as a result."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, ClassVar, Final, Self

import polars as pl

from adjudge.auditing.context.covariates import Covariate, Regression
from adjudge.auditing.context.degraded import DegradedScores, ScoreBin
from adjudge.auditing.context.effect import ContextGroup, RobustTest, Shift, p_in_words
from adjudge.core.catalogue import counted
from adjudge.core.results import Result

#: Of differences on scales such as 1..5 or of z-scores.
_SMALL_SPREAD: Final = 3.0


@dataclass(frozen=True)
class DifferenceBin:
    """How many differences lie between two bounds; the middle bin is around 0.

    Args:
        low: lower bound, included.
        high: upper bound, excluded.
        before: share of the pairs before a degraded item.
        after: share of the pairs after one.
    """

    low: float
    high: float
    before: float
    after: float


@dataclass(frozen=True, repr=False)
class ContextResult(Result):
    """Whether outputs score lower after a degraded item.

    Args:
        groups: `all` first, then by collection, by language pair and by annotator, where there are several.
        repeats: repeats in showings without anything degraded; None if there are none.
        degraded: how extreme degraded items are; None if there are none with scores.
        regression: what the effect depends on; None if it cannot be told.
        histogram: how the differences are distributed.
        copies: quality-control copies in the data.
        left_out: how many of them could not be used, by reason.
    """

    schema: ClassVar[str] = "adjudge.context/1"

    groups: tuple[ContextGroup, ...]
    repeats: Shift | None
    degraded: DegradedScores | None
    regression: Regression | None
    histogram: tuple[DifferenceBin, ...]
    copies: int
    left_out: Mapping[str, int]

    @property
    def all(self) -> ContextGroup:
        """The group of all pairs."""
        return self.groups[0]

    def to_frame(self) -> pl.DataFrame:
        """One row per group."""
        rows = []
        for group in self.groups:
            row = {key: value for key, value in vars(group).items() if key not in ("before", "after", "robust")}
            shifts = {
                f"{side}_{key}": getattr(getattr(group, side), key)
                for side in ("before", "after")
                for key in ("n", "mean", "median")
            }
            rows.append({"name": row.pop("name"), "by": row.pop("by"), **shifts, **row})
        numbers = ("difference", "low", "high", "p", "p_robust", "freedom")
        means = tuple(f"{side}_{key}" for side in ("before", "after") for key in ("mean", "median"))
        types = dict.fromkeys((*numbers, *means), pl.Float64) | {"unit": pl.String, "units": pl.Int64}
        return pl.DataFrame(rows, schema_overrides=types)

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data; `from_dict` is the inverse."""
        return {
            "schema": self.schema,
            "signature": str(self.signature),
            "settings": dict(self.settings),
            "groups": [asdict(group) for group in self.groups],
            "repeats": None if self.repeats is None else asdict(self.repeats),
            "degraded": None if self.degraded is None else asdict(self.degraded),
            "regression": None if self.regression is None else asdict(self.regression),
            "histogram": [asdict(one) for one in self.histogram],
            "copies": self.copies,
            "left_out": dict(self.left_out),
            "findings": [finding.to_dict() for finding in self.findings],
        }

    @classmethod
    def _read(cls, data: Mapping[str, Any]) -> Self:
        return cls(
            **cls._common_parts(data),
            groups=tuple(_group(group) for group in data["groups"]),
            repeats=data["repeats"] and Shift(**data["repeats"]),
            degraded=data["degraded"] and _degraded(data["degraded"]),
            regression=data["regression"] and _regression(data["regression"]),
            histogram=tuple(DifferenceBin(**one) for one in data["histogram"]),
            copies=data["copies"],
            left_out=data["left_out"],
        )

    def summary(self) -> str:
        """The effect in two sentences."""
        group = self.all
        sides = (f"{_mean(group.before)} before", f"{_mean(group.after)} after a degraded item")
        welch, robust = p_in_words(group.p), p_in_words(group.p_robust)
        tested = f"; p {welch} by Welch's test" if welch else ""
        tested += f", p {robust} with pairs of one {group.unit} as dependent" if robust else ""
        smaller = next((one for one in group.robust[1:] if one.units != group.units), None)
        tested += f" (of one {smaller.unit}: p {p_in_words(smaller.p)})" if robust and smaller and smaller.p else ""
        return f"Original minus copy is {' and '.join(sides)}{tested}. Above 0 the copy scores lower."


def _mean(shift: Shift) -> str:
    if shift.mean is None:
        return "unknown (no pairs)"
    digits = 3 if shift.sd is not None and shift.sd < _SMALL_SPREAD else 2  # z-scores, and scales such as 1..5
    return f"{shift.mean:.{digits}f} ({counted(shift.n, 'pair')})"


def _degraded(data: Mapping[str, Any]) -> DegradedScores:
    return DegradedScores(**{**data, "histogram": tuple(ScoreBin(**one) for one in data["histogram"])})


def _group(data: Mapping[str, Any]) -> ContextGroup:
    sides = {side: Shift(**data[side]) for side in ("before", "after")}
    robust = tuple(RobustTest(**one) for one in data.get("robust", ()))
    return ContextGroup(**{**data, **sides, "robust": robust})


def _regression(data: Mapping[str, Any]) -> Regression:
    rows = tuple(Covariate(**row) for row in data["rows"])
    return Regression(**{**data, "rows": rows, "left_out": tuple(data["left_out"])})
