"""Findings and errors of audits; those of the checks are entries beside their functions in `checks`."""

from __future__ import annotations

from typing import Final

from adjudge.core.arguments import WRONG_ARGUMENT
from adjudge.core.catalogue import FindingEntry
from adjudge.core.problems import WRONG_TABLE
from adjudge.ranking.comparisons.catalogue import NOT_SUPPORTED

NOT_CHECKED: Final = WRONG_TABLE.variant(
    "the table holds {held}, which are no judgements",
    expected="ratings, comparisons, counts of comparisons, or marked errors",
    todo="give the judgements; texts go into `texts=`",
)
NOT_TEXTS: Final = WRONG_ARGUMENT.variant(
    "`texts=` is a {type}",
    expected="a table of texts",
    todo="read it with `adjudge.read`, or wrap a frame with `Texts.check`",
)

UNKNOWN_JUDGEMENTS: Final = NOT_SUPPORTED.variant(
    "no comparison has both an annotator and a segment",
    expected="columns 'annotator' and 'segment' (or 'document') with values",
    count="{comparisons:count comparison}",
    todo="add these columns: agreement needs to know who judged what",
)
LEFT_OUT_COMPARISONS: Final = FindingEntry(
    "AJ201",
    "note",
    "Rows were left out of the averages, by reason.",
    text="{left_out:,} of {comparisons:count comparison} {left_out:has/have} no annotator or no segment and "
    "{left_out:was/were} left out.",
)
FEW_JUDGED_TWICE: Final = FindingEntry(
    "AJ403",
    "warning",
    "Too few judgements can be compared for a reliable estimate of agreement.",
    text="Fewer than {_enough} pairs of judgements can be compared, too few for a reliable estimate: {_few:names}.",
    todo="let several annotators judge the same items",
    needs="comparisons with annotators and segments",
)
