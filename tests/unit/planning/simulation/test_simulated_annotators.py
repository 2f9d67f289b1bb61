"""The response model: each part does what its parameter says, and nothing else."""

import numpy as np
import polars as pl
import pytest

from adjudge.core.seeds import Seeds
from adjudge.planning.simulation.annotators import draw_annotators
from adjudge.planning.simulation.presets import preset
from adjudge.planning.simulation.settings import with_settings
from adjudge.planning.simulation.simulate import simulate
from adjudge.planning.simulation.spec import AnnotatorModel

IDEAL = dict.fromkeys(
    (
        "leniency", "spread", "low", "high", "skew", "extremity", "tick_share",
        "noise", "taste", "halo", "slip", "careless_share", "context",
    ),
    "0",
)  # fmt: skip


def campaign(changes=None, *, start="wmt20", ideal=True, seed=0):
    people = {f"annotators.{key}": value for key, value in IDEAL.items()} if ideal else {}
    return simulate(with_settings(preset(start), people | (changes or {})), seed=seed)


def test_perfect_annotators_are_those_without_any_effect():
    spec = with_settings(preset("wmt20"), {f"annotators.{key}": value for key, value in IDEAL.items()})
    assert preset("wmt20").annotators.perfect() == spec.annotators


def test_scores_are_whole_numbers_from_0_to_100():
    scores = campaign(ideal=False).ratings.frame["score"]
    assert scores.is_between(0, 100).all()
    assert (scores == scores.round()).all()


@pytest.mark.parametrize("ticks", [5, 7])
def test_those_who_use_tick_marks_stay_near_them(ticks):
    changes = {"annotators.ticks": str(ticks), "annotators.tick_share": "1", "annotators.tick_jitter": "0"}
    scores = campaign(changes).ratings.frame["score"].unique().to_numpy()
    assert set(scores) <= {float(np.rint(100 * i / (ticks - 1))) for i in range(ticks)}


def test_jitter_moves_scores_off_the_marks_by_its_size():
    changes = {"annotators.ticks": "5", "annotators.tick_share": "1", "annotators.tick_jitter": "2"}
    scores = campaign(changes).ratings.frame["score"].to_numpy()
    middle = scores[(scores > 40) & (scores < 60)]
    # Rounding to whole numbers adds a variance of 1/12.
    assert np.std(middle - 50) == pytest.approx(np.sqrt(4 + 1 / 12), rel=0.05)


def test_tick_marks_are_the_nearest_ones():
    free = campaign().table.frame["score"]
    kept = campaign({"annotators.tick_share": "1", "annotators.tick_jitter": "0"}).table.frame["score"]
    # Half the distance of two marks; half a point since the free score is rounded.
    assert (kept - free).abs().max() <= 12.5 + 0.5


def test_jitter_at_the_end_of_the_scale_goes_inwards():
    changes = {"annotators.ticks": "5", "annotators.tick_share": "1", "annotators.tick_jitter": "2"}
    scores = campaign(changes).table.frame["score"]
    top = scores.filter(scores > 88)
    # |N(0, 2)| rounds to zero with probability 0.197; cutting off would give more than a half.
    assert (top == 100).mean() == pytest.approx(0.197, abs=4 * np.sqrt(0.197 * 0.803 / len(top)))


def test_stretch_factors_have_mean_one():
    spread = draw_annotators(AnnotatorModel(count=50_000, spread=0.5), Seeds(0)).spread
    assert spread.mean() == pytest.approx(1, abs=4 * spread.std() / np.sqrt(len(spread)))
    assert np.log(spread).std() == pytest.approx(0.5, rel=0.02)


def test_a_human_translation_feels_only_its_share_of_the_difficulty():
    quiet = dict.fromkeys(("document_sd", "system_document_sd", "system_segment_sd"), "0")
    changes = {f"texts.{key}": value for key, value in quiet.items()} | {
        "texts.segment_sd": "10",
        "texts.human_share": "0.3",
        "systems.human": "50",
        "systems.mean": "50",
    }
    made = campaign(changes)
    frame = made.table.frame.filter(kind="system").join(made.truth.segments, on=["document", "segment"])
    for is_human, share in ((True, 0.3), (False, 1.0)):
        rows = frame.filter((pl.col("system") == "human") == is_human)
        slope = np.polyfit(rows["difficulty"], rows["score"], 1)[0]
        assert slope == pytest.approx(-share, abs=0.05)


