"""Sections at the end of a report: what the ranking assumes, words for a paper, and how to get the numbers again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from adjudge.auditing.report.group import ReportedGroup
from adjudge.core.bibliography.bibtex import bibtex
from adjudge.reporting.figures import CaptionedTable
from adjudge.reporting.paper.citations import sources_of
from adjudge.reporting.paper.paragraph import methods_paragraph
from adjudge.reporting.report.assumptions_table import assumptions_table, say_assumptions
from adjudge.reporting.report.blocks import Block, Section, ToCopy, Words


def assumption_section(group: ReportedGroup) -> list[Section]:
    """What the ranking assumes, and whether the data bear it out."""
    if group.main is None:
        return []
    verdicts = group.assumptions
    table = CaptionedTable("assumptions-table", "Assumptions, those that fail first.", assumptions_table(verdicts))
    return [Section("assumptions", "What the ranking assumes", (Words(say_assumptions(verdicts)), table))]


def paper_section(group: ReportedGroup) -> list[Section]:
    """A paragraph in both spellings, the signature, and what to cite."""
    main = group.main
    if main is None:
        return []
    facts: dict[str, Any] = {"agreement": group.annotators, "documents": group.documents, "check": group.check}
    blocks: list[Block] = [
        Words("The paragraph holds what a methods section needs; shorten it, but keep what speaks against the result."),
        ToCopy("British spelling", methods_paragraph(main, audience="british", **facts), prose=True),
        ToCopy("American spelling", methods_paragraph(main, audience="american", **facts), prose=True),
        ToCopy("Signature", str(main.signature)),
        ToCopy("BibTeX of everything that this report rests on", bibtex(sources_of(*group.results()))),
    ]
    return [Section("paper", "For your paper", tuple(blocks))]


def reproduce_section(group: ReportedGroup, commands: Sequence[str]) -> Section:
    """Signatures of all results, and the command."""
    rankings = [ToCopy(f"Signature of {name}", str(result.signature)) for name, result in group.rankings.items()]
    typed = [ToCopy("Commands", "\n".join(commands))] if commands else []
    said = "A signature holds every choice, version and seed behind the numbers."
    return Section("reproduce", "How to get the same numbers", (Words(said), *rankings, *typed))
