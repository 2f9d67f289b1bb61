"""A million simulated ratings from CSV to ranking: `adjudge rank --recipe wmt-da` against the same steps in pandas.

Both run as a fresh process on the same file, by turns; what counts is the ratio. The peer does what a careful script
does: read, z-score within annotators, average per segment and per system, all pairs of rank-sum tests, wins.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import NamedTuple

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


class Run(NamedTuple):
    """One process: wall seconds, peak memory in MB, and what it printed."""

    seconds: float
    peak: float
    output: str


def _run(command: list[str]) -> Run:
    with tempfile.TemporaryFile("w+") as output:
        start = time.perf_counter()
        process = subprocess.Popen(command, stdout=output)
        _, status, usage = os.wait4(process.pid, 0)  # the only way to the peak memory of one child
        seconds = time.perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            sys.exit(f"{command[0]} failed with {process.returncode}")
        output.seek(0)
        return Run(seconds, usage.ru_maxrss / 1024, output.read())


def _order(run: Run) -> list[str]:
    return [re.split("[ ,]", line)[0] for line in run.output.splitlines() if not line.startswith("system,")]


def main() -> None:
    """Print seconds, memory and the ratio."""
    import adjudge
    from adjudge.planning.simulation.presets import preset

    table = adjudge.simulate(preset("wmt20").scaled(RATINGS * 102 // 100), seed=0).table
    table = table.with_frame(table.frame.head(RATINGS))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "ratings.csv"
        adjudge.write(table, path)
        size = path.stat().st_size / 1e6
        command = Path(sys.executable).with_name("adjudge")
        commands = {
            "adjudge": [str(command), "rank", str(path), "--recipe", "wmt-da", "--csv"],
            "pandas": [sys.executable, "-c", PEER, str(path)],
        }
        runs: dict[str, list[Run]] = {name: [] for name in commands}
        for _ in range(ROUNDS):
            for name, words in commands.items():
                runs[name].append(_run(words))
    same = _order(runs["adjudge"][0]) == _order(runs["pandas"][0])
    print(f"{len(table):,} ratings, {size:.0f} MB of CSV; the same order of systems: {same}")
    for name, measured in runs.items():
        seconds = [run.seconds for run in measured]
        peak = max(run.peak for run in measured)
        print(f"  {name:8} best {min(seconds):.2f} s, median {median(seconds):.2f} s, peak memory {peak:.0f} MB")
    ratio = median(run.seconds for run in runs["adjudge"]) / median(run.seconds for run in runs["pandas"])
    print(f"  adjudge / pandas, medians: {ratio:.2f}")


if __name__ == "__main__":
    main()
