"""Power: every mistake is refused in words, and every number comes with what it takes for granted."""

from __future__ import annotations

from typing import Any

import pytest

import adjudge
from adjudge.planning.power.forms import FORMS

NAN, INF = float("nan"), float("inf")


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({}, "neither n nor effect was given"),
        ({"power": 0.9}, "neither n nor effect was given, only the power 0.9"),
        ({"n": 10, "effect": 0.4, "power": 0.8}, "n = 10, effect = 0.4 and power = 0.8 were all given"),
        ({"effect": 0.0}, "`effect=` is 0"),
        ({"effect": 1.0}, "`effect=` is 1"),
        ({"effect": 1.2}, "`effect=` is 1.2"),
        ({"effect": 1e-300}, "`effect=` is 1e-300"),
        ({"n": 10, "effect": 1 - 1e-12, "test": "paired"}, "`effect=` is 0.999999999999"),
        ({"n": 10, "alpha": 1e-300}, "`alpha=` is 1e-300"),
        ({"n": 10, "margin": 0.4999999999}, "`margin=` is 0.4999999999"),
        ({"effect": NAN}, "`effect=` is nan"),
        ({"effect": "low"}, "`effect=` is 'low'"),
        ({"effect": 0.5}, "the effect is .5, which is no difference"),
        ({"effect": 0.4, "power": 1.0}, "`power=` is 1"),
        ({"effect": 0.4, "power": 0.05}, "the power 0.05 is not above the level 0.05"),
        ({"effect": 0.4, "alpha": 0.0}, "`alpha=` is 0"),
        ({"effect": 0.4, "alpha": 0.6}, "`alpha=` is 0.6"),
        ({"effect": 0.4, "alpha": INF}, "`alpha=` is inf"),
        ({"n": 0}, "`n=` is 0"),
        ({"n": 10.5}, "`n=` is '10.5'"),
        ({"n": True}, "`n=` is 'True'"),
        ({"n": 10**9}, "`n=` is 1,000,000,000"),
        ({"n": 100, "m": 0}, "`m=` is 0"),
        ({"n": 100, "sides": 3}, "`sides=` is 3"),
        ({"n": 100, "systems": 1}, "`systems=` is 1"),
        ({"n": 100, "test": "welch"}, "there is no test 'welch' for power"),
        ({"n": 100, "test": "pared"}, "there is no test 'pared' for power"),
        ({"n": 100, "test": "paired", "m": 50}, "`m=` was given with the test 'paired'"),
        ({"n": 100, "correlation": 0.3}, "`correlation=` was given with the test 'rank-sum'"),
        ({"n": 100, "ties": 0.3}, "`ties=` was given with the test 'rank-sum'"),
        ({"n": 100, "votes_per_unit": 3, "icc": 0.1}, "`votes_per_unit=` was given with the test 'rank-sum'"),
        ({"n": 100, "test": "comparisons", "documents": 3, "icc": 0.1}, "`documents=` was given with the test"),
        ({"n": 100, "test": "paired", "correlation": 1.0}, "`correlation=` is 1"),
        ({"n": 100, "test": "sign", "ties": 1.0}, "`ties=` is 1"),
        ({"n": 100, "test": "sign", "ties": -0.1}, "`ties=` is -0.1"),
        ({"effect": 0.05, "test": "sign", "ties": 0.2}, "an effect of 0.05 with 0.2 ties cannot be"),
        ({"margin": 0.45, "test": "sign", "ties": 0.2}, "an effect of 0.95 with 0.2 ties cannot be"),
        ({"n": 100, "icc": 0.1}, "`icc=` was given without `documents=` or `segments_per_document=`"),
        ({"n": 100, "documents": 10}, "`documents=` was given without `icc=`"),
        ({"n": 100, "segments_per_document": 10}, "`segments_per_document=` was given without `icc=`"),
        ({"n": 100, "segments_per_document": 0.5, "icc": 0.1}, "`segments_per_document=` is 0.5"),
        ({"n": 100, "documents": 5, "segments_per_document": 20, "icc": 0.1}, "were given together"),
        ({"n": 100, "documents": 0, "icc": 0.1}, "`documents=` is 0"),
        ({"n": 100, "documents": 101, "icc": 0.1}, "101 documents but only 100 segments"),
        ({"n": 100, "documents": 10, "icc": 1.1}, "`icc=` is 1.1"),
        ({"n": 100, "margin": 0.5}, "`margin=` is 0.5"),
        ({"n": 100, "margin": 0.1, "sides": 2}, "`sides=2` was given with `margin=`"),
        ({"n": 100, "margin": 0.1, "effect": 0.4}, "the effect 0.4 is not within the margin, 0.4 to 0.6"),
    ],
)
def test_a_mistake_is_refused_in_words(given, words):
    with pytest.raises(adjudge.UsageError) as caught:
        adjudge.power(**given)
    [problem] = caught.value.problems
    assert problem.code == "AJ040"
    assert words in problem.what
    assert problem.expected
    assert problem.todo


