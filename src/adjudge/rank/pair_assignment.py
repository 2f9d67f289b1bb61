"""Who judges which pair of systems on which segment, so that nobody judges the same thing twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
import polars as pl

#: A segment with its document, which may be unknown.
Segment = tuple[str | None, str]
#: Stands for outputs of which both were judged, and against each other: not to be judged again.
_SAME: Final = 3


class Assignment(NamedTuple):
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


def assign(
    frame: pl.DataFrame,
    pairs: Sequence[tuple[str, str]],
    *,
    annotators: Sequence[str] | None,
    segments: Sequence[Segment] | None,
    rng: np.random.Generator,
) -> list[Assignment]:
    """Give every pair to an annotator and a segment.

    Definition: annotators are asked in the order of least new work, then least work before, then chance; the first who
    has judged neither output of some segment gets the pair. If there is none, the first with a segment where they have
    judged one output, or else both, but never against each other. Among several such segments the one is taken where
    the pair was judged least, then the least judged one, then chance.

    Args:
        frame: what was judged so far, with the columns of `Comparisons` or `PairCounts`.
        pairs: names of systems.
        annotators: who can judge; those of the frame if None.
        segments: what can be judged; those of the frame if None.
        rng: decides between equals.
    """
    people = _known(frame, "annotator") if annotators is None else list(dict.fromkeys(annotators))
    places = _segments(frame) if segments is None else list(dict.fromkeys(segments))
    desk = _Desk(frame, people, places, rng)
    # Without a record of who judged which segment, nobody can say what an annotator has seen.
    recorded = bool(_known(frame, "annotator") and _known(frame, "segment"))
    assigned = []
    for pair in pairs:
        who, where, seen = desk.give(frozenset(pair))
        document, segment = places[where] if where is not None else (None, None)
        annotator = None if who is None else people[who]
        rule_applies = recorded and who is not None and where is not None
        assigned.append(Assignment(annotator, document, segment, seen if rule_applies else None))
    return assigned


def _known(frame: pl.DataFrame, column: str) -> list[str]:
    return frame[column].drop_nulls().unique().sort().to_list() if column in frame.columns else []


def _segments(frame: pl.DataFrame) -> list[Segment]:
    if "segment" not in frame.columns:
        return []
    return list(_with_document(frame).drop_nulls("segment").unique().sort("document", "segment").iter_rows())


def _with_document(frame: pl.DataFrame) -> pl.DataFrame:
    """Document and segment of every row; a document that is not known is null."""
    document = pl.col("document") if "document" in frame.columns else pl.lit(None, pl.String).alias("document")
    return frame.select(document, "segment")


class _Desk:
    """Keeps the books: what everybody has judged, and how often each pair and segment was."""

    def __init__(
        self, frame: pl.DataFrame, people: Sequence[str], places: Sequence[Segment], rng: np.random.Generator
    ) -> None:
        self.places = len(places)
        self.judged: list[dict[frozenset[str], set[int]]] = [{} for _ in people]
        self.outputs: list[dict[str, set[int]]] = [{} for _ in people]
        self.met: dict[frozenset[str], Counter[int]] = {}
        self.uses = np.zeros(len(places), dtype=np.int64)
        self.before = np.zeros(len(people), dtype=np.int64)
        self.new = np.zeros(len(people), dtype=np.int64)
        self.chance = rng.random(len(people)), rng.random(len(places))
        if places and "segment" in frame.columns:
            self._enter_history(frame, people, places)

    def _enter_history(self, frame: pl.DataFrame, people: Sequence[str], places: Sequence[Segment]) -> None:
        person, place = {name: i for i, name in enumerate(people)}, {key: i for i, key in enumerate(places)}
        annotator = frame["annotator"] if "annotator" in frame.columns else pl.Series([None] * frame.height)
        rows = zip(annotator, _with_document(frame).iter_rows(), frame["system_a"], frame["system_b"], strict=True)
        for name, key, a, b in rows:
            if key in place:
                self._enter(person.get(name), place[key], frozenset((a, b)))
        for who in range(len(people)):
            self.before[who] = sum(map(len, self.judged[who].values()))

    def _enter(self, who: int | None, where: int, pair: frozenset[str]) -> None:
        self.met.setdefault(pair, Counter())[where] += 1
        self.uses[where] += 1
        if who is not None:
            self.judged[who].setdefault(pair, set()).add(where)
            for system in pair:
                self.outputs[who].setdefault(system, set()).add(where)

    def give(self, pair: frozenset[str]) -> tuple[int | None, int | None, int]:
        """The best annotator and segment for a pair, entered into the books, and how many outputs they have seen."""
        best: tuple[int | None, int | None, int] = (None, None, _SAME)
        chance = self.chance[0]
        for who in np.lexsort((chance, self.before, self.new)).tolist() or [None]:
            where, seen = self._best_place(who, pair)
            if seen < best[2]:
                best = (who, where, seen)
            if seen == 0:
                break
        who, where, _ = best
        if who is not None:
            self.new[who] += 1
        if where is not None:
            self._enter(who, where, pair)
        return best

    def _best_place(self, who: int | None, pair: frozenset[str]) -> tuple[int | None, int]:
        if not self.places:
            return None, 0
        seen = np.zeros(self.places, dtype=np.int64)
        if who is not None:
            for system in pair:
                seen[list(self.outputs[who].get(system, ()))] += 1
            seen[list(self.judged[who].get(pair, ()))] = _SAME
        met = np.zeros(self.places, dtype=np.int64)
        for place, times in self.met.get(pair, Counter()).items():
            met[place] = times
        where = int(np.lexsort((self.chance[1], self.uses, met, seen))[0])
        return (where, int(seen[where])) if seen[where] < _SAME else (None, _SAME)
