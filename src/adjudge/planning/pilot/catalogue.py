"""Findings and errors of predictions from a pilot."""

from __future__ import annotations

from typing import Final

from adjudge.core.catalogue import ErrorEntry, FindingEntry
from adjudge.core.errors import RecipeError, UsageError
from adjudge.core.problems import BAD_OPTION, WRONG_TABLE

NOT_RATINGS: Final = WRONG_TABLE.variant(
    "the table holds {held}",
    expected="ratings, or marked errors: the variances of documents, annotators and scores are estimated from them",
    todo='use a file of ratings; `test="comparisons"` computes from assumed votes, without a pilot',
)
BAD_DRAWS: Final = BAD_OPTION.variant(
    "the number of simulated campaigns is {draws}",
    expected="{least} or more",
    todo="choose a larger number; 200 know a probability to within .035",
)
NOTHING_ADDED: Final = ErrorEntry(
    "AJ631",
    "What is to be added to a pilot cannot be imagined from it.",
    what="{given} cannot be added to the pilot",
    expected="numbers of zero or more, and at least one of them above zero",
    todo="say what is added, such as `more_documents=40`, or leave all of them out to see the usual steps",
    error=UsageError,
)
TWO_SIZES: Final = NOTHING_ADDED.variant(
    "both {documents:count document} and {segments:count segment} are to be added",
    expected="one of the two: new segments come in documents as long as those of the pilot",
    todo="leave `more_documents=` or `more_segments=` out",
)
NO_DOCUMENTS: Final = NOTHING_ADDED.variant(
    "documents are to be added, but the pilot does not say which document a segment belongs to",
    expected="a pilot with documents, or a number of segments",
    todo="write `more_segments={documents}` for as many segments, or give the file a column 'document'",
)
NO_ANNOTATORS: Final = NOTHING_ADDED.variant(
    "{annotators:count annotator} {annotators:is/are} to be added, but {_why}",
    expected="a pilot of two annotators or more, named in every row, each with several ratings",
    todo="leave `more_annotators=` out, or name the annotators in a column 'annotator'",
)
TOO_SMALL: Final = ErrorEntry(
    "AJ630",
    "A pilot is too small to predict anything from.",
    what="the pilot has {_units} of several systems",
    expected="{least} or more: the variance between them is estimated from so many",
    count="{judgements:count judgement} of {systems:count system}",
    todo="collect more, or compute from assumed sizes without a pilot: `adjudge.power`",
    error=RecipeError,
)
OTHER_TEST: Final = ErrorEntry(
    "AJ632",
    "A prediction from a pilot rests on the test of the default.",
    what="the recipe {recipe:quoted} tests pairs by {test:quoted}",
    expected="a recipe whose test is `model-flips`, such as `recommended`",
    todo="leave `recipe=` out",
    error=RecipeError,
)
AS_IN_PILOT: Final = FindingEntry(
    "AJ633",
    "note",
    "Who judges what is added to a pilot.",
    text="New documents are judged as those of the pilot were: as long, by the same annotators, the same systems in "
    "each.[ {_both}]",
)
NEW_SESSIONS: Final = AS_IN_PILOT.variant(
    "New documents are judged as those of the pilot were: as long, the same systems in each. Annotators are unknown; "
    "sessions stand for them, and new documents come in new sessions.",
)
JUDGED_AGAIN: Final = FindingEntry(
    "AJ634",
    "note",
    "What further annotators judge, and what they share with those of the pilot.",
    text="A further annotator judges outputs of the pilot again, {_which}: {workload:count judgement}. "
    "Of what a score holds beyond system, text and leniency, {share:.0%} is taken to be "
    "the output's own, and the same for all annotators; estimated from {pairs:count pair} of judgements of one output.",
)
ASSUMED_AGAIN: Final = JUDGED_AGAIN.variant(
    "A further annotator judges outputs of the pilot again, {_which}: {workload:count judgement}. "
    "The pilot does not show how much two annotators agree on an output (it has {pairs:count pair} of such "
    "judgements); half of what a score holds beyond system, text and leniency is taken to be the output's own. The "
    "figures depend on it: where annotators agree on little, a new one who judges few documents may even lower the "
    "number of separated pairs.",
    severity="warning",
    todo="let some outputs of the pilot be judged by two annotators",
)
THESE_ANNOTATORS: Final = FindingEntry(
    "AJ635",
    "warning",
    "A prediction holds for the annotators of the pilot only.",
    text="{annotators:count annotator} {annotators:is/are} too few to tell what others would prefer: systems that "
    "these like are predicted to be called better, which others may not confirm.",
    todo="let at least {_fewest} annotators judge several systems each",
)
FEW_UNITS: Final = FindingEntry(
    "AJ636",
    "warning",
    "The variances of a pilot are known from few documents.",
    text="The pilot holds as much as {units:.0f} {_unit}s of equal size: its variances are rough, and so are the "
    "probabilities, by more than the number of simulated campaigns shows.",
    todo="take the figures as a first guess, and predict again when more has been collected",
)
_SPREADS: Final = (
    "Observed means spread with a standard deviation of {observed:.2f} points, partly by errors; the true ones are "
    "taken to spread with {true:.2f} (half of the draws lie between {low:.2f} and {high:.2f})."
)
SHRUNKEN: Final = FindingEntry(
    "AJ637",
    "note",
    "Observed differences of a pilot are not taken for the true ones.",
    text=f"{_SPREADS} Power at the observed differences would be too high.",
    source="Efron and Morris 1975; Gelman and Carlin 2014",
)
NOT_SHRUNKEN: Final = SHRUNKEN.variant(_SPREADS)
ROUNDED: Final = FindingEntry(
    "AJ638",
    "note",
    "How exactly a prediction was computed.",
    text="{draws:count campaign} {draws:was/were} simulated for each line: a probability of .5 is known to within "
    "{error:.3f} (one standard error).",
)
OBSERVED: Final = FindingEntry(
    "AJ639",
    "note",
    "Which line of a prediction is observed, and what the others compare with.",
    text="The first line is observed; the others are predicted, all in the same way. The second is as many judgements "
    "of other documents, without the scores of the pilot and their luck, good or bad. Lines that add to the pilot keep "
    "some of that luck, the less the more is added: a number below the first line does not by itself say that "
    "judgements do harm.",
)
