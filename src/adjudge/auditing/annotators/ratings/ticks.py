"""Discretisation: an annotator who gives only a few scores, usually at the ticks of the scale (A5).

Knowles and Lo (2024, section 4.1) saw annotators of a continuous scale keep to its tick marks. Z-scores do not repair
it: they keep the shape.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from adjudge.core.scale import Scale

Floats = NDArray[np.float64]
TickSet = Literal["quarters", "sqm", "sqm-halves", "tens", "fives", "own", "narrow"]


@dataclass(frozen=True)
class Cluster:
    """Scores that lie together.

    Args:
        low: smallest of them.
        high: largest of them.
        judgements: how many judgements have them.
    """

    low: float
    high: float
    judgements: int


@dataclass(frozen=True)
class Ticks:
    """Where an annotator's scores lie.

    Args:
        set: the ticks that the annotator keeps to: `quarters` (0, 25, 50, 75, 100: direct assessment), `sqm` (the 7
            ticks of DA+SQM), `sqm-halves` (these and the points halfway), `tens`, `fives`, `own` (a few narrow
            clusters elsewhere), `narrow` (one narrow cluster), or None.
        near: share of scores near a tick of the set; of None, near the best set of those with windows.
        expected: the same share for scores spread evenly over the scale.
        clusters: scores that lie together, from low to high, if there are few of them; the range that holds nearly all
            scores if they are `narrow`; empty otherwise.
    """

    set: TickSet | None
    near: float
    expected: float
    clusters: tuple[Cluster, ...] = ()


@dataclass(frozen=True)
class _Marks:
    """A candidate: ticks at equal distances, and how near a score must be, both in hundredths of the scale."""

    name: TickSet
    count: int
    window: float

    def places(self) -> Floats:
        return np.linspace(0, 100, self.count)

    def near(self, values: Floats) -> NDArray[np.bool_]:
        step = 100 / (self.count - 1)
        return np.asarray(np.abs(values - np.round(values / step) * step) <= self.window + 1e-9)


#: From coarse to fine. The published detector counts scores within 3 points of a tick; for ticks 10 and 5 points
#: apart such windows would hold most of the scale or all of it, so there only the ticks themselves count.
CANDIDATES: Final = (
    _Marks("quarters", 5, 3.0),
    _Marks("sqm", 7, 3.0),
    _Marks("sqm-halves", 13, 1.5),
    _Marks("tens", 11, 0.0),
    _Marks("fives", 21, 0.0),
)
#: Share near ticks beyond chance, (near - expected) / (1 - expected), from which a set is called the annotator's.
ENOUGH: Final = 0.8
#: A finer set must explain so much more to be preferred.
MARGIN: Final = 0.05
#: Scores needed off the ends of the scale: a ceiling is no tick.
FEWEST_INNER: Final = 10
#: Hundredths of the scale: a gap that separates clusters, and the width that a narrow cluster has at most.
GAP: Final = 5.0
WIDEST: Final = 6.0
#: More clusters than ticks of DA+SQM are no discretisation.
MOST_CLUSTERS: Final = 7
#: Share of the judgements that clusters must hold; the rest are slips of the slider.
IN_CLUSTERS: Final = 0.95
#: Share of the scores that must be near other ticks than the one used most: one tick makes no set.
ELSEWHERE: Final = 0.1
#: Sets that make a fine scale one of a few steps; multiples of 5 and 10 are fine enough.
STEPS: Final[tuple[TickSet, ...]] = ("quarters", "sqm", "own")
#: With fewer scores nobody is said to keep to steps or to a narrow range.
FEWEST_SCORES: Final = 20
#: Spread relative to the others' from which a range is called narrow.
NARROW: Final = 1 / 3
#: Scales with fewer points are discrete by design.
SMALLEST_SPAN: Final = 50.0


def find_ticks(scores: Floats, scale: Scale | None) -> Ticks | None:
    """Which ticks an annotator keeps to.

    Definition: with s the share of scores in the windows of a candidate's ticks, and e the share of whole points of the
    scale in them, the excess is (s - e) / (1 - e). The coarsest candidate is taken whose excess is at least 0.8 for all
    scores and for those away from both ends, and not 0.05 below that of a finer one. Otherwise, if nearly all scores
    lie in at most 7 clusters no wider than 6 points, which are at least 5 points apart, these are the annotator's own.
    A range of 6 points that holds nearly all scores is `narrow`.

    Checked against: the annotators that Knowles and Lo (2024, section 4.1) describe (tests/published); annotators with
    planted ticks and smooth ones (tests/recovery).

    Edge cases: None for scores without bounds and for scales of fewer than 50 points, which are discrete by design.

    Args:
        scores: of one annotator.
        scale: their bounds.
    """
    if scale is None or scale.high - scale.low < SMALLEST_SPAN or not len(scores):
        return None
    span = scale.high - scale.low
    values = 100 * (scores - scale.low) / span
    clusters = _clusters(scores, values)
    held = _held(values, clusters)
    core = _core(scores)
    if len(values) >= FEWEST_INNER and core.high - core.low <= WIDEST / 100 * span:
        return Ticks("narrow", *_shares(CANDIDATES[1], values), (core,))
    found = [(marks, *_shares(marks, values)) for marks in CANDIDATES if _kept_to(marks, values)]
    best = max((_excess(near, expected) for _, near, expected in found), default=0.0)
    for marks, near, expected in found:
        if _excess(near, expected) >= best - MARGIN:
            return Ticks(marks.name, near, expected, clusters if held else ())
    near, expected = max((_shares(marks, values) for marks in CANDIDATES[:2]), key=lambda pair: _excess(*pair))
    own = held and len(values) >= FEWEST_INNER and len(clusters) > 1
    return Ticks("own" if own else None, near, expected, clusters if held else ())


def _shares(marks: _Marks, values: Floats) -> tuple[float, float]:
    """Share of scores near a tick, and of the points of the scale."""
    return float(marks.near(values).mean()), float(marks.near(np.arange(101.0)).mean())


def _excess(near: float, expected: float) -> float:
    return (near - expected) / (1 - expected)


def _kept_to(marks: _Marks, values: Floats) -> bool:
    """Whether scores are near the ticks, also those away from the ends, where many scores are anyway."""
    margin = max(3.0, marks.window)
    inner = values[(values > margin) & (values < 100 - margin)]
    points = np.arange(101.0)
    inside = points[(points > margin) & (points < 100 - margin)]
    used = np.round(values[marks.near(values)] / (100 / (marks.count - 1)))
    most = int(np.unique(used, return_counts=True)[1].max(initial=0))
    if len(inner) < FEWEST_INNER or len(used) - most < ELSEWHERE * len(values):
        return False
    of_inner = _excess(float(marks.near(inner).mean()), float(marks.near(inside).mean()))
    return min(_excess(*_shares(marks, values)), of_inner) >= ENOUGH


def _core(scores: Floats) -> Cluster:
    """The shortest range that holds nearly all scores."""
    ordered, many = np.sort(scores), int(np.ceil(IN_CLUSTERS * len(scores)))
    start = int(np.argmin(ordered[many - 1 :] - ordered[: len(scores) - many + 1]))
    low, high = float(ordered[start]), float(ordered[start + many - 1])
    return Cluster(low, high, int(((scores >= low) & (scores <= high)).sum()))


def _clusters(scores: Floats, values: Floats) -> tuple[Cluster, ...]:
    """Scores with no gap of 5 points between neighbours."""
    order = np.argsort(values, kind="stable")
    starts = np.flatnonzero(np.diff(values[order], prepend=-np.inf) >= GAP)
    return tuple(
        Cluster(float(part.min()), float(part.max()), len(part)) for part in np.split(scores[order], starts[1:])
    )


def _held(values: Floats, clusters: tuple[Cluster, ...]) -> bool:
    """Whether a few narrow clusters hold nearly all scores."""
    ordered = np.sort(values)
    sizes = np.array([cluster.judgements for cluster in clusters])
    ends = np.cumsum(sizes)
    widths = ordered[ends - 1] - ordered[ends - sizes]
    largest = np.sort(sizes[widths <= WIDEST])[::-1][:MOST_CLUSTERS]
    return bool(largest.sum() >= IN_CLUSTERS * len(values))
