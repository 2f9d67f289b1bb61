"""Errors a user can act on: each says what is wrong, what was expected, how many, and what to do.

Only the standard library is imported here, because the command line catches these errors before anything heavy
is loaded. The sentences are in the catalogue of each stage (`adjudge.core.catalogue`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Any, Self


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong, with a stable code (see `docs/reference/codes.md`).

    Args:
        code: stable identifier from a catalogue.
        what: what is wrong, with the value and its place.
        expected: what should have been there.
        count: how many rows, lines or files are concerned; None where there is nothing to count.
        todo: an edit or an option that helps.
    """

    code: str
    what: str
    expected: str
    count: str | None
    todo: str

    def text(self) -> str:
        """The parts, one to a line; what a terminal would not show as it stands is escaped."""
        parts = {"expected:": self.expected, "how many:": self.count, "to do:": self.todo}
        lines = [f"{self.code} {_printable(self.what)}"]
        lines += [f"      {name:<9} {_printable(text)}" for name, text in parts.items() if text]
        return "\n".join(lines)

    def at(self, place: str) -> Self:
        """The same problem, with the place that led to it."""
        return replace(self, what=f"{place}: {self.what}")

    def to_dict(self) -> dict[str, str | None]:
        """The same as plain data; `from_dict` is the inverse."""
        return asdict(self)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Read back what `to_dict` wrote; what else stands beside it is passed over."""
        return cls(**{field.name: data[field.name] for field in fields(cls)})


def _printable(text: str) -> str:
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)


class AdjudgeError(Exception):
    """A mistake in input or usage. The command line prints the problems and exits with 2."""

    def __init__(self, *problems: Problem) -> None:
        self.problems = problems
        super().__init__("\n".join(problem.text() for problem in problems))

    def __reduce__(self) -> tuple[type[AdjudgeError], tuple[Problem, ...]]:
        """Errors are made of problems, not of their text: so they are copied, and sent between processes."""
        return type(self), self.problems


class InputError(AdjudgeError):
    """A file cannot be read, or is not what it should be."""


class TableError(AdjudgeError):
    """A table breaks its rules; every broken rule is listed, not the first."""


class RecipeError(AdjudgeError):
    """A recipe is unknown, malformed, or cannot be run on the data at hand."""


class UsageError(AdjudgeError):
    """An option or argument has a value that cannot be used."""


class ResultError(AdjudgeError):
    """Data is not a result that can be read back."""
