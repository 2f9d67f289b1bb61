"""Findings and errors of the description of annotators."""

from __future__ import annotations

from typing import Final

from adjudge.core.catalogue import ErrorEntry, FindingEntry
from adjudge.core.problems import BAD_OPTION, WRONG_TABLE

_SHAPES: Final = "Knowles and Lo 2024, section 4.1"
_CORRELATIONS: Final = "Knowles and Lo 2024, section 4.2"
_CALIBRATION: Final = "Knowles and Lo 2024, section 4.3"

# What is refused

NOT_DESCRIBED: Final = ErrorEntry(
    "AJ062",
    "The annotators cannot be described.",
    what="{reason}",
    expected="{expected}",
    todo="{todo}",
)
NO_SCORES: Final = NOT_DESCRIBED.variant(
    "no rating has a score",
    expected="scores in the column 'score'",
    count="{rows:count rating}",
    todo="give the ratings after they were made",
)
NO_ANNOTATORS: Final = NOT_DESCRIBED.variant(
    "no rating names its annotator; there {sessions:is/are} {sessions:count session}, but a session is a task or an "
    "account, and one person does several",
    expected="a column 'annotator' with values",
    count="{rows:count rating}",
    todo="name the annotators, or give a map from accounts to annotators along with the file; if every session is one "
    "person, say so with `sessions=True`",
)
NO_ANNOTATORS_OR_SESSIONS: Final = NOT_DESCRIBED.variant(
    "no rating names its annotator",
    expected="a column 'annotator' with values",
    count="{rows:count rating}",
    todo='add the column, or name it: `columns={{"annotator": "NAME"}}`',
)
NOTHING_LEFT: Final = NOT_DESCRIBED.variant(
    "no rating is of a kind that is described ({kinds})",
    expected="ratings of one of these kinds",
    count="[{held:names 8}]",
    todo="choose the kinds with `keep_kinds=`",
)
SEVERAL_SCALES: Final = NOT_DESCRIBED.variant(
    "the ratings are on {scales:count scale}: {scales:names 8}",
    expected="ratings on one scale",
    count="{rows:count rating}",
    todo='choose one of them, such as `where="scale={first}"`',
)
NOT_OF_JUDGEMENTS: Final = WRONG_TABLE.variant(
    "the table holds {held}",
    expected="ratings, marked errors or comparisons, with annotators",
    todo="use a table of one of these kinds",
)

TOO_FEW_DRAWS: Final = BAD_OPTION.variant(
    "`draws=` is {draws}",
    expected="at least {fewest}",
    todo="leave `draws=` out to use 1000",
)
BAD_CONFIDENCE: Final = BAD_OPTION.variant(
    "the confidence level of the intervals is {level:g}",
    expected="a number from 0.5 to below 1",
    todo="leave `level=` out to use 0.95",
)

# What was left out, and what was taken for what

OTHER_KINDS: Final = FindingEntry(
    "AJ520",
    "note",
    "Rows of other kinds are not described.",
    text="Annotators are described by their judgements of real outputs. Rows left out, by kind: {_kinds:names 6}.",
    source=_SHAPES,
    needs="ratings with annotators",
)
UNKNOWN_ANNOTATORS: Final = FindingEntry(
    "AJ522",
    "warning",
    "Rows without annotator were left out.",
    text="{left_out:,} of {rows:count row} {left_out:has/have} no annotator and {left_out:was/were} left out.",
    source="Knowles 2021, footnote 12",
    todo="complete the column 'annotator', or the map from accounts to annotators",
    needs="ratings of which some have an annotator",
)
SESSIONS_AS_ASKED: Final = FindingEntry(
    "AJ523",
    "warning",
    "Sessions were taken for annotators, as asked for.",
    text="Each of the {sessions:count session} was taken for one annotator, as asked for. If one person did several, "
    "agreement is partly that of people with themselves.",
    source="Knowles 2021, footnote 12",
    needs="ratings with sessions",
)
BY_SEGMENT: Final = FindingEntry(
    "AJ524",
    "note",
    "Intervals take segments as independent, because documents are unknown.",
    text="Documents are unknown, so intervals take segments as independent. If the segments are of common documents, "
    "the intervals are too narrow.",
    todo="add a column 'document'",
    needs="ratings without documents",
)

