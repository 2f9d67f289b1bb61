"""The protocols there are."""

from __future__ import annotations

from typing import Final

from adjudge.core.protocols.catalogue import NO_SUCH_PROTOCOL
from adjudge.core.protocols.protocol import Protocol, Tick
from adjudge.core.registry import Registry

_ADEQUACY: Final = "How well does the translation express the meaning of the source text?"
_QUARTERS: Final = tuple(Tick(place) for place in (0.0, 25.0, 50.0, 75.0, 100.0))
#: Seven marks, four with words (Kocmi et al. 2022, DA+SQM).
_SQM: Final = (
    Tick(0.0, "no meaning preserved"),
    Tick(100 / 6),
    Tick(200 / 6, "some meaning preserved"),
    Tick(50.0),
    Tick(400 / 6, "most meaning preserved and few grammar mistakes"),
    Tick(500 / 6),
    Tick(100.0, "perfect meaning and grammar"),
)
#: Kinds of errors of MQM as WMT asks for them (Freitag et al. 2021, table of the hierarchy).
_MQM_CATEGORIES: Final = (
    "Accuracy/Addition",
    "Accuracy/Omission",
    "Accuracy/Mistranslation",
    "Accuracy/Untranslated text",
    "Fluency/Punctuation",
    "Fluency/Spelling",
    "Fluency/Grammar",
    "Fluency/Register",
    "Fluency/Inconsistency",
    "Fluency/Character encoding",
    "Terminology/Inappropriate for context",
    "Terminology/Inconsistent use",
    "Style/Awkward",
    "Locale convention/Address format",
    "Locale convention/Currency format",
    "Locale convention/Date format",
    "Locale convention/Name format",
    "Locale convention/Telephone format",
    "Locale convention/Time format",
    "Other",
    "Non-translation",
)

PROTOCOLS: Final[Registry[Protocol]] = Registry(
    NO_SUCH_PROTOCOL,
    (
        Protocol("da", "direct assessment: a score from 0 to 100", "Graham et al. 2013", _ADEQUACY, ticks=_QUARTERS),
        Protocol(
            "da-sqm",
            "direct assessment with seven marks, four of them in words",
            "Kocmi et al. 2022",
            _ADEQUACY,
            ticks=_SQM,
        ),
        Protocol(
            "esa",
            "error spans of two severities, then a score from 0 to 100",
            "Kocmi et al. 2024",
            "Mark every error, then say how good the translation is as a whole.",
            ticks=_SQM,
            severities=("minor", "major"),
        ),
        Protocol(
            "mqm",
            "error spans with severity and category; the score follows from them",
            "Freitag et al. 2021",
            "Mark every error with its severity and its category.",
            severities=("minor", "major"),
            categories=_MQM_CATEGORIES,
            scored=False,
        ),
        Protocol(
            "pairwise",
            "which of two outputs is better, or neither",
            "Vilar et al. 2007",
            "Which translation is better?",
            answer="outcome",
            outputs=2,
        ),
        Protocol(
            "ranking",
            "the ranks of five outputs, ties allowed",
            "Callison-Burch et al. 2007",
            "Put the translations in order, from the best to the worst; ties are allowed.",
            answer="ranks",
            outputs=5,
        ),
    ),
)
