"""Findings and errors of the effect of degraded context."""

from __future__ import annotations

from typing import Final

from adjudge.core.catalogue import ErrorEntry, FindingEntry
from adjudge.core.problems import BAD_OPTION

_PAPER: Final = "Knowles and Lo 2024, section 5.2"
_NEEDS: Final = "ratings with degraded copies, and the order in which they were judged"

NO_CONTEXT: Final = ErrorEntry(
    "AJ064",
    "The data cannot show an effect of degraded context.",
    what="no text was scored both in its original and in a copy with degraded items",
    expected="in one session the outputs of a system for a document, and a second showing of the same outputs in "
    "which some segments are degraded (`kind` degraded) and others undamaged (`kind` repeat or system)",
    todo="check the columns kind, session, document and segment; if the controls were removed before the release, "
    "use the file that still holds them",
    count="{copies:count quality-control copy/quality-control copies}[, of which {_reasons}]",
)
NO_DEGRADED: Final = NO_CONTEXT.variant(
    "there are no degraded and no repeated items",
    expected="rows whose `kind` is degraded or repeat, which quality control adds",
    count="{rows:count row}, none of them such a control",
)
NO_ORDER: Final = NO_CONTEXT.variant(
    "the order in which items were judged is unknown",
    expected="a column 'position' (the place of an item in its session) or 'started' (a time)",
    count="{rows:count row} without either",
    todo="export the file with positions or times; without the order nobody can say what came after a degraded item",
)
NO_WHO: Final = NO_CONTEXT.variant(
    "no row has all of a session or annotator, a place in the order, and a showing",
    expected="columns 'session' or 'annotator', 'position' or 'started', and no gaps in 'showing' if it is there",
    count="{rows:count row}",
    todo="fill these columns: a pair is one output scored twice in one session",
)
NO_SHOWINGS: Final = NO_CONTEXT.variant(
    "nobody can say where one showing of a document ends: segment {example:quoted} has no number",
    expected="a column 'showing' that names each showing of a document, or segments whose names end in their number",
    count="{rows:count row} without such a number",
    todo="add a column 'showing'",
)
SEVERAL_SCALES: Final = NO_CONTEXT.variant(
    "scores are on several scales: {scales:names}",
    expected="one scale, because differences of scores are averaged",
    count="{rows:count row}",
    todo='choose one, such as `where="scale={example}"`',
)
NOT_RATINGS: Final = NO_CONTEXT.variant(
    "the table holds {held}",
    expected="ratings: one score for each output",
    count=None,
    todo="give ratings with their control items",
)
BAD_UNIT: Final = BAD_OPTION.variant(
    "`unit=` is {value:quoted}",
    expected="one of {known}",
    todo="leave `unit=` out to take the largest unit with enough members",
)

