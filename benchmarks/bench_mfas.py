"""Exact orders of random tournaments: cost, bound and seconds against the time limit that was asked for."""

from __future__ import annotations

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import time

import numpy as np

from adjudge.kernels.linear_ordering.mfas import solve_mfas
from benchmarks.generators import random_tournament

#: Kind of tournament, number of systems, time limit in seconds.
RUNS = [
    (kind, systems, limit) for systems, limit in ((30, 10.0), (40, 10.0), (60, 10.0), (100, 30.0)) for kind in "BbU"
]


def main() -> None:
    """Print one line for each tournament."""
    solve_mfas(np.array([[0, 2, 0], [0, 0, 2], [1, 0, 0]]))  # load the solver before the clock starts
    print(f"{'':8} {'systems':>7} {'cost':>7} {'bound':>7} {'proven':>6} {'gap':>6} {'seconds':>7} {'limit':>6}")
    for kind, systems, limit in RUNS:
        arcs = random_tournament(kind, systems)
        start = time.perf_counter()
        solved = solve_mfas(arcs, time_limit=limit)
        wall = time.perf_counter() - start
        proven = "yes" if solved.proven else "no"
        print(
            f"{kind:8} {systems:7} {solved.cost:7.0f} {solved.bound:7.0f} {proven:>6} {solved.gap:6.1%} "
            f"{wall:7.2f} {limit:6.0f}" + ("  OVER THE LIMIT" if wall > 1.1 * limit else ""),
            flush=True,
        )


if __name__ == "__main__":
    main()
