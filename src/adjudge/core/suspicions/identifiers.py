"""Names that are no names: words for a missing value, and ids that a spreadsheet turned into something else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import polars as pl

from adjudge.core.catalogue import FindingEntry
from adjudge.core.check import Check
from adjudge.core.findings import Finding
from adjudge.core.tables import Comparisons, PairCounts, Ratings, Spans

MISSING_AS_NAME: Final = FindingEntry(
    "AJ182",
    "warning",
    "A word for a missing value stands as a name.",
    text="{rows:,} of {_total:count row} {rows:has/have} {word:quoted} in the column {column:quoted}, which looks like "
    "a missing value but counts as a {_noun} of that name.",
    todo="leave the value empty if it is unknown, or remove the rows",
    needs="any judgements",
)
SPREADSHEET_IDS: Final = FindingEntry(
    "AJ183",
    "warning",
    "Ids look as if a spreadsheet had changed them.",
    text="{rows:,} of {_total:count row} {rows:has/have} an id in the column {column:quoted} that a spreadsheet seems "
    "to have rewritten, such as {word:quoted}; different ids may have become one.",
    todo="export the ids as text, without opening the file in a spreadsheet",
    needs="any judgements",
)
DAMAGED_NAMES: Final = FindingEntry(
    "AJ184",
    "warning",
    "A name holds characters of a wrong encoding.",
    text="{names:count name} in the column {column:quoted} {names:was/were} damaged by a wrong encoding: "
    "{names:names}.",
    todo="export the file again as UTF-8; the same {_noun} may occur under its right name as well",
    needs="any judgements",
)
_COLUMNS: Final = {
    "system": "system",
    "system_a": "system",
    "system_b": "system",
    "annotator": "annotator",
    "document": "document",
    "segment": "segment",
}
_MISSING: Final = (
    r"(?i)^(nan|none|null|n/?a|nil|undefined|missing|unknown|#n/?a|#ref!|#value!|#name\?|#div/0!|<na>|-+|\?+)$"
)
#: 1.2E+15 for a long number, #### for a narrow column, Jan-05 for 1-5: three letters of a month and a number.
_REWRITTEN: Final = (
    r"(?i)^(\d(\.\d+)?E\+\d+|#{3,}|\d{1,2}-(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|"
    r"(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)-\d{2})$"
)
#: UTF-8 read as Latin-1 or Windows-1252 shows one of two letters before a sign of the upper half; U+FFFD is a lost one.
_DAMAGED: Final = "[\u00c2\u00c3][\u0080-\u00bf\u0152-\u2122]|\ufffd"


def _looking(entry: FindingEntry, pattern: str, explanation: str) -> Check:
    """A check for names that match a pattern: how many rows, and the first such name."""

    def look(frame: pl.DataFrame) -> Iterator[Finding]:
        for column, noun in _COLUMNS.items():
            if column not in frame.columns:
                continue
            names = frame[column].unique().drop_nulls()
            found = names.filter(names.str.contains(pattern)).sort().to_list()
            if found:
                rows = int(frame[column].is_in(found).sum())
                yield entry(column=column, word=found[0], names=found, rows=rows, _total=frame.height, _noun=noun)

    look.__doc__ = explanation
    return Check(entry, look, (Ratings, Comparisons, PairCounts, Spans))


CHECKS: Final = (
    _looking(
        MISSING_AS_NAME,
        _MISSING,
        "Names of systems, annotators, documents and the like that are words for a missing value: nan, none, null, "
        "n/a, unknown, dashes, or an error of a spreadsheet.",
    ),
    _looking(
        SPREADSHEET_IDS,
        _REWRITTEN,
        "Ids in the forms that spreadsheets make of numbers and dates: 1.2E+15 for a long number, #### for a narrow "
        "column, Jan-05 for 1-5.",
    ),
    _looking(
        DAMAGED_NAMES,
        _DAMAGED,
        "Names with the traces of a wrong encoding: UTF-8 that was read as Latin-1 or Windows-1252, or characters that "
        "were lost.",
    ),
)
