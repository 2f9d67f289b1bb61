"""Findings and errors of rankings from ratings; the form of an entry is in `adjudge.core.catalogue`."""

from __future__ import annotations

from typing import Final

from adjudge.core.catalogue import FindingEntry
from adjudge.core.errors import RecipeError
from adjudge.core.problems import BAD_OPTION
from adjudge.core.selecting.catalogue import NONE_RANKED
from adjudge.ranking import catalogue as shared
from adjudge.scoring import catalogue as scoring

# What ratings must hold

SEVERAL_SCALES: Final = scoring.UNKNOWN_UNIT.variant(
    "the scores are on different scales: {scales:names 8}",
    expected="one scale",
    count="{scales:count scale}",
    todo="rank them separately, or convert the scores to one scale",
)
EQUAL_SCORES: Final = scoring.UNKNOWN_UNIT.variant(
    "all scores that count are equal ({score:exact})",
    expected="scores that differ",
    count="{rows:count row}",
    todo="check the column 'score'; without differences there is no order",
)
ONE_SEGMENT: Final = scoring.UNKNOWN_UNIT.variant(
    "all judgements that count are of one segment ({segment:quoted})",
    expected="at least two segments; with one, quality cannot be distinguished from chance",
    count="{rows:count row}",
    todo="check the columns 'segment' and 'document'",
)
TOO_FEW_SYSTEMS: Final = scoring.UNKNOWN_UNIT.variant(
    "the rows that count hold {n:count system}[ ({system:quoted})]; rows by kind: {kinds}",
    expected="at least two systems with judgements of kind {counting}",
    count="{rows:count row}",
    todo="check that the data, and the rows that were chosen of it, hold several systems; `keep_kinds=` takes rows of "
    "other kinds",
)
NO_SUCH_KIND: Final = BAD_OPTION.variant(
    "there is no kind {name:quoted}",
    expected="one of {known}, or several of them",
    todo="[did you mean {near:quoted}? Otherwise ]choose from these names",
)
NEARLY_ALL_LEFT_OUT: Final = NONE_RANKED.variant(
    "only {counting:,} of {rows:count scored row} {counting:is/are} of kind {_usual}; the others are {_kinds:names 6}",
    expected="a ranking of most of the rows, at least of one in ten",
    count="{rows:count row}",
    todo='say which kinds to rank, for example `keep_kinds=("{_most}",)`; to rank the few rows all the same, name '
    "their kind",
    error=RecipeError,
)
MOSTLY_LEFT_OUT: Final = FindingEntry(
    "AJ162",
    "warning",
    "Most rows are left out because of their kind.",
    text="This is a ranking of {counting:,} of {rows:count scored row}, less than half: {_kinds:names 6} are left out "
    "because only rows of kind {_usual} count.",
    todo="check the column 'kind'; to rank other rows, name their kinds, for example `keep_kinds=(\"{_most}\",)`",
)
KINDS_AS_ASKED: Final = FindingEntry(
    "AJ163",
    "note",
    "The averages are of other kinds of rows than the recipe has.",
    text="The averages are of rows of kind {kinds:names 6}, as asked for; the recipe {_recipe} takes {usual:names 6}.",
)
CONTROLS_COUNT: Final = KINDS_AS_ASKED.variant(
    "The averages are of rows of kind {kinds:names 6}, as asked for. Among them are {controls:names 6}, which are "
    "controls: their texts are not what the systems wrote, so the averages do not tell how good the systems are.",
    severity="warning",
)

# What the organiser claims

BAD_MARGIN: Final = BAD_OPTION.variant(
    "the margin is {margin:exact}",
    expected="a positive number in the unit of the score: points of its scale, or standard deviations of z-scores",
    todo="choose the margin before looking at the result",
)
SHOWN_EQUIVALENT: Final = FindingEntry(
    "AJ217",
    "note",
    "What the equivalence test with the margin fixed in advance shows.",
    text="Within the margin of {margin:exact} in the unit of the score, fixed in advance, {pairs:count pair} "
    "{pairs:is/are} shown to be "
    "equivalent: {pairs:pairs and}.",
)
NONE_EQUIVALENT: Final = SHOWN_EQUIVALENT.variant(
    "Within the margin of {margin:exact} in the unit of the score, fixed in advance, no pair is shown to be equivalent."
)
POST_EDITED: Final = FindingEntry(
    "AJ218",
    "warning",
    "A system that is not separated from a post-edited translation has not reached human parity.",
    text="{pairs:count pair} of a system and a post-edited translation {pairs:was/were} not separated, which is not "
    "evidence of human parity: {pairs:pairs and}.",
    source="Graham et al. 2020, section 4.1",
)

# What the recommended recipe picks

