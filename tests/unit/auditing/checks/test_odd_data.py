"""Data that hold little or nothing to look at: every check is silent or not run, none fails."""

from __future__ import annotations

import polars as pl
import pytest

from adjudge.auditing.checks.check import check
from adjudge.core.tables import Comparisons, Ratings
from tests.unit.auditing.checks.campaigns import clean

SUBJECTS = ["annotators", "work", "controls", "sessions"]
FEW = clean(documents=4)

ODD = {
    "one row": FEW.head(1),
    "two rows": FEW.head(2),
    "one system": FEW.filter(pl.col("system") == "sys0"),
    "equal scores": FEW.with_columns(score=pl.lit(50.0)),
    "no scores": FEW.with_columns(score=pl.lit(None, dtype=pl.Float64)),
    "degraded only": FEW.with_columns(kind=pl.lit("degraded")),
    "calibration only": FEW.with_columns(kind=pl.lit("calibration")),
    "tutorials only": FEW.with_columns(kind=pl.lit("tutorial")),
    "documents scored": FEW.with_columns(scope=pl.lit("document")),
    "z-scores": FEW.with_columns(score=pl.col("score") / 50 - 1, scale=pl.lit("z")),
    "nobody named": FEW.drop("annotator", "session", "document"),
    "one collection unknown": FEW.with_columns(collection=pl.when(pl.col("segment") == "0").then(pl.lit("a"))),
    "two criteria": pl.concat([FEW.with_columns(criterion=pl.lit(name)) for name in ("adequacy", "fluency")]),
    "two scales": pl.concat(
        [FEW, FEW.with_columns(score=pl.col("score") // 25, segment=pl.col("segment") + "b")]
    ).with_columns(scale=pl.when(pl.col("segment").str.ends_with("b")).then(pl.lit("0..4"))),
}


@pytest.mark.parametrize("name", ODD)
def test_odd_data_are_looked_at_without_failing(name: str) -> None:
    result = check(Ratings.check(ODD[name]), select=SUBJECTS)
    assert result.settings["checks"] or result.not_checked
    assert not [finding for finding in result.findings if finding.severity == "error"]


def test_comparisons_are_looked_at_where_a_check_is_for_them() -> None:
    votes = {"annotator": ["ann"] * 3, "system_a": ["a"] * 3, "system_b": ["b"] * 3, "outcome": ["a", "b", "tie"]}
    result = check(Comparisons.check(pl.DataFrame(votes)), select=SUBJECTS)
    assert [finding.code for finding in result.findings] == ["AJ410"]
