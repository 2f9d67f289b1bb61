"""Findings and errors of rankings from comparisons; the form of an entry is in `adjudge.core.catalogue`."""

from __future__ import annotations

from typing import Final

from adjudge.core.catalogue import ErrorEntry, FindingEntry
from adjudge.core.errors import UsageError
from adjudge.core.problems import BAD_OPTION, WRONG_TABLE
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
    "the time limit is {seconds:g} s",
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
    expected="{fewest} or more, or 0 for the sandwich formula",
    todo="leave `bootstrap=` out to use the sandwich formula",
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
    text="Comparisons have weights from {low:g} to {high:g}; tests and standard errors treat each as one comparison of "
    "that weight.",
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
    expected="at least two {unit}s, better thirty",
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
    + "[ With fewer than {_few} {_unit}s, standard errors are uncertain.][ A larger unit is not possible "
    "({_too_few:names} only).][ Comparisons on the same {_larger} may be dependent as well.] Differences may be called "
    "significant too often.",
    severity="warning",
    todo="[add a column '{_column}' with a value for every comparison]",
)
COUNTS_ARE_INDEPENDENT: Final = DEPENDENT.variant(
    "Comparisons are treated as independent because counts do not say which of them are on the same text; differences "
    "may be called significant too often.",
    severity="warning",
)
TOO_FEW_UNITS: Final = DEPENDENT.variant(
    "Comparisons are treated as independent because fewer than {_fewest} documents, segments or rankings are known; "
    "differences may be called significant too often.",
    severity="warning",
)
GIVEN_ANNOTATORS: Final = DEPENDENT.variant(
    "The model treats comparisons on the same text as independent; differences are called significant too often.",
    severity="warning",
    todo='compare with `method="davidson"`',
)

# Majorities and cycles

