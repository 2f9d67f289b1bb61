"""`adjudge.rank`: the one door to rankings, for Python and for the command line."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from os import PathLike
from typing import Any, overload

from adjudge.core.arguments import (
    WRONG_ARGUMENT,
    require_names,
    require_number,
    require_seed,
    require_text,
)
from adjudge.core.checking.frames import require_columns, to_polars
from adjudge.core.checking.identity import name_acts_apart
from adjudge.core.recipes.built_in import RECOMMENDED
from adjudge.core.recipes.recipe import Recipe
from adjudge.core.selecting.conditions import Where
from adjudge.core.selecting.selection import require_blind, select
from adjudge.core.tables import Comparisons, PairCounts, Ratings, Spans, Supplement, Table
from adjudge.ranking.catalogue import ALREADY_CHECKED, IS_A_PATH, NOT_A_TABLE, NOT_FOR_TABLE, NOT_RANKED
from adjudge.ranking.comparisons.result import ComparisonRankingResult
from adjudge.ranking.comparisons.settings import ComparisonSettings, with_testing
from adjudge.ranking.corrections import CorrectionName
from adjudge.ranking.ratings.claims import Claims
from adjudge.ranking.result import RankingResult, RatingRankingResult
from adjudge.scoring.weights.built_in import MQM, WEIGHTS
from adjudge.scoring.weights.rules import Weights

#: Called with the share of the work that is done.
Progress = Callable[[float], None]


@overload
def rank(
    table: Ratings | Spans,
    recipe: str | Recipe | None = None,
    *,
    pair: str | None = None,
    where: Where | None = None,
    seed: int = 0,
    hide: Sequence[str] = (),
    level: float | None = None,
    correction: CorrectionName | None = None,
    claims: Claims | None = None,
    weights: Weights | str | None = None,
    keep_kinds: str | Sequence[str] = (),
    progress: Progress | None = None,
) -> RatingRankingResult: ...
@overload
def rank(
    table: Comparisons | PairCounts,
    recipe: None = None,
    *,
    method: str | None = None,
    pair: str | None = None,
    where: Where | None = None,
    seed: int = 0,
    level: float | None = None,
    correction: CorrectionName | None = None,
    settings: ComparisonSettings | None = None,
    progress: Progress | None = None,
) -> ComparisonRankingResult: ...
@overload
def rank(
    table: object,
    recipe: None = None,
    *,
    method: str,
    pair: str | None = None,
    where: Where | None = None,
    columns: Mapping[str, str] | None = None,
    seed: int = 0,
    level: float | None = None,
    correction: CorrectionName | None = None,
    settings: ComparisonSettings | None = None,
    progress: Progress | None = None,
) -> ComparisonRankingResult: ...
@overload
def rank(
    table: object,
    recipe: str | Recipe,
    *,
    pair: str | None = None,
    where: Where | None = None,
    columns: Mapping[str, str] | None = None,
    scale: str | None = None,
    seed: int = 0,
    hide: Sequence[str] = (),
    level: float | None = None,
    correction: CorrectionName | None = None,
    claims: Claims | None = None,
    weights: Weights | str | None = None,
    keep_kinds: str | Sequence[str] = (),
    progress: Progress | None = None,
) -> RatingRankingResult: ...
@overload
def rank(
    table: object,
    recipe: str | Recipe | None = None,
    *,
    method: str | None = None,
    pair: str | None = None,
    where: Where | None = None,
    columns: Mapping[str, str] | None = None,
    scale: str | None = None,
    seed: int = 0,
    hide: Sequence[str] = (),
    level: float | None = None,
    correction: CorrectionName | None = None,
    claims: Claims | None = None,
    weights: Weights | str | None = None,
    keep_kinds: str | Sequence[str] = (),
    settings: ComparisonSettings | None = None,
    progress: Progress | None = None,
) -> RankingResult: ...
def rank(
    table: object,
    recipe: str | Recipe | None = None,
    *,
    method: str | None = None,
    pair: str | None = None,
    where: Where | None = None,
    columns: Mapping[str, str] | None = None,
    scale: str | None = None,
    seed: int = 0,
    hide: Sequence[str] = (),
    level: float | None = None,
    correction: CorrectionName | None = None,
    claims: Claims | None = None,
    weights: Weights | str | None = None,
    keep_kinds: str | Sequence[str] = (),
    settings: ComparisonSettings | None = None,
    progress: Progress | None = None,
) -> RankingResult:
    """Rank systems by ratings, marked errors or comparisons.

    What does not belong to the kind of table is refused, not ignored: a method or its settings for ratings, a recipe
    for comparisons.

    Args:
        table: `Ratings`, `Spans`, `Comparisons`, `PairCounts`, or any frame with the columns of one of them (polars,
            pandas, pyarrow, ...).
        recipe: for ratings and spans: a name from `adjudge.recipes()` or a `Recipe`; `recommended` if left out.
        method: for comparisons: a name from `adjudge.methods()`; `recommended` if left out.
        pair: the language pair, needed if the table holds several.
        where: the rows to rank, such as `"domain=news"`, `{"domain": "news"}` or a list of conditions, all of which
            must hold; all rows if left out.
        columns: for a frame with other names: our name -> name in the frame, such as `{"score": "rating"}`.
        scale: for a frame of ratings: the scale of the scores, such as `1..5`; `0..100` if left out.
        seed: for what is random.
        hide: for ratings: systems that take no part in drawing lines.
        level: a corrected p-value below it is significant; 0.05 if left out, or what the recipe says.
        correction: for the number of pairs: `familywise`, which avoids any false difference, or `fdr`, which allows a
            share of `level` among those found; familywise if left out, or what the recipe says.
        claims: for ratings: margin of equivalence, post-edited systems, leave to merge unlike collections.
        weights: for spans: what marked errors cost: a name from `adjudge.error_weights()` or `Weights`; those of MQM
            if left out.
        keep_kinds: for ratings: the kinds of rows that enter the averages, such as `("calibration",)`; those of the
            recipe if left out.
        settings: for comparisons: further choices.
        progress: called with the share of the work that is done, by methods that take long.

    Returns:
        Systems in order with clusters, every pair compared, and the findings; a `RatingRankingResult` from ratings and
        spans, a `ComparisonRankingResult` from comparisons and counts.

    Raises:
        AdjudgeError: if the table is broken, or the data cannot support what is asked for.

    Example:
        >>> import polars as pl, adjudge
        >>> scores = {"system": ["a", "a", "b", "b"], "segment": ["1", "2", "1", "2"], "stars": [5, 4, 2, 1]}
        >>> adjudge.rank(pl.DataFrame(scores), columns={"score": "stars"}, scale="1..5").order()
        ['a', 'b']
    """
    seed, hide = require_seed(seed), require_names("hide", hide)
    require_number("level", level)
    require_text("scale", scale, example="1..5")
    require_text("pair", pair, example="eng-deu")
    require_columns(columns)
    _require_kind(recipe=(recipe, str | Recipe), claims=(claims, Claims), weights=(weights, str | Weights))
    _require_kind(settings=(settings, ComparisonSettings))
    of_ratings = {"recipe": recipe, "hide": hide, "scale": scale, "keep_kinds": keep_kinds} | _given(claims, "claims")
    of_comparisons = {"method": method} | _given(settings, "settings")
    asked = bool(_names(of_comparisons)) and not _names(of_ratings)
    checked = chosen_rows(as_table(table, columns=columns, scale=scale, comparisons=asked), where)
    if isinstance(checked, Comparisons | PairCounts):
        _refuse(of_ratings, of="ratings", held=checked)
        _refuse({"weights": weights}, of="marked errors", held=checked)
        from adjudge.ranking.comparisons.pipeline import rank_comparisons  # loads an exact solver

        chosen = with_testing(settings, level=level, correction=correction)
        return rank_comparisons(
            checked, method or RECOMMENDED, pair=pair, seed=seed, settings=chosen, progress=progress
        )
    if isinstance(checked, Ratings | Spans):
        _refuse(of_comparisons, of="comparisons", held=checked)
        if isinstance(checked, Spans):
            _refuse({"keep_kinds": keep_kinds}, of="ratings", held=checked)
        else:
            _refuse({"weights": weights}, of="marked errors", held=checked)
        from adjudge.ranking.ratings.pipeline import rank_ratings  # comparisons do without its kernels

        return rank_ratings(
            checked,
            recipe or RECOMMENDED,
            pair=pair,
            seed=seed,
            hide=hide,
            level=level,
            correction=correction,
            claims=claims,
            weights=WEIGHTS.find(weights) if isinstance(weights, str) else weights or MQM,
            keep_kinds=keep_kinds,
            progress=progress,
        )
    raise NOT_RANKED(held=checked.noun)


def _require_kind(**given: tuple[object, Any]) -> None:
    """Arguments that are objects of ours, or nothing (AJ040)."""
    for name, (value, kind) in given.items():
        if value is not None and not isinstance(value, kind):
            expected = " or ".join(one.__name__ for one in getattr(kind, "__args__", (kind,)))
            raise WRONG_ARGUMENT(name=name, value=value, expected=f"a {expected}", todo=f"see the help of `{name}=`")


def chosen_rows(table: Table | Supplement, where: Where | None) -> Table | Supplement:
    """The rows that meet the conditions, if they were chosen by nothing that was judged; acts are named apart."""
    if not isinstance(table, Table):
        return table
    table = select(table, where)
    require_blind(table)
    frame, apart = name_acts_apart(table.frame)
    return table.with_frame(frame).with_findings(*apart) if apart else table


def as_table(
    table: Any,  # noqa: ANN401 - a table or any frame
    *,
    columns: Mapping[str, str] | None,
    scale: str | None,
    comparisons: bool,
) -> Table | Supplement:
    """A checked table as it is; a frame as the table that it holds by the names of its columns."""
    if isinstance(table, Table | Supplement):
        given = _names({"columns": columns, "scale": scale})
        if given:
            raise ALREADY_CHECKED(options=_listed(given), _count=len(given), held=table.noun)
        return table
    if isinstance(table, str | PathLike):
        raise IS_A_PATH(path=str(table))
    try:
        frame = to_polars(table)
    except TypeError:  # from narwhals
        raise NOT_A_TABLE(type=type(table).__name__) from None
    kind = _kind({*frame.columns, *(columns or {})}, comparisons=comparisons)
    if kind is not Ratings:
        _refuse({"scale": scale}, of="ratings", held=kind)
    return kind.check(frame, columns=columns, scale=scale)


def _kind(names: set[str], *, comparisons: bool) -> type[Table]:
    """The table that a frame holds; one of neither kind is taken for what was asked for, and its check says more."""
    if "wins_a" in names:
        return PairCounts
    if {"system_a", "system_b"} <= names:
        return Comparisons
    if "score" in names:
        return Ratings
    return Spans if "severity" in names else Comparisons if comparisons else Ratings


def _given(choices: Claims | ComparisonSettings | None, name: str) -> dict[str, object]:
    """The choices that differ from their defaults, by the names of their fields; if none does, all by their name."""
    if choices is None:
        return {}
    made, usual = ({field.name: getattr(of, field.name) for field in fields(of)} for of in (choices, type(choices)()))
    return {field: value for field, value in made.items() if value != usual[field]} or {name: choices}


def _names(arguments: Mapping[str, object]) -> list[str]:
    return [name for name, value in arguments.items() if value not in (None, (), [], "")]


def _refuse(arguments: Mapping[str, object], *, of: str, held: Table | type[Table]) -> None:
    """Arguments that belong to another kind of table are not ignored."""
    names = _names(arguments)
    if names:
        raise NOT_FOR_TABLE(options=_listed(names), _count=len(names), of=of, held=held.noun)


def _listed(names: Sequence[str]) -> str:
    return " and ".join(f"`{name}=`" for name in names)
