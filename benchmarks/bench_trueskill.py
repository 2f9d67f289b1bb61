"""TrueSkill as WMT15 ran it (Finnish-English, 1,000 runs) against the updates of the `trueskill` library alone.

The library's time for all runs is extrapolated from 2,000 updates: it rates one match at a time, at the same cost. What
WMT's programs do besides, choosing the matches, is not charged to it. Both get the same 2,000 matches to compare
skills. Without the data of WMT15 a simulated campaign of the same size takes its place.
"""

from __future__ import annotations

import os
import time
from pathlib import Path
from statistics import median
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

import adjudge
from adjudge.kernels.trueskill.skills import DRAW_PROBABILITY, PRIOR_SIGMA, Game, rate, run_trueskill
from benchmarks.campaigns import simulated
from benchmarks.peers import ask_peer
from benchmarks.timing import print_ratio, seconds

DATA = Path(os.environ.get("ADJUDGE_DATA") or Path(__file__).parents[2] / "shared" / "data")
RUNS, MATCHES = 1000, 2000
#: WMT15 Finnish-English in numbers: 14 systems, 31,577 comparisons from rankings of five.
SAME_SIZE = {"protocol": "rankings", "systems.count": "14", "systems.human": "none", "rankings.count": "3158"}
Ints = NDArray[np.intp]


class Matches(NamedTuple):
    """Rows of first system, second system and outcome, where they come from, and the number of systems."""

    rows: Ints
    source: str
    systems: int


def comparisons() -> Matches:
    """Those of WMT15, or a simulated campaign of the same size."""
    path = DATA / "wmt15-fin-eng" / "wmt15.fin-eng.csv.gz"
    table = adjudge.read(path) if path.exists() else simulated("wmt20", SAME_SIZE).table
    frame = table.frame
    systems = sorted({*frame["system_a"], *frame["system_b"]})
    codes = {name: i for i, name in enumerate(systems)}
    signs = {"a": 1, "tie": 0, "b": -1}
    rows = [(codes[a], codes[b], signs[o]) for a, b, o in frame.select("system_a", "system_b", "outcome").iter_rows()]
    source = "WMT15 Finnish-English" if path.exists() else "simulated"
    return Matches(np.array(rows, dtype=np.intp), source, len(systems))


def peer(matches: Ints, n: int, game: Game) -> dict[str, list[float]]:
    """What the library makes of the matches, in its own environment."""
    task = {"sigma": PRIOR_SIGMA, "beta": game.beta, "draw": DRAW_PROBABILITY, "n": n, "matches": matches.tolist()}
    answer: dict[str, list[float]] = ask_peer("peer_trueskill.py", task=task)
    return answer


def ours(matches: Ints, n: int, game: Game) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The same matches with our update, one after the other: means and standard deviations."""
    mu, variance = np.zeros(n), np.full(n, PRIOR_SIGMA**2)
    for i, j, outcome in matches:
        pair = [i, j]
        new_mu, new_variance = rate(mu[pair][:, None], variance[pair][:, None], np.array([outcome]), game)
        mu[pair], variance[pair] = new_mu[:, 0], new_variance[:, 0]
    return mu, np.sqrt(variance)


def main() -> None:
    """Print both times, the ratio, and the largest difference of a skill."""
    rows, source, n = comparisons()
    first, second, outcome = rows.T
    game = Game.of(len(rows) + 1)
    matches = np.random.default_rng(0).permutation(rows)[:MATCHES]
    theirs = peer(matches, n, game)
    mu, sigma = ours(matches, n, game)
    fast = seconds(
        lambda: run_trueskill(first, second, outcome, n, runs=RUNS, rng=np.random.default_rng(0)), time.process_time
    )
    update = median(theirs["seconds"])
    library = update * (len(rows) + 1) * RUNS
    print(f"{source}: {len(rows)} comparisons, {n} systems, {RUNS} runs, CPU seconds")
    print(f"  adjudge {fast:.1f} s, matches chosen included")
    print(f"  trueskill {update * 1e6:.0f} us an update (median of fifths), {library:.0f} s for all, extrapolated")
    print_ratio(("trueskill", library), ("adjudge", fast), target=100)
    apart = np.abs(mu - theirs["mu"]).max(), np.abs(sigma - theirs["sigma"]).max()
    print(f"  after the same {MATCHES} matches: largest difference of mu {apart[0]:.1e}, of sigma {apart[1]:.1e}")


if __name__ == "__main__":
    main()
