"""Errors and findings on the files of a campaign: its texts, and the folder that a plan is written to."""

from __future__ import annotations

from typing import Final

from adjudge.core.campaign import catalogue as campaign_catalogue
from adjudge.core.catalogue import ErrorEntry, FindingEntry
from adjudge.core.errors import UsageError
from adjudge.core.problems import UNUSED_COLUMNS, WRONG_TABLE
from adjudge.io import catalogue as io_catalogue

_LINES: Final = "{wrong:,} of {total:count line} ({places})"

# Files of lines

NO_FILE: Final = io_catalogue.NO_FILE.variant(
    "{place}: {key} is {path:quoted}, which is not there",
    expected="a file; paths are relative to the folder of the campaign file",
    todo="[did you mean {near:quoted}? Otherwise ]correct the path",
)
FOLDER_FOR_FILE: Final = io_catalogue.DIRECTORY.variant(
    "{place}: {key} is {path:quoted}, which is a folder",
    expected="a file; paths are relative to the folder of the campaign file",
    todo="name a file in it",
)
UNEQUAL_LINES: Final = ErrorEntry(
    "AJ683",
    "Files of lines that belong together have different numbers of lines.",
    what="{source} ({place}, {key}) has {found:count line}",
    expected="{lines:count line}, one for each line of {first}",
    count="[{more:count line} too many][{fewer:count line} too few]",
    todo="compare the files: a missing or an additional line shifts all lines behind it",
)
NO_LINE_FILE: Final = UNEQUAL_LINES.variant(
    "{place}: the {noun} {name:quoted} has no file",
    expected="a file of lines, because the source is one",
    count=None,
    todo="add `file`",
)
BLANK_END: Final = UNEQUAL_LINES.variant(
    "{source} ({place}, {key}) ends with {more:count empty line}",
    expected="{lines:count line}",
    count="{more:,} of {total:count line}",
    todo="remove the empty lines at the end",
)
MISSING_LINES: Final = ErrorEntry(
    "AJ684",
    "Texts that are to be judged are missing.",
    what="{source}, line {line}: the {noun} is empty",
    expected="a text on every line",
    count=_LINES,
    todo="add the missing lines, or remove these lines from all files",
)
MISSING_CELLS: Final = MISSING_LINES.variant(
    "{source}: there is no {noun} for {first}",
    expected="a text for every segment",
    count="{wrong:,} of {total:count segment}[: {where}]",
    todo="add the missing texts, or remove these segments",
)
DOCUMENT_AGAIN: Final = ErrorEntry(
    "AJ685",
    "Ids of documents or segments occur twice.",
    what="{source}, line {line}: the document {document:quoted} begins again, after another document",
    expected="all segments of a document on lines that follow each other",
    count="{wrong:count document} ({places})",
    todo="sort all files by document, or give different documents different names",
)
TWO_DOMAINS: Final = DOCUMENT_AGAIN.variant(
    "{source}, line {line}: the document {document:quoted} has another {noun} than on the line before",
    expected="one {noun} for a document",
    count="{wrong:count line} ({places})",
    todo="correct the {noun}, or give the parts different names",
)
DOMAIN_GIVEN_TWICE: Final = campaign_catalogue.CONTRADICTION.variant(
    "{place}: domains stand in {source}, before a tab, and in a file of their own",
    expected="one of the two",
    count="domains on {wrong:,} of {total:count line} of {source}",
    todo="remove `texts.domains`, or the domains before the tabs",
)
UNKNOWN_ORIGIN: Final = campaign_catalogue.UNKNOWN_LANGUAGE.variant(
    "{source}[, line {line}]: the origin of texts is {value:quoted}, which is no language code",
    count="{wrong:,} of {total:count text}[ ({places})]",
    todo="[did you mean {near:quoted}? Otherwise ]correct the code",
)

# Files of texts

