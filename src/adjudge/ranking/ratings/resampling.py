"""The whole ranking again and again on documents drawn with replacement: how often each place and each line returns.

Every replicate repeats the recipe from the standardisation on: means and deviations of annotators, segment means,
order, tests of all pairs and lines are computed anew from the drawn documents.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from adjudge.core.errors import Problem, RecipeError
from adjudge.core.recipes import Recipe
from adjudge.core.seeds import Seeds
from adjudge.core.tables import Ratings
from adjudge.kernels.rating_tests.bootstrap import document_weights
from adjudge.kernels.rating_tests.rank_sum import all_pairs_u, rank_sum_p
from adjudge.ranking.lines import lines_below
from adjudge.ranking.ratings.pipeline import filtered_rows, score_rows, system_order
from adjudge.scoring.aggregate import ITEM, TIE_DECIMALS, codes
from adjudge.scoring.standardise import basis_rows

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]


@dataclass(frozen=True, eq=False)
class ResampledRankings:
    """What came back over all replicates.

    Args:
        systems: names in the order of the ranking that was resampled.
        ranks: systems x ranks; share of replicates in which a system held a rank.
        lines: share of replicates that draw a line somewhere between a system and the next one of the original order,
            with everything above it still above.
        draws: number of replicates.
        lost: replicates in which some system had no judgement; they count nowhere.
    """

    systems: tuple[str, ...]
    ranks: Floats
    lines: Floats
    draws: int
    lost: int

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data."""
        return {"draws": self.draws, "lost": self.lost, "systems": self.to_frame().to_dicts()}

    def to_frame(self) -> pl.DataFrame:
        """One row per system: share of its original rank, interval of ranks, share of the line below it."""
        cumulative = self.ranks.cumsum(axis=1)
        place = np.arange(len(self.systems))
        return pl.DataFrame(
            {
                "system": self.systems,
                "same_rank": self.ranks[place, place],
                "rank_low": (cumulative < 0.025).sum(axis=1) + 1,
                "rank_high": (cumulative < 0.975).sum(axis=1) + 1,
                "line_below": self.lines,
            }
        )


@dataclass(frozen=True, eq=False)
class _Rows:
    """Counting rows as codes, and per-document moments of the units that standardise them."""

    systems: list[str]
    item: Ints
    unit: Ints
    score: Floats
    item_system: Ints
    item_document: Ints
    moments: tuple[Floats, Floats, Floats]


def resample(
    ratings: Ratings,
    recipe: Recipe,
    *,
    draws: int = 1000,
    seed: int = 0,
    merge: bool = False,
    progress: Callable[[int], None] | None = None,
) -> ResampledRankings:
    """Rank again on documents drawn with replacement.

    Args:
        ratings: of one language pair.
        recipe: how to rank; means tested by rank sums of segments.
        draws: number of replicates.
        seed: for the draws.
        merge: whether collections with different kinds of items may be pooled.
        progress: told how many replicates are done, now and then.

    Raises:
        RecipeError: AJ032 if documents are unknown or the recipe cannot be repeated this way.
    """
    frame = ratings.frame.filter(pl.col("score").is_not_null())
    counting, _ = score_rows(frame, recipe, merge=merge)
    filtered, _ = filtered_rows(frame, recipe, merge=merge)
    basis, _ = basis_rows(filtered, recipe.standardise, recipe.aggregate)
    _require_repeatable(basis, counting, recipe)
    rows = _rows(basis, counting, recipe)
    n_systems, seeds = len(rows.systems), Seeds(seed)
    ranks, lines, lost, done = np.zeros((n_systems, n_systems)), np.zeros(n_systems), 0, 0
    # Two threads: most of a replicate is numpy work that leaves the interpreter free.
    with ThreadPoolExecutor(2) as pool:
        for weights in document_weights(rows.moments[0].shape[0], draws, seeds.stream("resample"), chunk=50):
            for outcome in pool.map(partial(_replicate, rows, recipe), weights):
                if outcome is None:
                    lost += 1
                    continue
                order, line_below = outcome
                ranks[order, np.arange(n_systems)] += 1
                lines += line_below
            done += len(weights)
            if progress is not None:
                progress(done)
    kept = max(draws - lost, 1)
    return ResampledRankings(tuple(rows.systems), ranks / kept, lines / kept, draws, lost)


def _require_repeatable(basis: pl.DataFrame, counting: pl.DataFrame, recipe: Recipe) -> None:
    if counting["document"].null_count():
        what, todo = "documents are unknown", "give the document of every segment"
    elif recipe.aggregate.estimate == "mixed" or recipe.test.name != "rank-sum" or recipe.test.unit != "segment":
        what, todo = f"the recipe '{recipe.name}' does not test by rank sums of segments", "use --recipe wmt-da"
    elif recipe.test.correction != "none" or recipe.clusters.hide:
        what, todo = "corrections and hidden systems are not repeated", 'use correction = "none" and hide nobody'
    elif basis["document"].null_count() and recipe.standardise.unit != "none":
        what, todo = "some rows that mean and deviation come from have no document", "give the document of every row"
    elif recipe.standardise.centre != "mean-sd":
        what, todo = "medians cannot be repeated from sums of documents", 'use centre = "mean-sd"'
    else:
        return
    raise RecipeError(
        Problem(
            "AJ032",
            f"the ranking cannot be resampled: {what}",
            "means tested by rank sums of segments, with known documents",
            f"{counting.height:,} rows",
            todo,
        )
    )


