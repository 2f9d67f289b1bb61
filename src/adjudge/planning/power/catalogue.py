"""Findings and errors of power: what to know with every number, and what cannot be asked."""

from __future__ import annotations

from typing import Final

from adjudge.core.catalogue import ErrorEntry, FindingEntry
from adjudge.core.errors import UsageError
from adjudge.core.problems import BAD_OPTION

# What to know with every number

INDEPENDENT_GROUPS: Final = FindingEntry(
    "AJ600",
    "note",
    "The formula takes the segments of two systems for independent of each other, or assumes how they correlate.",
    text="Segments of the two systems are taken for independent groups, and n counts distinct segments: a second "
    "judgement of the same output is no new segment. If both systems translate the same segments, a paired test needs "
    "fewer.",
    source="Graham, Haddow and Koehn 2020, section 4",
    todo='if segments are shared, use `test="paired"` with a correlation from earlier judgements',
)
PAIRED_SEGMENTS: Final = INDEPENDENT_GROUPS.variant(
    "n counts segments that both systems translate. Their scores on one segment are assumed to correlate with "
    "{correlation:exact}[; {_also}]. The effect is for scores of different segments, so that it means the same as in "
    "the rank-sum test.",
    source="Shieh, Jan and Randles 2007",
    todo="take the correlation from earlier judgements of similar systems",
)
NORMAL_SHIFT: Final = FindingEntry(
    "AJ601",
    "note",
    "The formula is for scores without ties and heaps.",
    text="Scores are assumed to be normal with the same spread, without ties or heaps. Direct assessment has both; the "
    "effect then counts ties as half, and the real power differs.",
    source="Shieh, Jan and Randles 2006",
)
EXCLUDED_TIES: Final = NORMAL_SHIFT.variant(
    "The test leaves out ties: a share of {ties:exact} of the {_unit}s is expected to have no winner. The power of an "
    "exact test goes up and down with n; a sample size is the least from which on it does not fall below again.",
    source=None,
)
NOT_CLUSTERED: Final = FindingEntry(
    "AJ602",
    "note",
    "Whether segments of one document, or votes of one person, are treated as dependent.",
    text="All segments are taken for independent. With L segments to a document that correlate with icc, n segments "
    "are worth n / (1 + (L - 1) icc): with L = 10 and icc = .14, n shrinks by 2.3.",
    source="Kish 1965",
    todo="say how segments are grouped: `documents=` or `segments_per_document=`, and `icc=`",
)
NOT_CLUSTERED_VOTES: Final = NOT_CLUSTERED.variant(
    "All votes are taken for independent. With V votes of one person or on one text that correlate with icc, n votes "
    "are worth n / (1 + (V - 1) icc).",
    todo="say how votes are grouped: `votes_per_unit=` and `icc=`",
)
CLUSTERED: Final = NOT_CLUSTERED.variant(
    "Segments of one document correlate with {icc:exact}: the design effect is {design_effect:.2f}[, and "
    "{n:count segment} {n:is/are} worth {effective_n:,.0f} independent ones][, at most {most:,.0f} with "
    "{documents:count document}]. If both systems are judged on the same documents, the correlation of their "
    "differences counts, which is usually smaller.",
    todo=None,
)
CLUSTERED_VOTES: Final = NOT_CLUSTERED.variant(
    "Votes of one group correlate with {icc:exact}: the design effect is {design_effect:.2f}[, and {n:count vote} "
    "{n:is/are} worth {effective_n:,.0f} independent ones].",
    todo=None,
)
ONE_COMPARISON: Final = FindingEntry(
    "AJ603",
    "note",
    "The level is that of a single comparison, or shared by all pairs.",
    text="The level {alpha:exact} is for one comparison of two systems. Among several systems each pair is tested at a "
    "smaller level, and needs more.",
    source="Holm 1979",
    todo="name the number of systems: `systems=`",
)
SEVERAL_COMPARISONS: Final = ONE_COMPARISON.variant(
    "With {systems:count system} there {comparisons:is/are} {comparisons:count pair}: each is tested at {level:.3g}, "
    "so that all together err with {alpha:exact} at most (Bonferroni: the first step of Holm, whose later steps are "
    "milder).",
    todo=None,
)
FEW_SEGMENTS: Final = FindingEntry(
    "AJ604",
    "warning",
    "So few segments, as when whole documents are rated, find large differences only.",
    text="With {n:count segment} of each system, as few as when whole documents are rated, two close systems, "
    "P(A < B) = .47, would be told apart with a power of {close:.2f} only; a difference that is not found says little.",
    source="Graham, Haddow and Koehn 2020, section 4 and Table 2",
    todo="rate segments in their context rather than whole documents, or judge more",
)
FIVE_EIGHTY: Final = FindingEntry(
    "AJ605",
    "note",
    "A power of .8 was taken, as none was given.",
    text="No power was given: .8 is taken, the usual one with a level of .05 (five-eighty).",
    source="Graham, Haddow and Koehn 2020, section 4",
)
EQUIVALENCE: Final = FindingEntry(
    "AJ606",
    "note",
    "Equivalence: what has to be shown, and the true effect that is assumed.",
    text="Equality is shown if two one-sided tests at {_level} put P(A < B) between {low:exact} and {high:exact}; the "
    "power is for a true effect of {_effect}[, {_assumed}]. The margin must be fixed before looking.",
    source="Wellek 2010, section 6.2",
)
ROUGH: Final = FindingEntry(
    "AJ607",
    "warning",
    "The sample is too small for the formula, or for any significant outcome.",
    text="The normal approximation is rough with {_n} at a level of {_level}: the limit of the test lies at "
    "{share:.2f} of the most that its statistic can reach. The power of simulated tests in such plans differed by up "
    "to {off:.2g}, most of all with exact p-values.",
    todo='simulate the test that you will use, or plan with `test="sign"`, whose power is exact',
)
ROUGH_EQUALITY: Final = ROUGH.variant(
    "With fewer segments than {least:.0f} a test of equality that estimates variances from the scores shows less: its "
    "simulated power was lower by up to .06 with 50 independent segments of each system, .15 with 20 and .3 with 10.",
    todo="simulate the test that you will use",
)
NOTHING_SIGNIFICANT: Final = ROUGH.variant(
    "No outcome of {_n} can be significant at {_level}: the smallest exact p-value is {least_p:.3g}.",
    todo="judge more, or compare fewer systems",
)
NOTHING_EQUAL: Final = NOTHING_SIGNIFICANT.variant(
    "No outcome of {_n} can show at {_level} that P(A < B) lies between {low:exact} and {high:exact}.",
    todo="judge more, or plan with a wider margin",
)
INDIRECT_VOTES: Final = FindingEntry(
    "AJ608",
    "note",
    "A model of strengths also learns from votes against other systems.",
    text="n is for the votes on one pair alone. A Bradley-Terry model of {systems:count system} also uses the votes "
    "against the others: if all are close and every pair has as many votes, about {share:.2g} n are enough for each.",
    source="Bradley and Terry 1952",
)
SHORT_DOCUMENTS: Final = FindingEntry(
    "AJ609",
    "note",
    "There are more documents than segments are needed.",
    text="{n:count segment} {n:is/are} enough, fewer than the {documents:count document}: take one segment of each; "
    "the others are not needed.",
)

