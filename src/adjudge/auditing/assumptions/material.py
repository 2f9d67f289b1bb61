"""What a ranking assumes about documents, source texts and outputs."""

from __future__ import annotations

from typing import Final

from adjudge.auditing.assumptions import told
from adjudge.auditing.assumptions.assumption import Assumption

ASSUMPTIONS: Final = (
    Assumption(
        "same-texts",
        "All systems were judged on the same documents and segments, equally often, or the difficulty of these is "
        "allowed for.",
        "Some documents are easier than others, so that a system may look better by the luck of the draw.",
        "Knowles 2021, sections 6 and 8; Knowles and Lo 2022, section 5.2",
        ("ratings",),
        checks=("AJ440", "AJ441", "AJ444", "AJ468", "AJ467"),
        eased=dict.fromkeys(("AJ440", "AJ441", "AJ444", "AJ468", "AJ467"), told.difficulty_modelled),
    ),
    Assumption(
        "no-odd-documents",
        "Systems are on each document what they are on the others, and there are enough documents that none decides.",
        "A document of which a system had seen the translation, or on which it failed, says little about other texts.",
        "Knowles and Lo 2022, section 5.1; Graham et al. 2020, section 2",
        ("ratings",),
        checks=("AJ465", "AJ466", "AJ469"),
        findings=("AJ230", "AJ246"),
        notes_against=("AJ465", "AJ469"),
    ),
    Assumption(
        "room-for-documents",
        "Long documents had the same chance to be judged as short ones.",
        "Where tasks have no room for them, the evaluation is one of short documents.",
        "Knowles and Lo 2022, section 2",
        ("ratings",),
        checks=("AJ426",),
        notes_open=("AJ426",),
    ),
    Assumption(
        "source-first",
        "The texts were first written in the source language.",
        "A source that is itself a translation is simpler, and systems stand in another order on it.",
        "Graham et al. 2020, section 3",
        ("ratings",),
        checks=("AJ450",),
        notes_against=("AJ450",),
    ),
    Assumption(
        "outputs-are-translations",
        "What was judged are translations by the systems: not the source, the reference, the output of another system, "
        "or nothing.",
        "Such outputs get extreme scores, which are no measure of translation and move the scores of all others.",
        "Knowles and Lo 2022, sections 2.1 and 5.1; Lopez 2012, section 3",
        ("ratings", "comparisons"),
        checks=("AJ447", "AJ448", "AJ449", "AJ461", "AJ462", "AJ463", "AJ446"),
    ),
    Assumption(
        "intact-texts",
        "The texts were shown as they were written.",
        "Quotation marks and broken letters that came in on the way are no faults of a system.",
        "Knowles and Lo 2022, appendix B",
        ("ratings", "comparisons"),
        checks=("AJ459", "AJ460"),
        notes_against=("AJ460",),
    ),
)
