"""Relative rankings from the same truth."""

from itertools import pairwise

import numpy as np
import polars as pl
import pytest

from adjudge.planning.simulation.presets import preset
from adjudge.planning.simulation.rankings import ranks_of
from adjudge.planning.simulation.settings import with_settings
from adjudge.planning.simulation.simulate import simulate


def comparisons(changes=None, seed=0):
    return simulate(with_settings(preset("wmt20"), {"protocol": "rankings"} | (changes or {})), seed=seed)


def test_a_ranking_of_five_gives_ten_comparisons_of_different_systems():
    made = comparisons({"rankings.count": "200"})
    assert made.ratings is None
    frame = made.comparisons.frame
    per = frame.group_by("ranking").agg(
        pl.len(),
        systems=pl.concat_list("system_a", "system_b").explode().n_unique(),
        segments=pl.col("segment").n_unique(),
    )
    assert per.height == 200
    assert per.select(pl.exclude("ranking")).unique().rows() == [(10, 5, 1)]


def test_a_session_is_three_rankings_by_one_annotator():
    frame = comparisons({"rankings.count": "300"}).comparisons.frame
    sessions = frame.group_by("session").agg(pl.col("ranking", "annotator").n_unique())
    assert sessions.select("ranking", "annotator").unique().rows() == [(3, 1)]


def test_ties_become_more_frequent_with_the_threshold():
    rates = [
        (comparisons({"rankings.tie": str(tie)}).comparisons.frame["outcome"] == "tie").mean() for tie in (0, 5, 10, 20)
    ]
    assert rates[0] == 0
    assert all(fewer + 0.02 < more for fewer, more in pairwise(rates))


@pytest.mark.parametrize(
    ("perceived", "tie", "expected"),
    [
        ([50.0, 70.0, 60.0], 5.0, [2, 0, 1]),
        ([50.0, 54.0, 70.0], 5.0, [1, 1, 0]),
        # 62 is near 66 but not near the leader of the group, 70.
        ([62.0, 66.0, 70.0], 5.0, [1, 0, 0]),
        ([50.0, 50.0], 0.0, [1, 0]),
    ],
)
def test_outputs_near_the_leader_of_a_group_share_its_rank(perceived, tie, expected):
    assert sorted(ranks_of(np.array([perceived]), tie)[0].tolist()) == sorted(expected)
    if tie:
        assert ranks_of(np.array([perceived]), tie)[0].tolist() == expected


def test_without_noise_the_better_output_always_wins():
    quiet = ("texts.document_sd", "texts.segment_sd", "texts.system_document_sd", "texts.system_segment_sd",
             "annotators.noise", "annotators.taste", "annotators.slip", "rankings.tie")  # fmt: skip
    made = comparisons(dict.fromkeys(quiet, "0"))
    quality = made.truth.systems.select("system", "quality")
    frame = made.comparisons.frame.join(quality, left_on="system_a", right_on="system").join(
        quality, left_on="system_b", right_on="system", suffix="_b"
    )
    won = pl.when(pl.col("quality") > pl.col("quality_b")).then(pl.lit("a")).otherwise(pl.lit("b"))
    assert frame.select((pl.col("outcome") == won).all()).item()


def test_careless_rankings_are_random():
    frame = comparisons({"annotators.slip": "1", "rankings.tie": "0"}).comparisons.frame
    human = frame.filter((pl.col("system_a") == "human") | (pl.col("system_b") == "human"))
    wins = ((human["system_a"] == "human") == (human["outcome"] == "a")).mean()
    assert wins == pytest.approx(0.5, abs=0.03)


def test_the_same_seed_gives_the_same_rankings():
    assert comparisons(seed=4).comparisons.frame.equals(comparisons(seed=4).comparisons.frame)
    assert not comparisons(seed=4).comparisons.frame.equals(comparisons(seed=5).comparisons.frame)
