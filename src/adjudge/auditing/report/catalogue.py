"""Findings and errors of reports."""

from __future__ import annotations

from typing import Final

from adjudge.core.catalogue import FindingEntry
from adjudge.core.problems import BAD_OPTION

NO_JUDGEMENTS: Final = BAD_OPTION.variant(
    "no judgements are given", expected="ratings, marked errors or comparisons", todo="give at least one table"
)
SAME_KIND: Final = BAD_OPTION.variant(
    "{number:,} tables of {noun} are given",
    expected="one table of each kind",
    todo="put their rows into one table, or make a report of each",
)

OTHER_LINES: Final = FindingEntry(
    "AJ590",
    "note",
    "The scenarios of a report are compared with lines that differ from those of its ranking.",
    text="Scenarios are ranked with fewer random draws or with the default settings of the method, and so is what they "
    "are compared with: the order is {order}, and {lines:count line} {lines:differs/differ} from those of the ranking.",
)
FEWER_SCENARIOS: Final = FindingEntry(
    "AJ591",
    "note",
    "A large table is reported with fewer scenarios.",
    text="With {judgements:count judgement} only {run:names} were run as scenarios; other recipes and single systems "
    "were left out to save time.",
    todo='run them with `scenarios=[["all"]]`, or `adjudge.stability`',
)
