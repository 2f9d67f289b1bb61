"""Annotators as a page: how each uses the scale, how every two agree, and calibration next to later work."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from adjudge.auditing.annotators.comparisons.result import ComparisonAnnotatorsResult
from adjudge.auditing.annotators.distributions import ScoreDistributions, ScoreHistogram
from adjudge.auditing.annotators.ratings.calibration import LaterWork
from adjudge.auditing.annotators.ratings.result import AnnotatorsResult
from adjudge.core.catalogue import counted
from adjudge.reporting.annotators import agreement_tables, comparison_agreement, profile_tables
from adjudge.reporting.audits.page import AuditSection, audit_page
from adjudge.reporting.charts.annotators import Correlated, calibration_chart, calibration_histograms, matrix_chart
from adjudge.reporting.figures import CaptionedTable, Figure, figure
from adjudge.reporting.printed_tables import MISSING, Heading, PrintedTable, number, printable

#: Rows of a table on the page; CSV and JSON have all.
_MOST_ROWS: Final = 60
#: Names of annotators that a sentence lists.
_MOST_NAMES: Final = 40


def annotators_page(result: AnnotatorsResult, *, source: str, commands: Sequence[str] = ()) -> str:
    """A page about annotators of ratings.

    Args:
        result: of `adjudge.annotators`.
        source: the files.
        commands: what to type to get the same page again.
    """
    judgements = sum(one.profile.judgements for one in result.annotators)
    facts = {
        "annotators": f"{len(result.annotators):,}",
        "ratings": f"{judgements:,}",
        "outputs rated by several": f"{result.agreement.items:,}",
    }
    lede = f"{result.summary()} From {source}."
    return audit_page(
        result, title="Annotators", lede=lede, facts=facts, sections=annotators_sections(result), commands=commands
    )


def annotators_sections(result: AnnotatorsResult) -> list[AuditSection]:
    """Scores, use of the scale, agreement, and the calibration set."""
    agreement = [
        ("coefficients", "Agreement of all annotators.", agreement_tables.coefficients_table(result)),
        (
            "extremes",
            "Correlations of every two annotators: the lowest, median and highest.",
            agreement_tables.extremes_table(result),
        ),
        ("reliability", "How reliable other studies would be.", agreement_tables.reliability_table(result)),
    ]
    return [
        _scores(result),
        AuditSection(
            "How annotators use the scale",
            tables=_tables(
                ("use", "Range, shape and ticks of every annotator's scores.", profile_tables.scale_use_table(result)),
                ("work", "How they work and agree with the others.", profile_tables.work_table(result)),
            ),
        ),
        *([AuditSection("Agreement", tables=_tables(*agreement))] if result.agreement.items else []),
        *_calibration(result),
    ]


def comparing_page(result: ComparisonAnnotatorsResult, *, source: str, commands: Sequence[str] = ()) -> str:
    """A page about annotators of comparisons: tables only, as there are no scores to draw.

    Args:
        result: of `adjudge.annotators`.
        source: the files.
        commands: what to type to get the same page again.
    """
    facts = {"annotators": f"{len(result.annotators):,}"}
    lede = f"{result.sentence} From {source}."
    return audit_page(
        result, title="Annotators", lede=lede, facts=facts, sections=comparing_sections(result), commands=commands
    )


def comparing_sections(result: ComparisonAnnotatorsResult) -> list[AuditSection]:
    """Agreement of annotators of comparisons, and each annotator."""
    tables = comparison_agreement
    return [
        AuditSection(
            "Agreement",
            tables=_tables(
                ("agreement", "Agreement, chance and kappa.", tables.agreement_table(result)),
                ("pairs", "Every two annotators.", tables.pairs_table(result)),
            ),
        ),
        AuditSection("Annotators", tables=_tables(("annotators", "Each annotator.", tables.annotators_table(result)))),
    ]


def _tables(*named: tuple[str, str, PrintedTable]) -> tuple[CaptionedTable, ...]:
    return tuple(CaptionedTable(name, caption, table, most=_MOST_ROWS) for name, caption, table in named if table.rows)


def _scores(result: AnnotatorsResult) -> AuditSection:
    """Histograms and shared scores, with the numbers behind them."""
    found = result.distributions
    names = {one.annotator for one in found.annotators}
    pairs = [pair for pair in result.pairs if {pair.a, pair.b} <= names]
    words = [Correlated(pair.a, pair.b, f"{number(pair.spearman, 2)}\nn {pair.n:,}") for pair in pairs]
    drawn = figure(
        matrix_chart(found, words),
        name="scores",
        title="Scores of annotators, one by one and two by two",
        caption=f"On the diagonal the histogram of each annotator's scores, from {found.low:g} at the left to "
        f"{found.high:g} at the right. Below it the outputs that two annotators rated: the score of the column's to "
        "the right, that of the row's upwards, larger points for more outputs. Above it Spearman's correlation and the "
        "number of common outputs.",
    )
    return AuditSection(
        "Scores of annotators",
        text=_not_shown(found),
        figures=(drawn,),
        tables=_tables(
            ("histograms", "Shares of every annotator's ratings by score.", histogram_table(found)),
            ("pairs", "Correlations of the annotators drawn.", _pairs_of(result, names)),
        ),
    )


def _pairs_of(result: AnnotatorsResult, names: set[str]) -> PrintedTable:
    whole = agreement_tables.pairs_table(result)
    kept = [row for row, pair in zip(whole.rows, result.pairs, strict=True) if {pair.a, pair.b} <= names]
    return PrintedTable(whole.headings, tuple(kept))


def _not_shown(found: ScoreDistributions) -> str:
    """Who is not drawn, by name."""
    if not found.not_shown:
        return ""
    names = ", ".join(printable(name) for name in found.not_shown[:_MOST_NAMES])
    rest = len(found.not_shown) - _MOST_NAMES
    more = f" and {counted(rest, 'other')}" if rest > 0 else ""
    return (
        f"Drawn are the {len(found.annotators)} annotators who rated most outputs that others rated, too. "
        f"Not drawn: {names}{more}."
    )


def histogram_table(found: ScoreDistributions) -> PrintedTable:
    """Shares of each annotator's ratings by score."""
    return _shares(found, [(one.annotator, one.counts) for one in found.annotators])


