"""Every parameter of a rating campaign whose truth is known."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Assignment = Literal["random", "sessions", "owner-part", "specialists", "one-per-document", "all"]


@dataclass(frozen=True)
class Design:
    """What a campaign is drawn from; sds are in points of a scale from 0 to 100.

    The score of annotator a for a segment of system s is

        mean + leniency_a + stretch_a (quality_s + taste_as + document + segment + system-by-document +
        system-by-segment + noise),

    then put on the scale: cut off, and rounded to whole numbers.

    Args:
        systems: how many.
        documents: how many; every system translates all of them.
        annotators: how many.
        length: segments of the shortest and the longest document; log-uniform between them.
        quality: true mean of every system, as a difference to `mean`; equal if empty.
        assignment: who judges a document of a system. `random`: any annotator; `sessions`: sessions of 100 segments
            are packed first, and each goes to an annotator; `owner-part`: each annotator owns documents and judges the
            same `meets` systems in all of them, anybody judges the rest; `specialists`: one of the annotators who meet
            that system, each meets `meets`; `one-per-document`: one annotator for all systems of a document; `all`:
            every annotator judges everything.
        meets: systems that an annotator meets, for the two assignments that need it.
        mean: score of an average annotator for an average text of a system of quality 0.
        leniency: sd of annotators' means.
        stretch: sd of the logarithm of the factor by which an annotator multiplies deviations from her mean.
        taste: sd of what an annotator adds to all scores of one system.
        document: sd of how good translations of a document are.
        segment: the same for a segment.
        system_document: sd of how much better one system translates a document than the others.
        system_segment: the same for a segment.
        noise: sd of single scores.
        variances: factor of every system for the three sds above; 1 if empty.
        heavy: noise has a t distribution with 3 degrees of freedom, of the same sd.
        ticks: half of the annotators use multiples of 10 only, a quarter multiples of 25.
        skewed: system-by-document effects are exponential (centred).
        scale: `slider`; `points`: 1 to 5; `penalties`: as in MQM, most of them 0, with a long tail; `open`: so wide
            that nothing is cut off, because cutting off moves means of systems whose variances differ.
        known: whether the campaign says which document a segment belongs to.
    """

    systems: int = 6
    documents: int = 60
    annotators: int = 10
    length: tuple[int, int] = (1, 30)
    quality: tuple[float, ...] = ()
    assignment: Assignment = "random"
    meets: int = 0
    mean: float = 65.0
    leniency: float = 10.0
    stretch: float = 0.25
    taste: float = 0.0
    document: float = 6.0
    segment: float = 8.0
    system_document: float = 5.0
    system_segment: float = 8.0
    noise: float = 12.0
    variances: tuple[float, ...] = ()
    heavy: bool = False
    ticks: bool = False
    skewed: bool = False
    scale: Literal["slider", "points", "penalties", "open"] = "slider"
    known: bool = True

    def __post_init__(self) -> None:
        if any(len(values) not in {0, self.systems} for values in (self.quality, self.variances)):
            msg = f"a quality or a variance for every one of {self.systems} systems is needed, or none"
            raise ValueError(msg)


def spaced(systems: int, step: float, *, ties: int = 1) -> tuple[float, ...]:
    """Qualities around 0, best first: groups of `ties` equal systems, `step` apart."""
    places = [i // ties for i in range(systems)]
    centre = sum(places) / systems
    return tuple(round(step * (centre - place), 6) for place in places)


def graded(systems: int, first: float, last: float) -> tuple[float, ...]:
    """Factors of variances from the first to the last system, geometric."""
    return tuple(round(first * (last / first) ** (i / (systems - 1)), 6) for i in range(systems))
