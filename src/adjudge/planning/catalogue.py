"""Findings and errors of planning: which comparisons to collect next, and who judges them."""

from __future__ import annotations

from typing import Final

from adjudge.core.catalogue import FindingEntry
from adjudge.core.problems import BAD_OPTION, WRONG_TABLE
from adjudge.ranking.comparisons.catalogue import DEPENDENT

NOT_COMPARISONS: Final = WRONG_TABLE.variant(
    "the table holds {held}",
    expected="comparisons of two systems, or counts of them",
    todo="use a table or a file of comparisons",
)
BAD_COUNT: Final = BAD_OPTION.variant(
    "the number of comparisons to choose is {count}",
    expected="1 or more",
    todo="choose a positive number",
)
KNOWN_SYSTEMS: Final = BAD_OPTION.variant(
    "the data already holds {systems:names 8}",
    expected="further systems that the data does not hold",
    count="{n:,} of {total:count name}",
    todo="leave {systems:this name/these names} out: all systems of the data take part, except the reference",
)
DESIGN_EFFECT: Final = DEPENDENT.variant(
    "The design effect is {design_effect:.1f}: this many of the comparisons carry as much information as one that is "
    "independent.",
    source="Rao and Scott 1981",
)
CONNECTING: Final = FindingEntry(
    "AJ320",
    "warning",
    "Comparisons that must connect systems before a model has a finite fit.",
    text="A model of strengths has no finite fit yet: the systems form {_n} groups, and none of them ever lost to a "
    "later one ({_groups}). {connecting:count comparison} that can connect them {connecting:comes/come} first; the "
    "others are chosen as if these had ended in ties.",
    source="Ford 1957",
    todo="collect these comparisons first, then choose again",
)
TOO_FEW_TO_JUDGE: Final = FindingEntry(
    "AJ321",
    "warning",
    "Who is asked to judge the next comparisons, and on which segments.",
    text="Only {placed:,} of {asked:count comparison} can be assigned: the annotators have judged everything else.",
    todo="add annotators or segments",
)
UNASSIGNED: Final = TOO_FEW_TO_JUDGE.variant(
    "Annotators and segments are unknown, so only pairs of systems are proposed.",
    severity="note",
    todo=None,
)
UNRECORDED: Final = UNASSIGNED.variant(
    "The data does not say who judged which segment, so an annotator may see an output again; the work is only spread "
    "evenly.",
)
UNSEEN: Final = UNASSIGNED.variant(
    "In {_recorded:count comparison} the annotator has not judged either output before.",
)
SEEN_BEFORE: Final = UNASSIGNED.variant(
    "In {seen_before:,} of {_recorded:count comparison} the annotator has judged one or both outputs before, but never "
    "against each other.",
)
