"""Checks that do not depend on each other are told together."""

from __future__ import annotations

import pytest

from adjudge.core.checking.mistakes import Mistakes
from adjudge.core.errors import InputError, Problem, UsageError

ONE, OTHER = (Problem(code, "what", "expected", None, "todo") for code in ("AJ001", "AJ002"))


def refuse(error: type[InputError | UsageError], *problems: Problem) -> None:
    raise error(*problems)


def test_everything_is_raised_as_the_error_that_came_first() -> None:
    mistakes = Mistakes()
    assert mistakes.of(lambda: 3) == 3
    mistakes.of(lambda: refuse(UsageError, ONE))
    mistakes.of(lambda: refuse(InputError, OTHER, ONE))
    error = mistakes.error()
    assert isinstance(error, UsageError)
    assert error.problems == (ONE, OTHER)


def test_other_errors_are_not_swallowed() -> None:
    with pytest.raises(ZeroDivisionError):
        Mistakes().of(lambda: 1 // 0)
