"""Messages about campaign files: one problem for each key, in the terms of the field, numbers as they were written."""

from __future__ import annotations

import pytest

from adjudge.core.campaign.reading import campaign_from_toml
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
