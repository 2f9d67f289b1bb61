"""Errors and findings on files and folders of mt-metrics-eval."""

from __future__ import annotations

from typing import Final

from adjudge.core import problems
from adjudge.core.catalogue import ErrorEntry, FindingEntry
from adjudge.io import catalogue

_LINES: Final = "{wrong:,} of {total:count line} ({places})"

# Reading

UNEVEN_SYSTEMS: Final = ErrorEntry(
    "AJ140",
    "Files of one test set differ in their number of segments, or systems in their number of lines.",
    what="{source}: system {system:quoted} has {n:count line}, system {other:quoted} has {m}",
    expected="the same number of lines for every system, one for each segment, with None where there is no value",
    count="{wrong:count system}",
    todo="check that the file is complete",
)
UNEVEN_FILES: Final = UNEVEN_SYSTEMS.variant(
    "{source} has {n:count line}, {other} has {m:count line}",
    expected="one line for each segment",
    count=None,
    todo="check that both files are complete and belong to the same test set",
)
UNEVEN_SCORES: Final = UNEVEN_FILES.variant("{source} has {n:count line} for each system, {other} has {m:count line}")
UNEVEN_DOCUMENTS: Final = UNEVEN_FILES.variant(
    "{source} has {n:count line} for each system, {other} has {m:count document}",
    expected="one line for each document",
)
MISSING_FILE: Final = ErrorEntry(
    "AJ141",
    "A folder of a test set lacks a file that others in it need.",
    what="{folder} has no {file}",
    expected="{why}",
    todo="add the file, or leave out the files that need it",
)
NO_TEST_SET: Final = MISSING_FILE.variant(
    "{folder} has the sub-folders of a test set, but no file of a language pair in them",
    expected="files such as human-scores/en-de.mqm.seg.score, metric-scores/en-de/BLEU-refA.seg.score or "
    "system-outputs/en-de/SYSTEM.txt",
    todo="check that the folder was copied completely; it must be one test set, such as wmt22",
)
SEVERAL_PAIRS: Final = problems.SEVERAL_PAIRS.variant(
    problems.SEVERAL_PAIRS.what, expected="one language pair: a folder is read one pair at a time"
)
BAD_RATING: Final = catalogue.STRAY_QUOTE.variant(
    "{source}, line {line}: the rating cannot be read",
    expected='SYSTEM, {{"errors": [[...]]}} or None, and the annotator, with tabs between them; every error with '
    "start, end and severity",
    count=_LINES,
    todo="correct these lines",
)
BAD_STANDALONE: Final = BAD_RATING.variant(
    "{source}, line {line}: the rating cannot be read",
    expected="one object to a line with source, hypothesis, segment_id, system_id and errors; every error with start, "
    "end and severity",
)
BAD_TEXT_LINE: Final = BAD_RATING.variant(
    "{source}, line {line}: there is no {field:quoted}", expected="one object to a line with {field:quoted}"
)
BAD_DOCUMENT_LINE: Final = catalogue.UNEVEN_LINES.variant(
    "{source}, line {line} does not name a domain and a document",
    expected="DOMAIN and DOCUMENT in every line, one line for each segment",
    todo="correct these lines",
)
LEFT_OUT: Final = FindingEntry(
    "AJ142",
    "note",
    "Parts of a rating or a test set have no place in our tables.",
    text="{_source}: {marks:count mark} {marks:lies/lie} in the source text; our spans are places of the output, so "
    "{marks:it is/they are} kept without a place.",
)
WEIGHTED_MARKS: Final = LEFT_OUT.variant(
    "{_source}: {marks:count mark} {marks:has a score/have scores} of {marks:its/their} own, which {marks:was/were} "
    "left out; weights are applied when spans are scored."
)
RATED_TWICE: Final = LEFT_OUT.variant(
    "{ratings:count rating} {ratings:occurs/occur} in more than one file of {_source} under the same annotator; "
    "{ratings:it counts/they count} once."
)
OTHER_REFERENCES: Final = LEFT_OUT.variant(
    "{_source} has several references; {first} is the column 'reference', {others:names 6} {others:was/were} left out."
)
UNKNOWN_DOCUMENTS: Final = problems.UNKNOWN_VALUES.variant(
    "{_source} has no documents/{_pair}.docs; documents and domains are unknown."
)

# Writing

WRITTEN_AS: Final = FindingEntry(
    "AJ143",
    "note",
    "What a file for mt-metrics-eval holds, and what it cannot hold.",
    text="The score of a segment is the mean over annotators; {rows:count row} of kind system {rows:was/were} used[, "
    "{others:count row} of other kinds or scopes left out].",
)
MEAN_OF_SEGMENTS: Final = WRITTEN_AS.variant(
    "The score of a system is the mean over those of {segments:count segment} that have one."
)
LINE_ORDER: Final = WRITTEN_AS.variant(
    "Line numbers stand for segments, in order of appearance; the names of {segments:count segment} are not in "
    "the file."
)
LOST_COLUMNS: Final = WRITTEN_AS.variant(
    "{columns:names 12} {columns:has/have} no place in the file and {columns:was/were} left out."
)
NO_PLACE: Final = WRITTEN_AS.variant(
    "{marks:count mark} without a place in the output {marks:is/are} written with start and end -1."
)
NO_TEXTS: Final = WRITTEN_AS.variant(
    "Sources and outputs are unknown: they are written as empty text, and mt-metrics-eval reads the file only without "
    "its strict check."
)
NOT_LOADABLE: Final = WRITTEN_AS.variant(
    "Adjudge reads the folder; mt-metrics-eval also needs {_needed}, which the data does not hold."
)
NO_LANGUAGES: Final = WRITTEN_AS.variant("The languages are unknown; the files are named und-und, for undetermined.")

UNWRITABLE_NAME: Final = catalogue.NOT_WRITTEN.variant(
    "the {what} {name:quoted} {reason}",
    expected="names without blanks and slashes: mt-metrics-eval separates by blanks and names files after systems",
    count="{n:count name}",
    todo="rename it, or write .csv, .jsonl or .parquet",
)
SEVERAL_SCORES: Final = catalogue.NOT_WRITTEN.variant(
    "the table holds scores of several {what}: {names:names 8}",
    expected="one score for each system and segment",
    todo="write one file for each; a folder whose name ends in .mtme holds several metrics",
)
SEVERAL_RATERS: Final = catalogue.NOT_WRITTEN.variant(
    "{n:count segment} {n:was/were} rated by more than one annotator",
    expected="one rating for each system and segment: a .seg.rating file holds no more",
    todo="write a folder whose name ends in .mtme, with one file for each annotator, or .ratings.jsonl",
)
NO_SCORES: Final = problems.WRONG_TABLE.variant(
    "{held} hold no scores of {level}",
    expected="ratings or metric scores with scores of {level}",
    todo="write another ending, or .csv, .jsonl or .parquet",
)
NO_SPANS: Final = problems.WRONG_TABLE.variant(
    "{held} hold no error spans",
    expected="spans",
    todo="write .seg.score for scores, or .csv, .jsonl or .parquet",
)
NOTHING_FOR_FOLDER: Final = problems.WRONG_TABLE.variant(
    "{held} have no place in a test set of mt-metrics-eval",
    expected="ratings, spans, metric scores or texts",
    todo="write .csv, .jsonl or .parquet",
)
FOLDER_IN_USE: Final = catalogue.NOT_WRITTEN.variant(
    "{path} cannot be written: {reason}",
    expected="a new folder, or an empty one",
    todo="name another folder, or empty this one first",
)
