"""What does the default test make of one more annotator, who judges a few documents of a campaign again?

Who judges what is that of one campaign of a preset of `adjudge.simulate`, in which every output has one judge. Scores
are drawn from the mixed model. Of the variances of system by document and of the residual a share is the output's own,
and the same for all annotators; the rest is new for every annotator. The campaign is ranked without and with one more
annotator, who judges as many outputs again as the others did on average, through the documents in random order.
"""

from __future__ import annotations

from functools import partial
from typing import Final, NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

from adjudge import Ratings, simulate
from adjudge.planning.pilot.base import AnalysedPilot
from adjudge.planning.pilot.outlooks import of_pilot
from adjudge.planning.simulation.presets import preset
from adjudge.planning.simulation.settings import with_settings
from adjudge.ranking.ratings.pipeline import analyse
from benchmarks.designs.running import mean_cell, print_rows, read_options
from benchmarks.study import SeedPool

SIZE: Final = {"systems.count": "9", "texts.documents": "30", "annotators.count": "12", "sessions.count": "25"}
#: Standard deviations of systems, annotators, documents, segments, system by document, and the residual: what the model
#: finds in a campaign of `wmt20`, on half of the scale, so that hardly a score is cut off.
SYSTEM, ANNOTATOR, DOCUMENT, SEGMENT, CELL, RESIDUAL = 3.4, 3.6, 1.7, 4.4, 5.0, 9.0
SHARES: Final = {"nothing": 0.0, "half": 0.5, "all": 1.0}
#: A preset and the share that annotators have in common.
ROWS: Final = {f"{name}: {word}": (name, share) for name in ("wmt20", "balanced") for word, share in SHARES.items()}
COLUMNS: Final = ["shared", "pairs separated before", "after", "difference", "width before", "after", "difference"]


class Found(NamedTuple):
    """Numbers of separated pairs and median widths of intervals, before and after."""

    before: float
    after: float
    width_before: float
    width_after: float


def layout(name: str) -> pl.DataFrame:
    """Who judges what: outputs of one campaign, each with its first judge."""
    table = simulate(with_settings(preset(name), SIZE), seed=1).ratings
    if table is None:
        msg = "presets are of ratings"
        raise ValueError(msg)
    outputs = table.frame.filter(kind="system").unique(["system", "document", "segment"], maintain_order=True)
    return outputs.select("annotator", "system", "document", "segment")


def with_one_more(frame: pl.DataFrame, rng: np.random.Generator) -> pl.DataFrame:
    """Further judgements of outputs that are there, below the others."""
    documents = rng.permutation(frame["document"].unique().sort().to_numpy()).tolist()
    turn = pl.col("document").replace_strict(documents, range(len(documents)))
    again = frame.sort(turn, "segment", "system").head(round(frame.height / frame["annotator"].n_unique()))
    return pl.concat([frame, again.with_columns(annotator=pl.lit("one more"))])


def scored(frame: pl.DataFrame, share: float, rng: np.random.Generator) -> pl.DataFrame:
    """Scores from the model."""

    def effect(sd: float, *of: str) -> NDArray[np.float64]:
        place = frame.select(pl.struct(of).rank("dense"))[:, 0].to_numpy() - 1
        return np.asarray(rng.normal(0, sd, int(place.max()) + 1)[place])

    own, new = np.sqrt([share, 1 - share])
    score = 50 + effect(SYSTEM, "system") + effect(ANNOTATOR, "annotator") + effect(DOCUMENT, "document")
    score += effect(SEGMENT, "document", "segment")
    score += own * effect(CELL, "system", "document") + new * effect(CELL, "system", "document", "annotator")
    score += own * effect(RESIDUAL, "system", "document", "segment") + new * rng.normal(0, RESIDUAL, frame.height)
    return frame.with_columns(score=pl.Series(np.clip(score, 0, 100)))


def campaign(row: tuple[str, float], seed: int) -> Found:
    """Without and with one more annotator."""
    rng = np.random.default_rng([seed, 8_123])
    name, share = row
    before = layout(name)
    whole = scored(with_one_more(before, rng), share, rng)
    outlooks = [
        of_pilot(AnalysedPilot.of(analyse(Ratings.check(frame), seed=seed)))
        for frame in (whole.head(before.height), whole)
    ]
    number, width = ([getattr(one, name) for one in outlooks] for name in ("expected", "width"))
    return Found(*number, *width)


def cells(name: str, found: list[Found]) -> list[str]:
    """One row of the table."""
    before, after, narrow, wide = (list(column) for column in zip(*found, strict=True))
    numbers = [before, after, np.subtract(after, before), narrow, wide, np.subtract(wide, narrow)]
    return [name, *(mean_cell(list(values)) for values in numbers)]


def main() -> None:
    """Run the study."""
    seeds, rows = read_options(__doc__, range(750_000, 750_200), ROWS)
    print(
        "Separated pairs of 45, and median widths of intervals, without and with one more annotator (standard error)\n"
    )
    with SeedPool(seeds) as pool:
        print_rows(COLUMNS, (cells(name, pool.run(partial(campaign, row), name)) for name, row in rows.items()))


if __name__ == "__main__":
    main()
