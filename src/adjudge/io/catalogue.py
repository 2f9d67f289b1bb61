"""Errors and findings on reading and writing files; the form of an entry is in `adjudge.core.catalogue`."""

from __future__ import annotations

from typing import Final

from adjudge.core import problems
from adjudge.core.catalogue import ErrorEntry, FindingEntry
from adjudge.core.errors import UsageError

#: What `Source.report_lines` counts: `2 of 12 lines (lines 3, 7)`.
_LINES: Final = "{wrong:,} of {total:count line} ({places})"
_OUR_COLUMNS: Final = "the columns system, segment and score (ratings) or system_a, system_b and outcome (comparisons)"
_AGAIN: Final = "fetch or write the file again"

# The file itself

NO_FILE: Final = ErrorEntry(
    "AJ001",
    "A file or folder does not exist.",
    what="{path} does not exist",
    expected="an existing file",
    todo="[did you mean {near}? Otherwise ]check the name and the folder",
)
BROKEN_LINK: Final = NO_FILE.variant(
    "{path} does not exist: it is a link to {target}, which is not there",
    todo="correct the link, or name another file",
)
DIRECTORY: Final = ErrorEntry(
    "AJ002",
    "A path is a directory or something else that is not a regular file.",
    what="{path} is a directory",
    expected="a file",
    todo="name the files in it, for example {path}/*.csv",
)
NOT_REGULAR: Final = DIRECTORY.variant("{path} is not a regular file", todo="copy its content to a file")
NOT_READABLE: Final = ErrorEntry(
    "AJ003",
    "A file cannot be read: no permission, or it is damaged or incomplete.",
    what="{path} cannot be read: {reason}",
    expected="a file that can be read",
    todo="check its name and permissions",
)
BAD_GZIP: Final = NOT_READABLE.variant(
    "{source}: the gzip stream {reason}",
    expected="a complete gzip file",
    count="{size:count byte} read",
    todo="fetch or copy the file again",
)
BAD_PARQUET: Final = NOT_READABLE.variant(
    "{source} cannot be read as Parquet ({reason})",
    expected="a complete Parquet file",
    count="{size:count byte}",
    todo=_AGAIN,
)
EMPTY_FILE: Final = ErrorEntry(
    "AJ004",
    "A file is empty.",
    what="{source} is empty",
    expected="a file of judgements",
    todo="check that the file was written completely",
)
BLANK_FILE: Final = EMPTY_FILE.variant("{source} is empty except for blanks and line ends")
NOT_TEXT: Final = ErrorEntry(
    "AJ005",
    "A file is not UTF-8 text: another encoding, NUL bytes, or a binary format.",
    what="{source} is a zip archive or an office file",
    expected="UTF-8 text",
    todo="unpack it, or save the sheet as CSV in UTF-8",
)
UTF_16: Final = NOT_TEXT.variant(
    "{source} is UTF-16 text", todo="convert it: iconv -f UTF-16 -t UTF-8 {source} > {new}"
)
NUL_BYTES: Final = NOT_TEXT.variant(
    "{source}, line {line}: there is a NUL byte",
    count="{n:count NUL byte}",
    todo="remove the NUL bytes, or check that the file is text",
)
NOT_UTF_8: Final = NOT_TEXT.variant(
    "{source}, line {line}: the byte 0x{byte:02x} is not UTF-8",
    count="{n:count line}",
    todo="convert it, for example: iconv -f ISO-8859-1 -t UTF-8 {source} > {new}",
)
PARQUET_NOT_TOML: Final = NOT_TEXT.variant(
    "{source} is a Parquet file", expected="{needed} as TOML text", todo="name a TOML file"
)
LONG_LINE: Final = ErrorEntry(
    "AJ006",
    "A line is too long for a file of judgements.",
    what="{source}, line {line} has {size:count byte}",
    expected="lines of at most {most:count byte}",
    count="{n:count line}",
    todo="check that this is a file of judgements, with one judgement to a line",
)

# Its format

