"""Settings and the methods that take them: given or left out, refused, completed."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import pytest

from adjudge.core.errors import UsageError
from adjudge.ranking.comparisons.pipeline import rank_comparisons
from adjudge.ranking.comparisons.registry import (
    METHODS,
    RECOMMENDED,
    method_titles,
    require_taken,
    settings_for,
)
from adjudge.ranking.comparisons.settings import ComparisonSettings
from tests.unit.ranking.comparisons.builders import CLEAR

#: One value for each setting that only some methods take.
SOME: dict[str, Any] = {"unit": "document", "time_limit": 5.0, "runs": 10, "bootstrap": 20, "covariates": ("position",)}
MODELS = {"bradley-terry", "davidson", "rao-kupper"}
TAKEN_BY = {
    "unit": METHODS.keys() - {"annotator-bradley-terry"},
    "time_limit": {"mfas"},
    "runs": {"trueskill"},
    "bootstrap": MODELS,
    "covariates": MODELS,
}


def test_nothing_is_given_unless_it_is():
    assert ComparisonSettings().given == ()
    assert ComparisonSettings(unit="auto", runs=None).given == ()
    assert ComparisonSettings(reference="human", bootstrap=0).given == ("reference", "bootstrap")


@pytest.mark.parametrize("setting", SOME)
@pytest.mark.parametrize("method", METHODS)
def test_a_setting_is_refused_by_exactly_the_methods_that_do_not_take_it(method, setting):
    settings = ComparisonSettings(**{setting: SOME[setting]})
    if method in TAKEN_BY[setting]:
        require_taken([method], settings)
        assert settings_for(method, settings) == settings
    else:
        with pytest.raises(UsageError, match=rf"AJ040 {method} does not take `{setting}=`"):
            require_taken([method], settings)
        assert settings_for(method, settings) == ComparisonSettings()


def test_what_one_of_several_methods_takes_is_not_refused():
    settings = ComparisonSettings(runs=10, time_limit=5.0)
    require_taken(["trueskill", "mfas"], settings)
    assert settings_for("mfas", settings) == ComparisonSettings(time_limit=5.0)
    with pytest.raises(UsageError, match="mfas and bojar do not take `runs=`") as caught:
        require_taken(["mfas", "bojar"], settings)
    assert "`runs=` with trueskill" in str(caught.value)


def test_the_recommended_method_takes_what_the_methods_take_that_it_may_pick():
    require_taken([RECOMMENDED], ComparisonSettings(time_limit=5.0, bootstrap=20, unit="document"))
    with pytest.raises(UsageError, match="recommended does not take `runs=`"):
        require_taken([RECOMMENDED], ComparisonSettings(runs=10))
    # It picks davidson, for which the time limit has no meaning.
    result = rank_comparisons(CLEAR, settings=ComparisonSettings(time_limit=5.0))
    assert (result.method, "time_limit" in result.settings) == ("davidson", False)


def test_every_method_takes_what_concerns_every_ranking():
    settings = ComparisonSettings(reference="_ref", rank_reference=True, arcs="normalised")
    for method in METHODS:
        require_taken([method], settings)


def test_ranking_refuses_with_the_same_words():
    for method, settings in {
        "mfas": ComparisonSettings(bootstrap=100),
        "trueskill": ComparisonSettings(covariates=("position",)),
    }.items():
        with pytest.raises(UsageError) as asked:
            require_taken([method], settings)
        with pytest.raises(UsageError) as ranked:
            rank_comparisons(CLEAR, method, settings=settings)
        assert str(asked.value) == str(ranked.value)


@pytest.mark.parametrize(
    ("method", "expected"),
    [
        ("mfas", {"unit": "auto", "time_limit": 60.0}),
        ("trueskill", {"unit": "auto", "runs": 1000}),
        ("davidson", {"unit": "auto", "bootstrap": 0, "covariates": []}),
        ("bojar", {"unit": "auto"}),
    ],
)
def test_a_result_holds_the_values_that_were_used_and_no_others(method, expected):
    common: dict[str, object] = {"reference": None, "rank_reference": False, "arcs": "net", "both_bad": "tie"}
    common |= {"level": 0.05, "correction": "familywise"}
    about = {"method": method, "seed": 0, "reference_use": "none", "pair": None, "where": []}
    assert rank_comparisons(CLEAR, method).settings == about | common | expected


def test_settings_of_a_result_rank_again():
    first = rank_comparisons(CLEAR, "mfas", settings=ComparisonSettings(time_limit=5.0, arcs="normalised"))
    names = {field.name for field in fields(ComparisonSettings)} & first.settings.keys()
    settings = ComparisonSettings(**{name: first.settings[name] for name in names})
    assert rank_comparisons(CLEAR, first.settings["method"], settings=settings).to_dict() == first.to_dict()


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"unit": "anotator"}, "`unit=` is 'anotator'"),
        ({"arcs": "raw"}, "`arcs=` is 'raw'"),
        ({"covariates": ("width",)}, "`covariates=` is 'width'"),
        ({"covariates": "length"}, r'write `covariates=\["length"\]`'),
        ({"time_limit": 0.0}, "the time limit is 0 s"),
        ({"time_limit": float("nan")}, "the time limit is nan s"),
        ({"time_limit": float("inf")}, "the time limit is inf s"),
        ({"runs": 2}, "the number of random runs is 2"),
        ({"bootstrap": -5}, "the number of bootstrap replicates is -5"),
        ({"bootstrap": 1}, "the number of bootstrap replicates is 1"),
        ({"covariates": ("position",), "bootstrap": 100}, "`covariates=` and `bootstrap=` were given together"),
    ],
)
def test_values_that_cannot_be_used_are_refused(wrong, words):
    with pytest.raises(UsageError, match=rf"(?s)AJ040.*{words}"):
        ComparisonSettings(**wrong)


def test_an_unknown_method_is_refused_with_the_nearest():
    with pytest.raises(UsageError, match=r"(?s)AJ033.*did you mean 'davidson'\?"):
        rank_comparisons(CLEAR, "davison")


def test_lists_name_the_rule_and_every_method_with_its_source():
    titles = method_titles()
    assert list(titles) == [RECOMMENDED, *METHODS]
    assert titles["davidson"] == "Bradley-Terry with ties as an outcome (Davidson 1970)"
