"""Tiny campaigns built in code: tests say what matters and leave the rest to the builder."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

import numpy as np
import polars as pl
from hypothesis import strategies as st

from adjudge.core.tables import Ratings

Known = TypeVar("Known")


def known(value: Known | None) -> Known:
    """A value that must be there."""
    assert value is not None
    return value


def ratings(rows: Sequence[Mapping[str, object]] | Mapping[str, Sequence[object]]) -> Ratings:
    """Checked ratings from rows or columns; annotator, session and document are filled in if absent."""
    frame = pl.DataFrame(rows)
    for name in ("annotator", "session", "document"):
        if name not in frame.columns:
            frame = frame.with_columns(pl.lit(f"{name}-1").alias(name))
    if "kind" not in frame.columns:
        frame = frame.with_columns(kind=pl.lit("system"))
    return Ratings.check(frame)


def campaign(
    qualities: Sequence[float],
    *,
    documents: int = 12,
    length: int = 4,
    annotators: int = 3,
    noise: float = 10.0,
    seed: int = 0,
) -> Ratings:
    """Every system on every segment, annotators by turns; system i has true mean 50 + qualities[i]."""
    rng = np.random.default_rng(seed)
    rows = [
        {
            "annotator": f"annotator-{(document + segment) % annotators}",
            "session": f"session-{document}",
            "system": f"system-{system}",
            "document": f"document-{document}",
            "segment": str(segment),
            "kind": "system",
            "score": float(np.clip(np.round(50 + quality + rng.normal(0, noise)), 0, 100)),
        }
        for document in range(documents)
        for segment in range(length)
        for system, quality in enumerate(qualities)
    ]
    return Ratings.check(pl.DataFrame(rows))


@st.composite
def small_campaigns(draw: st.DrawFn) -> Ratings:
    """Ratings of a few systems by a few annotators with whole scores, so that ties are common."""
    systems = draw(st.integers(2, 4))
    size = draw(st.integers(8, 40))
    picks = st.tuples(st.integers(0, systems - 1), st.integers(0, 2), st.integers(0, 2), st.integers(0, 3))
    chosen = draw(st.lists(picks, min_size=size, max_size=size, unique=True))
    scores = draw(st.lists(st.integers(0, 100), min_size=len(chosen), max_size=len(chosen)))
    # Every annotator gets both ends of the scale, so that all of them have spread.
    fixed = [(s, a, 9, e) for s in range(systems) for a in range(3) for e in (0, 1)]
    rows = [
        {"annotator": f"a{a}", "system": f"s{s}", "document": f"d{d}", "segment": str(g), "score": float(x)}
        for (s, a, d, g), x in zip([*chosen, *fixed], [*scores, *([0, 100] * (len(fixed) // 2))], strict=True)
    ]
    return ratings(rows)