UNKNOWN_CONTENT: Final = ErrorEntry(
    "AJ007",
    "The content fits no known format, or not the format that was asked for.",
    what="{source} fits no known format; it begins: {begin:quoted}",
    expected=f"a known format (`adjudge.formats()` lists them), or CSV with {_OUR_COLUMNS}",
    todo="name the format with `format=`, or convert the file to CSV",
)
UNKNOWN_JSON: Final = UNKNOWN_CONTENT.variant("{source} is JSON of an unknown kind; it begins: {begin:quoted}")
UNKNOWN_COLUMNS: Final = UNKNOWN_CONTENT.variant(
    "{source}: the columns {columns} are not those of a known format",
    expected=f"a known format, or {_OUR_COLUMNS}",
    todo="rename the columns, or say which is which: "
    '`columns={{"system": "NAME", "segment": "NAME", "score": "NAME"}}` or '
    '`columns={{"system_a": "NAME", "system_b": "NAME", "outcome": "NAME"}}`',
)
CLEAR_COLUMNS: Final = UNKNOWN_COLUMNS.variant(
    UNKNOWN_COLUMNS.what, todo="rename the columns, or say which is which; this seems to be meant: `columns={line}`"
)
LIST_OF_OBJECTS: Final = UNKNOWN_JSON.variant(
    "{source} is a JSON list of objects of an unknown kind; it begins: {begin:quoted}",
    expected="JSON Lines: one object to a line, without brackets and commas around them; or a known format",
    todo="write one object to a line, for example: jq -c '.[[]]' {source} > {new}",
)
NOT_THIS_FORMAT: Final = UNKNOWN_CONTENT.variant(
    "{source} cannot be read as {format}: {reason}",
    expected="{title}",
    todo="leave `format=` out, or name another format",
)
WRONG_HEADER: Final = NOT_THIS_FORMAT.variant(
    "{source}: the first line is not the header of this format: {begin:quoted}",
    expected="the columns {names}",
)
NO_LAYOUT: Final = UNKNOWN_CONTENT.variant(
    "{source} has none of the layouts of an Appraise export; it begins: {begin:quoted}",
    expected="9 to 16 columns without a header, as Appraise writes them",
    count="{n:count column} in the first line",
    todo="check that the file is complete, or name its format with `format=`",
)
NOT_A_MATRIX: Final = UNKNOWN_CONTENT.variant(
    "{source} is not a square matrix",
    expected="names of systems in the first line and at the start of each row, and a number in every cell",
    count="{n:count line}",
    todo="check that the file is as released",
)
NO_SUCH_FORMAT: Final = problems.BAD_OPTION.variant(
    "there is no format {name:quoted}",
    expected="one of {known}",
    todo="[did you mean {near:quoted}? Otherwise ]leave `format=` out to have the format detected",
)
NOT_RENAMED: Final = problems.BAD_OPTION.variant(
    "the columns of {source} cannot be renamed in the format {format}",
    expected="`columns=` with the format {own}",
    todo="leave `format=` out",
)

# Its structure

WRONG_SEPARATOR: Final = ErrorEntry(
    "AJ008",
    "The columns are separated by another character than a comma.",
    what="{source}, line 1: the columns are separated by {separator}",
    expected="commas",
    count="{n:count column}",
    todo="save the file as CSV with commas (in a spreadsheet: UTF-8, field separator ',')",
)
UNEVEN_LINES: Final = ErrorEntry(
    "AJ009",
    "Rows differ in their number of fields.",
    what="{source}, line {line} has {fields:count field}",
    expected="{n} fields: {names:names 12}",
    count=_LINES,
    todo="check the separators and quotes there; a text that holds a separator needs quotes",
)
UNEVEN_MOMENTS: Final = UNEVEN_LINES.variant(
    "{source}, line {line} breaks the pattern of three lines for each annotator",
    expected='[[1]] "NAME", then [[1]] MEAN, then [[1]] SD, each on its own line',
    todo="check that the file is complete",
)
NOT_A_PLACE: Final = UNEVEN_LINES.variant(
    "{source}, line {line} is neither a system nor a line between clusters",
    expected="SYSTEM SCORE (BEST RANK, WORST RANK), or a line of plus signs",
    todo="check that the file is as released",
)
COLUMN_TWICE: Final = problems.MISSING_COLUMN.variant(
    "{source}, line 1: {names:column/columns} {shown} {names:occurs/occur} more than once",
    expected="every column once",
    todo="rename or remove {names:the copy/the copies}",
)
RESERVED_COLUMN: Final = COLUMN_TWICE.variant(
    "{source}: the column name {name:quoted} is reserved",
    expected="another name",
    todo="rename this column",
)
STRAY_QUOTE: Final = ErrorEntry(
    "AJ011",
    "Quotes or JSON are malformed.",
    what="{source}, line {line}: a quote is out of place",
    expected="quotes around a whole field, and a quote inside a quoted field doubled",
    count="{n:count place}, counted from there to the end",
    todo="correct the quotes there",
)
UNCLOSED_QUOTE: Final = STRAY_QUOTE.variant("{source}, line {line}: a quote is opened and not closed")
BAD_JSON: Final = STRAY_QUOTE.variant(
    "{source}, line {line}, column {column}: {reason}", expected="JSON", count=None, todo=_AGAIN
)
UNREADABLE_JSON: Final = BAD_JSON.variant("{source} cannot be read as JSON ({reason})")
NOT_TASKS: Final = BAD_JSON.variant("{source} is not a JSON list", expected="a JSON list of tasks")
BAD_ITEM: Final = STRAY_QUOTE.variant(
    "{source}, task {task}, item {item}: a field is missing or not text",
    expected="objects with 'task' and 'items', each item with targetID, itemID and itemType",
    count="{wrong:,} of {total:count item} ({places})",
    todo="check the file with the tool that wrote it",
)
BAD_JSON_LINE: Final = STRAY_QUOTE.variant(
    "{source}, line {line} is not one flat JSON object",
    expected='one object of plain values to a line, such as {{"document": "d1", "segment": "1"}}',
    count=_LINES,
    todo="correct these lines",
)
BAD_MARKS: Final = STRAY_QUOTE.variant(
    "{source}, line {line}: the error spans cannot be read",
    expected="a JSON list of objects with start_i, end_i and severity",
    count=_LINES,
    todo="correct these fields",
)

