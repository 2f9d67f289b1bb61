"""Differences of repeats: WMT22 into English, and the calibration sets of Knowles and Lo 2024."""

from __future__ import annotations

import polars as pl
import pytest

import adjudge
from adjudge.papers import wmt_releases as releases
from adjudge.scoring.quality import control_pairs
from adjudge.scoring.repeats import repeat_differences, report_repeats


@pytest.mark.parametrize("pair", releases.INTO_ENGLISH)
def test_repeats_before_and_after_degraded_items_have_the_recomputed_means(data_file, expected, pair):
    release = releases.Release(data_file("wmt22-toen-mturk"), pair, "clusters.csen-zhen.csv", "z-names")
    known = expected("wmt22-toen-mturk")["computed"]["degraded_context"][pair]
    [finding] = report_repeats(release.ratings.frame).findings
    overall, after = finding.numbers["overall"], finding.numbers["after_degraded"]
    assert (after["pairs"], round(after["mean"], 3)) == tuple(known["after"])
    before = overall["pairs"] - after["pairs"]
    assert before == known["before"][0]
    total = overall["mean"] * overall["pairs"] - after["mean"] * after["pairs"]
    assert round(total / before, 3) == known["before"][1]
    # "both the median and mode values of the differences are 0" of earlier years (section 5.1) holds here too.
    assert (overall["median"], overall["mode"]) == (0, 0)


def _calibration(data_file, pair):
    """Sets that known annotators judged in full; the second look at an item is the repeat of the first."""
    folder = data_file("wmt22-calibration")
    source, target = pair.split("-")
    frame = adjudge.read(folder / "calibrationHITs.csv.gz", folder / "calibrationHITs.mapping.csv").frame
    rows = frame.filter(
        pl.col("annotator").is_not_null(), scope="segment", source_lang=source, target_lang=target
    ).filter(pl.len().over("annotator") == 100)
    item = ["annotator", "system", "document", "segment"]
    second = pl.int_range(pl.len()).over(item) == 1
    return rows.sort("started").with_columns(kind=pl.when(second).then(pl.lit("repeat")).otherwise(pl.lit("system")))


@pytest.mark.parametrize("pair", ["eng-ces", "eng-deu", "eng-jpn"])
def test_consistency_on_the_calibration_sets_is_as_recomputed(data_file, expected, pair):
    text = expected("wmt22-calibration")["computed"]["text"]
    units = repeat_differences(control_pairs(_calibration(data_file, pair), "repeat"), "annotator").values()
    medians = [figures.median_absolute for figures in units]
    assert {figures.pairs for figures in units} == {text["repeats_per_annotator"][pair]}
    assert max(medians) == text["max_median_abs_difference"][pair]
    assert max(figures.maximum_absolute for figures in units) == text["max_abs_difference"][pair]
    small = sum(median <= 5 for median in medians)
    assert f"{small} of {len(medians)}" == text["median_abs_difference_at_most_5"][pair]


def test_the_largest_median_of_the_calibration_sets_is_as_printed(data_file, expected):
    [finding] = report_repeats(_calibration(data_file, "eng-jpn")).findings
    largest = max(figures["median_absolute"] for figures in finding.numbers["units"].values())
    assert largest == expected("wmt22-calibration")["published"]["text"]["max_median_abs_difference"]
