"""The questions against the numbers that the paper and the form of HEDS 3.0 print."""

from __future__ import annotations

from collections import Counter

import pytest

from adjudge.core.datasheet.heds import QUESTIONS, SECTIONS
from adjudge.core.datasheet.languages import NAMES, NONE, OTHER, language_number

#: Typed from the form at nlp-heds.github.io (Belz and Thomson 2025), section by section.
_BY_SECTION = """
1.1.1 1.1.2 1.2 1.3.1.1 1.3.1.2 1.3.1.3 1.3.2.1 1.3.2.2 1.3.2.3
2.1 2.2 2.3 2.4 2.5
3.1.1 3.1.2 3.1.3.1 3.1.3.2 3.1.3.3
3.2.1 3.2.2.1 3.2.2.2 3.2.2.3 3.2.2.4 3.2.3 3.2.4 3.2.5
3.3.1 3.3.2 3.3.3.1 3.3.3.2 3.3.4.1 3.3.4.2 3.3.5 3.3.6 3.3.7 3.3.8
4.1.1 4.1.2 4.1.3 4.2.1 4.2.2 4.2.3
4.3.1.1 4.3.1.2 4.3.2 4.3.3 4.3.4 4.3.5 4.3.6 4.3.7 4.3.8 4.3.9 4.3.10 4.3.11.1 4.3.11.2 4.3.12.1 4.3.12.2
5.1 5.2 5.3 5.4
"""
NUMBERS = _BY_SECTION.split()
#: Numbers of options as the form prints them.
OPTIONS = {
    "1.1.1": 4,
    "1.2": 2,
    "2.1": 15,
    "2.2": 14,
    "2.3": 20,
    "2.4": 185,
    "2.5": 185,
    "3.1.2": 6,
    "3.2.2.1": 3,
    "3.2.2.2": 4,
    "3.2.2.3": 3,
    "3.2.2.4": 3,
    "3.3.1": 2,
    "3.3.3.1": 7,
    "3.3.5": 5,
    "3.3.6": 5,
    "3.3.7": 8,
    "4.1.1": 3,
    "4.1.2": 3,
    "4.1.3": 3,
    "4.2.1": 2,
    "4.2.2": 2,
    "4.2.3": 2,
    "4.3.5": 5,
    "4.3.8": 11,
    "5.2": 2,
    "5.3": 2,
}


def test_every_question_is_there_once_and_in_order():
    assert list(QUESTIONS) == NUMBERS
    # An empty form counts 41 blank fields: section 4 begins when a criterion is named.
    assert sum(not question.per_criterion for question in QUESTIONS.values()) == 41
    assert {question.section for question in QUESTIONS.values()} == set(SECTIONS)


def test_every_question_has_the_options_of_the_form():
    assert {number: len(question.options) for number, question in QUESTIONS.items() if question.options} == OPTIONS
    several = {number for number, question in QUESTIONS.items() if question.kind == "several"}
    assert several == {"2.1", "2.2", "2.3", "2.4", "2.5", "3.3.3.1", "3.3.5", "3.3.6"}
    assert [number for number, question in QUESTIONS.items() if question.kind == "whole"] == ["3.2.1"]


def test_no_two_fields_of_the_form_are_the_same():
    fields = Counter(question.field for question in QUESTIONS.values())
    assert set(fields.values()) == {1}
    for question in QUESTIONS.values():
        places = sorted(option.place for option in question.options)
        assert places == list(range(1, len(places) + 1)), question.number  # the form counts its fields without a gap


def test_outputs_have_no_control_feature_and_keep_their_numbers():
    assert [option.code for option in QUESTIONS["2.2"].options] == [*range(1, 13), 14, 15]
    assert QUESTIONS["2.2"].option(15).place == 14


@pytest.mark.parametrize(
    ("name", "number"),
    [
        # Numbers as the form prints them beside the language.
        ("de", 55),
        ("deu", 55),
        ("ger", 55),
        ("German", 55),
        ("en-US", 41),
        ("iku", 73),
        ("zho", 29),
        ("zh_Hant", 29),
        ("cz", 36),
        ("jpn", 77),
        ("hrv", 35),
        ("fi", 47),
        ("Haitian Creole", 60),
        ("no", 116),
        ("nb", 117),
        ("zu", 183),
    ],
)
def test_a_language_is_known_by_name_and_code(name, number):
    assert language_number(name) == number


def test_a_language_that_is_not_listed_has_no_number():
    assert language_number("hsb") is None  # Upper Sorbian has no code in ISO 639-1
    assert language_number("") is None
    assert (len(NAMES), OTHER, NONE) == (183, 184, 185)
