"""What the command line itself refuses, and its other sentences."""

from __future__ import annotations

from typing import Final

from adjudge.core.catalogue import ErrorEntry
from adjudge.core.errors import UsageError
from adjudge.core.memory import NOT_ENOUGH_MEMORY
from adjudge.core.problems import BAD_OPTION, WRONG_TABLE

#: Anything that click refuses: an unknown option, a missing argument, a value of another type.
USAGE: Final = BAD_OPTION.variant(
    "{message}", expected="{usage}", todo="[write {number} with a decimal point: {point}; ]see {command} --help"
)
NO_SUCH_COMMAND: Final = BAD_OPTION.variant(
    "there is no command {name:quoted}",
    expected="one of {known}",
    todo="[did you mean {near:quoted}? Otherwise ]see adjudge --help",
)
BAD_COLUMN: Final = BAD_OPTION.variant(
    "--column {text} does not name two columns",
    expected="OURS=THEIRS, such as score=rating",
    todo="write our name, '=', and the name in the file, without spaces",
)
COLUMN_NAMED_TWICE: Final = BAD_COLUMN.variant(
    "--column {name} is given {given:count time}, for {given:names 8}",
    expected="one column of the file for each of ours; a column of the file may serve as several of ours",
    todo="keep one of them",
)
BAD_PARAMETER: Final = BAD_OPTION.variant(
    "--set {text} has no '='",
    expected="a parameter and its value, such as annotators.noise=5",
    todo="write --set KEY=VALUE, without spaces around '='",
)
ONE_FORM: Final = BAD_OPTION.variant(
    "{options} were given together",
    expected="one form of output",
    todo="run the command once for each form",
)
FOLDER_AND_FORM: Final = ONE_FORM.variant(
    "{options} were given together",
    expected="files in a folder (--out), or one form on standard output, or a new file of answers (--new)",
    todo="keep one of them",
)
NO_FURTHER_TABLE: Final = BAD_OPTION.variant(
    "{option} adds a table, but {form} prints only one",
    expected="{option} with text or --json",
    todo="leave {option} out, or use --json",
)
NOT_FOR_FILES: Final = BAD_OPTION.variant(
    "{option} belongs to {of}, but {source} {_files:holds/hold} {held}",
    expected="options for {held}",
    todo="leave {option} out",
)
NO_TARGET: Final = BAD_OPTION.variant(
    "only {path:quoted} was given",
    expected="the files to read, then the file to write",
    todo="add a name for the new file, such as out.csv",
)
NOT_TWO_FILES: Final = BAD_OPTION.variant(
    "{given:count file} {given:was/were} given",
    expected="two: A and B",
    todo="name two files; to compare judgements that are spread over several files, write their ranking with adjudge "
    "rank --json first",
)
WRONG_FILE: Final = WRONG_TABLE.variant(
    "{source} {_files:holds/hold} {held}",
    expected="{needed}",
    todo="use a file of this kind; adjudge convert --formats lists the formats that are read",
)
NO_FOLDER: Final = ErrorEntry(
    "AJ022",
    "A result cannot be written.",
    what="{what}",
    expected="a folder that exists or can be created, with write permission",
    todo="choose another folder with {option}",
    error=UsageError,
)
NOT_PRINTED: Final = NO_FOLDER.variant(
    "the result cannot be written: {reason}[ ({place})]",
    expected="a place that takes the result: a terminal, a pipe, or a disk with space left",
    todo="make room, or send the result somewhere else",
)
BAD_THREADS: Final = ErrorEntry(
    "AJ059",
    "An environment variable has a value that cannot be used.",
    what="the environment variable {name} is {value:quoted}",
    expected="a whole number of threads from 1 to {most:,}",
    todo="correct it, or remove it with: unset {name}",
    error=UsageError,
)
OUT_OF_MEMORY: Final = NOT_ENOUGH_MEMORY.variant(
    "there is not enough memory[: {detail}]",
    expected="an analysis that fits into the memory of this computer",
    todo="use less data, fewer systems or a simpler recipe or method, or a computer with more memory",
)
TOO_DEEP: Final = ErrorEntry(
    "AJ060",
    "Data is nested too deeply.",
    what="something in the input is nested too deeply to be read",
    expected="lists and sections within each other a few levels deep",
    todo="check that the files are what they should be",
)

#: Not a problem of the user: no code, no advice but to report it.
INTERNAL_ERROR: Final = (
    "Internal error in adjudge: {type}: {message}. Please report it with the command you ran; "
    "ADJUDGE_DEBUG=1 shows where it happened."
)
STOPPED: Final = "stopped"
NO_PAGE: Final = BAD_OPTION.variant(
    "there is nothing to write",
    expected="-o PAGE, --figures DIR, --tables DIR or --json",
    todo="add -o report.html",
)
PAGE_WRITTEN: Final = "page written to {path}"
FIGURES_WRITTEN: Final = "figures written to {path}"
TABLES_WRITTEN: Final = "tables written to {path}"
CHART_WRITTEN: Final = "chart written to {path}"
NOT_FOR_THE_TABLE: Final = BAD_OPTION.variant(
    "{options:names 8} {options:was/were} given with --table",
    expected="options of the test: the table has its own sizes and effects",
    todo="leave {options:it/them} out, or leave --table out",
)
NOT_WITH_PILOT: Final = BAD_OPTION.variant(
    "{options:names 8} {options:was/were} given with --pilot",
    expected="--more-segments, --more-documents or --more-annotators: everything else is estimated from the pilot",
    todo="leave {options:it/them} out, or leave --pilot out",
)
ONLY_WITH_PILOT: Final = BAD_OPTION.variant(
    "{options:names 8} {options:was/were} given without --pilot",
    expected="a pilot that something is added to",
    todo="name its file, --pilot FILE, or leave {options:it/them} out",
)
NO_PAGE_OF_GROUPS: Final = NO_FURTHER_TABLE.variant(
    "{option} and {form} do not go together",
    expected="one ranking for a page",
    todo="choose a group with --where or --pair, or leave {form} out",
)
NO_CAMPAIGN: Final = BAD_OPTION.variant(
    "no campaign file is given",
    expected="a campaign file",
    todo="name one, or write an example with --new DIR",
)
CAMPAIGN_OR_NEW: Final = BAD_OPTION.variant(
    "--new is given with {others:names 8}",
    expected="--new DIR alone, which writes an example and plans nothing",
    count="{others:count argument} too many",
    todo="leave --new out, or the {others:other/others}; then plan the example: adjudge plan DIR/campaign.toml",
)
NEEDS_COMPARE: Final = BAD_OPTION.variant(
    "{options:names 8} {options:belongs/belong} to --compare, which is not given",
    expected="options of a plan, or --compare with its own",
    todo="add --compare, or leave {options:it/them} out",
)
NOT_WITH_COMPARE: Final = BAD_OPTION.variant(
    "--compare plans nothing, so nothing can be written to {path}",
    expected="either a plan to be written, or designs to be compared",
    todo="leave out --compare, or --out and the like; the page of a comparison is written by --html",
)
