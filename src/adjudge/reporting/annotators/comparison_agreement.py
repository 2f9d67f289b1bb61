"""Agreement of annotators as a table."""

from __future__ import annotations

from adjudge.auditing.annotators.agreement import AgreementResult
from adjudge.reporting.printed_tables import Heading, PrintedTable, number


def agreement_table(result: AgreementResult) -> PrintedTable:
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
