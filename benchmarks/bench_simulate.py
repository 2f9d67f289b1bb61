"""Seconds to simulate 300,000 ratings, and the ratio to drawing as many plain normal numbers."""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np

from adjudge.planning.simulation.presets import PRESETS, preset
from adjudge.planning.simulation.simulate import simulate

RATINGS = 300_000


def best_of(run: Callable[[], object], times: int = 5) -> float:
    """The shortest of several runs, in seconds."""
    seconds = []
    for _ in range(times):
        start = time.perf_counter()
        run()
        seconds.append(time.perf_counter() - start)
    return min(seconds)


def main() -> None:
    """Print one line for each preset."""
    plain = best_of(lambda: np.random.default_rng(0).normal(70, 20, RATINGS))
    print(f"{RATINGS:,} plain normal numbers: {plain * 1000:.1f} ms")
    for name in PRESETS:
        spec = preset(name).scaled(RATINGS)
        seconds = best_of(lambda spec=spec: simulate(spec))  # type: ignore[misc]
        print(f"{name:<10}{seconds:6.2f} s for {RATINGS:,} ratings, {seconds / plain:6.0f} times as long")


if __name__ == "__main__":
    main()