RECOMMENDED: Final = FindingEntry(
    "AJ203",
    "note",
    "What the recommended recipe chose for these data, and why.",
    text="Recommended for these data: {rows}; {standardisation}; {estimate and test}.",
)
NO_REPEATS: Final = "no repeats, because it is unknown which of them followed a degraded item"
KINDS_GIVEN: Final = "rows of the kinds that were asked for"
REPEATS_COUNT: Final = "repeats count unless they followed a degraded item"
RAW_UNKNOWN: Final = "raw scores, because annotators are unknown"
ONE_SPREAD: Final = "scores of every {unit} brought to one spread"
NORMAL_SPREAD: Final = (
    "normal scores instead of raw ones, because one score makes up {share:.0%} of all, brought to one spread by {unit}"
)
UNIT_OF_UNKNOWN: Final = ", because documents are unknown"
LINES_BY_UNITS: Final = (
    "order, lines and sets of ranks from a mixed model, tested by flipping the signs of what each {unit} contributes"
    "{_unknown}"
)

# The order

RAW_ORDER: Final = FindingEntry(
    "AJ206",
    "warning",
    "Raw and standardised scores order the systems differently.",
    text="The raw means order {pairs:count pair} of systems differently from the ranking (Kendall's tau "
    "{kendall:.3f}).",
    source="Knowles and Lo 2022, section 3.2",
)
UNMOVED: Final = FindingEntry(
    "AJ225",
    "note",
    "How the rows left out because of a degraded item would change the order.",
    text="Including the rows left out because of a degraded item would not change the order of the systems"
    "[; only one of the two rankings holds {_apart:names 8}].",
    source="Knowles and Lo 2024, section 5.4",
    needs="ratings with degraded items, showings and positions",
)
SWAPPED: Final = UNMOVED.variant(
    "Including the rows left out because of a degraded item would swap {_a} and {_b} (ranks {_first} and {_second}; "
    "Kendall's tau {kendall:.3f})[; only one of the two rankings holds {_apart:names 8}]."
)
MOVED: Final = UNMOVED.variant(
    "Including the rows left out because of a degraded item would move {_moved} of {_systems:count system}: "
    "{_moves:names} (Kendall's tau {kendall:.3f})[; only one of the two rankings holds {_apart:names 8}]."
)
NOT_INCLUDED: Final = UNMOVED.variant(
    "The recipe cannot be run with the rows left out because of a degraded item: {problem}."
)
DIFFERENT_DOCUMENTS: Final = scoring.DIFFERENT_DOCUMENTS.variant(
    "Systems were judged on different documents: {complete:,} of {documents:count document} {complete:was/were} judged "
    "for all systems, and one system has only {smallest:,} of them.",
    source="Knowles 2021, section 6; Knowles and Lo 2022, section 5.2",
    todo=None,
)

# The pairwise tests

NO_DOCUMENTS: Final = scoring.UNKNOWN_UNIT.variant(
    "the test {test:quoted} uses documents as its unit, but the document of some segments is unknown",
    expected="the document of every segment",
    count="{means:count segment mean}",
    todo='give the documents, or use a test on segments: name = "rank-sum", unit = "segment" in the recipe',
)
NOTHING_SHARED: Final = scoring.UNKNOWN_UNIT.variant(
    "{a} and {b} have no segment in common",
    expected="shared segments, which the paired test {test:quoted} needs",
    count="{apart:,} of {pairs:count pair}",
    todo='set name = "rank-sum" in the recipe, or use `recipe="mixed-model"`',
)
SEGMENTS_AS_INDEPENDENT: Final = scoring.SEGMENTS_AS_INDEPENDENT.variant(
    "The test treats {segments:count segment} of {documents:count document} as independent; segments of one document "
    "are not, so lines and power are too optimistic.",
    source="Knowles 2021, section 6",
    todo='compare with `recipe="recommended"`',
)
UNTRACED_AS_INDEPENDENT: Final = SEGMENTS_AS_INDEPENDENT.variant(
    "The test treats segments whose documents are unknown as independent; segments of one document are not, so lines "
    "and power are too optimistic.",
    todo=scoring.SEGMENTS_AS_INDEPENDENT.todo,
)
ONE_SIDED: Final = FindingEntry(
    "AJ210",
    "note",
    "The test is one-sided in the observed direction.",
    text="The test is one-sided and the direction was chosen after the order was known; its level of {level:g} is "
    "{_two_sided:g} two-sided.",
)
HALVED: Final = ONE_SIDED.variant(
    "The test halves a two-sided p-value whatever the direction, so it can call the worse of two systems better; its "
    "level of {level:g} is {_two_sided:g} two-sided."
)
FALSE_POSITIVES: Final = FindingEntry(
    "AJ212",
    "note",
    "How many false positives are expected among all pairs if no system differed.",
    text="{pairs:count pair} {pairs:was/were} tested without correction for multiple testing: if no system "
    "differed, {expected:.1f} of them would still be significant on average, and more if the tested units are not "
    "independent.",
    source="Lopez 2012, section 6",
    todo='compare with `recipe="recommended"`',
)
AGAINST_THE_ORDER_BLIND: Final = shared.AGAINST_THE_ORDER.variant(
    f"{shared.AGAINST_THE_ORDER.text} The test ignores the direction and counts them for the higher-ranked system."
)
ALL_HIDDEN: Final = FindingEntry(
    "AJ190",
    "warning",
    "So many systems are hidden that no line can be drawn.",
    text="Of {systems:count system}, {shown:all but 1 are hidden/all are hidden}, so there are no lines and no "
    "clusters. The order and the tests of pairs are not affected.",
    todo="hide fewer systems: `hide=` is for human translations and the like",
    needs="hidden systems",
)
OTHER_RULES: Final = FindingEntry(
    "AJ213",
    "warning",
    "Other published line rules would draw other lines.",
    text="Other line rules would draw other lines than {_used:quoted}: {_differences}.",
    source="Knowles 2021, footnote 4",
)
#: One of the differences in `OTHER_RULES`.
OTHER_LINES: Final = "{rule:quoted}[ adds a line below {more:names 20}][{conjunction}][ has none below {less:names 20}]"
NOT_SEPARATED: Final = FindingEntry(
    "AJ216",
    "note",
    "How small a difference could have been missed between systems that were not separated.",
    text="{pairs:count pair} {pairs:was/were} not separated, which is not evidence of equal quality: the median power "
    "to detect an effect of 0.53 is {median_power:.2f}[ in the {_known:,} of which it is known][, and the smallest "
    "effect that would be detected with a power of 0.8 is {_smallest:.3f}][ (a difference of {_difference:.3g})]. An "
    "effect is the probability that a segment of one system scores above a segment of the other: 0.5 is no difference, "
    "0.53 that of closely performing systems.",
    source="Graham et al. 2020, sections 4 and 4.1",
)

