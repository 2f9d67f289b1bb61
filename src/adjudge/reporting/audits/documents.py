"""The audit of documents as tables and as a page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from adjudge.auditing.documents.result import DocumentCell, DocumentsResult
from adjudge.core.catalogue import counted
from adjudge.reporting.audits.page import AuditSection, audit_page
from adjudge.reporting.charts.heatmap import MOST_COLUMNS, MOST_ROWS
from adjudge.reporting.figures import CaptionedTable, Figure, heat_figure
from adjudge.reporting.printed_tables import MISSING, Heading, PrintedTable, decimals_of, number, printable

#: Cells that are listed although they are not called anomalous.
_LARGEST: Final = 10


def coverage_table(result: DocumentsResult) -> PrintedTable:
    """Coverage and luck, one row per system."""
    means = [value for row in result.systems for value in (row.mean, row.adjusted) if value is not None]
    digits = max(2, decimals_of(means))
    headings = (
        Heading("system", "text", "the system"),
        Heading("segments", meaning="judged segments of the test set"),
        Heading("share", meaning="of the segments of the test set"),
        Heading("documents", meaning="with any judgement of the system"),
        Heading("mean", meaning="of its segment means"),
        Heading("adjusted", meaning="mean with the difficulty of documents removed"),
        Heading("se", meaning="standard error of adjusted"),
        Heading("luck", meaning="mean - adjusted; positive on easier documents"),
        Heading("luck se", meaning="standard error of luck"),
    )
    rows = [
        (
            printable(row.system),
            f"{row.segments:,}",
            f"{100 * row.share:.1f}%",
            f"{row.documents:,}",
            *(number(value, digits) for value in (row.mean, row.adjusted, row.se, row.luck, row.luck_se)),
        )
        for row in result.systems
    ]
    return PrintedTable(headings, tuple(rows))


def cells_table(cells: Sequence[DocumentCell]) -> PrintedTable:
    """Systems on documents, with what was expected of them."""
    means = [cell.mean for cell in cells]
    digits = decimals_of(means)
    headings = (
        Heading("system", "text", "the system"),
        Heading("document", "text", "the document"),
        Heading("segments", meaning="judged segments"),
        Heading("mean", meaning="of its segment means there"),
        Heading("expected", meaning="what system and document lead to expect"),
        Heading("t", meaning="residual against the spread of the system's own residuals"),
        Heading("p", meaning="that any cell of clean data departs as far"),
    )
    rows = [
        (
            printable(cell.system),
            printable(cell.document),
            f"{cell.n:,}",
            number(cell.mean, digits),
            number(cell.expected, digits),
            number(cell.t, 1),
            MISSING if cell.p is None else ("*" if cell.anomalous else "") + f"{cell.p:.3f}",
        )
        for cell in cells
    ]
    return PrintedTable(headings, tuple(rows))


def lengths_table(result: DocumentsResult) -> PrintedTable:
    """Lengths of documents, by domain where known."""
    headings = (
        Heading("domain", "text", "of the documents"),
        Heading("documents", meaning="their number"),
        Heading("min", meaning="segments of the shortest"),
        Heading("max", meaning="segments of the longest"),
        Heading("mean", meaning="segments"),
        Heading("sd (n)", meaning="standard deviation with n in the denominator"),
        Heading("sd (n-1)", meaning="standard deviation with n - 1"),
        Heading("median", meaning="segments"),
    )
    rows = [
        (
            printable(row.domain or "all"),
            f"{row.documents:,}",
            f"{row.min:,}",
            f"{row.max:,}",
            *(number(value, 1) for value in (row.mean, row.sd, row.sample_sd, row.median)),
        )
        for row in result.lengths
    ]
    return PrintedTable(headings, tuple(rows))


def repetition_table(result: DocumentsResult) -> PrintedTable:
    """Scores of segments whose source is in the training data; no rows if nothing is known."""
    headings = (
        Heading("system", "text", "the system"),
        Heading("seen", meaning="judged segments whose source is in the training data"),
        Heading("mean (seen)", meaning="of these"),
        Heading("new", meaning="other judged segments"),
        Heading("mean (new)", meaning="of these"),
    )
    found = result.repetition.systems if result.repetition else ()
    rows = [
        (printable(row.system), f"{row.seen:,}", number(row.seen_mean, 1), f"{row.new:,}", number(row.new_mean, 1))
        for row in found
    ]
    return PrintedTable(headings, tuple(rows))


def bands_table(result: DocumentsResult) -> PrintedTable:
    """Share of segments that are in the training data, by score."""
    headings = (
        Heading("score", "range", "segment mean"),
        Heading("segments", meaning="segment means of all systems"),
        Heading("seen", meaning="of them, with a source that is in the training data"),
        Heading("share", meaning="seen / segments"),
    )
    rows = [
        (
            f"{band.low:g} to {band.high:g}",
            f"{band.segments:,}",
            f"{band.seen:,}",
            f"{100 * band.seen / band.segments:.1f}%" if band.segments else MISSING,
        )
        for band in (result.repetition.bands if result.repetition else ())
    ]
    return PrintedTable(headings, tuple(rows))


def odd_cells(result: DocumentsResult) -> Sequence[DocumentCell]:
    """Anomalous cells, and the largest others."""
    return result.cells[: max(len(result.anomalous), _LARGEST)] if any(c.t is not None for c in result.cells) else ()


def say_capacity(result: DocumentsResult) -> str:
    """Length of documents against size of sessions."""
    held = result.capacity
    if held is None:
        return ""
    fits = "fit into" if held.fits else "do not fit into"
    return (
        f"{held.systems} systems times {held.shown:.1f} segments of a document as shown are {held.needed:.0f}; they "
        f"{fits} a session of {held.capacity:,} items."
    )


def documents_page(result: DocumentsResult, *, source: str, commands: Sequence[str] = ()) -> str:
    """A page with the heat map, coverage, luck and anomalous cells."""
    return audit_page(
        result,
        sections=documents_sections(result),
        title="Documents and coverage",
        lede=f"{source}: {result.summary()}",
        facts={
            "systems": f"{len(result.systems):,}",
            "segments": f"{result.total:,}",
            "documents": f"{result.all_documents:,}",
            "judged for all systems": f"{result.of_all_systems:,}",
        },
        commands=commands,
    )


def documents_sections(result: DocumentsResult) -> list[AuditSection]:
    """Coverage and luck, difficulty, odd cells, lengths, and repetition; those that have something to show."""
    luck = "Luck is what the choice of documents added to the mean of a system, in an additive model of both."
    cells = CaptionedTable(
        "cells", "Cells that depart most from system + document; * anomalous.", cells_table(odd_cells(result))
    )
    seen = CaptionedTable("seen", "Scores by whether the source is in the training data.", repetition_table(result))
    sections = [
        AuditSection(
            "Coverage and luck", luck, tables=(CaptionedTable("coverage", "Systems by mean.", coverage_table(result)),)
        ),
        AuditSection("Difficulty of documents", figures=_heat(result)),
        AuditSection("Documents on which a system departs from its pattern", tables=(cells,)),
        AuditSection(
            "Length of documents",
            say_capacity(result),
            tables=(CaptionedTable("lengths", "Segments per document.", lengths_table(result)),),
        ),
        AuditSection(
            "Repetition and novelty", tables=(seen, CaptionedTable("bands", "The same by score.", bands_table(result)))
        ),
    ]
    return [one for one in sections if one.figures or any(table.table.rows for table in one.tables)]


def _heat(result: DocumentsResult) -> tuple[Figure, ...]:
    """Documents x systems, by raw scores and by z-scores; nothing if there is nothing to draw."""
    if not result.documents or len(result.systems) > MOST_COLUMNS:
        return ()
    names = [row.document for row in result.documents]
    shown = names if len(names) <= MOST_ROWS else [*names[: MOST_ROWS // 2], *names[-MOST_ROWS // 2 :]]
    drawn = [cell for cell in result.cells if cell.document in set(shown)]
    raw = {(cell.document, cell.system): cell.mean for cell in drawn}
    z = {(cell.document, cell.system): cell.z for cell in drawn if cell.z is not None}
    found = (_heat_of(result, names, shown, cells, what) for what, cells in (("raw", raw), ("z", z)) if cells)
    return tuple(found)


def _heat_of(
    result: DocumentsResult,
    names: Sequence[str],
    shown: Sequence[str],
    cells: Mapping[tuple[str, str], float],
    what: str,
) -> Figure:
    systems = [row.system for row in result.systems]
    digits = 0 if max(map(abs, cells.values())) > 10 else 1
    title = "mean score" if what == "raw" else "mean z-score"
    left = f" The {counted(len(names) - len(shown), 'document')} in the middle are left out." if shown != names else ""
    order = result.settings["order"]
    caption = (
        f"Mean {what} score of every system on every document. Documents by their {order} segment, easiest on top; "
        f"systems by their mean, best on the left, both by raw scores. The stronger the colour, the higher; a "
        f"blank cell was not judged.{left}"
    )
    name, words = ("heat", "Documents and systems") if what == "raw" else ("heat-z", "Documents and systems, z-scores")
    return heat_figure(
        cells, rows=shown, columns=systems, name=name, title=words, caption=caption, values=title, digits=digits
    )