@pytest.mark.parametrize(
    ("given", "code", "words"),
    [
        # Twenty documents with icc .2 are worth a hundred segments at most.
        ({"effect": 0.47, "documents": 20, "icc": 0.2}, "AJ620", "they are worth 100 independent ones at most"),
        ({"effect": 0.4, "m": 20}, "AJ620", "no number of segments up to 10,000,000 reaches a power of 0.8"),
        ({"effect": 0.49999, "test": "comparisons"}, "AJ620", "no number of votes up to 10,000,000"),
        # 2 / C(6, 3) = .1, 2 / 2^5 = .06: nothing is significant.
        ({"n": 3}, "AJ621", "with 3 segments no effect is found"),
        ({"n": 5, "test": "sign"}, "AJ621", "with 5 segments no effect is found"),
        ({"n": 100, "power": 0.8, "margin": 0.05}, "AJ621", "a margin of 0.05 is shown with a power of 0.000 at most"),
    ],
)
def test_what_cannot_be_reached_is_refused_with_what_could(given, code, words):
    with pytest.raises(adjudge.UsageError) as caught:
        adjudge.power(**given)
    [problem] = caught.value.problems
    assert problem.code == code
    assert words in problem.what


def test_the_number_of_documents_that_would_do_is_enough():
    with pytest.raises(adjudge.UsageError, match="more than 290 documents") as caught:
        adjudge.power(effect=0.47, documents=20, icc=0.2)
    usable = adjudge.power(effect=0.47, documents=364, icc=0.2).n
    assert f"364 documents are enough with {usable:,} segments in all" in caught.value.problems[0].expected
    assert adjudge.power(effect=0.47, documents=291, icc=0.2).n > 291
    with pytest.raises(adjudge.UsageError):
        adjudge.power(effect=0.47, documents=290, icc=0.2)


def test_the_size_that_a_margin_would_need_is_the_one_that_is_named():
    with pytest.raises(adjudge.UsageError) as caught:
        adjudge.power(n=100, power=0.8, margin=0.05)
    needed = adjudge.power(margin=0.05, power=0.8).n
    assert caught.value.problems[0].expected == f"at least {needed:,} segments, if the systems are equal"


def codes(**given: object) -> set[str]:
    return {finding.code for finding in adjudge.power(**given).findings}  # type: ignore[arg-type]


def test_every_number_comes_with_its_caveats():
    caveats = {"AJ600", "AJ601", "AJ602", "AJ603"}
    for given in ({"n": 400, "effect": 0.45}, {"effect": 0.45, "power": 0.9}, {"n": 400, "power": 0.9}):
        assert codes(**given) == caveats
        for test in ("paired", "sign"):
            assert codes(**given, test=test) == caveats
        assert codes(**given, test="comparisons") == caveats - {"AJ600"}
    assert {finding.code for finding in adjudge.power_table().findings} == caveats


def test_findings_say_what_was_assumed_and_what_is_too_small():
    assert "AJ605" in codes(n=400)
    assert "AJ606" in codes(n=400, margin=0.1)
    assert "AJ604" in codes(n=99, effect=0.4)
    assert "AJ604" not in codes(n=99, effect=0.4, test="comparisons")
    assert "AJ607" in codes(n=10, effect=0.2)
    assert "AJ607" not in codes(n=20, effect=0.2)
    assert "AJ607" in codes(n=20, effect=0.2, systems=12)
    assert "AJ607" in codes(n=20, effect=0.2, test="paired")
    assert "AJ607" not in codes(n=10, effect=0.2, test="sign")
    assert "AJ607" in codes(n=99, margin=0.2)
    assert "AJ607" not in codes(n=100, margin=0.2)
    assert "AJ608" in codes(n=400, effect=0.4, test="comparisons", systems=5)
    assert "AJ609" in codes(effect=0.4, documents=500, icc=0.1)


def test_where_nothing_can_be_significant_the_power_is_zero():
    result = adjudge.power(n=5, effect=0.1, test="sign")
    assert result.power == 0.0
    [finding] = [finding for finding in result.findings if finding.code == "AJ607"]
    assert "the smallest exact p-value is 0.0625" in finding.text  # 2 / 2^5


def test_where_no_outcome_shows_equality_the_power_is_zero_and_said():
    # P(X >= 1) of one vote at .45 is .45, and no vote more can be won.
    result = adjudge.power(n=1, margin=0.05, test="comparisons")
    assert result.power == 0.0
    [finding] = [finding for finding in result.findings if finding.code == "AJ607"]
    assert finding.text == "No outcome of 1 vote can show at 0.05 that P(A < B) lies between 0.45 and 0.55."


def test_one_segment_cannot_show_equality_however_wide_the_margin():
    # Its statistic is 0 or 1, and the limits of a margin of .49 are .17 and .83.
    for test in ("rank-sum", "paired"):
        assert adjudge.power(n=1, margin=0.49, test=test).power == 0.0
        assert adjudge.power(n=4, margin=0.49, test=test).power > 0.8


