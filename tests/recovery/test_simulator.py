"""What was put into a simulated campaign can be found in it again, within Monte-Carlo error."""

from dataclasses import replace

import numpy as np
import polars as pl
import pytest

from adjudge.planning.simulation.presets import PRESETS, preset
from adjudge.planning.simulation.settings import with_settings
from adjudge.planning.simulation.simulate import simulate

ITEM = ["session", "system", "document", "segment"]
#: No floor or ceiling, so that effects come out in full: everything happens in the middle of the scale.
MIDDLE = {
    "systems.mean": "50",
    "systems.width": "10",
    "systems.human": "none",
    "annotators.midpoint": "50",
    "texts.degraded_drop": "20",
    "texts.degraded_sd": "0",
    "texts.document_sd": "2",
    "texts.segment_sd": "3",
    "texts.system_document_sd": "2",
    "texts.system_segment_sd": "3",
}


def run(spec, seed=0):
    """A simulated campaign, untyped: tests need no proof that a mean is a number."""
    return simulate(spec, seed=seed)


def ideal(name, changes):
    spec = preset(name)
    return with_settings(replace(spec, annotators=spec.annotators.perfect()), MIDDLE | changes)


@pytest.mark.parametrize("name", PRESETS)
def test_without_errors_the_mean_scores_order_the_systems_truly(name):
    quiet = {key: "0" for key in MIDDLE if key.endswith("_sd")}
    made = run(ideal(name, quiet))
    means = (
        made.table.frame.filter(kind="system").group_by("system").agg(pl.col("score").mean()).sort("score", "system")
    )
    both = means.join(made.truth.systems, on="system")
    # Scores are rounded to whole points.
    assert (both["score"] - both["quality"]).abs().max() <= 0.5
    assert both.sort("quality")["score"].is_sorted()


@pytest.mark.parametrize("context", [1.9, 6.0])
def test_the_effect_of_degraded_context_comes_back(context):
    spec = ideal("wmt20", {"annotators.context": str(context), "annotators.noise": "4"}).scaled(100_000)
    frame = run(spec, seed=1).table.frame
    # As Knowles and Lo (2024, section 5.2): original minus repeat, before and after the first degraded segment.
    degraded = pl.col("kind") == "degraded"
    frame = frame.with_columns(after=degraded.cum_sum().over("showing", order_by="position") > 0)
    pairs = frame.filter(kind="repeat").join(frame.filter(kind="system"), on=ITEM)
    difference = pairs["score_right"] - pairs["score"]
    for after, expected in ((True, context), (False, 0.0)):
        part = difference.filter(pairs["after"] == after)
        assert len(part) > 1000
        assert part.mean() == pytest.approx(expected, abs=4 * part.std() / np.sqrt(len(part)))


def test_leniency_comes_back_from_the_calibration_set():
    spec = ideal("wmt22", {"annotators.leniency": "8", "annotators.noise": "4", "sessions.calibration": "100"})
    made = run(spec)
    means = made.table.frame.filter(kind="calibration").group_by("annotator").agg(pl.col("score").mean())
    both = means.join(made.truth.annotators, on="annotator")
    shift = both["score"] - both["score"].mean() - (both["leniency"] - both["leniency"].mean())
    # Error of a mean of 100 scores with noise 4 and rounding.
    assert shift.abs().max() < 4 * np.sqrt((16 + 1 / 12) / 100)
    assert both["leniency"].std() > 4


def test_spread_comes_back_from_the_calibration_set():
    spec = ideal("wmt22", {"annotators.spread": "0.3", "texts.system_segment_sd": "8"})
    made = run(spec)
    table = made.table.frame.filter(kind="calibration").group_by("annotator").agg(pl.col("score").std())
    both = table.join(made.truth.annotators, on="annotator")
    # Without noise every annotator stretches the same items: the ratio is a constant.
    ratio = both["score"] / both["spread"]
    assert ratio.std() / ratio.mean() < 0.02
    assert both["spread"].std() > 0.15


def test_noise_comes_back_from_repeats():
    frame = run(ideal("wmt18", {"annotators.noise": "6"})).table.frame
    pairs = frame.filter(kind="repeat").join(frame.filter(kind="system"), on=ITEM)
    difference = pairs["score"] - pairs["score_right"]
    # Twice the variance of the noise, and of rounding; relative error of a variance is sqrt(2 / n).
    assert difference.var() == pytest.approx(2 * (36 + 1 / 12), rel=4 * np.sqrt(2 / len(difference)))


def test_damage_comes_back_from_degraded_items():
    frame = run(ideal("wmt18", {})).table.frame
    pairs = frame.filter(kind="degraded").join(frame.filter(kind="system"), on=ITEM)
    assert (pairs["score_right"] - pairs["score"]).mean() == pytest.approx(20, abs=0.1)


@pytest.mark.parametrize(
    ("name", "within", "mean"),
    [
        ("wmt18", (15.4, 17.9), (68.3, 69.8)),  # WMT22 into English on MTurk, two language pairs
        ("wmt20", (23.7, 23.7), (70.6, 70.6)),  # WMT20 English-Inuktitut news
        ("wmt22", (6.3, 19.2), (78.2, 90.2)),  # WMT22 calibration HITs, six language pairs
    ],
)
def test_presets_resemble_the_data_they_were_matched_to(name, within, mean):
    """Median standard deviation of an annotator's scores, and mean score, in the data."""
    # Several seeds: with 20 annotators of leniency 10 the mean of one campaign has a standard error above 2.
    frames = [run(name, seed).table.frame.filter(kind="system") for seed in range(10)]
    people = [frame.group_by("annotator").agg(pl.col("score").std())["score"].median() for frame in frames]
    assert within[0] - 2 <= np.mean(people) <= within[1] + 2
    assert mean[0] - 3 <= np.mean([frame["score"].mean() for frame in frames]) <= mean[1] + 3
