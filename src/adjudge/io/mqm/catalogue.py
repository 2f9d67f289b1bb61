"""Findings and errors about MQM files: quotes, marks, test rows and metadata."""

from __future__ import annotations

from typing import Final

from adjudge.core.catalogue import FindingEntry
from adjudge.io.catalogue import RESERVED_COLUMN, STRAY_QUOTE

MIXED_QUOTES: Final = FindingEntry(
    "AJ120",
    "warning",
    "The file does not say whether quotes belong to the text or wrap it.",
    text="{_source}: {wrapped:count text} {wrapped:is/are} wrapped in quotes as in CSV, but {bare:count other text} "
    "with quotes {bare:is/are} not; the wrapped {wrapped:one is/ones are} unwrapped, and other quotes are "
    "taken for text.",
    todo="look at a few texts that begin with a quote; if quotes are read wrongly, texts and offsets are wrong, but "
    "scores are right",
)
PLAIN_QUOTES: Final = MIXED_QUOTES.variant(
    "{_source}: {wrapped:count text} {wrapped:is/are} wrapped in quotes as in CSV, but {bare:count other text} with "
    "quotes {bare:is/are} not; all quotes are taken for text.",
)
ENCLOSED_TEXTS: Final = MIXED_QUOTES.variant(
    "{_source}: {wrapped:count text} {wrapped:begins and ends/begin and end} with a quote and {wrapped:has/have} none "
    "inside; the quotes are taken for text.",
)
TEST_ROWS: Final = FindingEntry(
    "AJ121",
    "note",
    'Tests of attention ("hands on the wheel") are kept apart from the annotations.',
    text='{_source}: {tests:count row} {tests:reports/report} a test of attention ("hands on the wheel"), {found:,} '
    "found and {missed:,} missed; they are no errors of a system and count in no score.",
    source="Marot, google-research",
)
ROWS_WITHOUT_RATING: Final = FindingEntry(
    "AJ122",
    "note",
    "Rows that hold metadata only are no annotations.",
    text="{_source}: {rows:count row} without annotator, category and severity {rows:holds/hold} metadata only and "
    "{rows:was/were} left out.",
    source="Marot, google-research",
)
MARKED_IN_SOURCE: Final = FindingEntry(
    "AJ123",
    "note",
    "Errors are not marked at one place of the output: in the source, such as omissions, or at several places.",
    text="{_source}: {errors:count error} {errors:is/are} marked in the source and {errors:has/have} no place in the "
    "output; {errors:it costs/they cost} what {errors:its/their} severity and category say.",
)
SEVERAL_MARKS: Final = MARKED_IN_SOURCE.variant(
    "{_source}: {errors:count error} {errors:has/have} several marks in the output; the first one gives the place, and "
    "each row counts as one error.",
)
ONLY_ERRORS: Final = FindingEntry(
    "AJ124",
    "warning",
    "No row says that a segment has no errors.",
    text="{_source}: no row says that a segment has no errors; segments without errors, if there are any, are missing, "
    "and systems are compared on the others only.",
    todo="give the file of all annotations; rank by this one only if every judged segment has an error",
)
DIFFERENT_TEXTS: Final = FindingEntry(
    "AJ125",
    "note",
    "Rows of one system and segment have different texts.",
    text="{_source}: {segments:count output} of a system {segments:is/are} not written alike in all rows; the table of "
    "texts holds the most frequent form, and the offsets of {rows:count row} count in another one.",
    source="google/wmt-mqm-human-evaluation, issue 4",
)
NUMBERED_IN_DOCUMENT: Final = FindingEntry(
    "AJ126",
    "note",
    "The number of a segment over all documents does not tell segments apart.",
    text="{_source}: the column {_number:quoted} does not tell the segments of a document apart; the column "
    "{_position:quoted} does and was taken.",
)
EDITED_ANNOTATIONS: Final = FindingEntry(
    "AJ127",
    "warning",
    "Annotations were not made alone, or not with the source in view.",
    text="{_source}: {rows:count row} {rows:was/were} made by annotators who edited the marks of another one; such "
    "annotators do not judge independently.",
    todo="do not take them for independent judgements of one segment",
    source="Marot, google-research",
)
SOURCE_NOT_SEEN: Final = EDITED_ANNOTATIONS.variant(
    "{_source}: {rows:count row} {rows:was/were} annotated while the source was hidden.",
    todo="read them as judgements of the output alone",
)
OTHER_MARKED_TEXT: Final = FindingEntry(
    "AJ128",
    "warning",
    "The marked text is not the one that the metadata names.",
    text="{_source}: in {rows:count row} the text between the marks is not the marked text of the metadata; offsets "
    "may be wrong there.",
    todo="check that texts and quotes of these rows are as released",
)
TABS_IN_OUTPUTS: Final = FindingEntry(
    "AJ129",
    "note",
    "A text holds a tab that separates no columns.",
    text="{_source}: {rows:count row} {rows:has/have} more fields than columns; the extra tabs are taken for a part "
    "of the output, because all other columns fit.",
)
BAD_METADATA: Final = STRAY_QUOTE.variant(
    "{source}, line {line}: the metadata cannot be read",
    expected='a JSON object such as {{"timestamp": 1700000000000}}, or a note that does not begin with a brace',
    count="{wrong:,} of {total:count line} ({places})",
    todo="correct these fields",
)
RESERVED_SYSTEM: Final = RESERVED_COLUMN.variant(
    "{source}: a system is called {name:quoted}, which is a column of texts",
    todo="rename this system",
)
