"""Checks of tests and lines: power, number of tests, direction."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from tests.unit.auditing.checks.planted import clean, none, only, run


def contradicted() -> pl.DataFrame:
    """`mean` has the higher mean, `rank` the higher ranks: a sixth of its scores are 0. Both beat `low` clearly."""
    n = 300
    rng = np.random.default_rng(2)
    scores = {
        "mean": 70 + rng.integers(-3, 4, n),
        "rank": np.where(np.arange(n) % 6 == 0, 20, 76 + rng.integers(-3, 4, n)),
        "low": 10 + rng.integers(-3, 4, n),
    }
    return pl.concat(
        [
            pl.DataFrame(
                {
                    "annotator": "ann",
                    "session": "1",
                    "system": name,
                    "document": [f"d{i // 10:02}" for i in range(n)],
                    "segment": [str(i % 10) for i in range(n)],
                    "score": values.astype(float),
                }
            )
            for name, values in scores.items()
        ]
    )


@pytest.mark.parametrize("code", ["AJ454", "AJ455"])
def test_a_clean_campaign_raises_nothing(code: str) -> None:
    for systems in (2, 5, 20):
        assert none(run(clean(systems), code))


def test_a_test_against_the_order_is_found_with_its_pair() -> None:
    found = only(run(contradicted(), "AJ454"))
    assert (found.severity, found.numbers["pairs"]) == ("warning", [["mean", "rank"]])
    assert "has mean above rank, but the rank-sum test" in found.text


def test_a_line_that_ignores_the_direction_is_found() -> None:
    found = only(run(contradicted(), "AJ455"))
    assert (found.severity, found.numbers["systems"]) == ("warning", ["mean", "rank"])
    assert "mean stands above rank although its scores rank significantly lower" in found.text


def test_the_number_of_tests_and_what_chance_would_give() -> None:
    found = only(run(clean(5), "AJ453"))
    # 10 pairs, each tested in the observed direction at .05: .1 * 10.
    assert (found.severity, found.numbers["n_pairs"], found.numbers["expected"]) == ("note", 10, pytest.approx(1.0))
    assert found.text.startswith("By the published test, which is that of WMT, ")
    assert none(run(clean(2), "AJ453"))


def test_differences_against_the_order_are_not_counted() -> None:
    # `rank` is significantly better than `mean`, which stands above it: WMT tests whether `mean` is better.
    found = only(run(contradicted(), "AJ453"))
    assert (found.numbers["significant"], found.numbers["n_pairs"]) == (2, 3)


def test_differences_that_a_correction_takes_away_are_named() -> None:
    found = only(run(clean(6, step=1.0, seed=3), "AJ453"))
    lost = found.numbers["pairs"]
    assert lost
    assert found.numbers["systems"] == sorted({name for pair in lost for name in pair})
    assert f"{lost[0][0]} over {lost[0][1]}" in found.text


def test_pairs_without_power_are_a_note() -> None:
    few = only(run(clean(3, step=0.0, documents=8), "AJ452"))
    assert (few.severity, few.numbers["smallest"]) == ("note", None)
    found = only(run(clean(3, step=0.0), "AJ452"))
    assert found.severity == "note"
    pairs = found.numbers["pairs"]
    assert len(pairs) == found.numbers["n_pairs"] <= found.numbers["all_pairs"] == 3
    assert set(found.numbers["systems"]) == {name for pair in pairs for name in pair}
    assert f"{pairs[0][0]} and {pairs[0][1]}" in found.text
    assert "a system that wins " in found.text
    assert 0.5 < found.numbers["smallest"] < 1
    assert none(run(clean(3, step=30.0), "AJ452"))
