"""TrueSkill as WMT15 ran it (Finnish-English, 1,000 runs) against the updates of the `trueskill` library alone.

The library's time for all runs is extrapolated from 2,000 updates: it rates one match at a time, at the same cost. What
WMT's programs do besides, choosing the matches, is not charged to it. Both get the same 2,000 matches to compare
skills. Without the data of WMT15 a simulated campaign of the same size takes its place.
"""

from __future__ import annotations

import json
import os
import subprocess
import time
from pathlib import Path
from statistics import median

import numpy as np
from numpy.typing import NDArray

from adjudge.core.tables import Comparisons
from adjudge.kernels.trueskill.skills import DRAW_PROBABILITY, PRIOR_SIGMA, Game, rate, run_trueskill
from adjudge.papers.data import read_as

ROOT = Path(__file__).parents[1]
DATA = Path(os.environ.get("ADJUDGE_DATA") or ROOT.parent / "shared" / "data")
RUNS, MATCHES = 1000, 2000
Ints = NDArray[np.intp]


def comparisons() -> tuple[str, Ints, int]:
    """Where they come from, rows of first, second, outcome, and the number of systems."""
    path = DATA / "wmt15-fin-eng" / "wmt15.fin-eng.csv.gz"
    if not path.exists():
        rng = np.random.default_rng(0)
        first = rng.integers(0, 14, 31_577)
        second = (first + rng.integers(1, 14, 31_577)) % 14
        lead = (second - first) / 10 + rng.normal(0, 1, 31_577)
        return "simulated", np.column_stack([first, second, np.where(np.abs(lead) < 0.4, 0, np.sign(lead))]), 14
    frame = read_as(Comparisons, path).frame
    systems = sorted({*frame["system_a"], *frame["system_b"]})
    codes = {name: i for i, name in enumerate(systems)}
    signs = {"a": 1, "tie": 0, "b": -1}
    rows = [(codes[a], codes[b], signs[o]) for a, b, o in frame.select("system_a", "system_b", "outcome").iter_rows()]
    return "WMT15 Finnish-English", np.array(rows), len(systems)


def peer(matches: Ints, n: int, game: Game) -> dict[str, list[float]]:
    """What the library makes of the matches, in its own environment."""
    python = subprocess.run(["tools/peers"], cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip()
    task = {"sigma": PRIOR_SIGMA, "beta": game.beta, "draw": DRAW_PROBABILITY, "n": n, "matches": matches.tolist()}
    command = [python, "benchmarks/peer_trueskill.py"]
    run = subprocess.run(command, cwd=ROOT, check=True, input=json.dumps(task), capture_output=True, text=True)
    answer: dict[str, list[float]] = json.loads(run.stdout)
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
    source, rows, n = comparisons()
    first, second, outcome = rows.astype(np.intp).T
    game = Game.of(len(rows) + 1)
    matches = np.random.default_rng(0).permutation(rows.astype(np.intp))[:MATCHES]
    theirs = peer(matches, n, game)
    mu, sigma = ours(matches, n, game)
    start = time.process_time()
    run_trueskill(first, second, outcome, n, runs=RUNS, rng=np.random.default_rng(0))
    seconds = time.process_time() - start
    update = median(theirs["seconds"])
    library = update * (len(rows) + 1) * RUNS
    print(f"{source}: {len(rows)} comparisons, {n} systems, {RUNS} runs, CPU seconds")
    print(f"  adjudge {seconds:.1f} s, matches chosen included")
    print(f"  trueskill {update * 1e6:.0f} us an update (median of fifths), {library:.0f} s for all, extrapolated")
    print(f"  trueskill / adjudge: {library / seconds:.0f} (target 100)")
    apart = np.abs(mu - theirs["mu"]).max(), np.abs(sigma - theirs["sigma"]).max()
    print(f"  after the same {MATCHES} matches: largest difference of mu {apart[0]:.1e}, of sigma {apart[1]:.1e}")


if __name__ == "__main__":
    main()
