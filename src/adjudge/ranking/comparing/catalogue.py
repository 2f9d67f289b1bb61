"""Findings and errors of comparing two rankings."""

from __future__ import annotations

from typing import Final

from adjudge.core.catalogue import ErrorEntry, FindingEntry
from adjudge.core.errors import UsageError

# Errors

NO_RANKING: Final = ErrorEntry(
    "AJ066",
    "Two rankings cannot be compared.",
    what="{source} holds {held}",
    expected="a ranking or a report as JSON, the page of a report, a published order, or judgements",
    todo="write a ranking with `adjudge.rank` as JSON, or give the judgements themselves",
)
BROKEN_RANKING: Final = NO_RANKING.variant(
    "{source} does not hold a ranking that can be read back: {reason}",
    expected="what this version wrote",
    todo="rank the judgements again",
)
NOT_A_SIDE: Final = NO_RANKING.variant(
    "the {place} argument is of the type {type:quoted}",
    expected="a path, a ranking, several rankings by name, names or clusters of names, or judgements",
    error=UsageError,
)
NO_ORDER: Final = NO_RANKING.variant(
    "{source} holds no order of systems[ of the language pair {pair:quoted}]",
    expected="one name on each line, best first, with a blank line or --- between clusters; or clusters.csv of a WMT "
    "release",
    todo="[correct the language pair {pair:quoted}, or ]write the names on lines of their own",
)
NAMED_TWICE: Final = NO_RANKING.variant(
    "{system:quoted} stands {times:count time} in {source}",
    expected="every system once",
    count="{n:count name} more than once",
    todo="correct the names, or name the language pair with `pair=`",
)
FEW_COMMON: Final = NO_RANKING.variant(
    "{a} and {b} share {common:count system}[; only {a} has {only_a:names 5}][; only {b} has {only_b:names 5}]",
    expected="at least two systems of the same name in both",
    count="{n:count name} in one of them only",
    todo="write the names alike, or choose other rankings",
)
SEVERAL: Final = NO_RANKING.variant(
    "{a} and {b} hold no rankings of the same name: {names_a:names 6} and {names_b:names 6}",
    expected="one ranking in each, or rankings of the same names",
    count="{n:count ranking}",
    todo='choose with[ `ranking_a="{first_a}"`][ `ranking_b="{first_b}"`]',
    error=UsageError,
)
SEVERAL_COMPARED: Final = SEVERAL.variant(
    "{a} and {b} hold several rankings of the same names: {names:names 6}",
    expected="one ranking",
    count="{n:count ranking}",
    todo='choose with `ranking="{first}"`, or compare all of them with `adjudge.compare_each`',
)
NO_SUCH_RANKING: Final = SEVERAL.variant(
    "{source} holds no ranking {name:quoted}",
    expected="one of {known:names 12}",
    count=None,
    todo="[did you mean {near:quoted}? Otherwise ]correct the name",
)
NOTHING_TO_RANK: Final = SEVERAL.variant(
    "{options} {_count:belongs/belong} to {of}, but neither {a} nor {b} holds {of}",
    expected="{of} as one of the two",
    count=None,
    todo="leave {options} out",
)
TOO_MANY_RECIPES: Final = SEVERAL.variant(
    "`{name}=` names {given:count entry/entries}",
    expected="one for both sides, or two: one for each",
    count=None,
    todo="compare two of them at a time",
)
NOT_SEPARABLE: Final = SEVERAL.variant(
    "`why=True` was asked for, but {reason}",
    expected="ratings as one of the two, and a ranking by a recipe as the other",
    count=None,
    todo="leave `why=True` out, or give the ratings in the place of their ranking",
)

# Findings

CONTRADICTED: Final = FindingEntry(
    "AJ510",
    "warning",
    "Two rankings contradict each other.",
    text="{pairs:count pair} of systems {pairs:is/are} separated in opposite directions: {_shown:names 5}. Both "
    "cannot be right about the same systems and texts.",
    todo="find the choice or the judgements that {pairs:turns it round/turn them round} before you rest a claim on "
    "{pairs:it/them}",
)
NOT_ESTABLISHED: Final = FindingEntry(
    "AJ511",
    "note",
    "Two rankings order systems differently without contradicting each other.",
    text="{turned:count pair} of systems {turned:changes/change} places without a contradiction[; neither ranking "
    "separates {open:,}: the order within a cluster is not established][; only one of the two separates "
    "{one_sided:,}].",
    todo="do not report these moves as gains or losses",
)
LEFT_OUT: Final = FindingEntry(
    "AJ512",
    "note",
    "Two rankings do not hold the same systems.",
    text="Places, clusters and lines are among the {common:count system} that both hold[; only A has {only_a:names 5}]"
    "[; only B has {only_b:names 5}]. These are only left out of the table: scores and tests were computed with them.",
    source="Knowles 2021, section 5.2",
    todo="rank the judgements without them to see what they did to the others",
)
UNEXPLAINED: Final = FindingEntry(
    "AJ513",
    "warning",
    "Two rankings by the same choices from as many judgements differ.",
    text="Every choice and the counts of all systems are the same, but {_what} {_count:differs/differ}: the judgements "
    "were changed, or one of the rankings was.",
    todo="compare the files of judgements",
)
SAME: Final = FindingEntry(
    "AJ514",
    "note",
    "Two rankings agree.",
    text="Both rankings have the same order of {systems:count system}[ and the same {_lines}].",
)
OTHER_JUDGEMENTS: Final = FindingEntry(
    "AJ515",
    "warning",
    "Two rankings rest on different judgements.",
    text="The counts of {systems:count system} of {common:,} differ, and no choice of rows explains it: the judgements "
    "are not the same[. The analysis differs as well ({_choices}), so the two rankings cannot say which of both moves "
    "systems].",
    todo="rank both sets of judgements by the same recipe or method",
)
NOT_KNOWN: Final = FindingEntry(
    "AJ516",
    "note",
    "One of two rankings does not say everything.",
    text="{_side} {_gap}, so {_consequence}.",
)
