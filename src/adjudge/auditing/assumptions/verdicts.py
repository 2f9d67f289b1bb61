"""Whether the data bear out what a ranking assumes, told from the results of the linter and of the ranking."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Final, Literal

from adjudge.auditing.assumptions.assumption import Assumption, Told
from adjudge.auditing.assumptions.registry import ASSUMPTIONS
from adjudge.auditing.checks.registry import CHECKS
from adjudge.auditing.checks.result import CheckResult, NotChecked
from adjudge.core.catalogue import counted
from adjudge.core.check import Check
from adjudge.core.findings import SEVERITIES, Finding
from adjudge.core.tables import Comparisons, PairCounts, Ratings
from adjudge.ranking.result import Kind, RankingResult

Status = Literal["holds", "doubtful", "fails", "unknown"]
#: The most serious first.
STATUSES: Final[tuple[Status, ...]] = ("fails", "doubtful", "unknown", "holds")
_LEFT_OUT: Final = "to be run: it was left out by the choice of checks"


@dataclass(frozen=True)
class AssumptionVerdict:
    """What became of one assumption.

    Args:
        assumption: what is assumed.
        status: `fails` if an error speaks against it; `doubtful` if a warning does, a note that the assumption names,
            or a choice of the ranking; `unknown` if nothing does, but some check of it could not be run or a note says
            that it cannot be told; `holds` only if all of its checks ran and nothing speaks against it.
        against: findings that speak against it, the most serious first.
        noted: notes that do not.
        not_about: findings about another way to rank, by code; each with the reason why it says nothing about this one.
        passed: codes of checks that ran and found nothing against it.
        not_run: checks that could not be run, and what they need.
        told: what the ranking itself tells.
        eased: what the ranking does about findings that make it doubtful, by their codes.
    """

    assumption: Assumption
    status: Status
    against: tuple[Finding, ...] = ()
    noted: tuple[Finding, ...] = ()
    passed: tuple[str, ...] = ()
    not_run: tuple[NotChecked, ...] = ()
    told: Told | None = None
    eased: Mapping[str, str] = field(default_factory=dict)
    not_about: tuple[tuple[Finding, str], ...] = ()

    @property
    def bare(self) -> tuple[Finding, ...]:
        """Findings against it that the ranking does nothing about."""
        return tuple(one for one in self.against if one.code not in self.eased)

    @property
    def partly(self) -> bool:
        """Whether it is unknown although a part of it was tested, and passed."""
        return self.status == "unknown" and bool(self.passed or self.told)

    @property
    def evidence(self) -> tuple[str, ...]:
        """What the status rests on, in sentences: findings with their codes, checks that passed, what is missing."""
        passed = f"{counted(len(self.passed), 'check')} found nothing against it: {', '.join(self.passed)}."
        return (
            *(f"{finding.code}: {finding.text}" for finding in self.against),
            *([self.told.sentence] if self.told else []),
            *self._said_eased(),
            *([passed] if self.passed else []),
            *(f"{finding.code}, a note: {finding.text}" for finding in self.noted),
            *(f"{finding.code} is about another ranking: {finding.text} {why}" for finding, why in self.not_about),
            *_needs(self.not_run),
        )

    def _said_eased(self) -> list[str]:
        """What the ranking does, each once; with the codes, if it does nothing about others."""
        codes: dict[str, list[str]] = {}
        for code, said in self.eased.items():
            codes.setdefault(said, []).append(code)
        return [f"{', '.join(some)}: {said}" if self.bare else said for said, some in codes.items()]

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data."""
        assumed = self.assumption
        return {
            "name": assumed.name,
            "statement": assumed.statement,
            "matters": assumed.matters,
            "source": assumed.source,
            "status": self.status,
            "against": [finding.to_dict() for finding in self.against],
            "noted": [finding.to_dict() for finding in self.noted],
            "passed": list(self.passed),
            "not_run": [asdict(row) for row in self.not_run],
            "told": self.told.sentence if self.told else None,
            "eased": " ".join(self._said_eased()) or None,
            "not_about": [finding.to_dict() | {"why": why} for finding, why in self.not_about],
        }


def _needs(not_run: Sequence[NotChecked]) -> list[str]:
    """What would be needed to run the checks that could not be run."""
    codes: dict[str, list[str]] = {}
    for row in not_run:
        codes.setdefault(row.needs, []).append(row.code)
    return [
        f"Not tested: {', '.join(some)} {'needs' if len(some) == 1 else 'need'} {needs}."
        for needs, some in codes.items()
    ]


