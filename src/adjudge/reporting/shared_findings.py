"""Findings of several rankings of the same judgements: each is told once, with the rankings that it concerns."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence

from adjudge.core.findings import Finding
from adjudge.ranking.result import RankingResult


def findings_by_method(results: Mapping[str, RankingResult]) -> dict[tuple[str, ...], list[Finding]]:
    """Findings, by the names of the methods that share them.

    Args:
        results: rankings by name.

    Returns:
        Those of all methods first, then those of several, then each method's own; no key without findings.
    """
    holders: dict[Hashable, list[str]] = {}
    first: dict[Hashable, Finding] = {}
    for name, result in results.items():
        for finding in result.findings:
            said = _what_is_said(finding)
            first.setdefault(said, finding)
            named = holders.setdefault(said, [])
            named += [] if name in named else [name]
    grouped: dict[tuple[str, ...], list[Finding]] = {}
    for said, names in sorted(holders.items(), key=lambda item: -len(item[1])):
        grouped.setdefault(tuple(names), []).append(first[said])
    return grouped


def _what_is_said(finding: Finding) -> Hashable:
    """Equal for findings that say the same; names in a sentence about the data follow the order of the ranking."""
    if finding.code == "AJ303":  # a cycle
        return finding.code, frozenset(finding.numbers["group"])
    if finding.code == "AJ310":  # ties of all pairs
        return finding.code, finding.numbers["rate"]
    return finding.code, finding.text


def say_holders(names: Sequence[str], everybody: int) -> str:
    """Whose findings these are.

    Args:
        names: of the methods that share them.
        everybody: how many methods there are.
    """
    if len(names) == everybody:
        return "Findings of all of them:"
    return f"Findings of {', '.join(names)}:"
