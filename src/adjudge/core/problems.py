"""Errors and findings about tables: columns, values, scales, language pairs and recipes.

The form of an entry is in `adjudge.core.catalogue`. Other catalogues import the entries whose codes they share.
"""

from __future__ import annotations

from typing import Final

from adjudge.core.catalogue import ErrorEntry, FindingEntry
from adjudge.core.errors import RecipeError, TableError, UsageError

#: What `Checked.report` counts: `2 of 12 lines (lines 3, 7)`.
_ROWS: Final = "{wrong:,} of {total} ({places})"
_MAYBE_EMPTY: Final = "correct these values{nullable:, or leave them empty if they are unknown/}"

# Codes that every stage shares

BAD_OPTION: Final = ErrorEntry(
    "AJ040",
    "An option or argument has a value that cannot be used.",
    what="{option} is {value}",
    expected="{expected}",
    todo="change the value",
    error=UsageError,
)
WRONG_TABLE: Final = ErrorEntry(
    "AJ020",
    "The table is not of the kind that is needed.",
    what="{source} holds {held}",
    expected="{needed}",
    todo="use a table of this kind",
)
NOT_A_FRAME: Final = WRONG_TABLE.variant(
    "the first argument is of the type {type:quoted}",
    expected="a data frame of polars, pandas, pyarrow or another library that narwhals knows",
    todo="read a file with `adjudge.read`, or make a data frame",
)

# Columns

MISSING_COLUMN: Final = ErrorEntry(
    "AJ010",
    "A required column is missing, or a column occurs twice.",
    what="{source}: there is no column {column:quoted}; columns found: {found:names 12}",
    expected="{owner} with a column {column:quoted} ({meaning})",
    todo='add the column, or say which one it is: `columns={{"{column}": "NAME"}}`',
    error=TableError,
)
MISNAMED_COLUMN: Final = MISSING_COLUMN.variant(
    MISSING_COLUMN.what,
    todo="rename the column {near:quoted}, or say that it is meant: `columns={line}`",
)
NO_SUCH_COLUMN: Final = BAD_OPTION.variant(
    "{source} has no {names:column/columns} {shown}; columns found: {found:names 12}",
    expected='`columns={{"OURS": "THEIRS"}}`: our name of a column, then its name in the data',
    todo="[did you mean {near:quoted}? Otherwise ]correct the {names:name/names}",
)
NOT_A_COLUMN: Final = NO_SUCH_COLUMN.variant(
    "{shown} {names:is not a column/are not columns} of {owner}; the columns are {known}",
)
NOT_A_MAP: Final = NO_SUCH_COLUMN.variant(
    "`columns=` holds {value:quoted}, which is of the type {type:quoted}",
    expected='a dict of text such as `columns={{"score": "rating"}}`: our name of a column, then its name in the data',
    todo="write the names as a dict",
)
UNUSED_COLUMNS: Final = FindingEntry(
    "AJ101",
    "note",
    "Columns that Adjudge does not use were left out.",
    text="{_n:count column} that {_owner} do not have {_n:was/were} left out: {columns:names 12}.",
)
UNKNOWN_VALUES: Final = FindingEntry(
    "AJ102",
    "note",
    "A column that analyses use is missing; its values are unknown.",
    text="There is no column {column:quoted} ({_meaning}); its values are unknown.",
)
DEFAULT_VALUES: Final = UNKNOWN_VALUES.variant(
    "There is no column {column:quoted} ({_meaning}); every row is treated as {_default:quoted}.",
)

# Values

