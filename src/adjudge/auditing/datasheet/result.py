"""A datasheet as a result: every question with its answer, who gave it, and what is missing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, Self

import polars as pl

from adjudge.auditing.datasheet.facts import Facts
from adjudge.core.catalogue import counted
from adjudge.core.datasheet.heds import QUESTIONS, SHEET
from adjudge.core.datasheet.question import Question
from adjudge.core.results import Result

Status = Literal["answered", "in part", "open"]


@dataclass(frozen=True)
class Entry:
    """One question with its answer.

    Args:
        number: of the question.
        criterion: the quality criterion it is about; None outside of section 4, and for one without a name.
        options: numbers of those that were chosen.
        text: the answer in words; empty if there is none, or the options say all.
        sources: who gave it: `data`, `ranking`, `annotators`, `answers`.
        lacks: what is missing, as a phrase; empty if nothing is.
    """

    number: str
    criterion: str | None
    options: tuple[int, ...]
    text: str
    sources: tuple[str, ...]
    lacks: str

    @property
    def question(self) -> Question:
        """What is asked."""
        return QUESTIONS[self.number]

    @property
    def status(self) -> Status:
        """Whether it is answered."""
        if not self.options and not self.text:
            return "open"
        return "in part" if self.lacks else "answered"

    @property
    def words(self) -> str:
        """The answer in words: the options, then the text."""
        chosen = [f"{code} ({self.question.option(code).words})" for code in self.options]
        return ": ".join(part for part in (", ".join(chosen), self.text) if part)

    def to_dict(self) -> dict[str, Any]:
        """The entry as plain data, with our words for question and options."""
        return {
            "question": self.question.words,
            "status": self.status,
            "options": {str(code): self.question.option(code).words for code in self.options},
            "text": self.text,
            "sources": list(self.sources),
            "lacks": self.lacks,
        }

    @classmethod
    def from_dict(cls, number: str, criterion: str | None, data: Mapping[str, Any]) -> Self:
        """The inverse of `to_dict`."""
        question = QUESTIONS[number]
        options = tuple(question.option(int(code)).code for code in data["options"])
        return cls(number, criterion, options, data["text"], tuple(data["sources"]), data["lacks"])


@dataclass(frozen=True, repr=False)
class DatasheetResult(Result):
    """A datasheet, filled in as far as data, results and answers go.

    Args:
        criteria: the quality criteria; None stands for one without a name.
        facts: the counts behind the answers.
        entries: every question in its order, those of section 4 for one criterion after the other.
    """

    schema: ClassVar[str] = "adjudge.datasheet/1"

    criteria: tuple[str | None, ...]
    facts: Facts
    entries: tuple[Entry, ...]

    @property
    def answered(self) -> tuple[Entry, ...]:
        """Questions with a complete answer."""
        return tuple(entry for entry in self.entries if entry.status == "answered")

    @property
    def gaps(self) -> tuple[Entry, ...]:
        """Questions that are open or answered in part."""
        return tuple(entry for entry in self.entries if entry.status != "answered")

    def entry(self, number: str, criterion: str | None = None) -> Entry:
        """One question.

        Args:
            number: of the question.
            criterion: for section 4; may be left out if there is only one.

        Raises:
            UsageError: AJ067 if there is no such question.
        """
        question = QUESTIONS.find(number)
        only = criterion is None and question.per_criterion and len(self.criteria) == 1
        wanted = self.criteria[0] if only else criterion
        return next(one for one in self.entries if (one.number, one.criterion) == (number, wanted))

    def to_frame(self) -> pl.DataFrame:
        """One row per question, in the order of the sheet."""
        columns: dict[str, Sequence[str | None]] = {
            "number": [entry.number for entry in self.entries],
            "criterion": [entry.criterion for entry in self.entries],
            "question": [entry.question.words for entry in self.entries],
            "status": [entry.status for entry in self.entries],
            "answer": [entry.words or None for entry in self.entries],
            "sources": ["+".join(entry.sources) or None for entry in self.entries],
            "lacks": [entry.lacks or None for entry in self.entries],
        }
        return pl.DataFrame(columns, schema=dict.fromkeys(columns, pl.String))

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data, answers by number of the question; `from_dict` is the inverse."""
        general = {one.number: one.to_dict() for one in self.entries if not one.question.per_criterion}
        criteria = [
            {
                "name": name,
                "answers": {
                    one.number: one.to_dict()
                    for one in self.entries
                    if one.question.per_criterion and one.criterion == name
                },
            }
            for name in self.criteria
        ]
        return {
            "schema": self.schema,
            "sheet": SHEET,
            "signature": str(self.signature),
            "settings": dict(self.settings),
            "facts": self.facts.to_dict(),
            "answers": general,
            "criteria": criteria,
            "gaps": [
                {"number": one.number, "criterion": one.criterion, "question": one.question.words, "why": one.lacks}
                for one in self.gaps
            ],
            "findings": [finding.to_dict() for finding in self.findings],
        }

    @classmethod
    def _read(cls, data: Mapping[str, Any]) -> Self:
        common = cls._common_parts(data)
        cls._require(data, sheet=SHEET)
        general = {number: Entry.from_dict(number, None, one) for number, one in data["answers"].items()}
        names = tuple(one["name"] for one in data["criteria"])
        specific = [
            {number: Entry.from_dict(number, one["name"], entry) for number, entry in one["answers"].items()}
            for one in data["criteria"]
        ]
        return cls(
            **common,
            criteria=names,
            facts=Facts.from_dict(data["facts"]),
            entries=in_order(general, specific),
        )

    def summary(self) -> str:
        """How many questions are answered, and by whom."""
        part = sum(entry.status == "in part" for entry in self.entries)
        blank = sum(entry.status == "open" for entry in self.entries)
        return (
            f"{SHEET}: {len(self.answered):,} of {counted(len(self.entries), 'question')} answered, {part:,} in part, "
            f"{blank:,} open."
        )


def in_order(general: Mapping[str, Entry], specific: Sequence[Mapping[str, Entry]]) -> tuple[Entry, ...]:
    """Entries as the sheet has them: section 4 as a whole for each criterion.

    Args:
        general: outside of section 4, by number.
        specific: in section 4, by number, for one criterion after the other.
    """
    first = [number for number, question in QUESTIONS.items() if question.per_criterion]
    ordered: list[Entry] = []
    for number, question in QUESTIONS.items():
        if not question.per_criterion:
            ordered.append(general[number])
        elif number == first[0]:
            ordered += [of_one[one] for of_one in specific for one in first]
    return tuple(ordered)
