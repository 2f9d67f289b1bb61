"""Findings and errors of datasheets; what is wrong with given answers is in `adjudge.core.datasheet.catalogue`."""

from __future__ import annotations

from typing import Final

from adjudge.core.catalogue import FindingEntry
from adjudge.core.problems import WRONG_TABLE
from adjudge.ranking.catalogue import POOLED

_SOURCE: Final = "Belz and Thomson 2025, HEDS 3.0"

NOT_DESCRIBED: Final = WRONG_TABLE.variant(
    "the table holds {held}",
    expected="ratings, comparisons or marked errors: single judgements",
    todo="use the judgements that it was made from",
)
NOTHING_JUDGED: Final = NOT_DESCRIBED.variant(
    "none of the {held} is a judgement of a system",
    expected="ratings with a score, of the kinds {kinds:names}; or comparisons, or marked errors",
    todo='name the kinds to describe, such as `keep_kinds="calibration"`',
)

CONTRADICTED: Final = FindingEntry(
    "AJ582",
    "error",
    "An answer for the datasheet contradicts the data.",
    text="Question {number} ({_words})[ on {criterion}]: the answer is {answer:quoted}, but the {_source} says "
    "{data:quoted}. The datasheet has the latter.",
    source=_SOURCE,
    todo="correct or remove the answer; if it is right, the file is not that of the experiment",
    needs="answers to questions that the data answers",
)
OPEN_QUESTIONS: Final = FindingEntry(
    "AJ583",
    "note",
    "Questions of the datasheet are open, or answered in part.",
    text="{open:,} of {questions:count question} {open:is/are} open, and {part:,} {part:is/are} answered in part.",
    source=_SOURCE,
    todo="answer them with `answers=`",
)
POOLED_CRITERIA: Final = POOLED.variant(
    "The {_results} {_n:is/are} of {criteria:count criterion/criteria} together ({criteria:names 5}), and a datasheet "
    "asks for each: questions on aggregation, tests and agreement stay open.",
    todo='describe one at a time, such as `where="criterion={_example}"`',
)
