"""The description of annotators who gave ratings, as a result."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, is_dataclass
from typing import Any, ClassVar, Self

import polars as pl

from adjudge.auditing.annotators.distributions import ScoreDistributions
from adjudge.auditing.annotators.ratings.calibration import (
    Calibration,
    CalibrationCost,
    CalibrationSet,
    LaterWork,
    Spread,
)
from adjudge.auditing.annotators.ratings.coefficients import (
    AgreementCoefficient,
    AgreementWithOthers,
    agreement_sentence,
)
from adjudge.auditing.annotators.ratings.consistency import Consistency
from adjudge.auditing.annotators.ratings.drift import Drift
from adjudge.auditing.annotators.ratings.generalisability import Generalisability, PredictedReliability, VarianceShare
from adjudge.auditing.annotators.ratings.leniency import Leniency
from adjudge.auditing.annotators.ratings.model_fit import ModelFit
from adjudge.auditing.annotators.ratings.pace import Pace
from adjudge.auditing.annotators.ratings.pairs import AnnotatorPair, PairSummary
from adjudge.auditing.annotators.ratings.profiles import Profile
from adjudge.auditing.annotators.ratings.shared import SharedOutputs
from adjudge.auditing.annotators.ratings.ticks import Cluster, Ticks
from adjudge.core.catalogue import counted
from adjudge.core.results import Result


def _data(part: Any) -> Any:  # noqa: ANN401 - a dataclass, then whatever it holds
    """A part of the result as plain data, with lists in the place of tuples."""
    if isinstance(part, dict):
        return {name: _data(value) for name, value in part.items()}
    if isinstance(part, tuple | list):
        return [_data(value) for value in part]
    return _data(asdict(part)) if is_dataclass(part) and not isinstance(part, type) else part


@dataclass(frozen=True)
class DescribedAnnotator:
    """Everything about one annotator; None where the data cannot say it.

    Args:
        profile: how the scale is used.
        consistency: differences of repeated ratings.
        others: agreement with the mean of the others.
        leniency: points above others on the same outputs.
        fit: infit and outfit.
        drift: trend in the course of the work.
        pace: seconds per rating.
        later: later work next to the calibration set.
    """

    profile: Profile
    consistency: Consistency | None
    others: AgreementWithOthers | None
    leniency: Leniency | None
    fit: ModelFit | None
    drift: Drift | None
    pace: Pace | None
    later: LaterWork | None

    @property
    def name(self) -> str:
        """Of the annotator."""
        return self.profile.annotator

    def to_dict(self) -> dict[str, Any]:
        """The profile, with the other parts below their names."""
        parts = {name: _data(part) if part else None for name, part in self._parts().items()}
        return {**_data(self.profile), **parts}

    def _parts(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in _PARTS}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """The inverse of `to_dict`."""
        own = dict(data)
        parts = {name: own.pop(name) for name in _PARTS}
        ticks = own.pop("ticks")
        if ticks is not None:
            clusters = tuple(Cluster(**one) for one in ticks["clusters"])
            ticks = Ticks(**{**ticks, "clusters": clusters})
        profile = Profile(**{**own, "quartiles": tuple(own["quartiles"]), "ticks": ticks})
        read = {name: _PARTS[name](**part) if part else None for name, part in parts.items()}
        later = parts["later"]
        if later:
            read["later"] = LaterWork(**{**later, "session_means": _spread(later["session_means"])})
        return cls(profile, **read)


#: The parts beside the profile, in the order of the fields.
_PARTS: dict[str, type[Any]] = {
    "consistency": Consistency,
    "others": AgreementWithOthers,
    "leniency": Leniency,
    "fit": ModelFit,
    "drift": Drift,
    "pace": Pace,
    "later": LaterWork,
}


def _spread(data: Mapping[str, float] | None) -> Spread | None:
    return None if data is None else Spread(**data)


@dataclass(frozen=True)
class RatingAgreement:
    """How far annotators agree.

    Args:
        shared: the outputs that two or more rated, and who rated them.
        judgements: their ratings, repeats averaged.
        k: ratings of an output, harmonic mean; None if there are none.
        unit: what intervals resample: `document` or `segment`.
        units: how many there are.
        coefficients: each with its interval.
        pairs: lowest, median and highest correlation of two annotators.
    """

    shared: SharedOutputs
    judgements: int
    k: float | None
    unit: str
    units: int
    coefficients: tuple[AgreementCoefficient, ...]
    pairs: tuple[PairSummary, ...]

    @property
    def items(self) -> int:
        """Number of outputs that two or more rated."""
        return self.shared.items

    def __getitem__(self, name: str) -> AgreementCoefficient:
        return next(one for one in self.coefficients if one.name == name)

    def to_dict(self) -> dict[str, Any]:
        """The counts, and every coefficient below its name."""
        counts = asdict(self.shared) | {name: getattr(self, name) for name in _COUNTS}
        found = {one.name: {key: getattr(one, key) for key in _VALUES} for one in self.coefficients}
        return counts | found | {"pairs": [_data(one) for one in self.pairs]}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """The inverse of `to_dict`."""
        coefficients = tuple(
            AgreementCoefficient(name, **part)
            for name, part in data.items()
            if name not in {*_SHARED, *_COUNTS, "pairs"}
        )
        pairs = (one | {"lowest": tuple(one["lowest"]), "highest": tuple(one["highest"])} for one in data["pairs"])
        return cls(
            SharedOutputs(**{name: data[name] for name in _SHARED}),
            **{name: data[name] for name in _COUNTS},
            coefficients=coefficients,
            pairs=tuple(PairSummary(**one) for one in pairs),
        )


_SHARED = tuple(SharedOutputs.__dataclass_fields__)
_COUNTS = ("judgements", "k", "unit", "units")
_VALUES = ("value", "low", "high", "reason", "interval", "classes")


@dataclass(frozen=True, repr=False)
class AnnotatorsResult(Result):
    """Annotators who gave ratings.

    Args:
        annotators: each of them, in alphabetical order.
        pairs: every two of them with two common outputs or more.
        agreement: how far they agree.
        calibration: contents and cost of the calibration set, if there is one.
        generalisability: where variance comes from, and how reliable other designs would be; None with one system.
        distributions: how the scores of some annotators are distributed.
    """

    schema: ClassVar[str] = "adjudge.annotators/1"
    kind: ClassVar[str] = "ratings"

    annotators: tuple[DescribedAnnotator, ...]
    pairs: tuple[AnnotatorPair, ...]
    agreement: RatingAgreement
    calibration: Calibration | None
    generalisability: Generalisability | None
    distributions: ScoreDistributions

    def __getitem__(self, name: str) -> DescribedAnnotator:
        return next(one for one in self.annotators if one.name == name)

    @property
    def sentence(self) -> str:
        """Agreement in one sentence, for a paper."""
        return self.sentence_on("alpha_interval")

    def sentence_on(self, coefficient: str) -> str:
        """The same for any of the coefficients."""
        over = self.agreement.shared.words
        return agreement_sentence(self.agreement[coefficient], over=over, level=self.settings["level"])

    def to_frame(self) -> pl.DataFrame:
        """One row per annotator."""
        return pl.DataFrame([_flat(one) for one in self.annotators], infer_schema_length=None)

    def pairs_frame(self) -> pl.DataFrame:
        """One row per pair of annotators."""
        schema: dict[str, type[pl.DataType]] = dict.fromkeys(AnnotatorPair.__dataclass_fields__, pl.Float64)
        schema |= {"a": pl.String, "b": pl.String, "n": pl.Int64}
        return pl.DataFrame([_data(pair) for pair in self.pairs], schema=schema)

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data; `from_dict` is the inverse."""
        return {
            "schema": self.schema,
            "kind": self.kind,
            "signature": str(self.signature),
            "settings": dict(self.settings),
            "sentence": self.sentence,
            "annotators": [one.to_dict() for one in self.annotators],
            "pairs": [_data(pair) for pair in self.pairs],
            "agreement": self.agreement.to_dict(),
            "calibration": _data(self.calibration) if self.calibration else None,
            "generalisability": _data(self.generalisability) if self.generalisability else None,
            "distributions": _data(self.distributions),
            "findings": [finding.to_dict() for finding in self.findings],
        }

    @classmethod
    def _read(cls, data: Mapping[str, Any]) -> Self:
        return cls(
            **cls._common_parts(data),
            annotators=tuple(DescribedAnnotator.from_dict(one) for one in data["annotators"]),
            pairs=tuple(AnnotatorPair(**pair) for pair in data["pairs"]),
            agreement=RatingAgreement.from_dict(data["agreement"]),
            calibration=_calibration(data["calibration"]),
            generalisability=_generalisability(data["generalisability"]),
            distributions=ScoreDistributions.from_dict(data["distributions"]),
        )

    def summary(self) -> str:
        """Who was described, and agreement in one sentence."""
        judgements = sum(one.profile.judgements for one in self.annotators)
        who = f"{counted(len(self.annotators), 'annotator')} gave {counted(judgements, 'rating')}."
        return f"{who} {self.sentence}"


