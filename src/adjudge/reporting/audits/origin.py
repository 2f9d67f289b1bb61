"""Forward against reverse created text as tables and as a page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from adjudge.auditing.origin.agreement import DirectionAgreement
from adjudge.auditing.origin.difference import SystemDifference
from adjudge.auditing.origin.result import OriginResult
from adjudge.ranking.result import RankedSystem
from adjudge.reporting.audits.page import AuditSection, audit_page
from adjudge.reporting.charts.directions import gain_chart, scatter_chart
from adjudge.reporting.figures import CaptionedTable, figure
from adjudge.reporting.printed_tables import (
    MISSING,
    Heading,
    PrintedTable,
    decimals_of,
    number,
    printable,
    starred_p,
    whole,
)

#: Title of each ranking.
TITLES: Final = {
    "forward": "Forward: text first written in the source language",
    "reverse": "Reverse: text first written in the target language",
    "both": "Both together",
}
_LEVEL: Final = 0.05


def direction_table(systems: Sequence[RankedSystem]) -> PrintedTable:
    """The ranking of one direction, with lines between clusters."""
    raws = [system.raw for system in systems if system.raw is not None]
    digits = decimals_of(raws)
    standardised = any(system.z is not None for system in systems)
    headings = [
        Heading("rank", meaning="place in the order"),
        Heading("system", "text"),
        Heading("raw", meaning="mean raw score"),
        *([Heading("z", meaning="mean standardised score")] if standardised else []),
        Heading("score", meaning="what systems are ranked by"),
        Heading("n", meaning="distinct segments"),
        Heading("N", meaning="judgements"),
    ]
    rows = [
        (
            str(system.rank),
            printable(system.system),
            number(system.raw, digits),
            *([number(system.z, 3)] if standardised else []),
            number(system.score, 3),
            whole(system.n),
            f"{system.judgements:,}",
        )
        for system in systems
    ]
    lines = [i for i in range(1, len(systems)) if systems[i].cluster != systems[i - 1].cluster]
    return PrintedTable(tuple(headings), tuple(rows), frozenset(lines))


def differences_table(differences: Sequence[SystemDifference]) -> PrintedTable:
    """Reverse - forward of every system."""
    digits = decimals_of([value for one in differences for value in (one.forward, one.reverse)])
    headings = (
        Heading("system", "text"),
        Heading("forward", meaning="mean score on forward created text"),
        Heading("reverse", meaning="mean score on reverse created text"),
        Heading("difference", meaning="reverse - forward"),
        Heading("95% interval", "range", "documents as the unit"),
        Heading("p", meaning="two-sided; a star if below .05, not corrected for the number of systems"),
    )
    rows = [
        (
            printable(one.system),
            *(number(value, digits) for value in (one.forward, one.reverse, one.difference)),
            MISSING if one.low is None else f"{number(one.low, digits)} to {number(one.high, digits)}",
            MISSING if one.p is None else starred_p(one.p, significant=one.p < _LEVEL),
        )
        for one in differences
    ]
    return PrintedTable(headings, tuple(rows))


def direction_agreement_table(result: OriginResult) -> PrintedTable:
    """Correlations of forward and reverse scores, of people and of every metric."""
    headings = (
        Heading("scores", "text"),
        *(
            heading
            for name in ("Pearson", "Spearman", "Kendall")
            for heading in (Heading(name), Heading("95% interval", "range", name=f"{name.lower()}_interval"))
        ),
        Heading("systems"),
    )
    named = [("human", result.agreement), *((one.metric, one.agreement) for one in result.metrics)]
    return PrintedTable(headings, tuple((printable(name), *_cells(agreement)) for name, agreement in named))


def _cells(agreement: DirectionAgreement) -> list[str]:
    cells = []
    for name in ("pearson", "spearman", "kendall"):
        interval = agreement.intervals[name]
        cells.append(number(getattr(agreement, name), 3))
        cells.append(MISSING if interval is None else f"{interval[0]:.3f} to {interval[1]:.3f}")
    return [*cells, str(agreement.systems)]


def origin_page(result: OriginResult, *, source: str, commands: Sequence[str] = ()) -> str:
    """A page with the three rankings, the difference of every system, and the agreement of the directions.

    Args:
        result: of `adjudge.origin`.
        source: the files.
        commands: what to type to get the same page again.
    """
    facts = {name: f"{n:,}" for name, n in result.rows.items() if n or name != "other"}
    return audit_page(
        result,
        title="Forward against reverse created text",
        lede=f"{result.summary()} From {source}.",
        facts={f"{name} ratings": n for name, n in facts.items()},
        sections=origin_sections(result),
        commands=commands,
    )


def origin_sections(result: OriginResult) -> list[AuditSection]:
    """Three rankings, the difference of every system, and the agreement of the directions."""
    rankings = [
        CaptionedTable(name, f"{title}.", direction_table(getattr(result, name))) for name, title in TITLES.items()
    ]
    agreement = CaptionedTable(
        "agreement", "Correlations of forward and reverse scores.", direction_agreement_table(result)
    )
    return [
        AuditSection("Rankings by origin", text=_LINES, tables=tuple(rankings)),
        _differences("human scores", "human", result.differences),
        *(_differences(one.metric, f"metric-{i}", one.systems) for i, one in enumerate(result.metrics, 1)),
        AuditSection("Agreement of the directions", tables=(agreement,)),
    ]


_LINES: Final = "A line stands between clusters. Scores were standardised by all rows, whatever their origin."


def _differences(noun: str, name: str, differences: Sequence[SystemDifference]) -> AuditSection:
    """Both charts and the table of one kind of score."""
    gains = figure(
        gain_chart(differences),
        name=f"{name}-gains",
        title=f"Reverse - forward by system, {noun}",
        caption="Mean on reverse - mean on forward created text. Right of the dashed line reverse created text scores "
        "higher; systems that lie at different places gain differently.",
    )
    scatter = figure(
        scatter_chart(differences),
        name=f"{name}-scatter",
        title=f"Forward against reverse means, {noun}",
        caption="On the line both means are equal. A system that is higher to the right but lower above than another "
        "changes places with it.",
    )
    table = CaptionedTable(f"{name}-table", f"Reverse - forward, {noun}.", differences_table(differences))
    return AuditSection(f"Difference by system: {noun}", figures=(gains, scatter), tables=(table,))
