"""Sentences about rankings from comparisons: the method, what its order contradicts, and what it leaves open."""

from __future__ import annotations

from typing import Final

from adjudge.auditing.agreement import AgreementResult
from adjudge.core.catalogue import counted
from adjudge.ranking.comparisons.registry import METHODS
from adjudge.ranking.comparisons.result import ComparisonRankingResult, Optimum
from adjudge.reporting.places import cycles

#: With fewer pairs the standard error of observed agreement can exceed .05 (binomial, at one half).
ENOUGH_PAIRS: Final = 100

_ARCS: Final = {
    "net": "wins minus losses",
    "normalised": "twice wins minus losses, over the comparisons of the pair",
}
_REFERENCE: Final = {
    "left-out": " Comparisons with the reference are left out.",
    "opponent": " Comparisons with the reference count for the order, but not for N.",
}


def say_method(result: ComparisonRankingResult) -> str:
    """The method in words, which votes it takes as dependent, and what became of the reference."""
    method, choices = METHODS[result.method], dict(result.signature.choices)
    runs = f" Mean of {int(choices['runs']):,} random runs." if "runs" in choices else ""
    reference = _REFERENCE.get(choices.get("reference", ""), "")
    return f"Order by {method.name}: {method.title} ({method.source}).{runs}{_dependence(result)}{reference}"


def _dependence(result: ComparisonRankingResult) -> str:
    model = result.model
    if model is None or model.unit is None:
        return ""  # the words about the test say what it takes together
    return f" Votes of one {model.unit} are taken as dependent ({counted(model.units, 'unit')})."


def say_contradicted(result: ComparisonRankingResult) -> str:
    """The weight that the order contradicts and, of an exact order, whether it is proven and the only one."""
    found = result.tournament
    if not found.violations:
        return "The order contradicts no majority." + (_others(result.optimum) if result.optimum else "")
    said = (
        f"The order contradicts a weight of {_weight(found.cost)} of {_weight(found.total)}, in "
        f"{counted(len(found.violations), 'pair')} (the majority of a pair weighs {_ARCS[found.arcs]})."
    )
    if result.optimum is None:
        return said
    return said + _proof(result.optimum, found.cost) + _others(result.optimum) + _cycles(result)


def _proof(optimum: Optimum, cost: float) -> str:
    if optimum.proven:
        return " Proven: no order contradicts less."
    gap = f"{1 - optimum.bound / cost:.1%}"
    return f" Not proven to be the least: every order contradicts {_weight(optimum.bound)} or more (gap {gap})."


def _others(optimum: Optimum) -> str:
    """How many orders are as good, if that was looked for."""
    if not optimum.proven:
        return ""
    if optimum.optimal_orders == 1:
        return " It is the only such order."
    shared = (
        " Systems that share places stand in an arbitrary order."
        if any(low < high for low, high in optimum.places or ())
        else ""
    )
    unknown = " Which places are arbitrary was not decided." if optimum.places is None else ""
    if optimum.optimal_orders is None:
        return f" Whether it is the only such order was not counted.{shared}{unknown}"
    return f" It is one of {optimum.optimal_orders:,} such orders.{shared}{unknown}"


def _cycles(result: ComparisonRankingResult) -> str:
    numbers = cycles(result)
    if not numbers:
        return ""
    found = f"{counted(len(numbers), 'system')} in {counted(max(numbers.values()), 'cycle')}"
    return f" Systems of one cycle beat each other in turn: no order of them is without contradiction ({found})."


def _weight(weight: float) -> str:
    return f"{round(weight, 2):,.12g}"


def say_few_judged_twice(result: AgreementResult) -> str:
    """A warning if so few judgements can be compared that agreement says little; empty if there are enough."""
    rows = {"different annotators": result.row("inter"), "annotators with themselves": result.row("intra")}
    few = [f"{who} ({row.comparable:,})" for who, row in rows.items() if 0 < row.comparable < ENOUGH_PAIRS]
    if not few:
        return ""
    return f"Fewer than {ENOUGH_PAIRS} pairs of judgements, too few to say: {', '.join(few)}."
