"""Findings and errors of the audit of composition."""

from __future__ import annotations

from typing import Final

from adjudge.auditing.documents.catalogue import NOT_AUDITED
from adjudge.core.catalogue import FindingEntry

UNKNOWN_SESSIONS: Final = NOT_AUDITED.variant(
    "{unknown:,} of {rows:count rating} {unknown:has/have} no session",
    expected="ratings with a session in every row",
    count="{unknown:count row}",
    todo="add the column 'session', or look at what annotators were given with `unit=\"annotator\"`",
)
UNKNOWN_ANNOTATORS: Final = NOT_AUDITED.variant(
    "{unknown:,} of {rows:count rating} {unknown:has/have} no annotator",
    expected="ratings with an annotator in every row",
    count="{unknown:count row}",
    todo="add the column 'annotator', or look at sessions with `unit=\"session\"`",
)
NO_SUCH_HUMAN: Final = NOT_AUDITED.variant(
    "{names:names} {names:is/are} not among the systems: {systems:names 20}",
    expected="systems of the data that are human translations",
    count=None,
    todo="correct the names in `human=`",
)

SEEN_BY_SOME: Final = FindingEntry(
    "AJ550",
    "warning",
    "Some sessions or annotators saw references, degraded items or human translations, others did not.",
    text="{number:,} of {units:,} {unit}s of {_place} ({share:.1%}) saw {_what}, the others did not: their means and "
    "standard deviations are not comparable.",
    source="Knowles 2021, section 5.1",
    todo="give every session the same kinds of items, or use a recipe that does not standardise by sessions",
    needs="ratings with sessions or annotators",
)
NOT_REPRESENTATIVE: Final = FindingEntry(
    "AJ551",
    "warning",
    "Sessions do not represent the systems of the campaign.",
    text="{incomplete:,} of {units:,} {unit}s {incomplete:lacks/lack} some of the {n_systems:count system}; in the "
    "mean {imbalance:.0%} of the {_block}s of one {unit} would have to be of other systems ({expected:.0%} if "
    "{_block}s had been drawn at random)[. Chance does not explain the mix of {odd:names}].",
    source="Knowles 2021, section 5.4",
    todo="put every system into every session, or do not standardise by sessions",
    needs="ratings with sessions",
)
COMPANY_MOVES: Final = FindingEntry(
    "AJ552",
    "warning",
    "Systems in better company rank lower by z-scores than by raw scores.",
    text="Systems in better company rank lower by z-scores within {unit}s than by raw scores: Spearman's rho of "
    "surplus and change of rank is {spearman:.2f} (p = {p:.3f}); moved: {systems:names 5}.",
    source="Knowles 2021, sections 5 and 5.4",
    todo="do not rank by z-scores within these {unit}s",
    needs="ratings with sessions",
)
UNEVEN_ANNOTATORS: Final = FindingEntry(
    "AJ553",
    "note",
    "Annotators did not judge in every collection.",
    text="{annotators:count annotator} did not judge in every collection: {annotators:names}.",
    source="Knowles and Lo 2022, section 2.1",
    needs="ratings of several collections with annotators",
)
