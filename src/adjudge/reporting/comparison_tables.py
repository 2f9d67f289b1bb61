"""Rankings from comparisons as tables: what an order contradicts, the opponents of a system, how methods agree."""

from __future__ import annotations

from collections.abc import Mapping

from adjudge.ranking.comparisons.result import ComparisonRankingResult
from adjudge.ranking.orders import AnyRanking, OrderAgreement, Rankings, systems_above_lines
from adjudge.reporting.comparison_wording import say_weight
from adjudge.reporting.printed_tables import Heading, PrintedTable, number, printable, starred_p

_SYSTEM = Heading("system", "text")


def violations_table(result: ComparisonRankingResult) -> PrintedTable:
    """Majorities that the order contradicts."""
    headings = (
        Heading("ranked above", "text", "the higher ranked system"),
        Heading("although preferred", "text", "the lower ranked system, which was preferred more often"),
        Heading("weight", meaning="of the contradicted majority"),
    )
    rows = [(printable(v.loser), printable(v.winner), say_weight(v.weight)) for v in result.tournament.violations]
    return PrintedTable(headings, tuple(rows))


def cycles_table(result: ComparisonRankingResult) -> PrintedTable:
    """Groups of systems that beat each other in cycles, each with a shortest cycle."""
    headings = (
        Heading("systems", "text", "every order of these systems contradicts a majority"),
        Heading("shortest cycle", "text", "each system is preferred to the next, and the last to the first"),
    )
    found = result.tournament
    rows = [
        (", ".join(map(printable, group)), _cycle(cycle))
        for group, cycle in zip(found.groups, found.cycles, strict=True)
    ]
    return PrintedTable(headings, tuple(rows))


def packing_table(result: ComparisonRankingResult) -> PrintedTable:
    """The certificate: edge-disjoint cycles; every order contradicts at least the sum of their weights."""
    headings = (
        Heading("cycle", "text", "each system is preferred to the next, and the last to the first"),
        Heading("weight", meaning="that every order contradicts in this cycle"),
    )
    packing = result.optimum.packing if result.optimum else ()
    return PrintedTable(headings, tuple((_cycle(row.cycle), say_weight(row.weight)) for row in packing))


def _cycle(cycle: tuple[str, ...]) -> str:
    return " > ".join(printable(name) for name in (*cycle, cycle[0]))


def opponents_table(result: ComparisonRankingResult) -> PrintedTable:
    """The opponents of each system, in rank order."""
    headings = (
        _SYSTEM,
        Heading("comparisons", meaning="without the reference"),
        Heading("opponents", meaning="other systems it was compared with"),
        Heading("tied", meaning="share of its comparisons that are ties"),
        Heading("won", meaning="share of its decided comparisons that it won"),
        Heading("met", meaning="the same share of its opponents, weighted by comparisons"),
        Heading("even", meaning="the same if it had been compared with all systems equally often"),
        Heading("common", meaning="mean share won against opponents that every system has"),
    )
    rows = [
        (
            printable(row.system),
            f"{row.comparisons:,}",
            str(row.opponents),
            *(number(share, 3) for share in (row.tied, row.won, row.met, row.even, row.common)),
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
        Heading("share", meaning="share of them that the higher system won, a tie is half a win"),
        Heading("difference", meaning="of the scores"),
        Heading("p", meaning="corrected p-value; a star marks a significant difference"),
    )
    rows = [
        (
            printable(pair.a),
            printable(pair.b),
            f"{pair.meetings or 0:,g}",
            *(number(value, 3) for value in (pair.tied, pair.effect, pair.difference)),
            starred_p(pair.p, significant=pair.significant),
        )
        for pair in result.pairs
    ]
    return PrintedTable(headings, tuple(rows))


def methods_table(results: Mapping[str, ComparisonRankingResult]) -> PrintedTable:
    """What the order of each method contradicts."""
    headings = (
        Heading("method", "text"),
        Heading("contradicted", meaning="weight of the majorities that the order contradicts"),
        Heading("pairs", meaning="number of these majorities"),
    )
    rows = [
        (printable(name), say_weight(result.tournament.cost), str(len(result.tournament.violations)))
        for name, result in results.items()
    ]
    return PrintedTable(headings, tuple(rows))


def agreement_of_orders_table(results: Rankings[AnyRanking]) -> PrintedTable:
    """One row per ranking, with Spearman and Kendall of its order and every other one."""
    found = {(row.a, row.b): row for row in results.agreements}
    names = list(results)
    headings = (
        Heading("ranking", "text"),
        *(Heading(printable(name), meaning="Spearman / Kendall", is_name=True) for name in names[1:]),
    )
    rows = [(printable(a), *(_agreement(found.get((a, b))) for b in names[1:])) for a in names]
    return PrintedTable(headings, tuple(rows))


def _agreement(row: OrderAgreement | None) -> str:
    return "" if row is None else f"{number(row.spearman, 2)} / {number(row.kendall, 2)}"


def line_shares_table(result: ComparisonRankingResult) -> PrintedTable:
    """How likely another execution of TrueSkill is to draw each line; empty for other methods."""
    headings = (
        Heading("below", "text", "the system above the line"),
        Heading("line", "text", "whether this execution draws it"),
        Heading("share", meaning="of executions with other seeds that draw it"),
    )
    ends = systems_above_lines(result)
    rows = [
        (printable(system.system), "yes" if system.system in ends else "no", number(share, 2))
        for system, share in list(zip(result.systems, result.line_shares or (), strict=False))[:-1]
    ]
    return PrintedTable(headings, tuple(rows))


def strengths_table(result: ComparisonRankingResult) -> PrintedTable:
    """Parameters of a model in rank order; empty if there is none."""
    headings = (
        _SYSTEM,
        Heading("strength", meaning="on the logit scale, with mean zero"),
        Heading("error", meaning="standard error"),
        Heading("low", meaning="lower end of the 95% confidence interval"),
        Heading("high", meaning="upper end"),
    )
    rows = [
        (printable(row.system), *(number(value, 3) for value in (row.strength, row.error, row.low, row.high)))
        for row in (result.model.strengths if result.model else ())
    ]
    return PrintedTable(headings, tuple(rows))
