"""Findings and errors of forward and reverse created text."""

from __future__ import annotations

from typing import Final

from adjudge.core.catalogue import FindingEntry
from adjudge.io.catalogue import NOT_A_MAP_OF_ORIGINS as UNKNOWN_ORIGIN

_PAPER: Final = "Graham et al. 2020, section 3"
_NEEDS: Final = "ratings of text with known origin, forward and reverse"

NO_ORIGIN: Final = UNKNOWN_ORIGIN.variant(
    "the data does not say where its texts come from",
    expected="a column 'origin' with the language a text was first written in, or `origin=` with a map of documents",
    count="{rows:count row} without origin",
    todo="write a file with the columns document and origin and give it as `origin=`",
)
NO_MATCH: Final = UNKNOWN_ORIGIN.variant(
    "no row of the data has a {key} that the map of origins names",
    expected="the names of the data, such as {held:names}",
    count="{entries:count entry/entries} in the map, such as {named:names}",
    todo="write the {key}s in the map as they are in the data",
)
NO_KEY: Final = UNKNOWN_ORIGIN.variant(
    "the map of origins has the columns {columns}",
    expected="'origin' and at least one of 'document' and 'segment'",
    todo="name the columns document and origin",
)
NOT_A_MAP: Final = UNKNOWN_ORIGIN.variant(
    "`origin=` is {value:quoted}",
    expected="a path, a frame with the columns document and origin, or a dict from documents to origins",
    todo='write `origin={{"doc-1": "forward", "doc-2": "reverse"}}`',
)
TWO_ORIGINS: Final = UNKNOWN_ORIGIN.variant(
    "{key} {example:quoted} has two origins in the map",
    expected="one origin for each {key}",
    count="{entries:count entry/entries}",
    todo="correct the map",
)
TWO_DIRECTIONS: Final = UNKNOWN_ORIGIN.variant(
    "{key} {example:quoted} has rows of forward and of reverse created text",
    expected="one origin for each text; a segment is told by its document and its own name",
    count="{texts:count text}",
    todo="correct the origins, or add a column 'document' if different texts share the names of segments",
)
UNKNOWN_SOURCE: Final = UNKNOWN_ORIGIN.variant(
    "origins are named by languages ({values:names}), and the data does not name the source language",
    expected="the source language, or origins that are 'forward' or 'reverse'",
    count="{rows:count row}",
    todo='add `source="{example}"`, the language that systems translate from, as it is written among the origins',
)
UNKNOWN_TARGET: Final = UNKNOWN_ORIGIN.variant(
    "origins are {values:names}, and the data does not say which of them is the target language",
    expected="the target language in the data, or one other origin than {source}",
    count="{rows:count row}",
    todo="write forward and reverse in the map of origins, in the place of languages",
)
ONE_DIRECTION: Final = UNKNOWN_ORIGIN.variant(
    "all text of known direction is {held}",
    expected="text first written in the source language[ ({source})] and text first written in the target language"
    "[ ({target})]",
    count="{forward:count row} forward, {reverse:count row} reverse, {other:count row} of other or unknown origin",
    todo="there is nothing to compare; if origins are spelled in another way than the languages of the data, "
    "change the "
    "map, or name the source language with `source=`",
)
NOT_RANKED: Final = UNKNOWN_ORIGIN.variant(
    "the ratings of {direction} created text cannot be ranked on their own",
    expected="ratings of both directions that can be ranked",
    count="{rows:count rating}",
    todo="see what is said below",
)
NOT_RATINGS: Final = UNKNOWN_ORIGIN.variant(
    "the table holds {held}",
    expected="ratings or marked errors",
    todo='rank comparisons of each origin on their own: `adjudge.rank_by(table, "origin")`',
)
TOO_FEW_SYSTEMS: Final = UNKNOWN_ORIGIN.variant(
    "{systems:count system} {systems:has/have} text of both directions",
    expected="at least two systems that do",
    count="{_systems:names}",
    todo="nothing can be compared between the directions with fewer",
)

