"""All analyses of one group of rows, such as one language pair, and what could not be made of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final, Self

from adjudge.auditing.annotators.comparisons.result import ComparisonAnnotatorsResult
from adjudge.auditing.annotators.ratings.result import AnnotatorsResult
from adjudge.auditing.assumptions.verdicts import AssumptionVerdict, assumptions
from adjudge.auditing.checks.result import CheckResult
from adjudge.auditing.composition.result import CompositionResult
from adjudge.auditing.context.result import ContextResult
from adjudge.auditing.documents.result import DocumentsResult
from adjudge.auditing.origin.result import OriginResult
from adjudge.auditing.report.raw_and_z import RawAndZ
from adjudge.auditing.stability.result import StabilityResult
from adjudge.core.errors import Problem
from adjudge.core.findings import Finding, by_severity
from adjudge.core.results import Result
from adjudge.ranking.result import Kind, RankingResult


@dataclass(frozen=True)
class NotMade:
    """An analysis that could not be made.

    Args:
        part: its name, such as `context`, or `recipe:NAME` of one ranking.
        problem: why.
    """

    part: str
    problem: Problem


@dataclass(frozen=True)
class ReportedGroup:
    """Everything about one group of rows.

    Args:
        name: of the group, such as `eng-deu`; empty if there is one group only.
        kind: what was judged.
        facts: how many systems, judgements, segments, documents, annotators and sessions there are, where known;
            `counted`, if the main ranking does not count all judgements.
        rankings: by the names of recipes or methods, the main one first; none if the rows cannot be ranked.
        check: what the linter found.
        raw_and_z: what standardisation does to the order; None if no ranking standardises.
        stability: scenarios; None like all that follow if it could not be made.
        composition: of sessions, or of what each annotator judged.
        documents: coverage and difficulty.
        annotators: profiles and agreement.
        context: effect of degraded items.
        origin: forward against reverse created text.
        not_made: what could not be made, and why.
    """

    name: str
    kind: Kind
    facts: Mapping[str, int]
    rankings: Mapping[str, RankingResult]
    check: CheckResult
    raw_and_z: RawAndZ | None = None
    stability: StabilityResult | None = None
    composition: CompositionResult | None = None
    documents: DocumentsResult | None = None
    annotators: AnnotatorsResult | ComparisonAnnotatorsResult | None = None
    context: ContextResult | None = None
    origin: OriginResult | None = None
    not_made: tuple[NotMade, ...] = ()

    @property
    def main(self) -> RankingResult | None:
        """The ranking that the report is about; None if the rows cannot be ranked."""
        return next(iter(self.rankings.values()), None)

    @property
    def assumptions(self) -> tuple[AssumptionVerdict, ...]:
        """What the main ranking assumes, and whether the data bear it out; nothing without a ranking."""
        return () if self.main is None else assumptions(self.check, self.main)

    def results(self) -> Iterator[Result]:
        """Every result, rankings first."""
        yield from self.rankings.values()
        yield from (one for one in vars(self).values() if isinstance(one, Result))

    def findings(self) -> tuple[Finding, ...]:
        """What all analyses found, each finding once, the most serious first.

        A finding of a ranking beside the main one is about that ranking alone and stays with it.
        """
        main = [] if self.main is None else [self.main]
        results = [*main, *(one for one in self.results() if not isinstance(one, RankingResult))]
        found = {(one.code, one.text): one for result in results for one in result.findings}
        return by_severity(found.values())

    def why_not(self, part: str) -> Problem | None:
        """Why a part could not be made; None if it was made, or was not tried."""
        return next((one.problem for one in self.not_made if one.part == part), None)

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data; `from_dict` is the inverse."""
        data: dict[str, Any] = {"name": self.name, "kind": self.kind, "facts": dict(self.facts)}
        data["rankings"] = {name: result.to_dict() for name, result in self.rankings.items()}
        for part in (*AUDITS, "raw_and_z"):
            made = getattr(self, part)
            data[part] = None if made is None else made.to_dict()
        data["assumptions"] = [one.to_dict() for one in self.assumptions]
        return data | {"not_made": [{"part": one.part, **asdict(one.problem)} for one in self.not_made]}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Read back what `to_dict` wrote."""
        audits = {name: _read(name, data[name], data["kind"]) for name in AUDITS}
        compared = data["raw_and_z"]
        return cls(
            name=data["name"],
            kind=data["kind"],
            facts=data["facts"],
            rankings={name: RankingResult.from_dict(one) for name, one in data["rankings"].items()},
            raw_and_z=None if compared is None else RawAndZ.from_dict(compared),
            not_made=tuple(NotMade(one["part"], Problem.from_dict(one)) for one in data["not_made"]),
            **audits,
        )


#: The audits of a group, by the names of their fields, in the order of a report.
AUDITS: Final[Mapping[str, type[Result]]] = {
    "check": CheckResult,
    "stability": StabilityResult,
    "composition": CompositionResult,
    "documents": DocumentsResult,
    "annotators": AnnotatorsResult,
    "context": ContextResult,
    "origin": OriginResult,
}


def _read(name: str, data: Mapping[str, Any] | None, kind: Kind) -> Any:  # noqa: ANN401 - the result of that audit
    if data is None:
        return None
    compared = name == "annotators" and kind == "comparisons"
    return (ComparisonAnnotatorsResult if compared else AUDITS[name]).from_dict(data)
