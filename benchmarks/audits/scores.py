"""Scores from 0 to 100: systems, texts, people and chance, then a slider on which people like round numbers."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]

#: Points: the mean, and sds of what moves a score away from it. A text is as hard for one system as for the others up
#: to the next two; a person sees an item her own way, and once more with a difference of about 5 points (Knowles and Lo
#: 2024: the usual median between repeats).
MEAN: Final = 66.0
LENIENCY, STRETCH = 7.0, 0.18
DOCUMENT, SEGMENT = 5.0, 8.0
SYSTEM_DOCUMENT, SYSTEM_SEGMENT = 3.5, 8.0
PERSON_ITEM, OCCASION = 8.0, 5.0
DAMAGE, DAMAGE_SD, LEAST_DAMAGE = 36.0, 9.0, 15.0


class Rows(NamedTuple):
    """Codes of every rating; a segment has one code in the whole campaign, the reference is the last system."""

    annotator: Ints
    document: Ints
    segment: Ints
    system: Ints
    degraded: NDArray[np.bool_]


def drawn_scores(rows: Rows, quality: Floats, rng: np.random.Generator) -> Floats:
    """A score for every row.

    Args:
        rows: who judged what.
        quality: of every system and, last, of the reference.
        rng: what is random comes from it.
    """
    annotators, k = int(rows.annotator.max()) + 1, len(quality)
    documents, segments = int(rows.document.max()) + 1, int(rows.segment.max()) + 1
    item = (rows.annotator * segments + rows.segment) * k + rows.system
    _, seen = np.unique(item, return_inverse=True)
    damage = np.maximum(rng.normal(DAMAGE, DAMAGE_SD, len(item)), LEAST_DAMAGE)
    deviation = (
        quality[rows.system]
        + rng.normal(0, DOCUMENT, documents)[rows.document]
        + rng.normal(0, SEGMENT, segments)[rows.segment]
        + rng.normal(0, SYSTEM_DOCUMENT, (documents, k))[rows.document, rows.system]
        + rng.normal(0, SYSTEM_SEGMENT, (segments, k))[rows.segment, rows.system]
        + rng.normal(0, PERSON_ITEM, int(seen.max()) + 1)[seen]
        + rng.normal(0, OCCASION, len(item))
        - np.where(rows.degraded, damage, 0.0)
    )
    leniency = np.clip(rng.normal(0, LENIENCY, annotators), -2 * LENIENCY, 2 * LENIENCY)
    stretch = np.exp(np.clip(rng.normal(0, STRETCH, annotators), -2 * STRETCH, 2 * STRETCH))
    latent = MEAN + leniency[rows.annotator] + stretch[rows.annotator] * deviation
    return np.clip(_heaped(latent, rows.annotator, rng), 0, 100)


def _heaped(latent: Floats, annotator: Ints, rng: np.random.Generator) -> Floats:
    """Whole numbers; a share of each person's scores is on multiples of 5 or of 10."""
    people = int(annotator.max()) + 1
    tens, fives = rng.uniform(0.05, 0.35, people)[annotator], rng.uniform(0.05, 0.3, people)[annotator]
    place = rng.random(len(latent))
    grid = np.where(place < tens, 10, np.where(place < tens + fives, 5, 1))
    return np.asarray(np.round(latent / grid) * grid, dtype=np.float64)
