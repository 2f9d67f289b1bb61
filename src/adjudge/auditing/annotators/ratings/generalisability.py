"""A generalisability study: how reliable other numbers of annotators and segments would be."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import polars as pl

from adjudge.auditing.annotators.ratings.rows import DescribedRows
from adjudge.core.seeds import Seeds
from adjudge.kernels.agreement.intervals import estimates
from adjudge.kernels.generalisability.components import ComponentEstimates, CrossedRatings, Effect
from adjudge.kernels.generalisability.decision_study import Crew, DecisionStudy, Design
from adjudge.scoring.model_factors import level_codes

ANNOTATORS: Final = (1, 2, 3)
SEGMENTS: Final = (100, 500, 1000)
#: `different` is how campaigns are run: every segment has annotators of its own.
CREWS: Final[tuple[Crew, ...]] = ("different", "same")
#: Share of the documents that two systems or more must have been rated on.
MOSTLY: Final = 0.5
#: Draws of documents behind the intervals; they move the ends by about .01.
MOST_DRAWS: Final = 200


@dataclass(frozen=True)
class VarianceShare:
    """One source of variance.

    Args:
        effect: such as `system`, `annotator` or `system:annotator` (some annotators prefer some systems).
        variance: in squared points; below 0 where the true one is near 0.
        share: of the sum of all that are not negative.
    """

    effect: Effect
    variance: float
    share: float


@dataclass(frozen=True)
class PredictedReliability:
    """The reliability of system scores in another design.

    Args:
        annotators: ratings of each output.
        segments: segments, the same for all systems.
        crew: `different` annotators for every segment, or the `same` for all.
        generalisability: share of the variance of differences between systems that is not error.
        low: lower end of its interval.
        high: upper end.
        dependability: the same of the scores themselves, which also depend on who judged what.
    """

    annotators: int
    segments: int
    crew: Crew
    generalisability: float
    low: float | None
    high: float | None
    dependability: float


@dataclass(frozen=True)
class Generalisability:
    """Where the variance comes from, and what other designs would give.

    Args:
        variances: of every effect that the ratings can show.
        dropped: effects that they cannot show.
        predicted: the reliability of other designs.
    """

    variances: tuple[VarianceShare, ...]
    dropped: tuple[Effect, ...]
    predicted: tuple[PredictedReliability, ...]


def generalise(rows: DescribedRows, *, draws: int, level: float, seeds: Seeds) -> Generalisability | None:
    """Variance components and a decision study; definitions in `kernels.generalisability`.

    Nothing is predicted where most documents (segments, if documents are unknown) were rated for one system only: then
    systems cannot be told from what they were rated on, and any prediction would be a guess. Nor is anything predicted
    for more than one annotator where no output has two ratings: what a second one adds cannot be known.

    Checked against: the kernel, with the formulas written out (tests/recovery/test_generalisability.py); a simulated
    campaign of known variances (tests/recovery/test_annotators.py).

    Returns:
        None if the ratings cannot show a variance of systems: one system, or scores that are all equal.
    """
    crossed = _crossed(rows)
    components = ComponentEstimates(crossed)
    most = max(ANNOTATORS) if "system:segment" in components.kept else 1
    people = [n for n in ANNOTATORS if n <= most]
    designs = [Design(n, segments, crew) for crew in CREWS for n in people for segments in SEGMENTS]
    study = DecisionStudy(components, designs)
    if study.reason is not None:
        return None
    rng = seeds.stream("generalisability")
    found = estimates(study, rng, draws=min(draws, MOST_DRAWS), level=level, method="percentile")
    variances = components.variances
    total = sum(max(0.0, value) for value in variances.values()) or 1.0
    nested = "system:document" in components.dropped and rows.by_document
    told = _compared(crossed) and not nested
    predicted = [
        PredictedReliability(*design, one.value, one.low, one.high, other.value)
        for design, one, other in zip(designs, found[::2], found[1::2], strict=True)
        if one.value is not None and other.value is not None and told
    ]
    return Generalisability(
        tuple(VarianceShare(effect, value, max(0.0, value) / total) for effect, value in variances.items()),
        components.dropped,
        tuple(predicted),
    )


def _compared(crossed: CrossedRatings) -> bool:
    """Whether most documents were rated for two systems or more."""
    systems = int(crossed.system.max()) + 1
    met = np.unique(crossed.place * systems + crossed.system) // systems
    return bool((np.bincount(met) > 1).mean() >= MOSTLY)


def _crossed(rows: DescribedRows) -> CrossedRatings:
    """The ratings, repeats averaged, by system, segment, annotator and document."""
    frame = rows.frame
    where = ["document", "segment"] if "document" in frame.columns else ["segment"]
    segments = pl.Series("_segment", level_codes(frame, *where))
    averaged = (
        frame.with_columns(segments)
        .group_by("annotator", "_item")
        .agg(pl.col("score").mean(), pl.col("_segment", "_unit", "system").first())
        .sort("_item", "annotator")
    )
    document = _from_zero(averaged["_unit"]) if rows.by_document else None
    return CrossedRatings(
        score=averaged["score"].to_numpy(),
        system=level_codes(averaged, "system"),
        segment=_from_zero(averaged["_segment"]),
        annotator=level_codes(averaged, "annotator"),
        document=document,
    )


def _from_zero(codes: pl.Series) -> np.ndarray:
    return np.unique(codes.to_numpy(), return_inverse=True)[1].astype(np.intp)
