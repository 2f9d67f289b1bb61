"""Seconds to simulate 300,000 ratings, and the ratio to drawing as many plain normal numbers."""

from __future__ import annotations

from functools import partial

import numpy as np

import adjudge
from adjudge.planning.simulation.presets import PRESETS, preset
from benchmarks.timing import print_ratio, shortest

RATINGS = 300_000


def main() -> None:
    """Print two lines for each preset."""
    (plain,) = shortest(lambda: np.random.default_rng(0).normal(70, 20, RATINGS), rounds=5)
    print(f"{RATINGS:,} plain normal numbers: {plain * 1000:.1f} ms")
    for name in PRESETS:
        (seconds,) = shortest(partial(adjudge.simulate, preset(name).scaled(RATINGS)), rounds=5)
        print(f"{name:<10}{seconds:6.2f} s for {RATINGS:,} ratings")
        print_ratio((name, seconds), ("normal numbers", plain))


if __name__ == "__main__":
    main()
