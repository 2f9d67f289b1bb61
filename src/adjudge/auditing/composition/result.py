"""The result of the audit of composition."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, ClassVar, Self

import polars as pl

from adjudge.core.catalogue import counted
from adjudge.core.results import Result


@dataclass(frozen=True)
class KindCount:
    """Items of one kind in one collection; None if the data names no collections."""

    collection: str | None
    kind: str
    items: int


@dataclass(frozen=True)
class SeenShare:
    """How many units saw something.

    Args:
        collection: where; None if the data names none.
        unit: `session` or `annotator`.
        seen: `reference`, `degraded` or `human`.
        units: all of them.
        number: those that saw it.
        share: `number` / `units`.
        broken_off: units of less than half the usual size among those that did not see it.
    """

    collection: str | None
    unit: str
    seen: str
    units: int
    number: int
    share: float
    broken_off: int = 0


@dataclass(frozen=True)
class SessionRow:
    """One session, or one annotator.

    Args:
        unit: its name.
        items: undamaged outputs in it.
        systems: that occur in it.
        imbalance: share of its documents (items, where documents are unknown) that would have to be of other systems.
        expected: the mean of that for documents drawn at random.
        p: share of random draws that are at least as uneven.
        counts: items by system.
    """

    unit: str
    items: int
    systems: int
    imbalance: float
    expected: float
    p: float
    counts: Mapping[str, int]


@dataclass(frozen=True)
class Meeting:
    """In what share of the sessions of a system another one occurs; see `company.meetings`."""

    a: str
    b: str
    sessions: int
    together: int
    share: float
    expected: float


@dataclass(frozen=True)
class AnnotatorCount:
    """Items of one annotator in one collection."""

    annotator: str | None
    collection: str | None
    items: int


@dataclass(frozen=True)
class ExposedSystem:
    """The company of one system; see `company.exposure`."""

    system: str
    items: int
    sessions: int
    raw: float | None
    z: float | None
    raw_rank: int | None
    z_rank: int | None
    moved: int | None
    company: float | None
    fair: float | None
    surplus: float | None


@dataclass(frozen=True, repr=False)
class CompositionResult(Result):
    """What sessions were made of.

    Args:
        unit: what counts as a session: `session` or `annotator`.
        kinds: items by collection and kind.
        seen: who saw references, degraded items and human translations.
        sessions: by name.
        meetings: every ordered pair of systems.
        annotators: items by annotator and collection.
        systems: the company that systems kept, best raw mean first.
        spearman: of surplus company and change of rank from raw to z; None if one does not vary.
        p: of it, by permutation.
    """

    schema: ClassVar[str] = "adjudge.composition/1"

    unit: str
    kinds: tuple[KindCount, ...]
    seen: tuple[SeenShare, ...]
    sessions: tuple[SessionRow, ...]
    meetings: tuple[Meeting, ...]
    annotators: tuple[AnnotatorCount, ...]
    systems: tuple[ExposedSystem, ...]
    spearman: float | None
    p: float | None

    def to_frame(self) -> pl.DataFrame:
        """One row per system, best raw mean first."""
        floats: dict[str, Any] = dict.fromkeys(("raw", "z", "company", "fair", "surplus"), pl.Float64)
        whole = dict.fromkeys(("raw_rank", "z_rank", "moved"), pl.Int64)
        return pl.DataFrame([asdict(row) for row in self.systems], schema_overrides=floats | whole)

    def sessions_frame(self) -> pl.DataFrame:
        """One row per session, with the items of every system in a column of its own."""
        rows = [{**asdict(row), **row.counts} for row in self.sessions]
        return pl.DataFrame(rows).drop("counts")

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data; `from_dict` is the inverse."""
        parts = {
            name: [asdict(row) for row in getattr(self, name)]
            for name in ("kinds", "seen", "sessions", "meetings", "annotators", "systems")
        }
        return {
            "schema": self.schema,
            "signature": str(self.signature),
            "settings": dict(self.settings),
            "unit": self.unit,
            **parts,
            "spearman": self.spearman,
            "p": self.p,
            "findings": [finding.to_dict() for finding in self.findings],
        }

    @classmethod
    def _read(cls, data: Mapping[str, Any]) -> Self:
        kinds: dict[str, type[Any]] = {
            "kinds": KindCount,
            "seen": SeenShare,
            "sessions": SessionRow,
            "meetings": Meeting,
            "annotators": AnnotatorCount,
            "systems": ExposedSystem,
        }
        parts: dict[str, Any] = {name: tuple(kind(**row) for row in data[name]) for name, kind in kinds.items()}
        plain = {name: data[name] for name in ("unit", "spearman", "p")}
        return cls(**cls._common_parts(data), **plain, **parts)

    def summary(self) -> str:
        """The mixture of sessions and the effect of company in a few sentences."""
        whole = sum(row.systems == len(self.systems) for row in self.sessions)
        mean = sum(row.imbalance for row in self.sessions) / len(self.sessions)
        chance = sum(row.expected for row in self.sessions) / len(self.sessions)
        verb = "holds" if whole == 1 else "hold"
        held = (
            f"{whole:,} of {counted(len(self.sessions), self.unit)} {verb} all {counted(len(self.systems), 'system')}."
        )
        block = self.settings.get("blocks", "item")
        mixed = (
            f"On average {mean:.1%} of the {block}s of the {self.unit} would have to be of other systems to represent "
            f"the campaign; {chance:.1%} if {block}s had been drawn at random."
        )
        lines = [held, mixed]
        if self.spearman is not None:
            lines.append(
                f"Spearman's rho of the surplus of company and the change of rank from raw to z is {self.spearman:.2f} "
                f"(p = {self.p:.3f})."
            )
        return " ".join(lines)
