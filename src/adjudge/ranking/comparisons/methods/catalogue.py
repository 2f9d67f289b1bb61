"""Findings and errors of single methods; the form of an entry is in `adjudge.core.catalogue`."""

from __future__ import annotations

from typing import Final

from adjudge.core.catalogue import FindingEntry
from adjudge.ranking import catalogue as shared
from adjudge.ranking.comparisons.catalogue import DEPENDENT, NOT_SUPPORTED

# The recommended method

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

# The exact order

ONLY_OPTIMUM: Final = FindingEntry(
    "AJ306",
    "note",
    "Whether other orders contradict equally little, and which places they leave open.",
    text="The order is proven to be the only optimal one.",
    source="Lopez 2012, section 5",
)
SEVERAL_OPTIMA: Final = ONLY_OPTIMUM.variant(
    "This is one of {orders:,} optimal orders.[ {_n:count system} {_n:has/have} no fixed place: {_places:names 4}.]",
    severity="warning",
    todo="[report the range of places of {_n:this system/these systems}]",
)
UNCOUNTED_OPTIMA: Final = SEVERAL_OPTIMA.variant(
    "The order is proven to be optimal, but the optimal orders were not counted (too many systems, or not enough "
    "time).[ {_n:count system} {_n:has/have} no fixed place: {_places:names 4}.]",
)
NOT_PROVEN: Final = FindingEntry(
    "AJ307",
    "warning",
    "The order was not proven to be optimal within the time limit.",
    text="The order was not proven to be optimal within {_seconds:exact} s: it contradicts a weight of {cost:figure}, "
    "and every order contradicts at least {bound:figure} (gap {_gap:.1%}).",
    todo="allow more time: `time_limit={_more:g}`",
)

# Models of strength

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
    todo="leave `bootstrap=` out to use the jackknife, or collect more comparisons",
)
FEW_UNITS_DRAWN: Final = NOT_SUPPORTED.variant(
    "the strengths cannot be bootstrapped: {system:quoted} was compared on {held:count {_unit}} only",
    expected="at least {needed:count {_unit}} for every system: with fewer, samples hardly differ",
    count=None,
    todo="leave `bootstrap=` out to use the jackknife, or collect more comparisons",
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
TASTES: Final = shared.TASTES.variant(
    "Annotators may favour single systems on all texts (estimated standard deviation {deviation:.2f} on the logit "
    "scale, which chance alone can give); tests and intervals allow for it.",
)
NO_TASTES: Final = TASTES.variant(
    "There is no sign that annotators favour single systems on all texts; tests and intervals need not allow for it.",
)
UNITS_BY_SYSTEM: Final = FindingEntry(
    "AJ247",
    "note",
    "How much of the units is kept for the tests of very large data.",
    text="With {systems:count system} the evidence of units is kept system by system, not pair by pair: tests and "
    "errors are exact where every unit holds all pairs in proportion, and close where units are many.",
    needs="very many units and systems",
)
UNITS_AS_COVARIANCE: Final = UNITS_BY_SYSTEM.variant(
    "There are so many units that only the covariance of their evidence is kept: tests draw normal numbers with this "
    "covariance, and errors come from the sandwich formula.",
)
MISFIT: Final = FindingEntry(
    "AJ243",
    "warning",
    "The model does not fit the comparisons of single pairs.",
    text="One strength per system does not describe these comparisons (p = {p:.2g}): beyond chance, shares of wins of "
    "pairs are off by {typical:.1%}, as a root mean square. Furthest off {_n:is/are} {_pairs:names}.",
    source="Boos 1992",
    todo="look at the table of pairs: the order of such systems depends on whom they met",
    needs="pairs with at least ten comparisons",
)
SLIGHT_MISFIT: Final = MISFIT.variant(
    "The model does not fit exactly (p = {p:.2g}), but beyond chance shares of wins of pairs are off by {typical:.1%} "
    "only, as a root mean square.",
    severity="note",
    todo=None,
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
GIVEN_ANNOTATORS: Final = DEPENDENT.variant(
    "The model treats comparisons on the same text as independent; differences are called significant too often.",
    severity="warning",
    todo='compare with `method="davidson"`',
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

# TrueSkill

RANDOM_LINES: Final = FindingEntry(
    "AJ314",
    "note",
    "TrueSkill is random and not a test: how often each line is drawn.",
    text="TrueSkill is random and not a test: its lines show what other seeds would give, not what other comparisons "
    "would.[ Lines that depend on the seed, with the share of executions that draw them: {_unsure:names 4}.]",
    todo='compare with `method="davidson"`',
)
