"""Several answers to one question as one: what was counted stands, people add to it, and contradictions are named."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from adjudge.auditing.datasheet.catalogue import CONTRADICTED
from adjudge.auditing.datasheet.result import Entry
from adjudge.core.datasheet.answer import Answer
from adjudge.core.datasheet.question import Question
from adjudge.core.findings import Finding

#: Why nothing is known of a question that no judgements can answer.
NOT_IN_DATA: Final = "judgements do not say it"
#: A value of numbers only, such as `0 to 100`.
_OF_NUMBERS: Final = re.compile(r"-?[\d.]+(?: to -?[\d.]+)?")
#: A minus sign behind a digit is a dash.
_NUMBER: Final = re.compile(r"(?<![\d.])-?\d+(?:\.\d+)?")
_THOUSANDS: Final = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
_BY: Final = {"annotators": "agreement of annotators"}


def combine(
    question: Question, criterion: str | None, answers: Sequence[Answer], why: str
) -> tuple[Entry, Finding | None]:
    """The entry of one question, and the contradiction if there is one.

    What a person says is compared with options and values of the other sources, and added to their sentences. Where
    both differ, the entry keeps what was counted.

    Args:
        question: what is asked.
        criterion: about which quality criterion.
        answers: of all sources.
        why: nothing is known, if there is no answer.
    """
    counted = _joined([one for one in answers if one.source != "answers"])
    given = _most_special([one for one in answers if one.source == "answers"])
    sources = tuple(dict.fromkeys(one.source for one in answers if one.source != "answers"))
    if given is None:
        if counted is None:
            return Entry(question.number, criterion, (), "", (), why or NOT_IN_DATA), None
        return _entry(question, criterion, counted, sources), None
    if counted is None:
        return _entry(question, criterion, given, ("answers",)), None
    if _contradicts(question, counted, given):
        entry = _entry(question, criterion, counted, sources)
        said = _entry(question, criterion, given, ("answers",))
        return entry, CONTRADICTED(
            number=question.number,
            criterion=criterion,
            answer=said.words,
            data=entry.words,
            _words=question.words,
            _source=_BY.get(sources[0], sources[0]),
        )
    both = replace(
        counted,
        options=tuple(sorted({*counted.options, *given.options})),
        text=_both(counted, given),
        lacks="",
    )
    return _entry(question, criterion, both, (*sources, "answers")), None


def _joined(answers: Sequence[Answer]) -> Answer | None:
    """What sources other than a person say, as one answer."""
    if not answers:
        return None
    return replace(
        answers[0],
        options=tuple(sorted({code for one in answers for code in one.options})),
        text=_sentences(one.text for one in answers),
        exact=all(one.exact for one in answers),
        lacks="; ".join(dict.fromkeys(one.lacks for one in answers if one.lacks)),
    )


def _both(counted: Answer, given: Answer) -> str:
    """The words of a person, and behind them those of another source, which is named."""
    if not counted.text or not given.text or _same_value(counted.text, given.text):
        return counted.text or given.text
    return f"{given.text} (From the {counted.source}: {counted.text})"


def _most_special(given: Sequence[Answer]) -> Answer | None:
    """The answer for this criterion, else that for all."""
    return next((one for one in given if one.criterion is not None), given[0] if given else None)


def _sentences(texts: Iterable[str]) -> str:
    return " ".join(text for text in texts if text)


def _entry(question: Question, criterion: str | None, answer: Answer, sources: tuple[str, ...]) -> Entry:
    """The entry, with a word if a chosen option asks for a text and there is none."""
    lacks = [answer.lacks] if answer.lacks else []
    bare = [code for code in answer.options if question.option(code).describe]
    if bare and not answer.text:
        lacks.append(f"a description of option {bare[0]} ({question.option(bare[0]).words})")
    if question.options and not answer.options and "answers" in sources:
        lacks.append("which of the options")
    return Entry(question.number, criterion, answer.options, answer.text, sources, "; ".join(lacks))


def _contradicts(question: Question, counted: Answer, given: Answer) -> bool:
    """Whether a person says something else than what was counted."""
    if not question.options:
        return counted.exact and not _same_value(counted.text, given.text)
    if not counted.options or not given.options:
        return False
    if question.kind == "one" or counted.exact:
        return counted.options != given.options
    return any(question.option(code).excludes for code in given.options)


def _same_value(counted: str, given: str) -> bool:
    """Whether two texts are the same value, with numbers written in any usual way."""
    if " ".join(counted.casefold().split()) == " ".join(given.casefold().split()):
        return True
    if not _OF_NUMBERS.fullmatch(counted):
        return False
    return _numbers(counted) in (_numbers(given), _numbers(_THOUSANDS.sub("", given)))


def _numbers(text: str) -> list[float]:
    return [float(number) for number in _NUMBER.findall(text.replace("..", " "))]
