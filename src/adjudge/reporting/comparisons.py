"""Rankings from comparisons as tables: what an order contradicts, whom systems met, and how methods agree."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from typing import Any

from adjudge.auditing.agreement import AgreementResult
from adjudge.kernels.ranks.order import kendall_tau, spearman_rho
from adjudge.ranking.comparisons.result import ComparisonRankingResult
from adjudge.ranking.result import RankingResult
from adjudge.reporting.tables import Heading, PrintedTable, number, printable

_SYSTEM = Heading("system", "text")


def violations_table(result: ComparisonRankingResult) -> PrintedTable:
    """Majorities that the order contradicts."""
    headings = (
        Heading("ranked above", "text", "the system that the order puts first"),
        Heading("although preferred", "text", "the system that was preferred more often"),
        Heading("weight", meaning="of the contradicted majority"),
    )
    rows = [(printable(v.loser), printable(v.winner), f"{v.weight:g}") for v in result.tournament.violations]
    return PrintedTable(headings, tuple(rows))


def packing_table(result: ComparisonRankingResult) -> PrintedTable:
    """Cycles that share no weight: every order contradicts at least their sum."""
    headings = (Heading("cycle", "text", "each is preferred to the next, the last to the first"), Heading("weight"))
    packing = result.optimum.packing if result.optimum else ()
    rows = [(" > ".join(printable(name) for name in row.cycle), f"{row.weight:g}") for row in packing]
    return PrintedTable(headings, tuple(rows))


def opponents_table(result: ComparisonRankingResult) -> PrintedTable:
    """Whom each system met, in rank order."""
    headings = (
        _SYSTEM,
        Heading("comparisons", meaning="without the reference"),
        Heading("opponents", meaning="systems it met"),
        Heading("tied", meaning="share of its comparisons that are ties"),
        Heading("won", meaning="share of its decided comparisons that it won"),
        Heading("met", meaning="the same share of its opponents, weighted by meetings"),
        Heading("even", meaning="the same if it had met all equally often"),
        Heading("common", meaning="share won, meaned over opponents that all systems met"),
    )
    rows = [
        (
            printable(row.system),
            f"{row.comparisons:,}",
            str(row.opponents),
            number(row.tied, 3),
            number(row.won, 3),
            number(row.met, 3),
            number(row.even, 3),
            number(row.common, 3),
        )
        for row in result.opponents
    ]
    return PrintedTable(headings, tuple(rows))


def compared_pairs_table(result: ComparisonRankingResult) -> PrintedTable:
    """Every pair in rank order, with its direct comparisons."""
    headings = (
        Heading("higher", "text", "the higher ranked system"),
        Heading("lower", "text", "the lower ranked system"),
        Heading("met", meaning="direct comparisons"),
        Heading("tied", meaning="share of them that are ties"),
        Heading("share", meaning="share of them that the higher one won, ties halved"),
        Heading("difference", meaning="of the scores"),
        Heading("p", meaning="corrected"),
    )
    rows = [
        (
            printable(pair.a),
            printable(pair.b),
            f"{pair.meetings:g}",
            number(pair.tied, 3),
            number(pair.effect, 3),
            number(pair.difference, 3),
            ("*" if pair.significant else "") + (f"{pair.p:.3f}" if pair.p >= 0.001 else "<.001"),
        )
        for pair in result.pairs
    ]
    return PrintedTable(headings, tuple(rows))


def compare_methods(results: Mapping[str, ComparisonRankingResult]) -> dict[str, Any]:
    """What each order contradicts, and how every two orders agree, as plain data."""
    costs = {name: result.tournament.cost for name, result in results.items()}
    return {"cost": costs, "agreement": agreement_of_orders(results)}


def agreement_of_orders(results: Mapping[str, RankingResult]) -> list[dict[str, Any]]:
    """Spearman and Kendall of every two orders of the same systems; None if the systems differ."""
    orders = {name: result.order() for name, result in results.items()}
    rows = []
    for a, b in combinations(orders, 2):
        alike = set(orders[a]) == set(orders[b])
        both = (spearman_rho(orders[a], orders[b]), kendall_tau(orders[a], orders[b])) if alike else (None, None)
        rows.append({"a": a, "b": b, "spearman": both[0], "kendall": both[1]})
    return rows


def methods_table(results: Mapping[str, ComparisonRankingResult]) -> PrintedTable:
    """One row per method: what its order contradicts, and Spearman and Kendall with every other one."""
    compared = compare_methods(results)
    found = {(row["a"], row["b"]): row for row in compared["agreement"]}
    names = list(results)
    headings = [
        Heading("method", "text"),
        Heading("contradicted", meaning="weight of the majorities that the order contradicts"),
        Heading("pairs", meaning="number of these majorities"),
        *(Heading(printable(name), "text", "Spearman / Kendall") for name in names[1:]),
    ]
    rows = []
    for i, (name, result) in enumerate(results.items()):
        cells = []
        for j, other in enumerate(names[1:], 1):
            row = found.get((name, other)) if i < j else None
            cells.append("" if row is None else f"{number(row['spearman'], 2)} / {number(row['kendall'], 2)}")
        violations = result.tournament.violations
        rows.append((printable(name), f"{result.tournament.cost:g}", str(len(violations)), *cells))
    return PrintedTable(tuple(headings), tuple(rows))


def line_shares_table(result: ComparisonRankingResult) -> PrintedTable:
    """How likely another execution of TrueSkill is to draw each line; empty for other methods."""
    headings = (Heading("below", "text"), Heading("line"), Heading("share", meaning="of executions with other seeds"))
    shares = (
        []
        if result.line_shares is None
        else list(zip(result.systems, result.systems[1:], result.line_shares, strict=False))
    )
    rows = [
        (printable(system.system), "yes" if below.cluster > system.cluster else "no", number(share, 2))
        for system, below, share in shares
    ]
    return PrintedTable(headings, tuple(rows))


def agreement_table(result: AgreementResult) -> PrintedTable:
    """Agreement of annotators, one row per form and kind."""
    headings = (
        Heading("form", "text", "how it is counted"),
        Heading("between", "text", "annotators (inter), or one annotator twice (intra)"),
        Heading("observed", meaning="share of comparable pairs of judgements that agree"),
        Heading("chance", meaning="expected agreement of random judgements"),
        Heading("kappa"),
        Heading("agree"),
        Heading("comparable"),
        Heading("ties"),
        Heading("judgements"),
    )
    rows = [
        (
            row.form,
            row.between,
            *(number(value, 3) for value in (row.observed, row.expected, row.kappa)),
            *(f"{value:,}" for value in (row.agree, row.comparable, row.ties, row.total)),
        )
        for row in result.rows
    ]
    return PrintedTable(headings, tuple(rows))


def strengths_table(result: ComparisonRankingResult) -> PrintedTable:
    """Parameters of a model in rank order; empty if there is none."""
    headings = (_SYSTEM, Heading("strength"), Heading("error"), Heading("low", meaning="95%"), Heading("high"))
    rows = [
        (printable(row.system), *(number(value, 3) for value in (row.strength, row.error, row.low, row.high)))
        for row in (result.model.strengths if result.model else ())
    ]
    return PrintedTable(headings, tuple(rows))
