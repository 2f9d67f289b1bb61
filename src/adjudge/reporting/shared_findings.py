"""Findings of several rankings of the same judgements: each is reported once, with the rankings that it concerns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from adjudge.core.findings import Finding
from adjudge.ranking.result import RankingResult


def findings_by_ranking(results: Mapping[str, RankingResult]) -> dict[tuple[str, ...], list[Finding]]:
    """Findings, by the names of the rankings that share them; two are the same if code and text are.

    Args:
        results: rankings by name.

    Returns:
        Those of all rankings first, then those of several, then those of one; no key without findings.
    """
    holders: dict[tuple[str, str], list[str]] = {}
    first: dict[tuple[str, str], Finding] = {}
    for name, result in results.items():
        for finding in result.findings:
            said = (finding.code, finding.text)
            first.setdefault(said, finding)
            named = holders.setdefault(said, [])
            named += [] if name in named else [name]
    grouped: dict[tuple[str, ...], list[Finding]] = {}
    for said, names in sorted(holders.items(), key=lambda item: -len(item[1])):
        grouped.setdefault(tuple(names), []).append(first[said])
    return grouped


def say_holders(names: Sequence[str], everybody: int) -> str:
    """Whose findings these are.

    Args:
        names: of the rankings that share them.
        everybody: how many rankings there are.
    """
    if len(names) < everybody:
        return f"Findings of {', '.join(names)}"
    if everybody == 1:
        return "Findings"
    return "Findings of both rankings" if everybody == 2 else f"Findings of all {everybody} rankings"
