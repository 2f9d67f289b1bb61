"""`adjudge.context`: whether scores fall after a deliberately degraded segment."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

import numpy as np
import polars as pl

from adjudge.auditing.context import catalogue as say
from adjudge.auditing.context import findings as observe
from adjudge.auditing.context.covariates import regress
from adjudge.auditing.context.degraded import degraded_scores
from adjudge.auditing.context.effect import UNITS, ContextGroup, Shift, Unit, context_group
from adjudge.auditing.context.pairs import find_pairs
from adjudge.auditing.context.result import ContextResult, DifferenceBin
from adjudge.auditing.context.showings import find_showings
from adjudge.core.arguments import require_text
from adjudge.core.language_pairs import choose_language_pair
from adjudge.core.scale import scale_of
from adjudge.core.selecting.conditions import Where
from adjudge.core.selecting.selection import conditions_as_text, selection_choices
from adjudge.core.signature import Signature
from adjudge.core.tables import Ratings
from adjudge.ranking.rank import as_table, chosen_rows

#: Bins of the histogram on either side of 0, over the length of the scale.
_BINS: Final = 20


def context(
    table: object,
    *,
    pair: str | None = None,
    where: Where | None = None,
    columns: Mapping[str, str] | None = None,
    scale: str | None = None,
    unit: Unit | None = None,
) -> ContextResult:
    """Whether outputs score lower after a degraded item of the same showing (Knowles and Lo 2024, section 5).

    Quality control shows some documents a second time in the same session, with some segments degraded. The undamaged
    ones have two scores. Those that come before the first degraded segment of the copy (BEFORE) should on average not
    differ; if those after it (AFTER) score lower than in the original, the degraded context did it.

    Args:
        table: `Ratings`, or a frame with their columns, with control rows and the order of judgements.
        pair: the language pair; all of them if left out, with one group for each.
        where: the rows to use, as for `rank`.
        columns: for a frame with other names: our name -> name in the frame.
        scale: for a frame: the scale of the scores; `0..100` if left out.
        unit: pairs of one of these may depend on each other in `p_robust`: `annotator`, `session` or `copy`; the
            largest one with at least five members if left out, with the smaller ones beside it in `robust`.

    Returns:
        Means before and after with both tests, for all pairs and by collection, language pair and annotator.

    Raises:
        AdjudgeError: AJ064 if there are no such pairs or the order is unknown.

    Example:
        >>> import adjudge
        >>> result = adjudge.context(adjudge.simulate("wmt20", seed=1).table)
        >>> result.all.name, result.all.p_robust < 0.05
        ('all', True)
    """
    require_text("pair", pair, example="eng-deu")
    if unit is not None and unit not in UNITS:
        raise say.BAD_UNIT(value=unit, known=", ".join(UNITS))
    held = chosen_rows(as_table(table, columns=columns, scale=scale, comparisons=False), where)
    if not isinstance(held, Ratings):
        raise say.NOT_RATINGS(held=held.noun)
    ratings = choose_language_pair(held, pair) if pair is not None else held
    _require_one_scale(ratings)
    showings = find_showings(ratings)
    pairs = find_pairs(showings)
    if pairs.frame.is_empty():
        raise say.NO_CONTEXT(copies=pairs.copies, _reasons=observe.reasons(pairs.left_out))
    groups = tuple(_groups(pairs.frame, unit))
    whole = groups[0]
    dependent = whole.unit or unit
    regression = regress(pairs.frame, dependent) if dependent else None
    repeats = pairs.frame.filter(~pl.col("damaged"))
    shift = Shift.of(repeats["difference"].to_numpy()) if len(repeats) else None
    extreme = degraded_scores(ratings)
    choices = {"context": "before-after", "test": "welch.less", "robust": f"cr2.{whole.unit or 'none'}"}
    return ContextResult(
        signature=Signature.of(choices | selection_choices(ratings)),
        settings={"unit": unit, "pair": pair, "where": conditions_as_text(ratings)},
        findings=(
            *observe.tests(pairs.frame, whole, _points(ratings)),
            *observe.units(pairs.frame, whole, unit),
            *observe.surroundings(shift, extreme, regression),
            *observe.left_out(pairs),
            *showings.findings,
            *ratings.findings,
        ),
        groups=groups,
        repeats=shift,
        degraded=extreme,
        regression=regression,
        histogram=_histogram(pairs.frame, _points(ratings)),
        copies=pairs.copies,
        left_out=pairs.left_out,
    )


def _require_one_scale(ratings: Ratings) -> None:
    if "scale" not in ratings.frame.columns:
        return
    scales = ratings.frame["scale"].fill_null("0..100").unique().sort().to_list()
    if len(scales) > 1:
        raise say.SEVERAL_SCALES(scales=scales, rows=len(ratings), example=scales[0])


def _points(ratings: Ratings) -> float | None:
    """Length of the scale; None for standardised scores."""
    scale = scale_of(ratings.frame)
    return None if scale is None else scale.high - scale.low


def _groups(pairs: pl.DataFrame, unit: Unit | None) -> Iterator[ContextGroup]:
    """All pairs, then those of each collection and language pair if there are several, then of each annotator.

    Annotators come with the most pairs first: of the others there is little to say.
    """
    yield context_group(pairs, "all", "all", unit)
    if {"source_lang", "target_lang"} <= set(pairs.columns):
        languages = [pl.col(name).fill_null("?") for name in ("source_lang", "target_lang")]
        pairs = pairs.with_columns(pair=pl.concat_str(languages[0], pl.lit("-"), languages[1]))
    for by in ("collection", "pair"):
        if by in pairs.columns and pairs[by].n_unique() > 1:
            yield from _each(pairs, by, unit)
    if not pairs["annotator"].is_null().all():
        people = _each(pairs, "annotator", None if unit == "annotator" else unit)
        yield from sorted(people, key=lambda group: -group.before.n - group.after.n)


def _each(pairs: pl.DataFrame, by: str, unit: Unit | None) -> Iterator[ContextGroup]:
    parts = pairs.filter(pl.col(by).is_not_null()).partition_by(by, as_dict=True)
    for (name,), rows in sorted(parts.items(), key=lambda part: str(part[0][0])):
        yield context_group(rows, str(name), by, unit)


def _histogram(pairs: pl.DataFrame, points: float | None) -> tuple[DifferenceBin, ...]:
    """Shares of differences in bins of equal width, one of them around 0; the outer ones hold everything beyond."""
    d, after = pairs["difference"].to_numpy(), pairs["after"].to_numpy()
    length = points or float(np.abs(d).max()) or 1.0
    width = length / _BINS
    code = np.clip(np.floor(d / width + 0.5), -_BINS, _BINS).astype(int) + _BINS
    counts = [np.bincount(code[side], minlength=2 * _BINS + 1) / max(1, int(side.sum())) for side in (~after, after)]
    return tuple(
        DifferenceBin((i - _BINS - 0.5) * width, (i - _BINS + 0.5) * width, float(counts[0][i]), float(counts[1][i]))
        for i in range(2 * _BINS + 1)
    )
