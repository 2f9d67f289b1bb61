"""A thousand times the whole ranking on documents drawn anew: 300,000 ratings of 20 systems.

The peer ranks one draw with the same steps in polars and the same tests, as a script would do it; its time for a
thousand draws is extrapolated from ten.
"""

from __future__ import annotations

import time

import numpy as np
import polars as pl

from adjudge.core.recipes import BUILT_IN
from adjudge.planning.simulation.presets import preset
from adjudge.planning.simulation.settings import with_settings
from adjudge.planning.simulation.simulate import simulate
from adjudge.ranking.ratings.pipeline import score_rows, system_order
from adjudge.ranking.ratings.resampling import resample

DRAWS, PEER_DRAWS = 1000, 10


def _peer(frame: pl.DataFrame) -> None:
    """One replicate: join the drawn documents, then standardise, average and order."""
    recipe = BUILT_IN["wmt-da"]
    documents = frame["document"].unique().sort()
    drawn = documents.sample(len(documents), with_replacement=True, seed=0)
    copies = pl.DataFrame({"document": drawn, "copy": np.arange(len(drawn))})
    again = frame.join(copies, on="document").with_columns(document=pl.format("{}-{}", "document", "copy")).drop("copy")
    system_order(score_rows(again, recipe)[0], recipe)


def main() -> None:
    """Print seconds for a thousand replicates, and the ratio to the peer."""
    table = simulate(with_settings(preset("wmt20"), {"systems.count": "19"}).scaled(300_000), seed=0).table
    ratings = table.with_frame(table.frame)
    print(f"{len(ratings):,} ratings of {ratings.frame['system'].n_unique()} systems, {DRAWS:,} draws of the documents")
    start = time.perf_counter()
    resample(ratings, BUILT_IN["wmt-da"], draws=DRAWS)  # type: ignore[arg-type]
    ours = time.perf_counter() - start
    start = time.perf_counter()
    for _ in range(PEER_DRAWS):
        _peer(ratings.frame)
    peer = (time.perf_counter() - start) * DRAWS / PEER_DRAWS
    print(f"  adjudge {ours:.1f} s with all tests and lines; peer without tests {peer:.0f} s (extrapolated)")
    print(f"  peer / adjudge: {peer / ours:.1f}")


if __name__ == "__main__":
    main()