NO_SUCH_TEXTS: Final = ErrorEntry(
    "AJ686",
    "A campaign names a system or a reference that its texts do not have.",
    what="{place}: {source} has no texts of the {noun} {name:quoted}",
    expected="one of: {known:names 12}",
    todo="[did you mean {near:quoted}? Otherwise ]correct the name, or remove it",
)
TEXTS_TWICE: Final = NO_SUCH_TEXTS.variant(
    "{place}: the {noun} {name:quoted} has a file, and {source} has texts of that name too",
    expected="texts from one place",
    todo="rename it, or remove its file",
)
RESERVED_NAME: Final = NO_SUCH_TEXTS.variant(
    "{place}: the {noun} {name:quoted} is called like a column of texts",
    expected="another name than {known}",
    todo="rename it",
)
LACKS_COLUMNS: Final = WRONG_TABLE.variant(
    "{place}: {source} has no {missing:column/columns} {missing:names}; columns found: {found:names 12}",
    expected="texts: the columns document, segment and source, and one for each system",
    todo="rename or add {missing:the column/the columns}[; did you mean {near:names}?]",
)
NOT_TEXTS: Final = LACKS_COLUMNS.variant("{place}: {source} holds {held}", todo="give a file of texts")
NO_SYSTEMS: Final = NO_SUCH_TEXTS.variant(
    "{source} has no outputs", expected="a column for each system", todo="add the outputs"
)
OTHER_LANGUAGES: Final = ErrorEntry(
    "AJ687",
    "Texts are in other languages than the campaign says.",
    what="{place}: {key} is {value:quoted}, but {source} says {found:names 6}",
    expected="texts of one language pair, that of the campaign",
    count="all {rows:count row}",
    todo="correct the code, or give the texts of this pair",
)
SEVERAL_LANGUAGES: Final = OTHER_LANGUAGES.variant(
    "{place}: {source} holds texts of {pairs:count language pair}",
    count="{rows}",
    todo="keep only the rows of {own}, or write a file for each pair",
)
NONE_IN_LANGUAGES: Final = SEVERAL_LANGUAGES.variant(
    "{place}: {source} holds texts of {pairs:count language pair}, and none are {own}",
    todo="correct `source_lang` and `target_lang`, and keep only the rows of that pair",
)
COPIED_SOURCE: Final = FindingEntry(
    "AJ688",
    "warning",
    "Outputs are copies of the source.",
    text="{copies:,} of {_total:count output} of {system} {copies:is/are} the source itself.",
    source="Knowles and Lo 2022: such a system is scored 0, and control items made from it say nothing",
    todo="check that its file is not that of the source",
)
SAME_OUTPUTS: Final = FindingEntry(
    "AJ697",
    "warning",
    "Systems have the same outputs throughout.",
    text="{systems:names} have the same outputs throughout; annotators will judge each of them.",
    todo="check the files; keep one of them if they are the same system",
)
SYSTEMS_LEFT_OUT: Final = FindingEntry(
    "AJ689",
    "note",
    "Texts of systems that a campaign does not name were left out.",
    text="{_source}: texts of {systems:names 6} were left out, because the campaign does not name "
    "{systems:this system/these systems}.",
)

SYSTEMS_TAKEN: Final = FindingEntry(
    "AJ641",
    "note",
    "Which columns of the texts are judged as systems.",
    text="The campaign names no systems, so all columns of outputs are judged: {systems:names 12}.",
    todo='if one of them is no system, list those that are judged: systems = [["NAME", ...]]',
)
HARDLY_SYSTEM: Final = SYSTEMS_TAKEN.variant(
    "{system} is judged as a system, but all of its {outputs:count output} are {what}; the first is {_example:quoted}.",
    severity="warning",
    todo="if it is no system, list the others as `systems`: every output that is judged is paid for",
)
DOMAINS_AFTER_BLANK: Final = FindingEntry(
    "AJ642",
    "note",
    "Names of documents begin with words that may be domains.",
    text="{_source}: all {documents:count document} begin with one of {words:count word} and a blank ("
    "{words:names 6}). If these are domains, they were not read as such: domains stand before a tab.",
    todo="put a tab in place of the blank, if these are domains",
)

# Files beside them

NOT_TUTORIAL: Final = ErrorEntry(
    "AJ696",
    "A file beside the texts does not hold what the campaign needs.",
    what="{place}: {source} has no {columns:column/columns} {columns:names}; columns found: {found:names 12}",
    expected="texts with the columns document, segment, source, output, and low and high if an answer is expected",
    count="{columns:count column} of {needed:,} that are needed",
    todo="rename or add {columns:the column/the columns}",
)
TUTORIAL_UNUSED: Final = UNUSED_COLUMNS.variant(
    "{columns:count column} of {_source} {columns:is/are} not used, because a tutorial has only {_known:names 12}: "
    "{columns:names 8}.",
    severity="warning",
    todo="remove {columns:it/them}[, or rename {columns:it/them}; did you mean {near:names}?]",
)
BAD_TUTORIAL: Final = NOT_TUTORIAL.variant(
    "{place}: {source} {what}",
    expected="{expected}",
    count="{wrong:,} of {total:count row}",
    todo="correct these rows",
)
NOT_METRICS: Final = WRONG_TABLE.variant(
    "{place}: {source} holds {held}",
    expected="scores of metrics with the columns metric, system, segment and score",
    todo="give a file of metric scores",
)
NO_METRIC_COLUMNS: Final = NOT_TUTORIAL.variant(
    NOT_TUTORIAL.what, expected="scores of metrics with the columns metric, system, document, segment and score"
)
METRICS_LACK: Final = NOT_TUTORIAL.variant(
    "{place}: {source} has no scores of segments for {systems:names 6}",
    expected="scores of every system, segment by segment",
    count="{lacking:,} of {total:count system}",
    todo="add them, or remove `calibration.metrics`",
)

