"""`adjudge.annotators`: the one door to the description of annotators, for ratings and for comparisons."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, overload

from adjudge.auditing.annotators.catalogue import BAD_CONFIDENCE, NOT_OF_JUDGEMENTS, TOO_FEW_DRAWS
from adjudge.auditing.annotators.comparisons.pipeline import describe_comparisons
from adjudge.auditing.annotators.comparisons.result import ComparisonAnnotatorsResult
from adjudge.auditing.annotators.ratings.pipeline import describe_ratings
from adjudge.auditing.annotators.ratings.result import AnnotatorsResult
from adjudge.core.arguments import require_number, require_seed, require_text, require_whole_number
from adjudge.core.language_pairs import choose_language_pair
from adjudge.core.selecting.conditions import Where
from adjudge.core.tables import Comparisons, Ratings, Spans, Table
from adjudge.ranking.catalogue import NOT_FOR_TABLE
from adjudge.ranking.rank import as_table, chosen_rows
from adjudge.scoring.spans import score_spans
from adjudge.scoring.weights.built_in import MQM

#: Called with the share of the work that is done.
Progress = Callable[[float], None]
DRAWS: Final = 1000
#: With more ratings intervals are narrow, and fewer draws place their ends well enough.
LARGE: Final = 100_000
FEWER_DRAWS: Final = 400
CONFIDENCE: Final = 0.95
#: With fewer draws an interval has no ends.
FEWEST_DRAWS: Final = 100
_HALF: Final = 0.5


@overload
def annotators(
    table: Ratings | Spans,
    *,
    pair: str | None = None,
    where: Where | None = None,
    draws: int | None = None,
    level: float | None = None,
    seed: int = 0,
    keep_kinds: str | Sequence[str] = (),
    sessions: bool = False,
    progress: Progress | None = None,
) -> AnnotatorsResult: ...
@overload
def annotators(
    table: Comparisons, *, pair: str | None = None, where: Where | None = None, progress: Progress | None = None
) -> ComparisonAnnotatorsResult: ...
@overload
def annotators(
    table: object,
    *,
    pair: str | None = None,
    where: Where | None = None,
    columns: Mapping[str, str] | None = None,
    scale: str | None = None,
    draws: int | None = None,
    level: float | None = None,
    seed: int = 0,
    keep_kinds: str | Sequence[str] = (),
    sessions: bool = False,
    progress: Progress | None = None,
) -> AnnotatorsResult | ComparisonAnnotatorsResult: ...
def annotators(
    table: object,
    *,
    pair: str | None = None,
    where: Where | None = None,
    columns: Mapping[str, str] | None = None,
    scale: str | None = None,
    draws: int | None = None,
    level: float | None = None,
    seed: int = 0,
    keep_kinds: str | Sequence[str] = (),
    sessions: bool = False,
    progress: Progress | None = None,
) -> AnnotatorsResult | ComparisonAnnotatorsResult:
    """Describe annotators: how they use the scale, how far they agree, how consistent, lenient and fast they are.

    Args:
        table: `Ratings`, `Spans` or `Comparisons`, or any frame with the columns of one of them. Marked errors are
            scored by the weights of MQM.
        pair: the language pair, needed if the table holds several.
        where: the rows to use, such as `"domain=news"`; all if left out.
        columns: for a frame with other names: our name -> name in the frame.
        scale: for a frame of ratings: the scale of the scores, `0..100` if left out.
        draws: for ratings: bootstrap samples of documents behind intervals; if left out 1000, and 400 for more than
            100,000 ratings.
        level: for ratings: confidence of intervals, 0.95 if left out.
        seed: for the samples.
        keep_kinds: for ratings: the kinds of rows to describe, such as `"calibration"`; judgements of real outputs if
            left out.
        sessions: for ratings: take every session for one annotator.
        progress: called with the share of the work that is done.

    Returns:
        An `AnnotatorsResult` of ratings and spans, a `ComparisonAnnotatorsResult` of comparisons.

    Raises:
        AdjudgeError: AJ062 or AJ034 if annotators are unknown; AJ040 for what does not belong to the table.

    Example:
        >>> import adjudge
        >>> votes = adjudge.simulate("balanced", seed=1).table
        >>> len(adjudge.annotators(votes, draws=100).annotators) > 1
        True
    """
    seed = require_seed(seed)
    _require(draws, level)
    require_text("pair", pair, example="eng-deu")
    require_text("scale", scale, example="1..5")
    checked = chosen_rows(as_table(table, columns=columns, scale=scale, comparisons=False), where)
    if isinstance(checked, Spans):
        _refuse(checked, keep_kinds=keep_kinds)
    if isinstance(checked, Ratings | Spans):
        rated = score_spans(checked, MQM) if isinstance(checked, Spans) else checked
        return describe_ratings(
            choose_language_pair(rated, pair),
            weights=MQM.name if isinstance(checked, Spans) else None,
            draws=draws or (DRAWS if len(checked) <= LARGE else FEWER_DRAWS),
            level=level or CONFIDENCE,
            seed=seed,
            keep_kinds=keep_kinds,
            sessions=sessions,
            progress=progress,
        )
    if isinstance(checked, Comparisons):
        _refuse(checked, draws=draws, level=level, seed=seed, keep_kinds=keep_kinds, sessions=sessions)
        return describe_comparisons(choose_language_pair(checked, pair))
    raise NOT_OF_JUDGEMENTS(held=checked.noun)


def _require(draws: int | None, level: float | None) -> None:
    """Numbers that make sense (AJ040)."""
    require_whole_number("draws", draws)
    require_number("level", level)
    if draws is not None and draws < FEWEST_DRAWS:
        raise TOO_FEW_DRAWS(draws=draws, fewest=FEWEST_DRAWS)
    if level is not None and not _HALF <= level < 1:
        raise BAD_CONFIDENCE(level=level)


def _refuse(held: Table, **of_ratings: object) -> None:
    """Arguments that belong to ratings are not ignored (AJ040)."""
    given = [f"`{name}=`" for name, value in of_ratings.items() if value]
    if given:
        raise NOT_FOR_TABLE(options=" and ".join(given), _count=len(given), of="ratings", held=held.noun)
