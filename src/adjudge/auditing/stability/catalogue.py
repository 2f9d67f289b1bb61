"""Findings and errors of stability."""

from __future__ import annotations

from typing import Final

from adjudge.core.catalogue import ErrorEntry, FindingEntry
from adjudge.core.errors import InputError, UsageError

# Errors

NO_SUCH_SCENARIO: Final = ErrorEntry(
    "AJ061",
    "A scenario of stability cannot be run.",
    what="there is no scenario {name:quoted}",
    expected="one of {forms:names 20}, the beginning of such a name, or all",
    todo="correct the name; `remove:system` stands for every system, `divide:human` for all divisors",
    error=UsageError,
)
BAD_FACTOR: Final = NO_SUCH_SCENARIO.variant(
    "the scenario {name:quoted} names the factor {value:quoted}",
    expected="a number of 1 or more, such as 2",
    todo="correct the factor; to raise scores write `multiply:` in place of `divide:`",
)
NO_SUCH_NAME: Final = NO_SUCH_SCENARIO.variant(
    "there is no {noun} {name:quoted}",
    expected="{noun} that the data hold: [{known:names 8}]",
    count="{n:count name}",
    todo="correct the name; case and blanks matter",
)
NOTHING_RUN: Final = NO_SUCH_SCENARIO.variant(
    "none of the scenarios asked for can be run: {reasons:names 5}",
    expected="data that at least one scenario can change",
    count="{n:count scenario}",
    todo="ask for other scenarios, such as `remove:system`, `recipe` or `resample`",
    error=InputError,  # the names are right, the data are not enough
)
NOT_STUDIED: Final = NO_SUCH_SCENARIO.variant(
    "the data hold {held}",
    expected="ratings, spans, comparisons or pair counts",
    todo="give judgements of systems",
)
PUBLISHED_TWICE: Final = NO_SUCH_SCENARIO.variant(
    "the published order names {system:quoted} twice",
    expected="every system once",
    todo="correct the list, or name the language pair with `pair=`",
)
PUBLISHED_UNKNOWN: Final = NO_SUCH_SCENARIO.variant(
    "the published order and the data share fewer than two systems: only the list has [{only_list:names 8}], only the "
    "data have [{only_data:names 8}]",
    expected="names as in the data",
    count="{n:count name}",
    todo="write the names as in the data, such as [{known:names 4}]",
)
PUBLISHED_EMPTY: Final = NO_SUCH_SCENARIO.variant(
    "{source} holds no order of systems",
    expected="one name on each line, best first, with a blank line or --- between clusters; or a clusters.csv of a WMT "
    "release",
    todo="write the names on lines of their own",
)

# Why a scenario is not run

NO_HUMAN: Final = "no system is a human translation by its name, and no row is of the kind reference"
NOTHING_LEFT: Final = "fewer than two systems would be left"
UNKNOWN_UNIT: Final = "the data do not say the {unit}"
NO_RAW_SCORES: Final = "the scores are standardised already; raw scores are needed"
NO_SCORES: Final = "comparisons have no scores"
FEW_UNITS: Final = "there are only {units}; drawing again needs {needed}"
FEW_UNITS_OF: Final = "{system} was judged by or on only {held}; drawing {unit}s again needs {needed} for every system"

# Findings

PUBLISHED_PARTLY: Final = FindingEntry(
    "AJ508",
    "note",
    "The published order and the data do not hold the same systems.",
    text="The published order is compared without systems that only one side has[; only the order: "
    "{only_list:names 5}][; only the data: {only_data:names 5}].",
    needs="a published order",
)
ORDER_CHANGES: Final = FindingEntry(
    "AJ500",
    "warning",
    "The order of systems changes when others are removed or their scores are changed.",
    text="The order of the other systems changes in {changed:,} of {scenarios:count scenario} in which systems are "
    "removed or their scores are changed: {_shown:names 5}. It should not depend on them.",
    source="Knowles 2021, section 5.2",
    todo="do not rest a claim on the order of systems that change places",
    needs="ratings or comparisons of three systems",
)
LINES_CHANGE: Final = FindingEntry(
    "AJ501",
    "warning",
    "Clusters change when other systems are removed or their scores are changed.",
    text="The clusters of the other systems change in {changed:,} of {scenarios:count scenario} in which systems are "
    "removed or their scores are changed: {_shown:names 5}.",
    source="Knowles 2021, section 5.2",
    todo="do not rest a claim on lines that depend on systems elsewhere in the table",
    needs="ratings or comparisons of three systems",
)
RECIPES_DISAGREE: Final = FindingEntry(
    "AJ502",
    "warning",
    "Some lines are drawn by few of the other recipes.",
    text="Of {rankings:count other {_word}}, fewer than half draw the line {_shown:names 5}.",
    todo="say in the report that these lines depend on the choice of the {_word}",
    needs="a ranking with lines",
)
NOT_REPEATED: Final = FindingEntry(
    "AJ503",
    "warning",
    "A repeat of the study may contradict one of its significant orderings.",
    text="Of two studies like this one with other {unit}s, the second keeps every significant ordering of the first "
    "with a probability of about {probability:.0%}; {keeps:.0%} of the samples keep all of this study. Both figures "
    "are rather too high where systems are close.",
    source="Riley et al. 2024",
    todo="collect more judgements, or test with a correction for the number of pairs",
    needs="judgements whose annotators, documents or sessions are known",
)
LOST_DRAWS: Final = FindingEntry(
    "AJ504",
    "note",
    "Some of the samples drawn again cannot be ranked.",
    text="{lost:,} of {draws:count sample} of {unit}s cannot be ranked, because a system has no judgement in them or "
    "the recipe refuses them; they count nowhere.",
)
RAISED_ZEROS: Final = FindingEntry(
    "AJ505",
    "note",
    "Scores at an end of the scale were multiplied.",
    text="{name}: {zeros:,} of {scores:count score} at the lower end of the scale {zeros:was/were} raised by (factor - "
    "1) times half the smallest step between scores; {cut:,} would have left the scale and {cut:was/were} put at its "
    "upper end.",
    source="Knowles 2021, footnote 15",
)
NOT_RUN: Final = FindingEntry(
    "AJ506",
    "note",
    "Some scenarios could not be run.",
    text="{n:count scenario} could not be run: {_reasons:names 4}.",
)
PUBLISHED_REPRODUCED: Final = FindingEntry(
    "AJ509",
    "note",
    "The data and the recipe give the published order.",
    text="The data and {_by} give the published order and clusters.",
    needs="a published order",
)
PUBLISHED_DIFFERS: Final = FindingEntry(
    "AJ507",
    "warning",
    "The published order is not what the data and the recipe give.",
    text="The published order is not that of {_by} on these data: Kendall's tau is {kendall:.2f}, and [{moved:count "
    "system} {moved:stands/stand} elsewhere: {moved:names 5}][{_lines}].",
    todo="find the recipe and the filters of the publication before reading the scenarios",
    needs="a published order",
)
