"""Sentences with a verdict: what a reader may conclude from a ranking, and what not.

The words are reviewed and tested like any other interface. Two rules hold throughout: a test that does not reject is
never reported as equality, and the choices that a verdict depends on (test, level, rule) are named.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from adjudge.core.catalogue import counted, listed
from adjudge.core.recipes.rating_tests import RATING_TESTS
from adjudge.core.registry import Named
from adjudge.planning.simulation.recovery import TruthCheck
from adjudge.ranking.corrections import CORRECTIONS
from adjudge.ranking.lines import LINE_RULES
from adjudge.ranking.orders import MovedSystem, OrderAgreement
from adjudge.ranking.result import PairwiseTest, RankingResult
from adjudge.reporting.printed_tables import printable

NOT_EQUAL: Final = "this is not evidence of equal quality"
#: Names and moves in a sentence; more of them stand in the tables.
MOST_NAMES: Final = 8

_DIRECT: Final = "sign test on the direct comparisons that are not ties"
#: Of rankings from comparisons; the tests of ratings have their words in a registry.
_COMPARISON_TESTS: Final = {
    "sign": _DIRECT,
    "flips": _DIRECT,
    "wald": "Wald test of the difference between two strengths",
    "score-flips": "sign-flip test of the difference between two strengths",
}
#: With the name of the test in braces.
_ALTERNATIVES: Final = {
    "greater": "one-sided {}",
    "two-sided": "two-sided {}",
    "halved": "{} with the two-sided p-value halved whatever the direction",
}
#: What comparisons of one unit share, as a phrase.
_SHARED: Final = {
    "document": "on the same document",
    "segment": "on the same segment",
    "ranking": "from the same ranking",
    "annotator": "by the same annotator",
}


def say_names(names: Iterable[str]) -> str:
    """Names as a phrase: `A`, `A and B`, `A, B and C`."""
    *head, last = map(printable, names)
    return f"{', '.join(head)} and {last}" if head else last


def hidden_systems(result: RankingResult) -> list[str]:
    """Systems that take no part in drawing lines; what stands beside them says nothing about them."""
    return list(result.settings.get("recipe", {}).get("clusters", {}).get("hide", ()))


def say_leaders(result: RankingResult) -> str:
    """What the first cluster allows to say about the best system; hidden ones have no part in it."""
    clusters, hidden = result.clusters(), hidden_systems(result)
    first = [name for name in clusters[0] if name not in hidden] or clusters[0]
    separated = sum(pair.significant for pair in result.pairs)
    if len(clusters) == 1 and separated:
        return (
            f"No line separates the {counted(len(first), 'system')}, because none is significantly better than all "
            f"systems below it; {separated:,} of {counted(len(result.pairs), 'pair')} differ significantly."
        )
    if len(clusters) == 1:
        return (
            f"No line separates the {counted(len(first), 'system')}: these judgements do not establish an order "
            f"({NOT_EQUAL})."
        )
    if len(first) == 1:
        return f"{printable(first[0])} is alone in the first cluster."
    names = say_names(first) if len(first) <= MOST_NAMES else listed(list(map(printable, first)), MOST_NAMES)
    return f"{names} share the first cluster: these judgements do not establish which of them is best ({NOT_EQUAL})."


def say_unit(unit: str) -> str:
    """Comparisons of one unit, as a phrase: `comparisons on the same document`."""
    return f"comparisons {_SHARED.get(unit, f'of the same {unit}')}"


def _say_dependence(test: PairwiseTest) -> str:
    shared = "comparisons treated as independent"
    if test.unit is not None:
        shared = f"{say_unit(test.unit)} treated as dependent"
    return f"{shared}, tastes of annotators allowed for" if test.second_unit == "annotator" else shared


def say_test(result: RankingResult) -> str:
    """The test of the pairs, as a phrase."""
    test = result.test
    if result.kind == "comparisons":
        name = f"{_COMPARISON_TESTS.get(test.name, test.name)}, {_say_errors(test)}"
        draws = f"{test.draws:,} draws, " if test.draws and test.name == "score-flips" else ""
    else:
        name = _title(RATING_TESTS, test.name).format(unit=test.unit)
        draws = f"{test.draws:,} draws, " if test.draws else ""
    correction = _title(CORRECTIONS, test.correction)
    whole = _ALTERNATIVES.get(test.alternative, "{}").format(name)
    return f"{whole} ({draws}significance level {test.level:g}, {correction})"


def _say_errors(test: PairwiseTest) -> str:
    """Which comparisons a test treats as dependent, and where the standard errors of a model come from."""
    dependent = _say_dependence(test)
    if test.errors is None or test.name == "score-flips":
        return dependent
    source = "standard errors of the model" if test.errors == "model" else "robust standard errors"
    if test.errors == "bootstrap":
        drawn = "single comparisons" if test.unit is None else f"whole {test.unit}s"
        source = f"standard errors from a bootstrap of {drawn} ({counted(test.draws or 0, 'draw')})"
    return f"{source}, {dependent}"


def _title(known: Mapping[str, Named], name: str) -> str:
    """The reviewed words for a name; a name that another version wrote stands for itself."""
    return known[name].title if name in known else name


def say_lines(result: RankingResult) -> str:
    """What a line between systems means, and what its absence does not."""
    rule = _title(LINE_RULES, result.line_rule)
    return (
        f"Lines separate clusters: {rule}. The order within a cluster is not established, although single pairs may "
        "differ significantly."
    )


def say_agreement(agreement: OrderAgreement) -> str:
    """How the second of two orders departs from the first: Kendall's tau and the systems that move most."""
    a, b = printable(agreement.a), printable(agreement.b)
    if agreement.kendall is None:
        return f"{b} and {a} do not rank the same systems."
    moved = sorted(agreement.moved, key=lambda one: -abs(one.place_b - one.place_a))
    said = f"{b} compared with {a}: Kendall's tau {agreement.kendall:.3f}, "
    if not moved:
        return f"{said}no system moves."
    moves = listed([_say_move(one) for one in moved], MOST_NAMES)
    return f"{said}{counted(len(moved), 'system moves/systems move')} ({moves})."


def _say_move(moved: MovedSystem) -> str:
    return f"{printable(moved.system)} from {moved.place_a} to {moved.place_b}"


def say_departures(agreements: Sequence[OrderAgreement]) -> list[str]:
    """How the orders of several rankings depart from the first.

    Args:
        agreements: of every two of them.
    """
    return [say_agreement(one) for one in agreements if one.a == agreements[0].a]


def say_against_truth(name: str, check: TruthCheck) -> str:
    """How an order compares with the true one.

    Args:
        name: the recipe.
        check: the comparison.
    """
    swapped, pairs = len(check.swapped), counted(check.pairs, "pair")
    if not swapped:
        return f"{name} puts all {pairs} of systems in their true order."
    called = f"calls {check.significant if check.significant < swapped else 'all'} of them significant"
    if swapped == 1:
        called = "calls it significant" if check.significant else "does not call it significant"
    elif not check.significant:
        called = "calls none of them significant"
    return (
        f"{name} puts {swapped:,} of {pairs} of systems in the wrong order (Kendall's tau {check.kendall:.2f}) and "
        f"{called}."
    )
