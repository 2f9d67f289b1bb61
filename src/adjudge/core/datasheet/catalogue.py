"""What is wrong with answers to a datasheet, or with results that are to answer it."""

from __future__ import annotations

from typing import Final

from adjudge.core.catalogue import ErrorEntry
from adjudge.core.errors import UsageError

BAD_ANSWERS: Final = ErrorEntry(
    "AJ067",
    "Answers to a datasheet cannot be used, or a result is not of the data that the datasheet describes.",
    what="{source}: {reason}",
    expected="TOML text",
    todo="correct the syntax there",
    error=UsageError,
)
NOT_ANSWERS: Final = BAD_ANSWERS.variant(
    "{source}: {key:quoted} is no part of an answers file",
    expected="[[answers]], and [[criteria.NAME]] for a criterion of its own",
    todo="[did you mean {near:quoted}? Otherwise ]put the answers below [[answers]]",
)
NO_SECTION: Final = BAD_ANSWERS.variant(
    "{place} is {value:quoted}",
    expected='a section with lines such as "1.1.2" = "..."',
    todo="write the answers below the name of the section",
)
NO_SUCH_QUESTION: Final = BAD_ANSWERS.variant(
    "[{place}: ]there is no question {name:quoted}",
    expected="a number of HEDS 3.0 in quotes, from 1.1.1 to 5.4, such as {example:quoted}",
    todo="[did you mean {near:quoted}? Otherwise ]correct the number; `adjudge.datasheet` lists all questions",
)
NOT_OF_CRITERIA: Final = BAD_ANSWERS.variant(
    "{place}: question {number} is not about a criterion",
    expected="questions of section 4 below a criterion",
    todo="move the answer to [[answers]]",
)
NO_SUCH_CRITERION: Final = BAD_ANSWERS.variant(
    "{place}: the data has no criterion {name:quoted}",
    expected="{known}",
    todo="[did you mean {near:quoted}? Otherwise ]correct the name[, or put the answers below {anywhere}]",
)
WRONG_ANSWER: Final = BAD_ANSWERS.variant(
    "{place}: the answer to question {number} is {value:quoted}",
    expected="{expected}",
    todo="correct the answer, or leave the line out",
)
NOT_AN_OPTION: Final = WRONG_ANSWER.variant(
    "{place}: question {number} has no option {value:quoted}",
    expected="{expected}",
    todo="[did you mean {near:quoted}? Otherwise ]choose one of them",
)
TOO_MANY_OPTIONS: Final = WRONG_ANSWER.variant(
    "{place}: question {number} takes one option, and the answer has {n:count option}",
    expected="one of {known}",
    todo="keep one of them",
)
NONE_AND_OTHERS: Final = WRONG_ANSWER.variant(
    "{place}: the answer to question {number} holds option {none}, which excludes all others, and {n:count other}",
    expected="option {none} alone, or others without it",
    todo="leave one or the other out",
)
OTHER_DATA: Final = BAD_ANSWERS.variant(
    "`{argument}=` is of {of}, but the table holds {held}",
    expected="a result of the same data",
    todo="run the analysis on this table",
)
WOULD_OVERWRITE: Final = BAD_ANSWERS.variant(
    "{path:quoted} exists, and may hold answers",
    expected="the name of a new file",
    todo="choose another name, or remove the file",
)
