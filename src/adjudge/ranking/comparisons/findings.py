"""What a reader of a ranking from comparisons should know; the sentences are in the catalogue.

Findings about the data list names in alphabetical order, so that they are the same whatever the method.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
import polars as pl

from adjudge.core.findings import Finding
from adjudge.kernels.ranks.order import kendall_tau
from adjudge.ranking.catalogue import FALSE_DISCOVERIES, FEW_UNITS, UNSETTLED
from adjudge.ranking.comparisons import catalogue
from adjudge.ranking.comparisons.dependence import Dependence
from adjudge.ranking.comparisons.evidence.tournament import Majorities
from adjudge.ranking.comparisons.method import Method
from adjudge.ranking.comparisons.methods.finite_fit import connected_groups, name_groups
from adjudge.ranking.comparisons.ordering import Ordering
from adjudge.ranking.comparisons.pair_tests import PairTests
from adjudge.ranking.comparisons.result import Opponents, Tournament
from adjudge.ranking.comparisons.tally import Tally
from adjudge.ranking.pooling import pooled

#: Opponents of two systems whose shares of wins differ by this much are not alike (a choice, not a test).
UNLIKE_OPPONENTS: Final = 0.05
#: A pair that ties this much more often than all pairs do, in standard errors.
_MANY_TIES = 4.0
#: An annotator gave too much if it is more than this share, and so many times the median, of three annotators or more.
LARGE_SHARE: Final = 0.25
MANY_TIMES: Final = 5.0
FEWEST_TO_COMPARE: Final = 3
#: With fewer units the sandwich and the bootstrap are too narrow (Cameron and Miller 2015 speak of 20 to 50).
_FEW_UNITS = 30


def of_files(frame: pl.DataFrame) -> list[Finding]:
    """Comparisons of several files, domains, criteria or scopes are ranked together, but not silently."""
    findings = pooled(frame, ("domain", "criterion", "scope"))
    if "collection" not in frame.columns or frame["collection"].n_unique() < 2:
        return findings
    sides = pl.concat([frame.select("collection", system=side) for side in ("system_a", "system_b")])
    held = {
        str(name): set(rows["system"].unique()) for (name,), rows in sides.group_by("collection", maintain_order=True)
    }
    shared, total = set.intersection(*held.values()), set.union(*held.values())
    # Files with the same systems are one campaign, or as good as one.
    several = catalogue.SEVERAL_FILES(
        severity="note" if shared == total else "warning",
        files=list(held),
        shared=len(shared),
        _n=len(held),
        _total=len(total),
    )
    return [*findings, several]


def of_tally(tally: Tally) -> list[Finding]:
    """Weights, and systems that no chain of comparisons links: no method can order them against each other."""
    findings = []
    weight = tally.votes.weight if tally.votes else None
    if weight is not None:
        findings.append(catalogue.WEIGHTED(low=float(weight.min()), high=float(weight.max())))
    groups = connected_groups(tally)
    if len(groups) > 1:
        findings.append(catalogue.UNCONNECTED(parts=groups, _n=len(groups), _groups=name_groups(groups)))
    return findings


def of_reference(tally: Tally, method: Method) -> list[Finding]:
    """Whether comparisons with the reference count.

    Args:
        tally: comparisons with the reference.
        method: which may have it as an opponent.
    """
    if tally.reference is None:
        return []
    met = int(tally.meetings[tally.systems.index(tally.reference)].sum())
    entry = catalogue.COUNTED_REFERENCE if method.reference_is_opponent else catalogue.LEFT_OUT_REFERENCE
    return [entry(comparisons=met, reference=tally.reference)]


def of_majorities(majorities: Majorities, direct: PairTests | None) -> list[Finding]:
    """Cycles, and pairs that were never compared.

    Args:
        majorities: between the systems.
        direct: tests on direct comparisons, which tell whether a cycle is more than chance; None without cycles.
    """
    names, findings = majorities.systems, []
    supported = direct is not None and direct.has_cycle()
    for group, cycle in zip(majorities.groups, majorities.cycles, strict=True):
        around = [names[i] for i in cycle]
        beats = [f"{a} beats {b}" for a, b in zip(around, [*around[1:], around[0]], strict=True)]
        findings.append(
            catalogue.CYCLE(
                group=[names[i] for i in group],
                cycle=around,
                weakest=majorities.weakest(cycle),
                supported=supported,
                _n=len(group),
                _cycle=f"{', '.join(beats[:-1])} and {beats[-1]}",
            )
        )
    if majorities.never_met:
        findings.append(catalogue.NEVER_MET(pairs=majorities.never_met))
    return findings


def of_tournament(tournament: Tournament, order: Sequence[str], ordering: Ordering) -> list[Finding]:
    """What the order contradicts, and a winner that it misses.

    Args:
        tournament: the majorities, and what the order contradicts.
        order: systems from best to worst.
        ordering: what the method handed over.
    """
    findings, best = [], tournament.condorcet
    if tournament.acyclic and not tournament.never_met:
        entry = catalogue.NO_CYCLE_BUT_MISSED if tournament.cost else catalogue.NO_CYCLE
        findings.append(entry(winner=best))
    if best is not None and best != order[0]:
        findings.append(catalogue.MISSED_WINNER(winner=best, first=order[0]))
    if tournament.violations:
        worst = max(tournament.violations, key=lambda violation: violation.weight)
        entry = catalogue.CONTRADICTIONS
        if ordering.optimum is not None:
            proven = ordering.optimum.proven
            entry = catalogue.LEAST_CONTRADICTIONS if proven else catalogue.UNPROVEN_CONTRADICTIONS
        findings.append(
            entry(
                cost=tournament.cost,
                total=tournament.total,
                violations=len(tournament.violations),
                _winner=worst.winner,
                _loser=worst.loser,
                _weight=worst.weight,
            )
        )
    return findings


def of_tests(tests: PairTests, order: Sequence[int], names: Sequence[str], dependence: Dependence) -> list[Finding]:
    """Pairs whose test favours the lower ranked system, and what the tests cannot say."""
    return [*_against(tests, order, names), *_limits(tests, dependence)]


def _limits(tests: PairTests, dependence: Dependence) -> list[Finding]:
    facts, units = tests.facts, dependence.units
    findings = []
    least = 2.0 ** (1 - units) if units else 0.0
    if facts.unit and facts.name != "wald" and least >= facts.level:
        needed = int(np.floor(1 - np.log2(facts.level))) + 1
        findings.append(FEW_UNITS(units=units, level=facts.level, _unit=facts.unit, _least=least, _needed=needed))
    if facts.unit and facts.name == "wald" and units < _FEW_UNITS:
        findings.append(catalogue.FEW_UNITS_FOR_ERRORS(units=units, _unit=facts.unit, _few=_FEW_UNITS))
    if tests.unsettled:
        findings.append(UNSETTLED(pairs=tests.unsettled, level=facts.level, draws=facts.draws or 0))
    if facts.correction == "bh":
        findings.append(FALSE_DISCOVERIES(significant=int(tests.beats.sum()), _share=facts.level))
    return findings


def of_annotators(tally: Tally) -> list[Finding]:
    """Annotators who gave far more comparisons than others."""
    votes = tally.votes
    who = None if votes is None else votes.units("annotator")
    if votes is None or who is None:
        return []
    given = np.bincount(who, votes.weight)
    share, times = float(given.max() / given.sum()), float(given.max() / np.median(given))
    if len(given) < FEWEST_TO_COMPARE or share <= LARGE_SHARE or times <= MANY_TIMES:
        return []
    name = str(votes.frame["annotator"][int((who == given.argmax()).argmax())])
    return [catalogue.UNEQUAL_ANNOTATORS(annotator=name, share=share, times=times, annotators=len(given))]


def _against(tests: PairTests, order: Sequence[int], names: Sequence[str]) -> list[Finding]:
    against = np.nonzero(np.triu(tests.beats[np.ix_(order, order)].T, 1))
    pairs = [[names[order[lower]], names[order[higher]]] for higher, lower in zip(*against, strict=True)]
    return [catalogue.AGAINST_THE_DIRECT_TEST(pairs=pairs)] if pairs else []


def of_opponents(opponents: Sequence[Opponents], order: Sequence[str]) -> list[Finding]:
    """Systems that met stronger or weaker opponents than others, and what common opponents say (P11).

    Args:
        opponents: of each system, in alphabetical order.
        order: systems from best to worst.
    """
    hardest, easiest = (pick(opponents, key=lambda row: row.met - row.even) for pick in (max, min))
    hard, easy = hardest.met - hardest.even, easiest.met - easiest.even
    if hard - easy < UNLIKE_OPPONENTS:
        return []
    common = {row.system: row.common for row in opponents if row.common is not None}
    agreement: dict[str, Any] = {}
    if len(common) == len(order):
        by_common = sorted(common, key=lambda name: (-common[name], name))
        agreement["kendall"] = kendall_tau(list(order), by_common)
    return [
        catalogue.OPPONENTS_DIFFER(
            hardest=hard,
            easiest=easy,
            _hard=hardest.system,
            _easy=easiest.system,
            _hard_points=100 * hard,
            _easy_points=100 * easy,
            **agreement,
        )
    ]


def of_ties(tally: Tally) -> list[Finding]:
    """Pairs that tie far more often than the others: similar outputs, which some scores reward (P12)."""
    pairs = np.triu_indices(len(tally.systems), 1)
    met, ties = tally.meetings[pairs], tally.ties[pairs]
    rate = float(ties.sum() / met.sum())
    if not rate:
        return []
    share = np.divide(ties, met, out=np.zeros(len(met)), where=met > 0)
    error = np.sqrt(rate * (1 - rate) / np.where(met > 0, met, np.inf))
    often = np.flatnonzero(share - rate > _MANY_TIES * error) if rate < 1 else np.array([], dtype=np.intp)
    often = often[np.argsort(-share[often], kind="stable")]
    named = [[tally.systems[pairs[0][i]], tally.systems[pairs[1][i]], float(share[i])] for i in often]
    listed = [f"{a} and {b} ({tied:.0%})" for a, b, tied in named]
    entry = catalogue.TIED_OFTEN if named else catalogue.TIES
    return [entry(rate=rate, pairs=named, _n=len(named), _pairs=listed)]
