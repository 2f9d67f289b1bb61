"""The form of findings and errors: templates, counts, lists, entries."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudge.core.catalogue import ErrorEntry, FindingEntry, counted, fill, listed, quoted
from adjudge.core.errors import InputError, UsageError

WORDS = st.text(st.characters(exclude_characters="{}[]", exclude_categories=["Cs", "Cc"]), max_size=20)
NAMES = st.lists(st.text(st.sampled_from("abc"), min_size=1, max_size=3), max_size=12)


@given(WORDS)
def test_text_without_fields_stays_what_it_is(text):
    assert fill(text, {}) == text


@given(st.text())
def test_a_value_is_put_in_as_it_is(value):
    assert fill("<{value}>", {"value": value}) == f"<{value}>"


@given(WORDS, WORDS, st.one_of(st.none(), st.just(value=False), st.just(""), st.just([]), st.integers(), st.text()))
def test_a_bracket_is_shown_when_its_value_is_there(before, after, value):
    there = value is not None and value is not False and value not in ("", [])
    assert fill(before + "[<{value}>]" + after, {"value": value}) == before + (f"<{value}>" if there else "") + after


def test_zero_is_a_value():
    assert fill("none[ of {rows}]", {"rows": 0}) == "none of 0"


def test_a_bracket_needs_all_of_its_values():
    assert fill("x[ {a} {b}]", {"a": 1, "b": None}) == "x"
    assert fill("x[ {a} {b}]", {"a": 1}) == "x"
    assert fill("x[ {a} {b}]", {"a": 1, "b": 2}) == "x 1 2"


def test_doubled_brackets_and_braces_are_text():
    assert fill("[[section]] {{key}}", {}) == "[section] {key}"


def test_a_value_that_is_missing_outside_of_brackets_is_an_error():
    with pytest.raises(KeyError):
        fill("{rows}", {})


@given(st.integers(0, 10**9))
def test_a_count_is_its_number_and_the_noun_in_the_right_form(number):
    digits, noun = counted(number, "row").split(" ")
    assert int(digits.replace(",", "")) == number
    assert re.fullmatch(r"\d{1,3}(,\d{3})*", digits)
    assert noun == ("row" if number == 1 else "rows")
    assert fill("{n:count row}", {"n": number}) == counted(number, "row")


def test_an_irregular_plural_is_named():
    assert [counted(n, "entry/entries") for n in (0, 1, 2)] == ["0 entries", "1 entry", "2 entries"]


@given(st.one_of(st.integers(0, 5), st.lists(st.integers(), max_size=5)))
def test_one_of_two_words_goes_by_a_number_or_a_length(value):
    one = value == 1 if isinstance(value, int) else len(value) == 1
    assert fill("{n:is/are}", {"n": value}) == ("is" if one else "are")


@given(NAMES, st.integers(1, 6))
def test_a_list_shows_the_first_names_and_loses_none(names, most):
    text = listed(names, most)
    shown, _, more = text.partition(" and ")
    first = shown.split(", ") if shown else []
    assert first == names[: len(first)]
    assert len(first) + int(more.removesuffix(" more") or 0) == len(names)
    assert len(first) <= most + 1
    assert more != "1 more"
    assert fill(f"{{names:names {most}}}", {"names": names}) == text


def test_groups_are_listed_in_braces_and_cut_when_they_are_many():
    assert fill("{g:groups}", {"g": [["a", "b"], ["c"]]}) == "{a, b}; {c}"
    assert fill("{g:groups}", {"g": [list("abcdef")]}) == "{a, b, c, d, e, ...}"
    assert fill("{g:groups}", {"g": [[name] for name in "abcdef"]}) == "{a}; {b}; {c}; {d}; {e}; ..."


def test_places_are_words_as_far_as_they_are_short():
    places = {1: "first", 10: "tenth", 11: "11th", 13: "13th", 21: "21st", 32: "32nd", 103: "103rd", 112: "112th"}
    assert {place: fill("{n:ordinal}", {"n": place}) for place in places} == places


def test_pairs_are_listed_with_their_word():
    assert fill("{pairs:pairs over}", {"pairs": [("a", "b"), ("b", "c")]}) == "a over b, b over c"


@given(st.text(max_size=300))
def test_a_quoted_value_is_whole_or_says_how_long_it_is(value):
    text = quoted(value)
    if len(value) > 60:
        assert text.endswith(f"... ({len(value):,} characters)")
        assert text.startswith(repr(value[:60]))
    else:
        assert text == repr(value)


FOUND = FindingEntry(
    "AJ101",
    "note",
    "Columns were left out.",
    text="{_n:count column} left out: {columns:names}.",
    source="nobody 2020",
    todo="[add {needed}]",
)


def test_a_finding_carries_its_numbers_but_not_the_words_of_its_sentence():
    finding = FOUND(columns=["a", "b"], needed=None, _n=2)
    assert finding.text == "2 columns left out: a, b."
    assert finding.numbers == {"columns": ["a", "b"], "needed": None}
    assert (finding.code, finding.severity, finding.source, finding.todo) == ("AJ101", "note", "nobody 2020", None)


def test_the_severity_of_a_finding_can_be_raised():
    assert FOUND(columns=[], needed="it", _n=0, severity="error").severity == "error"


MISSING = ErrorEntry(
    "AJ010",
    "A column is missing.",
    what="{source} has no column {name:quoted}",
    expected="a column {name:quoted}",
    todo="[rename {near:quoted} or ]add the column",
    count="[{rows:count row}]",
)


def test_an_error_has_its_parts():
    error = MISSING(source="x.csv", name="score", near="scores", rows=2)
    assert isinstance(error, InputError)
    assert str(error).splitlines() == [
        "AJ010 x.csv has no column 'score'",
        "      expected: a column 'score'",
        "      how many: 2 rows",
        "      to do:    rename 'scores' or add the column",
    ]


def test_nothing_to_count_is_no_line():
    (problem,) = MISSING(source="x.csv", name="score", near=None, rows=None).problems
    assert problem.count is None
    assert problem.text().count("\n") == 2
    assert problem.todo == "add the column"


def test_a_variant_is_another_sentence_under_the_same_code():
    other = MISSING.variant("there is no {name}", error=UsageError)
    assert (other.code, other.title, other.expected) == (MISSING.code, MISSING.title, MISSING.expected)
    assert isinstance(other(name="score", near=None, rows=None), UsageError)
    assert other.problem(name="score", near=None, rows=None).what == "there is no score"
    assert MISSING.what == "{source} has no column {name:quoted}"
