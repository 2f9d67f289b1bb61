"""Messages about campaign files: one problem for each key, in the terms of the field, numbers as they were written."""

from __future__ import annotations

import pytest

from adjudge.core.campaign.reading import campaign_from_toml, parse_campaign
from adjudge.core.errors import UsageError

HEAD = 'name = "x"\nsource_lang = "de"\ntarget_lang = "en"\n'
TEXTS = '[texts]\nsource = "source.txt"\n[systems]\nA = "a.txt"\n'
PEOPLE = "[annotators]\ncount = 2\n"


def problems(text: str) -> list[str]:
    """What is wrong with a file, one line for each problem."""
    with pytest.raises(UsageError) as caught:
        campaign_from_toml(HEAD + text)
    return [problem.what for problem in caught.value.problems]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # A value that may have one of two forms gives one problem, for the form that is meant.
        (f"systems = 3\n[texts]\nsource = 'a'\n{PEOPLE}", ["campaign.toml, line 4: systems is 3"]),
        (f"systems = ['a', 3]\n[texts]\nfile = 'a'\n{PEOPLE}", ["campaign.toml, line 4: systems is 3"]),
        (f"[texts]\nsource = 'a'\n[systems]\nA = 3\n{PEOPLE}", ["campaign.toml, line 7: systems.A is 3"]),
        (f"{TEXTS}{PEOPLE}hours = 'two'\n", ['campaign.toml, line 10: annotators.hours is "two"']),
        (f"{TEXTS}{PEOPLE}hours = -1.5\n", ["campaign.toml, line 10: annotators.hours is -1.5"]),
        (f"{TEXTS}{PEOPLE}hours.a01 = true\n", ["campaign.toml, line 10: annotators.hours.a01 is true"]),
        # A system that is called like a member of a union.
        (f"[texts]\nsource = 'a'\n[systems]\nstr = 3\n{PEOPLE}", ["campaign.toml, line 7: systems.str is 3"]),
        (f"seed = '1'\n{TEXTS}{PEOPLE}", ['campaign.toml, line 4: seed is "1"']),
        (f"{TEXTS}{PEOPLE}[work]\njudgements = 0\n", ["campaign.toml, line 11: work.judgements is 0"]),
        (f"protocol = 'daa'\n{TEXTS}{PEOPLE}", ['campaign.toml, line 4: protocol is "daa"']),
    ],
)
def test_one_problem_for_a_key_with_its_value_as_written(text: str, expected: list[str]) -> None:
    assert problems(text) == expected


def test_what_is_expected_is_said_in_the_words_of_the_reference() -> None:
    with pytest.raises(UsageError) as caught:
        campaign_from_toml(f"{HEAD}{TEXTS}{PEOPLE}hours = 'two'\n")
    (problem,) = caught.value.problems
    assert problem.expected == (
        "a number, or a section with a number for each annotator: hours of each, one number for all or one for each "
        "name; left out = as long as it takes"
    )


def test_mistakes_of_different_sections_are_told_together() -> None:
    work = "[work]\nwaves = 3\n[sampling]\ndocuments = 2\n"
    text = f"sed = 1\nprotocol = 'daa'\n{TEXTS}{PEOPLE}hours = 'two'\n{work}"
    with pytest.raises(UsageError) as caught:
        campaign_from_toml(HEAD.replace('"de"', '"xx"') + text)
    assert {problem.what for problem in caught.value.problems} == {
        "campaign.toml, line 4: there is no key 'sed' here",
        'campaign.toml, line 12: annotators.hours is "two"',
        "campaign.toml, line 2: source_lang is 'xx', which is no language code",
        'campaign.toml, line 5: protocol is "daa"',
        "campaign.toml, line 14: 3 waves of 2 documents",
    }


def test_what_depends_on_a_mistake_is_left_unsaid() -> None:
    # Whether 3 judgements are too many depends on the number of annotators, which is not known.
    assert problems(f"{TEXTS}[annotators]\ncount = 'two'\n[work]\njudgements = 3\n") == [
        'campaign.toml, line 9: annotators.count is "two"'
    ]


