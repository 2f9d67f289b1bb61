"""Sessions as values: what designs and control items are put together from, and how they become a frame."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import polars as pl

from adjudge.planning.designs.design import SHOWINGS


@dataclass(frozen=True, eq=False)
class Showing:
    """One display of a unit, or of its first segments. Two showings are the same only if they are one object.

    Args:
        unit: its number.
        length: how many of its segments are shown.
        systems: whose outputs.
        kind: that of all its items; None if they differ.
        kinds: one for each segment, if they differ.
        original: what a control copy was made of.
    """

    unit: int
    length: int
    systems: tuple[str, ...]
    kind: str | None = "system"
    kinds: tuple[str, ...] | None = None
    original: Showing | None = None

    @property
    def items(self) -> int:
        """How many rows of `Batches` it is."""
        return self.length * len(self.systems)

    @property
    def item_kinds(self) -> tuple[str, ...]:
        """The kind of every segment."""
        return self.kinds if self.kinds is not None else (self.kind or "system",) * self.length

    @property
    def counts(self) -> bool:
        """Whether all its items are first judgements of systems."""
        return self.kind == "system"


@dataclass(frozen=True, eq=False)
class Session:
    """Showings in order.

    Args:
        name: of the session.
        annotator: who judges; None if that is open.
        wave: from 1.
        showings: in the order in which they are shown.
    """

    name: str
    annotator: str | None
    wave: int
    showings: tuple[Showing, ...]

    @property
    def items(self) -> int:
        """How many items it has."""
        return sum(showing.items for showing in self.showings)

    def with_showings(self, showings: Iterable[Showing]) -> Session:
        """The same session with other showings."""
        return replace(self, showings=tuple(showings))


def sessions_of(frame: pl.DataFrame) -> list[Session]:
    """A frame of showings as sessions, in the order of their first rows."""
    rows = frame.rows(named=True)
    originals = {number: row["copy_of"] for number, row in enumerate(rows) if row["copy_of"] is not None}
    by_number: dict[int, Showing] = {}

    def build(number: int) -> Showing:
        if number not in by_number:
            row = rows[number]
            source = originals.get(number)
            by_number[number] = Showing(
                row["unit"],
                row["length"],
                tuple(row["systems"]),
                row["kind"],
                None if row["kinds"] is None else tuple(row["kinds"]),
                None if source is None else build(source),
            )
        return by_number[number]

    made = [build(number) for number in range(len(rows))]
    order: dict[str, list[int]] = {}
    for number, row in enumerate(rows):
        order.setdefault(row["session"], []).append(number)
    return [
        Session(
            name,
            rows[numbers[0]]["annotator"],
            rows[numbers[0]]["wave"],
            tuple(made[number] for number in sorted(numbers, key=lambda number: rows[number]["place"])),
        )
        for name, numbers in order.items()
    ]


def frame_of(sessions: Sequence[Session]) -> pl.DataFrame:
    """Sessions as a frame of showings: the inverse of `sessions_of`."""
    numbers = {showing: number for number, showing in enumerate(s for session in sessions for s in session.showings)}
    rows = [
        {
            "session": session.name,
            "annotator": session.annotator,
            "wave": session.wave,
            "place": place,
            "unit": showing.unit,
            "length": showing.length,
            "systems": list(showing.systems),
            "kind": showing.kind,
            "kinds": None if showing.kinds is None else list(showing.kinds),
            "copy_of": None if showing.original is None else numbers[showing.original],
        }
        for session in sessions
        for place, showing in enumerate(session.showings)
    ]
    return pl.DataFrame(rows, schema=SHOWINGS)
