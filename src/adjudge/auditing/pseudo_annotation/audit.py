"""`adjudge.pseudo_annotation`: recipes on judgements that are perfectly consistent (Z8)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

import polars as pl

from adjudge.auditing.held_ratings import held_ratings
from adjudge.auditing.pseudo_annotation import catalogue as say
from adjudge.auditing.pseudo_annotation.chrf import METRIC, chrf_scores
from adjudge.auditing.pseudo_annotation.replacing import MetricColumn, scores_of_rows
from adjudge.auditing.pseudo_annotation.result import PseudoAnnotationResult, PseudoRanking, PseudoSystem
from adjudge.core.arguments import WRONG_ARGUMENT
from adjudge.core.errors import RecipeError
from adjudge.core.findings import Finding
from adjudge.core.language_pairs import choose_language_pair, language_pairs
from adjudge.core.recipes.built_in import RECIPES, RECOMMENDED
from adjudge.core.recipes.recipe import Recipe, plain_name
from adjudge.core.selecting.conditions import Where
from adjudge.core.selecting.selection import conditions_as_text, selection_choices
from adjudge.core.signature import Signature
from adjudge.core.tables import MetricScores, Ratings, Texts
from adjudge.kernels.ranks.order import kendall_tau, spearman_rho
from adjudge.ranking.orders import MovedSystem
from adjudge.ranking.ratings.estimate import estimate_systems
from adjudge.ranking.ratings.model import fit_model
from adjudge.ranking.ratings.recommended import recommend
from adjudge.ranking.ratings.scored_rows import Keeping, Scoring, keep_rows, score_rows
from adjudge.scoring.filters import scored_segments
from adjudge.scoring.rows import Rows

#: The published recipes that make z-scores in different ways, and the default.
DEFAULT: Final = ("wmt-da", "wmt-appraise-da", "knowles-lo-2022-hansard", "knowles-lo-2022-news", RECOMMENDED)
_ROW: Final = "_pseudo_row"


def pseudo_annotation(
    table: object,
    scores: MetricScores | Texts,
    *,
    recipes: Sequence[str | Recipe] | None = None,
    metric: str | Sequence[str] | None = None,
    pair: str | None = None,
    where: Where | None = None,
    columns: Mapping[str, str] | None = None,
    scale: str | None = None,
    progress: Callable[[float], None] | None = None,
) -> PseudoAnnotationResult:
    """Put the scores of a metric in the place of those of the annotators, and rank (Knowles and Lo 2022, section 3.2).

    A metric is perfectly consistent: it has no leniency, spread or noise of its own. What standardisation changes in
    the order of its raw means is therefore no correction but the error that it makes on this design: who judged what,
    in which session, beside which systems. Rows are chosen as the recipe chooses them on the real judgements; then
    every score is replaced. Degraded items and references have no score of the metric and are left out.

    The order by raw means is also compared with that of the metric on all segments, judged or not: what raw means
    themselves owe to the choice of segments.

    Args:
        table: `Ratings`, or any frame with their columns.
        scores: of a metric for the same systems and segments, or texts to compute chrF of.
        recipes: names or recipes; the published ones that make z-scores, and the default, if left out.
        metric: one or several of `scores`, by name; all of them if left out.
        pair: the language pair, needed if the table holds several.
        where: the rows to look at, as for `adjudge.rank`.
        columns: for a frame with other names: our name -> name in the frame.
        scale: for a frame: the scale of the scores; `0..100` if left out.
        progress: called with the share of the work that is done.

    Raises:
        AdjudgeError: AJ063 if more than 5 % of the judged outputs have no score; what a recipe that was asked for
            refuses.

    Example:
        >>> import polars as pl, adjudge
        >>> ratings = adjudge.simulate("wmt20", seed=1).table
        >>> outputs = ratings.frame.select("system", "document", "segment").unique().sort(pl.all())
        >>> scores = outputs.with_columns(metric=pl.lit("m"), score=outputs.hash_rows(1) / 2**64)
        >>> result = adjudge.pseudo_annotation(ratings, adjudge.MetricScores.check(scores), recipes=["wmt24-esa"])
        >>> result.rankings[0].kendall
        1.0
    """
    ratings = held_ratings(table, where=where, columns=columns, scale=scale, pair=pair)
    _require_names(recipes, "recipes")
    known, made = _metric_scores(ratings, scores, progress)
    chosen = {_name(recipe): recipe for recipe in recipes or DEFAULT}
    names = _metrics(known, (metric,) if isinstance(metric, str) else metric)
    rankings: list[PseudoRanking] = []
    findings: list[Finding] = []
    for i, name in enumerate(names):
        found = list(_rank_by_metric(ratings, known, name, chosen, asked=recipes is not None))
        rankings += [one for one in found if isinstance(one, PseudoRanking)]
        findings += [one for one in found if isinstance(one, Finding)]
        if progress is not None:
            progress((i + 1) / len(names))
    signed = {"pseudo": "+".join(map(plain_name, names)), "recipes": "+".join(map(plain_name, chosen))}
    return PseudoAnnotationResult(
        signature=Signature.of(
            signed | {key: plain_name(text) for key, text in made.items()} | selection_choices(ratings)
        ),
        settings={"metrics": names, "recipes": list(chosen), "where": conditions_as_text(ratings), **made},
        findings=(*ratings.findings, *known.findings, *findings),
        rankings=tuple(rankings),
    )


def _require_names(given: object, name: str) -> None:
    if isinstance(given, str | Recipe):
        expected = "a list of names"
        raise WRONG_ARGUMENT(name=name, value=given, expected=expected, todo=f'write `{name}=["{_name(given)}"]`')


def _name(recipe: str | Recipe) -> str:
    return recipe if isinstance(recipe, str) else recipe.name


def _metric_scores(
    ratings: Ratings, scores: MetricScores | Texts, progress: Callable[[float], None] | None
) -> tuple[MetricScores, dict[str, str]]:
    if isinstance(scores, MetricScores):
        own = next(iter(language_pairs(ratings)), None)
        return (scores if len(language_pairs(scores)) < 2 else choose_language_pair(scores, own)), {}
    if not isinstance(scores, Texts):
        held = type(scores).__name__
        raise WRONG_ARGUMENT(name="scores", value=held, expected="MetricScores or Texts", todo="read them from a file")
    judged = scored_segments(ratings.frame, ("system", "repeat"))
    made, signature = chrf_scores(scores, judged["system"].unique().sort().to_list(), progress=progress)
    return made, {METRIC: signature}


def _metrics(scores: MetricScores, wanted: Sequence[str] | None) -> list[str]:
    known = scores.frame["metric"].unique().sort().to_list()
    for name in wanted or ():
        if name not in known:
            raise say.NO_SUCH_METRIC(name=name, known=known)
    return list(wanted or known)


def _rank_by_metric(
    ratings: Ratings, scores: MetricScores, metric: str, recipes: Mapping[str, str | Recipe], *, asked: bool
) -> Iterator[PseudoRanking | Finding]:
    """What each recipe makes of one metric, and what there is to say."""
    rows = scored_segments(ratings.frame)
    column = scores_of_rows(rows, scores, metric)
    yield from column.findings
    ranked = False
    for i, (name, given) in enumerate(recipes.items(), 1):
        try:
            ranking = _rank(rows, column, name, _recipe(given, rows))
        except RecipeError as error:
            if asked or (i == len(recipes) and not ranked):
                raise
            yield say.NOT_RUN(recipe=name, _reason=error.problems[0].what)
            continue
        ranked = True
        yield ranking
        yield _finding(ranking)


def _recipe(given: str | Recipe, rows: pl.DataFrame) -> Recipe:
    if isinstance(given, Recipe):
        return given
    return recommend(rows, ()).recipe if given == RECOMMENDED else RECIPES.find(given, also=(RECOMMENDED,))


def _rank(rows: pl.DataFrame, column: MetricColumn, name: str, recipe: Recipe) -> PseudoRanking:
    """One recipe on replaced scores: rows are kept by the real ones, and nothing is coded to ticks."""
    plain = replace(recipe, standardise=replace(recipe.standardise, ticks=0))
    kept = keep_rows(rows.with_row_index(_ROW), Keeping.of(plain, merge=True)).frame
    replaced = kept.with_columns(score=column.scores.gather(kept[_ROW])).drop(_ROW).drop_nulls("score")
    if "scale" in replaced.columns:
        replaced = replaced.drop("scale")  # that of the annotators
    scored = score_rows(Rows(replaced), Scoring.of(plain))
    mixed = plain.aggregate.estimate == "mixed"
    if mixed and replaced.group_by("system").agg(pl.col("score").n_unique())["score"].max() == 1:
        raise say.NO_SPREAD_WITHIN(metric=column.metric, rows=replaced.height)
    unit = plain.test.unit if plain.test.name == "model-flips" else "document"
    model = fit_model(scored, unit) if mixed else None
    means = _ordered(estimate_systems(scored, model).means, "score")
    order, raw = means["system"].to_list(), _ordered(means, "raw")["system"].to_list()
    whole = column.whole.filter(pl.col("system").is_in(order))
    full = _ordered(whole, "score")["system"].to_list()
    values = dict(whole.iter_rows())
    same = set(full) == set(order)
    place = {system: i for i, system in enumerate(raw, 1)}
    return PseudoRanking(
        metric=column.metric,
        recipe=name,
        standardises=recipe.standardise.unit != "none" and scored.by == "z",
        kendall=kendall_tau(raw, order),
        spearman=spearman_rho(raw, order),
        moved=tuple(MovedSystem(s, place[s], i) for i, s in enumerate(order, 1) if place[s] != i),
        whole_raw=kendall_tau(full, raw) if same else None,
        whole_recipe=kendall_tau(full, order) if same else None,
        ratings=scored.frame.height,
        systems=tuple(
            PseudoSystem(row["system"], row["raw"], row["score"], values.get(row["system"]))
            for row in means.iter_rows(named=True)
        ),
    )


def _ordered(means: pl.DataFrame, name: str) -> pl.DataFrame:
    """Systems from best to worst; means that differ in the tenth decimal are equal, and names decide.

    Two systems with equal raw means have equal z means on paper, but sums of z-scores differ in the last digits.
    """
    return means.sort(pl.col(name).round(9), "system", descending=[True, False])


def _finding(ranking: PseudoRanking) -> Finding:
    named: dict[str, Any] = {"metric": ranking.metric, "recipe": ranking.recipe}
    if not ranking.moved:
        return say.ORDER_KEPT(**named)
    systems = [moved.system for moved in ranking.moved]
    named |= {"kendall": ranking.kendall, "systems": systems}
    if ranking.standardises:
        return say.ORDER_CHANGED(**named)
    return say.CORRECTED(**named, whole=ranking.whole_recipe, raw=ranking.whole_raw)
