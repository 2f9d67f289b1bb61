from __future__ import annotations

import json
from itertools import permutations

import pytest
import scipy.stats

from adjudge.planning.simulation.recovery import (
    Recovery,
    SwappedPair,
    TruthCheck,
    check_against_truth,
    summarise_recovery,
)
from tests.unit.reporting.builder import ranking

QUALITY = {"a": 80.0, "b": 75.0, "c": 71.0, "d": 60.0}


@pytest.mark.parametrize("order", ["".join(order) for order in permutations("abcd")])
def test_kendall_is_that_of_scipy(order):
    check = check_against_truth(ranking([list(order)]), QUALITY)

    expected = scipy.stats.kendalltau([order.index(name) for name in QUALITY], range(4)).statistic
    assert check.kendall == pytest.approx(expected)
    assert check.pairs == 6


def test_swapped_pairs_name_the_better_system_first_and_say_whether_they_were_called_significant():
    # b and c stand in different clusters, so that the builder calls every pair of the two clusters significant.
    check = check_against_truth(ranking([["b"], ["c", "a"], ["d"]]), QUALITY)

    assert check.swapped == (SwappedPair("a", "b", significant=True), SwappedPair("a", "c", significant=False))
    assert check.significant == 1


def test_a_significant_pair_in_the_true_order_is_no_error():
    check = check_against_truth(ranking([["a"], ["b"], ["c"], ["d"]]), QUALITY)

    assert (check.swapped, check.significant, check.kendall) == ((), 0, 1.0)


def test_systems_of_equal_quality_may_stand_in_either_order():
    equal = {"a": 70.0, "b": 70.0, "c": 60.0}
    for order in ("abc", "bac"):
        check = check_against_truth(ranking([list(order)]), equal)
        assert (check.pairs, check.swapped, check.kendall) == (2, (), 1.0)
    assert check_against_truth(ranking([["c", "a", "b"]]), equal).kendall == -1.0


def test_no_two_systems_differ():
    check = check_against_truth(ranking([["a", "b"]]), {"a": 1.0, "b": 1.0})

    assert (check.pairs, check.kendall) == (0, 1.0)


@pytest.mark.parametrize("quality", [{"a": 1.0}, {"a": 1.0, "b": 2.0, "c": 3.0}])
def test_other_systems_are_refused(quality):
    with pytest.raises(ValueError, match="same systems"):
        check_against_truth(ranking([["a", "b"]]), quality)


def test_plain_data_survives_json():
    check = check_against_truth(ranking([["b", "a"]]), {"a": 2.0, "b": 1.0})

    assert json.loads(json.dumps(check.to_dict())) == {
        "pairs": 1,
        "swapped": [{"better": "a", "worse": "b", "significant": False}],
        "kendall": -1.0,
        "found": 0,
        "equal_called": 0,
    }


def test_found_and_false_differences_are_counted():
    # The builder calls every pair of two clusters significant. Of the true differences a-c, a-d, b-c, b-d and c-d, the
    # last is called the wrong way round; a and b are equal.
    equal = {"a": 80.0, "b": 80.0, "c": 70.0, "d": 60.0}
    check = check_against_truth(ranking([["a"], ["b"], ["d"], ["c"]]), equal)

    assert (check.pairs, check.found, check.significant, check.equal_called, check.false) == (5, 4, 1, 1, 2)


def test_what_was_found_in_several_campaigns_is_summarised():
    wrong = SwappedPair("a", "b", significant=True)
    checks = {3: TruthCheck(6, (wrong, wrong), kendall=0.25, found=2), 4: TruthCheck(6, (), kendall=1.0, found=5)}

    assert summarise_recovery("one", checks) == Recovery(
        "one", seeds=(3, 4), pairs=6.0, found=3.5, false=2, misled=1, kendall=0.625
    )