def assumptions(check: CheckResult, ranking: RankingResult) -> tuple[AssumptionVerdict, ...]:
    """What the ranking assumes, and whether the data bear it out.

    Findings about other language pairs than that of the ranking are passed over.

    Args:
        check: what the linter found in the judgements.
        ranking: from the same judgements.

    Returns:
        One verdict for every assumption that rankings of this kind rest on, in the order of the registry.
    """
    seen = _Seen(check, ranking)
    return tuple(seen.verdict(one) for one in ASSUMPTIONS.values() if ranking.kind in one.kinds)


class _Seen:
    """What the linter and the ranking found, by code.

    Args:
        check: what the linter found.
        ranking: the ranking.
    """

    def __init__(self, check: CheckResult, ranking: RankingResult) -> None:
        self._ranking = ranking
        pair = ranking.settings.get("pair")
        about = {
            finding.text: finding for finding in (*check.findings, *ranking.findings)
        }  # both hold those of reading
        self._findings = [one for one in about.values() if one.numbers.get("pair") in (None, pair)]
        self._not_run = {row.code: row for row in check.not_checked if row.pair in (None, pair)}
        self._run = set(check.settings["checks"]) - set(self._not_run)
        self._chosen = bool(check.settings.get("select") or check.settings.get("ignore"))

    def verdict(self, assumed: Assumption) -> AssumptionVerdict:
        """What became of one assumption."""
        tests = [code for code in assumed.tests if looks_at(CHECKS[code], self._ranking.kind)]
        found = [one for one in self._findings if one.code in assumed.codes]
        others = [(one, why) for one in found if (why := self._why_not_about(assumed, one)) is not None]
        found = [one for one in found if one not in [other for other, _ in others]]
        against = [one for one in found if _is_against(one, assumed)]
        against.sort(key=lambda one: SEVERITIES.index(one.severity))
        told = assumed.told(self._ranking) if assumed.told else None
        noted = [one for one in found if one not in against]
        opened = {one.code for one in noted if one.code in assumed.notes_open}
        silent = opened | {one.code for one in against} | {one.code for one, _ in others}
        passed = tuple(code for code in tests if code in self._run and code not in silent)
        not_run = tuple(self._missing(code) for code in tests if code not in self._run and code in assumed.checks)
        tested = bool(passed) or (told is not None and told.passes)
        status = _status(against, told, tested=tested and not opened and not not_run)
        eased = self._eased(assumed, against) if status == "doubtful" else {}
        return AssumptionVerdict(
            assumed, status, tuple(against), tuple(noted), passed, not_run, told, eased, not_about=tuple(others)
        )

    def _eased(self, assumed: Assumption, against: Sequence[Finding]) -> dict[str, str]:
        """What the ranking does about findings that make an assumption doubtful, by code."""
        found = [one.code for one in against if assumed.eases_warnings or one.severity == "note"]
        said = {code: assumed.eased[code](self._ranking) for code in found if code in assumed.eased}
        return {code: words for code, words in said.items() if words}

    def _why_not_about(self, assumed: Assumption, finding: Finding) -> str | None:
        """Why a finding says nothing about this ranking; None if it does."""
        why = assumed.not_about.get(finding.code)
        return None if why is None else why(self._ranking)

    def _missing(self, code: str) -> NotChecked:
        """Why a check was not run."""
        if code in self._not_run:
            return self._not_run[code]
        return NotChecked(code, _LEFT_OUT if self._chosen else CHECKS[code].entry.needs or "another kind of table")


def _is_against(finding: Finding, assumed: Assumption) -> bool:
    return finding.severity != "note" or finding.code in assumed.notes_against


def _status(against: Iterable[Finding], told: Told | None, *, tested: bool) -> Status:
    severities = {finding.severity for finding in against}
    if "error" in severities:
        return "fails"
    if severities or (told is not None and not told.passes):
        return "doubtful"
    return "holds" if tested else "unknown"


def looks_at(check: Check, kind: Kind) -> bool:
    """Whether a check looks at judgements of this kind."""
    tables = check.table if isinstance(check.table, tuple) else (check.table,)
    return any(table is Ratings if kind == "ratings" else table in (Comparisons, PairCounts) for table in tables)
