"""One self-contained HTML page about two rankings that were compared, or several pairs of them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from adjudge.ranking.comparing.result import ComparedSystem, RankingComparisonResult
from adjudge.ranking.comparing.several import RankingComparisons
from adjudge.reporting.audits.page import AuditSection, audit_page
from adjudge.reporting.charts.bump import Place, bump_chart
from adjudge.reporting.comparing import tables
from adjudge.reporting.figures import CaptionedTable, Figure, figure
from adjudge.reporting.printed_tables import PrintedTable

#: Of tables that may be as long as the number of pairs.
MOST_ROWS: Final = 60

_SINGLE: Final = (
    "The same ratings, with single choices of the other side. What choices do together is not the sum of this."
)
_NO_CONTRADICTION: Final = (
    "The order within a cluster is not established: systems that change places within one are no contradiction. A "
    "contradiction is a pair that both rankings separate, in opposite directions."
)


def comparison_page(
    result: RankingComparisonResult | RankingComparisons, *, source: str, commands: Sequence[str] = ()
) -> str:
    """A page with the two orders side by side, and what differs behind them.

    Args:
        result: one comparison, or several by name.
        source: the two files.
        commands: what to type to get the same page again.

    Returns:
        HTML without references to anything outside of it.
    """
    if isinstance(result, RankingComparisonResult):
        sections, facts = _sections(result, ""), _facts(result)
        lede = f"A is {tables.say_side(result.a)}. B is {tables.say_side(result.b)}. {result.summary()}"
    else:
        overview = CaptionedTable("rankings", "Rankings of the same name.", tables.rankings_table(result))
        sections = [AuditSection("All rankings", tables=(overview,))]
        sections += [part for i, one in enumerate(result.items(), 1) for part in _sections(one[1], one[0], f"-{i}")]
        facts = {"rankings": f"{len(result):,}", "different": f"{sum(one.differs for one in result.values()):,}"}
        lede = f"{source}: {result.summary()}"
    return audit_page(
        result, title="Two rankings compared", lede=lede, facts=facts, sections=sections, commands=commands
    )


def _facts(result: RankingComparisonResult) -> dict[str, str]:
    changed = sum(line.change != "kept" for line in result.lines)
    lines = {"lines lost or gained": f"{changed:,}"} if result.lines_known else {}
    return {
        "systems in both": f"{len(result.common):,}",
        "Kendall's tau": f"{result.kendall:.3f}",
        "moved": f"{len(result.moved):,}",
        **lines,
        "contradictions": f"{result.turned.contradicted:,}",
    }


def _sections(result: RankingComparisonResult, name: str, suffix: str = "") -> list[AuditSection]:
    """The sections of one comparison; headings name the ranking where there are several."""

    def table(key: str, caption: str, cells: PrintedTable, most: int | None = MOST_ROWS) -> tuple[CaptionedTable, ...]:
        return (CaptionedTable(f"{key}{suffix}", caption, cells, most=most),) if cells.rows else ()

    moved = AuditSection(
        f"{name}: what moved" if name else "What moved",
        _NO_CONTRADICTION,
        figures=(_orders(result, suffix),),
        tables=(
            *table("systems", "Systems in the order of A, with the lines of A.", tables.systems_table(result), None),
            *table("lines", "Lines. A line is the set of systems above it.", tables.lines_table(result)),
            *table("pairs", "Pairs that the rankings judge differently.", tables.pairs_table(result)),
        ),
    )
    reasons = (
        *table("sides", "The two rankings.", tables.sides_table(result)),
        *table("choices", "Choices that differ.", tables.choices_table(result)),
        *table("single", _SINGLE, tables.single_choices_table(result)),
    )
    heading = f"{name}: what differs behind them" if name else "What differs behind them"
    return [moved, AuditSection(heading, tables=reasons)]


def _orders(result: RankingComparisonResult, suffix: str) -> Figure:
    """The two orders of the systems in both, side by side."""
    told_apart = "source" if result.a.source != result.b.source else "name"
    orders = {
        f"A: {getattr(result.a, told_apart)}": _places(result.common, "a"),
        f"B: {getattr(result.b, told_apart)}": _places(result.common, "b"),
    }
    caption = (
        "Places in A and B among the systems in both. A bar marks the end of a cluster; colours and triangles mark "
        "systems above or below their place in A."
    )
    return figure(bump_chart(orders), name=f"orders{suffix}", title="The two orders", caption=caption)


def _places(systems: Sequence[ComparedSystem], side: str) -> list[Place]:
    rows = sorted((getattr(row, f"place_{side}"), row.system, getattr(row, f"cluster_{side}")) for row in systems)
    ends = {first[0] for first, second in pairwise(rows) if first[2] != second[2]}
    return [Place(system, place, place in ends) for place, system, _ in rows]