OTHER_SEGMENTS: Final = METRICS_LACK.variant(
    "{place}: {source} has no score of any segment of the test set: the scores have {theirs}, the texts have {ours}",
    expected="scores of the same segments, with the same names of documents and segments as the texts",
    count="{wrong:,} of {total:count segment}",
    todo="give the scores of these texts[, add the column {lacking:quoted}], or remove `calibration.metrics`",
)
SEGMENTS_UNSCORED: Final = FindingEntry(
    "AJ640",
    "warning",
    "Scores of metrics are missing for texts.",
    text="{_source} has no scores of {segments:count segment} of {total:,}; they are not chosen for the calibration "
    "set by their quality.",
    todo="add the missing scores",
)

# The folder of a plan

NOT_A_CAMPAIGN_FOLDER: Final = ErrorEntry(
    "AJ693",
    "A folder is not that of a planned campaign, or a file in it does not fit the others.",
    what="{path} is no folder of a planned campaign: {reason}",
    expected="a folder that `adjudge plan` wrote, with campaign.toml, items.csv, texts.csv and certificate.json",
    todo="plan the campaign again, or name the right folder",
)
LACKS_FILES: Final = NOT_A_CAMPAIGN_FOLDER.variant(
    "{path} is no folder of a planned campaign: there is no {lacking:names 4}",
    count="{lacking:count file} of {total:,}",
)
LEADS_OUT: Final = NOT_A_CAMPAIGN_FOLDER.variant(
    "{path}: {files:names 8} {files:lies/lie} outside of this folder",
    expected="files in the folder itself: no links out of it",
    count="{files:count file} of {total:,}",
    todo="plan the campaign again: this folder was changed after it was planned",
)
NAMES_OUTSIDE: Final = LEADS_OUT.variant(
    "{place}: {key} is {path:quoted}, which lies outside of the folder of the plan",
    expected="a file below that folder: no absolute path, no `..` and no link that leads out of it",
    count="1 file",
)
NO_TEXT_FOR_ITEM: Final = NOT_A_CAMPAIGN_FOLDER.variant(
    "{source}: there is no text for {first}",
    expected="a source and an output for every item",
    count="{wrong:,} of {total:count item}",
)
NO_TEXT_AROUND: Final = NO_TEXT_FOR_ITEM.variant(
    "{source}: there is no text for {first}, which is shown as context",
    expected="a source for every segment that is shown",
    count="{wrong:,} of {total:count line} of context",
)

# Other platforms

NO_SUCH_TASK: Final = ErrorEntry(
    "AJ690",
    "Another platform has no task for what was planned.",
    what="{platform} has no task for the protocol {protocol:quoted}",
    expected="one of: {known}",
    todo="choose another protocol or another platform",
    error=UsageError,
)
MARKUP: Final = FindingEntry(
    "AJ692",
    "warning",
    "What organisers should know before a plan is collected on another platform.",
    text="Texts of {items:,} of {_total:count item} hold `<` or `&`; Appraise and Pearmut show texts as HTML, so these "
    "characters may change what annotators see.",
    todo="look at these texts on the platform before the campaign begins",
)
SCORES_OF_PAIRS: Final = FindingEntry(
    "AJ692",
    "note",
    MARKUP.title,
    text="{_platform} asks for a score of each output that is shown, not for their order; equal scores are ties.",
)
WORKERS_CHOOSE: Final = FindingEntry(
    "AJ692",
    "warning",
    MARKUP.title,
    text="Workers of Mechanical Turk choose HITs themselves: {sessions:count session} planned for "
    "{annotators:count annotator} go to whoever takes them. The plan stays balanced within sessions, but who meets "
    "which system how often is left to chance, so what the certificate says of annotators does not hold there.",
    todo="give every annotator a qualification and a batch of HITs of their own",
)