# The test by sign flips

TWO_SIDED_ONLY: Final = scoring.UNKNOWN_UNIT.variant(
    "the test {test:quoted} has no alternative {alternative:quoted}",
    expected='alternative = "two-sided"',
    count=None,
    todo='set alternative = "two-sided" in the recipe',
)
NO_STEP_DOWN: Final = scoring.UNKNOWN_UNIT.variant(
    "the test {test:quoted} does not correct by the step-down maximum",
    expected='correction = "step-down" with the test "model-flips" only',
    count=None,
    todo='set correction = "holm" in the recipe',
)
TOO_FEW_UNITS: Final = shared.FEW_UNITS.variant(
    "With {units:count {unit}}, no p-value can be below {least:.3g}, so no line is drawn at the level {level:g}."
    "[ The contrasts of the mixed model, which assume that all systems vary alike, would separate {_model} of "
    "{_pairs:count pair}.]",
    todo='collect judgements of many more {unit}s; `recipe="mixed-model"` prints the contrasts',
)
HARDLY_ENOUGH_UNITS: Final = shared.FEW_UNITS.variant(
    "With {units:count {unit}} only very large differences can be found, and how large cannot be said.[ The contrasts "
    "of the mixed model, which assume that all systems vary alike, would separate {_model} of {_pairs:count pair}.]",
    todo='collect judgements of more {unit}s; `recipe="mixed-model"` prints the contrasts',
)
WEAK_LINKS: Final = FindingEntry(
    "AJ232",
    "warning",
    "Annotators hardly link the systems, so that leniency and quality are hard to tell apart.",
    text="Annotators link the systems weakly: {share:.0%} of the variance of a difference (in the median) is left by "
    "how lenient annotators are.",
    todo="let annotators judge more of the systems",
    needs="ratings with annotators",
)
SOME_TOO_FEW_UNITS: Final = shared.FEW_UNITS.variant(
    "{pairs:count pair} ({pairs:pairs and}) cannot be separated at the level {level:g}, because too few {unit}s say "
    "anything about {pairs:it/them}.",
    todo="judge these systems on more {unit}s",
)
ONE_UNIT: Final = FindingEntry(
    "AJ230",
    "warning",
    "A system was judged on one document only.",
    text="{systems:names 5} {systems:was/were} judged on one {unit} only: nothing can be said about others.",
    todo="judge every system on more {unit}s",
)
OPEN_SETS: Final = ONE_UNIT.variant(
    "{_each:names 5} {systems:was/were} judged on fewer than {_needed:count document}, too few for a rank set: every "
    "rank remains possible for {systems:it/them}.",
    severity="note",
    todo="judge every system on at least {_needed:count document}",
)
ANNOTATOR_OF_ONE: Final = FindingEntry(
    "AJ231",
    "note",
    "Annotators with a single judgement.",
    text="{annotators:count annotator} gave one judgement only ({annotators:names 5}), which cannot show how lenient "
    "they are.",
    needs="ratings with annotators",
)

# Resampling

NO_DOCUMENTS_DRAWN: Final = scoring.UNKNOWN_UNIT.variant(
    "the ranking cannot be resampled: documents are unknown",
    expected="ratings with known documents",
    count="{rows:count row}",
    todo="give the document of every segment",
)
FEW_DOCUMENTS_DRAWN: Final = scoring.UNKNOWN_UNIT.variant(
    "the ranking cannot be resampled: {system:quoted} was judged on {documents:count document} only",
    expected="at least {needed:count document} for every system: with fewer, samples hardly differ",
    count=None,
    todo="collect judgements of more documents; the rank sets of `recommended` hold with fewer",
)
