"""A calibration set: the same items for every annotator, in the same order, before all other work.

Source: Knowles and Lo 2024, sections 3.6, 4.3 and 4.4; methodology A1 to A3.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median
from typing import Final

import numpy as np
import polars as pl

from adjudge.core.findings import Finding
from adjudge.core.tables import MetricScores
from adjudge.planning.controls import catalogue
from adjudge.planning.designs.design import DesignInput
from adjudge.planning.designs.showings import Session, Showing, frame_of, sessions_of

#: Sessions of the calibration set are called `cal-ANNOTATOR`.
PREFIX: Final = "cal-"


@dataclass(frozen=True, eq=False)
class CalibrationSet:
    """What every annotator judges first.

    Args:
        showings: one session for each annotator.
        units: the units used, in the order in which they are shown.
        findings: what it does not cover.
    """

    showings: pl.DataFrame
    units: tuple[int, ...]
    findings: tuple[Finding, ...] = ()


@dataclass(frozen=True)
class _Pair:
    """A unit as one system translated it; its place is 0 for the worst and 1 for the best by metrics."""

    system: str
    unit: int
    document: str
    length: int
    place: float | None


def choose_calibration(
    given: DesignInput,
    *,
    metrics: MetricScores | None = None,
    spare: Collection[int] = (),
    idle: Collection[str] = (),
) -> CalibrationSet:
    """Choose a calibration set of `calibration.segments` segments.

    With metric scores, all outputs are put in order and cut into strata from the best to the worst; each stratum gives
    one. References that are ranked take part, among the best if metrics do not score them. Without scores systems and
    references take turns. Every document occurs once; units are whole, the last one is cut to fit.

    Args:
        given: units, systems and annotators.
        metrics: scores of metrics by segment; if none is of a segment that may be judged, those of whole systems.
        spare: units that are judged nowhere else; they are used if they suffice.
        idle: annotators who get no work, and so need no calibration.

    Returns:
        The showings, none if the campaign asks for no calibration set.
    """
    wanted = given.campaign.calibration.segments
    if wanted == 0:
        return CalibrationSet(frame_of(()), ())
    random = given.seeds.stream("calibration")
    units, again = _units(given, wanted, spare)
    places = {} if metrics is None else _places(given, metrics)
    pairs = _pairs(given, units, places)
    references = frozenset(given.campaign.ranked_references)
    strata = _strata(pairs, wanted) if places else _turns(pairs, given.systems, references, random)
    chosen = _drawn(strata, wanted, random, references)
    chosen = [chosen[place] for place in random.permutation(len(chosen))]
    lengths = _cut(chosen, wanted)
    sessions = [
        Session(
            PREFIX + annotator,
            annotator,
            1,
            tuple(
                Showing(pair.unit, length, (pair.system,), "calibration")
                for pair, length in zip(chosen, lengths, strict=True)
            ),
        )
        for annotator in given.annotators
        if annotator not in idle
    ]
    findings = tuple(_findings(given, chosen, sum(lengths), scored=bool(places), again=again))
    return CalibrationSet(frame_of(sessions), tuple(pair.unit for pair in chosen), findings)


def joined(first: pl.DataFrame, then: pl.DataFrame) -> pl.DataFrame:
    """Two frames of showings, with the rows that copies were made of renumbered."""
    return pl.concat([first, then.with_columns(pl.col("copy_of") + first.height)])


def _units(given: DesignInput, wanted: int, spare: Collection[int]) -> tuple[pl.DataFrame, bool]:
    """The units to choose from, one for each document, and whether they are judged again later."""
    apart = given.units.filter(pl.col("unit").is_in(sorted(spare)))
    for units, again in ((apart, False), (given.units, True)):
        each = units.unique("document", keep="first", maintain_order=True)
        if again or each["length"].sum() >= wanted:
            return each, again
    raise AssertionError  # the second always returns


def _pairs(given: DesignInput, units: pl.DataFrame, places: dict[tuple[str, int], float]) -> list[_Pair]:
    best = set(given.campaign.ranked_references)
    return [
        _Pair(
            system,
            row["unit"],
            row["document"],
            row["length"],
            places.get((system, row["unit"]), 1.0 if system in best else None),
        )
        for row in units.iter_rows(named=True)
        for system in given.systems
    ]


def _places(given: DesignInput, metrics: MetricScores) -> dict[tuple[str, int], float]:
    """The mean place of each unit and system over the metrics, from 0 (worst) to 1 (best)."""
    frame = metrics.frame.with_columns(
        pl.lit(None, pl.String).alias(name) for name in ("document", "segment") if name not in metrics.frame.columns
    )
    kept = frame.filter(pl.col("system").is_in(given.systems), pl.col("score").is_not_null())
    by_segment = kept.filter(pl.col("segment").is_not_null()).join(
        given.segments.select("unit", "document", "segment"), on=["document", "segment"]
    )
    by_system = kept.filter(pl.col("segment").is_null(), pl.col("document").is_null())
    # Sums depend on their order in the last digits; the order must not depend on the machine.
    scored = by_segment.group_by("metric", "system", "unit").agg(pl.col("score").mean().round(9))
    if scored.is_empty():
        scored = by_system.select("metric", "system", "score").join(given.units.select("unit"), how="cross")
        scored = scored.select("metric", "system", "unit", "score")
    ranked = scored.with_columns(
        place=((pl.col("score").rank() - 1) / (pl.len() - 1).clip(lower_bound=1)).over("metric")
    )
    return {
        (row["system"], row["unit"]): row["place"]
        for row in ranked.group_by("system", "unit").agg(pl.col("place").mean().round(9)).iter_rows(named=True)
    }


def _drawn(
    strata: Iterator[Sequence[_Pair]], wanted: int, random: np.random.Generator, references: frozenset[str]
) -> list[_Pair]:
    """A pair of each stratum until there are enough segments: different documents, systems in equal numbers.

    The first stratum that has a human translation gives one, so that one takes part.
    """
    chosen: list[_Pair] = []
    documents: set[str] = set()
    used: Counter[str] = Counter()
    for stratum in strata:
        if sum(pair.length for pair in chosen) >= wanted:
            break
        free = [pair for pair in stratum if pair.document not in documents]
        if not free:
            continue
        if not any(used[name] for name in references):
            free = [pair for pair in free if pair.system in references] or free
        fewest = min(used[pair.system] for pair in free)
        free = [pair for pair in free if used[pair.system] == fewest]
        chosen.append(free[int(random.integers(len(free)))])
        documents.add(chosen[-1].document)
        used[chosen[-1].system] += 1
    return chosen


def _strata(pairs: Sequence[_Pair], wanted: int) -> Iterator[Sequence[_Pair]]:
    """Pairs in order of their scores, cut into as many strata as the set has units; then all, for what is missing.

    Pairs without a score come last of all.
    """
    scored = [pair for pair in pairs if pair.place is not None]
    ordered = sorted(scored, key=lambda pair: (-(pair.place or 0.0), pair.unit, pair.system))
    count = min(len(ordered), max(2, round(wanted / median(pair.length for pair in pairs))))
    edges = [round(len(ordered) * number / max(1, count)) for number in range(count + 1)]
    strata = [ordered[low:high] for low, high in pairwise(edges)]
    # The best and the worst first, then inwards: if documents run out, the range is covered all the same.
    for low in range((count + 1) // 2):
        yield strata[low]
        if count - 1 - low > low:
            yield strata[count - 1 - low]
    for _ in pairs:
        yield pairs


def _turns(
    pairs: Sequence[_Pair], systems: Sequence[str], references: frozenset[str], random: np.random.Generator
) -> Iterator[Sequence[_Pair]]:
    """The outputs of one system after the other, in random order but for one reference first, again and again."""
    by_system = {name: [pair for pair in pairs if pair.system == name] for name in systems}
    order = [systems[place] for place in random.permutation(len(systems))]
    first = next((name for name in order if name in references), order[0])
    order = [first, *(name for name in order if name != first)]
    for _ in pairs:
        for name in order:
            yield by_system[name]


def _cut(chosen: Sequence[_Pair], wanted: int) -> list[int]:
    """Segments of each, the last one cut to fit."""
    left, lengths = wanted, []
    for pair in chosen:
        lengths.append(min(pair.length, left))
        left -= lengths[-1]
    return lengths


def _findings(
    given: DesignInput, chosen: Sequence[_Pair], segments: int, *, scored: bool, again: bool
) -> Iterator[Finding]:
    wanted = given.campaign.calibration.segments
    if segments < wanted:
        yield catalogue.SMALL_CALIBRATION(segments=segments, wanted=wanted, documents=len(chosen))
    if not scored:
        yield catalogue.WITHOUT_METRICS()
    without = [name for name in given.systems if name not in {pair.system for pair in chosen}]
    if without:
        yield catalogue.CALIBRATION_WITHOUT(systems=without)
    if again:
        yield catalogue.CALIBRATION_SEEN_AGAIN(documents=len({pair.document for pair in chosen}))


@dataclass(frozen=True)
class CalibrationCost:
    """What a calibration set is made of and what it costs (Knowles and Lo 2024, tables 1 and 2).

    Args:
        annotators: who judge it.
        segments: of the set.
        documents: showings of the set.
        systems: that occur in it.
        shortest: segments of its shortest showing.
        middle: median of them.
        longest: segments of its longest showing.
        further: further items of each annotator, sorted.
        further_sessions: further sessions of each annotator, sorted.
        share: of all items of the campaign.
    """

    annotators: int
    segments: int
    documents: int
    systems: int
    shortest: int
    middle: float
    longest: int
    further: tuple[int, ...]
    further_sessions: tuple[int, ...]
    share: float

    @property
    def finding(self) -> Finding:
        """The cost as a note."""
        return catalogue.CALIBRATION_COST(
            share=self.share,
            segments=self.segments,
            annotators=self.annotators,
            least=self.further[0],
            most=self.further[-1],
            median=median(self.further),
        )


def _calibration(session: Session) -> list[Showing]:
    """The showings of a session that belong to the calibration set; a tutorial may stand before them."""
    return [showing for showing in session.showings if showing.kind == "calibration"]


def calibration_cost(showings: pl.DataFrame) -> CalibrationCost | None:
    """What the calibration set of a plan costs; None if it has none.

    Args:
        showings: all showings of the plan.
    """
    sessions = sessions_of(showings)
    own = {session.annotator: session for session in sessions if _calibration(session)}
    if not own:
        return None
    others = [session for session in sessions if own.get(session.annotator) is not session]
    one = _calibration(next(iter(own.values())))
    lengths = [showing.length for showing in one]
    further, count = Counter[str | None](), Counter[str | None]()
    for session in others:
        further[session.annotator] += session.items
        count[session.annotator] += 1
    calibration = len(own) * sum(lengths)
    return CalibrationCost(
        annotators=len(own),
        segments=sum(lengths),
        documents=len(lengths),
        systems=len({name for showing in one for name in showing.systems}),
        shortest=min(lengths),
        middle=median(lengths),
        longest=max(lengths),
        further=tuple(sorted(further[name] for name in own)),
        further_sessions=tuple(sorted(count[name] for name in own)),
        share=calibration / (calibration + sum(session.items for session in others)),
    )