def test_the_share_of_annotators_with_ticks_is_the_one_asked_for():
    changes = {"annotators.count": "240", "annotators.tick_share": "0.3", "annotators.ticks": "7"}
    people = campaign(changes).truth.annotators
    assert abs((people["ticks"] == 7).mean() - 0.3) < 4 * np.sqrt(0.21 / 240)
    assert set(people["ticks"]) == {0, 7}


def test_scores_stay_within_the_range_an_annotator_uses():
    made = campaign({"annotators.low": "15", "annotators.high": "10"})
    seen = made.ratings.frame.group_by("annotator").agg(lowest=pl.col("score").min(), highest=pl.col("score").max())
    both = seen.join(made.truth.annotators, on="annotator")
    assert (both["lowest"] >= both["low"].round()).all()
    assert (both["highest"] <= both["high"].round()).all()
    assert both["low"].max() > 15


def test_an_s_shaped_curve_moves_scores_to_the_ends():
    def middle(steepness):
        scores = campaign({"annotators.extremity": steepness}).ratings.frame["score"]
        return scores.is_between(30, 80).mean()

    assert middle("2") < middle("0") - 0.1


def test_slips_are_uniform_over_the_scale_and_as_frequent_as_asked():
    sure = campaign({"annotators.slip": "1"}).ratings.frame["score"]
    assert sure.mean() == pytest.approx(50, abs=1)
    assert sure.std() == pytest.approx(100 / np.sqrt(12), rel=0.02)
    without = campaign().ratings.frame["score"]
    some = campaign({"annotators.slip": "0.2"}).ratings.frame["score"]
    # One slip in a hundred hits the score it replaces.
    assert (some != without).mean() == pytest.approx(0.2, abs=0.015)


def test_careless_annotators_are_as_many_as_asked_and_slip_more():
    people = campaign(
        {"annotators.count": "240", "annotators.careless_share": "0.25", "annotators.careless_slip": "0.9"}
    ).truth.annotators
    assert abs((people["slip"] == 0.9).mean() - 0.25) < 4 * np.sqrt(0.1875 / 240)


@pytest.mark.parametrize("part", ["slip", "noise", "leniency", "tick_share", "context"])
def test_switching_one_part_off_leaves_the_draws_of_the_others(part):
    full = campaign(ideal=False)
    less = campaign({f"annotators.{part}": "0"}, ideal=False)
    same = ["session", "system", "document", "segment", "kind", "position", "annotator"]
    assert full.ratings.frame.select(same).equals(less.ratings.frame.select(same))
    assert not full.ratings.frame["score"].equals(less.ratings.frame["score"])
    mine = {"slip": "slip", "leniency": "leniency", "tick_share": "ticks"}.get(part)
    others = pl.exclude(mine) if mine else pl.all()
    assert full.truth.annotators.select(others).equals(less.truth.annotators.select(others))


def test_degraded_items_score_lower_and_references_higher_than_outputs():
    means = dict(
        campaign({"sessions.reference": "0.1"}, start="wmt18")
        .ratings.frame.group_by("kind")
        .agg(pl.col("score").mean())
        .iter_rows()
    )
    assert means["degraded"] < means["system"] - 5
    assert means["reference"] > means["system"] + 10


def test_a_repeat_without_noise_gets_the_same_score_again():
    frame = campaign({"annotators.taste": "9", "annotators.halo": "9"}).ratings.frame
    item = ["session", "system", "document", "segment"]
    pairs = frame.filter(kind="repeat").join(frame.filter(kind="system"), on=item)
    assert pairs.height > 1000
    assert (pairs["score"] == pairs["score_right"]).all()
    assert frame.filter(kind="system")["score"].std() > campaign().ratings.frame.filter(kind="system")["score"].std()


def test_every_annotator_has_a_session_and_the_truth_counts_them():
    made = campaign()
    counted = made.ratings.frame.group_by("annotator").agg(seen=pl.col("session").n_unique())
    both = made.truth.annotators.join(counted, on="annotator", how="left")
    assert (both["sessions"] == both["seen"]).all()
    assert both["sessions"].sum() == preset("wmt20").sessions.count
