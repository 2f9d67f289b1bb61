"""Answers of people: what is taken, and in what words everything else is refused."""

from __future__ import annotations

import pytest

from adjudge.core.datasheet.given import answers_from_dict, answers_from_toml
from adjudge.core.errors import UsageError


def read(text, criteria=(None,)):
    return answers_from_toml(text, criteria=criteria, source="a.toml")


def test_texts_numbers_options_and_words_of_options_are_taken():
    found = read(
        """
        [answers]
        "3.2.3" = "by email"
        "3.2.1" = 12
        "2.3" = [15, "Summarisation"]
        "3.2.2.2" = 1
        "4.1.1" = "goodness"
        "2.1" = { options = [9], text = "messages" }
        """
    )
    assert {one.number: (one.options, one.text) for one in found} == {
        "3.2.3": ((), "by email"),
        "3.2.1": ((), "12"),
        "2.3": ((15, 16), ""),
        "3.2.2.2": ((1,), ""),
        "4.1.1": ((2,), ""),
        "2.1": ((9,), "messages"),
    }


def test_a_criterion_has_a_section_of_its_own():
    [one] = read('[criteria."a & b"]\n"4.3.2" = "kept"', criteria=("a & b", "fluency"))
    assert (one.number, one.criterion, one.text) == ("4.3.2", "a & b", "kept")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[answers", "a.toml: Expected ']'"),
        ('[answers]\n"9.9" = "x"', "there is no question '9.9'"),
        ('[answers]\n"3.2.33" = "x"', "there is no question '3.2.33'"),
        ('[answers]\n"3.2.3" = ""', "the answer to question 3.2.3 is ''"),
        ('[answers]\n"3.2.3" = true', "the answer to question 3.2.3 is 'True'"),
        ('[answers]\n"3.2.1" = "a dozen"', "the answer to question 3.2.1 is 'a dozen'"),
        ('[answers]\n"3.2.1" = -1', "the answer to question 3.2.1 is '-1'"),
        ('[answers]\n"3.2.1" = 2.5', "the answer to question 3.2.1 is '2.5'"),
        ('[answers]\n"2.3" = 99', "question 2.3 has no option '99'"),
        ('[answers]\n"2.3" = "machine translaton"', "question 2.3 has no option 'machine translaton'"),
        ('[answers]\n"2.3" = [[15]]', "question 2.3 has no option '[15]'"),
        ('[answers]\n"2.3" = { optoins = [15] }', "the answer to question 2.3 is"),
        ('[answers]\n"3.2.2.2" = [1, 2]', "question 3.2.2.2 takes one option, and the answer has 2 options"),
        ('[answers]\n"3.3.3.1" = [2, 7]', "option 7, which excludes all others, and 1 other"),
        ('answer = "x"', "'answer' is no part of an answers file"),
        ("answers = 3", "answers is '3'"),
        ('criteria = "x"', "criteria is 'x'"),
        ('[criteria.fluent]\n"4.3.2" = "x"', "the data has no criterion 'fluent'"),
        ('[criteria]\nfluency = "x"', "[criteria.'fluency'] is 'x'"),
        ('[criteria.fluency]\n"3.2.3" = "x"', "question 3.2.3 is not about a criterion"),
    ],
)
def test_what_cannot_be_used_is_refused_in_four_parts(text, words):
    with pytest.raises(UsageError) as caught:
        read(text, criteria=("adequacy", "fluency"))
    [problem] = caught.value.problems
    assert problem.code == "AJ067"
    assert words in problem.what
    assert "a.toml" in problem.what
    assert problem.expected
    assert problem.todo


def test_all_faults_are_reported_at_once_and_the_nearest_name_with_them():
    with pytest.raises(UsageError) as caught:
        read('[answers]\n"2.3" = "machine translaton"\n"9" = 1\n[criteria.fluenzy]\n"4.1.1" = 1', criteria=("fluency",))
    assert len(caught.value.problems) == 3
    assert "did you mean 'machine translation'?" in str(caught.value)
    assert "did you mean 'fluency'?" in str(caught.value)


def test_answers_in_python_must_be_a_mapping():
    with pytest.raises(UsageError, match="AJ067"):
        answers_from_dict([("3.2.3", "x")], criteria=(None,))  # type: ignore[arg-type]


def test_a_file_that_is_too_deep_or_too_long_is_refused():
    for text in ("a = " + "[" * 5000 + "]" * 5000, "# " + "x" * 1_100_000):
        with pytest.raises(UsageError, match=r"AJ067 a\.toml"):
            read(text)