# What cannot be asked

NO_SUCH_POWER_TEST: Final = BAD_OPTION.variant(
    "there is no test {name:quoted} for power",
    expected="one of {known}",
    todo="[did you mean {near:quoted}? Otherwise ]choose one of these",
)
OUTSIDE: Final = BAD_OPTION.variant(
    "`{name}=` is {value:exact}",
    expected="{expected}",
    todo="{todo}",
)
NOTHING_GIVEN: Final = BAD_OPTION.variant(
    "neither n nor effect was given[, only the power {power:exact}]",
    expected="two of `n=`, `effect=` and `power=`; with one of n and effect alone, a power of .8 is taken",
    todo="name the number of segments or the effect, such as `n=400` or `effect=0.45`",
)
ALL_GIVEN: Final = BAD_OPTION.variant(
    "n = {n:,}, effect = {effect:exact} and power = {power:exact} were all given",
    expected="two of `n=`, `effect=` and `power=`; the third is solved",
    todo="leave out the one that you want to know",
)
NO_EFFECT: Final = BAD_OPTION.variant(
    "the effect is .5, which is no difference: no number of {unit}s finds it",
    expected="an effect below or above .5",
    todo="name the smallest difference that matters, such as `effect=0.45`, or plan to show equality with `margin=`",
)
WEAK_POWER: Final = BAD_OPTION.variant(
    "the power {power:exact} is not above the level {alpha:exact}",
    expected="a power above alpha: a test rejects as often as its level even if there is nothing to find",
    todo="choose a power such as .8",
)
OUTSIDE_MARGIN: Final = BAD_OPTION.variant(
    "the effect {effect:exact} is not within the margin, {low:exact} to {high:exact}",
    expected="an effect inside of the margin: systems farther apart are not equal, and must not be shown to be",
    todo="leave the effect out, which means .5, or choose a wider margin",
)
NOT_FOR_TEST: Final = BAD_OPTION.variant(
    "`{name}=` was given with the test {test:quoted}",
    expected="settings of that test: {takes}",
    todo="leave `{name}=` out[, or use a test that takes it: {tests}]",
)
SIDES_OF_EQUIVALENCE: Final = BAD_OPTION.variant(
    "`sides={sides}` was given with `margin=`",
    expected="one of them: equality is shown by two one-sided tests, always",
    todo="leave `sides=` out",
)
TWO_GROUPINGS: Final = BAD_OPTION.variant(
    "`documents={documents}` and `segments_per_document={size}` were given together",
    expected="one of them; the other follows from n",
    todo="leave one of them out",
)
NO_ICC: Final = BAD_OPTION.variant(
    "`{name}=` was given without `icc=`",
    expected="both: the design effect is 1 + (L - 1) icc",
    todo="add the correlation within a group, such as `icc=0.14`",
)
NO_GROUPS: Final = BAD_OPTION.variant(
    "`icc=` was given without {groups}",
    expected="both: the design effect is 1 + (L - 1) icc",
    todo="say how large groups are, or leave `icc=` out",
)
MORE_DOCUMENTS: Final = BAD_OPTION.variant(
    "{documents:count document} but only {n:count segment}",
    expected="at least one segment from each document",
    todo="give fewer documents or more segments",
)
IMPOSSIBLE_TIES: Final = BAD_OPTION.variant(
    "an effect of {effect:exact} with {ties:exact} ties cannot be",
    expected="an effect between {low:.3g} and {high:.3g}: ties count half on both sides",
    todo="choose an effect nearer to .5, or fewer ties",
)
UNREACHABLE: Final = ErrorEntry(
    "AJ620",
    "No number of segments or votes reaches the power.",
    what="no number of {unit}s up to {most:,} reaches a power of {power:exact} {_aim}",
    expected="an effect that can be found, or equality that can be shown",
    todo="choose {_choice}[, or more than {m:,} segments of the other system]",
    error=UsageError,
)
SATURATED: Final = UNREACHABLE.variant(
    "no number of segments of {documents:count document} reaches a power of {power:exact} {_aim}: however many they "
    "are, they are worth {most_effective:,.0f} independent ones at most (documents / icc), and the power is "
    "{reached:.3f} there",
    expected="more than {needed:count document}, which are enough only with endless segments of each; "
    "[{usable:count document} {usable:is/are} enough with {segments:count segment} in all]",
    todo="take more documents rather than more segments of each",
)
NOT_FOUND: Final = ErrorEntry(
    "AJ621",
    "No effect is found with the power asked for.",
    what="with {n} no effect is found with a power of {power:exact} at a level of {level}",
    expected="enough {unit}s for the largest effect",
    todo="judge more, compare fewer systems, or accept a smaller power",
    error=UsageError,
)
NOT_EQUAL: Final = NOT_FOUND.variant(
    "with {n} a margin of {margin:exact} is shown with a power of {reached:.3f} at most, not {power:exact}",
    expected="[at least {needed}, if the systems are equal]",
    todo="judge more, or widen the margin",
)
