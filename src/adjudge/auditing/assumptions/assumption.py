"""The form of an assumption: a sentence, why it matters, and what tests it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from adjudge.ranking.result import Kind, RankingResult


@dataclass(frozen=True)
class Told:
    """What a ranking itself tells about an assumption.

    Args:
        sentence: in words.
        passes: whether it speaks for the assumption, as a passed check does, or against it, as a warning does.
    """

    sentence: str
    passes: bool


#: What a ranking does about a finding, in a sentence; None if nothing.
Remedy = Callable[[RankingResult], str | None]


@dataclass(frozen=True)
class Assumption:
    """Something that must be true for a ranking to mean what it seems to mean.

    Warnings and errors of its checks, and of its other findings, always speak against it. A note says something that
    is true of good campaigns too, and speaks against an assumption only if the assumption names it.

    Args:
        name: a short name.
        statement: what is assumed, one plain sentence.
        matters: why it matters, one sentence.
        source: paper and section.
        kinds: the kinds of rankings that rest on it.
        checks: codes of checks that test it; it is not called true unless all of them ran.
        if_present: codes of checks of things that need not be there, such as references; where there are none, the
            assumption is tested without them.
        findings: codes of findings of reading and of the ranking that bear on it.
        notes_against: codes of the above whose notes speak against it.
        notes_open: codes of the above whose notes say that it cannot be told.
        told: what the ranking itself tells, if anything.
        eased: by code: what a ranking may do about such a finding; the assumption stays doubtful.
        eases_warnings: whether that helps against warnings too, and not only against notes.
        not_about: by code, of findings about one way to rank: why it says nothing about a ranking made otherwise.
    """

    name: str
    statement: str
    matters: str
    source: str
    kinds: tuple[Kind, ...]
    checks: tuple[str, ...] = ()
    if_present: tuple[str, ...] = ()
    findings: tuple[str, ...] = ()
    notes_against: tuple[str, ...] = ()
    notes_open: tuple[str, ...] = ()
    told: Callable[[RankingResult], Told | None] | None = None
    eased: Mapping[str, Remedy] = field(default_factory=dict)
    eases_warnings: bool = True
    not_about: Mapping[str, Remedy] = field(default_factory=dict)

    @property
    def title(self) -> str:
        """One line for lists."""
        return self.statement

    @property
    def tests(self) -> tuple[str, ...]:
        """Codes of all checks that can test it."""
        return (*self.checks, *self.if_present)

    @property
    def codes(self) -> tuple[str, ...]:
        """Codes of everything that bears on it."""
        return (*self.tests, *self.findings)
