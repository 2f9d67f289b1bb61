"""The certificate of a plan as a page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from adjudge.core.catalogue import counted
from adjudge.planning.certificate.parts import Precision, ShareRow
from adjudge.planning.certificate.result import Certificate
from adjudge.reporting.audits.page import AuditSection, audit_page
from adjudge.reporting.certificate import tables
from adjudge.reporting.charts.heatmap import MOST_COLUMNS
from adjudge.reporting.figures import CaptionedTable, Figure, heat_figure
from adjudge.reporting.printed_tables import MISSING

#: Sessions or annotators in a picture: those farthest from equal shares.
MOST_LINES: Final = 60
_LISTED: Final = 10
#: The scale of counts ends no earlier, so that its parts are whole numbers.
_FEWEST_SHADES: Final = 6.0
_MOST_SESSIONS: Final = 60
_FOUND: Final = "What the plan will find"


def certificate_page(result: Certificate, *, commands: Sequence[str] = ()) -> str:
    """A page with verdict, rules, heat maps, coverage, time and cost, precision and findings.

    Args:
        result: a certificate.
        commands: what to type to get the same page again.
    """
    facts = {
        "rules kept": f"{len(result.rules) - len(result.broken)} of {len(result.rules)}",
        "systems": f"{result.systems:,}",
        "annotators": f"{result.annotators:,}" if result.annotators else MISSING,
        "sessions": f"{result.sessions:,}",
        **({"comparisons": f"{result.comparisons:,}"} if result.comparisons else {}),
        "judgements": f"{result.judgements:,}",
        "hours": f"{result.hours:,.1f}",
        "efficiency": f"{result.efficiency:.2f}",
    }
    if result.cost is not None:
        facts[f"{result.currency}"] = f"{result.cost:,.0f}"
    return audit_page(
        result,
        sections=certificate_sections(result),
        title=f"Certificate of {result.settings['campaign']}",
        lede=result.summary(),
        facts=facts,
        commands=commands,
    )


def certificate_sections(result: Certificate) -> list[AuditSection]:
    """What the page shows, in the order in which it is to be read."""
    sections = [_rules(result), *_shares(result), _meetings(result), *_pairs(result), _coverage(result), _work(result)]
    sections += [*_waves(result), _goals(result)]
    if result.precision is not None:
        sections.append(_precision(result.precision))
    elif result.no_precision is not None:
        sections.append(AuditSection(_FOUND, result.no_precision))
    return sections


def _rules(result: Certificate) -> AuditSection:
    shown = [CaptionedTable("rules", "Rules, broken ones first.", tables.rules_table(result))]
    if result.not_checked:
        shown.append(CaptionedTable("not-checked", "Rules that do not apply.", tables.not_checked_table(result)))
    return AuditSection(
        "Rules",
        "Every rule has a limit with a source, or is called our choice. What to do about a broken rule stands under "
        "Findings.",
        tables=tuple(shown),
    )


def _shares(result: Certificate) -> list[AuditSection]:
    sections = [
        AuditSection(
            "Systems in sessions",
            _room(result),
            figures=_heat(result.session_shares, "session"),
            tables=(_least(result.session_shares, "session"),),
        )
    ]
    if result.annotator_shares:
        told = "Where everybody judges every system equally often, leniency cancels out."
        if result.comparisons:
            told = "Outputs that are compared have the same annotator, whose leniency favours none of them."
        figures, table = _heat(result.annotator_shares, "annotator"), _least(result.annotator_shares, "annotator")
        sections.append(AuditSection("Systems and annotators", told, figures=figures, tables=(table,)))
    return sections


def _room(result: Certificate) -> str:
    """Whether sessions hold all systems, and what would let them."""
    room, sessions = result.room, result.session_shares
    whole = sum(row.systems == room.systems for row in sessions)
    hold, noun = "holds" if 1 in {whole, len(sessions)} else "hold", "output" if result.comparisons else "item"
    told = (
        f"{whole:,} of {counted(len(sessions), 'session')} {hold} all systems. One text of every system takes "
        f"{counted(round(room.needed), noun)} on average, and the longest session has {room.room:,} that count."
    )
    if whole < len(sessions) and result.comparisons:
        told += " That favours no system, because outputs are only compared with those beside them."
    elif whole < len(sessions):
        told += " Scores must not be standardised by session."
        if not room.fits and room.snippet:
            told += f" Snippets of {counted(room.snippet, 'segment')} would fit."
    return told


def _least(rows: Sequence[ShareRow], unit: str) -> CaptionedTable:
    shown = tables.least_balanced(rows, _LISTED)
    caption = f"{unit.capitalize()}s farthest from equal shares." if len(rows) > _LISTED else f"All {unit}s."
    return CaptionedTable(f"{unit}-shares", caption, tables.shares_table(shown, unit))


def _heat(rows: Sequence[ShareRow], unit: str) -> tuple[Figure, ...]:
    """Sessions or annotators x systems: documents."""
    systems = list(rows[0].counts) if rows else []
    if not 0 < len(systems) <= MOST_COLUMNS:
        return ()
    shown = tables.least_balanced(rows, MOST_LINES)
    cells = {(row.name, system): float(n) for row in shown for system, n in row.counts.items() if n}
    more = len(rows) - len(shown)
    left = f" {counted(more, f'more balanced {unit}')} left out." if more else ""
    drawn = heat_figure(
        cells,
        rows=[row.name for row in shown],
        columns=systems,
        name=f"{unit}-systems",
        title=f"Systems in {unit}s" if unit == "session" else "Systems and annotators",
        caption=f"Documents of every system (columns) by {unit} (rows, the least balanced on top). A blank cell: "
        f"none.{left}",
        values="documents",
        bounds=(0, max(_FEWEST_SHADES, *cells.values())),
    )
    return (drawn,)


def _meetings(result: Certificate) -> AuditSection:
    systems = list(dict.fromkeys(row.a for row in result.co_occurrence))
    if not result.co_occurrence:
        return AuditSection("Which systems meet", "There is one system only.")
    share, expected = (
        100 * sum(getattr(row, name) for row in result.co_occurrence) / len(result.co_occurrence)
        for name in ("share", "expected")
    )
    others = dict.fromkeys(row.b for row in result.co_occurrence)
    least = min(result.co_occurrence, key=lambda row: (row.share, row.a, row.b))
    text = (
        f"In the mean {share:.0f}% of the sessions of a system also show another given system; {expected:.0f}% if "
        f"documents had been drawn at random. Least often: {least.b} in {100 * least.share:.0f}% of the sessions of "
        f"{least.a}."
    )
    if len(systems) > MOST_COLUMNS:
        return AuditSection("Which systems meet", text)
    drawn = heat_figure(
        {(row.a, row.b): 100 * row.share for row in result.co_occurrence},
        rows=systems,
        columns=[*systems, *(name for name in others if name not in systems)],
        name="meetings",
        title="Systems in the same sessions",
        caption="Share of the sessions of the system in the row that also show the system in the column, in per cent; "
        "not symmetric.",
        values="share in %",
        bounds=(0, 100),
    )
    return AuditSection("Which systems meet", text, figures=(drawn,))


def _pairs(result: Certificate) -> list[AuditSection]:
    """Votes on every two systems, where outputs are shown together."""
    if not result.pairs:
        return []
    votes, texts = ([getattr(row, name) for row in result.pairs] for name in ("votes", "texts"))
    told = (
        f"An item that shows two systems is a vote on them: every two get {_from_to(votes, 'vote')}, on "
        f"{_from_to(texts, 'distinct segment')}. Votes on the same segment are worth less than votes on different ones."
    )
    systems = list(dict.fromkeys(name for row in result.pairs for name in (row.a, row.b)))
    table = CaptionedTable("votes", "Votes on pairs, the fewest first.", tables.pairs_table(result), _MOST_SESSIONS)
    drawn = () if len(systems) > MOST_COLUMNS else (_votes_map(result, systems),)
    return [AuditSection("Votes on pairs", told, figures=drawn, tables=(table,))]


def _votes_map(result: Certificate, systems: Sequence[str]) -> Figure:
    cells = {pair: float(row.votes) for row in result.pairs for pair in ((row.a, row.b), (row.b, row.a)) if row.votes}
    return heat_figure(
        cells,
        rows=systems,
        columns=systems,
        name="pair-votes",
        title="Votes on pairs of systems",
        caption="Items that show both the system in the row and the one in the column. A blank cell: none.",
        values="items",
        bounds=(0, max(_FEWEST_SHADES, *cells.values())),
    )


def _from_to(counts: Sequence[int], noun: str) -> str:
    """The least and the most, once if they are the same: `2 to 5 votes`."""
    least = f"{min(counts):,} to " if min(counts) < max(counts) else ""
    return f"{least}{counted(max(counts), noun)}"


def _coverage(result: Certificate) -> AuditSection:
    return AuditSection(
        "Coverage and efficiency",
        _efficiency(result),
        tables=(CaptionedTable("coverage", "What is judged of every system.", tables.coverage_table(result)),),
    )


def _efficiency(result: Certificate) -> str:
    found, link = result.efficiencies, "link" if result.connected else "do not link"
    if found.annotators is None or found.documents is None:
        return (
            f"The efficiency is {found.joint:.3f}: relative to as many items of the same size in which every two "
            f"systems meet equally often. Comparisons {link} all systems."
        )
    return (
        f"The efficiency is {found.joint:.3f}: relative to a complete design with as many judgements, once differences "
        f"of annotators and texts are taken out ({found.annotators:.3f} for annotators alone, {found.documents:.3f} "
        f"for texts alone). Annotators and texts {link} all systems."
    )


def _work(result: Certificate) -> AuditSection:
    minutes = sorted({round(row.minutes) for row in result.session_work})
    last = f" to {minutes[-1]}" if len(minutes) > 1 else ""
    text = (
        f"Pace: {result.pace_from}. A session takes {minutes[0]}{last} minutes."
        if minutes
        else f"Pace: {result.pace_from}."
    )
    shown = [
        CaptionedTable("session-work", "Sessions in their order.", tables.sessions_time_table(result), _MOST_SESSIONS)
    ]
    if result.annotator_work:
        shown.insert(0, CaptionedTable("work", "Time and cost of annotators.", tables.work_table(result)))
    return AuditSection("Time and cost", text, tables=tuple(shown))


def _waves(result: Certificate) -> list[AuditSection]:
    """What there is if the campaign stops after a wave."""
    if not result.waves:
        return []
    told = "The campaign may stop after any wave. Every line tells what is in a wave, and what there is at its end."
    if result.precision is not None:
        told += " A dash for the smallest difference: too few documents to find any, or to tell."
    table = CaptionedTable("waves", "Waves in their order.", tables.waves_table(result), _MOST_SESSIONS)
    return [AuditSection("Waves", told, tables=(table,))]


def _goals(result: Certificate) -> AuditSection:
    reason = f" There are no control items: {result.no_controls}" if result.no_controls else ""
    return AuditSection(
        "What each goal takes",
        f"Coverage, agreement, consistency and attention compete for the same hours.{reason}",
        tables=(CaptionedTable("goals", "Items and minutes by goal.", tables.goals_table(result)),),
    )


def _precision(found: Precision) -> AuditSection:
    variances = ", ".join(f"{name.replace('_', ' by ')} {value:.0f}" for name, value in found.variances.items())
    text = (
        f"Expected, not measured: variances of a score in squared points ({found.variances_from}): {variances}. Power "
        "is that of the default test, by signs of documents; no figure is given where documents are too few to tell it."
    )
    return AuditSection(
        _FOUND,
        text,
        tables=(CaptionedTable("precision", "Expected precision.", tables.precision_table(found)),),
    )
