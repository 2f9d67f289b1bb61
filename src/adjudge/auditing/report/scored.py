"""Marked errors in a report: every analysis is of the scores that the weights of its ranking give."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from adjudge.auditing.report.choices import Judgements, ReportChoices
from adjudge.core.results import Result
from adjudge.core.signature import Signature
from adjudge.core.tables import Spans
from adjudge.scoring.spans import score_spans
from adjudge.scoring.weights.built_in import MQM, WEIGHTS
from adjudge.scoring.weights.rules import Weights

_KEY: Final = "weights"


def weights_of(table: Judgements, choices: ReportChoices) -> Weights | None:
    """What marked errors cost, as in the ranking; None if the judgements are no marked errors."""
    if not isinstance(table, Spans):
        return None
    given = choices.ranking.get(_KEY)
    return WEIGHTS.find(given) if isinstance(given, str) else given or MQM


def scored(table: Judgements, weights: Weights | None) -> Judgements:
    """Ratings in the place of marked errors; any other judgements as they are."""
    return score_spans(table, weights) if isinstance(table, Spans) and weights is not None else table


def with_weights(run: Callable[[], Result | None], weights: Weights | None) -> Callable[[], Result | None]:
    """The analysis, with the weights among its choices."""
    return run if weights is None else lambda: _marked(run(), weights.name)


def _marked(result: Result | None, name: str) -> Result | None:
    if result is None or _KEY in dict(result.signature.choices):
        return result
    signature = replace(result.signature, choices=(*result.signature.choices, *Signature.of({_KEY: name}).choices))
    return replace(result, signature=signature, settings={**result.settings, _KEY: name})
