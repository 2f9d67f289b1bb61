"""Analyses that may not be possible: what they give, or why they cannot be made."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from adjudge.auditing.report.group import NotMade
from adjudge.core.errors import AdjudgeError, UsageError

Value = TypeVar("Value")


class Made:
    """Runs analyses, and keeps why some could not be made."""

    def __init__(self) -> None:
        self.refused: list[NotMade] = []

    def of(self, part: str, run: Callable[[], Value]) -> Value | None:
        """What it gives; None if it cannot be made from these data."""
        try:
            return run()
        except UsageError:
            raise
        except AdjudgeError as error:
            self.refused.append(NotMade(part, error.problems[0]))
            return None
