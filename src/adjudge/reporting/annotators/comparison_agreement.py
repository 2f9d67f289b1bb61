"""Annotators who compared systems: agreement, each of them, and every two."""

from __future__ import annotations

from adjudge.auditing.annotators.comparisons.agreement import AgreementResult
from adjudge.auditing.annotators.comparisons.result import ComparisonAnnotatorsResult
from adjudge.reporting.printed_tables import MISSING, Heading, PrintedTable, number, printable


def agreement_table(result: AgreementResult | ComparisonAnnotatorsResult) -> PrintedTable:
    """Agreement of annotators, one row per form and kind."""
    headings = (
        Heading("form", "text", "how agreement is counted"),
        Heading("between", "text", "different annotators (inter), or one annotator twice (intra)"),
        Heading("observed", meaning="share of comparable pairs of judgements that agree"),
        Heading("chance", meaning="agreement expected by chance"),
        Heading("kappa", meaning="(observed - chance) / (1 - chance)"),
        Heading("agree", meaning="comparable pairs of judgements that agree"),
        Heading("comparable", meaning="pairs of judgements of the same two systems on the same segment"),
        Heading("ties", meaning="ties among the judgements behind chance"),
        Heading("judgements", meaning="judgements behind chance"),
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


def annotators_table(result: ComparisonAnnotatorsResult) -> PrintedTable:
    """One row per annotator."""
    headings = (
        Heading("annotator", "text"),
        Heading("comparisons"),
        Heading("ties", meaning="share of ties"),
        Heading("first", meaning="share of the others that prefer the system named first"),
        Heading("with majority", meaning="share that agrees with the most frequent outcome of the other annotators"),
        Heading("of", meaning="comparisons where the others have one"),
        Heading("contradicts", meaning="share of own judgements of the same two outputs that disagree"),
        Heading("of", meaning="pairs of such judgements"),
    )
    rows = [
        (
            printable(one.annotator),
            f"{one.judgements:,}",
            _share(one.ties),
            _share(one.first),
            _share(one.with_majority),
            f"{one.majority:,}",
            _share(one.contradictions),
            f"{one.repeats:,}",
        )
        for one in result.annotators
    ]
    return PrintedTable(headings, tuple(rows))


def pairs_table(result: ComparisonAnnotatorsResult) -> PrintedTable:
    """One row per pair of annotators."""
    headings = (
        Heading("a", "text"),
        Heading("b", "text"),
        Heading("n", meaning="pairs of judgements of the same two outputs"),
        Heading("agree"),
        Heading("kappa"),
    )
    rows = [
        (printable(pair.a), printable(pair.b), f"{pair.n:,}", _share(pair.agreement), number(pair.kappa, 2))
        for pair in result.pairs
    ]
    return PrintedTable(headings, tuple(rows))


def _share(value: float | None) -> str:
    return MISSING if value is None else f"{value:.0%}"
