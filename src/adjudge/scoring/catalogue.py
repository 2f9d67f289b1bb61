"""Findings and errors on the way from raw judgements to scores; the form of an entry is in `adjudge.core.catalogue`."""

from __future__ import annotations

from typing import Final

from adjudge.core.catalogue import ErrorEntry, FindingEntry
from adjudge.core.errors import RecipeError
from adjudge.core.problems import BAD_RECIPE_FILE
from adjudge.io.catalogue import UNLIKE_FILES

# Standardisation

UNKNOWN_UNIT: Final = ErrorEntry(
    "AJ032",
    "The data cannot support what the recipe asks for.",
    what="the recipe standardises by {unit}, but the {unit} is unknown",
    expected="a value of '{unit}' in every row",
    count="{missing:,} of {rows:count row}",
    todo='standardise by {other} instead (`recipe="{recipe}"`)',
    error=RecipeError,
)
NOBODY_KNOWN: Final = UNKNOWN_UNIT.variant(
    UNKNOWN_UNIT.what,
    todo='use `recipe="recommended"`, which uses raw scores if annotators are unknown, or add the ids',
)
REFUSED_WITHOUT_SPREAD: Final = UNKNOWN_UNIT.variant(
    "{n:count {unit}} {n:has/have} scores without spread: {units:names 5}",
    expected="scores that differ from every {unit}",
    count="{rows:count row}",
    todo='set zero_spread = "drop" in the recipe, or remove these rows',
)
NO_CALIBRATION: Final = UNKNOWN_UNIT.variant(
    "the recipe standardises on calibration rows, but {unit} {name} has none",
    expected="rows of kind 'calibration' from every {unit}",
    count="{without:,} of {units:count {unit}}",
    todo='set basis = "counting" in the recipe, or leave these rows out',
)
NORMAL_ALONE: Final = UNKNOWN_UNIT.variant(
    'the recipe asks for normal scores with unit = "{unit}" and centre = "{centre}"',
    expected='scores = "normal" with unit = "annotator" or "session" and centre = "shrunken-sd"',
    count=None,
    todo="change one of these in the recipe",
)
RESCALED: Final = FindingEntry(
    "AJ226",
    "note",
    "Scores of annotators were brought to one spread.",
    text="Scores of {_units:count {_unit}} were brought to one spread: deviations from the {_unit}'s own mean were "
    "multiplied by {low:.2f} to {high:.2f}.",
    needs="ratings with annotators",
)
NORMAL_SCORES: Final = RESCALED.variant(
    "More than half of the scores are equal, so the systems are ordered by normal scores, which say how high a score "
    "ranks among all scores, and not by mean scores.",
    severity="warning",
)
NO_SPREAD: Final = RESCALED.variant(
    "{units:names 5} gave the same score to everything, which says nothing about the order of the systems.",
    severity="warning",
)

# Documents

