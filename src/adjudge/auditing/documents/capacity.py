"""Whether sessions have room: for a document of every system, and for the longest documents (D10)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import polars as pl

from adjudge.auditing.documents.coverage import known_test_set
from adjudge.auditing.documents.judged import counting_rows
from adjudge.core.findings import Severity
from adjudge.scoring.filters import scored_segments

#: Sessions are numbered within annotators in some data; what one annotator judged in one session is a task.
_TASK: Final = ["session", "annotator"]
#: Kinds that say nothing about the size of a task.
_APART: Final = ("calibration", "tutorial")
#: A task of fewer items is none: where every judgement is a session of its own, none can hold all systems.
SMALLEST: Final = 10
#: Sessions from which their size is known.
FEWEST: Final = 5
#: Documents are drawn whole if half of them, or more, were shown to this share by some session.
WHOLE: Final = 0.9
#: Of the rows: a few without session or document are left out, with more nothing is said.
_MOST_UNKNOWN: Final = 0.05


@dataclass(frozen=True)
class SessionCapacity:
    """Whether one session can hold a document of every system (D10; Knowles 2021, section 5.4).

    Args:
        systems: number of systems.
        shown: mean number of segments that a session shows of one document by one system.
        needed: systems times `shown`.
        capacity: items in the largest session; a session is what one annotator judged in it.
        fits: whether `needed` is at most `capacity`.
        longer: documents of the test set with more segments than `capacity`; no session can show them whole.
        sessions: number of them.
        usual: items in the median session.
        whole: whether documents are drawn whole.
        annotators: whether annotators are known, so that scores can be standardised by them.
    """

    systems: int
    shown: float
    needed: float
    capacity: int
    fits: bool
    longer: tuple[str, ...]
    sessions: int = 0
    usual: float = 0.0
    whole: bool = True
    annotators: bool = True

    @property
    def known(self) -> bool:
        """Whether sessions are tasks, enough of them and of several systems: otherwise their size says nothing."""
        return self.sessions >= FEWEST and self.systems > 1 and self.capacity >= SMALLEST

    def numbers(self) -> dict[str, Any]:
        """For the sentence that documents do not fit."""
        names = ("shown", "needed", "capacity")
        return {name: getattr(self, name) for name in names} | {
            "n_systems": self.systems,
            "_places": round(self.needed),
        }

    @property
    def severity(self) -> Severity:
        """Of documents that do not fit: standardisation by annotator may still be fair, so mostly a note."""
        return "note" if self.annotators else "warning"


def session_capacity(frame: pl.DataFrame, segments: pl.DataFrame | None = None) -> SessionCapacity | None:
    """The capacity of sessions against the length of documents; None without sessions or documents.

    Args:
        frame: ratings; all scored items of segments count for the capacity, but calibration and tutorials.
        segments: the map of the test set, see `known_test_set`.
    """
    missing = [name for name in (*_TASK, "document") if name not in frame.columns]
    frame = frame.with_columns(pl.lit(None, dtype=pl.String).alias(name) for name in missing)
    rows = counting_rows(frame)
    known = rows.drop_nulls(["session", "document"])
    if known.is_empty() or known.height < (1 - _MOST_UNKNOWN) * rows.height:
        return None
    items = scored_segments(frame).drop_nulls("session")
    items = items.filter(~pl.col("kind").is_in(_APART)) if "kind" in items.columns else items
    sizes = items.group_by(_TASK).len()["len"].sort()
    shown = known.group_by(*_TASK, "system", "document").agg(n=pl.col("segment").n_unique())
    mean, capacity = float(shown["n"].sum()) / shown.height, int(sizes[-1])
    lengths = known_test_set(known, segments).segments.group_by("document").len("length")
    longer = lengths.filter(pl.col("length") > capacity).sort("length", "document", descending=[True, False])
    most = shown.group_by("document").agg(pl.col("n").max())
    judged = known.group_by("document").agg(length=pl.col("segment").n_unique())
    parts = most.join(judged, on="document").select(part=pl.col("n") / pl.col("length"))["part"].sort()
    systems = known["system"].n_unique()
    return SessionCapacity(
        systems,
        mean,
        systems * mean,
        capacity,
        fits=systems * mean <= capacity,
        longer=tuple(longer["document"]),
        sessions=len(sizes),
        usual=float((sizes[(len(sizes) - 1) // 2] + sizes[len(sizes) // 2]) / 2),
        whole=bool((parts[(len(parts) - 1) // 2] + parts[len(parts) // 2]) / 2 >= WHOLE),
        annotators=not rows["annotator"].null_count(),
    )
