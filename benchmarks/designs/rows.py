"""The settings of the studies of the default ranking, by the name of their row."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from benchmarks.designs.design import Design, graded, spaced

_UNEQUAL: Final = Design(documents=30, variances=graded(6, 3, 0.3), scale="open")
_TICKS: Final = Design(ticks=True, heavy=True)
_UNKNOWN: Final = Design(documents=200, annotators=3, length=(1, 1), assignment="all", known=False)
_OWNERS: Final = Design(assignment="owner-part", meets=3)
_SPECIALISTS: Final = Design(assignment="specialists", meets=2)

#: All systems are equal.
ROWS_LEVEL: Final[dict[str, Design]] = (
    {f"random annotators, {n} documents": Design(documents=n) for n in (30, 60, 100)}
    | {
        "sessions of 100, 60 documents": Design(assignment="sessions"),
        "annotator owns documents, 3 of 6 systems": _OWNERS,
        "annotator meets 2 of 6 systems": _SPECIALISTS,
        "one annotator a document, 30 documents": Design(documents=30, assignment="one-per-document"),
        "ticks and heavy tails": _TICKS,
        "five points": Design(scale="points"),
        "3 annotators rate 200 segments, documents unknown": _UNKNOWN,
        "the same, 2 systems, 60 segments": replace(_UNKNOWN, systems=2, documents=60),
        "unequal variances, 30 documents": _UNEQUAL,
        "2 of 6 systems vary ten times as much, 30 documents": replace(_UNEQUAL, variances=(3, 3, 0.3, 0.3, 0.3, 0.3)),
    }
    | {f"2 systems, {n} documents": Design(systems=2, documents=n, annotators=4) for n in (8, 30, 60)}
    | {
        "2 systems, 12 skewed documents, very unequal variances": Design(
            systems=2,
            documents=12,
            annotators=4,
            system_document=7,
            skewed=True,
            variances=(3, 0.3),
            scale="open",
        ),
        "12 systems, 8 documents": Design(systems=12, documents=8),
        "4 systems, 7 documents": Design(systems=4, documents=7, annotators=6),
        "12 systems, 30 documents": Design(systems=12, documents=30),
    }
    | {f"tastes of sd 4, {n} annotators": Design(annotators=n, taste=4) for n in (10, 4)}
    | {f"tastes of sd {sd}, {n} annotators": Design(annotators=n, taste=sd) for sd in (1, 2) for n in (10, 20)}
)

_TWELVE: Final = Design(systems=12, annotators=20)
_POWER: Final[dict[str, Design]] = {
    "4 systems, 30 documents, 8 annotators": Design(systems=4, documents=30, annotators=8),
    "12 systems, 30 documents": replace(_TWELVE, documents=30),
    "60 documents of 10": replace(_TWELVE, length=(10, 10)),
    "100 documents, 20 annotators": replace(_TWELVE, documents=100),
    "sessions of 100, 100 documents": replace(_TWELVE, documents=100, assignment="sessions"),
    "strong leniency": replace(_TWELVE, leniency=20),
    "unequal variances": replace(_TWELVE, variances=graded(12, 3, 0.3), scale="open"),
    "five points": replace(_TWELVE, scale="points"),
    "ticks and heavy tails": replace(_TWELVE, ticks=True, heavy=True),
    "6 systems, annotator owns documents": _OWNERS,
}
#: Points between neighbouring groups. The earlier measurement that these rows repeat gives power but no qualities, so
#: each was chosen such that the contrasts of the mixed model with Holm (recipe `mixed-model`) find the share of
#: differences it reports: 60 campaigns (30 in the first steps), seeds 900000 to 900059, bisection to two digits. It
#: names no groups either: of equal spacing and groups of 2, 3, 4 and 6 of twelve systems, groups of 3 come closest to
#: its share found by `wmt-da` and to its errors; of four and six systems, groups of 2.
_STEPS: Final[dict[str, float]] = {
    "4 systems, 30 documents, 8 annotators": 6.6,
    "12 systems, 30 documents": 5.2,
    "60 documents of 10": 3.3,
    "100 documents, 20 annotators": 3.2,
    "sessions of 100, 100 documents": 3.1,
    "strong leniency": 3.8,
    "unequal variances": 5.2,
    "five points": 4.8,
    "ticks and heavy tails": 4.5,
    "6 systems, annotator owns documents": 4.0,
}
#: Groups of equal systems, and true differences between them.
ROWS_POWER: Final[dict[str, Design]] = {
    name: replace(design, quality=spaced(design.systems, _STEPS[name], ties=3 if design.systems == 12 else 2))
    for name, design in _POWER.items()
}

#: Points between neighbours, such that the order of the mixed model in the first row has the Kendall reported,
#: .89; penalties of 0 hide differences, so they need more for theirs, .88 (60 campaigns, seeds 900000 to 900059).
_ORDER_STEP: Final = 1.1
_PENALTY_STEP: Final = 1.6
_ORDERED: Final = replace(_TWELVE, quality=spaced(12, _ORDER_STEP))
#: Twelve systems that all differ.
ROWS_ORDER: Final[dict[str, Design]] = {
    "60 documents, 20 annotators": _ORDERED,
    "60 annotators, few ratings each": replace(_ORDERED, annotators=60),
    "6 annotators": replace(_ORDERED, annotators=6),
    "annotator meets 4 of 12 systems": replace(_ORDERED, assignment="specialists", meets=4),
    "annotator owns documents, 6 of 12 systems": replace(_ORDERED, assignment="owner-part", meets=6),
    "very unequal stretch": replace(_ORDERED, stretch=0.5),
    "five points": replace(_ORDERED, scale="points"),
    "ticks and heavy tails": replace(_ORDERED, ticks=True, heavy=True),
    "penalties": replace(_TWELVE, scale="penalties", quality=spaced(12, _PENALTY_STEP)),
}

#: For the coverage of rank sets.
ROWS_SETS: Final[dict[str, Design]] = {
    "6 systems, equal": Design(),
    "6 systems, near ties": Design(quality=spaced(6, 0.3)),
    "6 systems, 30 documents": Design(documents=30, quality=spaced(6, 1)),
    "2 systems, equal, 30 documents": Design(systems=2, documents=30),
    "2 systems, 1 point apart": Design(systems=2, quality=spaced(2, 1)),
    "12 systems": replace(_TWELVE, quality=spaced(12, 1)),
    "20 systems": replace(_TWELVE, systems=20, quality=spaced(20, 1)),
    "20 systems, near ties": replace(_TWELVE, systems=20, quality=spaced(20, 0.2)),
    "6 systems, unequal variances": replace(_UNEQUAL, quality=spaced(6, 1)),
    "6 systems, annotator meets 2": replace(_SPECIALISTS, quality=spaced(6, 1)),
}

#: Equal systems; the study makes the first one better, in small campaigns by 30 points, which a slider would cut off.
ROWS_SMALLEST: Final[dict[str, Design]] = {
    f"{systems} systems, {documents} documents": Design(
        systems=systems, documents=documents, annotators=4 if systems == 2 else 10, scale="open"
    )
    for systems, documents in (
        *((2, documents) for documents in (8, 12, 20, 30, 60, 100)),
        *((6, documents) for documents in (9, 13, 30, 60, 100)),
        *((12, documents) for documents in (20, 60, 100)),
    )
}
