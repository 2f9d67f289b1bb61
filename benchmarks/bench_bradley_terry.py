"""A million votes over 100 systems, names as strings: counting and Bradley-Terry against evalica and arena-rank.

Everyone starts from the same strings in the container it is made for: a polars frame here, Python lists for evalica, a
pandas frame for arena-rank, which runs in an environment of its own. evalica gets the outcomes as its own enumeration.
The percentile bootstrap of evalica is extrapolated from five replicates: the time of seven less the time of two.
"""

from __future__ import annotations

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # small matrices; threads would only wait for each other

import json
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

import evalica
import numpy as np
import polars as pl

from adjudge.core.tables import Comparisons
from adjudge.kernels.paired_comparison.bootstrap import bootstrap_cells
from adjudge.kernels.paired_comparison.bradley_terry import fit_bradley_terry
from adjudge.ranking.comparisons.tally import tally

VOTES, SYSTEMS, ROUNDS, DRAWS = 1_000_000, 100, 5, 1000
FOLDER = Path(__file__).parent
WINNERS = {"a": evalica.Winner.X, "b": evalica.Winner.Y, "tie": evalica.Winner.Draw}
#: Our names of columns and outcomes -> those of arena-rank.
ARENA_COLUMNS = {"system_a": "model_a", "system_b": "model_b", "outcome": "winner"}
ARENA_OUTCOMES = {"a": "model_a", "b": "model_b", "tie": "tie"}


def simulate() -> pl.DataFrame:
    """Davidson's model with nu = 0.5; every ordered pair is as likely as every other one."""
    rng = np.random.default_rng(11)
    strengths = rng.normal(0, 0.6, SYSTEMS)
    first = rng.integers(0, SYSTEMS, VOTES)
    second = (first + rng.integers(1, SYSTEMS, VOTES)) % SYSTEMS
    up = np.exp((strengths[first] - strengths[second]) / 2)
    z, u = up + 1 / up + 0.5, rng.random(VOTES)
    names = np.array([f"system-{i:03d}" for i in range(SYSTEMS)])
    outcome = np.where(u < up / z, "a", np.where(u < (up + 0.5) / z, "tie", "b"))
    return pl.DataFrame({"system_a": names[first], "system_b": names[second], "outcome": outcome})


def ours(frame: pl.DataFrame) -> dict[str, float]:
    """Strengths by name, counted as `adjudge rank` counts them."""
    counted = tally(Comparisons(frame))
    return dict(zip(counted.systems, fit_bradley_terry(counted.wins, counted.ties).strengths.tolist(), strict=True))


def seconds(run: Callable[[], object]) -> float:
    """Wall time of one call."""
    start = time.perf_counter()
    run()
    return time.perf_counter() - start


def arena_rank(frame: pl.DataFrame) -> tuple[float, dict[str, float]]:
    """Seconds and strengths of arena-rank."""
    python = _output(str(FOLDER.parent / "tools" / "peers"))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "votes.parquet"
        theirs = frame.with_columns(pl.col("outcome").replace_strict(ARENA_OUTCOMES)).rename(ARENA_COLUMNS)
        theirs.write_parquet(path)
        result = json.loads(_output(python, str(FOLDER / "peer_arena_rank.py"), str(path), str(ROUNDS)))
    return median(result["seconds"]), result["strengths"]


def _output(*command: str) -> str:
    """The last line a command prints."""
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()[-1]


def largest_difference(strengths: dict[str, float], others: dict[str, float]) -> float:
    """Between strengths that are both shifted to sum 0."""
    a, b = (np.array([values[name] for name in sorted(strengths)]) for values in (strengths, others))
    return float(np.abs(a - a.mean() - b + b.mean()).max())


def fits(frame: pl.DataFrame, lists: tuple[list[str], list[str], list[evalica.Winner]]) -> None:
    """Counting and fitting, side by side."""
    mine, theirs, converted = [], [], []
    columns = frame.to_dict(as_series=False)
    strengths, scores = ours(frame), evalica.bradley_terry(*lists, tolerance=1e-12, limit=10_000).scores
    for _ in range(ROUNDS):
        mine.append(seconds(lambda: ours(frame)))
        theirs.append(seconds(lambda: evalica.bradley_terry(*lists)))
        converted.append(seconds(lambda: ours(pl.DataFrame(columns))))
    fast, slow = median(mine), median(theirs)
    print(f"{VOTES:,} votes over {SYSTEMS} systems, medians of {ROUNDS}")
    print(f"  adjudge {fast:.3f} s from polars strings, {median(converted):.3f} s from Python lists of strings")
    print(f"  evalica {slow:.2f} s from Python lists of strings")
    print(f"  evalica / adjudge: {slow / fast:.0f} (target 10); from lists {slow / median(converted):.1f}")
    print(f"    largest difference of a strength: {largest_difference(strengths, np.log(scores).to_dict()):.1e}")
    peer, others = arena_rank(frame)
    print(f"  arena-rank {peer:.2f} s; arena-rank / adjudge: {peer / fast:.0f} (target 15)")
    print(f"    largest difference of a strength: {largest_difference(strengths, others):.1e}")


def bootstraps(frame: pl.DataFrame, lists: tuple[list[str], list[str], list[evalica.Winner]]) -> None:
    """A thousand replicates, from counted votes here and from the votes there."""
    counted = tally(Comparisons(frame))
    wins, ties = counted.wins, counted.ties
    fit = fit_bradley_terry(wins, ties)
    fast = median(seconds(lambda: bootstrap_cells(fit, wins, ties, DRAWS, np.random.default_rng(0))) for _ in range(3))

    def peer(draws: int) -> float:
        method: Any = evalica.bradley_terry
        return seconds(
            lambda: evalica.bootstrap(
                method, *lists, n_resamples=draws, bootstrap_method="percentile", random_state=np.random.default_rng(0)
            )
        )

    slow = (peer(7) - peer(2)) / 5 * DRAWS
    print(f"  {DRAWS:,} bootstrap replicates: adjudge {fast:.2f} s, evalica {slow:.0f} s (extrapolated)")
    print(f"  evalica / adjudge: {slow / fast:.0f} (target 100)")


def main() -> None:
    """Print seconds, ratios and differences."""
    frame = simulate()
    winners = [WINNERS[name] for name in frame["outcome"].to_list()]
    lists = (frame["system_a"].to_list(), frame["system_b"].to_list(), winners)
    fits(frame, lists)
    bootstraps(frame, lists)


if __name__ == "__main__":
    main()
