"""Errors about the weights of marked errors; the form of an entry is in `adjudge.core.catalogue`."""

from __future__ import annotations

from typing import Final

from adjudge.core.problems import BAD_OPTION, BAD_RECIPE_FILE
from adjudge.scoring.catalogue import UNKNOWN_UNIT

NO_WEIGHT: Final = UNKNOWN_UNIT.variant(
    "the weights {weights:quoted} have none for the severity {severities:names 5}",
    expected="one of {known:names 20}",
    count="{wrong:,} of {rows:count row}",
    todo='[use `weights="{other}"`, which have one, or ]add a [[[[weight]]]] for it to a weights file, 0 if it should '
    "not count",
)
NO_FITTING_WEIGHT: Final = NO_WEIGHT.variant(NO_WEIGHT.what, expected="a rule that fits every error")
UNNAMED_WEIGHTS: Final = BAD_RECIPE_FILE.variant(
    "{source}: the weights have no name", expected='name = "..."', todo="give the weights a name"
)
NO_WEIGHTS: Final = BAD_RECIPE_FILE.variant(
    "{source}: there are no weights",
    expected="at least one [[[[weight]]]] with severity or category, and weight",
    todo="add the weights",
)
MISSING_WEIGHT: Final = BAD_RECIPE_FILE.variant(
    "{place}: there is no weight",
    expected="a number, zero or more",
    todo="write the points that one such error costs; they are subtracted from the score",
)
BAD_WEIGHT: Final = MISSING_WEIGHT.variant("{place}: weight = {value}")
BAD_WEIGHT_TEXT: Final = BAD_RECIPE_FILE.variant(
    "{place}: {key} = {value}", expected="a {key} as text", todo="correct the value"
)
WEIGHT_FOR_NOTHING: Final = BAD_RECIPE_FILE.variant(
    "{place} has neither severity nor category",
    expected="at least one of them",
    todo="say which errors it is for",
)
WEIGHT_WITHOUT_EFFECT: Final = BAD_RECIPE_FILE.variant(
    "{source}, weight {later} has no effect: weight {earlier} fits the same errors first",
    expected="the most specific weights first",
    count="{n:count weight}",
    todo="move it up, or remove it",
)
BAD_WEIGHT_MATCH: Final = BAD_RECIPE_FILE.variant(
    "{place}: match = {value}", expected="one of {known}", todo="correct the value, or leave it out"
)
MATCH_FOR_NOTHING: Final = BAD_RECIPE_FILE.variant(
    "{place} has a match and no category", expected="a category that is compared", todo="add the category"
)
BAD_WEIGHT_ITEM: Final = BAD_RECIPE_FILE.variant(
    "{source}: {item:quoted} is not a weight",
    expected="SEVERITY:WEIGHT, SEVERITY/CATEGORY:WEIGHT or SEVERITY/CATEGORY/SUBCATEGORY:WEIGHT with a weight of zero "
    "or more, one to a line",
    todo="correct the item",
)
WEIGHT_TWICE: Final = BAD_RECIPE_FILE.variant(
    "{source}: {key:quoted} has two weights", expected="one weight for each", todo="remove one of them"
)
NO_SUCH_WEIGHTS: Final = BAD_OPTION.variant(
    "there are no weights {name:quoted}",
    expected="one of {known}; on the command line also a file of weights",
    todo="[did you mean {near:quoted}? Otherwise ]choose one of these names",
)
