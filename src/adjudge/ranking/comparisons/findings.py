"""What a reader of a ranking from comparisons should know, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import polars as pl
from numpy.typing import NDArray

from adjudge.core.catalogue import counted
from adjudge.core.findings import Finding, Severity
from adjudge.kernels.ranks.order import kendall_tau
from adjudge.ranking.comparisons.finite_fit import parts_that_meet, say_parts
from adjudge.ranking.comparisons.result import Opponents, Optimum, Tournament
from adjudge.ranking.comparisons.tally import Tally
from adjudge.ranking.ratings.findings import pooled
from adjudge.ranking.result import RankedPair

#: Opponents of two systems whose shares of wins differ by this much are not alike (a choice, not a test).
_UNLIKE_OPPONENTS = 0.05
#: A pair that ties this much more often than all pairs do, in standard errors.
_MANY_TIES = 4.0


def of_reference(tally: Tally, method: str) -> list[Finding]:
    """Whether comparisons with the reference count."""
    if tally.reference is None:
        return []
    met = int(tally.meetings[tally.systems.index(tally.reference)].sum())
    what = (
        "count, because the official score has it as an opponent; who met it more often stands lower"
        if method == "wmt-official"
        else "are left out"
    )
    text = f"{counted(met, 'comparison')} with the reference {tally.reference} {what}."
    return [Finding("AJ302", "note", text, {"comparisons": met}, "Lopez 2012, section 3")]


def of_weights(ranked: Tally) -> list[Finding]:
    """Weights change what counts, not how many votes there are."""
    if ranked.votes is None or ranked.votes.weight is None:
        return []
    low, high = float(ranked.votes.weight.min()), float(ranked.votes.weight.max())
    text = f"Comparisons carry weights from {low:g} to {high:g}; tests and errors take each as one vote of that weight."
    return [Finding("AJ319", "note", text, {"low": low, "high": high})]


def of_parts(ranked: Tally) -> list[Finding]:
    """Systems that no chain of comparisons links cannot be ordered against each other by any method."""
    parts = parts_that_meet(ranked)
    if len(parts) < 2:
        return []
    text = (
        f"The comparisons fall into {len(parts)} parts that never meet ({say_parts(parts)}). Nothing is known about "
        "the order of systems of different parts; the one shown is arbitrary."
    )
    return [Finding("AJ308", "warning", text, {"parts": parts}, todo="collect comparisons between them: next-pairs")]


def against_the_order(systems: Sequence[str], beats: NDArray[np.bool_]) -> list[Finding]:
    """Pairs whose test favours the lower ranked system."""
    against = [[systems[j], systems[i]] for i, j in zip(*np.nonzero(np.triu(beats.T, 1)), strict=True)]
    if not against:
        return []
    listed = ", ".join(f"{a} over {b}" for a, b in against[:3]) + (", ..." if len(against) > 3 else "")
    text = f"The lower ranked system is significantly better in {counted(len(against), 'pair')}: {listed}."
    return [Finding("AJ211", "warning", text, {"pairs": against}, "Lopez 2012, section 5.1")]


def of_files(frame: pl.DataFrame) -> list[Finding]:
    """Comparisons of several files, criteria or scopes are ranked as one only with a word."""
    findings = pooled(frame, ("domain", "criterion", "scope"))
    if "collection" not in frame.columns or frame["collection"].n_unique() < 2:
        return findings
    sides = pl.concat([frame.select("collection", system=side) for side in ("system_a", "system_b")])
    held = {
        str(name): set(rows["system"].unique()) for (name,), rows in sides.group_by("collection", maintain_order=True)
    }
    shared = set.intersection(*held.values())
    text = (
        f"Comparisons of {len(held)} files are ranked as one; {len(shared)} of "
        f"{counted(len(set.union(*held.values())), 'system')} are in all of them."
    )
    numbers = {"files": list(held), "shared": len(shared)}
    todo = "rank them apart unless they belong to one campaign"
    return [*findings, Finding("AJ317", "warning", text, numbers, todo=todo)]


def of_tournament(
    tournament: Tournament,
    order: Sequence[str],
    *,
    exact: bool,
    supported: bool,
    weights: Mapping[tuple[str, str], float],
) -> list[Finding]:
    """Cycles, a winner that the order misses, and what the order contradicts.

    Args:
        tournament: the majorities.
        order: systems from best to worst.
        exact: whether the order is that of the exact search.
        supported: whether some cycle consists of significant majorities.
        weights: of the majorities, by winner and loser.
    """
    findings = [
        _cycle(group, cycle, weights, supported=supported)
        for group, cycle in zip(tournament.groups, tournament.cycles, strict=True)
    ]
    findings += _order_exists(tournament)
    best = tournament.condorcet
    if best is not None and best != order[0]:
        text = f"{best} beats every other system in direct comparison, but the order begins with {order[0]}."
        findings.append(Finding("AJ304", "warning", text, {"winner": best, "first": order[0]}, "Lopez 2012, 5.1"))
    if tournament.violations:
        worst = max(tournament.violations, key=lambda violation: violation.weight)
        pairs, subject = counted(len(tournament.violations), "pair"), "Even this" if exact else "The"
        text = (
            f"{subject} order contradicts the majority in {pairs}, by a weight of {tournament.cost:g} of "
            f"{tournament.total:g}; most: {worst.winner} over {worst.loser} ({worst.weight:g})."
        )
        numbers = {"cost": tournament.cost, "total": tournament.total, "violations": len(tournament.violations)}
        todo = None if exact else "adjudge rank --method mfas finds the order that contradicts least"
        findings.append(Finding("AJ305", "warning", text, numbers, "Lopez 2012, section 5.2", todo))
    if tournament.never_met:
        text = f"{counted(tournament.never_met, 'pair')} of systems never met in direct comparison."
        findings.append(Finding("AJ308", "warning", text, {"pairs": tournament.never_met}))
    return findings


def _cycle(
    group: tuple[str, ...], cycle: tuple[str, ...], weights: Mapping[tuple[str, str], float], *, supported: bool
) -> Finding:
    told = " over ".join([*cycle, cycle[0]])
    weakest = min(weights[pair] for pair in zip(cycle, [*cycle[1:], cycle[0]], strict=True))
    text = (
        f"These {len(group)} systems cannot be put in order: {_listed(group)}. Majorities prefer {told}, the weakest "
        f"of them by {weakest:g}. "
    )
    text += (
        "Some cycle consists of significant majorities."
        if supported
        else "No cycle consists of significant majorities: more judgements may dissolve them."
    )
    numbers = {"group": list(group), "cycle": list(cycle), "weakest": weakest, "supported": supported}
    return Finding("AJ303", "warning", text, numbers, "Lopez 2012, section 5.1")


def _order_exists(tournament: Tournament) -> list[Finding]:
    if not tournament.acyclic or tournament.never_met:
        return []
    best = tournament.condorcet
    text = "The majorities have no cycle: an order exists that contradicts none of them" + (
        ", this one." if not tournament.cost else "; this is another one."
    )
    text += f" {best} beats every other system." if best is not None else ""
    return [Finding("AJ318", "note", text, {"winner": best}, "Lopez 2012, section 5.1")]


def _listed(names: Sequence[str], most: int = 8) -> str:
    """Names as a list; a long one says how many more there are."""
    return ", ".join(names) if len(names) <= most + 2 else f"{', '.join(names[:most])} and {len(names) - most} more"


def of_optimum(optimum: Optimum, cost: float) -> list[Finding]:
    """Whether the exact order is proven, and whether it is the only one."""
    if not optimum.proven:
        text = (
            f"Not proven to be the best within {optimum.time_limit:g} s: it contradicts {cost:g}, and no order "
            f"contradicts less than {optimum.bound:g} (gap {1 - optimum.bound / cost:.1%})."
        )
        gap = {"cost": cost, "bound": optimum.bound}
        return [Finding("AJ307", "warning", text, gap, todo="give it more time: --time-limit SECONDS")]
    pairs = [place for place in optimum.places or () if place[0] < place[1]]
    arbitrary = f" {len(pairs)} systems have other places in other optimal orders." if pairs else ""
    counted = optimum.optimal_orders
    if counted is None:
        text = f"Proven to be optimal; other optimal orders were not counted (too many systems, or no time).{arbitrary}"
    elif counted == 1:
        return [Finding("AJ306", "note", "Proven to be the only optimal order.", {"orders": 1})]
    else:
        text = f"One of {counted:,} orders that contradict equally little.{arbitrary}"
    numbers: dict[str, object] = {"orders": counted, "arbitrary": [list(pair) for pair in pairs]}
    severity: Severity = "warning" if pairs else "note"
    return [Finding("AJ306", severity, text, numbers, "Lopez 2012, section 5", "print the places as shared")]


def of_opponents(opponents: Sequence[Opponents], order: Sequence[str]) -> list[Finding]:
    """Systems that met stronger or weaker opponents than others, and what common opponents say (P11)."""
    hardest, easiest = (pick(opponents, key=lambda row: row.met - row.even) for pick in (max, min))
    hard, easy = hardest.met - hardest.even, easiest.met - easiest.even
    if hard - easy < _UNLIKE_OPPONENTS:
        return []
    text = (
        f"Opponents differ: compared with all other systems, those of {hardest.system} won {100 * hard:+.1f} points of "
        f"their decided comparisons, those of {easiest.system} {100 * easy:+.1f}; shares of wins favour the latter."
    )
    numbers: dict[str, object] = {"hardest": hard, "easiest": easy}
    common = {row.system: row.common for row in opponents if row.common is not None}
    if len(common) == len(order):
        by_common = sorted(common, key=lambda name: (-common[name], name))
        numbers["kendall"] = kendall_tau(list(order), by_common)
        text += f" The order by opponents that all systems met agrees with Kendall's tau {numbers['kendall']:.2f}."
    return [Finding("AJ309", "note", text, numbers, "Lopez 2012, section 3", "adjudge rank --opponents shows all")]


def of_ties(pairs: Sequence[RankedPair]) -> list[Finding]:
    """Pairs that tie far more often than the others: similar outputs, which some scores reward (P12)."""
    met = [pair for pair in pairs if pair.meetings]
    total = sum(pair.meetings or 0 for pair in met)
    rate = sum((pair.meetings or 0) * (pair.tied or 0) for pair in met) / total
    if not rate:
        return []
    error = [np.sqrt(rate * (1 - rate) / (pair.meetings or 1)) for pair in met]
    many = [pair for pair, se in zip(met, error, strict=True) if se and ((pair.tied or 0) - rate) / se > _MANY_TIES]
    many.sort(key=lambda pair: -(pair.tied or 0))
    text = f"{rate:.0%} of all comparisons are ties."
    if many:
        listed = ", ".join(f"{pair.a} and {pair.b} ({pair.tied:.0%})" for pair in many[:3])
        text += f" {counted(len(many), 'pair')} far more often: {listed}; scores that reward ties favour such systems."
    numbers = {"rate": rate, "pairs": [[pair.a, pair.b, pair.tied] for pair in many]}
    return [Finding("AJ310", "warning" if many else "note", text, numbers, "Lopez 2012, section 3")]
