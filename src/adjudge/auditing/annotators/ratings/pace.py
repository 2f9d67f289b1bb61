"""Speed: how long annotators took for a rating, and how much was done faster than anybody reads."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import polars as pl
from numpy.typing import NDArray

from adjudge.auditing.annotators.ratings.rows import DescribedRows

Ints = NDArray[np.intp]
Bools = NDArray[np.bool_]

#: Silent reading is about 4 words a second (Brysbaert 2019: 238 words a minute), so 2 seconds are eight words of source
#: and translation together. In the calibration tasks of WMT22, 4 % of the ratings are faster.
FASTEST: Final = 2.0
#: Some short or repeated segments take no time: a fifth of all judgements is another matter.
OFTEN: Final = 0.2
#: With fewer ratings a share says little.
FEWEST_TIMED: Final = 20
#: Chance that anybody is named in a campaign in which nobody is faster than the others.
FAST_LEVEL: Final = 0.01


@dataclass(frozen=True)
class Pace:
    """Seconds from the start of a rating to its end.

    Args:
        timed: ratings with both times.
        median: median number of seconds.
        fast: share of ratings that took less than 2 seconds.
    """

    timed: int
    median: float
    fast: float


def paces(rows: DescribedRows) -> dict[str, Pace]:
    """The pace of every annotator with times, by name; ratings that end before they start are not timed."""
    if not {"started", "ended"} <= set(rows.frame.columns):
        return {}
    seconds = pl.col("ended") - pl.col("started")
    table = (
        rows.frame.select("annotator", seconds=seconds)
        .filter(pl.col("seconds") >= 0)
        .group_by("annotator")
        .agg(timed=pl.len(), median=pl.col("seconds").median(), fast=(pl.col("seconds") < FASTEST).mean())
    )
    return {row.pop("annotator"): Pace(**row) for row in table.iter_rows(named=True)}


def often_fast(fast: Ints, timed: Ints) -> Bools:
    """Who was faster than one can read much more often than the others.

    Definition: with 20 timed ratings or more, a fifth or more of them fast, and a binomial test that rejects twice the
    rate of the others (at least a tenth) at .01, shared by all. Nobody, if half of all ratings are fast: then
    the segments of a document were saved at once. `adjudge check` (AJ413) and `adjudge annotators` (AJ535) both ask
    this function.

    Checked against: `scipy.stats.binomtest` (tests/unit).

    Args:
        fast: ratings of each annotator below two seconds.
        timed: ratings with times.
    """
    from scipy.special import bdtrc

    enough = timed >= FEWEST_TIMED
    timed, fast = np.where(enough, timed, 0), np.where(enough, fast, 0)
    if 2 * fast.sum() >= timed.sum():
        return np.zeros(len(fast), dtype=np.bool_)
    others = timed.sum() - timed
    rate = np.where(others > 0, (fast.sum() - fast) / np.maximum(others, 1), 0.0)
    p = bdtrc(fast - 1, timed, np.minimum(np.maximum(2 * rate, OFTEN / 2), 1.0))
    return np.asarray(enough & (fast >= OFTEN * timed) & (p < FAST_LEVEL / max(1, int(enough.sum()))))
