"""Sentences about rankings from comparisons: the method, what its order contradicts, and what it leaves open."""

from __future__ import annotations

from typing import Final

from adjudge.core.catalogue import counted
from adjudge.ranking.comparisons.registry import METHODS
from adjudge.ranking.comparisons.result import ComparisonRankingResult, Optimum, Tournament
from adjudge.reporting.wording import say_unit

_ARCS: Final = {
    "net": "wins minus losses",
    "normalised": "twice wins minus losses, divided by the number of comparisons of the pair",
}
_REFERENCE: Final = {
    "left-out": " Comparisons with the reference are left out.",
    "opponent": " Comparisons with the reference count for the order, but not for N.",
}


def say_method(result: ComparisonRankingResult, *, reference: bool = True) -> str:
    """The method in words, which comparisons it treats as dependent, and what became of the reference.

    Args:
        result: a ranking.
        reference: with what became of the reference.
    """
    known = METHODS.get(result.method)  # another program may know more methods
    method = f"{known.name}: {known.title} ({known.source})" if known else result.method
    runs = result.settings.get("runs")
    random = f" Scores are means over {runs:,} random runs." if runs else ""
    use = _REFERENCE.get(result.settings.get("reference_use", "none"), "") if reference else ""
    return f"Systems are ranked by {method}.{random}{_units(result)}{use}"


def _units(result: ComparisonRankingResult) -> str:
    model = result.model
    if model is None or model.unit is None:
        return ""  # the words about the test say what it treats as dependent
    return f" {say_unit(model.unit).capitalize()} are treated as dependent ({counted(model.units, model.unit)})."


def say_contradicted(result: ComparisonRankingResult) -> str:
    """What the order contradicts and, if it is exact, whether it is proven to be optimal and the only optimal one."""
    return " ".join([_violated(result.tournament), *_optimality(result)])


def _violated(found: Tournament) -> str:
    if not found.violations:
        return "The order contradicts no majority."
    return (
        f"The order contradicts the majority in {counted(len(found.violations), 'pair')}, with a weight of "
        f"{say_weight(found.cost)} out of {say_weight(found.total)} (the weight of a majority is {_ARCS[found.arcs]})."
    )


def _optimality(result: ComparisonRankingResult) -> list[str]:
    optimum, found = result.optimum, result.tournament
    if optimum is None:
        return []
    if not optimum.proven:
        bound = f"The order is not proven to be optimal: no order contradicts less than {say_weight(optimum.bound)}."
        return [bound, *_cycles(found)]
    proven = ["It is proven that no order contradicts less."] if found.violations else []
    return [*proven, *_others(optimum), *_cycles(found)]


def _others(optimum: Optimum) -> list[str]:
    """How many orders are as good, and whose places they leave open."""
    if optimum.optimal_orders == 1:
        return ["It is the only optimal order."]
    if optimum.optimal_orders is None:
        said = ["Other optimal orders were not counted."]
    else:
        said = [f"It is one of {optimum.optimal_orders:,} optimal orders."]
    if optimum.places is None:
        return [*said, "Which places they leave open was not decided."]
    if any(low < high for low, high in optimum.places):
        return [*said, "Ranks are given as the best and worst place over all of them."]
    return said


def _cycles(found: Tournament) -> list[str]:
    if not found.groups:
        return []
    systems = counted(sum(len(group) for group in found.groups), "system")
    groups = f" in {len(found.groups)} groups" if len(found.groups) > 1 else ""
    return [f"{systems}{groups} beat each other in cycles, so that every order of them contradicts a majority."]


def say_weight(weight: float) -> str:
    """A weight with at most two decimals: `1,234`, `0.5`."""
    return f"{round(weight, 2):,.12g}"
