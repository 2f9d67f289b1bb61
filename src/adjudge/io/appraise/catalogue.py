"""Errors and findings on files of Appraise; the form of an entry is in `adjudge.core.catalogue`."""

from __future__ import annotations

from typing import Final

from adjudge.core.catalogue import FindingEntry
from adjudge.io import catalogue as io_catalogue
from adjudge.io.campaigns.catalogue import MARKUP, NO_SUCH_TASK

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
ADDED_ITEMS: Final = FindingEntry(
    "AJ698",
    "note",
    "Items that were added to a plan for another platform were left out.",
    text="{_source}: {items:count item} that {items:asks/ask} for the score of a document {items:was/were} added for "
    "Appraise and {items:is/are} no part of the plan.",
)

# Writing

JOINED_BY_PLUS: Final = NO_SUCH_TASK.variant(
    "{systems:names} {systems:holds/hold} a plus sign, at which Appraise takes names of systems apart",
    expected="names of systems without it",
    todo="rename {systems:this system/these systems}",
)
NOT_HUNDRED: Final = FindingEntry(
    "AJ691",
    "warning",
    "Batches for Appraise do not have the number of items that it takes.",
    text="{sessions:,} of {_total:count session} {sessions:does/do} not have {_most:count item} but {smallest}"
    "[ to {_largest}]; the released version of Appraise leaves out such batches, with a line in its log only.",
    source="AppraiseDev/Appraise, issue 181 (lifted by pull request 196)",
    todo="use a version without this rule; sessions of whole texts seldom have 100 items, and only the published "
    "builders among the designs fill them up",
)
PASSWORDS: Final = FindingEntry(
    "AJ692",
    "note",
    MARKUP.title,
    text="Passwords of Appraise follow from CAMPAIGN_KEY in manifest.json, which anybody can guess; CAMPAIGN_NO is "
    "part of the names of accounts.",
    todo="replace CAMPAIGN_KEY by a secret; if you change CAMPAIGN_NO, change the accounts in sessions.csv and "
    "accounts.csv, too",
)
# Appraise at 612e4b0 takes in these fields, but direct-assessment-document-mqm-esa.html shows none of them.
CONTEXT_UNSEEN: Final = FindingEntry(
    "AJ692",
    "warning",
    MARKUP.title,
    text="Pages of Appraise for {_protocol} show no context: {lines:count line} around {showings:count display} "
    "{lines:stands/stand} in batches.json, and annotators do not see {lines:it/them}.",
    todo="plan whole documents (`sampling.unit`), use another platform, or let the page show `sourceContextLeft` and "
    "`sourceContextRight`",
)
NUMBERED_SEGMENTS: Final = FindingEntry(
    "AJ692",
    "note",
    MARKUP.title,
    text="Appraise names items by numbers, so {segments:count segment} {segments:is/are} called by "
    "{segments:its/their} place in the document; segments.csv says which is which.",
)