def _calibration(data: Mapping[str, Any] | None) -> Calibration | None:
    if data is None:
        return None
    contents, cost = data["contents"], data["cost"]
    spreads = ("sessions", "judgements")
    return Calibration(
        CalibrationSet(**{**contents, "segments": _spread(contents["segments"])}),
        CalibrationCost(**{**cost, **{name: _spread(cost[name]) for name in spreads}}) if cost else None,
    )


def _generalisability(data: Mapping[str, Any] | None) -> Generalisability | None:
    if data is None:
        return None
    return Generalisability(
        tuple(VarianceShare(**one) for one in data["variances"]),
        tuple(data["dropped"]),
        tuple(PredictedReliability(**one) for one in data["predicted"]),
    )


def _flat(one: DescribedAnnotator) -> dict[str, Any]:
    """One row of the table."""
    profile: dict[str, Any] = _data(one.profile)
    low, median, high = profile.pop("quartiles")
    ticks = profile.pop("ticks") or {}
    row = profile | {"q25": low, "median": median, "q75": high}
    row |= {"ticks": ticks.get("set"), "near_ticks": ticks.get("near"), "expected_near_ticks": ticks.get("expected")}
    shown = {
        "consistency": ("items", "median", "max"),
        "others": ("items", "pearson", "low", "high"),
        "leniency": ("points", "se", "p", "group"),
        "fit": ("infit", "outfit"),
        "drift": ("points", "se", "p"),
        "pace": ("median", "fast"),
        "later": ("calibration_mean", "later_mean", "shift", "p", "outside"),
    }
    for part, names in shown.items():
        held = getattr(one, part)
        row |= {f"{part}_{name}": getattr(held, name) if held else None for name in names}
    return row