# Its rows

TWO_TEXTS: Final = problems.JUDGED_TWICE.variant(
    "{source}: system {system} has different texts for segment {segment}[ of document {document}]",
    expected="one source and one output for each system, document and segment",
    count="{n:count text}",
    todo="check the ids of the items",
)
ACCOUNT_TWICE: Final = problems.JUDGED_TWICE.variant(
    "{place}: the same account occurs more than once ({shown})",
    todo="keep the right annotator of each account",
)
BAD_RANK: Final = problems.NOT_FINITE.variant(
    "{place}: {value} is not a rank",
    expected="1 for the best, 2 and so on, or -1 for not ranked",
    todo="correct these values",
)
UNUSED_COLUMNS: Final = problems.UNUSED_COLUMNS.variant(
    "{source}: {columns:names 12} {columns:was/were} left out, because our tables do not have "
    "{columns:this column/these columns}."
)
UNKNOWN_PEOPLE: Final = problems.UNKNOWN_VALUES.variant(
    "The file names accounts, not people: annotators are unknown, and each account is treated as one session.",
    source="Knowles and Lo 2024, section 4.3",
    todo="give a map from accounts to annotators as a further file, for example CSV with the two lines "
    "account,annotator and {_example},annotator-1",
)
EMPTY_RANKINGS: Final = FindingEntry(
    "AJ103",
    "note",
    "Lines without a judgement were left out.",
    text="{empty:,} of {rankings:count ranking} {empty:ranks/rank} fewer than two systems and {empty:gives/give} no "
    "comparison.",
)
STANDARDISED_SCORES: Final = FindingEntry(
    "AJ104",
    "warning",
    "The scores in the file are already standardised; raw scores are unknown.",
    text="{_source} holds standardised scores; the raw scores are unknown.",
    todo="give the file of means and standard deviations (ad-*-trk-mean-sd.txt) as a further file",
)
UNMAPPED_ACCOUNTS: Final = FindingEntry(
    "AJ105",
    "warning",
    "Some accounts are not in the map from accounts to annotators.",
    text="{accounts:count account} with {rows:count row} {accounts:is/are} not in the map from accounts to annotators; "
    "the {accounts:annotator is/annotators are} unknown.",
)
UTF_16_OFFSETS: Final = FindingEntry(
    "AJ106",
    "note",
    "Span offsets are counted in UTF-16 units, not in code points.",
    text="Span offsets count UTF-16 units of the trimmed text, as the annotation page did; they differ from code "
    "points after emoji and rare Han characters.",
)
UNRATED_SEGMENTS: Final = problems.NO_SCORE.variant(
    "{missing:,} of {_rows:count segment} {missing:was/were} not rated."
)
JUDGED_AGAIN: Final = FindingEntry(
    "AJ108",
    "note",
    "An annotator judged the same item more than once.",
    text="{_source}: {rows:,} of {_total:count row} {rows:judges/judge} the same item in the same session again.",
)
UNCLOSED_MARKS: Final = FindingEntry(
    "AJ109",
    "note",
    "A mark in the text is opened and not closed.",
    text="{_source}: {marks:count mark} {marks:is/are} opened and not closed; {marks:it is/they are} treated as "
    "reaching the end of the text.",
)

# Several files

