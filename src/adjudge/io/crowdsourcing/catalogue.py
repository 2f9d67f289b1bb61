"""Errors and findings on exports of crowdsourcing platforms."""

from __future__ import annotations

from typing import Final

from adjudge.core import problems
from adjudge.core.catalogue import ErrorEntry, FindingEntry

NO_MAP: Final = ErrorEntry(
    "AJ148",
    "An export of a crowdsourcing platform does not say which of its columns hold the judgements.",
    what="{source} is an export of {platform}, but it does not say which columns hold the judgements; it has {columns}",
    expected="the columns of ratings (system, segment, score) or of comparisons (system_a, system_b, outcome)",
    todo="say which is which: `columns={{{ratings}}}` or `columns={{{comparisons}}}`",
)
NOT_ACCEPTED: Final = FindingEntry(
    "AJ149",
    "note",
    "Work that was rejected, returned or not finished in time was left out.",
    text="{_source}: {rows:,} of {_total:count row} {rows:was/were} left out, because the work was not accepted "
    "({_words}).",
    todo="to count this work, change its status in the file",
)
UNKNOWN_TIMES: Final = problems.UNKNOWN_VALUES.variant(
    "{_source}: {times:count time} could not be read, for example {_example:quoted}; {times:it is/they are} treated as "
    "unknown."
)
