"""The checks there are, by subject: adding one to a file of a subject needs no line here, a new file needs one."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from adjudge.auditing.checks.comparisons import field, sides, voters
from adjudge.auditing.checks.design import cells, coverage, documents, links, systems
from adjudge.auditing.checks.orders import changes, pair_tests, rankable
from adjudge.auditing.checks.people import annotators, consistency, drift, scale_use, work
from adjudge.auditing.checks.tasks import basis, collections, controls, sessions
from adjudge.auditing.checks.texts import copies, defects
from adjudge.core.catalogue import ErrorEntry
from adjudge.core.check import Check
from adjudge.core.checking.near import nearest
from adjudge.core.errors import AdjudgeError, UsageError
from adjudge.core.registry import Registry
from adjudge.core.suspicions.registry import SUSPICIONS


@dataclass(frozen=True)
class Subject:
    """Checks about one thing.

    Args:
        name: as on the command line.
        title: heading of its findings.
        checks: in the order in which a reader should hear of them.
    """

    name: str
    title: str
    checks: tuple[Check, ...]


NO_SUCH_CHECK: Final = ErrorEntry(
    "AJ040",
    "An option or argument has a value that cannot be used.",
    what="there is no check {name:quoted}",
    expected="a code such as AJ401, the beginning of codes such as AJ40, or a subject: {known}",
    todo="[did you mean '{near}'? ]`adjudge.checks()` lists all codes",
    error=UsageError,
)

NONE_LEFT: Final = NO_SUCH_CHECK.variant(
    "none of the chosen checks looks at {held}",
    expected="checks of {held}: {known}",
    todo="choose others with `select=`, or ignore fewer with `ignore=`",
)

SUBJECTS: Final = (
    Subject("data", "Data that is very likely wrong", SUSPICIONS),
    Subject("annotators", "Annotators", (*annotators.CHECKS, *scale_use.CHECKS, *consistency.CHECKS)),
    Subject("work", "Order and pace of the work", (*drift.CHECKS, *work.CHECKS)),
    Subject("controls", "Control items", (*controls.CHECKS, *basis.CHECKS)),
    Subject("sessions", "Sessions and collections", (*sessions.CHECKS, *collections.CHECKS)),
    Subject("design", "Who judged what", (*links.CHECKS[:1], *coverage.CHECKS, *links.CHECKS[1:])),
    Subject("documents", "Documents", (*documents.CHECKS, *cells.CHECKS)),
    Subject("systems", "Systems", systems.CHECKS),
    Subject("texts", "Texts", (*copies.CHECKS, *defects.CHECKS)),
    Subject("lines", "Tests and lines", pair_tests.CHECKS),
    Subject("orders", "Orders", (*rankable.CHECKS, *changes.CHECKS)),
    Subject("comparisons", "Comparisons", (*field.CHECKS, *sides.CHECKS, *voters.CHECKS)),
)

CHECKS: Final[Registry[Check]] = Registry(NO_SUCH_CHECK, (one for subject in SUBJECTS for one in subject.checks))


def subject_of(code: str) -> Subject | None:
    """The subject that a code belongs to; None for what reading found."""
    return next((subject for subject in SUBJECTS if any(one.name == code for one in subject.checks)), None)


def matches(code: str, chosen: str) -> bool:
    """Whether a code is the chosen one, begins with it, or belongs to the subject of that name."""
    subject = subject_of(code)
    begins = re.fullmatch(r"AJ\d*", chosen.upper()) is not None and code.startswith(chosen.upper())
    return begins or (subject is not None and subject.name == chosen.lower())


def no_such_check(name: str) -> AdjudgeError:
    """The error for a code or subject that there is not, with the nearest one."""
    subjects = [subject.name for subject in SUBJECTS]
    near = nearest(name, [*CHECKS, *subjects])
    return NO_SUCH_CHECK(name=name, known=", ".join(subjects), near=near)
