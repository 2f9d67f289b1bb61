"""What a ranking assumes about annotators."""

from __future__ import annotations

from typing import Final

from adjudge.auditing.assumptions.assumption import Assumption

ASSUMPTIONS: Final = (
    Assumption(
        "shared-quality",
        "Annotators judge one and the same quality of outputs, and roughly agree about it.",
        "A mean over annotators has no meaning if each of them measures something else.",
        "Knowles 2021, section 4",
        ("ratings", "comparisons"),
        checks=("AJ407", "AJ174", "AJ497"),
        findings=("AJ315", "AJ410", "AJ418"),
        notes_open=("AJ418", "AJ410"),
    ),
    Assumption(
        "annotators-and-systems",
        "Every annotator met all systems in like shares.",
        "Otherwise nobody can tell a lenient annotator from one who met better systems, and z-scores take true "
        "differences away.",
        "Knowles 2021, section 4; Knowles and Lo 2022, section 3.2 and footnote 5",
        ("ratings",),
        checks=("AJ442", "AJ443", "AJ428"),
        findings=("AJ232",),
    ),
    Assumption(
        "use-of-the-scale",
        "Annotators use the scale in a like manner, apart from being more or less lenient.",
        "A shift can be corrected for; an annotator who uses two values or one corner of the scale gives less, or "
        "something else, than the others.",
        "Knowles and Lo 2024, section 4.1",
        ("ratings",),
        checks=("AJ401", "AJ404", "AJ405", "AJ171"),
        if_present=("AJ415",),
        findings=("AJ137", "AJ202", "AJ222", "AJ223"),
    ),
    Assumption(
        "consistency",
        "Annotators who see the same thing again judge it in the same way.",
        "Whoever contradicts himself or herself adds noise, and no other annotator can make up for it.",
        "Knowles and Lo 2024, section 5.1; Lopez 2012, section 2",
        ("ratings", "comparisons"),
        checks=("AJ417", "AJ491"),
    ),
    Assumption(
        "no-drift",
        "Annotators judge in the same way from the beginning of their work to its end.",
        "Systems that were judged late would gain or lose by it.",
        "Knowles and Lo 2024, section 4.4",
        ("ratings",),
        checks=("AJ406", "AJ419"),
        notes_against=("AJ419",),
    ),
    Assumption(
        "careful-work",
        "The judgements are the work of people who could tell a good output from a bad one.",
        "Careless work pulls all systems together, and quality control is to find it.",
        "Knowles 2021, section 2; Knowles and Lo 2022, appendix C; Lopez 2012, section 6",
        ("ratings", "comparisons"),
        checks=("AJ416", "AJ495"),
        if_present=("AJ409",),
    ),
    Assumption(
        "time-to-read",
        "Annotators took the time to read what they judged.",
        "A judgement that took less time than reading is a guess.",
        "Knowles and Lo 2024, section 5.2",
        ("ratings",),
        checks=("AJ413",),
        findings=("AJ414",),
        notes_open=("AJ414",),
    ),
    Assumption(
        "annotators-and-sessions",
        "The data say who judged, and which sessions one person did.",
        "The id of a task in the place of a person makes one opinion look like many, and changes what is standardised.",
        "Knowles 2021, footnote 12",
        ("ratings",),
        checks=("AJ402", "AJ412"),
        if_present=("AJ430",),
        findings=("AJ105", "AJ208"),
        notes_open=("AJ402",),
    ),
    Assumption(
        "annotators-for-others",
        "The annotators stand for others like them, and no single one decides.",
        "Tests over texts say nothing about what other people would have preferred.",
        "Lopez 2012, section 6; Riley et al. 2024",
        ("ratings", "comparisons"),
        checks=("AJ410", "AJ411", "AJ493"),
        findings=("AJ208", "AJ240", "AJ242", "AJ402"),
        notes_against=("AJ410", "AJ411"),
        notes_open=("AJ402",),
    ),
)