WRONG_TYPE: Final = ErrorEntry(
    "AJ012",
    "A value has the wrong type, such as text where a number is needed.",
    what="{place}: {value:quoted} is not {noun}",
    expected="{noun} ({meaning})",
    count=_ROWS,
    todo=_MAYBE_EMPTY,
    error=TableError,
)
NOT_FINITE: Final = ErrorEntry(
    "AJ013",
    "A number is out of range or not finite.",
    what="{place}: {value} is not a finite number",
    expected="a finite number ({meaning})",
    count=_ROWS,
    todo=_MAYBE_EMPTY,
    error=TableError,
)
NEGATIVE: Final = NOT_FINITE.variant(
    "{place}: {value:exact} is negative",
    expected="zero or more",
    todo="correct these values",
)
TOO_LARGE: Final = NOT_FINITE.variant(
    "{place}: {value:exact} is too large to compute with",
    expected="a number from -{most:g} to {most:g} ({meaning})",
)
OUT_OF_REASON: Final = NOT_FINITE.variant(
    "{place}: {value:exact} is not a number of comparisons",
    expected="zero, or a number from {least:g} to {most:g}",
    todo="correct these values",
)
BAD_SPAN: Final = NOT_FINITE.variant(
    "{place}: the start of the span is {start}, its end is {end}",
    expected="a start and an end that is not before it, or neither",
    todo="correct the offsets: they count code points from 0, and the end is not included",
)
OFF_SCALE: Final = NOT_FINITE.variant(
    "{place}: {value:exact} is outside the scale {scale}",
    expected="a score from {low:exact} to {high:exact}",
    todo="correct the scores, or name the scale they are on with `scale=\"LOW..HIGH\"` or a column 'scale'",
)
NOT_ALLOWED: Final = ErrorEntry(
    "AJ014",
    "A value is not one of the allowed values.",
    what="{place}: {shown} {values:is not an allowed value/are not allowed values}",
    expected="one of {allowed}",
    count=_ROWS,
    todo="correct these values[; did you mean {near:quoted}?]",
    error=TableError,
)
TWO_READINGS: Final = NOT_ALLOWED.variant(
    "{place}: the outcome {value:quoted} can be read in two ways, as the system of that name or as {meaning}",
    expected="outcomes that can be read in one way only",
    todo='if they name the winner, call the column so: `columns={{"winner": "outcome"}}`; if they name the side, write '
    "model_a and model_b",
)
SELF_COMPARISON: Final = NOT_ALLOWED.variant(
    "{place}: system {system:quoted} is compared with itself",
    expected="two different systems",
    todo="correct or remove these rows",
)
MISSING_VALUE: Final = ErrorEntry(
    "AJ015",
    "A required value is missing.",
    what="{place}: the value is missing",
    expected="a value in every row ({meaning})",
    count=_ROWS,
    todo="fill in these values, or remove the rows",
    error=TableError,
)
NO_ROWS: Final = ErrorEntry(
    "AJ017",
    "A table has no rows.",
    what="{source} has no rows",
    expected="at least one row of {owner}",
    todo="check that the data is complete",
    error=TableError,
)
NO_SCORE: Final = FindingEntry(
    "AJ107",
    "note",
    "Some scores are missing.",
    text="{missing:,} of {rows:count row} {missing:has/have} no score and {missing:is/are} left out of the analysis.",
)
PENALTY_COLUMN: Final = FindingEntry(
    "AJ114",
    "warning",
    "A column or metric that is called after penalties or errors was read as scores, where higher is better.",
    text="The column {column:quoted} holds positive numbers and was read as scores: a higher number counts as better. "
    "If it holds penalties, the ranking is upside down.",
    todo='if higher is worse, give the numbers a minus sign and name the scale, such as `scale="-100..0"`',
)
PENALTY_METRIC: Final = PENALTY_COLUMN.variant(
    "The scores of {metric:quoted} are positive numbers, and a higher number counts as better. If the metric counts "
    "errors or edits, its ranking is upside down.",
    todo="if higher is worse, give the numbers a minus sign",
)
STRIPPED_BLANKS: Final = FindingEntry(
    "AJ111",
    "note",
    "Blanks before or after names were removed.",
    text="Blanks at the ends of {values:count value} in the {columns:column/columns} {columns:names} were removed: "
    "with them, one name would have counted as two.",
)
NAMED_IN_SEVERAL: Final = FindingEntry(
    "AJ115",
    "note",
    "Sessions or rankings of different files have the same name.",
    text="{shared:count name} in the column {column:quoted}, such as {_example}, {shared:occurs/occur} in several "
    "files or collections. A {column} belongs to its file: the name of the collection was put before each of them.",
    todo="if one {column} goes on in another file, give both files as one",
)
SIDES_BESIDE_NAMES: Final = FindingEntry(
    "AJ113",
    "note",
    "Outcomes `a` and `b` are sides, and systems have these names in capital letters.",
    text="The outcomes a and b were read as the first and the second of the two systems, not as the "
    "{systems:system/systems} {systems:names}.",
    todo='if they name the winner, call the column so: `columns={{"winner": "outcome"}}`',
)
TRANSLATED_OUTCOMES: Final = FindingEntry(
    "AJ110",
    "note",
    "Outcomes were written in other words and were translated.",
    text="{_n:count outcome} {_n:was/were} written in other words and translated: {_words:names 6}.",
)

# The same thing twice

