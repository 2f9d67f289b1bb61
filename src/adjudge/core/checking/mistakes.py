"""Checks that do not depend on each other: what each finds is kept, so that everything is told at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from adjudge.core.errors import AdjudgeError, Problem

Found = TypeVar("Found")


class Mistakes:
    """What several checks found.

    Example:
        >>> mistakes = Mistakes()
        >>> mistakes.of(lambda: 3)
        3
        >>> mistakes.problems
        []
    """

    def __init__(self) -> None:
        self.problems: list[Problem] = []
        self._error: type[AdjudgeError] = AdjudgeError

    def of(self, check: Callable[[], Found]) -> Found | None:
        """What a check returns; None if it refuses, which is kept."""
        try:
            return check()
        except AdjudgeError as error:
            if not self.problems:
                self._error = type(error)
            self.problems += error.problems
            return None

    def error(self) -> AdjudgeError:
        """Everything that was found, as an error of the kind of the first."""
        return self._error(*dict.fromkeys(self.problems))
