"""What is refused before any reader sees a file, such as one that is too large; and places that are not written."""

from __future__ import annotations

from typing import Final

from adjudge.core.catalogue import ErrorEntry, FindingEntry
from adjudge.core.problems import BAD_OPTION
from adjudge.io.catalogue import LONG_LINE, NOT_TEXT, NOT_WRITTEN, WRONG_SEPARATOR

# Size

TOO_LARGE: Final = ErrorEntry(
    "AJ050",
    "A file needs more memory than there is.",
    what="{source} needs about {need:.1f} GB of memory to be read, and {free:.1f} GB are free",
    expected="a file that fits into memory",
    count="{size:,.0f} MB to be held",
    todo="remove rows and columns that are not needed, or convert it to CSV with our column names, of which only the "
    "columns that are needed are held",
)
GROWING: Final = ErrorEntry(
    "AJ051",
    "A compressed file grows beyond all measure when it is unpacked.",
    what="{source} has {packed:,} bytes and had become {size:,} bytes when unpacking was stopped",
    expected="a gzip file that grows to at most {most} times its size, or stays below {small:,.0f} MB",
    todo="check where it comes from; if it is right, unpack it first with gunzip and give the unpacked file",
)
LONG_RECORD: Final = LONG_LINE.variant(
    "{source}: the row that begins on line {line} has more than {most:count byte}",
    expected="rows of at most {most:count byte}",
    count="1 row",
    todo="check the quotes from there on: a text that is opened by a quote may not be closed where it should be",
)

# Something else than a table

_AS_CSV: Final = (
    "open it in the spreadsheet program and save the sheet as 'CSV UTF-8 (comma delimited)' or as TSV; in Python, "
    "give the frame that pandas.read_excel({source!r}) returns in place of the file"
)
SPREADSHEET: Final = NOT_TEXT.variant(
    "{source} is {kind}", expected="a text file such as CSV, or Parquet", todo=_AS_CSV
)
OFFICE_DOCUMENT: Final = SPREADSHEET.variant(
    "{source} is {kind}", todo="save its table as CSV or TSV in UTF-8, or its lines as plain text in UTF-8"
)
ARCHIVE: Final = NOT_TEXT.variant(
    "{source} is {kind}",
    expected="a single file of judgements, plain or gzip",
    todo="unpack it with {tool} and give the files in it[; if it is a {office}, save it as CSV or TSV in its program]",
)
PACKED: Final = ARCHIVE.variant("{source} is {kind}", todo="unpack it first: {tool} {source}")
ANOTHER_KIND: Final = NOT_TEXT.variant(
    "{source} is {kind}", expected="a file of judgements: CSV, JSON Lines, Parquet or a known format", todo="{todo}"
)
NOT_THE_DATA: Final = ErrorEntry(
    "AJ052",
    "A file stands in place of the data: a web page, or a pointer to the data.",
    what="{source} is {kind}",
    expected="the file of judgements itself",
    todo="{todo}",
)

# Separators and decimal commas

UNCLEAR_SEPARATOR: Final = WRONG_SEPARATOR.variant(
    "{source}, line 1: the columns could be separated by {first} or by {second}",
    expected="one separator",
    count=None,
)
READ_SEPARATOR: Final = FindingEntry(
    "AJ150",
    "note",
    "The columns are separated by another character than a comma.",
    text="{source} is separated by {separator} and was read so.",
)
READ_UNQUOTED: Final = READ_SEPARATOR.variant(
    "{source} is separated by {separator} and was read so; quotes in it are part of the texts."
)
DECIMAL_COMMAS: Final = FindingEntry(
    "AJ151",
    "note",
    "Numbers are written with decimal commas.",
    text="{source}, column {column}: {values:count number} {values:has/have} a decimal comma, such as {_example}, and "
    "{values:was/were} read as {_meaning}.",
)
UNCLEAR_COMMAS: Final = ErrorEntry(
    "AJ053",
    "It is unclear whether a comma in a number stands for the decimal point or for thousands.",
    what="{source}, line {line}, column {column}: {value:quoted} may mean {decimal} or {thousands}",
    expected="numbers with a decimal point and without marks of thousands",
    count="{wrong:,} of {total:count line} ({places})",
    todo="write the numbers of this column with a decimal point",
)

# Parquet

CHANGED_PARQUET: Final = ErrorEntry(
    "AJ054",
    "The content of a Parquet file is not the one that was written.",
    what="{source}: the values are not those that Adjudge wrote: the checksum in the file differs",
    expected="the values of which the checksum was made",
    count="a file of {size:count byte}",
    todo="fetch or write the file again; if you changed it with another program, have that program leave out "
    "the metadata {key:quoted}",
)

# Arguments

NOT_A_PATH: Final = BAD_OPTION.variant(
    "{value:quoted} is of the type {type:quoted}",
    expected="the path of a file as text or as a `pathlib.Path`",
    todo="name a file",
)
LIST_OF_PATHS: Final = NOT_A_PATH.variant(
    "the files are given as one {type}",
    expected="every file as an argument of its own",
    todo="write a star before it: adjudge.read(*files)",
)

# What is written

NOT_OURS: Final = NOT_WRITTEN.variant(
    "{paths:names 8} {paths:exists/exist}, and nothing in {paths:it/them} says that Adjudge wrote {paths:it/them}",
    expected="new files; tables of judgements are never replaced, because they may be yours",
    count="{paths:count file}",
    todo="write elsewhere, or remove {paths:the file/the files} first",
)
READ_AND_WRITTEN: Final = BAD_OPTION.variant(
    "{path:quoted} would be read and overwritten",
    expected="a new file",
    todo="choose another name for it",
)
NAMED_TWICE: Final = BAD_OPTION.variant(
    "{path} is named for two results",
    expected="a place for each result",
    todo="give each option a path of its own",
)
