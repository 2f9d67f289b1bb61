"""Findings and errors of a plan: which texts are judged, and whether the work and the annotators' hours fit."""

from __future__ import annotations

from typing import Final

from adjudge.core.catalogue import ErrorEntry, FindingEntry
from adjudge.core.errors import UsageError

TOO_LONG: Final = ErrorEntry(
    "AJ650",
    "Texts are longer than a session, or a session is too short for any.",
    what="{place}: {documents:names 8} {documents:has/have} up to {longest:count segment} to be shown at once, and a "
    "session has room for {room:,}",
    expected="texts that fit: `work.session_items` is {items:,}, {controls:,} of them for control and tutorial items",
    count="{documents:count text}",
    todo="lower `{key}`, so that long documents are cut, or raise `work.session_items`",
    error=UsageError,
)
NO_ROOM: Final = TOO_LONG.variant(
    "{place}: a session of {items:count item} has no room for texts beside {controls:count control or tutorial item}",
    expected="room for one segment or more",
    count="{controls:,} of {items:count item} hold no text that counts",
    todo="raise `work.session_items`",
)
NOTHING_FITS: Final = TOO_LONG.variant(
    "{place}: the design {design} makes no session: all texts are longer than it takes, or its sessions longer than "
    "the hours",
    expected="texts and hours of which it can make one session or more",
    count="{texts:count text}",
    todo="cut long documents with `sampling.part`, give more hours, or take another design, such as `blocks`",
)
ABSENT_SYSTEMS: Final = ErrorEntry(
    "AJ651",
    "Systems or references of a campaign have no outputs among its texts.",
    what="{place}: there are no outputs of {systems:names 8}",
    expected="outputs of every system and reference that is judged; the texts hold: {known}",
    count="{systems:count system}",
    todo="correct the names, or add the outputs to the texts",
)
TOO_FEW_SYSTEMS: Final = ABSENT_SYSTEMS.variant(
    "{place}: {systems:count system} {systems:takes/take} part",
    expected="{needed:count system} or more, for the protocol {protocol}",
    count="{missing:count system} too few",
    todo='add systems, or a reference with role = "system"',
)
MISSING_OUTPUTS: Final = ErrorEntry(
    "AJ652",
    "Outputs are missing, so systems would be judged on different texts.",
    what="{place}: {system} has no output for {segments:names}",
    expected="an output of every system for every segment that may be judged",
    count="{segments:count output} of {total:,}",
    todo="add what is missing, leave the system out, or leave these segments out for all systems",
)
TOO_FEW_HOURS: Final = ErrorEntry(
    "AJ653",
    "The work does not fit the annotators' hours.",
    what="{place}: the annotators have {hours:figure} hours, and the least that can be planned takes {needed:figure}",
    expected="hours for one text or more[ in each of {waves:,} waves], judged for every system {judgements:count time}"
    "[, after {beforehand:figure} hours for tutorial and calibration set of all annotators]",
    count="{difference:figure} hours too few",
    todo="give more hours, judge fewer systems, or show shorter texts[; or {_less}]",
    error=UsageError,
)
UNEVEN_HOURS: Final = TOO_FEW_HOURS.variant(
    "{place}: the annotators have {hours:figure} hours, enough for a single text for all systems, but too few of them "
    "have time",
    expected="hours that can be shared: each of {judgements:count judgement} of an output is by somebody else",
    count=None,
    todo="give the others more hours, or ask for fewer `work.judgements`",
)
NOT_ALL_FIT: Final = TOO_FEW_HOURS.variant(
    "{place}: {asked:count text}[ (parts of {documents:count document})] {asked:takes/take} {needed:figure} hours, and "
    "the annotators have {hours:figure}",
    expected="at most {fitting:count text}, which {fitting:takes/take} {fitting_hours:figure} hours",
    count="{difference:count text} too many",
    todo="ask for fewer, give more hours, or leave `sampling.documents` out: then as many are taken as fit",
)
SPARE_HOURS: Final = TOO_FEW_HOURS.variant(
    "{place}: the annotators have {hours:figure} hours, and {asked:count text}[ (parts of {documents:count document})] "
    "{asked:takes/take} only {needed:figure}",
    expected="no more hours than work",
    count="{difference:figure} hours too many",
    todo="add texts, ask for more `work.judgements`, give fewer hours, or set `annotators.spare_hours = true`",
)
TOO_FEW_TEXTS: Final = ErrorEntry(
    "AJ654",
    "There are fewer texts than the campaign asks for.",
    what="{place}: {asked:count document} {asked:is/are} to be judged, and there {held:is/are} {held:,}",
    expected="at most {held:,}",
    count="{difference:count document} too few",
    todo="ask for fewer, or add documents",
    error=UsageError,
)
TOO_MANY_WAVES: Final = TOO_FEW_TEXTS.variant(
    "{place}: {waves:count wave} of {held:count document}",
    expected="a document or more in every wave, with all its parts",
    count="{difference:count wave} too many",
    todo="ask for fewer waves, or more documents",
)
NONE_FORWARD: Final = TOO_FEW_TEXTS.variant(
    "{place}: no text was first written in {language}; the texts were written in: {origins}",
    expected="texts that were first written in the source language",
    count="{documents:count document}",
    todo='correct the column `origin`, or set `sampling.origin = "any"` and report both directions apart',
)
NO_SUCH_DESIGN: Final = ErrorEntry(
    "AJ655",
    "A design is unknown.",
    what="[{place}: ]there is no design {name:quoted}",
    expected="one of: {known}",
    todo="[did you mean {near:quoted}? Otherwise ]choose one of these",
    error=UsageError,
)
ONE_BY_ONE: Final = NO_SUCH_DESIGN.variant(
    "{place}: the design {design} shows one output at a time, and the protocol {protocol} shows {outputs:,}",
    expected="a design that shows several: {known}",
    todo="choose one of these, or another protocol",
)
UNPLANNED: Final = ErrorEntry(
    "AJ656",
    "A plan does not hold what was asked for.",
    what="{place}: the design {design} gives outputs another number of judgements than was asked for, for instance "
    "{examples:names}",
    expected="{judgements:count judgement} of every output, by different annotators",
    count="{wrong:,} of {total:count output}",
    todo="report this as a fault of the design, with the campaign file",
)
UNKNOWN_ORIGIN: Final = FindingEntry(
    "AJ657",
    "warning",
    "In which language the judged texts were first written.",
    text="It is unknown in which language the texts were first written: texts translated into the source language "
    "change rankings.",
    source="Graham, Haddow and Koehn 2020, sections 3 and 5",
    todo="give the original language of every text in a column `origin`",
    needs="texts",
)
LEFT_OUT: Final = UNKNOWN_ORIGIN.variant(
    "{documents:count document} of {total:,} {documents:is/are} left out because {documents:it was/they were} not "
    "first written in {language}[; of {unknown:,} the original language is unknown].",
    severity="note",
    todo='set `sampling.origin = "any"` to judge them too, and report both directions apart',
)
ANY_ORIGIN: Final = UNKNOWN_ORIGIN.variant(
    "{documents:count document} of {total:,} may have been first written in another language than {language}; rankings "
    "of such texts differ.",
    todo="report results by the original language, `adjudge origin`",
)
CUT_INTO_PARTS: Final = FindingEntry(
    "AJ658",
    "note",
    "What is judged of the test set: long documents in parts or by a snippet, and texts that are left out.",
    text="{documents:count document} {documents:is/are} too long to be shown at once and judged in "
    "{parts:count part}: the shortest holds {shortest:count segment}, the longest {longest:,}. Parts of one document "
    "are no independent sample; they count as one document.",
    source="Knowles and Lo 2022, section 2.2",
    needs="texts",
)
SNIPPETS: Final = CUT_INTO_PARTS.variant(
    "{documents:count document} of more than {longest:count segment} {documents:is/are} judged by a run of as many, "
    "drawn at random; {unjudged:count segment} {unjudged:is/are} not judged.",
    source="Kocmi et al. 2022 (WMT22)",
)
NOT_JUDGED: Final = CUT_INTO_PARTS.variant(
    "The hours do not suffice for {texts:count text} of {total:,}, which {texts:holds/hold} {segments:count segment}: "
    "{_documents}.",
    severity="warning",
    source=None,
    todo="give more hours, ask for fewer judgements of each output, or judge a part of every document: "
    '`sampling.unit = "snippet"`',
)
NOT_ASKED_FOR: Final = NOT_JUDGED.variant(
    "As `sampling.documents` asks, {texts:count text} of {total:,} {texts:is/are} left out, which {texts:holds/hold} "
    "{segments:count segment}: {_documents}.",
    severity="note",
    todo=None,
)
NO_DOCUMENTS: Final = CUT_INTO_PARTS.variant(
    "{segments:count segment} of {total:,} {segments:has/have} no document, so each is judged on its own, without "
    "context.",
    severity="warning",
    source="Graham, Haddow and Koehn 2020, section 4",
    todo="give the document of every segment in a column `document`",
)
OUT_OF_ORDER: Final = CUT_INTO_PARTS.variant(
    "{annotators:count annotator} {annotators:does/do} not see the parts of {documents:count document} in the order of "
    "the text from session to session, because the design divides work in other ways first[; up to {context:count "
    "segment} of the source {context:is/are} shown before and after each part].",
    source="our choice",
    todo="show documents whole, by a larger `sampling.part` and `work.session_items`, or use the design `side-by-side`",
    needs="a plan",
)
IDLE: Final = FindingEntry(
    "AJ659",
    "warning",
    "Annotators who get no work, more than their hours, or an output in two groups.",
    text="There is no work for {annotators:count annotator}: {annotators:names 8}.",
    todo="ask for fewer annotators, more texts, or more judgements of each output",
    needs="a plan",
)
SPARED: Final = IDLE.variant(
    "The work is too little for {_all:count annotator}: somebody would judge a single output, or systems would not be "
    "linked. So it is shared among {working:,}, and there is none for {annotators:names 8}.",
)
OVER_HOURS: Final = IDLE.variant(
    "Whole texts do not divide evenly: {annotators:count annotator} {annotators:gets/get} up to {most:.0%} more "
    "work than {annotators:this annotator has/they have} hours for: {annotators:names 8}.",
    todo="give {annotators:this annotator/these annotators} more time, or show shorter texts",
)
NO_TIME: Final = IDLE.variant(
    "Tutorial and calibration set alone take {minutes:figure} minutes, more than {annotators:count annotator} "
    "{annotators:has/have}: {annotators:names 8}.",
    todo="give {annotators:this annotator/these annotators} more time, leave {annotators:this annotator/them} out, or "
    "make the calibration set smaller",
)
ONE_GROUP_MORE: Final = IDLE.variant(
    "Systems do not divide evenly into groups: {outputs:count output} of {total:,} {outputs:is/are} judged more often "
    "than asked for, {judgements:count time}[; {same:,} of them by the same annotator].",
    severity="note",
    todo=None,
)
SAME_PERSON: Final = IDLE.variant(
    "Groups of systems do not divide evenly: {outputs:count output} of {total:,} {outputs:is/are} judged by fewer than "
    "{judgements:count annotator}, because one of them sees the output in two groups.",
    todo="ask for more annotators, or for fewer judgements of each output",
)
NEVER_SHOWN: Final = FindingEntry(
    "AJ629",
    "warning",
    "References with the role of control items that are never shown.",
    text="{references:names} {references:has/have} the role of control items, but {references:is/are} never shown: "
    "`controls.references`, the share of such items, is 0.",
    todo='set `controls.references`, such as 0.05, or give {references:it/them} the role "hidden"',
    needs="a plan",
)
NOTHING_TO_RANK: Final = FindingEntry(
    "AJ694",
    "warning",
    "A plan of a single system, so that nothing can be ranked.",
    text="Only {_system} is judged and ranked, so there is nothing to compare it with[: {references:names} "
    "{references:is a reference that is/are references that are} not ranked].",
    todo='add systems, or rank a reference with it: role = "system"',
    needs="a plan",
)
LONG_OUTPUTS: Final = FindingEntry(
    "AJ610",
    "warning",
    "Outputs are much longer than their sources, by whose words the time of a plan is counted.",
    text="The outputs that are judged have {outputs:count word}, {factor:.1f} times as many as their sources, which "
    "have {sources:,} if read again with every output. Time is counted by words of the source alone, {pace:exact} s "
    "for each of these, so that judging will take longer than planned.",
    source="the pace of WMT25, 0.8 s for a word of the source and a system, is that of translations",
    todo="set `work.seconds_per_word` (for a word of the source and every output shown) or `work.seconds_per_item` "
    "from a pilot",
    needs="a plan",
)
