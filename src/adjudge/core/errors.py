"""Errors a user can act on: each says what is wrong, what was expected, how many, and what to do.

Only the standard library is imported here, because the command line catches these errors before anything heavy
is loaded.
"""

from __future__ import annotations

from dataclasses import dataclass

from adjudge.core.codes import CODES


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong, in four parts and with a stable code (see `docs/reference/codes.md`).

    Args:
        code: stable identifier from `adjudge.core.codes`.
        what: what is wrong, with the value and its place.
        expected: what should have been there.
        count: how many rows, lines or files are concerned.
        todo: a command, an option or an edit that helps.
    """

    code: str
    what: str
    expected: str
    count: str
    todo: str

    def __post_init__(self) -> None:
        if self.code not in CODES:
            msg = f"problem code {self.code} is not in the catalogue"
            raise KeyError(msg)

    def text(self) -> str:
        """The four parts, one to a line; what a terminal would not show as it stands is escaped."""
        return "\n".join(
            (
                f"{self.code} {_printable(self.what)}",
                f"      expected: {_printable(self.expected)}",
                f"      how many: {_printable(self.count)}",
                f"      to do:    {_printable(self.todo)}",
            )
        )

    def to_dict(self) -> dict[str, str]:
        """The same as plain data."""
        return {
            "code": self.code,
            "what": self.what,
            "expected": self.expected,
            "count": self.count,
            "todo": self.todo,
        }


def _printable(text: str) -> str:
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)


class AdjudgeError(Exception):
    """A mistake in input or usage. The command line prints the problems and exits with 2."""

    def __init__(self, *problems: Problem) -> None:
        self.problems = problems
        super().__init__("\n".join(problem.text() for problem in problems))


class InputError(AdjudgeError):
    """A file cannot be read, or is not what it should be."""


class TableError(AdjudgeError):
    """A table breaks its rules; every broken rule is listed, not the first."""


class RecipeError(AdjudgeError):
    """A recipe is unknown, malformed, or cannot be run on the data at hand."""


class UsageError(AdjudgeError):
    """An option or argument has a value that makes no sense."""


def one_of(total: int, noun: str) -> str:
    """A count with its noun in the right number: `1 row`, `1,234 rows`."""
    return f"{total:,} {noun}" if total == 1 else f"{total:,} {noun}s"