JUDGED_TWICE: Final = ErrorEntry(
    "AJ016",
    "The same judgement, pair, text or item occurs twice.",
    what="{place}: the same judgement occurs more than once ({shown})",
    expected="one row for each combination of {key}",
    count=_ROWS,
    todo="remove the copies; if the item was judged again, use kind 'repeat' or add a column 'position', 'showing' or "
    "'started' that tells the judgements apart",
    error=TableError,
)
COUNTED_TWICE: Final = JUDGED_TWICE.variant(
    "{place}: the same pair occurs more than once ({shown})",
    todo="add the counts up, or remove the copies",
)
SCORED_TWICE: Final = JUDGED_TWICE.variant(
    "{place}: the same score occurs more than once ({shown})",
    todo="keep one score for each metric, system and segment",
)
SEGMENT_TWICE: Final = JUDGED_TWICE.variant(
    "{place}: the same segment occurs more than once ({shown})",
    todo="keep one row for each document and segment",
)
SEGMENT_TWICE_UNNAMED: Final = SEGMENT_TWICE.variant(
    "{place}: the same segment occurs more than once ({shown}), and no row names its document",
    expected="a column 'document', if segments are counted in each document anew; else one row for each segment",
    todo="add the column 'document', or keep one row for each segment",
)
JUDGED_TWICE_UNNAMED: Final = JUDGED_TWICE.variant(
    "{place}: the same item seems to be judged more than once ({shown}), and no row names its document",
    expected="a column 'document', if segments are counted in each document anew; else one row for each combination "
    "of {key}",
    todo="add the column 'document'; if items were judged again, use kind 'repeat' or add a column 'showing' that "
    "tells the judgements apart",
)
POSITION_TWICE: Final = JUDGED_TWICE.variant(
    "{place}: the same position occurs more than once ({shown})",
    todo="give every row of a session its own position",
)
CONTRADICTING_COUNTS: Final = ErrorEntry(
    "AJ021",
    "Counts of the same pair of systems contradict each other.",
    what="{place}: the two rows of {system_a} and {system_b} contradict each other",
    expected="the same counts in both rows, with the wins exchanged",
    count=_ROWS,
    todo="correct the counts, or keep one row for each pair",
    error=TableError,
)

# Scales

NOT_A_SCALE: Final = BAD_OPTION.variant(
    "{text:quoted} is not a scale",
    expected="two bounds such as 0..100 or 1..5, the lower one first, or z for standardised scores",
    todo="write the scale as LOW..HIGH",
)
NOT_A_SCALE_IN_ROWS: Final = NOT_ALLOWED.variant(
    "{place}: {text:quoted} is not a scale",
    expected=NOT_A_SCALE.expected,
    todo=NOT_A_SCALE.todo,
)
NO_SCALE: Final = BAD_OPTION.variant(
    '`scale="{scale}"` was given, but {owner} have no scores on a scale',
    expected="`scale=` with ratings",
    todo="leave `scale=` out",
)

# Language pairs

SEVERAL_PAIRS: Final = ErrorEntry(
    "AJ018",
    "The data holds several language pairs and none was chosen.",
    what="{source} holds several language pairs: {pairs}",
    expected="one language pair",
    count="{n:count language pair}",
    todo='choose one, for example `pair="{example}"`',
)
NO_SUCH_PAIR: Final = ErrorEntry(
    "AJ019",
    "The language pair asked for is not in the data.",
    what="{source} has no language pair {pair:quoted}; it holds {pairs}",
    expected="a language pair of the data",
    todo='use one of these, for example `pair="{example}"`',
)
NO_LANGUAGES: Final = NO_SUCH_PAIR.variant(
    "{source} has no language pair {pair:quoted}: it does not name its languages",
    expected="data with columns 'source_lang' and 'target_lang'",
    todo="leave `pair=` out",
)

# Recipes

NO_SUCH_RECIPE: Final = ErrorEntry(
    "AJ030",
    "There is no recipe of this name.",
    what="there is no recipe {name:quoted}",
    expected="one of {known}; on the command line also a recipe file whose name ends in .toml",
    todo="[did you mean {near:quoted}? Otherwise ]choose one of these names",
    error=RecipeError,
)
BAD_RECIPE_FILE: Final = ErrorEntry(
    "AJ031",
    "A recipe file is malformed, or has an unknown key or value.",
    what="{source}: {reason}",
    expected="TOML text",
    todo="correct the syntax there",
    error=RecipeError,
)
UNNAMED_RECIPE: Final = BAD_RECIPE_FILE.variant(
    "{source}: the recipe has no name",
    expected='name = "..."',
    todo="give the recipe a name that no other recipe has",
)
NOT_A_SECTION: Final = BAD_RECIPE_FILE.variant(
    "{place} is a value",
    expected="a section",
    todo="write it as [[section]]",
)
BAD_RECIPE_VALUE: Final = BAD_RECIPE_FILE.variant(
    "{place}: {key} = {value}",
    expected="{expected}",
    todo="correct the value, or leave the key out to use the default",
)
UNKNOWN_RECIPE_KEY: Final = BAD_RECIPE_FILE.variant(
    "{place}: unknown key {key:quoted}",
    expected="one of {known}",
    todo="[did you mean {near:quoted}? Otherwise ]remove the key",
)
NO_SUCH_TEST: Final = BAD_RECIPE_FILE.variant(
    "there is no test {name:quoted}",
    expected="one of {known}",
    todo="[did you mean {near:quoted}? Otherwise ]choose one of these names",
)
