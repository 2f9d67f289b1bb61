"""A thousand times the whole ranking on documents drawn anew: 300,000 ratings of 20 systems.

The peer orders the systems of one draw by the usual steps, as a script would do it, without tests and lines; its time
for a thousand draws is extrapolated from ten.
"""

from __future__ import annotations

import numpy as np
import polars as pl

import adjudge
from adjudge.core.recipes.built_in import RECIPES
from adjudge.ranking.ratings.pipeline import analyse
from adjudge.ranking.ratings.repeating.resampling import resample
from benchmarks.campaigns import simulated
from benchmarks.timing import print_ratio, seconds

DRAWS, PEER_DRAWS = 1000, 10


def _peer(frame: pl.DataFrame) -> None:
    """One replicate: join the drawn documents, then standardise, average and order."""
    documents = frame["document"].unique().sort()
    drawn = documents.sample(len(documents), with_replacement=True, seed=0)
    copies = pl.DataFrame({"document": drawn, "copy": np.arange(len(drawn))})
    again = frame.join(copies, on="document").with_columns(document=pl.format("{}-{}", "document", "copy")).drop("copy")
    _ = analyse(adjudge.Ratings(again), "wmt-da").estimate.order


def main() -> None:
    """Print seconds for a thousand replicates, and the ratio to the peer."""
    ratings = adjudge.Ratings(simulated("wmt20", {"systems.count": "19"}, ratings=300_000).table.frame)
    print(f"{len(ratings):,} ratings of {ratings.frame['system'].n_unique()} systems, {DRAWS:,} draws of the documents")
    ours = seconds(lambda: resample(ratings, RECIPES["wmt-da"], draws=DRAWS))
    peer = sum(seconds(lambda: _peer(ratings.frame)) for _ in range(PEER_DRAWS)) * DRAWS / PEER_DRAWS
    print(f"  adjudge {ours:.1f} s with all tests and lines; peer without tests {peer:.0f} s (extrapolated)")
    print_ratio(("peer", peer), ("adjudge", ours))


if __name__ == "__main__":
    main()
