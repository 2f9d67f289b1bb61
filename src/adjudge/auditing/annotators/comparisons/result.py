"""The description of annotators who compared systems, as a result."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, ClassVar, Self

import polars as pl

from adjudge.auditing.annotators.comparisons.agreement import AgreementRow
from adjudge.core.catalogue import counted
from adjudge.core.results import Result


@dataclass(frozen=True)
class ComparingAnnotator:
    """One annotator.

    Args:
        annotator: the name.
        judgements: number of comparisons.
        ties: share of them that are ties.
        first: share of the others that prefer the system named first; None if all are ties.
        with_majority: share of comparisons that agree with the most frequent outcome among the other annotators on the
            same two outputs; None if there are none.
        majority: number of comparisons for which the others have one most frequent outcome.
        contradictions: share of pairs of own judgements of the same two outputs that disagree; None without repeats.
        repeats: number of such pairs.
    """

    annotator: str
    judgements: int
    ties: float
    first: float | None
    with_majority: float | None
    majority: int
    contradictions: float | None
    repeats: int


@dataclass(frozen=True)
class ComparingPair:
    """Two annotators on the outputs that both compared.

    Args:
        a: one annotator.
        b: the other, later in the alphabet.
        n: pairs of judgements of the same two outputs.
        agreement: share of them that agree.
        kappa: beyond chance, from the share of ties among these judgements; None if chance is certain.
    """

    a: str
    b: str
    n: int
    agreement: float
    kappa: float | None


@dataclass(frozen=True, repr=False)
class ComparisonAnnotatorsResult(Result):
    """Annotators who compared systems.

    Args:
        rows: agreement in every form, as of `adjudge.agreement`.
        annotators: each of them, in alphabetical order.
        pairs: every two of them with common outputs.
    """

    schema: ClassVar[str] = "adjudge.comparison-annotators/1"
    kind: ClassVar[str] = "comparisons"

    rows: tuple[AgreementRow, ...]
    annotators: tuple[ComparingAnnotator, ...]
    pairs: tuple[ComparingPair, ...]

    def row(self, between: str) -> AgreementRow:
        """Agreement of the recommended form."""
        return next(row for row in self.rows if (row.between, row.form) == (between, "recommended"))

    @property
    def sentence(self) -> str:
        """Agreement in one sentence, for a paper."""
        row = self.row("inter")
        if row.observed is None:
            return "Agreement between annotators cannot be computed: no two outputs were compared by two annotators."
        kappa = "is undefined" if row.kappa is None else f"is {row.kappa:.2f}".replace("0.", ".", 1)
        return (
            f"Annotators agree on {row.observed:.1%} of {counted(row.comparable, 'pair')} of judgements; kappa, with "
            f"chance from the share of ties, {kappa}."
        )

    def to_frame(self) -> pl.DataFrame:
        """One row per annotator."""
        shares = dict.fromkeys(("ties", "first", "with_majority", "contradictions"), pl.Float64)
        return pl.DataFrame([asdict(one) for one in self.annotators], schema_overrides=shares)

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data; `from_dict` is the inverse."""
        return {
            "schema": self.schema,
            "kind": self.kind,
            "signature": str(self.signature),
            "settings": dict(self.settings),
            "sentence": self.sentence,
            "rows": [asdict(row) for row in self.rows],
            "annotators": [asdict(one) for one in self.annotators],
            "pairs": [asdict(pair) for pair in self.pairs],
            "agreement": {between: asdict(self.row(between)) for between in ("inter", "intra")},
            "findings": [finding.to_dict() for finding in self.findings],
        }

    @classmethod
    def _read(cls, data: Mapping[str, Any]) -> Self:
        return cls(
            **cls._common_parts(data),
            rows=tuple(AgreementRow(**row) for row in data["rows"]),
            annotators=tuple(ComparingAnnotator(**one) for one in data["annotators"]),
            pairs=tuple(ComparingPair(**pair) for pair in data["pairs"]),
        )

    def summary(self) -> str:
        """Who was described, and agreement in one sentence."""
        judgements = sum(one.judgements for one in self.annotators)
        who = f"{counted(len(self.annotators), 'annotator')} gave {counted(judgements, 'comparison')}."
        return f"{who} {self.sentence}"
