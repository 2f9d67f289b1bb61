"""Error spans to scores: weights per severity and category, summed over a segment (MQM, Freitag et al. 2021).

Weights are in `adjudge.scoring.weights`. A severity without a weight is a mistake that is reported, never a silent
zero.
"""

from __future__ import annotations

from typing import Final

import polars as pl

from adjudge.core.tables import Ratings, Spans
from adjudge.scoring.weights.built_in import MQM, WEIGHTS
from adjudge.scoring.weights.catalogue import NO_FITTING_WEIGHT, NO_WEIGHT
from adjudge.scoring.weights.rules import Weights

#: Penalties have no lower bound, a scale has: a thousand points are two hundred major errors in one segment. It is
#: fixed, not taken from the data, so that files scored apart can be ranked together.
SCALE: Final = "-1000..0"
#: What tells judgements of a segment apart; all marks of one judgement are summed.
JUDGEMENT: Final = (
    "annotator",
    "session",
    "system",
    "document",
    "segment",
    "showing",
    "started",
    "source_lang",
    "target_lang",
    "collection",
)
#: Sums of .1 differ in the 17th digit with the order of the rows.
_DECIMALS: Final = 9


def score_spans(spans: Spans, weights: Weights = MQM) -> Ratings:
    """One score per judged segment: minus the sum of the weights of its errors, so that more is better.

    Definition: score(system, segment, annotator) = - sum of w(severity, category) over the marked errors; 0 for a
    segment that was judged and has none (a row of severity `no-error`). A segment without any row was not judged and
    has no score. The result goes the way of all ratings: average per segment, then per system, with a recipe that
    does not standardise.

    Checked against: the 7,406 released segment scores and the 14 system scores of the WMT21 TED talks,
    English-German (tests/published).

    Args:
        spans: marked errors.
        weights: what an error costs.

    Returns:
        Ratings of kind `system` on the scale `-1000..0`.

    Raises:
        RecipeError: AJ032 if some errors have no weight.
        TableError: AJ013 if a sum falls below the scale.

    Example:
        >>> import polars as pl
        >>> marks = {"system": ["a", "a", "b"], "segment": ["1"] * 3, "severity": ["major", "minor", "no-error"]}
        >>> score_spans(Spans.check(pl.DataFrame(marks))).frame["score"].to_list()
        [-6.0, 0.0]
    """
    known = spans.frame if "category" in spans.frame.columns else spans.frame.with_columns(category=pl.lit(""))
    costed = known.with_columns(_cost=weights.cost())
    _require_weights(costed, weights)
    key = [name for name in JUDGEMENT if name in costed.columns]
    points = pl.col("_cost").sum().round(_DECIMALS)
    frame = (
        costed.group_by(key, maintain_order=True)
        # A faultless segment has 0 and not -0, which polars makes of 0.0 - 0.0.
        .agg(score=pl.when(points > 0).then(-points).otherwise(0.0))
        .with_columns(kind=pl.lit("system"), scale=pl.lit(SCALE))
    )
    if "session" not in frame.columns:
        frame = frame.with_columns(session=pl.lit(None, dtype=pl.String))
    return Ratings.check(frame).with_findings(*spans.findings).with_conditions(*spans.conditions)


def _require_weights(costed: pl.DataFrame, weights: Weights) -> None:
    without = costed.filter(pl.col("_cost").is_null())
    if without.is_empty():
        return
    known = list(dict.fromkeys(rule.severity for rule in weights.rules if rule.severity))
    raise (NO_WEIGHT if known else NO_FITTING_WEIGHT)(
        weights=weights.name,
        severities=[repr(severity) for severity in without["severity"].unique().sort()],
        known=known,
        wrong=without.height,
        rows=costed.height,
        other=next((name for name, other in WEIGHTS.items() if _fit_all(other, costed)), None),
    )


def _fit_all(weights: Weights, spans: pl.DataFrame) -> bool:
    return not spans.select(weights.cost().is_null().any()).item()
