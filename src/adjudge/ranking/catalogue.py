"""What `adjudge.rank` refuses before it is known which kind of ranking is meant, and what both kinds share."""

from __future__ import annotations

from typing import Final

from adjudge.core.catalogue import FindingEntry
from adjudge.core.problems import BAD_OPTION, BAD_RECIPE_FILE, WRONG_TABLE

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

# What both kinds of rankings share

UNKNOWN_SYSTEM: Final = BAD_OPTION.variant(
    "there is no system {name:quoted}",
    expected="one of {systems:names 30}",
    count="{_unknown:count name}",
    todo="correct the name",
)
NO_SUCH_RULE: Final = BAD_RECIPE_FILE.variant(
    "there is no line rule {name:quoted}",
    expected="one of {known}",
    todo="[did you mean {near:quoted}? Otherwise ]choose one of these names",
)
NO_SUCH_CORRECTION: Final = NO_SUCH_RULE.variant("there is no correction {name:quoted}")
BAD_LEVEL: Final = BAD_OPTION.variant(
    "the significance level is {level:g}",
    expected="a number between 0 and 1",
    todo="leave `level=` out to use 0.05",
)
BAD_CORRECTION: Final = BAD_OPTION.variant(
    "there is no correction {correction:quoted}",
    expected="familywise or fdr",
    todo="choose one of these",
)
FEW_UNITS: Final = FindingEntry(
    "AJ246",
    "warning",
    "There are too few units for any difference to be significant.",
    text="With {units:count {_unit}} no difference can be significant at the level {level:g}, however clear it is: the "
    "smallest p-value of the test is {_least:.2g}. Intervals show what is known.",
    todo="collect comparisons of at least {_needed} {_unit}s",
)
UNSETTLED: Final = FindingEntry(
    "AJ245",
    "note",
    "The verdict on some pairs depends on the seed.",
    text="The p-values of {pairs:count pair} are so close to the level {level:g} that other random draws could give "
    "another verdict ({draws:count draw}).",
    todo="do not build on these pairs; their p-values are in the table of pairs",
)
FALSE_DISCOVERIES: Final = FindingEntry(
    "AJ248",
    "note",
    "What a correction for the false discovery rate promises.",
    text="{significant:count pair} {significant:is/are} called significant by a rule that allows false ones: on "
    "average {_share:.0%} of the pairs called significant may be false. Lines and letters rest on these pairs; sets of "
    "ranks still hold for all systems at once.",
    source="Benjamini and Hochberg 1995",
    todo='use `correction="familywise"` for claims about single pairs',
)
FEW_ANNOTATORS: Final = FindingEntry(
    "AJ240",
    "warning",
    "There are too few annotators to say what others would prefer.",
    text="The lines and sets of ranks hold for {_who}: with fewer than {_fewest}, what other annotators would have "
    "preferred cannot be concluded.",
    todo="collect judgements from at least {_fewest} annotators",
    needs="judgements with annotators",
)
TASTES: Final = FindingEntry(
    "AJ241",
    "note",
    "Whether annotators have tastes for single systems, which tests and intervals allow for.",
    text="Annotators differ in which systems they prefer, more than chance would have it (estimated standard deviation "
    "{deviation:.3g}); this is part of all errors, which more annotators would make smaller.",
    needs="judgements by at least six annotators who judged several texts each",
)
POOLED: Final = FindingEntry(
    "AJ205",
    "warning",
    "Judgements of several domains, criteria, origins or scopes are pooled.",
    text="Judgements of {_n} values of {column:quoted} are pooled: {_values:names 8}.",
    source="Knowles and Lo 2022, section 3; Graham et al. 2020, section 3",
    todo="rank one of them with `where={_example!r}`, or each of them with `by={column!r}`",
    needs="judgements with domains, criteria or origins",
)
AGAINST_THE_ORDER: Final = FindingEntry(
    "AJ211",
    "warning",
    "A lower-ranked system is significantly better than a higher-ranked one in the pairwise test.",
    text="In {pairs:count pair} the pairwise test is significant in favour of the lower-ranked system: "
    "{pairs:pairs over}.",
    source="Knowles and Lo 2022, Table 3",
)
