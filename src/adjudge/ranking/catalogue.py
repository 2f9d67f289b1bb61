"""What `adjudge.rank` refuses before it is known which kind of ranking is meant, and what both kinds share."""

from __future__ import annotations

from typing import Final

from adjudge.core.problems import BAD_OPTION, WRONG_TABLE

NOT_FOR_TABLE: Final = BAD_OPTION.variant(
    "{options} {_count:belongs/belong} to {of}, but the table holds {held}",
    expected="options for {held}",
    todo="leave {options} out",
)
ALREADY_CHECKED: Final = BAD_OPTION.variant(
    "{options} {_count:was/were} given with a table of {held}, whose columns and scale are known",
    expected="a data frame, or a table without {options}",
    todo="leave {options} out, or use {_count:it/them} with `adjudge.read`",
)
NOT_RANKED: Final = WRONG_TABLE.variant(
    "the table holds {held}",
    expected="ratings or spans (marked errors) for a recipe, comparisons or pair counts for a method",
    todo="use a table of one of these kinds",
)
IS_A_PATH: Final = WRONG_TABLE.variant(
    "{path:quoted} is a path",
    expected="a table or a data frame",
    todo="read the file first: `adjudge.rank(adjudge.read({path!r}))`",
)
NOT_A_TABLE: Final = WRONG_TABLE.variant(
    "the first argument is of the type {type:quoted}",
    expected="a table, or a data frame of polars, pandas or pyarrow",
    todo="read a file with `adjudge.read`, or make a data frame",
)
