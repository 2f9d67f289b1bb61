"""Agreement of annotators of ratings: coefficients, correlations, the calibration set, other designs."""

from __future__ import annotations

from adjudge.auditing.annotators.ratings.calibration import Spread
from adjudge.auditing.annotators.ratings.coefficients import AgreementCoefficient
from adjudge.auditing.annotators.ratings.generalisability import PredictedReliability
from adjudge.auditing.annotators.ratings.result import AnnotatorsResult
from adjudge.reporting.printed_tables import (
    MISSING,
    Heading,
    PrintedTable,
    number,
    printable,
    whole,
)


def coefficients_table(result: AnnotatorsResult) -> PrintedTable:
    """Every coefficient with its interval."""
    headings = (
        Heading("coefficient", "text"),
        Heading("value"),
        Heading("low", meaning="lower end of the interval"),
        Heading("high", meaning="upper end of the interval"),
    )
    rows = [
        (
            f"{one.title}: {one.reason}" if one.reason else _title(one, result.agreement.k),
            number(one.value, 3),
            number(one.low, 3),
            number(one.high, 3),
        )
        for one in result.agreement.coefficients
    ]
    return PrintedTable(headings, tuple(rows))


def _title(one: AgreementCoefficient, k: float | None) -> str:
    return f"{one.title}, k = {k:.3g}" if one.name == "icc_2_k" and k is not None else one.title


def reliability_table(result: AnnotatorsResult) -> PrintedTable:
    """How reliable differences of systems would be with other numbers of annotators and segments."""
    general = result.generalisability
    if general is None or not general.predicted:
        return PrintedTable((), ())
    segments = sorted({one.segments for one in general.predicted})
    headings = (
        Heading("ratings of each output", "text"),
        *(Heading(f"{n:,} segments", meaning="reliability of differences of systems") for n in segments),
    )
    found = {(one.crew, one.annotators, one.segments): _predicted(one) for one in general.predicted}
    words = {"different": "annotators differ by segment", "same": "the same annotators for all"}
    lines = dict.fromkeys((crew, annotators) for crew, annotators, _ in found)
    rows = [
        (f"{annotators}, {words[crew]}", *(found.get((crew, annotators, n), MISSING) for n in segments))
        for crew, annotators in lines
    ]
    return PrintedTable(headings, tuple(rows))


def _predicted(one: PredictedReliability) -> str:
    interval = f" ({number(one.low, 2)}-{number(one.high, 2)})" if one.low is not None and one.high is not None else ""
    return f"{number(one.generalisability, 2)}{interval}"


def extremes_table(result: AnnotatorsResult) -> PrintedTable:
    """Lowest, median and highest correlation of two annotators."""
    names = {"spearman": "Spearman's rho", "pearson": "Pearson's r", "kendall": "Kendall's tau-c"}
    headings = (
        Heading("correlation", "text"),
        Heading("pairs"),
        Heading("lowest"),
        Heading("p"),
        Heading("median"),
        Heading("highest"),
        Heading("p"),
        Heading("lowest pair", "text"),
        Heading("highest pair", "text"),
    )
    rows = [
        (
            names[one.correlation],
            f"{one.pairs:,}",
            number(one.min, 2),
            p_value(one.min_p),
            number(one.median, 2),
            number(one.max, 2),
            p_value(one.max_p),
            printable(" / ".join(one.lowest)),
            printable(" / ".join(one.highest)),
        )
        for one in result.agreement.pairs
    ]
    return PrintedTable(headings, tuple(rows))


def pairs_table(result: AnnotatorsResult) -> PrintedTable:
    """All pairs of annotators."""
    headings = (
        Heading("a", "text"),
        Heading("b", "text"),
        Heading("n", meaning="outputs that both rated"),
        Heading("Spearman"),
        Heading("p"),
        Heading("Pearson"),
        Heading("p"),
        Heading("Kendall"),
        Heading("p"),
    )
    rows = [
        (
            printable(pair.a),
            printable(pair.b),
            f"{pair.n:,}",
            *(number(pair.spearman, 2), p_value(pair.spearman_p)),
            *(number(pair.pearson, 2), p_value(pair.pearson_p)),
            *(number(pair.kendall, 2), p_value(pair.kendall_p)),
        )
        for pair in result.pairs
    ]
    return PrintedTable(headings, tuple(rows))


def p_value(p: float | None) -> str:
    """A p-value with two decimals."""
    return MISSING if p is None else "<.001" if p < 0.001 else f"{p:.2f}"


def calibration_table(result: AnnotatorsResult) -> PrintedTable:
    """Contents and cost of the calibration set; no rows if there is none."""
    if result.calibration is None:
        return PrintedTable((), ())
    contents, cost = result.calibration.contents, result.calibration.cost
    rows = [
        ("outputs (repeated)", f"{contents.items:,} ({contents.repeated:,})"),
        ("ratings of a complete annotator", f"{contents.judgements:,}"),
        ("documents", whole(contents.documents)),
        ("systems", f"{contents.systems:,}"),
        ("segments per document and system", _spread(contents.segments)),
        ("annotators (complete)", f"{contents.annotators:,} ({contents.complete:,})"),
    ]
    if cost is not None:
        rows += [
            ("annotators with further work", f"{cost.annotators:,}"),
            ("further sessions per annotator", _spread(cost.sessions)),
            ("further ratings per annotator", _spread(cost.judgements)),
            ("share of all ratings", MISSING if cost.share is None else f"{cost.share:.1%}"),
        ]
    return PrintedTable((Heading("", "text"), Heading("", "text", "lowest, median, highest")), tuple(rows))


def _spread(spread: Spread | None) -> str:
    return MISSING if spread is None else f"{spread.min:g}, {spread.median:g}, {spread.max:g}"
