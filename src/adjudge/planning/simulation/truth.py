"""What is true in a simulated campaign: the quality of systems and outputs, and who the annotators are.

The true quality of the output of system s for segment g of document d is

    T[s, g] = Q[s] - share[s] * (D[d] + E[g]) + A[s, d] + B[s, g]

with the system's quality Q, the difficulties D of the document and E of the segment, the system-by-document
effect A and the residual B, all normal around zero; share is 1 for machines and `human_share` for a human
translation.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import polars as pl
from numpy.typing import NDArray

from adjudge.core.seeds import Seeds
from adjudge.planning.simulation.spec import SimulationSpec, SystemModel, TextModel

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

EXPECTED_SCORE: Final = (
    "The quality of a system is the mean score, in points, that annotators without leniency, stretch, "
    "limits of range, curve, tick marks, noise or slips would give to its outputs of endlessly many "
    "documents, before scores are cut off at 0 and 100. The column on_these_texts is that mean over the texts "
    "of this campaign."
)


@dataclass(frozen=True)
class World:
    """The systems, the texts and the true quality of every output, as arrays.

    Args:
        names: names of the systems.
        quality: their true quality, Q.
        starts: index of the first segment of every document.
        lengths: segments in every document.
        document_difficulty: D.
        segment_difficulty: E.
        outputs: T, systems by segments.
        references: true quality of the reference of every segment when it is shown as a control item.
    """

    names: list[str]
    quality: Floats
    starts: Ints
    lengths: Ints
    document_difficulty: Floats
    segment_difficulty: Floats
    outputs: Floats
    references: Floats

    @property
    def document_of(self) -> Ints:
        """The document of every segment."""
        return np.repeat(np.arange(len(self.lengths)), self.lengths)

    @property
    def segments(self) -> int:
        """Number of segments in all documents."""
        return int(self.lengths.sum())


def draw_world(spec: SimulationSpec, seeds: Seeds) -> World:
    """Draw systems, documents and the true quality of every output.

    Args:
        spec: checked parameters.
        seeds: the seed of the campaign.
    """
    names, quality = draw_systems(spec.systems, seeds)
    humans = int(spec.systems.human is not None)
    return world_of(names, quality, _draw_lengths(spec.texts, seeds), humans=humans, texts=spec.texts, seeds=seeds)


def world_of(names: list[str], quality: Floats, lengths: Ints, *, humans: int, texts: TextModel, seeds: Seeds) -> World:
    """The true quality of every output of systems whose quality is known.

    Args:
        names: of the systems, human translations last.
        quality: their true qualities.
        lengths: segments in every document.
        humans: how many of them are human translations, which feel less of the difficulty.
        texts: how difficult documents and segments are.
        seeds: the seed of the campaign.
    """
    count, segments = len(quality), int(lengths.sum())
    documents = seeds.stream("documents").normal(0, texts.document_sd, len(lengths))
    difficulty = seeds.stream("segments").normal(0, texts.segment_sd, segments)
    by_document = seeds.stream("system-document").normal(0, texts.system_document_sd, (len(lengths), count)).T
    residual = seeds.stream("system-segment").normal(0, texts.system_segment_sd, (segments, count)).T
    hard = np.repeat(documents, lengths) + difficulty
    share = np.ones(count)
    share[count - humans :] = texts.human_share
    outputs = quality[:, None] - share[:, None] * hard + np.repeat(by_document, lengths, axis=1) + residual
    return World(
        names,
        quality,
        np.cumsum(lengths) - lengths,
        lengths,
        documents,
        difficulty,
        outputs,
        texts.reference_quality - texts.human_share * hard,
    )


def draw_systems(model: SystemModel, seeds: Seeds) -> tuple[list[str], Floats]:
    """Names and true qualities; the human translation comes last."""
    count = model.machines
    rng = seeds.stream("systems")
    if model.qualities:
        quality = np.array(model.qualities, dtype=np.float64)
    elif model.shape == "even":
        # Shuffled, so that the order of the names tells nothing about the order of quality.
        half = model.width / 2
        quality = rng.permutation(np.linspace(model.mean - half, model.mean + half, count))
    else:
        quality = rng.normal(model.mean, model.width / 3.92, count)
    names = list(model.names) or [f"system-{i:0{len(str(count))}d}" for i in range(1, count + 1)]
    if model.human is not None:
        return [*names, "human"], np.append(quality, model.human)
    return names, quality


def _draw_lengths(texts: TextModel, seeds: Seeds) -> Ints:
    """Lengths of documents: log-normal with the given mean and sd, rounded, within bounds."""
    variance = np.log1p((texts.length_sd / texts.length_mean) ** 2)
    rng = seeds.stream("lengths")
    drawn = rng.lognormal(np.log(texts.length_mean) - variance / 2, np.sqrt(variance), texts.documents)
    return np.clip(np.rint(drawn), texts.length_min, texts.length_max).astype(np.int64)


@dataclass(frozen=True, eq=False)
class Truth:
    """The known answer to a simulated campaign.

    Args:
        systems: `system`, `quality`, `rank` (1 = best; equal qualities share the better rank),
            `on_these_texts` (mean true quality of its outputs in this campaign).
        annotators: one row each with their parameters; see `adjudge.planning.simulation.annotators`.
        sessions: `session`, `annotator`; kept here even if the table does not name the annotators.
        documents: `document`, `segments`, `difficulty`.
        segments: `document`, `segment`, `difficulty` (of the segment alone).
        expected_score: in words, what `quality` is.
        spec: the parameters.
        seed: the seed.
    """

    systems: pl.DataFrame
    annotators: pl.DataFrame
    sessions: pl.DataFrame
    documents: pl.DataFrame
    segments: pl.DataFrame
    spec: SimulationSpec
    seed: int
    expected_score: str = EXPECTED_SCORE

    def to_dict(self) -> dict[str, Any]:
        """The truth as plain data, without the difficulties of segments, which the seed brings back."""
        return {
            "schema": "adjudge.truth/1",
            "seed": self.seed,
            "expected_score": self.expected_score,
            "systems": self.systems.to_dicts(),
            "annotators": self.annotators.to_dicts(),
            "sessions": dict(zip(self.sessions["session"], self.sessions["annotator"], strict=True)),
            "documents": self.documents.to_dicts(),
            "spec": self.spec.to_dict(),
        }


def document_names(count: int) -> list[str]:
    """Names of documents: `doc-001`, `doc-002`, ..."""
    return [f"doc-{i:0{max(3, len(str(count)))}d}" for i in range(1, count + 1)]


def segment_numbers(world: World) -> Ints:
    """The number of every segment in its document, from 1."""
    return np.arange(world.segments) - np.repeat(world.starts, world.lengths) + 1


def frames_of(world: World) -> tuple[pl.DataFrame, pl.DataFrame, pl.DataFrame]:
    """The frames `systems`, `documents` and `segments` of a truth."""
    quality = pl.Series(world.quality)
    systems = pl.DataFrame(
        {
            "system": world.names,
            "quality": quality,
            "rank": quality.rank("min", descending=True).cast(pl.Int64),
            "on_these_texts": world.outputs.mean(axis=1),
        }
    )
    names = document_names(len(world.lengths))
    documents = pl.DataFrame({"document": names, "segments": world.lengths, "difficulty": world.document_difficulty})
    segments = pl.DataFrame(
        {
            "document": pl.Series(names).gather(world.document_of),
            "segment": pl.Series(segment_numbers(world)).cast(pl.String),
            "difficulty": world.segment_difficulty,
        }
    )
    return systems.sort("rank", "system"), documents, segments