RECOVERED_DOCUMENTS: Final = FindingEntry(
    "AJ227",
    "note",
    "Documents are not given and were recovered from what was shown together.",
    text="Documents are not given; segments that were shown together form {documents:count document} of up to "
    "{_longest:count segment}, which were used instead.",
    todo="give the documents if these are not the right ones",
    needs="ratings with showings and without documents",
)
SOME_UNKNOWN: Final = FindingEntry(
    "AJ228",
    "warning",
    "A few ratings without a document or annotator were left out.",
    text="{rows:count rating} {rows:was/were} left out because the {column} is unknown, such as that of {_first}.",
    todo="give the {column} of these ratings",
)
TOO_MANY_UNKNOWN: Final = UNKNOWN_UNIT.variant(
    "the {column} is unknown in {unknown:,} of {rows:count rating} and known in the others",
    expected="the {column} of every rating, or of none; up to {_most:.0%} would be left out",
    count="{unknown:,} of {rows:count rating}",
    todo="give the missing ones (a map of accounts must name every account), or remove these ratings",
)
NO_TICKS: Final = UNKNOWN_UNIT.variant(
    "the scores are already standardised and have no tick marks",
    expected="raw scores on a scale",
    count="{rows:count row}",
    todo="set ticks = 0 in the recipe, or give the raw scores",
)
STRAY_ANCHOR: Final = BAD_RECIPE_FILE.variant(
    "the recipe has anchor = {anchor:quoted} with basis = {basis:quoted}",
    expected='an anchor only with basis = "anchor"',
    todo="remove one of the two",
)
WITHOUT_SPREAD: Final = FindingEntry(
    "AJ202",
    "warning",
    "Annotators or sessions whose scores have no spread were left out.",
    text="{_n:count {_unit}} whose scores have no spread {_n:was/were} left out with {rows:count row}: "
    "{units:names 5}.",
    source="Knowles 2021, section 3",
    needs="ratings with annotators or sessions",
)
UNCOVERED: Final = FindingEntry(
    "AJ222",
    "warning",
    "Calibration rows do not cover the range of the other scores.",
    text="{outside:,} of {_scores:count score} ({share:.0%}) {outside:is/are} outside the range of the calibration "
    "rows.",
    source="Knowles and Lo 2024, section 4.3",
    needs="ratings with calibration rows",
)
REORDERED: Final = FindingEntry(
    "AJ223",
    "warning",
    "Standardisation changes the order of an annotator's own scores.",
    text="Standardising by session changes the order of an annotator's own scores: for {annotator}, raw and "
    "standardised scores have a Spearman correlation of only {spearman:.2f}.",
    source="Knowles and Lo 2024, section 4.3",
    todo="standardise by annotator",
    needs="ratings with annotators and sessions",
)

# The anchor system

NO_ANCHOR: Final = UNKNOWN_UNIT.variant(
    "no system was judged at least twice by every {unit}",
    expected="a system with at least two judgements by every {unit}",
    count="{units:count {unit}}",
    todo='set basis = "counting" in the recipe, or use `recipe="mixed-model"`',
)
RARE_ANCHOR: Final = NO_ANCHOR.variant("some {unit} judged the anchor {anchor:quoted} fewer than twice")
RARE_ANCHOR_ANOTHER: Final = RARE_ANCHOR.variant(RARE_ANCHOR.what, todo='set anchor = "{another}" in the recipe')
UNKNOWN_ANCHOR: Final = NO_ANCHOR.variant("there is no system {anchor:quoted}; the systems are {systems:names 8}")
UNKNOWN_ANCHOR_ANOTHER: Final = UNKNOWN_ANCHOR.variant(UNKNOWN_ANCHOR.what, todo=RARE_ANCHOR_ANOTHER.todo)
CHOSEN_ANCHOR: Final = FindingEntry(
    "AJ214",
    "note",
    "Which anchor system the standardisation is based on.",
    text="Means and standard deviations come from {anchor} alone, which every {_unit} judged at least "
    "{_fewest:count time}; no other system has a higher minimum.",
    source="Knowles and Lo 2022, section 3.2",
    needs="ratings with annotators or sessions",
)
EQUAL_ANCHORS: Final = CHOSEN_ANCHOR.variant(
    "Means and standard deviations come from {anchor} alone, which every {_unit} judged at least "
    "{_fewest:count time}. As much was judged of {equal:names 4}, which would do as well: the first name was taken, "
    "and another anchor may give other scores and p-values.",
    severity="warning",
    todo='rank with each of them as the anchor (in a recipe: anchor = "{_next}"), or use a recipe without an anchor',
)
NAMED_ANCHOR: Final = CHOSEN_ANCHOR.variant(
    "Means and standard deviations come from {anchor} alone, as the recipe says; every {_unit} judged it at least "
    "{_fewest:count time}."
)

# Rows that are left out

