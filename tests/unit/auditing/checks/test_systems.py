"""Checks of single systems: outliers, and systems with nothing but the lowest score."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from adjudge.auditing.checks.design.systems import outlying
from tests.unit.auditing.checks.planted import clean, needed, none, only, run, silent


@pytest.mark.parametrize("systems", [2, 5, 20])
def test_a_clean_campaign_raises_nothing(systems: int) -> None:
    assert none(run(clean(systems), "AJ446"))
    result = run(clean(systems, step=2.0), "AJ445")
    assert none(result) if systems >= 5 else silent(result)


@pytest.mark.parametrize(
    ("code", "rows", "needs"),
    [
        ("AJ445", clean(4), "ratings of five systems or more, with annotators or sessions"),
        ("AJ446", clean(1), "ratings of two systems or more on a scale with a lowest score"),
        (
            "AJ446",
            clean().with_columns(scale=pl.lit("z")),
            "ratings of two systems or more on a scale with a lowest score",
        ),
    ],
)
def test_what_cannot_be_looked_at_is_said(code: str, rows: pl.DataFrame, needs: str) -> None:
    assert needed(run(rows, code)) == needs


def test_a_system_that_has_no_z_score_without_the_outlier_is_named() -> None:
    # ann-x judged only the outlier and `flat`, which always got 50: without the outlier these scores do not vary.
    rows = clean(8, step=3.0)
    own = [
        {"annotator": "ann-x", "session": "x", "system": name, "document": f"doc-{i:02}", "segment": "0", "score": x}
        for i in range(24)
        for name, x in (("flat", 50.0), ("out", float(i % 3)))
    ]
    others = rows.filter(pl.col("segment") == "0", pl.col("system") == "sys-0")
    low = others.with_columns(system=pl.lit("out"), score=pl.lit(1.0))
    found = only(run(pl.concat([rows.drop("kind"), low.drop("kind"), pl.DataFrame(own)]), "AJ445"))
    assert "out" in found.numbers["systems"]
    assert found.numbers["lost"] == ["flat"]
    assert "flat has no z-score: what is left does not vary." in found.text


def test_a_system_of_zeros_is_named_with_its_scores() -> None:
    zeros = pl.when(pl.col("system") == "sys-2").then(0.0).otherwise("score")
    found = only(run(clean().with_columns(score=zeros), "AJ446"))
    assert (found.severity, found.numbers["systems"]) == ("warning", ["sys-2"])
    assert found.text.startswith(
        "96 of 96 scores of sys-2 are at most 1, within 1% of the lower end of the scale: this system may not have "
        "translated at all but copied the source."
    )


def test_the_lowest_score_is_that_of_the_scale() -> None:
    stars = clean().with_columns(scale=pl.lit("1..5"), score=(pl.col("score") / 20).round().clip(2, 5))
    assert none(run(stars, "AJ446"))
    ones = pl.when(pl.col("system") == "sys-2").then(1.0).otherwise("score")
    assert only(run(stars.with_columns(score=ones), "AJ446")).numbers["systems"] == ["sys-2"]


def test_a_bad_system_is_no_system_of_zeros() -> None:
    half = pl.when((pl.col("system") == "sys-2") & (pl.col("segment") < "2")).then(0.0).otherwise("score")
    assert none(run(clean().with_columns(score=half), "AJ446"))


def test_an_outlier_is_named_and_what_it_moves() -> None:
    rows = clean(10, step=5.0)
    low = pl.when(pl.col("system") == "sys-3").then(pl.col("score") * 0.1).otherwise("score")
    found = only(run(rows.with_columns(score=low), "AJ445"))
    assert (found.severity, found.numbers["systems"]) == ("note", ["sys-3"])
    assert "Without it the z-scores of the others give the same order." in found.text


def test_an_outlier_that_turns_a_firm_pair_is_a_warning() -> None:
    # The outlier makes everything else that ann-0 met look good: b has a z-score of about .5 with it and -.3 without.
    rng = np.random.default_rng(5)
    quality = {"out": 30, "top": 76, "a": 66, "b": 56, "mid": 60, "c": 61, "d": 60, "e": 59, "f": 60}
    met = {"ann-0": ["out", "b", "mid"], "ann-1": ["top", "a", "mid"], "ann-2": ["c", "d", "e", "f", "mid"]}
    rows = [
        {
            "annotator": who,
            "system": name,
            "document": f"d{i}",
            "segment": who,
            "score": quality[name] + rng.normal(0, 5),
        }
        for who, systems in met.items()
        for name in systems
        for i in range(60)
    ]
    frame = pl.DataFrame(rows).with_columns(pl.col("score").round().clip(0, 100), session=pl.col("annotator"))
    found = only(run(frame, "AJ445"))
    assert found.severity == "warning"
    assert "out" in found.numbers["systems"]
    assert ["a", "b"] in found.numbers["turned"]
    assert "differ significantly by the published test is turned round" in found.text


def test_the_rule_by_hand() -> None:
    # Median 3, absolute deviations 2, 1, 0, 1, 97: their median is 1, so the limit is 2.5 * 1.4826 = 3.7.
    assert outlying(np.array([1.0, 2.0, 3.0, 4.0, 100.0])).tolist() == [False, False, False, False, True]
    assert outlying(np.array([1.0, 2.0, 3.0, 4.0, 6.7])).tolist() == [False] * 5
