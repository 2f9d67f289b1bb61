"""One answer to one question of a datasheet, and who gave it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

#: Who answers: the judgements, a ranking of them, a description of the annotators, or a person.
Source = Literal["data", "ranking", "annotators", "answers"]


@dataclass(frozen=True)
class Answer:
    """What one source says on one question.

    Args:
        number: of the question.
        source: who says it.
        text: in words; empty if the options say all.
        options: numbers of those that were chosen.
        criterion: the quality criterion it is about; None for all of them, and outside of section 4.
        exact: whether the text is a value, which a person can contradict, and not a sentence, which one can add to.
        lacks: what the question asks for beyond this answer; empty if nothing is missing.
    """

    number: str
    source: Source
    text: str = ""
    options: tuple[int, ...] = ()
    criterion: str | None = None
    exact: bool = False
    lacks: str = ""


@dataclass(frozen=True)
class Unknown:
    """Why a source that might have answered a question does not.

    Args:
        number: of the question.
        why: what it would take.
    """

    number: str
    why: str
