"""`adjudge.origin`: forward against reverse created text."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import polars as pl

from adjudge.auditing.origin import catalogue as say
from adjudge.auditing.origin import findings as observe
from adjudge.auditing.origin.agreement import DirectionAgreement, direction_agreement
from adjudge.auditing.origin.difference import (
    Segments,
    average_difference,
    in_both,
    ordered,
    pair_changes,
    system_differences,
)
from adjudge.auditing.origin.directions import DIRECTIONS, Directions, Origins, split_directions
from adjudge.auditing.origin.metrics import MetricDirections, metric_rows
from adjudge.auditing.origin.result import OriginResult
from adjudge.core.arguments import require_seed, require_text
from adjudge.core.errors import AdjudgeError, InputError
from adjudge.core.language_pairs import choose_language_pair, language_pairs
from adjudge.core.recipes.built_in import RECOMMENDED
from adjudge.core.recipes.recipe import Recipe
from adjudge.core.seeds import Seeds
from adjudge.core.selecting.conditions import Where
from adjudge.core.signature import Signature
from adjudge.core.tables import MetricScores, Ratings, Spans
from adjudge.ranking.rank import as_table, chosen_rows
from adjudge.ranking.ratings.analysis import Analysis
from adjudge.ranking.ratings.pipeline import analyse
from adjudge.ranking.result import RatingRankingResult
from adjudge.scoring.aggregate import segment_means
from adjudge.scoring.spans import score_spans
from adjudge.scoring.weights.built_in import MQM


def origin(
    table: object,
    origin: Origins = None,
    *,
    source: str | None = None,
    recipe: str | Recipe = RECOMMENDED,
    metrics: object = None,
    pair: str | None = None,
    where: Where | None = None,
    columns: Mapping[str, str] | None = None,
    scale: str | None = None,
    seed: int = 0,
    progress: Callable[[float], None] | None = None,
) -> OriginResult:
    """Rank text of either direction on its own, and both together, and compare (Graham et al. 2020, section 3).

    Forward created text was first written in the source language. Reverse created text was first written in the
    target language, and its source is itself a translation. Scores are standardised by all rows, whatever their
    direction; then the rows of one direction are ranked.

    Args:
        table: `Ratings`, `Spans`, or a frame with their columns.
        origin: where texts come from: a path, a frame with the columns `document` (or `segment`) and `origin`, or a
            dict from documents to origins; the column `origin` of the table if left out. An origin is a language, or
            `forward` or `reverse`.
        source: the source language as origins spell it; that of the data if left out.
        recipe: how to rank; the rule `recommended` picks one for all rows.
        metrics: `MetricScores` of segments, or a frame with their columns, to ask the same of metrics.
        pair: the language pair, needed if the table holds several.
        where: the rows to use, as for `rank`.
        columns: for a frame with other names: our name -> name in the frame.
        scale: for a frame: the scale of the scores; `0..100` if left out.
        seed: for what is random.
        progress: called with the share of the work that is done.

    Returns:
        Three rankings, differences by system with intervals by documents, and the agreement of the directions.

    Raises:
        AdjudgeError: AJ065 if origins are unknown or of one direction only; what `rank` raises.

    Example:
        >>> import adjudge
        >>> table = adjudge.simulate("balanced", seed=1).table
        >>> names = table.frame["document"].unique().sort()
        >>> known = {name: "forward" if i % 2 else "reverse" for i, name in enumerate(names)}
        >>> result = adjudge.origin(table, known, recipe="wmt-da")
        >>> len(result.forward) == len(result.reverse) == len(result.both)
        True
    """
    require_text("source", source, example="zho")
    require_text("pair", pair, example="eng-deu")
    seed = require_seed(seed)
    held = chosen_rows(as_table(table, columns=columns, scale=scale, comparisons=False), where)
    if not isinstance(held, Ratings | Spans):
        raise say.NOT_RATINGS(held=held.noun)
    ratings = score_spans(held, MQM) if isinstance(held, Spans) else held
    directions = split_directions(choose_language_pair(ratings, pair), origin, source=source)
    analysis = analyse(directions.table, recipe, seed=seed)
    rankings = _rankings(analysis, progress)
    counting = analysis.scored.frame
    both, missing = in_both(counting)
    if len(both) < 2:
        raise say.TOO_FEW_SYSTEMS(systems=both, _systems=both or ["none"])
    segments = _segments(counting, analysis.scored.by, ordered(both, [s.system for s in rankings["forward"].systems]))
    agreement = _agreement(rankings, segments, Seeds(seed))
    changes = tuple(pair_changes(segments))
    measured, asked = _metrics(metrics, directions, segments, Seeds(seed))
    whole = rankings["both"]
    return OriginResult(
        signature=Signature.of({"origin": "forward+reverse"} | dict(whole.signature.choices)),
        settings={**whole.settings, "source": directions.source},
        findings=(
            *observe.orders(changes),
            *observe.rows(directions, average_difference(segments)),
            *observe.metrics(measured, asked),
            *observe.limits(directions, missing, counting),
            *analysis.origin.first,
            *analysis.origin.read,
            *analysis.origin.picked,
            *analysis.kept.findings,
            *analysis.scored.findings,
        ),
        forward=rankings["forward"].systems,
        reverse=rankings["reverse"].systems,
        both=whole.systems,
        agreement=agreement,
        differences=tuple(system_differences(segments, ranked_by_raw=analysis.scored.by == "raw")),
        changes=changes,
        metrics=tuple(measured),
        source=directions.source,
        rows=dict(directions.counts),
    )


def _rankings(analysis: Analysis, progress: Callable[[float], None] | None) -> dict[str, RatingRankingResult]:
    """The three rankings."""
    analysis.scored  # noqa: B018 - computed once for all three
    found = {}
    for done, name in enumerate(("forward", "reverse", "both"), 1):
        part = analysis if name == "both" else analysis.counting_only("direction", name)
        try:
            found[name] = part.result()
        except AdjudgeError as error:
            if name == "both":
                raise
            rows = analysis.rows.filter(pl.col("direction") == name).height
            raise InputError(say.NOT_RANKED.problem(direction=name, rows=rows), *error.problems) from None
        if progress is not None:
            progress(done / 3)
    return found


def _segments(counting: pl.DataFrame, by: str, systems: tuple[str, ...]) -> Segments:
    """Segment means of these systems with direction and unit."""
    rows = counting.filter(pl.col("system").is_in(systems))
    means = segment_means(rows).with_columns(score=pl.col(by))
    texts = rows.select("document", "segment", "direction").unique(["document", "segment"])
    marked = means.join(texts, on=["document", "segment"], how="left", nulls_equal=True, maintain_order="left")
    known = not marked["document"].null_count()
    unit = pl.col("document" if known else "segment").rank("dense").cast(pl.Int64)
    if "scale" in rows.columns and (rows["scale"] == "z").any():
        marked = marked.with_columns(raw=pl.lit(None, pl.Float64))  # what was released is no raw score
    return Segments(marked.with_columns(_unit=unit), systems)


def _agreement(rankings: Mapping[str, RatingRankingResult], segments: Segments, seeds: Seeds) -> DirectionAgreement:
    """The agreement of the printed scores."""
    scores = [{s.system: s.score for s in rankings[name].systems} for name in DIRECTIONS]
    forward, reverse = ([held[system] for system in segments.systems] for held in scores)
    return direction_agreement(forward, reverse, segments, seeds)


def _metrics(
    metrics: object, directions: Directions, human: Segments, seeds: Seeds
) -> tuple[list[MetricDirections], list[str]]:
    """What metrics say of the directions, and the names of all metrics that were asked for."""
    if metrics is None:
        return [], []
    table = metrics if isinstance(metrics, MetricScores) else MetricScores.check(metrics)
    pairs = language_pairs(table)
    if len(pairs) > 1:
        table = choose_language_pair(table, next(iter(language_pairs(directions.table)), None))
    return list(metric_rows(table, directions, human, seeds)), table.frame["metric"].unique().to_list()
