"""How far a ranking can be defended: the rules in one table, each with the level that it allows at best."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from adjudge.auditing.assumptions.verdicts import AssumptionVerdict
from adjudge.auditing.checks.result import CheckResult
from adjudge.auditing.stability.result import StabilityResult
from adjudge.core.catalogue import counted
from adjudge.core.findings import Severity
from adjudge.ranking.result import RankingResult

Level = Literal["sound", "with care", "not as it stands"]
#: The best first.
LEVELS: Final[tuple[Level, ...]] = ("sound", "with care", "not as it stands")


@dataclass(frozen=True, eq=False)
class Grounds:
    """Everything that a verdict rests on.

    Args:
        ranking: the ranking.
        check: what the linter found; None if it was not run.
        stability: what scenarios change; None if they were not run.
        assumptions: what became of them.
    """

    ranking: RankingResult
    check: CheckResult | None = None
    stability: StabilityResult | None = None
    assumptions: Sequence[AssumptionVerdict] = ()

    def count(self, status: str) -> int:
        """Assumptions of a status."""
        return sum(one.status == status for one in self.assumptions)


@dataclass(frozen=True)
class Rule:
    """What takes a ranking down to a level.

    Args:
        level: the best one that is left.
        when: the rule in words.
        reason: why it applies to these grounds, as part of a sentence; None if it does not.
    """

    level: Level
    when: str
    reason: Callable[[Grounds], str | None]


def _errors(grounds: Grounds) -> str | None:
    number = sum(_number(result, "error") for result in (grounds.check, grounds.ranking, grounds.stability))
    return counted(number, "error was found/errors were found") if number else None


def _fails(grounds: Grounds) -> str | None:
    number = grounds.count("fails")
    return counted(number, "assumption fails/assumptions fail") if number else None


def _nothing_separated(grounds: Grounds) -> str | None:
    return None if any(pair.significant for pair in grounds.ranking.pairs) else "no two systems are separated"


def _warnings(grounds: Grounds) -> str | None:
    number = _number(grounds.check, "warning")
    return f"the linter gives {counted(number, 'warning')}" if number else None


def _doubtful(grounds: Grounds) -> str | None:
    number = grounds.count("doubtful")
    return counted(number, "assumption is doubtful/assumptions are doubtful") if number else None


def _unstable(grounds: Grounds) -> str | None:
    number = _number(grounds.stability, "warning")
    return f"the scenarios give {counted(number, 'warning')}" if number else None


def _mostly_unknown(grounds: Grounds) -> str | None:
    return "more assumptions are unknown than hold" if grounds.count("unknown") > grounds.count("holds") else None


def _not_checked(grounds: Grounds) -> str | None:
    return "the linter was not run" if grounds.check is None else None


def _not_tried(grounds: Grounds) -> str | None:
    return "its stability was not tried" if grounds.stability is None else None


def _number(result: RankingResult | CheckResult | StabilityResult | None, severity: Severity) -> int:
    return 0 if result is None else sum(finding.severity == severity for finding in result.findings)


#: A ranking is on the lowest level of the rules that apply to it, and sound if none does. Warnings of the ranking
#: itself count through the assumptions that they bear on: some are true of good campaigns.
RULES: Final = (
    Rule("not as it stands", "the linter, the ranking or its stability gives an error", _errors),
    Rule("not as it stands", "an assumption fails", _fails),
    Rule("with care", "no two systems are separated", _nothing_separated),
    Rule("with care", "the linter gives a warning", _warnings),
    Rule("with care", "an assumption is doubtful", _doubtful),
    Rule("with care", "stability gives a warning: significant orders or lines change", _unstable),
    Rule("with care", "more assumptions are unknown than hold", _mostly_unknown),
    Rule("with care", "the linter was not run", _not_checked),
    Rule("with care", "stability was not tried", _not_tried),
)


def level_of(grounds: Grounds) -> tuple[Level, tuple[str, ...]]:
    """How far a ranking can be defended, and the reasons why it is not better."""
    applying = [(rule.level, reason) for rule in RULES if (reason := rule.reason(grounds)) is not None]
    level = max((level for level, _ in applying), key=LEVELS.index, default=LEVELS[0])
    return level, tuple(reason for at, reason in applying if at == level)
