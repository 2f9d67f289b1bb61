"""Documents to units: what is shown at once. Parts of long documents, snippets, whole documents."""

from __future__ import annotations

import itertools
from dataclasses import dataclass

import numpy as np
import polars as pl


@dataclass(frozen=True)
class Piece:
    """A run of segments of a document.

    Args:
        document: its name.
        first: index of its first segment in the document.
        length: segments.
    """

    document: str
    first: int
    length: int


def parts_of(documents: dict[str, int], limit: int) -> list[Piece]:
    """Whole documents; those longer than the limit in parts of about equal length.

    Parts of one document differ by one segment at most, and there are as few as the limit allows. They keep the name of
    the document, because they are no independent sample: a system that fails at a text fails at all of its parts.

    Args:
        documents: segments of each.
        limit: most segments of a part.
    """
    pieces = list[Piece]()
    for name, length in documents.items():
        count = -(-length // limit)
        ends = [length * part // count for part in range(count + 1)]
        pieces += [Piece(name, start, end - start) for start, end in itertools.pairwise(ends)]
    return pieces


def snippets_of(documents: dict[str, int], limit: int, rng: np.random.Generator) -> list[Piece]:
    """A random run of consecutive segments of every document that is longer than the limit; short ones whole.

    Args:
        documents: segments of each.
        limit: segments of a snippet.
        rng: random numbers.
    """
    pieces = []
    for name, length in documents.items():
        first = int(rng.integers(length - limit + 1)) if length > limit else 0
        pieces.append(Piece(name, first, min(length, limit)))
    return pieces


def context_of(pieces: list[Piece], documents: dict[str, int], most: int) -> pl.DataFrame:
    """Segments around units: `unit`, `side`, `place` (from 0, in reading order), `document`, `index` of the segment.

    Args:
        pieces: the units.
        documents: segments of each document.
        most: segments on each side.
    """
    rows = []
    for unit, piece in enumerate(pieces):
        end = piece.first + piece.length
        before = range(max(0, piece.first - most), piece.first)
        after = range(end, min(documents[piece.document], end + most))
        for side, indices in (("before", before), ("after", after)):
            rows += [(unit, side, place, piece.document, index) for place, index in enumerate(indices)]
    schema = {"unit": pl.Int64, "side": pl.String, "place": pl.Int64, "document": pl.String, "index": pl.Int64}
    return pl.DataFrame(rows, schema=schema, orient="row")