def test_one_segment_is_one_segment():
    [finding] = [one for one in adjudge.power(n=1, effect=0.2).findings if one.code == "AJ604"]
    assert finding.text.startswith("With 1 segment of each system, as few as")


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"n": 10_000_000, "effect": 0.4999}, "P(A < B) = 0.4999 with"),
        ({"n": 10_000_000, "effect": 0.49999999}, "P(A < B) = 0.49999999 with"),
        ({"n": 400, "margin": 0.0834567, "effect": 0.49999}, "between 0.4165433 and 0.5834567, if it is 0.49999,"),
        ({"effect": 0.4987, "power": 0.8123456}, "with a power of 0.8123456 or more"),
        (
            {"n": 400, "effect": 0.45, "alpha": 0.049999},
            "by the two-sided rank-sum test of independent segments at 0.049999",
        ),
    ],
)
def test_sentences_keep_the_digits_of_what_was_chosen(given, words):
    assert words in adjudge.power(**given).summary()


def test_no_sentence_takes_an_effect_for_none():
    solved = adjudge.power(n=10_000_000, power=0.06)
    assert solved.effect != 0.5
    assert "= 0.5 " not in solved.summary()
    assert "0.5000 or 0.5000" not in solved.summary()
    [finding] = [one for one in adjudge.power(n=400, margin=0.1, effect=0.49999).findings if one.code == "AJ606"]
    assert "a true effect of 0.49999." in finding.text
    with pytest.raises(adjudge.UsageError, match=r"at an effect of 0\.49999"):
        adjudge.power(effect=0.49999, test="comparisons")


def test_columns_of_a_table_are_told_apart_by_all_digits():
    table = adjudge.power_table(sizes=[100], effects=[0.4999999, 0.49999991])
    assert table.to_frame().columns == ["n", "0.4999999", "0.49999991"]
    assert "effect:0.4999999,0.49999991|" in str(table.signature)


def test_several_systems_share_the_level():
    result = adjudge.power(effect=0.45, systems=12)
    assert (result.comparisons, result.level) == (66, 0.05 / 66)
    assert result.n == adjudge.power(effect=0.45, alpha=0.05 / 66).n


def test_pairs_that_correlate_need_fewer_segments():
    # Var(B - A) = 2 (1 - correlation), so about half at .5.
    independent, half = (adjudge.power(effect=0.47, test="paired", correlation=one).n for one in (0.0, 0.5))
    assert half / independent == pytest.approx(0.5, abs=0.01)


def test_sizes_of_two_systems_may_differ():
    assert adjudge.power(n=300, m=600, effect=0.45).power == adjudge.power(n=600, m=300, effect=0.45).power
    assert adjudge.power(n=300, m=600, effect=0.45).m == 600
    assert adjudge.power(n=300, effect=0.45, test="paired").m is None


def test_the_least_icc_costs_nothing_and_the_largest_leaves_documents():
    assert adjudge.power(n=400, effect=0.45, documents=40, icc=0.0).effective_n == 400
    assert adjudge.power(n=400, effect=0.45, documents=40, icc=1.0).effective_n == pytest.approx(40)


@pytest.mark.parametrize("form", FORMS.values(), ids=lambda form: form.name)
def test_every_test_has_a_title_and_a_source(form):
    assert form.title
    assert any(char.isdigit() for char in form.source)
    assert adjudge.power(n=500, effect=0.42, test=form.name).power > 0.5


def test_the_curve_of_the_plan_goes_through_the_plan():
    for given in ({"effect": 0.44}, {"n": 300}, {"margin": 0.08}, {"effect": 0.6, "test": "comparisons"}):
        result = adjudge.power(**given)
        own = result.curves[0]
        assert own.powers[own.sizes.index(result.n)] == result.achieved_power
        assert result.n in {one.n for one in result.needed}


def test_words_of_the_answer():
    assert adjudge.power(effect=0.45).summary().startswith("522 segments of each system find a difference of")
    assert "0.4418 or 0.5582" in adjudge.power(n=385).summary()
    assert (
        adjudge.power(n=300, m=500, effect=0.4).summary().startswith("300 segments of one system and 500 of the other")
    )
    shown = adjudge.power(margin=0.05).summary()
    assert "show that P(A < B) lies between 0.45 and 0.55, if it is 0.5," in shown
    assert "two one-sided tests" in shown
    assert "votes on each pair of systems" in adjudge.power(n=300, effect=0.4, test="comparisons").summary()


@pytest.mark.parametrize("form", FORMS)
def test_the_ends_of_what_is_allowed_have_a_power(form):
    cases: tuple[dict[str, Any], ...] = (
        {"effect": 1e-6},
        {"effect": 1 - 2e-6},
        {"margin": 0.499},
        {"effect": 0.3, "alpha": 1e-9, "systems": 1000},
    )
    for given in cases:
        for n in (1, 2, 3, 10, 10_000_000):
            assert 0 <= adjudge.power(n=n, test=form, **given).power <= 1
    assert adjudge.power(effect=0.3, alpha=1e-9, systems=1000, test=form).n > 100
    if "correlation" in FORMS[form].takes:
        assert adjudge.power(n=100, effect=0.4, test=form, correlation=0.999999).power == pytest.approx(1)
    if "ties" in FORMS[form].takes:
        assert adjudge.power(n=1000, effect=0.49999999, test=form, ties=0.9999).power == pytest.approx(0, abs=1e-3)
