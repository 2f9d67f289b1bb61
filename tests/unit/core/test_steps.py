"""Steps are computed once, when asked for, and shared where function and inputs are the same."""

import polars as pl
import pytest

from adjudge.core.steps import SharedSteps, Step


def _count(calls):
    def run(*values):
        calls.append(values)
        return sum(values)

    return run


def test_a_value_is_computed_once_and_only_when_asked_for():
    calls: list[tuple[int, ...]] = []
    run = _count(calls)
    first = Step(run, 1, 2)
    second = Step(run, first, 10)
    assert calls == []
    assert (second.value, second.value, first.value) == (13, 13, 3)
    assert calls == [(1, 2), (3, 10)]


def test_steps_with_the_same_function_and_inputs_are_shared_before_they_are_computed():
    run, frame = _count([]), pl.DataFrame({"a": [1]})
    first = SharedSteps()
    base = first.step(len, frame)
    after = first.step(run, base, 1)
    second = SharedSteps(first.made)
    assert second.step(len, frame) is base
    assert second.step(run, base, 1) is after
    assert second.step(run, base, 2) is not after


def test_frames_are_the_same_only_if_they_are_one_object():
    steps = SharedSteps()
    assert steps.step(len, pl.DataFrame({"a": [1]})) is not steps.step(len, pl.DataFrame({"a": [1]}))


def test_what_follows_a_changed_step_is_computed_again():
    run = _count([])
    first = SharedSteps()
    end = first.step(run, first.step(run, 1), 10)
    second = SharedSteps(first.made)
    assert second.step(run, second.step(run, 2), 10) is not end


def test_equal_values_of_other_types_are_not_the_same_setting():
    steps = SharedSteps()
    assert steps.step(_identity, True) is not steps.step(_identity, 1)


def _identity(value):
    return value


def test_an_error_is_raised_again():
    step = Step(int, "x")
    for _ in range(2):
        with pytest.raises(ValueError, match="invalid literal"):
            _ = step.value
