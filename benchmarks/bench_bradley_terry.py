"""A million comparisons of 100 systems: counting and Bradley-Terry against evalica and arena-rank.

Everyone starts from the same strings in the container it is made for: a polars frame here, Python lists for evalica, a
pandas frame for arena-rank, which runs in a separate environment. evalica gets the outcomes as its own enumeration.
The percentile bootstrap of evalica is extrapolated from five replicates: the time of seven less the time of two.
"""

from __future__ import annotations

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # small matrices; threads would only wait for each other

import tempfile
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import evalica
import numpy as np
import polars as pl

import adjudge
from adjudge.kernels.paired_comparison.bootstrap import bootstrap_cells
from adjudge.kernels.paired_comparison.bradley_terry import fit_bradley_terry
from adjudge.ranking.comparisons.tally import count_comparisons
from benchmarks.generators import davidson_comparisons
from benchmarks.peers import ask_peer
from benchmarks.timing import medians, print_ratio, seconds

COMPARISONS, SYSTEMS, ROUNDS, DRAWS = 1_000_000, 100, 5, 1000
WINNERS = {"a": evalica.Winner.X, "b": evalica.Winner.Y, "tie": evalica.Winner.Draw}
#: Our names of columns and outcomes -> those of arena-rank.
ARENA_COLUMNS = {"system_a": "model_a", "system_b": "model_b", "outcome": "winner"}
ARENA_OUTCOMES = {"a": "model_a", "b": "model_b", "tie": "tie"}


class Lists(NamedTuple):
    """The comparisons as evalica takes them."""

    first: list[str]
    second: list[str]
    winners: list[evalica.Winner]


def ours(frame: pl.DataFrame) -> dict[str, float]:
    """Strengths by name, counted as `adjudge rank` counts them."""
    counted = count_comparisons(adjudge.Comparisons(frame))
    return dict(zip(counted.systems, fit_bradley_terry(counted.wins, counted.ties).strengths.tolist(), strict=True))


def arena_rank(frame: pl.DataFrame) -> tuple[float, dict[str, float]]:
    """Seconds and strengths of arena-rank."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "comparisons.parquet"
        theirs = frame.with_columns(pl.col("outcome").replace_strict(ARENA_OUTCOMES)).rename(ARENA_COLUMNS)
        theirs.write_parquet(path)
        result = ask_peer("peer_arena_rank.py", str(path), str(ROUNDS))
    return median(result["seconds"]), result["strengths"]


def largest_difference(strengths: dict[str, float], others: dict[str, float]) -> float:
    """Between strengths that are both shifted to sum 0."""
    a, b = (np.array([values[name] for name in sorted(strengths)]) for values in (strengths, others))
    return float(np.abs(a - a.mean() - b + b.mean()).max())


def fits(frame: pl.DataFrame, lists: Lists) -> None:
    """Counting and fitting, side by side."""
    columns = frame.to_dict(as_series=False)
    strengths, scores = ours(frame), evalica.bradley_terry(*lists, tolerance=1e-12, limit=10_000).scores
    fast, slow, converted = medians(
        lambda: ours(frame),
        lambda: evalica.bradley_terry(*lists),
        lambda: ours(pl.DataFrame(columns)),
        rounds=ROUNDS,
    )
    print(f"{COMPARISONS:,} comparisons of {SYSTEMS} systems, medians of {ROUNDS}")
    print(f"  adjudge {fast:.3f} s from polars strings, {converted:.3f} s from Python lists of strings")
    print(f"  evalica {slow:.2f} s from Python lists of strings")
    print_ratio(("evalica", slow), ("adjudge", fast), target=10)
    print_ratio(("evalica", slow), ("adjudge from lists", converted))
    print(f"    largest difference of a strength: {largest_difference(strengths, np.log(scores).to_dict()):.1e}")
    peer, others = arena_rank(frame)
    print(f"  arena-rank {peer:.2f} s")
    print_ratio(("arena-rank", peer), ("adjudge", fast), target=15)
    print(f"    largest difference of a strength: {largest_difference(strengths, others):.1e}")


def bootstraps(frame: pl.DataFrame, lists: Lists) -> None:
    """A thousand replicates, from counts here and from single comparisons there."""
    counted = count_comparisons(adjudge.Comparisons(frame))
    wins, ties = counted.wins, counted.ties
    fit = fit_bradley_terry(wins, ties)
    (fast,) = medians(lambda: bootstrap_cells(fit, wins, ties, DRAWS, np.random.default_rng(0)), rounds=3)

    def peer(draws: int) -> float:
        method: Any = evalica.bradley_terry
        return seconds(
            lambda: evalica.bootstrap(
                method, *lists, n_resamples=draws, bootstrap_method="percentile", random_state=np.random.default_rng(0)
            )
        )

    slow = (peer(7) - peer(2)) / 5 * DRAWS
    print(f"  {DRAWS:,} bootstrap replicates: adjudge {fast:.2f} s, evalica {slow:.0f} s (extrapolated)")
    print_ratio(("evalica", slow), ("adjudge", fast), target=100)


def main() -> None:
    """Print seconds, ratios and differences."""
    frame = davidson_comparisons(COMPARISONS, SYSTEMS)
    winners = [WINNERS[name] for name in frame["outcome"].to_list()]
    lists = Lists(frame["system_a"].to_list(), frame["system_b"].to_list(), winners)
    fits(frame, lists)
    bootstraps(frame, lists)


if __name__ == "__main__":
    main()
