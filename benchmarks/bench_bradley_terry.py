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
from numpy.typing import NDArray

from adjudge.kernels.bradley_terry import fit_bradley_terry
from adjudge.kernels.comparison_bootstrap import bootstrap_cells
from adjudge.kernels.comparison_counts import count_outcomes

VOTES, SYSTEMS, ROUNDS, DRAWS = 1_000_000, 100, 5, 1000
FOLDER = Path(__file__).parent
WINNERS = {"model_a": evalica.Winner.X, "model_b": evalica.Winner.Y, "tie": evalica.Winner.Draw}
SIDES = ("model_a", "model_b")
Floats = NDArray[np.float64]


def simulate() -> pl.DataFrame:
    """Davidson's model with nu = 0.5; every ordered pair is as likely as every other one."""
    rng = np.random.default_rng(11)
    strengths = rng.normal(0, 0.6, SYSTEMS)
    first = rng.integers(0, SYSTEMS, VOTES)
    second = (first + rng.integers(1, SYSTEMS, VOTES)) % SYSTEMS
    up = np.exp((strengths[first] - strengths[second]) / 2)
    z, u = up + 1 / up + 0.5, rng.random(VOTES)
    names = np.array([f"system-{i:03d}" for i in range(SYSTEMS)])
    winner = np.where(u < up / z, "model_a", np.where(u < (up + 0.5) / z, "tie", "model_b"))
    return pl.DataFrame({"model_a": names[first], "model_b": names[second], "winner": winner})


def tally(frame: pl.DataFrame) -> tuple[list[str], Floats, Floats]:
    """Names, wins and ties from strings."""
    winner = pl.col("winner")
    counts = {"won": winner == "model_a", "tied": winner == "tie", "lost": winner == "model_b"}
    pairs = frame.lazy().group_by(SIDES).agg(**{name: rows.sum() for name, rows in counts.items()}).collect()
    # Names become codes after the votes have been added up: thousands of rows, not a million.
    names = pl.concat([pairs[side] for side in SIDES]).unique().sort()
    first, second = (np.tile(pairs[side].cast(pl.Enum(names)).to_physical().to_numpy(), 3) for side in SIDES)
    outcome, weights = np.repeat([1, 0, -1], len(pairs)), np.concatenate([pairs[name].to_numpy() for name in counts])
    return names.to_list(), *count_outcomes(first, second, outcome, len(names), weights)


def ours(frame: pl.DataFrame) -> dict[str, float]:
    """Strengths by name."""
    names, wins, ties = tally(frame)
    return dict(zip(names, fit_bradley_terry(wins, ties).strengths.tolist(), strict=True))


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
        frame.write_parquet(path)
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
    _, wins, ties = tally(frame)
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
    winners = [WINNERS[name] for name in frame["winner"].to_list()]
    lists = (frame["model_a"].to_list(), frame["model_b"].to_list(), winners)
    fits(frame, lists)
    bootstraps(frame, lists)


if __name__ == "__main__":
    main()
