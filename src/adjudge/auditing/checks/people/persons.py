"""The judgements of each person: what checks of annotators look at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Final, Literal

import numpy as np
import polars as pl
from numpy.typing import NDArray

from adjudge.core.catalogue import counted
from adjudge.core.checking.identity import SITTING, TEXT, present
from adjudge.core.scale import STANDARDISED
from adjudge.kernels.annotator_signals.expected import Expected, expected_scores
from adjudge.scoring.filters import scored_segments
from adjudge.scoring.known_documents import OUTPUTS, shown_together

Codes = NDArray[np.intp]
#: Fewer rows than this without a name are left out and reported by a check of their own; more, and others are looked
#: at.
_MOST_UNKNOWN: Final = 0.05


@dataclass(frozen=True, eq=False)
class People:
    """Judgements of outputs by whom they are.

    Args:
        frame: judgements of segments with a score and a known annotator.
    """

    unit: ClassVar[Literal["annotator"]] = "annotator"

    frame: pl.DataFrame

    @cached_property
    def names(self) -> list[str]:
        """Their names, in the order of their codes."""
        return self.frame[self.unit].unique().sort().to_list()

    @property
    def count(self) -> int:
        """How many there are."""
        return len(self.names)

    @cached_property
    def who(self) -> Codes:
        """Code of the annotator of every row."""
        return _codes(self.frame, [self.unit])

    @cached_property
    def rows(self) -> Codes:
        """Number of rows of each."""
        return np.bincount(self.who, minlength=self.count)

    @cached_property
    def scores(self) -> NDArray[np.float64]:
        """The score of every row."""
        return self.frame["score"].to_numpy().astype(np.float64)

    @cached_property
    def system(self) -> Codes:
        """Code of the system, of each criterion on its own."""
        return _codes(self.frame, present(("system", "criterion"), self.frame))

    @cached_property
    def segment(self) -> Codes:
        """Code of the segment."""
        return _codes(self.frame, present(TEXT, self.frame))

    @cached_property
    def cluster(self) -> Codes:
        """Code of what depends on each other: the document, or what was shown together where documents are unknown."""
        shown = shown_together(self.frame)
        return _codes(shown.to_frame(), [shown.name])

    @cached_property
    def expected(self) -> Expected:
        """What the judgements of all others lead one to expect."""
        return expected_scores(self.scores, self.who, self.system, self.segment)

    @cached_property
    def order(self) -> NDArray[np.float64] | None:
        """Place of every judgement in the work of its person, from 0 to 1: by time, else by position.

        Positions count within a session; sessions are then taken in the order of the file. None if neither is known.
        """
        frame = self.frame
        clocks = [name for name in ("started", "ended", "position") if name in frame.columns]
        clock = next((name for name in clocks if frame[name].null_count() == 0), None)
        if clock is None:
            return None
        keys = [frame[clock].to_numpy()]
        if clock == "position":
            session = _codes(frame, present(SITTING, frame))
            first = np.full(int(session.max()) + 1, frame.height)
            np.minimum.at(first, session, np.arange(frame.height))
            keys.append(first[session])
        sorted_rows = np.lexsort((*keys, self.who))
        starts = np.cumsum(self.rows) - self.rows
        place = np.empty(frame.height)
        place[sorted_rows] = np.arange(frame.height) - starts[self.who[sorted_rows]]
        return np.asarray(place / np.maximum(self.rows - 1, 1)[self.who])

    @property
    def is_raw(self) -> bool:
        """Whether the scores are as given, on one scale."""
        return "scale" not in self.frame.columns or (
            self.frame["scale"].n_unique() == 1 and self.frame["scale"][0] != STANDARDISED
        )

    def named(self, places: Sequence[int] | Codes) -> dict[str, Any]:
        """Numbers of a finding: the names at these places, and words for its sentence."""
        return self.numbers([self.names[int(place)] for place in places])

    def numbers(self, names: Sequence[str]) -> dict[str, Any]:
        """Numbers of a finding about these."""
        return {f"{self.unit}s": list(names), "_names": list(names), "_who": counted(len(names), self.unit)}


def find_people(frame: pl.DataFrame) -> People | None:
    """The judgements by annotator; None if annotators are unknown. Sessions do not judge, and stand for nobody."""
    rows = scored_segments(frame, OUTPUTS)
    if not rows.height or rows["annotator"].null_count() > _MOST_UNKNOWN * rows.height:
        return None
    return People(rows.drop_nulls("annotator"))


def _codes(frame: pl.DataFrame, names: Sequence[str]) -> Codes:
    """A number for each combination of values, in their order; a missing value is one, too."""
    codes = np.zeros(frame.height, dtype=np.int64)
    for name in names:
        column = frame[name]
        levels = column.unique().sort().drop_nulls()
        own = column.cast(pl.Enum(levels)).to_physical().fill_null(len(levels)).to_numpy().astype(np.int64)
        codes = np.unique(codes * (len(levels) + 1) + own, return_inverse=True)[1].astype(np.int64)
    return codes.astype(np.intp)
