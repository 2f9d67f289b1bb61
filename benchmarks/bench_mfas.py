"""Exact orders of random tournaments: cost, bound and seconds against the time limit that was asked for."""

from __future__ import annotations

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import math
import time

import numpy as np

from adjudge.kernels.linear_ordering.mfas import solve_mfas

#: Instance, number of systems, time limit in seconds.
RUNS = [
    (kind, systems, limit) for systems, limit in ((30, 10.0), (40, 10.0), (60, 10.0), (100, 30.0)) for kind in "BbU"
]


def instance(kind: str, systems: int) -> np.ndarray:
    """A random tournament.

    B: logistic wins between strengths from N(0, 0.5), 30 judgements of each pair, ties with probability .3, net wins
    as weights. b: the same with 10 judgements. U: every direction by a fair coin, weights from 1 to 100.
    """
    seed = {"U": 1000, "B": 2000, "b": 3000}[kind]
    rng = np.random.default_rng(seed + systems)
    arcs = np.zeros((systems, systems))
    strength = rng.normal(0, 0.5, systems) if kind != "U" else None
    for a in range(systems):
        for b in range(a + 1, systems):
            if strength is None:
                weight = int(rng.integers(1, 101))
                margin = weight if rng.random() < 0.5 else -weight
            else:
                judged = 30 if kind == "B" else 10
                decided = judged - rng.binomial(judged, 0.3)
                margin = 2 * rng.binomial(decided, 1 / (1 + math.exp(strength[b] - strength[a]))) - decided
            arcs[a, b], arcs[b, a] = max(margin, 0), max(-margin, 0)
    return arcs


def main() -> None:
    """Print one line for each instance."""
    solve_mfas(np.array([[0, 2, 0], [0, 0, 2], [1, 0, 0]]))  # load the solver before the clock starts
    print(f"{'':8} {'systems':>7} {'cost':>7} {'bound':>7} {'proven':>6} {'gap':>6} {'seconds':>7} {'limit':>6}")
    for kind, systems, limit in RUNS:
        arcs = instance(kind, systems)
        start = time.perf_counter()
        solved = solve_mfas(arcs, time_limit=limit)
        seconds = time.perf_counter() - start
        proven = "yes" if solved.proven else "no"
        print(
            f"{kind:8} {systems:7} {solved.cost:7.0f} {solved.bound:7.0f} {proven:>6} {solved.gap:6.1%} "
            f"{seconds:7.2f} {limit:6.0f}" + ("  OVER THE LIMIT" if seconds > 1.1 * limit else ""),
            flush=True,
        )


if __name__ == "__main__":
    main()
