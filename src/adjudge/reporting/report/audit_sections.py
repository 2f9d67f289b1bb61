"""Sections of a report about its audits: each as its own page shows it, or the reason why there is none."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from adjudge.auditing.annotators.ratings.result import AnnotatorsResult
from adjudge.auditing.report.group import ReportedGroup
from adjudge.core.results import Result
from adjudge.reporting.audits.annotators import annotators_sections, comparing_sections
from adjudge.reporting.audits.composition import composition_sections
from adjudge.reporting.audits.context import context_sections
from adjudge.reporting.audits.documents import documents_sections
from adjudge.reporting.audits.origin import origin_sections
from adjudge.reporting.audits.page import AuditSection
from adjudge.reporting.report.blocks import Missing, Section, Words, parts_of
from adjudge.reporting.stability.page import stability_sections


def _annotators(made: Any) -> Sequence[AuditSection]:  # noqa: ANN401 - of either kind
    return annotators_sections(made) if isinstance(made, AnnotatorsResult) else comparing_sections(made)


_Make = Callable[[Any], Sequence[AuditSection]]
#: Field of a group -> heading of its section, and what makes its parts.
_AUDITS: Final[dict[str, tuple[str, _Make]]] = {
    "stability": ("Would the ranking survive?", stability_sections),
    "composition": ("Composition of sessions", composition_sections),
    "documents": ("Documents and coverage", documents_sections),
    "annotators": ("Annotators", _annotators),
    "context": ("Effect of degraded items", context_sections),
    "origin": ("Origin of the texts", origin_sections),
}
_OF_COMPARISONS: Final = ("stability", "annotators")


def audit_sections(group: ReportedGroup) -> list[Section]:
    """One section for every audit that was tried."""
    names = _AUDITS if group.kind == "ratings" else _OF_COMPARISONS
    found = []
    for name in names:
        heading, make = _AUDITS[name]
        made: Result | None = getattr(group, name)
        problem = group.why_not(name)
        if made is not None:
            parts = parts_of(make(made))
            # Scenarios begin with their summary anyway.
            said = () if name == "stability" else (Words(made.summary()),)
            found.append(Section(name, heading, (*said, *parts)))
        elif problem is not None:
            found.append(Section(name, heading, (Missing(problem),)))
    return found
