"""One question of a datasheet: its number, our words for it, and what an answer looks like."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

#: `text` is free; `whole` is a whole number; `one` and `several` choose among options.
QuestionKind = Literal["text", "whole", "one", "several"]
#: What the form takes in place of any text or number.
NOT_APPLICABLE: Final = "N/A"


@dataclass(frozen=True)
class Option:
    """One answer that can be chosen.

    Args:
        code: the number that the form prints.
        words: what it means, in our words.
        place: number of its field in the form, where it is not the code.
        describe: whether the form asks for a text along with it.
        excludes: whether it says that no other option holds.
    """

    code: int
    words: str
    place: int
    describe: bool = False
    excludes: bool = False


@dataclass(frozen=True)
class Question:
    """One question.

    Args:
        number: as HEDS 3.0 has it.
        words: what is asked, in our words.
        kind: what an answer looks like.
        field: name of its field in the form, without the prefix that all have.
        options: to choose from.
    """

    number: str
    words: str
    kind: QuestionKind
    field: str
    options: tuple[Option, ...] = ()

    @property
    def name(self) -> str:
        """The number: questions are known by it."""
        return self.number

    @property
    def title(self) -> str:
        """One line for lists."""
        return self.words

    @property
    def section(self) -> int:
        """The first part of the number."""
        return int(self.number[0])

    @property
    def per_criterion(self) -> bool:
        """Whether it is asked again for every quality criterion."""
        return self.section == CRITERIA

    def option(self, code: int) -> Option:
        """The option of a number."""
        return next(option for option in self.options if option.code == code)


#: The section about quality criteria.
CRITERIA: Final = 4


def options(*words: str, describe: tuple[int, ...] = (), excludes: int = 0) -> tuple[Option, ...]:
    """Options numbered from 1.

    Args:
        *words: their meanings.
        describe: numbers of those that ask for a text.
        excludes: number of the one that excludes all others; 0 if none does.
    """
    return tuple(
        Option(code, meaning, code, describe=code in describe, excludes=code == excludes)
        for code, meaning in enumerate(words, 1)
    )
