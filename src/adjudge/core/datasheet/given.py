"""The answers that a person gives, from the data of a TOML file: checked, every fault reported at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from adjudge.core.catalogue import listed
from adjudge.core.checking.near import nearest
from adjudge.core.datasheet.answer import Answer
from adjudge.core.datasheet.catalogue import (
    BAD_ANSWERS,
    NO_SECTION,
    NO_SUCH_CRITERION,
    NO_SUCH_QUESTION,
    NONE_AND_OTHERS,
    NOT_AN_OPTION,
    NOT_ANSWERS,
    NOT_OF_CRITERIA,
    TOO_MANY_OPTIONS,
    WRONG_ANSWER,
)
from adjudge.core.datasheet.heds import QUESTIONS
from adjudge.core.datasheet.question import NOT_APPLICABLE, Question
from adjudge.core.errors import AdjudgeError, Problem, UsageError
from adjudge.core.toml_files import parse_toml

SECTIONS: Final = ("answers", "criteria")
#: Options that a message lists.
_MOST_OPTIONS: Final = 20
_PARTS: Final = {"options", "text"}


def answers_from_toml(text: str, *, criteria: Sequence[str | None], source: str = "answers") -> tuple[Answer, ...]:
    """Read answers.

    Args:
        text: TOML with a section `[answers]`, whose keys are numbers of questions in quotes, and `[criteria."NAME"]`
            for questions of section 4 whose answers differ between criteria.
        criteria: the quality criteria of the data; None for one without a name.
        source: name of the file, for messages.

    Raises:
        UsageError: AJ067 for every unknown number, option and criterion, and every answer of a wrong type.
    """
    return answers_from_dict(parse_toml(text, source=source, broken=BAD_ANSWERS), criteria=criteria, source=source)


def answers_from_dict(
    data: Mapping[str, Any], *, criteria: Sequence[str | None], source: str = "answers"
) -> tuple[Answer, ...]:
    """The same from plain data, as a TOML file gives it."""
    if not isinstance(data, Mapping):
        raise NO_SECTION(place=source, value=data)
    problems: list[Problem] = [
        NOT_ANSWERS.problem(source=source, key=key, near=nearest(str(key), SECTIONS))
        for key in data
        if key not in SECTIONS
    ]
    found: list[Answer] = []
    for place, criterion, section in _sections(data, criteria, source, problems):
        for number, value in section.items():
            try:
                found.append(_answer(number, value, criterion=criterion, place=place))
            except AdjudgeError as error:
                problems += error.problems
    if problems:
        raise UsageError(*problems)
    return tuple(found)


def _sections(
    data: Mapping[str, Any], criteria: Sequence[str | None], source: str, problems: list[Problem]
) -> Iterator[tuple[str, str | None, Mapping[str, Any]]]:
    """Every section of answers with its place and criterion; what is none goes to the problems."""
    general, of_criteria = data.get("answers", {}), data.get("criteria", {})
    for name, section in (("answers", general), ("criteria", of_criteria)):
        if not isinstance(section, Mapping):
            problems.append(NO_SECTION.problem(place=f"{source}, {name}", value=section))
    if isinstance(general, Mapping):
        yield f"{source}, [answers]", None, general
    known = [name for name in criteria if name is not None]
    for name, section in of_criteria.items() if isinstance(of_criteria, Mapping) else ():
        place = f"{source}, [criteria.{name!r}]"
        if name not in known:
            held = f"one of {listed(known, 8)}" if known else "no section of criteria: the data names none"
            near = nearest(str(name), known)
            anywhere = None if known else "[answers]"
            problems.append(
                NO_SUCH_CRITERION.problem(place=source, name=name, known=held, near=near, anywhere=anywhere)
            )
        elif not isinstance(section, Mapping):
            problems.append(NO_SECTION.problem(place=place, value=section))
        else:
            yield place, str(name), section


def _answer(number: object, value: object, *, criterion: str | None, place: str) -> Answer:
    question = QUESTIONS.get(str(number))
    if question is None:
        near = nearest(str(number), list(QUESTIONS))
        raise NO_SUCH_QUESTION(place=place, name=number, near=near, example="3.2.3")
    if criterion is not None and not question.per_criterion:
        raise NOT_OF_CRITERIA(place=place, number=number)
    if question.options:
        return _chosen(question, value, criterion=criterion, place=place)
    return Answer(question.number, "answers", _text(question, value, place), criterion=criterion, exact=True)


def _text(question: Question, value: object, place: str) -> str:
    """A text, or the whole number that is asked for."""
    whole = isinstance(value, int) and not isinstance(value, bool) and value >= 0
    if question.kind == "whole":
        if whole or (isinstance(value, str) and (value.strip() == NOT_APPLICABLE or _is_whole(value))):
            return str(value).strip()
        expected = f"a whole number, or {NOT_APPLICABLE!r}"
    elif whole or (isinstance(value, str) and value.strip()):
        return str(value).strip()
    else:
        expected = "a text that is not empty"
    raise WRONG_ANSWER(place=place, number=question.number, value=value, expected=expected)


def _is_whole(text: str) -> bool:
    return text.strip().isascii() and text.strip().isdigit()


def _chosen(question: Question, value: object, *, criterion: str | None, place: str) -> Answer:
    """Options by number or by their words, and a text beside them."""
    given, text = value, ""
    if isinstance(value, Mapping):
        if not value or set(value) - _PARTS or not isinstance(value.get("text", ""), str):
            expected = 'the number of an option, or { options = [9], text = "..." }'
            raise WRONG_ANSWER(place=place, number=question.number, value=dict(value), expected=expected)
        given, text = value.get("options", ()), value.get("text", "").strip()
    several = given if isinstance(given, list | tuple) else [given]
    codes = tuple(sorted({_code(question, one, place) for one in several}))
    none = next((code for code in codes if question.option(code).excludes), None)
    if question.kind == "one" and len(codes) > 1:
        raise TOO_MANY_OPTIONS(place=place, number=question.number, n=len(codes), known=_listed(question))
    if none is not None and len(codes) > 1:
        raise NONE_AND_OTHERS(place=place, number=question.number, none=none, n=len(codes) - 1)
    return Answer(question.number, "answers", text, codes, criterion=criterion, exact=True)


def _code(question: Question, value: object, place: str) -> int:
    words = {option.words.lower(): option.code for option in question.options}
    if isinstance(value, str):
        named = words.get(value.strip().lower())
        if named is not None:
            return named
        value = int(value) if _is_whole(value) and len(value) < 4 else value
    if isinstance(value, int) and not isinstance(value, bool) and value in words.values():
        return value
    near = nearest(value.strip().lower(), list(words)) if isinstance(value, str) else None
    raise NOT_AN_OPTION(place=place, number=question.number, value=value, expected=_listed(question), near=near)


def _listed(question: Question) -> str:
    return listed([f"{option.code} ({option.words})" for option in question.options], _MOST_OPTIONS)