@pytest.mark.parametrize(
    ("text", "count"),
    [
        (f"{TEXTS}{PEOPLE}[work]\njudgements = 5\n", "3 judgements too many"),
        (f"{TEXTS}{PEOPLE}[work]\nwaves = 5\n[sampling]\ndocuments = 4\n", "1 wave too many"),
        (f"{TEXTS}{PEOPLE}hours = {{a01 = 1}}\n", "1 of 2 annotators"),
        (f"systems = ['a', 'b', 'a']\n[texts]\nfile = 'a'\n{PEOPLE}", "1 of 2 systems"),
        (f"{TEXTS}{PEOPLE}[controls]\ndegraded = 0.4\nrepeats = 0.2\n", "10% of the items too many"),
        (f"[texts]\nfile = 'a'\nsource = 'b'\n[systems]\nA = 'a'\n{PEOPLE}", None),
    ],
)
def test_contradictions_say_how_many(text: str, count: str | None) -> None:
    with pytest.raises(UsageError) as caught:
        campaign_from_toml(HEAD + text)
    assert [problem.count for problem in caught.value.problems] == [count]


def test_hours_for_the_wrong_names_are_two_mistakes() -> None:
    assert problems(f"{TEXTS}{PEOPLE}hours = {{a01 = 1, a2 = 1}}\n") == [
        "campaign.toml, line 10: hours are missing for a02",
        "campaign.toml, line 10: nobody is called a2",
    ]


@pytest.mark.parametrize(
    ("text", "near"),
    [
        (f"protocol = 'ESA'\n{TEXTS}{PEOPLE}", "'esa'"),
        (f"Seed = 1\n{TEXTS}{PEOPLE}", "'seed'"),
        (f"{TEXTS}{PEOPLE}[sampling]\nunit = 'Document'\n", "'document'"),
        (f"{TEXTS}{PEOPLE}[controls]\nlengths = 'wmt2022'\n", "'wmt22'"),
    ],
)
def test_words_that_are_nearly_right_are_answered_with_the_right_one(text: str, near: str) -> None:
    with pytest.raises(UsageError) as caught:
        campaign_from_toml(HEAD + text)
    (problem,) = caught.value.problems
    assert problem.todo.startswith(f"did you mean {near}? Otherwise ")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (f"{TEXTS}A = 'b.txt'\n", "the key 'systems.A' occurs twice (lines 7 and 8)"),
        (f"{TEXTS}\"A\" = [\n'b']\n", "the key 'systems.A' occurs twice (lines 7 and 8)"),
        (f"{TEXTS}[texts]\nfile = 'b'\n", "the section 'texts' occurs twice (lines 4 and 8)"),
        ("name = 'y'\n", "the key 'name' occurs twice (lines 1 and 4)"),
        # Not because of the keys, though entries of a list of sections hold the same ones.
        ("[[x]]\na = 1\n[[x]]\na = 1\na = 2\n", "the key 'x.[6].a' occurs twice (lines 7 and 8)"),
        ("x = y\n", "Invalid value (at line 4, column 5)"),
    ],
)
def test_what_stands_twice_is_named_with_both_lines(text: str, reason: str) -> None:
    assert problems(text) == [f"campaign.toml is not readable as TOML: {reason}"]


@pytest.mark.parametrize(
    ("given", "todo"),
    [
        ("degraded = 0.05", "set `degraded` to 0"),
        ("degraded = 0.05\nrepeats = 0.1", "set `degraded`, `repeats` to 0"),
        ("degraded = 0", None),
    ],
)
def test_of_control_items_beside_several_outputs_only_those_are_named_that_were_given(given, todo):
    toml = (
        'name = "x"\nsource_lang = "en"\ntarget_lang = "de"\nprotocol = "pairwise"\n[texts]\nfile = "t.csv"\n'
        f"[annotators]\ncount = 2\n[controls]\n{given}\n"
    )
    problems = parse_campaign(toml, source="campaign.toml").problems
    assert [problem.todo for problem in problems] == ([todo] if todo else [])


@pytest.mark.parametrize("protocol", ["pairwise", "ranking"])
def test_a_calibration_set_is_for_protocols_of_one_output(protocol: str) -> None:
    text = f"protocol = '{protocol}'\n{TEXTS}{PEOPLE}[calibration]\nsegments = 10\n"
    (told,) = problems(text)
    assert told.endswith(f"the protocol {protocol} shows several outputs at once")
