"""The certificate of a plan as tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from adjudge.core.catalogue import figure
from adjudge.planning.certificate.parts import Precision, ShareRow
from adjudge.planning.certificate.result import Certificate
from adjudge.planning.certificate.work_time import GOALS
from adjudge.reporting.printed_tables import MISSING, Heading, PrintedTable, number, printable

_SHOWN: Final = {True: "kept", False: "broken"}


def rules_table(result: Certificate) -> PrintedTable:
    """Every rule, with what the plan has and what is allowed; broken ones first."""
    headings = (
        Heading("rule", "text", "its name, as in the explanation of the certificate"),
        Heading("asks that", "text", "what the rule asks for"),
        Heading("value", meaning="what the plan has"),
        Heading("limit", "text", "what is allowed"),
        Heading("verdict", "text", "whether the plan keeps it"),
        Heading("code", "text", "of the finding if it is broken"),
    )
    rows = [
        (row.rule, row.title, figure(row.value), f"at {row.bound} {figure(row.limit)}", _SHOWN[row.ok], row.code)
        for row in sorted(result.rules, key=lambda row: row.ok)
    ]
    return PrintedTable(headings, tuple(rows))


def not_checked_table(result: Certificate) -> PrintedTable:
    """Rules that do not apply to the plan."""
    headings = (Heading("rule", "text", "its name"), Heading("needs", "text", "what the plan would have to have"))
    return PrintedTable(headings, tuple((row.rule, row.needs) for row in result.not_checked))


def coverage_table(result: Certificate) -> PrintedTable:
    """What is judged of every system."""
    headings = (
        Heading("system", "text", "the system"),
        Heading("documents", meaning="with a judgement; all parts of one are one document"),
        Heading("texts", meaning="documents, snippets, parts or segments that are shown at once"),
        Heading("whole", meaning="texts with all their segments judged"),
        Heading("segments", meaning="distinct segments that are judged"),
        Heading("share", meaning="of all planned segments"),
        Heading("judgements", meaning="of them, repeated ones too"),
        Heading("per output", meaning="judgements / segments"),
    )
    rows = [
        (
            printable(row.system),
            f"{row.documents:,}",
            f"{row.units:,}",
            f"{row.whole_units:,}",
            f"{row.segments:,}",
            f"{100 * row.share:.1f}%",
            f"{row.judgements:,}",
            number(row.judgements / row.segments, 2) if row.segments else MISSING,
        )
        for row in result.coverage
    ]
    return PrintedTable(headings, tuple(rows))


def least_balanced(rows: Sequence[ShareRow], most: int | None = None) -> Sequence[ShareRow]:
    """Sessions or annotators, those farthest from equal shares first."""
    return sorted(rows, key=lambda row: -row.apart)[:most]


def shares_table(rows: Sequence[ShareRow], unit: str) -> PrintedTable:
    """How far sessions or annotators are from equal shares of the systems.

    Args:
        rows: of sessions or annotators.
        unit: `session` or `annotator`.
    """
    headings = (
        Heading(unit, "text", f"the {unit}"),
        Heading("documents", meaning="showings that count, once for each system in them"),
        Heading("segments", meaning="outputs that count"),
        Heading("systems", meaning="that occur"),
        Heading("apart", meaning="largest distance of a system's documents from an equal share"),
        Heading("in segments", meaning="the same in segments"),
    )
    cells = [
        (
            printable(row.name),
            f"{row.documents:,}",
            f"{row.segments:,}",
            f"{row.systems:,}",
            number(row.apart, 2),
            number(row.apart_segments, 1),
        )
        for row in rows
    ]
    return PrintedTable(headings, tuple(cells))


def work_table(result: Certificate) -> PrintedTable:
    """Time and cost of every annotator, the most work first, and of all together."""
    headings = (
        Heading("annotator", "text", "who judges"),
        Heading("sessions", meaning="of the annotator"),
        Heading("items", meaning="all that is judged, control items too"),
        Heading("minutes", meaning="they take"),
        Heading("hours", meaning="the same in hours"),
        Heading("of", meaning="hours that the annotator has"),
        Heading(
            f"cost in {result.currency}" if result.currency else "cost", meaning="hours times the price of an hour"
        ),
    )
    rows = [
        (
            printable(row.name),
            f"{row.sessions:,}",
            f"{row.items:,}",
            f"{row.minutes:,.0f}",
            number(row.minutes / 60, 1),
            number(row.hours_given, 1),
            _money(row.cost),
        )
        for row in sorted(result.annotator_work, key=lambda row: -row.minutes)
    ]
    hours_given = [row.hours_given for row in result.annotator_work if row.hours_given is not None]
    total = (
        "all",
        f"{result.sessions:,}",
        f"{result.items:,}",
        f"{60 * result.hours:,.0f}",
        number(result.hours, 1),
        number(sum(hours_given) if hours_given else None, 1),
        _money(result.cost),
    )
    return PrintedTable(headings, (*rows, total), frozenset({len(rows)}))


def sessions_time_table(result: Certificate) -> PrintedTable:
    """Items, time and cost of every session, in their order."""
    headings = (
        Heading("session", "text", "the session"),
        Heading("annotator", "text", "who judges it"),
        Heading("items", meaning="all that is judged"),
        Heading("minutes", meaning="they take"),
        Heading(
            f"cost in {result.currency}" if result.currency else "cost", meaning="hours times the price of an hour"
        ),
    )
    rows = [
        (
            printable(row.name),
            printable(row.annotator or MISSING),
            f"{row.items:,}",
            number(row.minutes, 0),
            _money(row.cost),
        )
        for row in result.session_work
    ]
    return PrintedTable(headings, tuple(rows))


def waves_table(result: Certificate) -> PrintedTable:
    """Every wave, and what there is at its end; the last two columns only if precision is told."""
    columns = 12 if result.precision is not None else 10
    price = f"cost in {result.currency}" if result.currency else "cost"
    headings = (
        Heading("wave", meaning="in their order"),
        Heading("documents", meaning="that are judged in it"),
        Heading("texts", meaning="documents, snippets, parts or segments that are shown at once"),
        Heading("judgements", meaning="that count"),
        Heading("hours", meaning="they take, control items, calibration and tutorial too"),
        Heading(price, meaning="hours times the price of an hour"),
        Heading("documents so far", meaning="in this wave or before, like all that follows"),
        Heading("judgements so far", meaning="that count"),
        Heading("hours so far", meaning="they take"),
        Heading("cost so far", meaning="of them"),
        Heading("standard error", meaning="of a difference of two systems, points"),
        Heading("smallest", meaning="difference found with power .8, all pairs considered, points"),
    )
    rows = [
        (
            f"{row.wave:,}",
            f"{row.documents:,}",
            f"{row.texts:,}",
            f"{row.judgements:,}",
            f"{row.hours:,.1f}",
            _money(row.cost),
            f"{row.documents_so_far:,}",
            f"{row.judgements_so_far:,}",
            f"{row.hours_so_far:,.1f}",
            _money(row.cost_so_far),
            number(row.standard_error, 2),
            number(row.smallest, 1),
        )[:columns]
        for row in result.waves
    ]
    return PrintedTable(headings[:columns], tuple(rows))


def pairs_table(result: Certificate) -> PrintedTable:
    """Votes on every two systems, the fewest first."""
    headings = (
        Heading("system", "text", "one of the two"),
        Heading("other", "text", "the other one"),
        Heading("votes", meaning="items that show both"),
        Heading("segments", meaning="distinct segments that these are of"),
    )
    rows = [
        (printable(row.a), printable(row.b), f"{row.votes:,}", f"{row.texts:,}")
        for row in sorted(result.pairs, key=lambda row: (row.votes, row.texts))
    ]
    return PrintedTable(headings, tuple(rows))


def goals_table(result: Certificate) -> PrintedTable:
    """What every goal consumes; goals without items are left out."""
    headings = (
        Heading("goal", "text", "what items are for"),
        Heading("by", "text", "which items these are"),
        Heading("items", meaning="judged for it"),
        Heading("minutes", meaning="they take"),
        Heading("share", meaning="of all minutes"),
        Heading(f"cost in {result.currency}" if result.currency else "cost", meaning="of them"),
    )
    rows = [
        (
            row.goal,
            GOALS[row.goal],
            f"{row.items:,}",
            f"{row.minutes:,.0f}",
            f"{100 * row.share:.1f}%",
            _money(row.cost),
        )
        for row in result.goals
        if row.items
    ]
    return PrintedTable(headings, tuple(rows))


def precision_table(found: Precision) -> PrintedTable:
    """What the plan will find, one figure to a line."""
    headings = (Heading("figure", "text", "what is told"), Heading("value", meaning="of the plan"))
    rows = (
        ("standard error of a difference of two systems, points", f"{found.standard_error:.2f}"),
        ("the same of the pair that is estimated worst", f"{found.largest_error:.2f}"),
        ("half width of its 95% interval, points", number(found.half_width, 1)),
        ("half width of intervals that hold for all pairs at once", number(found.adjusted_half_width, 1)),
        ("smallest difference found with power .8, one pair", _points(found.smallest_unadjusted)),
        ("smallest difference found with power .8, all pairs considered", _points(found.smallest)),
        (f"distance of neighbours if systems spread evenly over {found.width:g} points", number(found.step, 1)),
        ("chance to separate two neighbours, one pair", _share(found.power_unadjusted)),
        ("chance to separate two neighbours, all pairs considered", _share(found.power)),
    )
    return PrintedTable(headings, rows)


def _points(difference: float | None) -> str:
    return MISSING if difference is None else number(difference, 1)


def _share(power: float | None) -> str:
    return MISSING if power is None else f"{power:.0%}"


def _money(cost: float | None) -> str:
    return MISSING if cost is None else f"{cost:,.2f}"