# How the scale is used

KEEPS_TO_TICKS: Final = FindingEntry(
    "AJ525",
    "note",
    "Annotators give scores at a few points of the scale only.",
    text="{annotators:count annotator} {annotators:uses/use} the scale as if it had a few points: {_each:names 6}. "
    "Standardisation keeps the shape of such scores.",
    source=_SHAPES,
    todo="tell annotators how to use the scale, and compare rankings with and without them",
    needs="ratings with annotators on a scale of 50 points or more",
)
NARROW_RANGE: Final = FindingEntry(
    "AJ526",
    "warning",
    "Annotators hardly use the scale.",
    text="{annotators:count annotator} gave nearly all scores within a few points: {_each:names 6}.",
    source=_SHAPES,
    todo="look at their judgements: differences this small say little about the outputs",
    needs="ratings with annotators on a scale of 50 points or more",
)
ALL_NARROW: Final = NARROW_RANGE.variant(
    "{annotators:count annotator} gave nearly all scores within a few points, and the others spread little more: "
    "{_each:names 6}.",
    severity="note",
)
FEW_REPEATS: Final = FindingEntry(
    "AJ527",
    "note",
    "Consistency rests on few repeated outputs.",
    text="How consistent annotators are with themselves rests on {most:count repeated output} each at most, too few to "
    "judge a single annotator by.",
    source=_SHAPES,
    needs="ratings with repeats",
)

# Agreement

NO_AGREEMENT: Final = FindingEntry(
    "AJ528",
    "note",
    "Agreement cannot be measured, because no output was rated by two annotators.",
    text="No output was rated by two annotators[ ({annotators:count annotator})], so nothing can be said about "
    "agreement, and a strict annotator cannot be told from one who met worse outputs.",
    source="Knowles 2021, section 4",
    todo="let all annotators rate a common calibration set",
    needs="ratings with annotators",
)
FEW_SHARED: Final = FindingEntry(
    "AJ529",
    "warning",
    "Few outputs were rated by two annotators.",
    text="Only {items:count output} of {units:count {_unit}} {items:was/were} rated by two annotators or more: "
    "coefficients of agreement are uncertain[, and without intervals, which need {_needed:count {_unit}}].",
    todo="let all annotators rate a common calibration set",
    needs="ratings with annotators",
)
NEAR_ZERO_PAIRS: Final = FindingEntry(
    "AJ530",
    "warning",
    "The scores of two annotators are hardly related.",
    text="The scores of {n_pairs:,} of {total:count pair} of annotators with {_common} common outputs or more are "
    "hardly related: {pairs:pairs with}. Their rank correlation is below {_limit:g}, by an interval that allows for "
    "the number of pairs.",
    source=_CORRELATIONS,
    todo="look at how they use the scale before leaving anybody out: a correlation alone is no reason, and annotators "
    "who differ may both be right",
    needs="ratings of 30 common outputs by two annotators",
)
UNCLEAR_PAIRS: Final = NEAR_ZERO_PAIRS.variant(
    "The scores of {n_pairs:,} of {total:count pair} of annotators with {_common} common outputs or more are not "
    "shown to be related: {pairs:pairs with}. Their rank correlation is below {_near:g}, but these outputs are too "
    "few to tell that from chance.",
    severity="note",
    todo="let them rate more common outputs",
)
NOT_CONNECTED: Final = FindingEntry(
    "AJ531",
    "warning",
    "The leniency of some annotators cannot be known.",
    text="{annotators:names 6} {annotators:shares/share} no output with any other annotator: leniency cannot be told "
    "from better outputs.",
    source="Knowles 2021, section 4",
    todo="let all annotators rate some common outputs",
    needs="ratings with annotators",
)
SEPARATE_GROUPS: Final = NOT_CONNECTED.variant(
    "Shared outputs connect the annotators within {groups:count group} only: leniency can be compared within a group, "
    "not between groups."
)
LENIENT: Final = FindingEntry(
    "AJ532",
    "note",
    "Annotators are more lenient or strict than others on the same outputs.",
    text="{annotators:count annotator} {annotators:scores/score} the same outputs differently from the mean of the "
    "annotators with whom shared outputs connect {annotators:this one/them}, by {_least:g} points or more: "
    "{_each:names 6}.",
    source="Knowles 2021, section 4; Knowles and Lo 2024, section 4.3",
    todo="rank by a recipe that corrects for annotators, such as the recommended one",
    needs="ratings of common outputs by several annotators",
)
MISFIT: Final = FindingEntry(
    "AJ533",
    "warning",
    "Annotators rate more erratically than others.",
    text="{annotators:count annotator} {annotators:varies/vary} more around what the texts and leniency explain than a "
    "many-facet rating scale model expects (infit above {_limit:g}): {_each:names 6}.",
    source="Wright and Masters 1982, chapter 5; Linacre 2002",
    todo="look at their judgements, and at a ranking without them",
    needs="ratings of common outputs by several annotators",
)

