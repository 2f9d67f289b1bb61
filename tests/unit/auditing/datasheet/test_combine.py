"""Answers of several sources to one question: added up where they can be, compared where they must be."""

from __future__ import annotations

import pytest

from adjudge.auditing.datasheet.combine import combine
from adjudge.core.datasheet.answer import Answer
from adjudge.core.datasheet.heds import QUESTIONS


def combined(number, *answers):
    return combine(QUESTIONS[number], None, answers, "why not")


def test_nobody_knows():
    entry, finding = combined("3.2.3")
    assert (entry.status, entry.lacks, finding) == ("open", "why not", None)


def test_a_person_adds_to_what_was_counted():
    data = Answer("3.3.8", "data", "Each gave 5.", lacks="the rest")
    entry, finding = combined("3.3.8", data, Answer("3.3.8", "answers", "Some sat.", exact=True))
    assert finding is None
    assert entry.text == "Some sat. (From the data: Each gave 5.)"
    assert (entry.status, entry.sources) == ("answered", ("data", "answers"))


def test_a_person_adds_options_to_those_of_the_data():
    data = Answer("3.3.3.1", "data", "", (2,), lacks="the rest")
    entry, finding = combined("3.3.3.1", data, Answer("3.3.3.1", "answers", "", (1, 3), exact=True))
    assert (entry.options, finding) == ((1, 2, 3), None)


@pytest.mark.parametrize(
    ("number", "data", "given"),
    [
        ("3.2.1", Answer("3.2.1", "data", "7", exact=True), Answer("3.2.1", "answers", "8", exact=True)),
        ("4.3.4", Answer("4.3.4", "data", "0 to 100", exact=True), Answer("4.3.4", "answers", "1-5", exact=True)),
        (
            "4.3.1.1",
            Answer("4.3.1.1", "data", "fluency", exact=True),
            Answer("4.3.1.1", "answers", "style", exact=True),
        ),
        ("2.3", Answer("2.3", "data", "", (15,), exact=True), Answer("2.3", "answers", "", (16,), exact=True)),
        ("2.3", Answer("2.3", "data", "", (15,), exact=True), Answer("2.3", "answers", "", (15, 16), exact=True)),
        ("4.2.2", Answer("4.2.2", "data", "", (2,)), Answer("4.2.2", "answers", "", (1,), exact=True)),
        ("3.3.3.1", Answer("3.3.3.1", "data", "", (2,), lacks="x"), Answer("3.3.3.1", "answers", "", (7,), exact=True)),
    ],
)
def test_a_contradiction_is_an_error_that_names_both_and_what_was_counted_stands(number, data, given):
    entry, finding = combined(number, data, given)
    assert (entry.text, entry.options, entry.sources) == (data.text, data.options, ("data",))
    assert finding is not None
    assert (finding.code, finding.severity) == ("AJ582", "error")
    said = combined(number, given)[0].words
    assert repr(said) in finding.text
    assert repr(entry.words) in finding.text


@pytest.mark.parametrize(
    ("data", "given"),
    [("0 to 100", "[0,100]"), ("0 to 100", "0..100"), ("0 to 100", "0-100"), ("1368", "1,368"), ("-5 to 5", "-5, +5")],
)
def test_the_same_numbers_written_otherwise_are_no_contradiction(data, given):
    answers = (Answer("4.3.4", "data", data, exact=True), Answer("4.3.4", "answers", given, exact=True))
    entry, finding = combined("4.3.4", *answers)
    assert (entry.text, finding) == (data, None)


def test_a_name_with_the_same_number_in_it_is_another_name():
    answers = (Answer("4.3.1.1", "data", "quality 2", exact=True), Answer("4.3.1.1", "answers", "style 2", exact=True))
    assert combined("4.3.1.1", *answers)[1] is not None


def test_an_option_that_asks_for_a_text_is_a_gap_without_one():
    entry, _ = combined("3.1.2", Answer("3.1.2", "answers", "", (6,), exact=True))
    assert (entry.status, entry.lacks) == ("in part", "a description of option 6 (other)")
    entry, _ = combined("3.1.2", Answer("3.1.2", "answers", "by lot", (6,), exact=True))
    assert entry.status == "answered"


def test_the_answer_for_a_criterion_comes_before_that_for_all():
    general = Answer("4.3.2", "answers", "for all", exact=True)
    special = Answer("4.3.2", "answers", "for this", criterion="fluency", exact=True)
    entry, _ = combine(QUESTIONS["4.3.2"], "fluency", [general, special], "")
    assert entry.text == "for this"
