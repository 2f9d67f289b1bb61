"""Errors and findings on files of WMT releases; the form of an entry is in `adjudge.core.catalogue`."""

from __future__ import annotations

from typing import Final

from adjudge.core.catalogue import FindingEntry
from adjudge.io import catalogue as io_catalogue

JOINED_SYSTEMS: Final = FindingEntry(
    "AJ132",
    "note",
    "Judgements of systems with identical outputs were given to each of these systems.",
    text="{_source}: {names:count name} joined by `{_sign}` {names:stands/stand} for systems with identical outputs "
    "({names:names}). Each of these systems gets the judgement: {rows:count row} became {expanded:,}[, of which "
    "{ties:,} are ties between identical outputs].",
    source="WMT15 findings; scripts of the organisers",
)
JOINED_NAMES: Final = FindingEntry(
    "AJ133",
    "warning",
    "Names look like several systems joined by a plus sign, but are treated as names of single systems.",
    text="{_source}: {names:count name} {names:holds/hold} a `+` ({names:names}), but {names:is/are} treated as "
    "{names:the name of one system/names of single systems}: {_reason}.",
    todo="if these are systems with identical outputs, write one row for each of them",
)
OTHER_TASKS: Final = FindingEntry(
    "AJ134",
    "note",
    "Judgements of other tasks than the ranking or scoring of sentences were left out.",
    text="{_source}: {rows:count row} of other tasks than the ranking or scoring of sentences {rows:was/were} left out "
    "({_types:names 6}).",
)
CALIBRATION_ACCOUNTS: Final = FindingEntry(
    "AJ135",
    "note",
    "Rows of accounts that the map uses as names of annotators are calibration rows.",
    text="The map names annotators by {accounts:count account} of the data. {rows:count row} of "
    "{accounts:this account/these accounts} {rows:is/are} of kind `calibration`, which recipes leave "
    "out of the averages.",
    source="WMT22: the map of calibration HITs",
)
OTHER_ANNOTATORS: Final = FindingEntry(
    "AJ136",
    "warning",
    "The map of accounts names other annotators than the judgements do.",
    text="{rows:count row} {rows:names/name} another annotator than the map of accounts, such as {_file} instead of "
    "{_map} in session {_session}; the annotators of the judgements were kept.",
    todo="leave the map out, or empty the column 'annotator' to use it",
)
LOST_ANNOTATORS: Final = FindingEntry(
    "AJ137",
    "warning",
    "Annotators without spread are in the file of means, but their judgements are missing.",
    text="{annotators:count annotator} with a standard deviation of 0 {annotators:is/are} in the file of means, but "
    "{annotators:has/have} no judgement in the file of scores: {annotators:names}. No z-score exists for them, so the "
    "release lost what they judged.",
    source="Knowles 2021, section 3; release of WMT22",
    todo="name them in the report as left out, or rank the file of raw scores",
    needs="a file of means and standard deviations beside released z-scores",
)
UNRANKED_PAIRS: Final = io_catalogue.EMPTY_RANKINGS.variant(
    "{empty:,} of {rankings:count pair} {empty:names/name} a system that was not ranked and {empty:gives/give} no "
    "comparison."
)
NO_SUCH_ACCOUNTS: Final = io_catalogue.UNLIKE_FILES.variant(
    "none of the {accounts:count account} of the ratings is in the map from accounts to annotators, which holds "
    "{known:quoted} and others",
    expected="a map of these accounts, such as {example:quoted}",
    count="{rows:count row}",
    todo="give the map that belongs to these ratings, with the lines account,annotator and {example},annotator-1",
)
BAD_MAP: Final = io_catalogue.BAD_JSON.variant(
    "{source} is no map of annotators",
    expected='JSON such as {{"annotator-1": [["account-1", "account-2"]]}}',
    todo="write it so, or as CSV with the lines account,annotator and account-1,annotator-1",
)
BAD_LINE: Final = io_catalogue.BAD_JSON_LINE.variant(
    "{source}, line {line}: {reason}",
    expected='objects with doc_id and scores, such as {{"doc_id": "en-de_#_news_#_d1_#_0", "scores": {{"A": '
    '{{"human1": 80}}}}}}',
)
NO_TASK: Final = io_catalogue.BAD_RANK.variant(
    "{source}, line {line}: the task or its type is unknown",
    expected="a task such as WMT08 Czech-English News, and one of the types {known}",
    count="{wrong:,} of {total:count line} ({places})",
)
NO_RANK: Final = NO_TASK.variant(
    "{source}, line {line}: {value:quoted} is no rank and no score",
    expected="1 to 5, or nothing",
)
UNEVEN_TESTS: Final = io_catalogue.UNEVEN_MOMENTS.variant(
    "{source}, line {line} breaks the pattern of five lines for each annotator",
    expected='[[1]] "NAME", then [[1]] P, then t, then its value, then [[1]] PAIRS, each on its own line',
)
NOT_A_TEST_SET: Final = io_catalogue.BAD_JSON.variant(
    "{source}, line {line}, column {column}: {reason}", expected="XML as WMT writes test sets"
)
RESERVED_NAME: Final = io_catalogue.COLUMN_TWICE.variant(
    "{source}: a system is called {name:quoted}, which is the name of a column",
    expected="systems with names of their own",
    todo="rename this system",
)
BAD_TEST_SET: Final = io_catalogue.BAD_ITEM.variant(
    "{source}, line {line}: <{tag}> lacks {lacks}",
    expected="<doc id> with <src>, <ref translator> and <hyp system>, each with numbered <seg>",
    count="{wrong:,} of {total:count element} ({places})",
    todo="correct these elements",
)
SEVERAL_LANGUAGES: Final = FindingEntry(
    "AJ699",
    "warning",
    "Texts of one test set are said to be in several languages.",
    text="{_source}: the {_side} are said to be in {languages:names 6}; they are read as {used}.",
    todo="correct the attribute `lang` where it is wrong; give each language pair a file of its own",
)