# In the course of the work

DRIFTING: Final = FindingEntry(
    "AJ534",
    "warning",
    "Scores of annotators change in the course of the work.",
    text="The scores of {annotators:count annotator} change from the first to the last judgement by {_least:g} points "
    "or more, beyond what the outputs explain: {_each:names 6}.",
    source="Knowles and Lo 2024, section 4.4",
    todo="look at early and late work apart; mix the systems over the whole of each annotator's work",
    needs="ratings with annotators and times or positions",
)
FAST: Final = FindingEntry(
    "AJ535",
    "warning",
    "Annotators judged faster than one can read.",
    text="{annotators:count annotator} gave a large part of their ratings in less than {_seconds:g} seconds, much more "
    "often than the others: {_each:names 6}.",
    todo="look at their judgements, and at a ranking without them",
    needs="ratings with annotators, and when they started and ended",
)
CALIBRATION_SHIFT: Final = FindingEntry(
    "AJ536",
    "warning",
    "Annotators score later work differently from the calibration set.",
    text="The later scores of {annotators:count annotator} moved away from those of the calibration set, compared with "
    "the other annotators: {_each:names 6}. Z-scores from the calibration set do not fit their later work.",
    source=_CALIBRATION,
    todo="compare a ranking standardised on all ratings with one standardised on the calibration set",
    needs="calibration ratings and later ones by the same annotators",
)
BEYOND_CALIBRATION: Final = FindingEntry(
    "AJ537",
    "note",
    "Later scores lie outside the range of the calibration set.",
    text="{annotators:count annotator} gave more than {_most:.0%} of their later scores below or above all of their "
    "scores for the calibration set: {_each:names 6}.",
    source=_CALIBRATION,
    todo="choose a calibration set that holds outputs of all qualities",
    needs="calibration ratings and later ones by the same annotators",
)
INCOMPLETE_CALIBRATION: Final = FindingEntry(
    "AJ538",
    "note",
    "Annotators did not finish the calibration set.",
    text="{incomplete:,} of {annotators:count annotator} did not rate all {items:count output} of the calibration set.",
    source="Knowles and Lo 2024, section 3.6",
    needs="calibration ratings",
)
NOT_SEPARABLE: Final = FindingEntry(
    "AJ539",
    "note",
    "The predicted reliability leaves out sources of variance that the data cannot show.",
    text="The design of this study does not show how large {effects:this source/these sources} of variance "
    "{effects:is/are}: {_effects:names 10}. The reliability of other designs is predicted without "
    "{effects:it/them}, so it may be too high.",
    todo="let several annotators rate the same outputs, and repeat some",
    needs="ratings of common outputs by several annotators",
)
NOTHING_PREDICTED: Final = NOT_SEPARABLE.variant(
    "Systems cannot be told from the documents that they were rated on, so the reliability of other designs is not "
    "predicted.",
    todo="rate all systems on the same documents",
)
