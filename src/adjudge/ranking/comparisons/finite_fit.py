"""Why a model of strengths has no finite fit, in words: never hidden by pseudo-counts."""

from __future__ import annotations

from collections.abc import Sequence

from adjudge.core.catalogue import counted
from adjudge.core.errors import InputError, Problem
from adjudge.kernels.paired_comparison.connectivity import NoFiniteFit, ties_are_bounded, unbeatable_groups
from adjudge.ranking.comparisons.tally import Tally


def why_no_finite_fit(ranked: Tally) -> str | None:
    """Why Davidson's model has no finite fit, in words; None if it has one."""
    parts = parts_that_meet(ranked)
    if len(parts) > 1:
        return f"the comparisons fall into {len(parts)} parts that never meet ({say_parts(parts)})"
    groups = unbeatable_groups(ranked.wins, ranked.ties)
    if len(groups) > 1:
        best, last = ([ranked.systems[i] for i in group] for group in (groups[0], groups[-1]))
        if len(last) < len(best):
            return f"{_as_group(last)} never won against, nor tied with, any other system"
        return f"{_as_group(best)} never lost to, nor tied with, any other system"
    if not ranked.wins.any():
        return "every comparison is a tie"
    if ranked.ties.any() and not ties_are_bounded(ranked.wins, ranked.ties):
        return "no cycle of comparisons has more wins than ties"
    return None


def _as_group(names: Sequence[str]) -> str:
    """One system by its name, several as a group: within it they may well lose."""
    listed = ", ".join(names[:6]) + (", ..." if len(names) > 6 else "")
    return listed if len(names) == 1 else f"the group of {listed}"


def no_finite_fit(method: str, ranked: Tally, error: NoFiniteFit) -> InputError:
    """A model has no finite fit: what the user is told."""
    reason = why_no_finite_fit(ranked) or str(error)
    parts = f"{len(error.groups)} groups of " if len(error.groups) > 1 else ""
    return InputError(
        Problem(
            "AJ034",
            f"{method} has no finite fit: {reason}",
            "a chain of wins or ties from every system to every other one, and a cycle with more wins than ties",
            f"{parts}{counted(len(ranked.systems), 'system')}",
            "use --method mfas or expected-wins, or collect the missing comparisons (adjudge next-pairs)",
        )
    )


def parts_that_meet(ranked: Tally) -> list[list[str]]:
    """Systems that chains of comparisons link, whoever won; one part in a sound campaign."""
    met = ranked.meetings
    return [[ranked.systems[i] for i in part] for part in unbeatable_groups(met, met)]


def say_parts(parts: Sequence[Sequence[str]]) -> str:
    """Parts as a phrase: `a, b; c, d`."""
    shown = ["; ".join([", ".join(part[:4]) + (", ..." if len(part) > 4 else "")]) for part in parts[:4]]
    return "; ".join(shown) + ("; ..." if len(parts) > 4 else "")
