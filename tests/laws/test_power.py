"""What holds for every plan: sizes are the least, effects come back, and settings move power in one direction."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import adjudge
from adjudge.core.findings import Finding
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


@given(designs(), st.integers(10, 3000), st.floats(0.2, 0.49))
@settings(max_examples=20, deadline=None)
def test_a_result_is_written_and_read_without_loss(design, n, effect):
    result = adjudge.power(n=n, effect=effect, **design)
    assert PowerResult.from_dict(result.to_dict()) == result
    row = result.to_frame().row(0, named=True)
    assert (row["n"], row["effect"], row["power"]) == (n, effect, result.power)
    assert all(isinstance(finding, Finding) for finding in result.findings)
    assert result.power == pytest.approx(adjudge.power_table(sizes=[n], effects=[effect], **design).powers[0][0])
