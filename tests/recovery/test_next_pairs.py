"""Campaigns with known truth: chosen pairs bring the order back sooner than pairs at random."""

from __future__ import annotations

import numpy as np

from adjudge.kernels.rating_tests.paired import sign_p
from benchmarks.study_next_pairs import World, campaign


def test_chosen_pairs_recover_the_order_better_than_pairs_at_random():
    taus = {
        rule: np.array([campaign(rule, seed, world=World(1.0), checkpoints=(300,))[0] for seed in range(100, 140)])
        for rule in ("uniform", "next-pairs")
    }
    gain = np.round(taus["next-pairs"] - taus["uniform"], 9)
    assert gain.mean() > 0
    assert sign_p(gain, "greater") < 0.05
