"""Half of a campaign predicts what the whole separates; the study with more campaigns is benchmarks/study_pilot.py."""

from __future__ import annotations

import numpy as np
import polars as pl

import adjudge
from adjudge.core.tables import Ratings
from adjudge.planning.pilot.pilot_power import pilot_power
from benchmarks.designs import Design, draw


def campaign(seed):
    """Eight systems whose quality is drawn, too: then a prediction is right in the mean if it is right at all."""
    quality = np.random.default_rng([seed, 77]).normal(0, 4, 8)
    design = Design(systems=8, documents=40, length=(4, 8), quality=tuple(quality.tolist()), scale="open", stretch=0)
    frame = draw(design, seed).frame
    documents = frame["document"].unique().sort()
    kept = documents.gather(np.random.default_rng(seed).permutation(40)[:20])
    return frame, frame.filter(pl.col("document").is_in(kept.implode()))


def test_predicted_and_realised_shares_agree_in_the_mean():
    gaps, naive, like = [], [], []
    for seed in range(16):
        frame, pilot = campaign(seed)
        result = pilot_power(Ratings.check(pilot), more_documents=20, draws=40, seed=seed)
        whole = np.mean([pair.significant for pair in adjudge.rank(Ratings.check(frame)).pairs])
        gaps.append(result.scenarios[0].share - whole)
        naive.append(result.pilot.share - whole)
        other = Ratings.check(frame.join(pilot, on="document", how="anti"))
        like.append(result.like_pilot.share - np.mean([pair.significant for pair in adjudge.rank(other).pairs]))
    error = np.std(gaps, ddof=1) / np.sqrt(len(gaps))
    assert abs(np.mean(gaps)) < 0.05 + 2 * error
    assert abs(np.mean(gaps)) < 0.4 * abs(np.mean(naive))
    assert error < 0.03
    # A campaign like the pilot is what the other half is.
    assert abs(np.mean(like)) < 0.05 + 2 * np.std(like, ddof=1) / np.sqrt(len(like))