def _rows(basis: pl.DataFrame, counting: pl.DataFrame, recipe: Recipe) -> _Rows:
    documents = pl.concat([basis["document"], counting["document"]]).unique().drop_nulls().sort()
    systems = system_order(counting, recipe)
    dense = counting.select(pl.struct(codes(counting[name]) for name in ITEM).rank("dense")).to_series()
    item = dense.to_numpy().astype(np.intp) - 1
    first = np.unique(item, return_index=True)[1]
    unit = recipe.standardise.unit
    units = basis[unit].unique().sort() if unit != "none" else pl.Series(["all"])
    return _Rows(
        systems,
        item,
        _codes(counting[unit], units) if unit != "none" else np.zeros(len(item), dtype=np.intp),
        counting["score"].to_numpy(),
        _codes(counting["system"], pl.Series(systems))[first],
        _codes(counting["document"], documents)[first],
        _moments(basis, documents, units, unit if unit != "none" else None),
    )


def _codes(values: pl.Series, names: pl.Series) -> Ints:
    places = {name: i for i, name in enumerate(names.to_list())}
    return values.replace_strict(places, return_dtype=pl.Int64).to_numpy().astype(np.intp)


def _moments(
    basis: pl.DataFrame, documents: pl.Series, units: pl.Series, unit: str | None
) -> tuple[Floats, Floats, Floats]:
    """Number, sum and sum of squares of scores, documents x units."""
    shape = (len(documents), len(units))
    if unit is None:
        return np.ones(shape), np.zeros(shape), np.ones(shape)
    known = basis.filter(pl.col("document").is_not_null())
    cell = _codes(known["document"], documents) * len(units) + _codes(known[unit], units)
    score, size = known["score"].to_numpy(), shape[0] * shape[1]

    def by_cell(weights: Floats) -> Floats:
        return np.bincount(cell, weights, size).reshape(shape).astype(np.float64)

    return by_cell(np.ones_like(score)), by_cell(score), by_cell(score**2)


def _replicate(rows: _Rows, recipe: Recipe, drawn: Floats) -> tuple[Ints, NDArray[np.bool_]] | None:
    """Order and lines of one replicate; None if a system was not drawn."""
    n_systems = len(rows.systems)
    values = _segment_means(rows, recipe, drawn)
    weight = drawn[rows.item_document] * ~np.isnan(values)
    values = np.nan_to_num(values)
    sizes = np.bincount(rows.item_system, weight, n_systems)
    if (sizes == 0).any():
        return None
    means = np.bincount(rows.item_system, weight * values, n_systems) / sizes
    order = np.argsort(-means, kind="stable")
    used = weight > 0  # a third of the documents is not drawn
    wins, ties = all_pairs_u(values[used], rows.item_system[used], n_systems, weight[used])
    one_sided = recipe.test.alternative == "greater"
    p = rank_sum_p(wins, ties, sizes, "greater" if one_sided else "two-sided")
    beats = (p / 2 if recipe.test.alternative == "halved" else p) < recipe.test.level
    if recipe.test.alternative == "two-sided":
        beats &= wins > wins.T
    beats = beats[np.ix_(order, order)]
    if recipe.test.alternative == "halved":
        beats = np.triu(beats, 1)
    lines = np.array(lines_below(beats, recipe.clusters.rule))
    # A line of the replicate speaks for the original one if the same systems stand above it.
    same_above = np.maximum.accumulate(order) == np.arange(n_systems)
    return order, lines & same_above


def _segment_means(rows: _Rows, recipe: Recipe, drawn: Floats) -> Floats:
    """Mean standardised score of every item, with means and deviations of the drawn documents."""
    if recipe.standardise.unit == "none":
        x = rows.score
    else:
        n, s1, s2 = (drawn @ part for part in rows.moments)
        with np.errstate(invalid="ignore", divide="ignore"):
            mean = s1 / n
            sd = np.sqrt((s2 - n * mean**2) / (n - 1))
        sd[~(sd > 1e-9)] = np.nan  # without spread there is no z-score
        x = (rows.score - mean[rows.unit]) / sd[rows.unit]
    good = ~np.isnan(x)
    n_items = len(rows.item_system)
    count = np.bincount(rows.item, good, n_items)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.round(np.bincount(rows.item, np.where(good, x, 0.0), n_items) / count, TIE_DECIMALS)