LOWER_AFTER: Final = FindingEntry(
    "AJ560",
    "warning",
    "Scores are lower after a degraded item.",
    text="The same outputs score lower after a degraded item: original - copy is {before:figure} before and "
    "{after:figure} after one, a difference of {difference:figure} (95% interval {low:figure} to {high:figure}; "
    "p {_p}, {_units} as units)[; with {_few}, this is shown for these annotators and not for others].",
    source=_PAPER,
    todo="leave these scores out of the averages, as the recipe `recommended` does",
    needs=_NEEDS,
)
NO_EVIDENCE: Final = FindingEntry(
    "AJ561",
    "note",
    "No significant effect of degraded context was found.",
    text="No significant effect of degraded context: the difference between after and before is {difference:figure}[, "
    "with a 95% interval from {low:figure} to {high:figure}][ (p {_p}, {_units} as units)]. That is no proof that "
    "there is none.",
    source=_PAPER,
    todo="scores after a degraded item were given in another context than those of other systems, whether or not an "
    "effect can be shown: leave them out of the averages all the same",
    needs=_NEEDS,
)
ONLY_INDEPENDENT: Final = FindingEntry(
    "AJ562",
    "warning",
    "An effect of context is significant only if more is taken as independent than may be.",
    text="The effect is significant if all pairs are taken as independent (Welch, p {_p}), and not if pairs of one "
    "{_member} may depend on each other (p {_p_robust}).",
    source=_PAPER,
    todo="report the second; pairs of one {_member} are not independent",
    needs=_NEEDS,
)
ONLY_THESE: Final = ONLY_INDEPENDENT.variant(
    "The effect is significant if pairs of one {_smaller} may depend on each other (p {_p}), and not if those of one "
    "{_member} may (p {_p_robust}, {_units}): it is shown for these {_these}, and not for {_these} in general.",
    todo="say that it was found with these {_these}; a claim about others needs more of them",
)
LEFT_OUT: Final = FindingEntry(
    "AJ563",
    "note",
    "Quality-control copies could not be paired with their original.",
    text="{_left_out:,} of {copies:count quality-control copy/quality-control copies} {_left_out:is/are} left out: "
    "{_reasons}.",
    source=_PAPER,
    needs=_NEEDS,
)
UNITS: Final = FindingEntry(
    "AJ564",
    "note",
    "Which pairs may depend on each other in the robust test.",
    text="The robust test takes pairs of one {unit} as dependent ({_units})[: p {_p}, against {_others}][; with only "
    "{_few}, it says nothing about other annotators].",
    needs=_NEEDS,
)
NO_ROBUST_TEST: Final = UNITS.variant(
    "No test allows for pairs of one {unit} that depend on each other[: pairs come from {_sides}; two are needed on "
    "each side]. Welch's test takes all pairs as independent.",
    severity="warning",
    todo="report the effect as not tested",
)
PASSES: Final = FindingEntry(
    "AJ565",
    "note",
    "Showings of documents were told from the order of their segments.",
    text="The data does not say which rows were shown together; {showings:count showing} of {rows:count row} were told "
    "from the order: a new one begins where the number of the segment does not increase.",
    source=_PAPER,
    todo="add a column 'showing' if showings are known",
    needs="ratings with order and numbered segments, and no column 'showing'",
)
LITTLE_BEFORE: Final = FindingEntry(
    "AJ566",
    "warning",
    "Too little was scored, or by too few annotators, for a test with power.",
    text="The test has little power: with {before:count pair} before and {after:count pair} after a degraded item only "
    "a difference of about {detectable:figure} or more would be found four times in five. At WMT22 it was 2.16 points "
    "of 100.",
    source=_PAPER,
    todo="place degraded items at random, so that more undamaged segments come before the first of them",
    needs=_NEEDS,
)
FEW_ANNOTATORS: Final = LITTLE_BEFORE.variant(
    "The test has little power: with {_units} only a difference of about {detectable:figure} or more would be found "
    "four times in five. At WMT22 it was 2.16 points of 100.",
    todo="let more annotators judge such copies; more copies for the same ones help little",
)
ONE_SIDE: Final = LITTLE_BEFORE.variant(
    "The effect cannot be tested: no undamaged segment was scored {_side} a degraded item of its copy.",
    todo="mix degraded and undamaged segments in a copy, at random places",
)
REPEATS: Final = FindingEntry(
    "AJ567",
    "note",
    "How far repeats without degraded context shift.",
    text="Repeats without degraded context: original - repeat is {mean:figure} on average over {n:count pair}[ (p "
    "{_p} of no shift)].",
    source="Knowles and Lo 2024, section 5.1",
    needs="ratings with repeats in showings without degraded items",
)
EXTREME: Final = FindingEntry(
    "AJ568",
    "note",
    "How far scores of degraded items lie from other scores.",
    text="Degraded items score {mean:figure} on average, {_against} {other_mean:figure}; the distributions are "
    "{wasserstein:figure} apart, and a degraded item scores below one of the others in {below:.0%} of cases[; "
    "{_lowest} of degraded scores lie in the lowest tenth of the scale].",
    source="Knowles and Lo 2024, section 5.2, figure 5",
    needs="ratings with degraded items",
)
NOT_SEPARABLE: Final = FindingEntry(
    "AJ569",
    "note",
    "Covariates of the context effect could not be told apart.",
    text="Left out of the regression: {columns:names 8}. {columns:It does/They do} not vary, or cannot be told apart "
    "from the others.",
    needs=_NEEDS,
)
UNPLACED: Final = FindingEntry(
    "AJ201",
    "note",
    "Rows were left out of the averages, by reason.",
    text="{left_out:,} of {rows:count row} {left_out:has/have} no session and annotator, no place in the order or no "
    "showing, and {left_out:was/were} left out.",
)
