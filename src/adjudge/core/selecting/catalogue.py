"""What is wrong with a selection of rows, and what a reader should know about one."""

from __future__ import annotations

from typing import Final

from adjudge.core.catalogue import ErrorEntry, FindingEntry
from adjudge.core.errors import UsageError
from adjudge.core.problems import BAD_OPTION

BAD_CONDITION: Final = BAD_OPTION.variant(
    "{text:quoted} is not a condition on rows",
    expected='a column, one of = != < <= > >=, and a value, such as `where="domain=news"`; several values for = and !='
    " are separated by commas, and no value means missing",
    todo="write the condition as COLUMN=VALUE",
)
SEVERAL_BOUNDS: Final = BAD_CONDITION.variant(
    "the condition {text:quoted} compares with {n:count value}",
    expected="one number after < <= > >=",
    todo="write one condition for each bound",
)
NOT_A_NUMBER: Final = BAD_CONDITION.variant(
    "the condition {text:quoted} compares the numbers of column {column:quoted} with {value:quoted}",
    expected="a number",
    todo="correct the value",
)
NO_ROWS_TO_CHOOSE: Final = BAD_CONDITION.variant(
    "`where=` chooses judgements, but the data holds {held}",
    expected="a table of judgements",
    todo="leave `where=` out",
)
NO_SUCH_COLUMN: Final = ErrorEntry(
    "AJ055",
    "Rows are chosen or grouped by a column that the table does not have, or that cannot be used for it.",
    what="there is no column {column:quoted} in {source}, which `{option}=` names; columns found: {found}",
    expected="a column of the data",
    todo="[did you mean {near:quoted}? Otherwise ]choose one of these columns[; if the file has a further column "
    '{further:quoted}, read it as the domain, `columns={{"domain": "{further}"}}`, and choose by domain]',
    error=UsageError,
)
NO_ORDER: Final = NO_SUCH_COLUMN.variant(
    "the condition {text:quoted} compares sizes, but the column {column:quoted} holds text",
    expected="= or != for a column of text",
    todo="name the values, separated by commas",
)
BY_JUDGEMENT: Final = NO_SUCH_COLUMN.variant(
    "rows are chosen by {column:quoted}, the judgement itself",
    expected="rows that are chosen by what was known before they were judged, such as domain, document or annotator",
    todo="leave this condition out: what remains of judgements chosen by their outcome says nothing about the systems",
)
BY_MARKS: Final = BY_JUDGEMENT.variant(
    "rows are chosen by {column:quoted}, which says what was marked",
    todo="leave this condition out: it takes away the segments without such an error. To count some errors only, give "
    "the others the weight 0 in a file of weights and use `weights=`",
)
NO_GROUPS: Final = NO_SUCH_COLUMN.variant(
    "`by=` names the column {column:quoted}, which {reason}",
    expected="a column that names a property of the text or the task, such as domain, origin, criterion or scope",
    todo="choose another column",
)
TOO_MANY_GROUPS: Final = NO_GROUPS.variant(
    "`by=` names the column {column:quoted}, which has {n:count value}",
    expected="at most {most:count group}",
    todo="choose another column, or fewer rows with `where=`",
)
NO_SUCH_VALUE: Final = ErrorEntry(
    "AJ056",
    "A condition names a value that never occurs, or no row meets all conditions.",
    what="the column {column:quoted} never holds {value:quoted}; it holds {held:names 12}",
    expected="a value that occurs",
    count="{rows:count row}",
    todo="[did you mean {near:quoted}? Otherwise ]choose one of these values",
    error=UsageError,
)
NEVER_MISSING: Final = NO_SUCH_VALUE.variant(
    "the column {column:quoted} is never missing; it holds {held:names 12}",
    todo="choose one of these values, or leave the condition out",
)
OUT_OF_RANGE: Final = NO_SUCH_VALUE.variant(
    "no row meets the condition {text:quoted}: the column {column:quoted} holds {held}",
    expected="a condition that some rows meet",
    todo="change the number",
)
NO_ROW_LEFT: Final = NO_SUCH_VALUE.variant(
    "no row meets all of these conditions: {each}",
    expected="at least one row that meets all conditions",
    todo="leave out one of the conditions",
)
NONE_RANKED: Final = ErrorEntry(
    "AJ057",
    "Too few rows can be ranked as was asked for.",
    what="no group of rows by {column:quoted} can be ranked ({n:count group}); the first reasons follow",
    expected="at least one group of rows that can be ranked",
    todo="rank without `by=`, or group by another column",
)
SELECTED: Final = FindingEntry(
    "AJ160",
    "note",
    "Only rows that meet conditions are used.",
    text="{kept:,} of {rows:count row} are used, those with {_conditions}.",
)
WITHIN_GROUPS: Final = FindingEntry(
    "AJ161",
    "note",
    "Lines and sets of ranks hold within each group, not over all groups at once.",
    text="Lines, letters and sets of ranks hold within each of the {groups} rankings. Over all of them together errors "
    "add up: the chance of a false difference somewhere is up to {groups} times that of one ranking.",
    todo="for a claim over all groups, divide the level by {groups}: `level={_level:g}`; that a difference is "
    "significant in one group and not in another does not show that the groups differ",
)
