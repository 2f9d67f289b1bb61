"""Every sentence with a verdict: what a reader may conclude from a result, and what not.

The words are reviewed and tested like any other interface. Two rules hold throughout: a test that does not
reject is never reported as equality, and the choices that a verdict depends on (test, level, rule) are named.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping

from adjudge.core.catalogue import counted
from adjudge.core.signature import Signature
from adjudge.kernels.ranks.order import kendall_tau
from adjudge.ranking.result import RankedPair, RankingResult

NO_DIFFERENCE = "no difference was detected (which does not show that they are equal)"

_TESTS = {
    "rank-sum": "rank-sum test on {unit} means",
    "signed-rank": "signed-rank test on {unit} means",
    "sign": "sign test on {unit} means",
    "permutation": "permutation test that flips whole documents",
    "bootstrap": "bootstrap test over documents",
    "mixed": "test of contrasts of the mixed model",
}
_DIRECT = "sign test on the direct comparisons of the two systems, ties left out"
#: Of rankings from comparisons, which have no means of segments.
_COMPARISON_TESTS = {"sign": _DIRECT, "flips": _DIRECT, "wald": "Wald test of the difference of two strengths"}
_ALTERNATIVES = {"greater": "one-sided ", "two-sided": "two-sided ", "halved": "direction-blind, halved "}
_CORRECTIONS = {
    "none": "not corrected for the number of pairs",
    "holm": "corrected for the number of pairs (Holm)",
    "bh": "false discovery rate controlled (Benjamini-Hochberg)",
    "by": "false discovery rate controlled (Benjamini-Yekutieli)",
}
_RULES = {
    "stated": "A line stands below a system that is significantly better than every lower one.",
    "wins": (
        "A line stands below a system whose significant wins over all others, also over higher ones, equal "
        "the number of systems below it (the rule of the official WMT files)."
    ),
    "strict": "A line stands where every system above is significantly better than every system below.",
    "ranges": (
        "A line stands below a system whose range of ranks ends before the range of every lower one begins; a range "
        "holds 95% of the runs. Lines say what other seeds would give, not what other judgements would."
    ),
}


def say_names(names: Iterable[str]) -> str:
    """Names as a phrase: `A`, `A and B`, `A, B and C`."""
    *head, last = names
    return f"{', '.join(head)} and {last}" if head else last


def say_p(p: float) -> str:
    """A p-value as a phrase: `p = 0.012`, `p < 0.001`, or `p unknown` if there is none."""
    if math.isnan(p):
        return "p unknown"
    return "p < 0.001" if p < 0.001 else f"p = {p:.3f}"


def say_comparison(*, p: float, level: float) -> str:
    """The verdict on two systems.

    Args:
        p: corrected p-value.
        level: a p below it is significant.

    Example:
        >>> say_comparison(p=0.21, level=0.05)
        'no difference was detected (which does not show that they are equal)'
    """
    return f"a difference was detected ({say_p(p)})" if p < level else NO_DIFFERENCE


def say_pair(pair: RankedPair) -> str:
    """Two systems of a ranking in one sentence, with the effect as a share of segments."""
    share = f"a segment of {pair.a} scores above one of {pair.b} in {pair.effect:.0%} of cases, ties halved"
    if pair.significant:
        return f"{pair.a} is ranked above {pair.b}, and a difference was detected ({say_p(pair.p)}; {share})."
    return f"{pair.a} is ranked above {pair.b}, but {NO_DIFFERENCE} ({say_p(pair.p)}; {share})."


def say_leaders(result: RankingResult) -> str:
    """What the first cluster allows to say about the best system."""
    clusters = result.clusters()
    first = clusters[0]
    if len(clusters) == 1:
        return (
            f"No line separates the {counted(len(first), 'system')}: these judgements do not establish an "
            "order (which does not show that the systems are equal)."
        )
    if len(first) == 1:
        return f"{first[0]} stands alone in the first cluster."
    return (
        f"{say_names(first)} share the first cluster: these judgements do not establish which of them is "
        "best (which does not show that they are equal)."
    )


def say_test(signature: Signature) -> str:
    """The test behind a ranking as a phrase, from its signature; empty if the signature names none."""
    choices = dict(signature.choices)
    if "test" not in choices:
        return ""
    name, alternative = choices["test"].split(".")
    if "method" in choices:
        words = _COMPARISON_TESTS.get(name, name) + _say_dependence(choices)
    else:
        words = _TESTS.get(name, name).format(unit=choices.get("unit", "segment"))
    phrase = _ALTERNATIVES.get(alternative, "") + words
    if name in {"permutation", "bootstrap"}:
        phrase += f" ({int(choices.get('draws', 10_000)):,} draws)"
    phrase += f", level {choices.get('level', '0.05')}"  # left out of a signature where it is the usual one
    return phrase + (f", {_CORRECTIONS.get(choices['corr'], choices['corr'])}" if "corr" in choices else "")


def _say_dependence(choices: Mapping[str, str]) -> str:
    """Which votes a test of comparisons takes together, and where the errors of a model come from."""
    errors, _, draws = choices.get("errors", "").partition("-")
    cluster = choices.get("unit", "none")
    together = (
        "take votes as independent" if cluster == "none" else f"allow for votes of one {cluster} hanging together"
    )
    if errors == "bootstrap":
        drawn = "single votes" if cluster == "none" else f"whole {cluster}s"
        return f", with errors that {together} (bootstrap of {drawn}, {int(draws or 0):,} draws)"
    if errors == "model":
        return ", with the errors of the model, which takes votes as independent"
    if errors:
        return f", with errors that {together}"
    return (
        ", votes taken as independent" if cluster == "none" else f", all votes of one {cluster} changing sides together"
    )


def say_lines(signature: Signature) -> str:
    """What a line between systems means, and what its absence does not."""
    rule = _RULES.get(dict(signature.choices).get("rule", ""), "")
    return f"{rule} Within a cluster the order is not established, though single pairs may differ.".strip()


def say_departures(results: Mapping[str, RankingResult]) -> list[str]:
    """How the orders of several rankings depart from the first: Kendall's tau and the systems that move most."""
    (base_name, base), *others = results.items()
    sentences = []
    for name, result in others:
        if set(base.order()) != set(result.order()):
            sentences.append(f"{name} and {base_name} do not rank the same systems.")
            continue
        places = {system: i for i, system in enumerate(base.order())}
        moved = [(system, i - places[system]) for i, system in enumerate(result.order()) if i != places[system]]
        listed = ", ".join(f"{system} {'down' if by > 0 else 'up'} {abs(by)}" for system, by in moved[:8])
        more = f" and {len(moved) - 8} more" if len(moved) > 8 else ""
        tau = kendall_tau(base.order(), result.order())
        sentences.append(
            f"{name} against {base_name}: Kendall's tau {tau:.3f}, "
            + (f"{counted(len(moved), 'displaced system')} ({listed}{more})." if moved else "no displaced system.")
        )
    return sentences


def say_against_truth(name: str, *, swapped: int, pairs: int, kendall: float, significant: int) -> str:
    """How an order compares with the true one.

    Args:
        name: the recipe.
        swapped: pairs that it puts the other way round.
        pairs: all pairs of systems.
        kendall: Kendall's tau of the two orders.
        significant: swapped pairs that it calls significant.
    """
    if not swapped:
        return f"{name} puts all {counted(pairs, 'pair')} of systems in their true order."
    called = f"calls {significant if significant < swapped else 'all'} of them significant"
    if swapped == 1:
        called = "calls it significant" if significant else "does not call it significant"
    elif not significant:
        called = "calls none of them significant"
    return (
        f"{name} puts {swapped:,} of {counted(pairs, 'pair')} of systems the other way round "
        f"(Kendall's tau {kendall:.2f}) and {called}."
    )
