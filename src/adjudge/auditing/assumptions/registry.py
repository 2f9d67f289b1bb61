"""The assumptions there are, and the checks that test none."""

from __future__ import annotations

from typing import Final

from adjudge.auditing.assumptions import inference, material, people, preferences, tasks
from adjudge.auditing.assumptions.assumption import Assumption
from adjudge.core.catalogue import ErrorEntry
from adjudge.core.errors import UsageError
from adjudge.core.registry import Registry

NO_SUCH_ASSUMPTION: Final = ErrorEntry(
    "AJ040",
    "An option or argument has a value that cannot be used.",
    what="there is no assumption {name:quoted}",
    expected="one of {known}",
    todo="[did you mean '{near}'? ]choose one of these names",
    error=UsageError,
)

#: In the order in which a reader should hear of them.
ASSUMPTIONS: Final[Registry[Assumption]] = Registry(
    NO_SUCH_ASSUMPTION,
    (
        *people.ASSUMPTIONS,
        *tasks.ASSUMPTIONS,
        *preferences.ASSUMPTIONS,
        *material.ASSUMPTIONS,
        *inference.ASSUMPTIONS,
    ),
)

#: Checks whether the file was read as it was meant: about the file, not an assumption of the ranking.
ABOUT_THE_FILE: Final = frozenset(
    {
        "AJ170",
        "AJ172",
        "AJ173",
        "AJ175",
        "AJ176",
        "AJ177",
        "AJ178",
        "AJ179",
        "AJ180",
        "AJ181",
        "AJ182",
        "AJ183",
        "AJ184",
        "AJ185",
        "AJ221",
        "AJ470",
    }
)
#: What could have been missed: about the conclusion, not an assumption. The verdict of a report says it.
ABOUT_THE_CONCLUSION: Final = frozenset({"AJ452"})
