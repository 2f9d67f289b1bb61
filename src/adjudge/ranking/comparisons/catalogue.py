"""Findings and errors of rankings from comparisons; the form of an entry is in `adjudge.core.catalogue`."""

from __future__ import annotations

from typing import Final

from adjudge.core.catalogue import ErrorEntry, FindingEntry
from adjudge.core.errors import UsageError
from adjudge.core.problems import BAD_OPTION, WRONG_TABLE
from adjudge.ranking import catalogue as shared
from adjudge.ranking.catalogue import AGAINST_THE_ORDER

# Methods and settings

NO_SUCH_METHOD: Final = ErrorEntry(
    "AJ033",
    "There is no method of this name.",
    what="there is no method {name:quoted}",
    expected="one of {known}",
    todo="[did you mean {near:quoted}? Otherwise ]choose one of these names",
    error=UsageError,
)
NOT_A_METHOD: Final = NO_SUCH_METHOD.variant(
    "a method is a name, but {value!r} was given",
    expected="one name",
    todo="rank once for each method",
)
NOT_TAKEN: Final = BAD_OPTION.variant(
    "{_methods} {methods:does/do} not take `{setting}=`",
    expected="`{setting}=` with {owners}",
    todo="leave `{setting}=` out, or choose another method",
)
NOT_TOGETHER: Final = BAD_OPTION.variant(
    "`{first}=` and `{second}=` were given together",
    expected="one of the two",
    todo="leave `{second}=` out: with `{first}=` standard errors come from the sandwich formula",
)
NOT_A_CHOICE: Final = BAD_OPTION.variant(
    "`{name}=` is {value:quoted}",
    expected="one of {known}",
    todo="choose one of these values",
)
NOT_A_LIST: Final = NOT_A_CHOICE.variant(
    NOT_A_CHOICE.what,
    expected="a list of names",
    todo='write `{name}=[["{value}"]]`',
)
BAD_TIME_LIMIT: Final = BAD_OPTION.variant(
    "the time limit is {seconds:exact} s",
    expected="a positive number of seconds",
    todo="leave `time_limit=` out to use the default",
)
BAD_RUNS: Final = BAD_OPTION.variant(
    "the number of random runs is {runs}",
    expected="{fewest} or more",
    todo="leave `runs=` out to use the default",
)
BAD_BOOTSTRAP: Final = BAD_OPTION.variant(
    "the number of bootstrap replicates is {replicates}",
    expected="{fewest} or more, or 0 for the jackknife",
    todo="leave `bootstrap=` out to use the jackknife",
)
NOT_COMPARISONS: Final = WRONG_TABLE.variant(
    "a method ranks comparisons, but the table holds {held}",
    expected="comparisons of two systems, or counts of them",
    todo="use `recipe=` for ratings",
)

# Counting

