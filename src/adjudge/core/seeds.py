"""One seed, many named independent streams of random numbers.

A stream depends on the seed and on its own name only, never on which streams were drawn before it: adding a step
to an analysis cannot change the numbers of another step.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256

import numpy as np


@dataclass(frozen=True)
class Seeds:
    """The seed of an analysis.

    Args:
        seed: any non-negative integer.
    """

    seed: int = 0

    def stream(self, name: str) -> np.random.Generator:
        """A generator for the named step.

        Args:
            name: what the numbers are for, such as `"slips"`.

        Returns:
            A generator that is the same for the same seed and name on every machine.
        """
        # SHA-256 rather than hash(): the built-in is salted per process.
        words = np.frombuffer(sha256(name.encode()).digest(), dtype="<u4")
        return np.random.default_rng(np.random.SeedSequence(self.seed, spawn_key=tuple(int(w) for w in words)))