CYCLE: Final = FindingEntry(
    "AJ303",
    "warning",
    "Some systems beat each other in cycles and cannot be put in order without contradicting a majority.",
    text="{group:names 8} beat each other in cycles, so every order of these {_n} systems contradicts a majority. For "
    "example, {_cycle}, the weakest of these majorities by {weakest:g}. {supported:Some cycle/No cycle} consists of "
    "significant majorities{supported:/, so more comparisons may dissolve them}.",
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
    text="The order contradicts the majority in {violations:count pair}, with a weight of {cost:g} of {total:g}; the "
    "largest is {_winner} over {_loser} ({_weight:g}).",
    source="Lopez 2012, section 5.2",
    todo='use `method="mfas"` for the order that contradicts least',
)
LEAST_CONTRADICTIONS: Final = CONTRADICTIONS.variant(
    "No order avoids all contradictions: this one contradicts the majority in {violations:count pair}, with a weight "
    "of {cost:g} of {total:g}; the largest is {_winner} over {_loser} ({_weight:g}).",
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
ONLY_OPTIMUM: Final = FindingEntry(
    "AJ306",
    "note",
    "Whether other orders contradict equally little, and which places they leave open.",
    text="The order is proven to be the only optimal one.",
    source="Lopez 2012, section 5",
)
SEVERAL_OPTIMA: Final = ONLY_OPTIMUM.variant(
    "{orders:count order} contradict equally little; this is one of them.[ {_n:count system} {_n:has/have} no fixed "
    "place: {_places:names 4}.]",
    severity="warning",
    todo="report the places that are open",
)
UNCOUNTED_OPTIMA: Final = SEVERAL_OPTIMA.variant(
    "The order is proven to be optimal, but whether others are as good was not counted (too many systems, or "
    "no time).[ {_n:count system} {_n:has/have} other places in some of them: {_places:names}.]",
)
NOT_PROVEN: Final = FindingEntry(
    "AJ307",
    "warning",
    "The order was not proven to be optimal within the time limit.",
    text="The order was not proven to be optimal within {_seconds:g} s: it contradicts a weight of {cost:g}, and every "
    "order contradicts at least {bound:g} (gap {_gap:.1%}).",
    todo="allow more time: `time_limit={_more:g}`",
)

# The recommended method, and models of strength

RECOMMENDED_MODEL: Final = FindingEntry(
    "AJ301",
    "note",
    "Which method is recommended for these comparisons, and why.",
    text="The recommended method for these comparisons is {method}: it treats ties as an outcome and gives standard "
    "errors.",
)
RECOMMENDED_EXACT: Final = RECOMMENDED_MODEL.variant(
    "The recommended method for these comparisons is {method}, the exact order: no model of strengths has a finite "
    "fit, because {_reason}.",
)
#: Why a model has no finite fit, as parts of sentences.
UNCONNECTED_GROUPS: Final = "the systems form {n} groups that were never compared with each other ({groups})"
NEVER_LOST: Final = "{_group}{systems:names 6} never lost to, nor tied with, any other system"
NEVER_WON: Final = "{_group}{systems:names 6} never won against, nor tied with, any other system"
GROUP_OF: Final = "the group of "
ONLY_TIES: Final = "every comparison is a tie"
TOO_MANY_TIES: Final = "no cycle of comparisons has more wins than ties"
FORETOLD_OUTCOMES: Final = "the covariates predict some outcomes without exception"
EXPLAINED_AWAY: Final = "differences in reliability explain every contradiction between annotators"

NO_FINITE_FIT: Final = NOT_SUPPORTED.variant(
    "{method} has no finite fit: {reason}",
    expected="a chain of wins or ties from every system to every other one, and a cycle with more wins than ties",
    count="[{groups:count group} of {systems:count system}]",
    todo='use `method="mfas"` or `method="expected-wins"`, or collect the missing comparisons (`adjudge.next_pairs`)',
)
UNFITTABLE_COUNTS: Final = NOT_SUPPORTED.variant(
    "{method} cannot be fitted: the counts differ by too many orders of magnitude",
    expected="counts of comparisons that people made",
    count="{fewest:g} to {most:g} comparisons of a pair",
    todo='check the counts, or use `method="mfas"`',
)
TOO_FEW_COMPARISONS: Final = NOT_SUPPORTED.variant(
    "there are too few comparisons to estimate standard errors",
    expected="more comparisons than systems",
    count="{comparisons:,.0f} of {systems:count system}",
    todo='collect more comparisons, or use `method="expected-wins"`',
)
FEW_FINITE_REPLICATES: Final = NOT_SUPPORTED.variant(
    "{method} has no finite fit for most bootstrap replicates: some systems win or lose too rarely",
    expected="a finite fit for at least half of them",
    count="{lost:,} of {draws:count replicate}",
    todo="leave `bootstrap=` out to use the sandwich formula, or collect more comparisons",
)
NEEDS_SINGLE_COMPARISONS: Final = NOT_SUPPORTED.variant(
    "{method} needs single comparisons, but the data holds counts",
    expected="one row for each comparison",
    todo='use the single comparisons, or `method="bradley-terry"`',
)
TAKES_NO_WEIGHTS: Final = NOT_SUPPORTED.variant(
    "{method} does not take weights, but the comparisons have them",
    expected="comparisons without a column 'weight'",
    count="{comparisons:count comparison}",
    todo='remove the weights, or use `method="{other}"`',
)
COVARIATES_NEED_COMPARISONS: Final = NEEDS_SINGLE_COMPARISONS.variant(
    "`covariates=` needs single comparisons, but the data holds counts",
    todo="use the single comparisons, or leave `covariates=` out",
)
COVARIATES_TAKE_NO_WEIGHTS: Final = TAKES_NO_WEIGHTS.variant(
    "`covariates=` was given, but the comparisons have weights",
    todo="remove the weights, or leave `covariates=` out",
)
UNKNOWN_ANNOTATORS: Final = NOT_SUPPORTED.variant(
    "{method} needs the annotator of every comparison, but some are unknown",
    expected="a value of 'annotator' for every comparison",
    count="{unknown:,} of {total:count comparison}",
    todo='use `method="bradley-terry"`, which needs none',
)
UNKNOWN_LENGTH: Final = NOT_SUPPORTED.variant(
    "the length of outputs is unknown: {columns:names} {columns:has/have} no value for some comparisons",
    expected="columns 'length_a' and 'length_b' with a value for every comparison",
    count="{unknown:,} of {total:count comparison}",
    todo='add the lengths, or leave `covariates=[["length"]]` out',
)
UNIDENTIFIED_EFFECT: Final = NOT_SUPPORTED.variant(
    "the effect of {name} cannot be estimated from these comparisons",
    expected="{needed}",
    todo='leave `covariates=[["{name}"]]` out',
)
TIES_ARE_HALF_WINS: Final = FindingEntry(
    "AJ312",
    "note",
    "How ties are modelled, and which of two models of ties fits better.",
    text='A tie counts as half a win; `method="davidson"` and `method="rao-kupper"` model ties.',
)
BETTER_FIT: Final = TIES_ARE_HALF_WINS.variant(
    "Of the two models of ties, {_better} fits better than {_worse}: its log-likelihood is higher by {_gap:.1f}.",
)
OTHER_FITS_BETTER: Final = BETTER_FIT.variant(
    BETTER_FIT.text,
    source="Burnham and Anderson 2002, section 2.6",
    todo='see whether `method="{_better}"` gives the same order',
)
LOST_REPLICATES: Final = FindingEntry(
    "AJ313",
    "warning",
    "Bootstrap replicates for which the model has no finite fit.",
    text="{lost:,} of {draws:count bootstrap replicate} {lost:has/have} no finite fit and {lost:was/were} not used; "
    "intervals of systems that rarely win or lose are too narrow.",
)
RELIABILITIES: Final = FindingEntry(
    "AJ315",
    "note",
    "How far annotators differ in reliability, and who is unreliable.",
    text="The reliabilities of annotators have a standard deviation of {spread:.2f} around 1.",
    needs="comparisons with annotators",
)
UNRELIABLE: Final = RELIABILITIES.variant(
    RELIABILITIES.text + " {_n:count annotator} {_n:has/have} a 95% confidence interval below one half: "
    "{_reliabilities:names 5}.",
    severity="warning",
)
EFFECT: Final = FindingEntry(
    "AJ316",
    "note",
    "What covariates do to a preference.",
    text="The log odds of a preference change by {effect:.3g} for {_unit} (95% confidence interval from {low:.3g} to "
    "{high:.3g}); strengths are those without this effect.",
    needs="single comparisons, for lengths with the columns 'length_a' and 'length_b'",
)
#: What the data must hold for the effect of a covariate to be estimated.
COVARIATE_NEEDS: Final = {
    "position": "pairs of systems that were named in both orders",
    "length": "differences in length that vary within pairs of systems",
}
#: What the effect of a covariate is for.
COVARIATE_UNITS: Final = {"position": "being named first", "length": "a unit of length"}
RANDOM_LINES: Final = FindingEntry(
    "AJ314",
    "note",
    "TrueSkill is random and not a test: how often each line is drawn.",
    text="TrueSkill is random and not a test: its lines show what other seeds would give, not what other comparisons "
    "would.[ Lines that depend on the seed, with the share of executions that draw them: {_unsure:names 4}.]",
    todo='compare with `method="davidson"`',
)
