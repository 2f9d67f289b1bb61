"""Who judges which pair of systems on which segment, so that nobody judges the same thing twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import polars as pl

#: A segment with its document, which may be unknown.
Segment = tuple[str | None, str]
#: Stands for two outputs that were judged against each other: not to be judged again.
_SAME: Final = 3


@dataclass(frozen=True)
class Assignment:
    """Where one comparison goes.

    Args:
        annotator: None if annotators are unknown, or nobody is left.
        document: None if unknown.
        segment: None if segments are unknown, or none is left.
        seen: how many of the two outputs the annotator has judged before; None if that is unknown.
    """

    annotator: str | None
    document: str | None
    segment: str | None
    seen: int | None


class Assigner:
    """Records who has judged what, and assigns pairs to annotators and segments.

    Definition: annotators are asked in the order of least new work, then least work before, then chance; the first who
    has judged neither output of some segment gets the pair. If there is none, the first with a segment where they have
    judged one output, or else both, but never against each other. Among several such segments the one is taken where
    the pair was judged least, then the least judged one, then chance.

    Args:
        frame: what was judged so far, with the columns of `Comparisons` or `PairCounts`.
        annotators: who can judge; those of the frame if None.
        segments: what can be judged; those of the frame if None.
        rng: decides between equals.
    """

    def __init__(
        self,
        frame: pl.DataFrame,
        annotators: Sequence[str] | None,
        segments: Sequence[Segment] | None,
        rng: np.random.Generator,
    ) -> None:
        known = {name: _values(frame, name) for name in ("annotator", "segment")}
        self._annotators = known["annotator"] if annotators is None else list(dict.fromkeys(annotators))
        self._segments = _segments(frame) if segments is None else list(dict.fromkeys(segments))
        # Without a record of who judged which segment, nobody can say what an annotator has seen.
        self._recorded = all(known.values())
        self._judged: list[dict[frozenset[str], set[int]]] = [{} for _ in self._annotators]
        self._outputs: list[dict[str, set[int]]] = [{} for _ in self._annotators]
        self._met: dict[frozenset[str], Counter[int]] = {}
        self._uses = np.zeros(len(self._segments), dtype=np.int64)
        self._work = np.zeros((2, len(self._annotators)), dtype=np.int64)  # before, new
        self._chance = rng.random(len(self._annotators)), rng.random(len(self._segments))
        if self._segments and known["segment"]:
            self._record_history(frame)

    def room(self, pair: frozenset[str]) -> int | None:
        """How often the pair can still be assigned; None if annotators or segments are unknown."""
        if not (self._annotators and self._segments):
            return None
        return sum(len(self._segments) - len(judged.get(pair, ())) for judged in self._judged)

    def assign(self, pair: frozenset[str]) -> Assignment:
        """The best annotator and segment for a pair, recorded as judged."""
        best: tuple[int | None, int | None, int] = (None, None, _SAME)
        for who in np.lexsort((self._chance[0], *self._work)).tolist() or [None]:
            where, seen = self._best_place(who, pair)
            if seen < best[2]:
                best = (who, where, seen)
            if seen == 0:
                break
        who, where, seen = best
        if who is not None:
            self._work[1, who] += 1
        if where is not None:
            self._record(who, where, pair)
        document, segment = (None, None) if where is None else self._segments[where]
        known = self._recorded and who is not None and where is not None
        return Assignment(
            annotator=None if who is None else self._annotators[who],
            document=document,
            segment=segment,
            seen=seen if known else None,
        )

    def _best_place(self, who: int | None, pair: frozenset[str]) -> tuple[int | None, int]:
        """The best segment for an annotator, and how many of the two outputs they have seen of it."""
        if not self._segments:
            return None, 0
        seen, met = np.zeros((2, len(self._segments)), dtype=np.int64)
        if who is not None:
            for system in pair:
                seen[list(self._outputs[who].get(system, ()))] += 1
            seen[list(self._judged[who].get(pair, ()))] = _SAME
        for place, times in self._met.get(pair, Counter()).items():
            met[place] = times
        where = int(np.lexsort((self._chance[1], self._uses, met, seen))[0])
        return (where, int(seen[where])) if seen[where] < _SAME else (None, _SAME)

    def _record(self, who: int | None, where: int, pair: frozenset[str]) -> None:
        self._met.setdefault(pair, Counter())[where] += 1
        self._uses[where] += 1
        if who is not None:
            self._judged[who].setdefault(pair, set()).add(where)
            for system in pair:
                self._outputs[who].setdefault(system, set()).add(where)

    def _record_history(self, frame: pl.DataFrame) -> None:
        person, place = ({key: i for i, key in enumerate(keys)} for keys in (self._annotators, self._segments))
        annotator = frame["annotator"] if "annotator" in frame.columns else [None] * frame.height
        rows = zip(annotator, _with_document(frame).iter_rows(), frame["system_a"], frame["system_b"], strict=True)
        for name, key, a, b in rows:
            if key in place:
                self._record(person.get(name), place[key], frozenset((a, b)))
                if name in person:
                    self._work[0, person[name]] += 1


def _values(frame: pl.DataFrame, column: str) -> list[str]:
    return frame[column].drop_nulls().unique().sort().to_list() if column in frame.columns else []


def _segments(frame: pl.DataFrame) -> list[Segment]:
    if "segment" not in frame.columns:
        return []
    return list(_with_document(frame).drop_nulls("segment").unique().sort("document", "segment").iter_rows())


def _with_document(frame: pl.DataFrame) -> pl.DataFrame:
    """Document and segment of every row; a document that is not known is null."""
    document = pl.col("document") if "document" in frame.columns else pl.lit(None, pl.String).alias("document")
    return frame.select(document, "segment")