SAME_FILE_TWICE: Final = ErrorEntry(
    "AJ023",
    "Files given together do not fit together.",
    what="{name} is given more than once",
    expected="each file once",
    todo="name each file once",
    error=UsageError,
)
NO_FILES: Final = SAME_FILE_TWICE.variant("no file is given", expected="at least one file", todo="name a file")
UNLIKE_FILES: Final = ErrorEntry(
    SAME_FILE_TWICE.code,
    SAME_FILE_TWICE.title,
    what="the files hold different things ({held})",
    expected="files of one kind; ratings may come with their means and standard deviations or a map of accounts",
    todo="give files of one kind together",
)
SAME_JUDGEMENTS: Final = UNLIKE_FILES.variant(
    "{one} and {other} hold the same judgements",
    expected="every judgement once",
    count="{rows:,} of {total:count row} of the smaller file",
    todo="give one of the two files only, or remove the common rows from one of them",
)
SHARED_JUDGEMENTS: Final = FindingEntry(
    "AJ112",
    "warning",
    "Two files share many rows.",
    text="{one} and {other} share {rows:count row} with the same scores or outcomes, of {total:,} of the smaller "
    "file: copied judgements would count twice.",
    todo="check that the files hold different judgements",
)
SAME_SEGMENTS: Final = FindingEntry(
    "AJ521",
    "note",
    "Outputs of different files were taken for the same by their names.",
    text="{shared:count segment} without a document {shared:is/are} in several files, such as {_example}: segments of "
    "the same name were taken for the same text.",
    todo="if the files are different test sets, add a column `document` that tells them apart",
    needs="several files without documents",
)
NOT_JOINED: Final = UNLIKE_FILES.variant(
    "a file of {kind} cannot be used with {owner}",
    expected="ratings with their means and standard deviations, or with a map from accounts to annotators",
    todo="leave that file out",
)
NO_MOMENTS: Final = UNLIKE_FILES.variant(
    "annotator {annotator} has no mean and standard deviation in the files given",
    expected="one mean and one standard deviation for every annotator",
    count="{n:count annotator}",
    todo="give the file of means and standard deviations that belongs to the scores, one language pair at a time",
)
TWO_MOMENTS: Final = NO_MOMENTS.variant(
    "annotator {annotator} has two different means or standard deviations in the files given"
)
WRONG_MOMENTS: Final = NO_MOMENTS.variant(
    "annotator {annotator} would get raw scores outside 0..100 from the means and standard deviations given"
)
NO_SUCH_TABLE: Final = problems.WRONG_TABLE.variant(
    "{source} holds {held} but no {asked}", expected="a file with {asked}", todo='use `table="{first}"`'
)

# Writing

NOT_WRITTEN: Final = ErrorEntry(
    "AJ022",
    "A result cannot be written.",
    what="{path} cannot be written: {reason}",
    expected="a file that can be written",
    todo="create the folder, check permissions and free space, or write elsewhere",
)
NO_FOLDER_FOR_FILES: Final = NOT_WRITTEN.variant(
    "the folder {path} cannot be used: {reason}",
    expected="a folder that exists or can be created, with write permission",
    todo="choose another folder",
)
NUL_IN_CSV: Final = NOT_WRITTEN.variant(
    "{names:column/columns} {shown} {names:holds/hold} a NUL character",
    expected="text that CSV can carry",
    todo="write .jsonl or .parquet instead",
)
AMBIGUOUS_COLUMNS: Final = NOT_WRITTEN.variant(
    "the columns {columns} would be read back as something else than {owner} of these systems",
    expected="systems that do not have the name of a column",
    todo="rename the systems",
)
BAD_ENDING: Final = problems.BAD_OPTION.variant(
    "the ending of {name:quoted} does not name a format that can be written",
    expected="a name that ends in {endings}; .gz may follow all but .parquet and .mtme",
    todo="for example {example}-converted.csv",
)
NO_JUDGEMENTS: Final = problems.WRONG_TABLE.variant(
    "a file of {kind} holds no judgements",
    expected="ratings, comparisons, pair counts, spans, metric scores, texts or batches",
    todo="read it in Python: adjudge.read(PATH).frame is a polars frame",
)
NOT_A_MAP_OF_ORIGINS: Final = ErrorEntry(
    "AJ065",
    "The origin of texts is unknown, or there is only one.",
    what="{source} has no header with the columns of a map of origins; it begins with {begin:quoted}",
    expected="a CSV or TSV file whose first line names the columns: 'document' (or 'segment') and 'origin', the "
    "language "
    "a text was first written in, or 'forward' or 'reverse'",
    todo="add a header such as document,origin",
)
