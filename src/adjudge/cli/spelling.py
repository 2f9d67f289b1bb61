"""Sentences of the library name options as Python spells them; here they become options of the command line.

`` `method="mfas"` `` becomes `--method mfas`, `` `reference=` `` becomes `--reference`, `` `merge=True` `` becomes
`--merge`, `` `columns={"score": "NAME"}` `` becomes `--column score=NAME`, `` `adjudge.next_pairs` `` becomes `adjudge
next-pairs`. The names of options are read from the commands. Other code in backticks is left alone.
"""

from __future__ import annotations

import ast
import re
import shlex
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Final, TypeVar

import click

from adjudge.core.errors import AdjudgeError, Problem
from adjudge.core.findings import Finding

if TYPE_CHECKING:
    from adjudge.core.results import Result

    AnyResult = TypeVar("AnyResult", bound=Result)

_CODE: Final = re.compile(r"`([^`]+)`")
_FUNCTION: Final = re.compile(r"adjudge\.(\w+)(\(\))?")
_NAME_ONLY: Final = re.compile(r"(\w+)=")
#: Functions whose command has another name; all others are called like their command.
_COMMANDS: Final = {
    "agreement": "adjudge annotators",
    "write": "adjudge convert",
    "checks": "adjudge check --checks",
    "recipes": "adjudge rank --recipes",
    "methods": "adjudge rank --methods",
    "formats": "adjudge convert --formats",
    "reproducible_papers": "adjudge reproduce --list",
    "presets": "adjudge simulate --list-presets",
}


def spelled(text: str) -> str:
    """A sentence with options as they are typed.

    Example:
        >>> spelled('Choose `method="mfas"`, or name the `reference=`.')
        'Choose --method mfas, or name the --reference.'
    """
    return _CODE.sub(lambda match: _typed(match[1]) or match[0], text)


def spelled_findings(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Findings with options as they are typed."""
    return tuple(
        replace(finding, text=spelled(finding.text), todo=finding.todo and spelled(finding.todo))
        for finding in findings
    )


def spelled_result(result: AnyResult) -> AnyResult:
    """A result whose findings name options as they are typed."""
    return replace(result, findings=spelled_findings(result.findings))


def spelled_problems(error: AdjudgeError) -> list[Problem]:
    """The problems of an error with options as they are typed."""
    return [spelled_problem(problem) for problem in error.problems]


def spelled_problem(problem: Problem) -> Problem:
    """A problem with options as they are typed."""
    return replace(problem, what=spelled(problem.what), expected=spelled(problem.expected), todo=spelled(problem.todo))


def _typed(code: str) -> str | None:
    """What to type for a piece of code; None if it is no option and no command."""
    function = _FUNCTION.fullmatch(code)
    if function:
        return _command(function[1])
    name = _NAME_ONLY.fullmatch(code)
    if name:
        option = options().get(name[1])
        return None if option is None else option.opts[0]
    try:
        call = ast.parse(f"call({code})", mode="eval").body
        assert isinstance(call, ast.Call)  # noqa: S101 - as written above
        words = [_words(keyword) for keyword in call.keywords]
    except (SyntaxError, ValueError, TypeError):
        return None
    return " ".join(words) if words and not call.args else None


def _command(function: str) -> str | None:
    from adjudge.cli.main import COMMANDS

    name = function.replace("_", "-")
    return _COMMANDS.get(function) or (f"adjudge {name}" if name in COMMANDS else None)


def _words(keyword: ast.keyword) -> str:
    """One keyword as an option with its value.

    Raises:
        ValueError: if there is no such option, or it does not take such a value.
    """
    option = options().get(keyword.arg or "")
    if option is None:
        raise ValueError(keyword.arg)
    value = keyword.value.id if isinstance(keyword.value, ast.Name) else ast.literal_eval(keyword.value)
    if value is ...:
        value = "..."
    if value is True and option.is_flag:
        return option.opts[0]
    if value is None or isinstance(value, bool):
        raise ValueError(value)
    if isinstance(value, Mapping):
        value = [f"{ours}={theirs}" for ours, theirs in value.items()]
    values = [value] if isinstance(value, str | int | float) else list(value)
    return " ".join(f"{option.opts[0]} {shlex.quote(str(one))}" for one in values)


@cache
def options() -> dict[str, click.Option]:
    """Options of all commands by the names that Python has for them: `time_limit`, `covariates`, `columns`."""
    from adjudge.cli.main import COMMANDS

    found: dict[str, click.Option] = {}
    for module, _ in COMMANDS.values():
        for parameter in import_module(module).command.params:
            if isinstance(parameter, click.Option) and parameter.expose_value:
                found.setdefault(parameter.opts[0].removeprefix("--").replace("-", "_"), parameter)
                found.setdefault(str(parameter.name), parameter)
    return found
