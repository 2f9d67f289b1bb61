"""How many repeats does the check by repeats need? Shares of careful annotators and of random clickers who pass.

`python -m benchmarks.study_repeats --seeds 4` simulates crowds in the manner of WMT18, a third of them clicking at
random, with different numbers of sessions each, and prints a table for the documentation.
"""

from __future__ import annotations

import argparse
import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
import polars as pl

from adjudge.core.recipes import Filters
from adjudge.planning.simulation.presets import preset
from adjudge.planning.simulation.settings import with_settings
from adjudge.planning.simulation.simulate import simulate
from adjudge.scoring.quality import check_quality

CLICKING = {"annotators.careless_share": "0.33", "annotators.careless_slip": "1", "annotators.workload": "0"}
SESSIONS = 160


def passed(annotators: int, seed: int) -> tuple[list[int], list[bool], list[bool]]:
    """Pairs of each annotator, and who of the careful ones and of the clickers passes."""
    settings = CLICKING | {"sessions.count": str(SESSIONS), "annotators.count": str(annotators)}
    campaign = simulate(with_settings(preset("wmt18"), settings), seed=seed)
    clickers = set(campaign.truth.annotators.filter(pl.col("slip") == 1)["annotator"])
    checks = check_quality(campaign.table.frame, Filters(quality="repeat"))
    careful = [bool(check.passed) for check in checks if check.unit not in clickers]
    return [check.pairs for check in checks], careful, [bool(c.passed) for c in checks if c.unit in clickers]


def main() -> None:
    """Run the study."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=4, help="campaigns of each size (default 4)")
    options = parser.parse_args()
    print("| repeats of each (median) | careful annotators who pass | clickers who pass |\n|---|---|---|")
    for annotators in (160, 80, 40, 20):
        rows = [passed(annotators, seed) for seed in range(options.seeds)]
        pairs, careful, clickers = (np.concatenate(part) for part in zip(*rows, strict=True))
        shares = " | ".join(f"{part.mean():.2f} of {len(part)}" for part in (careful, clickers))
        print(f"| {np.median(pairs):.0f} | {shares} |")


if __name__ == "__main__":
    main()
