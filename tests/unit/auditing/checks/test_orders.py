"""Checks of the order under other choices, and the sums that they are computed from."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from adjudge.auditing.checks.facts import Facts
from adjudge.auditing.checks.orders.firm_pairs import FirmPairs, in_common, moved
from adjudge.auditing.checks.orders.unit_moments import moments_of
from adjudge.core.tables import Ratings
from tests.unit.auditing.checks.planted import clean, needed, none, only, run, silent


def confounded() -> pl.DataFrame:
    """`a` is better than `b` by 9 points, but ann-1 met `b` together with the worst system, ann-0 `a` with the best.

    The z-scores of `b` are about .6 and those of `a` about -.2; without the worst system `b` has about -.3.
    """
    rng = np.random.default_rng(4)
    quality = {"top": 76, "a": 66, "b": 57, "last": 30, "mid": 60}
    met = {"ann-0": ["top", "a", "mid"], "ann-1": ["b", "last", "mid"]}
    rows = [
        {"annotator": who, "session": who, "system": name, "document": f"d{i:02}", "segment": who, "score": x}
        for who, systems in met.items()
        for name in systems
        for i in range(40)
        for x in [float(np.clip(round(quality[name] + rng.normal(0, 5)), 0, 100))]
    ]
    return pl.DataFrame(rows)


@pytest.mark.parametrize("code", ["AJ456", "AJ457", "AJ458"])
def test_a_clean_campaign_raises_no_warning(code: str) -> None:
    result = run(clean(2, step=8.0), code)
    assert silent(result) if code == "AJ457" else none(result)
    for systems in (5, 20):
        assert all(one.severity == "note" for one in run(clean(systems, step=1.0), code).findings)


def test_raw_and_z_orders_that_disagree_on_a_firm_pair() -> None:
    found = only(run(confounded(), "AJ456"))
    assert found.severity == "warning"
    assert ["a", "b"] in found.numbers["turned"]
    assert (
        "Raw means put mid above b, a above b, z-scores significantly the opposite by the published test" in found.text
    )
    assert "a is fourth by z-scores and second by raw means" in found.text
    assert {"a", "b"} <= set(found.numbers["systems"])


def test_another_recipe_that_turns_a_firm_pair_is_named() -> None:
    found = only(run(confounded(), "AJ458"))
    assert found.severity == "warning"
    assert "z-scores by annotator over all rows" in found.numbers["recipes"]
    assert found.text.startswith("Raw means or z-scores of other kinds turn round systems that the default recipe")


def test_of_two_systems_none_can_be_left_out() -> None:
    assert needed(run(clean(2), "AJ457")) == "ratings of three systems or more, with annotators or sessions"


def test_orders_of_systems_that_are_not_separated_are_a_note() -> None:
    found = only(run(clean(8, step=0.0, seed=2), "AJ456"))
    assert found.severity == "note"
    assert found.numbers["turned"] == []


def test_removal_of_one_system_turns_the_others() -> None:
    found = only(run(confounded(), "AJ457"))
    assert found.severity == "warning"
    assert found.text.startswith(
        "Left out of the z-scores, other systems turn round pairs that differ significantly by"
    )
    assert "the published test: " in found.text
    assert "the worst system last (a above b)" in found.text
    assert ["a", "b"] in found.numbers["turned"]


def test_the_sums_give_the_published_means() -> None:
    rows = clean(6, seed=9).sample(fraction=0.7, seed=1)
    rows = rows.with_columns(kind=pl.when(pl.col("segment") == "3").then(pl.lit("degraded")).otherwise("kind"))
    facts = Facts(Ratings.check(rows))
    published, moments = facts["published"], facts["moments"]
    z = dict(zip(moments.systems, moments.mean_z(), strict=True))
    expected = dict(published.estimate.means.select("system", "z").iter_rows())
    assert z == pytest.approx(expected, abs=1e-9)
    # Without a system: the recipe on rows without it.
    without = published.without(pl.col("system") == "sys-5").estimate
    left = dict(zip(moments.systems, moments.mean_z(moments.marked(["sys-5"])), strict=True))
    expected = dict(without.means.select("system", "z").iter_rows())
    assert {name: left[name] for name in expected} == pytest.approx(expected, abs=1e-9)
    assert moments.order(moments.marked(["sys-5"])) == without.order


def test_annotators_without_spread_do_not_count_in_the_sums() -> None:
    rows = clean(4).with_columns(score=pl.when(pl.col("annotator") == "ann-1").then(50.0).otherwise("score"))
    facts = Facts(Ratings.check(rows))
    z = dict(zip(facts["moments"].systems, facts["moments"].mean_z(), strict=True))
    assert z == pytest.approx(dict(facts["published"].estimate.means.select("system", "z").iter_rows()), abs=1e-9)
    assert moments_of(rows, rows, facts["layout"], "session").systems == ["sys-0", "sys-1", "sys-2", "sys-3"]


def test_firm_pairs_and_their_reversal() -> None:
    p = np.array([[1.0, 0.001, 0.001], [0.999, 1.0, 0.2], [0.999, 0.8, 1.0]])
    firm = FirmPairs.of(["x", "y", "z"], p, np.array([0.5, 0.2, 0.1]))
    # Six ordered tests: 6 * .001 and 5 * .001 are below .05, 4 * .2 is not.
    assert firm.pairs == (("x", "y"), ("x", "z"))
    assert FirmPairs.of(["x", "y", "z"], p, np.array([0.22, 0.2, 0.1])).pairs == (("x", "z"),)  # x and y are close
    assert firm.reversed_in(["y", "x", "z"]) == [["y", "x"]]
    assert firm.reversed_in(["z", "y"]) == []
    assert moved(["x", "y", "z"], ["y", "x", "z"]) == ["x", "y"]
    assert in_common(["x", "y", "z"], ["z", "x", "w"]) == (["x", "z"], ["z", "x"])
