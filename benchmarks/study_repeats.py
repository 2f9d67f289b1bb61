"""How many repeats does the check by repeats need? Shares of careful annotators and of random clickers who pass.

`python -m benchmarks.study_repeats` simulates crowds in the manner of WMT18, a third of them clicking at random, with
different numbers of sessions each, and prints a table for the documentation.
"""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

import numpy as np
import polars as pl

from adjudge import Filters
from adjudge.scoring.quality import check_quality
from benchmarks.campaigns import simulated
from benchmarks.study import SeedPool, print_table, share_with_error, study_parser

CLICKING = {
    "annotators.careless_share": "0.33",
    "annotators.careless_slip": "1",
    "annotators.workload": "0",
    "sessions.count": "160",
}
ANNOTATORS = (160, 80, 40, 20)


class Checked(NamedTuple):
    """One annotator: repeats with their original, whether the annotator clicks at random, and passes."""

    repeats: int
    clicks: bool
    passed: bool


def checked(annotators: int, seed: int) -> list[Checked]:
    """Every annotator of one campaign."""
    campaign = simulated("wmt18", CLICKING | {"annotators.count": str(annotators)}, seed=seed)
    clickers = set(campaign.truth.annotators.filter(pl.col("slip") == 1)["annotator"])
    checks = check_quality(campaign.table.frame, Filters(quality="repeat"))
    return [Checked(check.pairs, check.unit in clickers, bool(check.passed)) for check in checks]


def main() -> None:
    """Run the study."""
    options = study_parser(__doc__, range(4)).parse_args()
    rows = []
    with SeedPool(options.seeds) as pool:
        for count in ANNOTATORS:
            everybody = [one for crowd in pool.run(partial(checked, count), f"{count} annotators") for one in crowd]
            passed = [[one.passed for one in everybody if one.clicks is clicks] for clicks in (False, True)]
            shares = (f"{share_with_error(part)} of {len(part)}" for part in passed)
            rows.append((f"{np.median([one.repeats for one in everybody]):.0f}", *shares))
    print_table(["repeats of each (median)", "careful annotators who pass (standard error)", "clickers who pass"], rows)


if __name__ == "__main__":
    main()
