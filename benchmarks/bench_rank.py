"""A million simulated ratings from CSV to ranking: `adjudge rank --recipe wmt-da` against the same steps in pandas.

Both run as a fresh process on the same file, by turns; what counts is the ratio. The peer does what a careful script
does: read, z-score within annotators, average per segment and per system, all pairs of rank-sum tests, wins.
"""

from __future__ import annotations

import re
import sys
import tempfile
from pathlib import Path
from statistics import median

import adjudge
from benchmarks.campaigns import simulated
from benchmarks.timing import ADJUDGE, Process, print_ratio, run_process

RATINGS = 1_000_000
ROUNDS = 3

PEER = """
import sys
import pandas as pd
from scipy.stats import mannwhitneyu
frame = pd.read_csv(sys.argv[1], dtype={"segment": str})
frame = frame[frame["score"].notna()]
scores = frame.groupby("annotator")["score"]
frame["z"] = (frame["score"] - scores.transform("mean")) / scores.transform("std")
frame = frame[frame["kind"].isin(["system", "repeat"])]
segments = frame.groupby(["system", "document", "segment"])[["score", "z"]].mean()
systems = segments.groupby("system")["z"].mean().sort_values(ascending=False)
values = {name: segments.loc[name, "z"].to_numpy() for name in systems.index}
for name, z in systems.items():
    wins = sum(
        mannwhitneyu(values[name], values[other], alternative="greater", method="asymptotic").pvalue < 0.05
        for other in systems.index if other != name
    )
    print(name, z, wins)
"""


def _order(run: Process) -> list[str]:
    return [re.split("[ ,]", line)[0] for line in run.output.splitlines() if not line.startswith("system,")]


def main() -> None:
    """Print seconds, memory and the ratio."""
    table = simulated("wmt20", ratings=RATINGS * 102 // 100).table
    table = table.with_frame(table.frame.head(RATINGS))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "ratings.csv"
        adjudge.write(table, path)
        size = path.stat().st_size / 1e6
        commands = {
            "adjudge": [ADJUDGE, "rank", str(path), "--recipe", "wmt-da", "--csv"],
            "pandas": [sys.executable, "-c", PEER, str(path)],
        }
        rounds = [{name: run_process(*words) for name, words in commands.items()} for _ in range(ROUNDS)]
    same = _order(rounds[0]["adjudge"]) == _order(rounds[0]["pandas"])
    print(f"{len(table):,} ratings, {size:.0f} MB of CSV; the same order of systems: {same}")
    middle = {}
    for name in commands:
        seconds = [processes[name].seconds for processes in rounds]
        peak = max(processes[name].peak for processes in rounds)
        middle[name] = median(seconds)
        print(f"  {name:8} best {min(seconds):.2f} s, median {middle[name]:.2f} s, peak memory {peak:.0f} MB")
    print_ratio(("adjudge", middle["adjudge"]), ("pandas", middle["pandas"]))


if __name__ == "__main__":
    main()