REVISED: Final = FindingEntry(
    "AJ201",
    "note",
    "Rows were left out of the averages, by reason.",
    text="{dropped:,} of {rows:count row} {dropped:was/were} left out, because a later judgement of the same item "
    "replaced {dropped:it/them}.",
)
WHOLE_DOCUMENTS: Final = REVISED.variant(
    "{dropped:,} of {rows:count row} {dropped:was/were} left out, because {dropped:it judges/they judge} whole "
    "documents."
)
SEGMENTS: Final = REVISED.variant(
    "{dropped:,} of {rows:count row} {dropped:was/were} left out, because {dropped:it judges/they judge} segments."
)
OTHER_KINDS: Final = REVISED.variant("Rows left out of the averages, by kind: {_kinds:names 6}.")
AFTER_DEGRADED: Final = FindingEntry(
    "AJ204",
    "note",
    "Repeats seen after a degraded item were left out.",
    text="{dropped:count row} seen with or after a degraded item of the same showing {dropped:was/were} left out of "
    "the averages.",
    source="Knowles and Lo 2024, section 5.4",
    needs="ratings with degraded items, showings and positions",
)
UNTRACED_DEGRADED: Final = UNKNOWN_UNIT.variant(
    "it is unknown which rows followed a degraded item: there is no column 'showing' or 'position'",
    expected="the showing and the position of every row",
    count="{degraded:count degraded row}",
    todo='set after_degraded = "keep" and kinds = [["system"]] in the recipe to leave repeats out, or use '
    '`recipe="recommended"`',
)

# Quality control

UNKNOWN_QUALITY_UNIT: Final = UNKNOWN_UNIT.variant(
    "the recipe has quality control by {unit}, but the {unit} is unknown",
    todo='set quality_unit = "{other}" or quality = "none" in the recipe',
)
NO_CONTROLS: Final = UNKNOWN_UNIT.variant(
    "the recipe has quality control by {kind} items, but no {kind} item has its original in the same session",
    expected="items of kind '{kind}', with items of kind 'system' for the same segments",
    count=None,
    todo='set quality = "none" in the recipe',
)
QUALITY: Final = FindingEntry(
    "AJ215",
    "note",
    "Who failed quality control, and what was left out.",
    text="Quality control by {_kind} items: {_failed:,} of {_tested:count {_unit}} failed, and {rows:,} of "
    "{_total:count row} ({_share:.1%}) {rows:was/were} left out[; {_untested:count {_unit}} had too few pairs to be "
    "tested and {_untested:was/were} kept][; {_floor:count pair} at the bottom of the scale {_floor:was/were} not "
    "used].",
    source="Graham et al. 2020, section 4.1; Knowles and Lo 2022, C",
    needs="ratings with control items",
)
REPEAT_QUALITY: Final = QUALITY.variant(
    "Quality control by repeats: for {_failed:,} of {_tested:count {_unit}} the two scores of one item are not shown "
    "to be closer than those of different items, and {rows:,} of {_total:count row} ({_share:.1%}) "
    "{rows:was/were} left out[; {_untested:count {_unit}} had too few pairs of different scores to be tested "
    "and {_untested:was/were} kept].",
    source="Knowles and Lo 2024, section 5.1; Berry and Mielke 1988",
)
REPEATS: Final = FindingEntry(
    "AJ224",
    "note",
    "How far apart the two scores of repeated items are.",
    text="{_pairs:count repeat} by {_units:count {unit}}: original minus repeat has mean {_mean} and median {_median}"
    "[, and the most frequent value is {_mode}] (signed-rank test of no shift: {_p}); the two scores differ by "
    "{_distance} in the median and by at most {_largest}[; {_after:,} of the repeats followed a degraded item "
    "(mean {_after_mean})].",
    source="Knowles and Lo 2024, sections 4.1 and 5.1",
    needs="ratings with repeats",
)

# Collections