NOT_SUPPORTED: Final = ErrorEntry(
    "AJ034",
    "The comparisons cannot support what was asked for.",
    what="{reason}",
    expected="{expected}",
    todo="{todo}",
)
NO_SUCH_REFERENCE: Final = NOT_SUPPORTED.variant(
    "there is no system {name:quoted} to be the reference",
    expected="one of {known:names 8}",
    todo="correct the name, or leave `reference=` out",
)
TOO_FEW_SYSTEMS: Final = NOT_SUPPORTED.variant(
    "{n:count system} {n:is/are} left to be ranked[: {left:names}]",
    expected="at least two systems besides the reference",
    todo="check the names of the systems, and which of them is the reference",
)
UNCOMPARED_SYSTEMS: Final = NOT_SUPPORTED.variant(
    "{systems:names 8} {systems:was/were} never compared with another system that is ranked",
    expected="at least one comparison of every system",
    count="{n:,} of {total:count system}",
    todo="remove these systems, or collect comparisons of them (`adjudge.next_pairs`)",
)
NO_REFERENCE_TO_RANK: Final = BAD_OPTION.variant(
    "`rank_reference=True` was given, but there is no reference among the systems",
    expected="a system called {name}, or the name of another one in `reference=`",
    todo="leave `rank_reference=` out: every system is ranked",
)
LEFT_OUT_REFERENCE: Final = FindingEntry(
    "AJ302",
    "note",
    "Whether comparisons with the reference count or are left out.",
    text="{comparisons:count comparison} with the reference {reference} {comparisons:is/are} left out.",
    source="Lopez 2012, section 3",
    needs="comparisons with a human reference",
)
COUNTED_REFERENCE: Final = LEFT_OUT_REFERENCE.variant(
    "{comparisons:count comparison} with the reference {reference} {comparisons:counts/count} for the order, as in the "
    "official score; systems that met it more often rank lower.",
)
SEVERAL_FILES: Final = FindingEntry(
    "AJ317",
    "warning",
    "Comparisons from several files are ranked together.",
    text="Comparisons from {_n:count file} are ranked together; {shared} of {_total:count system} "
    "{shared:is/are} in all of them.",
    todo="rank them separately unless they belong to one campaign",
    needs="comparisons from several files",
)
WEIGHTED: Final = FindingEntry(
    "AJ319",
    "note",
    "Comparisons have weights.",
    text="Comparisons have weights from {low:exact} to {high:exact}; tests and standard errors treat each as one "
    "comparison of that weight.",
    needs="comparisons with weights",
)
UNCONNECTED: Final = FindingEntry(
    "AJ308",
    "warning",
    "Some systems were never compared with each other.",
    text="The systems form {_n} groups that were never compared with each other ({_groups}). The order of systems from "
    "different groups is arbitrary.",
    todo="collect comparisons between the groups (`adjudge.next_pairs`)",
)
NEVER_MET: Final = UNCONNECTED.variant(
    "{pairs:count pair} of systems {pairs:was/were} never compared directly.",
    todo=None,
)
OPPONENTS_DIFFER: Final = FindingEntry(
    "AJ309",
    "note",
    "Systems met opponents of different strength.",
    text="Systems met opponents of different strength: compared with all other systems, the opponents of {_hard} won "
    "{_hard_points:+.1f} percentage points of their decided comparisons, those of {_easy} {_easy_points:+.1f}; shares "
    "of wins favour {_easy}.[ The order by opponents that all systems met agrees with Kendall's tau {kendall:.2f}.]",
    source="Lopez 2012, section 3",
    todo="see the table of opponents",
)
TIES: Final = FindingEntry(
    "AJ310",
    "note",
    "How many comparisons are ties, and which systems tie unusually often.",
    text="{rate:.0%} of all comparisons are ties.",
    source="Lopez 2012, section 3",
)
TIED_OFTEN: Final = TIES.variant(
    "{rate:.0%} of all comparisons are ties. {_n:count pair} {_n:ties/tie} far more often: {_pairs:names}; scores "
    "that reward ties favour such systems.",
    severity="warning",
)

# Units

#: How comparisons share a unit.
PREPOSITIONS: Final = {"document": "on", "segment": "on", "ranking": "from", "annotator": "by"}
NO_UNITS_IN_COUNTS: Final = NOT_SUPPORTED.variant(
    '`unit="{unit}"` was given, but the data holds counts, not single comparisons',
    expected="single comparisons with a column '{unit}'",
    todo="leave `unit=` out",
)
UNKNOWN_UNITS: Final = NOT_SUPPORTED.variant(
    '`unit="{unit}"` was given, but the {unit} is unknown',
    expected="a value of '{unit}' for every comparison",
    count="{missing:,} of {total:count comparison}",
    todo="add the column '{unit}', or leave `unit=` out",
)
ONE_UNIT: Final = NOT_SUPPORTED.variant(
    '`unit="{unit}"` was given, but all comparisons have the same {unit}',
    expected="at least six {unit}s, better twenty",
    todo="leave `unit=` out, or choose another one",
)
DEPENDENT: Final = FindingEntry(
    "AJ311",
    "note",
    "Which comparisons are treated as dependent, or why none are.",
    text="Comparisons {_shared} the same {_unit} are treated as dependent ({units:count {_unit}}).",
    source="Lopez 2012, section 6",
)
DOUBTFUL_UNITS: Final = DEPENDENT.variant(
    DEPENDENT.text
    + " Comparisons on the same {_larger} may be dependent as well; differences may be called significant too often.",
    severity="warning",
    todo="add a column 'document' with a value for every comparison",
)
ONE_LARGER_UNIT: Final = DEPENDENT.variant(
    DEPENDENT.text
    + " All comparisons have the same {_single}: what is found holds for this {_single}, not for others.",
    severity="warning",
    todo="collect comparisons of at least six {_single}s before you speak of more than this one",
)
UNKNOWN_IN_SOME: Final = DEPENDENT.variant(
    "The {_unit} of {comparisons:,} of {total:count comparison} is unknown; each of these is treated as a {_unit} of "
    "its own.",
    severity="warning",
    todo="give the {_unit} of these comparisons",
)
FEW_UNITS_FOR_ERRORS: Final = DEPENDENT.variant(
    "Standard errors come from {units:count {_unit}} only; with fewer than {_few} they are too small, and differences "
    "are called significant too often.",
    severity="warning",
    source="Cameron and Miller 2015, section VI",
)
COUNTS_ARE_INDEPENDENT: Final = DEPENDENT.variant(
    "Comparisons are treated as independent because counts do not say which of them are on the same text; differences "
    "may be called significant too often.",
    severity="warning",
)
NO_UNITS: Final = DEPENDENT.variant(
    "Comparisons are treated as independent because their documents, segments and rankings are unknown[ or the same "
    "for all (one {_single})]; differences may be called significant too often.",
    severity="warning",
    todo="add a column 'document' with a value for every comparison",
)
FEW_ANNOTATORS: Final = shared.FEW_ANNOTATORS.variant(
    "{several} of {annotators:count annotator} judged more than one {_unit}. With fewer than {_fewest} such "
    "annotators their tastes for single systems cannot be told from quality: differences hold for these annotators, "
    "not for others.",
    todo="collect comparisons by more annotators",
)
UNEQUAL_ANNOTATORS: Final = FindingEntry(
    "AJ242",
    "warning",
    "Annotators gave very different numbers of comparisons.",
    text="Annotators gave very different numbers of comparisons: {annotator} gave {share:.0%} of all, {times:.0f} "
    "times as many as the median of {annotators:count annotator}, and weighs heavily in the order.",
    todo="rank without this annotator and see whether the order changes, or give comparisons weights",
    needs="comparisons with annotators",
)
BOTH_BAD_TIES: Final = FindingEntry(
    "AJ244",
    "note",
    "Comparisons that call both outputs bad, and what became of them.",
    text="{comparisons:count comparison} of {total:,} ({share:.0%}) {comparisons:calls/call} both outputs bad and "
    "{comparisons:counts as a tie/count as ties}. Bad outputs are not equally good: where such comparisons are common, "
    "ties are no longer most likely between equally strong systems.",
    todo='compare with `both_bad="drop"`',
    needs="comparisons that say that both outputs are bad",
)
BOTH_BAD_DROPPED: Final = BOTH_BAD_TIES.variant(
    "{comparisons:count comparison} of {total:,} ({share:.0%}) {comparisons:calls/call} both outputs bad and "
    "{comparisons:is/are} left out.",
    todo=None,
)
NO_BOTH_BAD: Final = BAD_OPTION.variant(
    '`both_bad="{value}"` was given, but no comparison says that both outputs are bad',
    expected="outcomes such as 'both_bad' or 'tie (bothbad)', or a column 'both_bad'",
    todo="leave `both_bad=` out",
)

