"""Findings and errors of the audit of documents."""

from __future__ import annotations

from typing import Final

from adjudge.core.catalogue import ErrorEntry, FindingEntry

NOT_AUDITED: Final = ErrorEntry(
    "AJ063",
    "The data cannot support an audit of composition, documents or pseudo-annotation.",
    what="none of the {rows:count rating} is a scored judgement of a segment by a system",
    expected="scored ratings of the kinds 'system' or 'repeat'",
    count="{rows:count row}",
    todo="check the columns 'kind', 'scope' and 'score'",
)
NOT_RATINGS: Final = NOT_AUDITED.variant(
    "the table holds {held}",
    expected="ratings: one score for each output",
    count=None,
    todo="give ratings; `adjudge check` looks at tables of every kind",
)
NOT_A_MAP: Final = NOT_AUDITED.variant(
    "the map of the test set has no column {missing:quoted}; columns found: {found}",
    expected="a table with the columns 'document' and 'segment', one row for each segment of the test set",
    count=None,
    todo="give another file as `segments=`, or leave it out",
)
OTHER_SEGMENTS: Final = NOT_AUDITED.variant(
    "no judged segment is on the map of the test set; judged is for example {judged:quoted}, on the map "
    "{mapped:quoted}",
    expected="a map that names documents and segments as the judgements do",
    count="{segments:count judged segment}",
    todo="give the map of this test set as `segments=`, or leave it out",
)
NO_SOURCES: Final = NOT_AUDITED.variant(
    "`training=` was given without texts: the source text of the judged segments is not known",
    expected="`texts=` with the source text of every segment",
    count=None,
    todo="give `texts=` as well, or leave `training=` out",
)

NO_DOCUMENTS: Final = FindingEntry(
    "AJ540",
    "warning",
    "Documents are unknown, so that their difficulty cannot be audited.",
    text="{unknown:,} of {rows:count rating} {unknown:has/have} no document; of the audit only coverage by segments is "
    "left.",
    todo="add a column 'document'",
    needs="ratings",
)
SOME_NO_DOCUMENTS: Final = NO_DOCUMENTS.variant(
    "{unknown:,} of {rows:count rating} {unknown:has/have} no document and {unknown:takes/take} no part in means of "
    "documents.",
    severity="note",
    todo="complete the column 'document'",
)
OFF_THE_MAP: Final = FindingEntry(
    "AJ541",
    "warning",
    "Judged segments are not on the map of the test set.",
    text="{unknown:count judged segment} {unknown:is/are} not on the map of the test set and {unknown:does/do} not "
    "count for coverage.",
    todo="check that the map belongs to these judgements",
    needs="ratings with documents, and a map of the test set",
)
UNEQUAL_COVERAGE: Final = FindingEntry(
    "AJ542",
    "warning",
    "Systems were judged on different parts of the test set.",
    text="Systems were judged on {lowest:.0%} ({least}) to {highest:.0%} ({most}) of the {total:count segment}"
    "[; {_complete}].",
    source="Knowles and Lo 2022, section 5.2",
    todo="judge all systems on the same documents, or compare adjusted means",
    needs="ratings of several systems",
)
LONG_DOCUMENTS: Final = FindingEntry(
    "AJ543",
    "warning",
    "A session cannot hold a document of every system.",
    text="A document has {shown:.1f} segments on average, so that one of each of {n_systems:count system} would fill "
    "{_places:count place}, but no session holds more than {capacity:count item}: no session can represent all "
    "systems.",
    source="Knowles 2021, section 5.4",
    todo="show parts of documents, or make sessions larger",
    needs="ratings with sessions and documents",
)
NEVER_DRAWN: Final = FindingEntry(
    "AJ544",
    "warning",
    "Documents are longer than a session.",
    text="{documents:count document} {documents:is/are} longer than a session ({capacity:count item} at most), so that "
    "no session can show {documents:it/them} whole: {documents:names}.",
    source="Knowles and Lo 2022, section 2",
    todo="split long documents",
    needs="ratings with sessions and documents",
)
NOT_CONNECTED: Final = FindingEntry(
    "AJ545",
    "warning",
    "Systems do not share documents, so that luck and quality cannot be told apart.",
    text="The {systems:count system} and {documents:count document} fall into groups without a document in common: "
    "whether a system is better or was judged on easier documents cannot be told.",
    source="Knowles 2021, section 6",
    todo="judge some documents for all systems",
    needs="ratings with documents",
)
LUCK: Final = FindingEntry(
    "AJ546",
    "note",
    "How much the choice of documents raised or lowered means.",
    text="Documents raised the mean of {luckiest} by {raised:.2f} and lowered that of {unluckiest} by {lowered:.2f} "
    "points.",
    source="Knowles 2021, section 6",
    needs="ratings with documents",
)
LUCK_CHANGES_ORDER: Final = FindingEntry(
    "AJ547",
    "warning",
    "The order of systems changes once the difficulty of their documents is removed.",
    text="With the difficulty of documents removed, {pairs:count pair} of systems {pairs:changes/change} places: "
    "{pairs:pairs above}[. Of them {sure:count pair} {sure:differs/differ} significantly by adjusted means: "
    "{sure:pairs above}].",
    source="Knowles 2021, section 6",
    todo='compare adjusted means, or use `recipe="recommended"`, which corrects for documents',
    needs="ratings with documents",
)
ANOMALOUS_CELLS: Final = FindingEntry(
    "AJ548",
    "warning",
    "A system departs from its own pattern on a document.",
    text="{systems:count system} {systems:departs/depart} from {systems:its/their} own pattern on "
    "{documents:count document}: {_cells:names 5}.",
    source="Knowles and Lo 2022, section 5.1",
    todo="read these outputs: copies of the reference, another language, empty or exchanged texts",
    needs="ratings with documents",
)
