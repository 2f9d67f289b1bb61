"""Findings and errors of pseudo-annotation."""

from __future__ import annotations

from typing import Final

from adjudge.auditing.documents.catalogue import NOT_AUDITED
from adjudge.core.catalogue import FindingEntry
from adjudge.core.errors import RecipeError

MISSING_SCORES: Final = NOT_AUDITED.variant(
    "{metric} has no score for {missing:,} of {judged:,} judged outputs ({share:.1%}), such as {example}",
    expected="a score for at least {least:.0%} of the judged outputs",
    count="{missing:count judged output}[, of {systems:names 8}]",
    todo="check that systems, documents and segments have the same names in both files; leave systems without scores "
    'out with `where="system!=NAME"`',
)
NO_SEGMENT_SCORES: Final = NOT_AUDITED.variant(
    "{metric} has no scores of segments",
    expected="a score for every system and segment",
    count=None,
    todo="use the scores of segments, not those of systems",
)
SEVERAL_SCORES: Final = NOT_AUDITED.variant(
    "{metric} has several scores for one judged output, such as {example}",
    expected="one score for every system and segment",
    count="{outputs:count output}",
    todo="add the column 'document' to judgements and scores if segments are numbered within documents; otherwise keep "
    "one score of each output",
)
NO_SPREAD_WITHIN: Final = NOT_AUDITED.variant(
    "{metric} gives every system one score for all segments",
    expected="scores that differ within some system, which the mixed model needs",
    count="{rows:count rating}",
    todo="use another metric, or a recipe without the mixed model",
    error=RecipeError,
)
NO_SUCH_METRIC: Final = NOT_AUDITED.variant(
    "there are no scores of {name:quoted}; there are those of {known:names 20}",
    expected="a metric of the file",
    count=None,
    todo="give a name that is in the file, or none for all of them",
)
NO_SCORES: Final = NOT_AUDITED.variant(
    "neither scores of a metric nor texts were given",
    expected="one of them, to stand in the place of the annotators",
    count=None,
    todo="give scores of a metric, or texts to compute chrF from",
)
BOTH_GIVEN: Final = NO_SCORES.variant(
    "scores of a metric and texts were given together",
    expected="one of them",
    todo="leave the texts out",
)
NO_SACREBLEU: Final = NOT_AUDITED.variant(
    "chrF needs the package sacrebleu, which is not installed",
    expected="the optional dependencies for texts",
    count=None,
    todo="run: pip install 'adjudge[[texts]]'; or give scores of a metric",
)
NO_OUTPUTS: Final = NOT_AUDITED.variant(
    "the texts have no outputs of {systems:names 8}",
    expected="a reference and one column of outputs for every judged system; the texts have {known:names 20}",
    count="{systems:count system} without outputs",
    todo='rename the columns as in the judgements, or leave these systems out with `where="system!=NAME"`',
)
NO_REFERENCE: Final = NO_OUTPUTS.variant(
    "the texts have no reference",
    expected="a column 'reference' with values",
    count=None,
    todo="add the reference, or give scores of a metric",
)

ORDER_CHANGED: Final = FindingEntry(
    "AJ554",
    "warning",
    "A recipe changes the order of systems although the judgements are perfectly consistent.",
    text="With {metric} in the place of the annotators, {recipe} gives another order than the raw means: Kendall's tau "
    "is {kendall:.2f}, moved: {systems:names 5}. The judgements are perfectly consistent, so this is the error "
    "that the recipe makes on this design.",
    source="Knowles and Lo 2022, section 3.2",
    todo="choose a recipe that keeps the order, or report both orders",
    needs="ratings, and scores of a metric for the same segments",
)
ORDER_KEPT: Final = FindingEntry(
    "AJ555",
    "note",
    "A recipe keeps the order of systems if the judgements are perfectly consistent.",
    text="With {metric} in the place of the annotators, {recipe} gives the order of the raw means.",
    source="Knowles and Lo 2022, section 3.2",
    needs="ratings, and scores of a metric for the same segments",
)
LEFT_OUT: Final = FindingEntry(
    "AJ556",
    "note",
    "Items without a score of the metric were left out.",
    text="{rows:count rating} of the {kinds:kind/kinds} {kinds:names 8} {rows:was/were} left out, because {metric} has "
    "no score for such items.",
    source="Knowles and Lo 2022, footnote 10",
    needs="ratings, and scores of a metric for the same segments",
)
SOME_MISSING: Final = FindingEntry(
    "AJ557",
    "warning",
    "The metric has no score for some judged outputs.",
    text="{metric} has no score for {missing:,} of {judged:,} judged outputs ({share:.1%}); their "
    "{rows:count rating} {rows:was/were} left out[: {systems:names 8}].",
    todo="complete the scores",
    needs="ratings, and scores of a metric for the same segments",
)
NOT_RUN: Final = FindingEntry(
    "AJ558",
    "note",
    "A recipe cannot be run on these data.",
    text="The recipe {recipe} cannot be run on these data: {_reason}.",
    needs="ratings, and scores of a metric for the same segments",
)
CORRECTED: Final = FindingEntry(
    "AJ559",
    "note",
    "A recipe that corrects for documents departs from raw means, and how far it is from the order on all segments.",
    text="With {metric} in the place of the annotators, {recipe} moves {systems:names 5} (Kendall's tau "
    "{kendall:.2f}). It makes no z-scores but corrects for which documents were judged, so this need not be an error[: "
    "its order agrees with that on all segments by Kendall's tau {whole:.2f}, that of the raw means by {raw:.2f}].",
    source="Knowles and Lo 2022, section 3.2",
    needs="ratings, and scores of a metric for the same segments",
)
