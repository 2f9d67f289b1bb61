"""Ratings to a ranking: filter, standardise, aggregate, test, draw lines. Every step is a choice of the recipe."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from os import PathLike
from typing import Any

import polars as pl

from adjudge.core.catalogue import counted
from adjudge.core.errors import InputError, Problem, RecipeError, UsageError
from adjudge.core.findings import Finding
from adjudge.core.language_pairs import choose_pair, language_pairs
from adjudge.core.recipes import RECOMMENDED, Recipe, built_in_recipe, plain_name
from adjudge.core.scale import STANDARDISED
from adjudge.core.seeds import Seeds
from adjudge.core.signature import Signature
from adjudge.core.tables import Ratings, Spans, Supplement, Table
from adjudge.kernels.ranks.letters import compact_letters
from adjudge.kernels.rating_tests.placements import all_effects
from adjudge.ranking.lines import cluster_numbers, rank_ranges
from adjudge.ranking.rank_sets import document_sets, model_sets
from adjudge.ranking.ratings import findings as observe
from adjudge.ranking.ratings.model import ModelRanking, fit_model
from adjudge.ranking.ratings.pair_tests import AllPairs, compare_all
from adjudge.ranking.ratings.precision import is_equivalent, pair_precision
from adjudge.ranking.ratings.recommended import recommend
from adjudge.ranking.ratings.requirements import require_one_scale, require_scores, require_segments, require_systems
from adjudge.ranking.ratings.segment_scores import SegmentScores
from adjudge.ranking.result import PairwiseTest, RankedPair, RankedSystem, RankingResult, RatingRankingResult
from adjudge.scoring.aggregate import segment_means, system_means
from adjudge.scoring.collections import require_alike
from adjudge.scoring.filters import counting_rows, drop_after_degraded, keep_last, mark_after_degraded, of_scope
from adjudge.scoring.quality import drop_failed
from adjudge.scoring.repeats import report_repeats
from adjudge.scoring.spans import MQM, Weights, score_spans
from adjudge.scoring.standardise import nearest_tick, standardise

#: Systems with their scores in rank order, segment means, and the mixed model if the recipe has one.
Estimates = tuple[pl.DataFrame, pl.DataFrame, ModelRanking | None]


@dataclass(frozen=True)
class Claims:
    """What the organiser knows and the data does not say.

    Args:
        margin: differences below it count as equal; fixed before looking, in the unit of the score.
        post_edited: systems that are post-edited machine translations.
        merge: whether collections with different kinds of items may be pooled.
        pair: the language pair of the data; filled in by `rank`.
        weights: name of the weights of marked errors; filled in by `rank`.
    """

    margin: float | None = None
    post_edited: Sequence[str] = field(default_factory=tuple)
    merge: bool = False
    pair: str | None = None
    weights: str | None = None

    def __post_init__(self) -> None:
        if self.margin is not None and not 0 < self.margin < float("inf"):
            raise UsageError(
                Problem(
                    "AJ040",
                    f"a margin of {self.margin:g} makes no sense",
                    "a positive number, in the unit of the score",
                    "1 value",
                    "choose the margin before looking at the result",
                )
            )

    def to_dict(self) -> dict[str, Any]:
        """The claims as plain data."""
        return asdict(self) | {"post_edited": list(self.post_edited)}

    def choices(self) -> dict[str, str]:
        """Parts of the signature, where anything is claimed."""
        parts = {"pair": plain_name(self.pair)} if self.pair else {}
        parts |= {"weights": plain_name(self.weights)} if self.weights else {}
        parts |= {"margin": f"{self.margin:g}"} if self.margin is not None else {}
        return parts | ({"merge": "yes"} if self.merge else {})


def rank(
    table: Any,  # noqa: ANN401 - a table or any frame
    recipe: str | Recipe = RECOMMENDED,
    *,
    pair: str | None = None,
    seed: int = 0,
    hide: Sequence[str] = (),
    claims: Claims | None = None,
    weights: Weights = MQM,
) -> RankingResult:
    """Rank systems by their ratings.

    Args:
        table: `Ratings`, `Spans`, or any frame with the columns of ratings (polars, pandas, pyarrow, ...).
        recipe: a built-in name or a `Recipe`.
        pair: the language pair, needed if the table holds several.
        seed: for tests that draw random numbers.
        hide: systems that take no part in drawing lines, in addition to those of the recipe.
        claims: margin of equivalence, post-edited systems, leave to merge unlike collections.
        weights: what marked errors cost, if the table holds spans.

    Returns:
        Systems in order with clusters, every pair compared, and the findings.

    Raises:
        AdjudgeError: if the table is broken, or the data cannot support what the recipe asks for.

    Example:
        >>> import polars as pl, adjudge
        >>> scores = {"system": ["a", "a", "b", "b"], "segment": ["1", "2", "1", "2"], "score": [90, 80, 40, 30]}
        >>> [s.system for s in adjudge.rank(pl.DataFrame(scores)).systems]
        ['a', 'b']
    """
    claims = claims or Claims()
    if isinstance(table, Spans):
        table, claims = score_spans(table, weights), replace(claims, weights=weights.name)
    ratings = choose_pair(_as_ratings(table), pair)
    if isinstance(recipe, str) and recipe != RECOMMENDED:
        recipe = built_in_recipe(recipe)
    frame = ratings.frame.filter(pl.col("score").is_not_null())
    require_one_scale(frame)
    findings = [*ratings.findings, *observe.unlikely_scale(frame)]
    if isinstance(recipe, str):
        recipe, picked = recommend(frame)
        findings += picked
    if hide:
        recipe = replace(recipe, clusters=replace(recipe.clusters, hide=(*recipe.clusters.hide, *hide)))
    rows, filtered = filtered_rows(frame, recipe, merge=claims.merge)
    counting, scored = _counting(rows, recipe)
    estimates = _estimates(counting, recipe)
    findings += [*filtered, *scored]
    if any(finding.code == "AJ204" for finding in scored):
        findings += _with_after_degraded(rows, recipe, estimates[0]["system"].to_list())
    known_pair = next(iter(language_pairs(ratings)), None)
    return _ranked(estimates, recipe, seed, findings, replace(claims, pair=known_pair))


def _as_ratings(table: Any) -> Ratings:  # noqa: ANN401
    if isinstance(table, Ratings):
        return table
    if isinstance(table, Table | Supplement):
        raise InputError(
            Problem(
                "AJ020",
                f"the table holds {table.noun}",
                "ratings (one row per score) for a recipe, or comparisons of systems for a method",
                f"{len(table):,} rows",
                "give a file of ratings or of comparisons",
            )
        )
    if isinstance(table, str | PathLike):
        problem = Problem(
            "AJ020", f"'{table}' is a path", "a table", "1 argument", f"adjudge.rank(adjudge.read({str(table)!r}))"
        )
        raise InputError(problem)
    return Ratings.check(table)


def _standardised(frame: pl.DataFrame) -> bool:
    return "scale" in frame.columns and bool((frame["scale"] == STANDARDISED).any())


def filtered_rows(frame: pl.DataFrame, recipe: Recipe, *, merge: bool = False) -> tuple[pl.DataFrame, list[Finding]]:
    """The rows that anything is computed from; `_after_degraded` marks those that must not count."""
    findings = require_alike(frame, merge=merge)
    frame, found = of_scope(frame, recipe.aggregate.scope)
    findings += found
    if recipe.filters.revisions == "keep-last":
        frame, found = keep_last(frame)
        findings += found
    findings += report_repeats(frame)
    frame, found = drop_failed(frame, recipe.filters)
    if recipe.standardise.ticks:
        frame = nearest_tick(frame, recipe.standardise.ticks)
    return mark_after_degraded(frame, recipe.filters.after_degraded), [*findings, *found]


def score_rows(frame: pl.DataFrame, recipe: Recipe, *, merge: bool = False) -> tuple[pl.DataFrame, list[Finding]]:
    """Raw rows to standardised rows that count, with what every step left out."""
    rows, findings = filtered_rows(frame, recipe, merge=merge)
    counting, found = _counting(rows, recipe)
    return counting, [*findings, *found]


def _counting(rows: pl.DataFrame, recipe: Recipe) -> tuple[pl.DataFrame, list[Finding]]:
    """Filtered rows to standardised rows that count."""
    require_scores(rows, recipe)
    frame, findings = standardise(rows, recipe.standardise, aggregate=recipe.aggregate, filters=recipe.filters)
    frame, found = drop_after_degraded(frame, recipe.aggregate.kinds)
    findings += found
    counting, found = counting_rows(frame, recipe.aggregate)
    require_systems(counting, recipe.aggregate.kinds, frame)
    require_segments(counting)
    return counting, [*findings, *found, *observe.pooled(counting)]


def _with_after_degraded(rows: pl.DataFrame, recipe: Recipe, order: list[str]) -> list[Finding]:
    """What the rows seen after a degraded item would do to the order (G2): the recipe once more, with them."""
    try:
        counting, _ = _counting(rows.with_columns(_after_degraded=pl.lit(value=False)), recipe)
        return observe.with_after_degraded(order, system_order(counting, recipe))
    except RecipeError as error:  # such as an annotator whose spread they take away; the ranking stands without them
        return observe.after_degraded_refused(error)


def system_order(counting: pl.DataFrame, recipe: Recipe) -> list[str]:
    """The order alone, best first: what a resampling study needs of a ranking."""
    return _estimates(counting, recipe)[0]["system"].to_list()


def _estimates(counting: pl.DataFrame, recipe: Recipe) -> Estimates:
    by = _by(recipe)
    segments = segment_means(counting)
    means = system_means(segments).with_columns(score=pl.col(by))
    if _standardised(counting):
        means = means.with_columns(raw=pl.lit(None, dtype=pl.Float64))
    mixed = "mixed" in {recipe.aggregate.estimate, recipe.test.name}
    model = fit_model(counting, recipe.aggregate, by) if mixed else None
    if model is not None and recipe.aggregate.estimate == "mixed":
        means = means.with_columns(score=pl.col("system").replace_strict(model.estimates))
    # Names break ties so that the order never depends on the order of the rows.
    return means.sort(["score", "system"], descending=[True, False]), segments, model


def _by(recipe: Recipe) -> str:
    """The score that systems are ordered and tested by."""
    return "raw" if recipe.standardise.unit == "none" else "z"


def _ranked(estimates: Estimates, recipe: Recipe, seed: int, findings: list[Finding], claims: Claims) -> RankingResult:
    means, segments, model = estimates
    if model is not None:
        findings += model.findings
    systems = means["system"].to_list()
    scores = SegmentScores.of(segments, systems, _by(recipe))
    hidden = _places(systems, recipe.clusters.hide)
    _places(systems, claims.post_edited)
    pairs = compare_all(scores, recipe.test, Seeds(seed), model.tests(scores, recipe.test) if model else None)
    compared = _compared(scores, pairs, recipe, model, claims.margin)
    if means["raw"].null_count() == 0:
        findings += observe.raw_order(means, systems)
    findings += [
        *observe.against_the_order(systems, pairs),
        *observe.other_rules(systems, pairs, recipe, hidden),
        *observe.segments_as_units(scores, recipe),
        *observe.different_documents(scores),
        *observe.one_sided(recipe),
        *observe.false_positives(recipe, len(compared)),
        *observe.ties(compared),
        *observe.equivalence(compared, claims.margin),
        *observe.post_edited(compared, claims.post_edited),
    ]
    return RatingRankingResult(
        signature=Signature.of(
            {"recipe": plain_name(recipe.name), **recipe.choices(), **claims.choices(), "seed": seed}
        ),
        settings={"recipe": recipe.to_dict(), "seed": seed, **claims.to_dict()},
        findings=tuple(findings),
        systems=_systems(means, pairs, recipe, hidden, _rank_sets(scores, model, recipe, Seeds(seed))),
        pairs=compared,
        test=_test_facts(recipe),
        line_rule=recipe.clusters.rule,
    )


def _test_facts(recipe: Recipe) -> PairwiseTest:
    test = recipe.test
    return PairwiseTest(
        name=test.name,
        alternative=test.alternative,
        correction=test.correction,
        level=test.level,
        unit=recipe.choices()["unit"],
        draws=test.draws if test.name in {"permutation", "bootstrap"} else None,
    )


def _places(systems: list[str], names: Sequence[str]) -> list[int]:
    unknown = [name for name in names if name not in systems]
    if unknown:
        raise UsageError(
            Problem(
                "AJ040",
                f"there is no system '{unknown[0]}'",
                f"one of {', '.join(systems)}",
                counted(len(unknown), "name"),
                "correct the name",
            )
        )
    return [systems.index(name) for name in names]


def _rank_sets(
    scores: SegmentScores, model: ModelRanking | None, recipe: Recipe, seeds: Seeds
) -> list[tuple[int, int]] | None:
    if model is not None and recipe.aggregate.estimate == "mixed":
        return model_sets(*model.in_order(scores.systems), model.freedom, seeds)
    return document_sets(scores, seeds)


def _systems(
    means: pl.DataFrame,
    pairs: AllPairs,
    recipe: Recipe,
    hidden: list[int],
    sets: list[tuple[int, int]] | None,
) -> tuple[RankedSystem, ...]:
    numbers = cluster_numbers(pairs.beats, recipe.clusters.rule, hidden)
    ranges = rank_ranges(pairs.beats)
    letters = compact_letters(pairs.beats | pairs.beats.T)
    return tuple(
        RankedSystem(
            row["system"],
            place + 1,
            numbers[place],
            row["raw"],
            row["z"],
            row["score"],
            row["n"],
            row["judgements"],
            *ranges[place],
            sets[place][0] if sets else None,
            sets[place][1] if sets else None,
            letters[place],
        )
        for place, row in enumerate(means.iter_rows(named=True))
    )


def _compared(
    scores: SegmentScores, pairs: AllPairs, recipe: Recipe, model: ModelRanking | None, margin: float | None
) -> tuple[RankedPair, ...]:
    effects = all_effects(scores.values, scores.groups, scores.documents, len(scores.systems))
    by_model = model is not None and recipe.aggregate.estimate == "mixed"
    rows = []
    for number, (i, j) in enumerate(scores.pairs):
        contrast = model.contrast(scores.systems[i], scores.systems[j]) if model is not None and by_model else None
        precision = pair_precision(scores, number, recipe.test, contrast)
        significant = bool(pairs.beats[i, j])
        rows.append(
            RankedPair(
                scores.systems[i],
                scores.systems[j],
                float(pairs.p[i, j]),
                float(effects.theta[i, j]),
                significant,
                float(effects.low[i, j]),
                float(effects.high[i, j]),
                precision.difference,
                None if significant else precision.power,
                None if significant else precision.smallest,
                None if margin is None else is_equivalent(precision, margin, recipe.test.level),
            )
        )
    return tuple(rows)
