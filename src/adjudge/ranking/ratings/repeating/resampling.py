"""The whole ranking again and again on documents drawn with replacement: how often each place and each line returns.

Every replicate repeats the recipe from the standardisation on: means and deviations of annotators, segment means,
order, tests of all pairs and lines are computed again from the drawn documents. An anchor system is chosen once, on all
documents. A replicate gives the same order and lines as ranking a table in which the drawn documents are repeated
(tests/laws/test_resampling.py). Recipes that order by means and test by rank sums are repeated fast, because sums over
documents need to be computed only once; for all others the drawn documents are ranked from the beginning.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from adjudge.core.arguments import require_whole_number
from adjudge.core.errors import AdjudgeError
from adjudge.core.recipes.recipe import Recipe
from adjudge.core.seeds import Seeds
from adjudge.core.tables import Ratings
from adjudge.kernels.probability.few_units import FEWEST_TO_DRAW
from adjudge.kernels.rating_tests.bootstrap import document_weights
from adjudge.kernels.rating_tests.rank_sum import all_pairs_u
from adjudge.kernels.rounding import settle
from adjudge.ranking.lines import lines_below
from adjudge.ranking.ratings.analysis import Analysis
from adjudge.ranking.ratings.catalogue import FEW_DOCUMENTS_DRAWN, NO_DOCUMENTS_DRAWN
from adjudge.ranking.ratings.claims import Claims
from adjudge.ranking.ratings.pair_tests import beaten, rank_sums
from adjudge.ranking.ratings.repeating.document_moments import DocumentMoments, codes_of
from adjudge.ranking.redrawing import Drawable
from adjudge.scoring.aggregate import ITEM, codes
from adjudge.scoring.known_documents import know_documents
from adjudge.scoring.standardise import basis_rows

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]
Flags = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class ResampledRankings:
    """What came back over all replicates.

    Args:
        systems: names in the order of the ranking that was resampled.
        ranks: systems x ranks; share of replicates in which a system held a rank.
        lines: share of replicates that draw a line somewhere between a system and the next one of the original order,
            with everything above it still above.
        draws: number of replicates.
        lost: replicates that cannot be ranked, because a system has no judgement or the recipe refuses the drawn
            documents; they count nowhere.
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
        recipe: how to rank.
        draws: number of replicates.
        seed: for the draws.
        merge: whether collections with different kinds of items may be pooled.
        progress: called now and then with the number of replicates that are done.

    Raises:
        RecipeError: AJ032 if documents are unknown, or a system has too few of them.
    """
    require_whole_number("bootstrap", draws)
    analysis = Analysis(ratings.frame, recipe, claims=Claims(merge=merge), seed=seed)
    _require_enough(analysis)
    ranking = RepeatableRanking.of(analysis) or RankedRows.of(analysis)
    n_systems = len(ranking.systems)
    ranks, lines, lost, done = np.zeros((n_systems, n_systems)), np.zeros(n_systems), 0, 0
    # Two threads: most of a replicate is numpy work that leaves the interpreter free.
    with ThreadPoolExecutor(2) as pool:
        for weights in document_weights(len(ranking.documents), draws, Seeds(seed).stream("resample"), chunk=50):
            for replicate in pool.map(ranking.replicate, weights):
                if replicate is None:
                    lost += 1
                    continue
                ranks[replicate.order, np.arange(n_systems)] += 1
                lines += replicate.original_lines
            done += len(weights)
            if progress is not None:
                progress(done)
    kept = max(draws - lost, 1)
    return ResampledRankings(tuple(ranking.systems), ranks=ranks / kept, lines=lines / kept, draws=draws, lost=lost)


@dataclass(frozen=True, eq=False)
class Replicate:
    """The ranking of one draw of documents.

    Args:
        order: numbers of the systems in the original order, best first.
        lines: whether a line stands below each of them.
        beats: rank order by rank order: whether the row is significantly better than the column.
    """

    order: Ints
    lines: Flags
    beats: Flags

    @property
    def original_lines(self) -> Flags:
        """Lines with the same systems above them as a place of the original order has, by that place."""
        return np.asarray(self.lines & (np.maximum.accumulate(self.order) == np.arange(len(self.order))))


@dataclass(frozen=True, eq=False)
class RepeatableRanking:
    """A ranking as numbers, so that it can be repeated on documents drawn with replacement.

    Args:
        systems: names in the order of the ranking.
        documents: names of all documents that can be drawn.
        recipe: how to rank.
        item: number of the item (system, document and segment) of each row that counts.
        unit: number of the annotator or session whose mean and deviation standardise it.
        score: its raw score.
        item_system: number of the system of each item.
        item_document: number of its document.
        item_segment: number of its segment.
        moments: what means and deviations come from; None for raw scores.
        bounds: lowest and highest score that counts in each document, two rows; also of units without spread.
    """

    systems: list[str]
    documents: list[str]
    recipe: Recipe
    item: Ints
    unit: Ints
    score: Floats
    item_system: Ints
    item_document: Ints
    item_segment: Ints
    moments: DocumentMoments | None
    bounds: Floats

    @classmethod
    def of(cls, analysis: Analysis) -> RepeatableRanking | None:
        """From an analysis by a recipe that tests by rank sums of segments; None if it does anything else.

        Raises:
            RecipeError: AJ032 if documents are unknown.
        """
        recipe, counting = analysis.recipe, analysis.scored.frame
        standardise, kinds = recipe.standardise, recipe.aggregate.kinds
        kept = analysis.kept.frame
        basis = kept if standardise.unit == "none" else basis_rows(kept, standardise, kinds).frame
        if not _is_repeatable(basis, recipe):
            return None
        _require_documents(counting, recipe)
        documents = pl.concat([basis["document"], counting["document"]]).unique().drop_nulls().sort()
        moments = None
        if standardise.unit != "none":
            moments = DocumentMoments.of(kept, basis, documents=documents, recipe=recipe)
        item = _numbers(counting, ITEM)
        first = np.unique(item, return_index=True)[1]
        document = codes_of(counting["document"], documents)
        score = counting["score"].to_numpy()
        return cls(
            systems=analysis.estimate.order,
            documents=documents.to_list(),
            recipe=recipe,
            item=item,
            unit=np.zeros(len(score), dtype=np.intp) if moments is None else moments.places(counting),
            score=score,
            item_system=codes_of(counting["system"], pl.Series(analysis.estimate.order))[first],
            item_document=document[first],
            item_segment=_numbers(counting, ("document", "segment"))[first],
            moments=moments,
            bounds=_bounds(kept, kinds, documents),
        )

    def replicate(self, drawn: Floats) -> Replicate | None:
        """The ranking of documents drawn with replacement; None if they cannot be ranked.

        Args:
            drawn: how often each document was drawn.
        """
        values = self._segment_means(drawn)
        if values is None:
            return None
        n_systems, test = len(self.systems), self.recipe.test
        weight = drawn[self.item_document] * ~np.isnan(values)
        sizes = np.bincount(self.item_system, weight, n_systems)
        used = weight > 0  # a third of the documents is not drawn
        if (sizes == 0).any() or (sizes.sum() == n_systems and len(np.unique(self.item_segment[used])) == 1):
            return None  # a system without judgements, or one segment for all of them
        values = np.nan_to_num(values)
        means = np.bincount(self.item_system, weight * values, n_systems) / sizes
        means = settle(means, float(np.abs(values).max()))
        order = np.lexsort((self._names, -means))  # names break ties, as in every ranking
        wins, ties = all_pairs_u(values[used], self.item_system[used], n_systems, weight[used])
        found, places = rank_sums(wins, ties, sizes, test.alternative), np.ix_(order, order)
        beats = beaten(found.p[places], found.ahead[places], test)
        return Replicate(order, np.array(lines_below(beats, self.recipe.clusters.rule)), beats)

    @cached_property
    def _names(self) -> Ints:
        """Places of the systems in alphabetical order."""
        return np.argsort(np.argsort(np.array(self.systems)))

    def _segment_means(self, drawn: Floats) -> Floats | None:
        """Mean standardised score of every item; None if the recipe refuses the drawn documents."""
        there = drawn > 0
        if not self.bounds[0, there].min() < self.bounds[1, there].max():
            return None  # all scores that count are equal, or there are none
        x = self.score
        if self.moments is not None:
            drawn_moments = self.moments.over(drawn)
            if drawn_moments is None:
                return None
            x = (x - drawn_moments.mean[self.unit]) / drawn_moments.deviation[self.unit]
        good = ~np.isnan(x)
        n_items = len(self.item_system)
        count = np.bincount(self.item, good, n_items)
        with np.errstate(invalid="ignore", divide="ignore"):
            return settle(np.bincount(self.item, np.where(good, x, 0.0), n_items) / count)


def _numbers(rows: pl.DataFrame, names: Sequence[str]) -> Ints:
    """The number of the combination of values in each row."""
    dense = rows.select(pl.struct(codes(rows[name]) for name in names).rank("dense")).to_series()
    return dense.to_numpy().astype(np.intp) - 1


def _bounds(kept: pl.DataFrame, kinds: Sequence[str], documents: pl.Series) -> Floats:
    """Lowest and highest score that counts in each document; infinite if there is none."""
    counts = pl.col("kind").is_in(list(kinds)) & ~pl.col("_after_degraded")
    rows = kept.filter(counts & pl.col("document").is_in(documents.to_list()))
    place, score = codes_of(rows["document"], documents), rows["score"].to_numpy()
    bounds = np.array([np.full(len(documents), np.inf), np.full(len(documents), -np.inf)])
    np.minimum.at(bounds[0], place, score)
    np.maximum.at(bounds[1], place, score)
    return bounds


def _is_repeatable(basis: pl.DataFrame, recipe: Recipe) -> bool:
    """Whether sums over documents are all that the recipe needs."""
    standardise, test = recipe.standardise, recipe.test
    return (
        recipe.aggregate.estimate == "means"
        and (test.name, test.unit, test.correction) == ("rank-sum", "segment", "none")
        and not recipe.clusters.hide
        and (standardise.unit == "none" or (standardise.centre == "mean-sd" and not basis["document"].null_count()))
    )


def _require_documents(counting: pl.DataFrame, recipe: Recipe) -> None:
    if counting["document"].null_count():
        raise NO_DOCUMENTS_DRAWN(recipe=recipe.name, rows=counting.height)


@dataclass(frozen=True, eq=False)
class RankedRows:
    """A ranking that is repeated from the rows, whatever its recipe does.

    Args:
        systems: names in the order of the ranking.
        documents: names of all documents that can be drawn.
        analysis: the ranking.
        drawable: its rows; a document that is drawn twice becomes two documents.
    """

    systems: list[str]
    documents: list[str]
    analysis: Analysis
    drawable: Drawable

    @classmethod
    def of(cls, analysis: Analysis) -> RankedRows:
        """From an analysis by any recipe.

        Raises:
            RecipeError: AJ032 if documents are unknown.
        """
        rows = rows_with_documents(analysis)
        kinds = list(analysis.recipe.aggregate.kinds)
        _require_documents(rows.filter(pl.col("kind").is_in(kinds)), analysis.recipe)
        drawable = Drawable.of(rows, "document")
        if drawable is None:
            raise NO_DOCUMENTS_DRAWN(recipe=analysis.recipe.name, rows=rows.height)
        documents = rows["document"].unique().drop_nulls().sort().to_list()
        return cls(analysis.estimate.order, documents, analysis, drawable)

    def replicate(self, drawn: Floats) -> Replicate | None:
        """The ranking of documents drawn with replacement; None if they cannot be ranked.

        Args:
            drawn: how often each document was drawn.
        """
        again = self.analysis.with_rows(self.drawable.drawn(drawn.astype(np.intp)))
        try:
            order, beats, clusters = again.estimate.order, again.tests.beats, again.lines.clusters
        except AdjudgeError:
            return None
        if set(order) != set(self.systems):
            return None
        lines = np.append(np.diff(clusters) > 0, False)
        return Replicate(np.array([self.systems.index(name) for name in order]), lines, beats)


def _require_enough(analysis: Analysis) -> None:
    drawable = Drawable.of(rows_with_documents(analysis), "document")
    if drawable is not None:
        system, documents = drawable.fewest(analysis.estimate.order)
        if documents < FEWEST_TO_DRAW:
            raise FEW_DOCUMENTS_DRAWN(system=system, documents=documents, needed=FEWEST_TO_DRAW)


def rows_with_documents(analysis: Analysis) -> pl.DataFrame:
    """The rows of an analysis, with documents recovered if the recipe does so."""
    rows = analysis.rows
    if analysis.recipe.filters.documents != "recover":
        return rows
    return know_documents(rows, analysis.recipe.aggregate.kinds).frame
