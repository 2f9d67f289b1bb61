"""A drawn campaign: its rows, its texts, and the truth behind them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, Self

import numpy as np
import polars as pl

from adjudge import Comparisons, Ratings, Texts

#: Invented names that say nothing about quality, and of which none is a part of another.
SYSTEMS: Final[tuple[str, ...]] = (
    *("alder", "birch", "cedar", "durian", "elm", "fir", "ginkgo", "hazel", "ivy", "juniper"),
    *("katsura", "larch", "maple", "nutmeg", "olive", "poplar", "quince", "rowan", "spruce", "teak"),
)
REFERENCE: Final = "reference"


@dataclass(frozen=True, eq=False)
class Campaign:
    """Judgements and what they were drawn from.

    Args:
        frame: rows of `Ratings` or `Comparisons`.
        quality: system -> true quality, in points or units of utility.
        texts: rows of `Texts`; None if none are at hand.
        moments: means and sds of annotators if the campaign was released as z-scores; see `benchmarks.audits.release`.
    """

    frame: pl.DataFrame
    quality: dict[str, float]
    texts: pl.DataFrame | None = None
    moments: pl.DataFrame | None = None

    @property
    def is_votes(self) -> bool:
        """Whether these are comparisons."""
        return "outcome" in self.frame.columns

    @property
    def systems(self) -> list[str]:
        """The systems, the best first."""
        return sorted(self.quality, key=lambda name: -self.quality[name])

    def names(self, column: str) -> list[str]:
        """The values of a column, sorted."""
        return self.frame[column].drop_nulls().unique().sort().to_list()

    def table(self) -> Ratings | Comparisons:
        """The rows as the toolkit takes them."""
        return Comparisons.check(self.frame) if self.is_votes else Ratings.check(self.frame)

    def checked_texts(self) -> Texts | None:
        """The texts as the toolkit takes them."""
        return None if self.texts is None else Texts.check(self.texts)

    def with_rows(self, frame: pl.DataFrame) -> Self:
        """The same campaign with other rows."""
        return replace(self, frame=frame)

    def with_scores(self, scores: pl.Expr) -> Self:
        """The same campaign with other scores, rounded and kept on the scale from 0 to 100."""
        return self.with_rows(self.frame.with_columns(score=scores.round().clip(0, 100)))


def drawn_qualities(systems: int, width: float, rng: np.random.Generator, *, tie: bool) -> dict[str, float]:
    """Qualities about equally far apart, in random order of names; a tie puts two neighbours next to each other."""
    places = np.arange(systems) + rng.uniform(-0.3, 0.3, systems)
    if tie and systems > 2:  # two systems alone would be a campaign about nothing
        upper = int(rng.integers(1, systems))
        places[upper] = places[upper - 1] + 0.03
    quality = (places - places.mean()) * width / max(systems - 1, 1)
    return dict(zip(rng.permutation(np.array(SYSTEMS[:systems])).tolist(), quality.tolist(), strict=True))