CHANGED: Final = FindingEntry(
    "AJ570",
    "warning",
    "The order of systems depends on the origin of the text.",
    text="{pairs:count pair} of systems {pairs:changes/change} places between forward and reverse created text, and "
    "the change of their distance is significant: {_pairs:names}.",
    source="Graham et al. 2020, sections 3.3 and 3.4",
    todo="rank on forward created text only; a claim about these pairs from both together cannot be defended",
    needs=_NEEDS,
)
WIDER: Final = FindingEntry(
    "AJ580",
    "note",
    "The distance of systems depends on the origin of the text, their order does not.",
    text="{pairs:count pair} of systems {pairs:lies/lie} in the same order on forward and reverse created text, but "
    "significantly further apart on one of them: {_pairs:names}.",
    source="Graham et al. 2020, sections 3.3 and 3.4",
    todo="their order may be reported; give the size of a difference for forward created text",
    needs=_NEEDS,
)
MOVED: Final = FindingEntry(
    "AJ571",
    "note",
    "Forward and reverse created text give different orders, not significantly.",
    text="Forward and reverse created text order {pairs:count pair} of systems differently ({_pairs:names}); none of "
    "these changes is significant. That is no proof that origin does not matter.",
    source="Graham et al. 2020, section 3.4",
    needs=_NEEDS,
)
EASIER: Final = FindingEntry(
    "AJ572",
    "note",
    "Scores of reverse created text differ from those of forward created text.",
    text="Mean score of reverse created text - mean score of forward created text: {difference:figure} (95% interval "
    "{low:figure} to {high:figure}, documents as the unit).",
    source="Graham et al. 2020, section 3.1",
    needs=_NEEDS,
)
REVERSE_INSIDE: Final = FindingEntry(
    "AJ573",
    "note",  # the command needs such text, so whoever runs it knows that there is some
    "The data holds text that was first written in the target language.",
    text="{reverse:,} of {rows:count rating} ({_share:.0%}) are of text first written in the target language: "
    "the source "
    "is itself a translation, which makes the task another one.",
    source="Graham et al. 2020, sections 3 and 5",
    todo="report the ranking of forward created text",
    needs=_NEEDS,
)
SCOPE: Final = FindingEntry(
    "AJ574",
    "note",
    "What a claim from these data may be about.",
    text="A claim from the forward ranking holds for[ {pair}][,{_domain}] text first written in {_source}"
    "[, as represented by {documents:count document}]; not for other language pairs, domains or directions.",
    source="Graham et al. 2020, section 4",
    needs="ratings",
)
OTHER_ORIGINS: Final = FindingEntry(
    "AJ575",
    "note",
    "Rows of other or unknown origin are in none of the three rankings.",
    text="{left_out:,} of {rows:count row} {left_out:is/are} of other or unknown origin and {left_out:is/are} "
    "in none of "
    "the three rankings: {_values:names}.",
    source=_PAPER,
    todo="complete the map if these texts are of one of the two languages",
    needs=_NEEDS,
)
NOT_IN_BOTH: Final = FindingEntry(
    "AJ576",
    "warning",
    "A system has text of one direction only.",
    text="{systems:count system} {systems:has/have} text of one direction only and {systems:is/are} not "
    "compared between "
    "them: {systems:names}.",
    todo="let every system translate all texts",
    needs=_NEEDS,
)
FEW_DOCUMENTS: Final = FindingEntry(
    "AJ577",
    "warning",
    "A direction has too few documents for narrow intervals.",
    text="There are {forward:count document} of forward and {reverse:count document} of reverse created text: "
    "intervals of differences are wide, and the agreement of the directions has none, which needs "
    "{_needed:count document} of each.",
    todo="collect judgements of more documents, not more judgements of the same",
    needs="ratings with documents and origins",
)
METRIC_DISAGREES: Final = FindingEntry(
    "AJ578",
    "warning",
    "Forward and reverse created text agree less by a metric than by human scores.",
    text="By {metric} forward and reverse created text agree less than by human scores: Kendall's tau is "
    "{kendall:.2f}, for human scores {human:.2f}; 95% interval of the difference {low:.2f} to {high:.2f}, on the same "
    "resampled documents.",
    source="Graham et al. 2020, section 3.4",
    todo="use forward created text to compare systems by {metric}",
    needs="scores of a metric for segments, and origins",
)
METRIC_AGREES: Final = FindingEntry(
    "AJ581",
    "note",
    "How far forward and reverse created text agree by a metric and by human scores.",
    text="Kendall's tau of forward and reverse created text is {kendall:.2f} by {metric} and {human:.2f} by human "
    "scores[; 95% interval of the difference {_interval}: not shown to agree less].",
    source="Graham et al. 2020, section 3.4",
    needs="scores of a metric for segments, and origins",
)
METRIC_WITHOUT_SEGMENTS: Final = FindingEntry(
    "AJ579",
    "warning",
    "Scores of a metric cannot be split by origin.",
    text="{metrics:names} {metrics:has/have} no scores of segments or documents with a known direction for at "
    "least two "
    "systems; a score of a whole test set cannot be split.",
    source="Graham et al. 2020, section 3.2",
    todo="give scores of segments",
    needs="scores of a metric",
)
