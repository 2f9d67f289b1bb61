"""Sentences name options as Python does; the command line spells them as they are typed."""

from __future__ import annotations

import inspect
import re
from dataclasses import fields
from importlib import import_module

import pytest

import adjudge
from adjudge.cli.main import COMMANDS
from adjudge.cli.spelling import options, spelled, spelled_findings, spelled_problems
from adjudge.core.catalogue import Entry, FindingEntry
from adjudge.core.errors import InputError, Problem
from adjudge.core.findings import Finding
from tools.catalogues import catalogue_modules, entries_of


@pytest.mark.parametrize(
    ("python", "typed"),
    [
        ('`method="mfas"`', "--method mfas"),
        ("`reference=`", "--reference"),
        ("`merge=True`", "--merge"),
        ("`time_limit=120`", "--time-limit 120"),
        ("`time_limit=SECONDS`", "--time-limit SECONDS"),
        ('`columns={"score": "NAME"}`', "--column score=NAME"),
        ('`columns={"score": "a", "system": "b"}`', "--column score=a --column system=b"),
        ('`covariates=["length"]`', "--covariate length"),
        ('`covariates=("length", "position")`', "--covariate length --covariate position"),
        ('`scale="1..5"`', "--scale 1..5"),
        ('`pair="eng-iku"`', "--pair eng-iku"),
        ('`reference="Online A"`', "--reference 'Online A'"),
        ('`method="davidson", unit="document"`', "--method davidson --unit document"),
        ("`recipe=...`", "--recipe ..."),
        ("`adjudge.next_pairs`", "adjudge next-pairs"),
        ("`adjudge.rank`", "adjudge rank"),
        ("`adjudge.agreement`", "adjudge annotators"),
        ("`adjudge.formats()`", "adjudge convert --formats"),
    ],
)
def test_code_becomes_what_is_typed(python, typed):
    assert spelled(f"Use {python}, or leave it out.") == f"Use {typed}, or leave it out."


@pytest.mark.parametrize(
    "code",
    [
        "`result.pairs_frame()`",
        "`adjudge.read`",  # every command reads
        "`adjudge.rank(adjudge.read('x.csv'))`",
        "`no_such_option=1`",
        "`merge=False`",  # there is no --no-merge
        "`pair=None`",
        "`_ref`",
        "`a b c`",
    ],
)
def test_other_code_is_left_alone(code):
    assert spelled(f"Use {code}.") == f"Use {code}."


def test_findings_and_problems_are_spelled_in_every_part():
    finding = Finding("AJ000", "note", "Name the `reference=`.", {"n": 1}, "A paper", "use `merge=True`")
    [said] = spelled_findings([finding])
    assert (said.text, said.todo) == ("Name the --reference.", "use --merge")
    assert (said.code, said.severity, said.numbers, said.source) == ("AJ000", "note", {"n": 1}, "A paper")
    error = InputError(Problem("AJ000", what="`pair=` is missing", expected="`pair=`", count=None, todo="add `pair=`"))
    [problem] = spelled_problems(error)
    assert (problem.what, problem.expected, problem.todo) == ("--pair is missing", "--pair", "add --pair")


def entries() -> dict[str, Entry]:
    """Every entry of every catalogue, by its place."""
    return {
        f"{module.__name__}.{constant}": entry
        for module in catalogue_modules()
        for constant, entry in entries_of(module).items()
    }


def sentences(entry: Entry) -> str:
    parts = [entry.text, entry.todo] if isinstance(entry, FindingEntry) else [entry.what, entry.expected, entry.todo]
    return " ".join(part for part in parts if part)


def python_names() -> set[str]:
    """Arguments of the public functions, and fields of what they take."""
    public = [getattr(adjudge, name) for name in dir(adjudge)]
    functions = [value for value in public if inspect.isfunction(value)]
    arguments = {name for function in functions for name in inspect.signature(function).parameters}
    return arguments | {field.name for kind in (adjudge.ComparisonSettings, adjudge.Claims) for field in fields(kind)}


def test_every_option_in_a_sentence_exists_in_python_and_on_the_command_line():
    named = {(place, name) for place, entry in entries().items() for name in re.findall(r"`(\w+)=", sentences(entry))}
    assert {name for _, name in named} >= {"columns", "pair", "scale"}  # the search finds something
    assert not [(place, name) for place, name in named if name not in python_names()]
    assert not [(place, name) for place, name in named if name not in options()]


def test_every_function_in_a_sentence_is_public():
    named = {
        (place, name) for place, entry in entries().items() for name in re.findall(r"`adjudge\.(\w+)", sentences(entry))
    }
    assert named
    assert not [(place, name) for place, name in named if name not in dir(adjudge)]


def test_no_sentence_of_the_library_is_spelled_for_the_command_line():
    wrong = {
        place
        for place, entry in entries().items()
        if not place.startswith("adjudge.cli.") and re.search(r"(?<![-\w])--\w", sentences(entry))
    }
    assert not wrong


def test_an_option_has_one_meaning():
    """`--seed` may be an option of several commands, and `--recipe` may be taken once or several times."""
    by_name: dict[str, set[str]] = {}
    for module, _ in COMMANDS.values():
        for parameter in import_module(module).command.params:
            for option in parameter.opts:
                by_name.setdefault(option, set()).add(str(parameter.name).removesuffix("s"))
    assert not {option: names for option, names in by_name.items() if len(names) > 1}
