"""A study drawn again: samples of whole units, ranked by the fast way where there is one, else from the beginning."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np
import polars as pl
from numpy.typing import NDArray

from adjudge.auditing.stability.catalogue import FEW_UNITS, FEW_UNITS_OF, UNKNOWN_UNIT
from adjudge.auditing.stability.changed_rows import NotApplicableError
from adjudge.auditing.stability.repeats import Repeats, summarise_repeats
from adjudge.auditing.stability.running import run_all
from adjudge.auditing.stability.studies import RatingStudy, Study
from adjudge.auditing.stability.verdict import Verdict
from adjudge.core.catalogue import counted
from adjudge.core.errors import AdjudgeError
from adjudge.core.seeds import Seeds
from adjudge.kernels.probability.few_units import FEWEST_TO_DRAW
from adjudge.ranking.ratings.repeating.resampling import RepeatableRanking, rows_with_documents
from adjudge.ranking.redrawing import Drawable, DrawableCounts, Ints, draw_counts, drawable_of

#: Splits into halves, however few samples are drawn.
FEWEST_SPLITS: Final = 10


@dataclass(frozen=True)
class Drawing:
    """How a study is drawn again.

    Args:
        draws: samples.
        seed: for the draws.
        workers: rankings at a time.
        halves: whether to split the units into halves as well.
    """

    draws: int = 100
    seed: int = 0
    workers: int = 2
    halves: bool = True


def draw_again(
    study: Study,
    unit: str,
    drawing: Drawing,
    progress: Callable[[int], None] | None = None,
    *,
    reference: Verdict | None = None,
) -> Repeats:
    """Rank samples of whole units.

    Args:
        study: what is drawn from.
        unit: what is drawn.
        drawing: how often, and the like.
        progress: called with the number of samples that are done.
        reference: what samples are compared with; the ranking of the study if left out.

    Raises:
        NotApplicableError: if the units are unknown, or a system has too few of them.
    """
    drawable = drawable_of(_rows(study, unit), unit)
    if drawable is None:
        raise NotApplicableError(UNKNOWN_UNIT.format(unit=unit))
    system, units = drawable.fewest(study.verdict.order)
    if units < FEWEST_TO_DRAW:
        few = FEW_UNITS if drawable.units < FEWEST_TO_DRAW else FEW_UNITS_OF
        words = {"units": counted(drawable.units, unit), "system": system, "held": counted(units, unit), "unit": unit}
        raise NotApplicableError(few.format(**words, needed=FEWEST_TO_DRAW))
    rng = Seeds(drawing.seed).stream(f"stability {unit}")
    counts = [draw_counts(drawable.units, rng) for _ in range(drawing.draws)]
    rank = rank_fast(study, unit) or rank_rows(study, drawable)
    samples = run_all(rank, counts, workers=drawing.workers, progress=progress)
    kept = [sample for sample in samples if sample is not None]
    if not kept:
        raise NotApplicableError(f"none of {drawing.draws} samples can be ranked")
    return summarise_repeats(
        study.verdict if reference is None else reference,
        kept,
        unit=unit,
        units=drawable.units,
        lost=len(samples) - len(kept),
        halves=_halves(study, drawable, drawing) if drawing.halves else (),
    )


def _rows(study: Study, unit: str) -> pl.DataFrame:
    """The judgements; documents are recovered if the recipe does so."""
    if unit == "document" and isinstance(study, RatingStudy):
        return rows_with_documents(study.analysis)
    return study.frame


def rank_rows(study: Study, drawable: Drawable | DrawableCounts) -> Callable[[Ints], Verdict | None]:
    """Every sample is ranked from its rows: whatever the recipe or the method does."""
    systems = set(study.verdict.order)

    def rank(counts: Ints) -> Verdict | None:
        try:
            verdict = study.with_frame(drawable.drawn(counts)).verdict
        except AdjudgeError:
            return None
        return verdict if set(verdict.order) == systems else None

    return rank


def rank_fast(study: Study, unit: str) -> Callable[[Ints], Verdict | None] | None:
    """The way that adds up documents once, for recipes that test by rank sums; None if the recipe needs another."""
    if unit != "document" or not isinstance(study, RatingStudy) or study.frame["document"].null_count():
        return None
    ranking = RepeatableRanking.of(study.analysis)
    if ranking is None:
        return None
    known = study.frame["document"].unique().drop_nulls().sort().to_list()
    place = {name: i for i, name in enumerate(known)}
    if any(name not in place for name in ranking.documents):
        return None
    columns = np.array([place[name] for name in ranking.documents])
    clusters = study.analysis.recipe.clusters

    def rank(counts: Ints) -> Verdict | None:
        found = ranking.replicate(counts[columns].astype(np.float64))
        if found is None:
            return None
        return Verdict.of([ranking.systems[i] for i in found.order], found.beats, clusters.rule, hide=clusters.hide)

    return rank


def _halves(study: Study, drawable: Drawable | DrawableCounts, drawing: Drawing) -> list[tuple[Verdict, Verdict]]:
    """The rankings of two disjoint halves of the units, for a quarter as many splits as samples."""
    rng, systems = Seeds(drawing.seed).stream(f"stability halves {drawable.unit}"), set(study.verdict.order)
    splits = []
    for _ in range(max(FEWEST_SPLITS, drawing.draws // 4)):
        inside = np.zeros(drawable.units, dtype=bool)
        inside[rng.permutation(drawable.units)[: drawable.units // 2]] = True
        splits.append(inside)

    def rank(inside: NDArray[np.bool_]) -> tuple[Verdict, Verdict] | None:
        try:
            first, second = (study.with_frame(part).verdict for part in drawable.parts(inside))
        except AdjudgeError:
            return None
        return (first, second) if set(first.order) == set(second.order) == systems else None

    found = run_all(rank, splits, workers=drawing.workers)
    return [pair for pair in found if pair is not None]
