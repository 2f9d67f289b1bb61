"""What the sections of a page show: figures, tables and sentences of each ranking, ready for the templates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from adjudge.core.catalogue import counted
from adjudge.planning.simulation.recovery import SwappedPair, Truth
from adjudge.ranking.comparisons.result import ComparisonRankingResult
from adjudge.ranking.orders import AnyRanking, Rankings
from adjudge.ranking.result import RankingResult
from adjudge.reporting import comparison_tables as tables
from adjudge.reporting.captions import caption
from adjudge.reporting.charts.bump import Place, bump_chart, places
from adjudge.reporting.charts.drawing import drawn_width
from adjudge.reporting.charts.pairs import MOST_SYSTEMS
from adjudge.reporting.charts.scores import score_chart, strength_chart
from adjudge.reporting.comparison_wording import say_contradicted, say_weight
from adjudge.reporting.figures import CaptionedTable, Figure, figure, pair_figure
from adjudge.reporting.printed_tables import PrintedTable, number
from adjudge.reporting.ranking_tables import compare_rankings, intervals_table, ranking_table
from adjudge.reporting.recovery_tables import recovery_table, say_campaigns
from adjudge.reporting.wording import say_against_truth, say_departures, say_leaders, say_names

#: Of a table that may be as long as the number of pairs.
MOST_ROWS: Final = 25
#: Pixels; a wider chart of orders would have to be scrolled beside the sentences about it.
WIDEST_BESIDE_TEXT: Final = 830

_INTERVALS: Final = (
    "The bar around a score is the 95% confidence interval of the system's distance from the mean of all systems; "
    "two systems whose bars overlap may still differ significantly."
)


@dataclass(frozen=True)
class RankingSection:
    """One ranking.

    Args:
        id: unique in the page.
        name: of its recipe or method.
        verdict: what the first cluster allows to say.
        caption: what numbers and lines mean.
        signature: every choice, version and seed.
        table: the ranking.
        chart: scores or strengths; None if the order has none.
        numbers: the numbers of the chart, where the table does not hold them.
        line_shares: how often lines come back, of TrueSkill only.
        contradicted: what the order contradicts; empty for ratings.
        contradictions: tables behind it.
        pairs: heat table of p-values; None if there are too many systems.
    """

    id: str
    name: str
    verdict: str
    caption: str
    signature: str
    table: CaptionedTable
    chart: Figure | None
    numbers: CaptionedTable | None
    line_shares: CaptionedTable | None
    contradicted: str
    contradictions: list[CaptionedTable]
    pairs: Figure | None


@dataclass(frozen=True)
class CheckedRanking:
    """How one ranking departs from the truth.

    Args:
        name: of its recipe or method.
        sentence: the departure in words.
        swapped: pairs in the wrong order.
    """

    name: str
    sentence: str
    swapped: Sequence[SwappedPair]


@dataclass(frozen=True)
class SideBySide:
    """Several orders of the same systems.

    Args:
        known: whether the true order is one of them.
        chart: lines from order to order.
        ranks: rank and range of ranks under each.
        agreement: Spearman and Kendall of every two rankings, and what each contradicts; empty for a single one.
        departures: how each ranking departs from the first, in words.
        checks: how each ranking departs from the truth.
        note: what a reader must not conclude.
        recoveries: what each recipe found in several campaigns of this kind; None if there was one only.
        wide: whether the chart needs the whole width of the page.
    """

    known: bool
    chart: Figure
    ranks: CaptionedTable
    agreement: list[CaptionedTable]
    departures: list[str]
    checks: list[CheckedRanking]
    note: str
    recoveries: CaptionedTable | None
    wide: bool


def ranking_section(index: int, name: str, result: RankingResult, truth: Truth | None) -> RankingSection:
    """All that the page shows of one ranking."""
    key = f"ranking-{index}"
    compared = result if isinstance(result, ComparisonRankingResult) else None
    shares = tables.line_shares_table(compared) if compared else None
    return RankingSection(
        id=key,
        name=name,
        verdict=say_leaders(result),
        caption=caption(result, contradicted=False),
        signature=str(result.signature),
        table=CaptionedTable(f"{key}-table", _about(result), ranking_table(result)),
        chart=_chart(index, name, result, truth),
        numbers=_numbers(key, result, truth),
        line_shares=_unless_empty(f"{key}-lines", "Share of executions with other seeds that draw each line.", shares),
        contradicted=say_contradicted(compared) if compared else "",
        contradictions=_contradictions(key, compared) if compared else [],
        pairs=_pairs(index, name, result),
    )


def _about(result: RankingResult) -> str:
    """What the table of a ranking shows; it speaks of lines only if there are any."""
    lines = "Lines separate clusters." if len(result.clusters()) > 1 else "No line is drawn."
    return f"Systems in rank order. {lines}"


def _chart(index: int, name: str, result: RankingResult, truth: Truth | None) -> Figure | None:
    """Strengths with intervals if there is a model, else scores if there are any."""
    first, last = result.systems[0], result.systems[-1]
    if first.score is None:
        return None
    model = result.model if isinstance(result, ComparisonRankingResult) else None
    known = any(system.score_low is not None for system in result.systems)
    what = "Scores" if model is None else "Strengths with 95% confidence intervals"
    intervals = f" {_INTERVALS}" if model is None and known else ""
    spec = (
        score_chart(result, truth=truth.quality if truth else None) if model is None else strength_chart(result, model)
    )
    described = (
        f"{counted(len(result.systems), 'system')} in {counted(len(result.clusters()), 'cluster')}, from "
        f"{first.system} ({number(first.score, 3)}) down to {last.system} ({number(last.score, 3)})."
    )
    clusters = " Bands and lines show the clusters." if len(result.clusters()) > 1 else ""
    return figure(
        spec,
        name=f"scores-{index}",
        title=f"{what} by {name}",
        caption=f"{what} in rank order.{intervals}{clusters}",
        description=f"{described}{intervals}",
    )


def _numbers(key: str, result: RankingResult, truth: Truth | None) -> CaptionedTable | None:
    """The table behind the chart, where the ranking does not hold its numbers."""
    if isinstance(result, ComparisonRankingResult) and result.model is not None:
        strengths = tables.strengths_table(result)
        return _unless_empty(f"{key}-strengths", "Strengths with 95% confidence intervals.", strengths)
    scores = intervals_table(result, truth=truth.quality if truth else None)
    return _unless_empty(f"{key}-scores", "Scores as drawn.", scores)


def _pairs(index: int, name: str, result: RankingResult) -> Figure | None:
    if not 2 <= len(result.systems) <= MOST_SYSTEMS:
        return None
    separated = sum(pair.significant for pair in result.pairs)
    of_all = f"{separated} of {counted(len(result.pairs), 'pair')}"
    said = f"Ranking by {name}: the higher-ranked system is significantly better in {of_all}."
    return pair_figure(result, name=f"pairs-{index}", title=f"p-values of all pairs by {name}", caption=said)


def say_without_pairs() -> str:
    """Why the table of pairs is left out."""
    return f"The table of pairs is left out for more than {MOST_SYSTEMS} systems; the result as JSON holds every pair."


def _contradictions(key: str, result: ComparisonRankingResult) -> list[CaptionedTable]:
    bound = say_weight(result.optimum.packing_bound) if result.optimum else ""
    said = {
        "violations": "Majorities that the order contradicts.",
        "cycles": "Systems that beat each other in cycles.",
        "certificate": (
            f"Certificate: edge-disjoint cycles. Every order contradicts at least the sum of their weights, {bound}."
        ),
    }
    made = {
        "violations": tables.violations_table(result),
        "cycles": tables.cycles_table(result),
        "certificate": tables.packing_table(result),
    }
    found = [_unless_empty(f"{key}-{name}", said[name], made[name], most=MOST_ROWS) for name in said]
    return [table for table in found if table is not None]


def opponents_section(results: Mapping[str, RankingResult]) -> CaptionedTable | None:
    """The opponents of each system, the same for all rankings of the same comparisons."""
    first = next(iter(results.values()))
    if not isinstance(first, ComparisonRankingResult):
        return None
    return _unless_empty("opponents-table", "Opponents of each system, in rank order.", tables.opponents_table(first))


def side_by_side(results: Rankings[AnyRanking], truth: Truth | None) -> SideBySide | None:
    """Rankings against the truth, or against each other; None if there is one order only."""
    orders: dict[str, Sequence[Place]] = {name: places(result) for name, result in results.items()}
    if truth is not None:
        orders = {"truth": [Place(name, i) for i, name in enumerate(truth.quality, 1)], **orders}
    if len(orders) == 1:
        return None
    spec = bump_chart(orders)
    described = "One line for each system; the table of ranks holds the same numbers."
    base = "their true places" if truth else f"their places in the ranking by {next(iter(results))}"
    caption = f"A bar marks the end of a cluster. Triangles mark systems above (▲) or below (▼) {base}."
    ranks = compare_rankings(results, truth=None if truth is None else list(truth.quality))
    title = f"Ranks by {say_names(orders)}"
    chart = figure(spec, name="orders", title=title, caption=caption, description=described)
    return SideBySide(
        known=truth is not None,
        chart=chart,
        ranks=CaptionedTable("ranks", "Rank of each system, with the range of ranks left open.", ranks),
        agreement=_agreement(results),
        departures=say_departures(results.agreements),
        checks=[
            CheckedRanking(name, say_against_truth(name, check), check.swapped)
            for name, check in (truth.checks if truth else {}).items()
        ],
        note=truth.note if truth else "",
        recoveries=_recoveries(truth),
        wide=drawn_width(chart.markup()) > WIDEST_BESIDE_TEXT,
    )


def _recoveries(truth: Truth | None) -> CaptionedTable | None:
    if truth is None or not truth.recoveries:
        return None
    said = f"In {say_campaigns(truth.recoveries)}."
    return CaptionedTable("recoveries", said, recovery_table(truth.recoveries))


def _agreement(results: Rankings[AnyRanking]) -> list[CaptionedTable]:
    """How the orders agree and, of comparisons, what each contradicts."""
    if len(results) == 1:
        return []
    said = "Spearman's rho / Kendall's tau of every two orders."
    agreement = CaptionedTable("agreement", said, tables.agreement_of_orders_table(results))
    compared = {name: result for name, result in results.items() if isinstance(result, ComparisonRankingResult)}
    if not compared:
        return [agreement]
    return [agreement, CaptionedTable("contradicted", "What each order contradicts.", tables.methods_table(compared))]


def _unless_empty(
    key: str, caption: str, table: PrintedTable | None, *, most: int | None = None
) -> CaptionedTable | None:
    """A table under its caption, if it has rows; `most` cuts it."""
    if table is None or not table.rows:
        return None
    return CaptionedTable(key, caption, table, most)
