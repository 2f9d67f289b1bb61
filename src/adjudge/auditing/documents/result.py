"""The result of the audit of documents."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, ClassVar, Self

import polars as pl

from adjudge.auditing.documents.capacity import SessionCapacity
from adjudge.auditing.documents.coverage import DocumentLengths
from adjudge.auditing.documents.repetition import Repetition
from adjudge.core.catalogue import counted
from adjudge.core.results import Result


@dataclass(frozen=True)
class AuditedSystem:
    """Coverage and luck of one system.

    Args:
        system: its name.
        segments: judged segments of the test set.
        share: of the test set.
        documents: documents with any judgement of it.
        mean: plain mean of its segment means; None if no document is known.
        adjusted: mean with the difficulty of documents removed; None if it cannot be compared.
        se: standard error of `adjusted`.
        luck: `mean` - `adjusted`.
        luck_se: standard error of `luck`.
    """

    system: str
    segments: int
    share: float
    documents: int
    mean: float | None = None
    adjusted: float | None = None
    se: float | None = None
    luck: float | None = None
    luck_se: float | None = None


@dataclass(frozen=True)
class AuditedDocument:
    """One document.

    Args:
        document: its name.
        segments: of it that were judged for any system.
        systems: judged on it.
        mean: of all its segment means.
        median: of all its segment means.
    """

    document: str
    segments: int
    systems: int
    mean: float
    median: float


@dataclass(frozen=True)
class DocumentCell:
    """One system on one document.

    Args:
        system: its name.
        document: its name.
        n: judged segments.
        mean: of the segment means.
        expected: what system and document lead to expect; None without a fit.
        residual: `mean` - `expected`.
        t: residual against the spread of the system's own residuals.
        p: that any cell of clean data departs as far.
        anomalous: whether p is below the level.
        z: mean z-score, within annotators, or within sessions where annotators are unknown; None if both are.
    """

    system: str
    document: str
    n: int
    mean: float
    expected: float | None = None
    residual: float | None = None
    t: float | None = None
    p: float | None = None
    anomalous: bool = False
    z: float | None = None


@dataclass(frozen=True, repr=False)
class DocumentsResult(Result):
    """What documents did to the ranking.

    Args:
        total: segments of the test set.
        systems: coverage and luck, best plain mean first.
        documents: in the order asked for, easiest first.
        cells: systems on documents, the most anomalous first.
        of_all_systems: documents with judgements of every system.
        all_documents: documents of the test set.
        lengths: of documents, by domain where known.
        capacity: of sessions; None without sessions or documents.
        repetition: scores of segments whose source is in the training data; None if none was given.
    """

    schema: ClassVar[str] = "adjudge.documents/1"

    total: int
    systems: tuple[AuditedSystem, ...]
    documents: tuple[AuditedDocument, ...]
    cells: tuple[DocumentCell, ...]
    of_all_systems: int
    all_documents: int
    lengths: tuple[DocumentLengths, ...]
    capacity: SessionCapacity | None
    repetition: Repetition | None

    @property
    def anomalous(self) -> tuple[DocumentCell, ...]:
        """Cells that depart from their pattern."""
        return tuple(cell for cell in self.cells if cell.anomalous)

    def to_frame(self) -> pl.DataFrame:
        """One row per system, best plain mean first."""
        floats = dict.fromkeys(("mean", "adjusted", "se", "luck", "luck_se"), pl.Float64)
        return pl.DataFrame([asdict(row) for row in self.systems], schema_overrides=floats)

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data; `from_dict` is the inverse."""
        return {
            "schema": self.schema,
            "signature": str(self.signature),
            "settings": dict(self.settings),
            "total": self.total,
            "systems": [asdict(row) for row in self.systems],
            "documents": [asdict(row) for row in self.documents],
            "cells": [asdict(row) for row in self.cells],
            "of_all_systems": self.of_all_systems,
            "all_documents": self.all_documents,
            "lengths": [asdict(row) for row in self.lengths],
            "capacity": None
            if self.capacity is None
            else asdict(self.capacity) | {"longer": list(self.capacity.longer)},
            "repetition": None if self.repetition is None else self.repetition.to_dict(),
            "findings": [finding.to_dict() for finding in self.findings],
        }

    @classmethod
    def _read(cls, data: Mapping[str, Any]) -> Self:
        capacity = data["capacity"]
        return cls(
            **cls._common_parts(data),
            total=data["total"],
            systems=tuple(AuditedSystem(**row) for row in data["systems"]),
            documents=tuple(AuditedDocument(**row) for row in data["documents"]),
            cells=tuple(DocumentCell(**row) for row in data["cells"]),
            of_all_systems=data["of_all_systems"],
            all_documents=data["all_documents"],
            lengths=tuple(DocumentLengths(**row) for row in data["lengths"]),
            capacity=None if capacity is None else SessionCapacity(**capacity | {"longer": tuple(capacity["longer"])}),
            repetition=None if data["repetition"] is None else Repetition.from_dict(data["repetition"]),
        )

    def summary(self) -> str:
        """Coverage, shared documents and luck in a few sentences."""
        shares = [row.share for row in self.systems]
        least, most = f"{min(shares):.1%}", f"{max(shares):.1%}"
        judged = least if least == most else f"{least} to {most}"
        lines = [f"Systems were judged on {judged} of {counted(self.total, 'segment')}."]
        if self.all_documents:
            verb = "was" if self.of_all_systems == 1 else "were"
            documents = counted(self.all_documents, "document")
            lines.append(f"{self.of_all_systems:,} of {documents} {verb} judged for every system.")
        known = [abs(row.luck) for row in self.systems if row.luck is not None]
        if known:
            lines.append(f"The choice of documents moved means by up to {max(known):.2f} points.")
            lines.append(f"{counted(len(self.anomalous), 'anomalous cell')} of {len(self.cells):,}.")
        return " ".join(lines)
