"""Time arena-rank on comparisons in a Parquet file, under the Python of the peers: `peer_arena_rank.py FILE ROUNDS`.

Prints JSON: seconds of loading the comparisons and fitting, round by round, and the strengths. Reading the file is not
timed; the first round compiles and is left out.
"""

from __future__ import annotations

import json
import sys
import time

import pandas as pd
from arena_rank.models.bradley_terry import BradleyTerry
from arena_rank.utils.data_utils import PairDataset


def main(path: str, rounds: int) -> None:
    """Fit the comparisons once to warm up, then as often as asked for."""
    frame = pd.read_parquet(path)
    seconds, strengths = [], {}
    for _ in range(rounds + 1):
        start = time.perf_counter()
        data = PairDataset.from_pandas(frame)
        fitted = BradleyTerry(len(data.competitors)).fit(data)
        strengths = dict(zip(data.competitors, fitted.params["ratings"].tolist(), strict=True))
        seconds.append(time.perf_counter() - start)
    print(json.dumps({"seconds": seconds[1:], "strengths": strengths}))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