def calibration_histogram_table(people: Sequence[ScoreHistogram], found: ScoreDistributions) -> PrintedTable:
    """The same for the calibration set and for later work, two rows for each annotator."""
    rows = []
    for one in people:
        rows += [(f"{one.annotator}, {name}", getattr(one, name) or ()) for name in ("calibration", "later")]
    return _shares(found, rows)


def _shares(found: ScoreDistributions, named: Sequence[tuple[str, Sequence[int]]]) -> PrintedTable:
    """Counts as shares, bins of a histogram two by two as in the pairs."""
    merged = found.bins // found.pair_bins
    width = (found.high - found.low) / found.pair_bins
    by_point = width == 1 and merged == 1  # one bin for each point of a short scale, around it
    bounds = [found.low + i * width for i in range(found.pair_bins)]
    headings = [f"{low + 0.5:g}" if by_point else f"{low:.3g} to {low + width:.3g}" for low in bounds]
    rows = []
    for name, counts in named:
        total = sum(counts)
        sums = [sum(counts[i * merged : (i + 1) * merged]) for i in range(found.pair_bins)]
        rows.append((printable(name), f"{total:,}", *(f"{n / total:.0%}" for n in sums)))
    return PrintedTable(
        (Heading("annotator", "text"), Heading("ratings"), *(Heading(text) for text in headings)), tuple(rows)
    )


def _calibration(result: AnnotatorsResult) -> list[AuditSection]:
    """The calibration set next to later work, if there is one."""
    if result.calibration is None:
        return []
    contents = ("calibration", "Contents and cost of the calibration set.", agreement_tables.calibration_table(result))
    later = [(one.name, one.later) for one in result.annotators if one.later is not None]
    if not later:
        return [AuditSection("Calibration", tables=_tables(contents))]
    means = figure(
        calibration_chart(later),
        name="calibration-means",
        title="Means of the calibration set and of later work",
        caption="Each point is an annotator; on the line later work has the mean of the calibration set. Bars run from "
        "the lowest to the highest mean of a later session. What was rated later may be easier or harder for all of "
        "them: look for annotators who lie apart from the others.",
    )
    figures = [means]
    drawn = [one for one in result.distributions.annotators if one.calibration is not None]
    if drawn:
        figures.append(_histograms(drawn, result.distributions))
    shares = calibration_histogram_table(drawn, result.distributions)
    tables = _tables(
        ("later", "Means of the calibration set and of later work.", later_table(later)),
        ("later-shares", "Shares of ratings by score, in the calibration set and later.", shares),
        contents,
    )
    return [AuditSection("Calibration and later work", figures=tuple(figures), tables=tables)]


def _histograms(people: Sequence[ScoreHistogram], found: ScoreDistributions) -> Figure:
    return figure(
        calibration_histograms(people, bounds=(found.low, found.high)),
        name="calibration-histograms",
        title="Scores of the calibration set and of later work",
        caption=f"Shares of scores from {found.low:g} at the left to {found.high:g} at the right: later work as bars, "
        "the calibration set as an outline. Each square has its own height.",
    )


def later_table(later: Sequence[tuple[str, LaterWork]]) -> PrintedTable:
    """Means of the calibration set and of later work, one row per annotator."""
    headings = (
        Heading("annotator", "text"),
        Heading("calibration", meaning="mean score of the calibration set"),
        Heading("later", meaning="mean score of later ratings"),
        Heading("ratings", meaning="later ratings"),
        Heading("sessions", "range", "lowest and highest mean of a later session"),
        Heading("shift", meaning="later - calibration, against what it is for the others"),
        Heading("p", meaning="two-sided, of no shift"),
        Heading("outside", meaning="share of later ratings below or above all scores of the calibration set"),
    )
    rows = [
        (
            printable(name),
            number(one.calibration_mean, 1),
            number(one.later_mean, 1),
            f"{one.judgements:,}",
            MISSING if one.session_means is None else f"{one.session_means.min:.1f} to {one.session_means.max:.1f}",
            number(one.shift, 1),
            agreement_tables.p_value(one.p),
            f"{one.outside:.0%}",
        )
        for name, one in later
    ]
    return PrintedTable(headings, tuple(rows))