# Majorities and cycles

CYCLE: Final = FindingEntry(
    "AJ303",
    "warning",
    "Some systems beat each other in cycles and cannot be put in order without contradicting a majority.",
    text="{group:names 8} beat each other in cycles, so every order of these {_n} systems contradicts a majority. For "
    "example, {_cycle}, the weakest of these majorities by {weakest:figure}. {supported:Some cycle/No cycle} consists "
    "of significant majorities{supported:/, so more comparisons may dissolve them}.",
    source="Lopez 2012, section 5.1",
)
MISSED_WINNER: Final = FindingEntry(
    "AJ304",
    "warning",
    "The order does not begin with the system that beats every other one.",
    text="{winner} beats every other system (a Condorcet winner), but the order begins with {first}.",
    source="Lopez 2012, section 5.1",
)
CONTRADICTIONS: Final = FindingEntry(
    "AJ305",
    "warning",
    "How many majorities the order contradicts, and with which weight.",
    text="The order contradicts the majority in {violations:count pair}, with a weight of {cost:figure} out of "
    "{total:figure}; the largest is {_winner} over {_loser} ({_weight:figure}).",
    source="Lopez 2012, section 5.2",
    todo='use `method="mfas"` for the order that contradicts least',
)
LEAST_CONTRADICTIONS: Final = CONTRADICTIONS.variant(
    "No order avoids all contradictions: this one contradicts the majority in {violations:count pair}, with a weight "
    "of {cost:figure} out of {total:figure}; the largest is {_winner} over {_loser} ({_weight:figure}).",
    todo=None,
)
UNPROVEN_CONTRADICTIONS: Final = CONTRADICTIONS.variant(CONTRADICTIONS.text, todo=None)
NO_CYCLE: Final = FindingEntry(
    "AJ318",
    "note",
    "The majorities have no cycle: some order contradicts none of them.",
    text="The majorities have no cycle, and this order contradicts none of them.[ {winner} beats every other system.]",
    source="Lopez 2012, section 5.1",
)
NO_CYCLE_BUT_MISSED: Final = NO_CYCLE.variant(
    "The majorities have no cycle: an order exists that contradicts none of them, but not this one.[ {winner} beats "
    "every other system.]",
)
AGAINST_THE_DIRECT_TEST: Final = AGAINST_THE_ORDER.variant(AGAINST_THE_ORDER.text, source="Lopez 2012, section 5.1")
