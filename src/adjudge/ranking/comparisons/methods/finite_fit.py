"""Why a model of strengths has no finite fit, in words: never hidden by pseudo-counts."""

from __future__ import annotations

from collections.abc import Sequence

from adjudge.core.catalogue import fill
from adjudge.core.errors import AdjudgeError
from adjudge.kernels.paired_comparison.connectivity import NoFiniteFit, NoStableFit, ties_are_bounded, unbeatable_groups
from adjudge.ranking.comparisons.methods import catalogue
from adjudge.ranking.comparisons.tally import Tally


def why_no_finite_fit(tally: Tally) -> str | None:
    """Why Davidson's model has no finite fit, in words; None if it has one."""
    unconnected = connected_groups(tally)
    if len(unconnected) > 1:
        named = {"n": len(unconnected), "groups": name_groups(unconnected)}
        return fill(catalogue.UNCONNECTED_GROUPS, named)
    groups = [[tally.systems[i] for i in group] for group in unbeatable_groups(tally.wins, tally.ties)]
    if len(groups) > 1:
        best, last = groups[0], groups[-1]
        return _beyond(catalogue.NEVER_WON, last) if len(last) < len(best) else _beyond(catalogue.NEVER_LOST, best)
    if not tally.wins.any():
        return catalogue.ONLY_TIES
    if tally.ties.any() and not ties_are_bounded(tally.wins, tally.ties):
        return catalogue.TOO_MANY_TIES
    return None


def _beyond(template: str, names: Sequence[str]) -> str:
    """One system by its name, several as a group: within it they may well lose."""
    return fill(template, {"_group": catalogue.GROUP_OF if len(names) > 1 else "", "systems": names})


def no_finite_fit(method: str, tally: Tally, error: NoFiniteFit, *, otherwise: str) -> AdjudgeError:
    """The error for a model without a finite fit.

    Args:
        method: its name.
        tally: comparisons without the reference.
        error: what the kernel found.
        otherwise: why there is none, if simpler models have one.
    """
    if isinstance(error, NoStableFit):
        met = tally.meetings[tally.meetings > 0]
        return catalogue.UNFITTABLE_COUNTS(method=method, fewest=met.min(), most=met.max())
    groups = len(error.groups)
    return catalogue.NO_FINITE_FIT(
        method=method,
        reason=why_no_finite_fit(tally) or otherwise,
        groups=groups if groups > 1 else None,
        systems=len(tally.systems),
    )


def connected_groups(tally: Tally) -> list[list[str]]:
    """Systems that chains of comparisons link, whoever won; one group in a sound campaign."""
    met = tally.meetings
    return [[tally.systems[i] for i in group] for group in unbeatable_groups(met, met)]


def name_groups(groups: Sequence[Sequence[str]]) -> str:
    """Groups as a phrase: `a, b; c, d`."""
    shown = [", ".join(group[:4]) + (", ..." if len(group) > 4 else "") for group in groups[:4]]
    return "; ".join(shown) + ("; ..." if len(groups) > 4 else "")
