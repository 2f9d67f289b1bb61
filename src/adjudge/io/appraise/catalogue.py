"""Errors and findings on files of Appraise; the form of an entry is in `adjudge.core.catalogue`."""

from __future__ import annotations

from typing import Final

from adjudge.core.catalogue import FindingEntry
from adjudge.io import catalogue as io_catalogue

FILLERS: Final = FindingEntry(
    "AJ130",
    "note",
    "Some rows judge the beginning of a document that was cut to fill up a task.",
    text="{_source}: {rows:count row} {rows:judges/judge} the beginning of a document that was cut to fill up a task "
    "(`#incomplete`). {rows:It is a first judgement/They are first judgements} with less context, of kind `filler`, "
    "and {rows:counts/count} in no average unless a recipe names this kind.",
    source="scripts of the WMT24 organisers, who leave these rows out",
)
COPIES_WITHOUT_ORIGINAL: Final = FindingEntry(
    "AJ131",
    "note",
    "Copies of documents without their original in the same session are first judgements.",
    text="{_source}: {rows:count row} of copied documents (`#dup`) {rows:has/have} no original in the same session; "
    "{rows:it is treated as a first judgement/they are treated as first judgements}.",
)
BAD_XML: Final = io_catalogue.BAD_JSON.variant(
    "{source}, line {line}, column {column}: {reason}", expected="XML as Appraise exports it"
)
NOT_BATCHES: Final = io_catalogue.NOT_TASKS.variant(
    "{source} is not a JSON list of objects", expected="a JSON list of tasks, each with 'items' and 'task'"
)
NOT_A_RESULT: Final = io_catalogue.BAD_ITEM.variant(
    "{source}, line {line}: <{tag}> lacks {lacks}",
    expected="<HIT> with languages, <ranking-task> with id, <ranking-result> with user, <translation> with system "
    "and rank",
    count="{wrong:,} of {total:count element} ({places})",
)
SKIPPED_RANKINGS: Final = io_catalogue.EMPTY_RANKINGS.variant(
    "{empty:,} of {rankings:count ranking} {empty:was/were} skipped by the annotator or {empty:ranks/rank} fewer than "
    "two systems, and {empty:gives/give} no comparison."
)
