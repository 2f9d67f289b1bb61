"""What holds for every plan: sizes are the least, effects come back, and settings move power in one direction."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from scipy import stats

import adjudge
from adjudge.core.findings import Finding
from adjudge.core.signature import Signature
from adjudge.kernels.power.binomial import sign_equivalence_power_plain, sign_power_plain
from adjudge.planning.power.result import PowerResult

TESTS = st.sampled_from(["rank-sum", "paired", "sign", "comparisons"])


@st.composite
def designs(draw: st.DrawFn) -> dict[str, Any]:
    """Settings that belong to a test."""
    test = draw(TESTS)
    given: dict[str, Any] = {
        "test": test,
        "alpha": draw(st.sampled_from([0.01, 0.05, 0.1])),
        "sides": draw(st.sampled_from([1, 2])),
        "systems": draw(st.sampled_from([2, 4, 12])),
    }
    if test in {"paired", "sign"} and draw(st.booleans()):
        given["correlation"] = draw(st.floats(-0.5, 0.8))
    if test in {"sign", "comparisons"} and draw(st.booleans()):
        given["ties"] = draw(st.floats(0, 0.3))
    if draw(st.booleans()):
        name = "votes_per_unit" if test == "comparisons" else "segments_per_document"
        given |= {name: draw(st.floats(1, 20)), "icc": draw(st.floats(0, 0.4))}
    return given


@given(designs(), st.floats(0.25, 0.47), st.floats(0.2, 0.97))
@settings(max_examples=40, deadline=None)
def test_a_size_is_the_least_that_reaches_the_power(design, effect, power):
    n = adjudge.power(effect=effect, power=power, **design).n
    assert adjudge.power(n=n, effect=effect, **design).power >= power
    if n > 1:
        assert adjudge.power(n=n - 1, effect=effect, **design).power < power


@given(designs(), st.floats(0.3, 0.46), st.floats(0.5, 0.95))
@settings(max_examples=25, deadline=None)
def test_from_the_size_on_every_larger_one_reaches_the_power(design, effect, power):
    n = adjudge.power(effect=effect, power=power, **design).n
    table = adjudge.power_table(sizes=range(n, n + 150), effects=[effect], **design)
    assert min(row[0] for row in table.powers) >= power - 1e-12


@given(designs(), st.integers(100, 5000), st.floats(0.2, 0.97))
@settings(max_examples=40, deadline=None)
def test_an_effect_has_the_power_that_it_was_solved_for(design, n, power):
    solved = adjudge.power(n=n, power=power, **design)
    assert solved.effect < 0.5
    assert solved.achieved_power == pytest.approx(power, abs=1e-6)
    assert adjudge.power(n=n, effect=1 - solved.effect, **design).power == pytest.approx(power, abs=1e-6)


@given(designs(), st.floats(0.03, 0.2), st.floats(0.3, 0.95))
@settings(max_examples=40, deadline=None)
def test_equality_is_shown_by_the_least_size_too(design, margin, power):
    del design["sides"]
    n = adjudge.power(margin=margin, power=power, **design).n
    assert adjudge.power(n=n, margin=margin, **design).power >= power
    if n > 1:
        assert adjudge.power(n=n - 1, margin=margin, **design).power < power
    # The farthest effect at which it is still shown lies within the margin, and has just that power.
    solved = adjudge.power(n=n, power=power, margin=margin, **design)
    assert 0.5 - margin < solved.effect <= 0.5
    assert solved.achieved_power >= power - 1e-6


@given(st.integers(1, 200), st.floats(0.01, 0.5), st.floats(0.2, 0.4))
@settings(max_examples=40, deadline=None)
def test_with_documents_the_least_size_reaches_the_power_or_none_does(documents, icc, effect):
    try:
        solved = adjudge.power(effect=effect, power=0.8, documents=documents, icc=icc)
    except adjudge.UsageError as error:
        assert error.problems[0].code == "AJ620"  # noqa: PT017 - one of two outcomes
        most = adjudge.power(n=10_000_000, effect=effect, documents=documents, icc=icc)
        assert most.power < 0.8
        return
    assert solved.achieved_power >= 0.8
    if solved.n <= documents:
        assert solved.design_effect == 1.0
        assert any(finding.code == "AJ609" for finding in solved.findings) == (solved.n < documents)
        return
    assert adjudge.power(n=solved.n - 1, effect=effect, documents=documents, icc=icc).power < 0.8
    assert solved.effective_n == pytest.approx(solved.n / solved.design_effect)


@given(
    st.integers(1, 14),
    st.sampled_from([0.15, 0.3, 0.4, 0.45, 0.49]),
    st.floats(-0.9, 0.9),
    st.sampled_from([0.001, 0.01, 0.05, 0.2]),
    st.sampled_from([0.0, 0.9]),
)
@settings(max_examples=60, deadline=None)
def test_equality_by_counts_has_the_power_of_all_outcomes(n, margin, place, alpha, correlation):
    effect = 0.5 + place * margin
    votes = adjudge.power(n=n, effect=effect, margin=margin, alpha=alpha, test="comparisons")
    assert votes.power == pytest.approx(sign_equivalence_power_plain(n, effect, margin, alpha), abs=1e-9)
    signs = adjudge.power(n=n, effect=effect, margin=margin, alpha=alpha, test="sign", correlation=correlation)
    chance, end = (stats.norm.cdf(stats.norm.ppf(p) / (1 - correlation) ** 0.5) for p in (effect, 0.5 + margin))
    assert signs.power == pytest.approx(sign_equivalence_power_plain(n, chance, end - 0.5, alpha), abs=1e-9)
    assert ("AJ607" in {finding.code for finding in signs.findings}) == (signs.power == 0)


@given(st.integers(1, 14), st.floats(0.05, 0.45), st.sampled_from([0.001, 0.01, 0.05, 0.2]), st.sampled_from([1, 2]))
@settings(max_examples=40, deadline=None)
def test_a_difference_by_counts_has_the_power_of_all_outcomes(n, effect, alpha, sides):
    votes = adjudge.power(n=n, effect=effect, alpha=alpha, sides=sides, test="comparisons")
    assert votes.power == pytest.approx(sign_power_plain(n, effect, alpha, sides), abs=1e-9)


@given(designs(), st.floats(0.3, 0.49), st.floats(0.25, 0.9))
@settings(max_examples=30, deadline=None)
def test_the_table_of_a_size_that_shows_equality_agrees_with_its_sentence(design, margin, power):
    del design["sides"]
    assume(design.get("ties", 0.0) < 0.5 - margin)
    result = adjudge.power(margin=margin, power=power, **design)
    assert result.achieved_power >= power
    assert result.curves[0].powers[result.curves[0].sizes.index(result.n)] == result.achieved_power


@given(st.floats(0.001, 0.499), st.floats(0.001, 0.4), st.integers(1, 10_000_000), st.floats(-0.9, 0.9))
@settings(max_examples=60, deadline=None)
def test_a_signature_holds_every_choice_without_loss(effect, alpha, n, correlation):
    result = adjudge.power(n=n, effect=effect, alpha=alpha, test="paired", correlation=correlation)
    said = dict(Signature.parse(str(result.signature)).choices)
    assert (int(said["n"]), float(said["effect"]), float(said["alpha"])) == (n, effect, alpha)
    assert float(said.get("correlation", 0)) == correlation


@given(designs(), st.integers(10, 3000), st.floats(0.2, 0.49))
@settings(max_examples=20, deadline=None)
def test_a_result_is_written_and_read_without_loss(design, n, effect):
    result = adjudge.power(n=n, effect=effect, **design)
    assert PowerResult.from_dict(result.to_dict()) == result
    row = result.to_frame().row(0, named=True)
    assert (row["n"], row["effect"], row["power"]) == (n, effect, result.power)
    assert all(isinstance(finding, Finding) for finding in result.findings)
    assert result.power == pytest.approx(adjudge.power_table(sizes=[n], effects=[effect], **design).powers[0][0])
