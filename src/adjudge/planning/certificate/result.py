"""The certificate itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, ClassVar, Final, Self

import polars as pl

from adjudge.core.catalogue import counted
from adjudge.core.results import Result
from adjudge.planning.certificate.parts import (
    Efficiencies,
    GoalRow,
    NotChecked,
    PairMeeting,
    PairVotes,
    Precision,
    RuleRow,
    SessionRoom,
    ShareRow,
    SystemCoverage,
    WaveRow,
    WorkRow,
    plain_numbers,
)

_TABLES: Final[dict[str, type[Any]]] = {
    "rules": RuleRow,
    "not_checked": NotChecked,
    "coverage": SystemCoverage,
    "session_shares": ShareRow,
    "annotator_shares": ShareRow,
    "co_occurrence": PairMeeting,
    "pairs": PairVotes,
    "annotator_work": WorkRow,
    "session_work": WorkRow,
    "waves": WaveRow,
    "goals": GoalRow,
}
_NUMBERS: Final = (
    "sessions",
    "annotators",
    "systems",
    "documents",
    "texts",
    "segments",
    "judgements",
    "comparisons",
    "items",
)


@dataclass(frozen=True, repr=False)
class Certificate(Result):
    """What a plan covers, how balanced it is, what it will find, what it takes, and which rules it breaks.

    Args:
        sessions: number of them.
        annotators: with work; 0 where they are unknown.
        systems: that are judged.
        documents: that are judged.
        texts: documents, snippets or parts that are shown at once.
        segments: distinct segments of them.
        judgements: that count, of single outputs.
        comparisons: items of outputs that are shown together, each of as many judgements; 0 if they are judged one at a
            time.
        items: all that is judged, control items and calibration too.
        connected: whether annotators and texts link all systems; where outputs are shown together, comparisons.
        efficiencies: relative to a complete design with as many judgements, or to balanced items.
        rules: kept or broken.
        not_checked: rules that do not apply.
        coverage: what is judged of every system.
        session_shares: systems in sessions.
        annotator_shares: systems in the work of annotators; empty where they are unknown, as is their work.
        co_occurrence: of systems in sessions.
        pairs: votes on every two systems; empty if outputs are judged one at a time.
        room: whether one session can hold one text of every system.
        annotator_work: time and cost.
        session_work: time and cost.
        waves: what there is at the end of each; empty if there are fewer than two.
        goals: what each consumes.
        currency: of costs; None if an hour has no price.
        pace_from: where the time for an item comes from.
        precision: expected; None where it cannot be told.
        no_precision: why it cannot be told.
        no_controls: why there are no control items, if there are none and a reason was given.
    """

    schema: ClassVar[str] = "adjudge.certificate/1"

    sessions: int
    annotators: int
    systems: int
    documents: int
    texts: int
    segments: int
    judgements: int
    comparisons: int
    items: int
    connected: bool
    efficiencies: Efficiencies
    rules: tuple[RuleRow, ...]
    not_checked: tuple[NotChecked, ...]
    coverage: tuple[SystemCoverage, ...]
    session_shares: tuple[ShareRow, ...]
    annotator_shares: tuple[ShareRow, ...]
    co_occurrence: tuple[PairMeeting, ...]
    pairs: tuple[PairVotes, ...]
    room: SessionRoom
    annotator_work: tuple[WorkRow, ...]
    session_work: tuple[WorkRow, ...]
    waves: tuple[WaveRow, ...]
    goals: tuple[GoalRow, ...]
    currency: str | None
    pace_from: str
    precision: Precision | None
    no_precision: str | None
    no_controls: str | None

    @property
    def efficiency(self) -> float:
        """Annotators and texts eliminated; items where outputs are shown together."""
        return self.efficiencies.joint

    @property
    def broken(self) -> tuple[RuleRow, ...]:
        """The rules that are not kept."""
        return tuple(row for row in self.rules if not row.ok)

    @property
    def hours(self) -> float:
        """Of all annotators together."""
        return sum(row.minutes for row in self.session_work) / 60

    @property
    def cost(self) -> float | None:
        """Of everything; None if an hour has no price."""
        costs = [row.cost for row in self.session_work if row.cost is not None]
        return sum(costs) if costs else None

    @property
    def _judged(self) -> str:
        judgements = counted(self.judgements, "judgement")
        return f"{counted(self.comparisons, 'comparison')} ({judgements})" if self.comparisons else judgements

    def to_frame(self) -> pl.DataFrame:
        """One row for each rule."""
        return pl.DataFrame([asdict(row) for row in self.rules])

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data; `from_dict` is the inverse."""
        tables = {name: [plain_numbers(asdict(row)) for row in getattr(self, name)] for name in _TABLES}
        return {
            "schema": self.schema,
            "signature": str(self.signature),
            "settings": dict(self.settings),
            **{name: getattr(self, name) for name in _NUMBERS},
            "connected": self.connected,
            "efficiency": round(self.efficiency, 10),
            "efficiencies": plain_numbers(asdict(self.efficiencies)),
            **tables,
            "room": plain_numbers(asdict(self.room)),
            "hours": round(self.hours, 10),
            "cost": None if self.cost is None else round(self.cost, 10),
            "currency": self.currency,
            "pace_from": self.pace_from,
            "precision": None if self.precision is None else plain_numbers(asdict(self.precision)),
            "no_precision": self.no_precision,
            "no_controls": self.no_controls,
            "findings": [finding.to_dict() for finding in self.findings],
        }

    @classmethod
    def _read(cls, data: Mapping[str, Any]) -> Self:
        tables: dict[str, Any] = {name: tuple(kind(**row) for row in data[name]) for name, kind in _TABLES.items()}
        plain = {
            name: data[name]
            for name in (*_NUMBERS, "connected", "currency", "pace_from", "no_precision", "no_controls")
        }
        precision = data["precision"]
        return cls(
            **cls._common_parts(data),
            **plain,
            **tables,
            efficiencies=Efficiencies(**data["efficiencies"]),
            room=SessionRoom(**data["room"]),
            precision=None if precision is None else Precision(**precision),
        )

    def summary(self) -> str:
        """The verdict in a few sentences."""
        kept = len(self.rules) - len(self.broken)
        verdict = (
            f"The plan keeps all {counted(kept, 'rule')}."
            if not self.broken
            else f"The plan breaks {counted(len(self.broken), 'rule')} of {len(self.rules)}: "
            f"{', '.join(row.rule for row in self.broken)}."
        )
        people = counted(self.annotators, "annotator") if self.annotators else "unknown annotators"
        work = (
            f"{self._judged} of {counted(self.systems, 'system')} on "
            f"{counted(self.texts, 'text')} ({counted(self.segments, 'segment')}) by "
            f"{people} in {counted(self.sessions, 'session')} take "
            f"{_time(self.hours)}"
        )
        cost = "" if self.cost is None else f" and cost {self.cost:,.2f} {self.currency}"
        lines = [verdict, f"{work}{cost}; efficiency {self.efficiency:.2f}."]
        if self.precision is not None:
            lines.append(_found(self.precision, self.systems))
        if self.no_precision is not None:
            lines.append(self.no_precision)
        return " ".join(lines)


def _found(found: Precision, systems: int) -> str:
    """What the plan will find, in a sentence or two."""
    considered = f", all {counted(systems * (systems - 1) // 2, 'pair')} considered" if systems > 2 else ""
    if found.power is None:
        return (
            f"{counted(found.documents, 'document')} are too few to tell what will be found{considered}; the standard "
            f"error of a difference is {found.standard_error:.1f} points."
        )
    if found.smallest is None:
        return f"With {counted(found.documents, 'document')} the default test can separate nothing."
    least = f"A difference of {found.smallest:.1f} points is found with power .8{considered}"
    if systems == 2:
        return f"{least}."
    return (
        f"{least}. If the systems lie evenly over {found.width:g} points, which is assumed, neighbours are "
        f"{found.step:.1f} apart and separated with power {found.power:.2f}."
    )


def _time(hours: float) -> str:
    """Hours, or minutes if they are less than one."""
    return f"{hours:,.1f} hours" if hours >= 1 else counted(round(60 * hours), "minute")
