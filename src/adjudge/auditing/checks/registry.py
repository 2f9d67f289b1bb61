"""The checks there are, in the order of their codes: adding one is one line here."""

from __future__ import annotations

from typing import Final

from adjudge.auditing.checks import annotators
from adjudge.core.catalogue import ErrorEntry
from adjudge.core.check import Check
from adjudge.core.errors import UsageError
from adjudge.core.registry import Registry

NO_SUCH_CHECK: Final = ErrorEntry(
    "AJ040",
    "An option or argument has a value that cannot be used.",
    what="there is no check {name:quoted}",
    expected="one of {known}",
    todo="[did you mean '{near}'? ]Choose one of these codes",
    error=UsageError,
)

CHECKS: Final[Registry[Check]] = Registry(NO_SUCH_CHECK, annotators.CHECKS)