UNLIKE_COLLECTIONS: Final = UNLIKE_FILES.variant(
    "the collections hold different kinds of items ({kinds})",
    expected="the same kinds of items in all collections",
    count="{n:count collection}",
    todo="rank them separately, or merge them with `merge=True`",
    error=RecipeError,
)
MERGED_KINDS: Final = FindingEntry(
    "AJ219",
    "warning",
    "Collections with different kinds of items or different systems are merged.",
    text="Collections with different kinds of items are merged ({_listed}).",
    source="Knowles and Lo 2022, sections 2.1 and 3.2",
    needs="several collections",
)
MERGED_SYSTEMS: Final = MERGED_KINDS.variant(
    "The collections hold different systems ({_listed}); {_everywhere} {_everywhere:is/are} in all of them."
)

# The mixed model

NOTHING_TO_COMPARE: Final = UNKNOWN_UNIT.variant(
    "the mixed model needs two systems and scores that differ within a system, but there {systems:is/are} "
    "{systems:count system} with {scores:count different score}",
    expected="at least two systems, and scores that differ within a system",
    count="{rows:count row}",
    todo="check the column 'kind', and that the data holds all systems",
)
NOT_CONNECTED: Final = UNKNOWN_UNIT.variant(
    "the systems form {n} groups without a common annotator: {groups}",
    expected="annotators that link all systems; between such groups, leniency cannot be distinguished from quality",
    count="{n} groups of {systems:count system}",
    todo="rank each group separately, or collect ratings of systems of both groups by the same annotators; without the "
    "columns 'annotator' and 'session' leniency counts as quality",
)
SESSIONS_AS_ANNOTATORS: Final = FindingEntry(
    "AJ208",
    "warning",
    "Annotators are unknown; sessions are used instead.",
    text="Annotators are unknown; the model treats every session as a different annotator.",
    needs="ratings with sessions",
)
SEGMENTS_AS_INDEPENDENT: Final = FindingEntry(
    "AJ209",
    "warning",
    "Judgements that depend on each other are treated as independent.",
    text="Documents are unknown: the model treats segments as independent, so standard errors may be too small.",
    todo="give the document of every segment",
)
DIFFERENT_DOCUMENTS: Final = FindingEntry(
    "AJ207",
    "warning",
    "Systems were judged on different documents.",
    text="The systems form {groups} groups without a common document: between groups, harder documents can be "
    "distinguished from worse systems only if documents were drawn at random.",
    todo="give the same documents to all systems",
    needs="ratings with documents",
)
LEFT_OUT_EFFECT: Final = FindingEntry(
    "AJ220",
    "note",
    "What the mixed model found: effects left out, variances of zero, convergence.",
    text="The model has no {component} effect, because {reason}.",
)
ZERO_VARIANCE: Final = LEFT_OUT_EFFECT.variant(
    "The variance of the {component} effect is estimated as 0. This is common with few levels and is not evidence that "
    "there is no such effect.",
    source="Bates et al. 2015",
)
VARIANCES_OF_PART: Final = LEFT_OUT_EFFECT.variant(
    "The variances of the model were estimated from the ratings of {used:,} of {annotators:count annotator}; the means "
    "of the systems were estimated from all ratings."
)
NOT_CONVERGED: Final = LEFT_OUT_EFFECT.variant(
    "The mixed model did not converge in {evaluations} evaluations; do not rely on its figures.", severity="warning"
)
#: Why an effect is not in the model, as said by `LEFT_OUT_EFFECT`.
EFFECT_UNKNOWN: Final = "the {factor} is unknown"
EFFECT_IS_SYSTEM: Final = "it does not vary within any system, so it cannot be distinguished from the system means"
EFFECT_IS_RESIDUAL: Final = "every level has one rating, so it cannot be distinguished from the residual"
EFFECT_IS_OTHER: Final = "it groups the ratings exactly as the {other} does, which represents both"
