"""Draw a campaign: who judges what, effects, scores."""

from __future__ import annotations

import math
from typing import Final, NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

from benchmarks.designs.assignments import assign
from benchmarks.designs.design import Design

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]

#: Bounds of a scale, as in the column `scale`.
BOUNDS: Final = {"slider": "0..100", "points": "1..5", "penalties": "-25..0", "open": "-1000..1000"}


class Campaign(NamedTuple):
    """Ratings and the truth behind them.

    Args:
        frame: what `adjudge.rank` takes.
        quality: system -> true mean before scores are put on the scale, in the order of `Design.quality`.
    """

    frame: pl.DataFrame
    quality: dict[str, float]


class _Rows(NamedTuple):
    """Codes of every rating; a segment has one code in the whole campaign."""

    document: Ints
    segment: Ints
    system: Ints
    annotator: Ints
    session: Ints


def draw(design: Design, seed: int) -> Campaign:
    """The campaign of this seed; names of systems say nothing about their quality."""
    rng = np.random.default_rng([seed, 7_151])
    low, high = design.length
    lengths = np.exp(rng.uniform(math.log(low), math.log(high + 1), design.documents)).astype(np.intp)
    lengths = np.clip(lengths, low, high)
    tasks = assign(design, lengths, rng)
    task = np.repeat(np.arange(len(tasks.document)), lengths[tasks.document])
    starts = np.cumsum(lengths) - lengths
    firsts = np.cumsum(lengths[tasks.document]) - lengths[tasks.document]
    document = tasks.document[task]
    segment = starts[document] + np.arange(len(task)) - firsts[task]
    rows = _Rows(document, segment, tasks.system[task], tasks.annotator[task], tasks.session[task])
    quality = np.array(design.quality or [0.0] * design.systems)
    score = _scores(design, rows, quality, int(lengths.sum()), rng)
    names = [f"system-{i:02d}" for i in rng.permutation(design.systems)]
    truth = dict(zip(names, (design.mean + quality).tolist(), strict=True))
    return Campaign(_frame(design, rows, names, score), truth)


def _scores(design: Design, rows: _Rows, quality: Floats, segments: int, rng: np.random.Generator) -> Floats:
    """Scores on the scale of the design."""
    k = design.systems
    leniency = rng.normal(0, design.leniency, design.annotators)
    stretch = np.exp(rng.normal(0, design.stretch, design.annotators))
    taste = rng.normal(0, design.taste, (design.annotators, k))
    factor = np.array(design.variances or [1.0] * k)
    shape = design.documents, k
    by_document = rng.exponential(1, shape) - 1 if design.skewed else rng.normal(size=shape)
    of_system = (
        design.system_document * by_document[rows.document, rows.system]
        + rng.normal(0, design.system_segment, (segments, k))[rows.segment, rows.system]
        + _noise(design, len(rows.system), rng)
    )
    deviation = (
        quality[rows.system]
        + taste[rows.annotator, rows.system]
        + rng.normal(0, design.document, design.documents)[rows.document]
        + rng.normal(0, design.segment, segments)[rows.segment]
        + factor[rows.system] * of_system
    )
    latent = design.mean + leniency[rows.annotator] + stretch[rows.annotator] * deviation
    grid = rng.choice([10, 10, 25, 1], design.annotators) if design.ticks else np.ones(design.annotators)
    return _on_scale(design, latent, grid[rows.annotator])


def _noise(design: Design, n: int, rng: np.random.Generator) -> Floats:
    if design.heavy:
        return np.asarray(design.noise * rng.standard_t(3, n) / math.sqrt(3))  # the variance of t(3) is 3
    return rng.normal(0, design.noise, n)


def _on_scale(design: Design, latent: Floats, grid: Floats) -> Floats:
    """Put scores on the scale; every map is monotone, so that the order of systems remains true."""
    if design.scale == "points":
        score = np.clip(np.floor(latent / 20) + 1, 1, 5)
    elif design.scale == "penalties":  # two thirds are 0, a twelfth above 5
        score = 0 - np.clip(np.round(np.expm1((65 - latent) / 14)), 0, 25)
    elif design.scale == "open":
        score = np.round(latent)
    else:
        score = np.clip(np.round(latent / grid) * grid, 0, 100)
    return np.asarray(score, dtype=np.float64)


def _frame(design: Design, rows: _Rows, names: list[str], score: Floats) -> pl.DataFrame:
    def named(word: str, codes: Ints) -> pl.Series:
        return pl.Series([f"{word}-{i:04d}" for i in range(int(codes.max()) + 1)]).gather(codes)

    frame = pl.DataFrame(
        {
            "annotator": named("annotator", rows.annotator),
            "session": named("session", rows.session),
            "system": pl.Series(names).gather(rows.system),
            "document": named("document", rows.document),
            "segment": named("segment", rows.segment),
            "kind": pl.Series(["system"]).gather(np.zeros_like(rows.system)),
            "score": score,
        }
    )
    if not design.known:
        frame = frame.with_columns(document=pl.lit(None, pl.String))
    return frame if design.scale == "slider" else frame.with_columns(scale=pl.lit(BOUNDS[design.scale]))
