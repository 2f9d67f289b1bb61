"""Models of strength: standard errors that allow for dependence, the bootstrap, covariates, reliabilities, weights."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from adjudge.core.errors import InputError
from adjudge.ranking.comparisons.pipeline import rank_comparisons
from adjudge.ranking.comparisons.settings import ComparisonSettings
from tests.unit.ranking.comparisons.builders import (
    CLEAR,
    codes,
    comparisons_of,
    counts,
    finding,
    model_of,
    rankings,
    votes,
)


@pytest.fixture(scope="module")
def table():
    return comparisons_of(rankings())


def errors(result):
    return np.array([row.error for row in model_of(result).strengths])


@pytest.mark.parametrize("unit", ["ranking", "segment", "annotator"])
def test_units_widen_the_intervals_of_dependent_comparisons(table, unit):
    plain, robust = (rank_comparisons(table, "davidson", settings=ComparisonSettings(unit=by)) for by in ("none", unit))
    assert (model_of(plain).unit, model_of(robust).unit) == (None, unit)
    assert plain.order() == robust.order()
    assert errors(robust).mean() > errors(plain).mean()


def test_bootstrap_and_jackknife_agree_on_many_rankings(table):
    formula, resampled = (
        rank_comparisons(table, "bradley-terry", settings=ComparisonSettings(bootstrap=draws, unit="document"))
        for draws in (0, 400)
    )
    # The sd of an sd over 400 replicates is 3.5%; four of these, and a little for the finite number of units.
    np.testing.assert_allclose(errors(formula), errors(resampled), rtol=0.2)
    assert model_of(resampled).replicates == 400
    assert (resampled.test.errors, resampled.test.draws) == ("bootstrap", 400)
    assert dict(resampled.signature.choices)["errors"] == "bootstrap-400"
    assert (formula.test.name, formula.test.errors) == ("score-flips", "jackknife")
    assert (resampled.test.name, resampled.test.correction) == ("wald", "holm")


def test_a_bootstrap_without_finite_fits_is_refused():
    # x lost a single comparison: most draws of 21 lose it, as 1 - 1/21 to the power of 21 is .36 for each of two.
    rare = counts([("x", "y", 9, 0, 1), ("y", "z", 9, 0, 1), ("x", "z", 9, 0, 0)])
    with pytest.raises(InputError, match=r"(?s)no finite fit for most bootstrap replicates.* of 400 replicates"):
        rank_comparisons(rare, "bradley-terry", settings=ComparisonSettings(bootstrap=400))


def test_lost_replicates_are_counted():
    few = counts([("x", "y", 12, 0, 3), ("y", "z", 12, 0, 3), ("x", "z", 12, 0, 1)])
    result = rank_comparisons(few, "bradley-terry", settings=ComparisonSettings(bootstrap=400))
    assert 0 < model_of(result).lost < 200
    assert finding(result, "AJ313").numbers == {"lost": model_of(result).lost, "draws": 400}


def test_too_few_comparisons_for_standard_errors_are_refused():
    two = pl.DataFrame({"system_a": ["x", "y"], "system_b": ["y", "x"], "outcome": ["a", "a"]})
    with pytest.raises(InputError, match=r"(?s)too few comparisons to estimate standard errors.*2 of 2 systems"):
        rank_comparisons(two, "davidson")


def test_the_better_of_two_models_of_ties_is_named():
    # Many ties of the best with the worst, none of neighbours: a threshold fits that worse than Davidson's model.
    table = counts([("x", "y", 180, 0, 20), ("y", "z", 180, 0, 20), ("x", "z", 20, 180, 10)])
    for name, rival, sign in (("rao-kupper", "davidson", -1), ("davidson", "rao-kupper", 1)):
        result = rank_comparisons(table, name)
        ours, theirs = (model_of(one).log_likelihood for one in (result, rank_comparisons(table, rival)))
        assert ours is not None
        assert theirs is not None
        found = finding(result, "AJ312")
        assert found.numbers == {"ahead": pytest.approx(ours - theirs), "over": rival}
        assert sign * (ours - theirs) > 5
        assert "davidson fits better than rao-kupper" in found.text
        assert (found.todo is None) == (name == "davidson")


def test_bradley_terry_says_that_a_tie_is_half_a_win_if_there_are_ties():
    assert "half a win" in finding(rank_comparisons(CLEAR, "bradley-terry"), "AJ312").text
    untied = counts([("x", "y", 6, 0, 2), ("y", "z", 6, 0, 2), ("x", "z", 8, 0, 1)])
    assert "AJ312" not in codes(rank_comparisons(untied, "bradley-terry"))


def test_covariates_put_into_comparisons_are_found():
    table = votes(np.random.default_rng(1), 20_000, first=0.4, per_length=0.03)
    settings = ComparisonSettings(covariates=["position", "length"], unit="annotator")
    result = rank_comparisons(table, "bradley-terry", settings=settings)
    effects = model_of(result).effects
    assert effects is not None
    for name, truth in {"position": 0.4, "length": 0.03}.items():
        assert abs(effects[name]["effect"] - truth) < 4 * effects[name]["error"]
        assert effects[name]["error"] < truth / 4  # or any effect would do
    assert result.order() == ["x", "y", "z"]
    assert dict(result.signature.choices)["covariates"] == "position+length"
    assert result.settings["covariates"] == ["position", "length"]
    assert [one.severity for one in result.findings if one.code == "AJ316"] == ["warning", "warning"]


def test_a_length_that_is_unknown_is_refused():
    table = votes(np.random.default_rng(1), 200)
    settings = ComparisonSettings(covariates=["length"])
    with pytest.raises(InputError, match=r"(?s)length_b has no value for some comparisons.*200 of 200"):
        rank_comparisons(table.drop("length_b"), "davidson", settings=settings)
    gap = pl.when(pl.int_range(pl.len()) > 4).then("length_a")
    with pytest.raises(InputError, match=r"(?s)length_a has no value.*5 of 200 comparisons"):
        rank_comparisons(table.with_columns(length_a=gap), "davidson", settings=settings)


def test_an_effect_that_cannot_be_estimated_is_refused():
    rows = {"system_a": ["x", "y"] * 20, "system_b": ["y", "z"] * 20, "outcome": ["a", "b", "b", "a"] * 10}
    with pytest.raises(InputError, match=r"(?s)the effect of position cannot be estimated.*named in both orders"):
        rank_comparisons(pl.DataFrame(rows), "bradley-terry", settings=ComparisonSettings(covariates=["position"]))


def test_models_of_single_comparisons_need_them():
    name, covariates = "annotator-bradley-terry", ComparisonSettings(covariates=["position"])
    with pytest.raises(InputError, match="needs single comparisons, but the data holds counts"):
        rank_comparisons(CLEAR, name)
    with pytest.raises(InputError, match="`covariates=` needs single comparisons"):
        rank_comparisons(CLEAR, "davidson", settings=covariates)
    weighted = votes(np.random.default_rng(1), 50).with_columns(weight=pl.lit(0.5))
    for method, settings in ((name, None), ("trueskill", None), ("davidson", covariates)):
        with pytest.raises(InputError, match=r"(?s)comparisons have (them|weights).*50 comparisons"):
            rank_comparisons(weighted, method, settings=settings)
    unknown = pl.when(pl.int_range(pl.len()) > 2).then("annotator")
    with pytest.raises(InputError, match=r"(?s)needs the annotator of every comparison.*3 of 50"):
        rank_comparisons(votes(np.random.default_rng(1), 50).with_columns(annotator=unknown), name)


def test_annotators_who_turn_the_scale_around_are_named():
    table = votes(np.random.default_rng(2), 8_000)
    turned = pl.when(pl.col("annotator").is_in(["annotator-0", "annotator-1"]))
    other = pl.col("outcome").replace({"a": "b", "b": "a"})
    result = rank_comparisons(
        table.with_columns(outcome=turned.then(other).otherwise("outcome")), "annotator-bradley-terry"
    )
    found = finding(result, "AJ315")
    assert (found.severity, set(found.numbers["doubtful"])) == ("warning", {"annotator-0", "annotator-1"})
    reliability = model_of(result).reliability
    assert reliability is not None
    assert max(reliability["annotator-0"], reliability["annotator-1"]) < 0
    assert "annotator-0 (" in found.text
    assert finding(result, "AJ311").severity == "warning"


def test_a_weight_of_two_is_two_comparisons():
    table = votes(np.random.default_rng(3), 300)
    settings = ComparisonSettings(unit="annotator")
    first, second = (
        rank_comparisons(rows, "davidson", settings=settings)
        for rows in (pl.concat([table, table]), table.with_columns(weight=pl.lit(2.0)))
    )
    strengths = [[row.strength for row in model_of(result).strengths] for result in (first, second)]
    assert strengths[0] == pytest.approx(strengths[1])
    assert errors(first) == pytest.approx(errors(second))


def test_weights_do_not_make_comparisons():
    table = votes(np.random.default_rng(5), 120)
    settings = ComparisonSettings(unit="none")
    light, heavy = (
        rank_comparisons(table.with_columns(weight=pl.lit(weight)), "bojar", settings=settings)
        for weight in (0.5, 1000.0)
    )
    assert [pair.p for pair in light.pairs] == pytest.approx([pair.p for pair in heavy.pairs])
    assert [system.judgements for system in light.systems] == [system.judgements for system in heavy.systems]
    assert sum(system.judgements for system in heavy.systems) == 240
    assert finding(heavy, "AJ319").numbers == {"low": 1000.0, "high": 1000.0}


def test_dependent_comparisons_are_tested_by_their_documents(table):
    settings = [ComparisonSettings(unit=by) for by in ("none", "document")]
    alone, together = (rank_comparisons(table, "bojar", settings=choice) for choice in settings)
    assert np.mean([pair.p for pair in together.pairs]) > np.mean([pair.p for pair in alone.pairs])
    assert (together.test.name, together.test.unit) == ("flips", "document")
