"""Pairs of systems meet evenly where annotators meet only some of the systems."""

from __future__ import annotations

import numpy as np
import pytest

from adjudge.planning.assignment.pair_balance import balance_pairs
from adjudge.planning.plans.plan import plan_work
from tests.planned import campaign_of, texts_of


def judged_of(planned):
    """Who judges which system on which unit."""
    systems, people = planned.systems, planned.campaign.annotator_names
    judged = np.zeros((len(systems), len(people), planned.units.height), dtype=np.int64)
    for who, unit, (system,) in planned.showings.select("annotator", "unit", "systems").iter_rows():
        judged[systems.index(system), people.index(who), unit] += 1
    return judged


def unevenness(judged):
    """The sum of the squares of how often pairs meet, written out."""
    counts = judged.sum(axis=2)
    pairs = [(k, m) for k in range(len(counts)) for m in range(k)]
    return sum(sum(int(counts[k, a] * counts[m, a]) for a in range(counts.shape[1])) ** 2 for k, m in pairs)


@pytest.mark.parametrize(("systems", "units", "people", "waves"), [(12, 10, 20, 1), (13, 4, 13, 2), (5, 6, 15, 3)])
def test_pairs_meet_more_evenly_and_nothing_else_changes(systems, units, people, waves):
    planned = plan_work(campaign_of(people, work={"waves": waves}), texts_of([3] * units, systems))
    before, rng = judged_of(planned), np.random.default_rng(1)
    # In every unit, systems change places among its annotators, so pairs meet as they happen to.
    for unit in range(units):
        before[:, :, unit] = before[rng.permutation(systems), :, unit]
    parts = np.arange(units) * waves // units + 1
    after = balance_pairs(before, parts, rng)
    assert unevenness(after) < unevenness(before)
    np.testing.assert_array_equal(after.sum(axis=1), before.sum(axis=1))
    np.testing.assert_array_equal(after.sum(axis=0), before.sum(axis=0))


def test_blocks_come_near_the_efficiency_of_a_balanced_design():
    # 20 blocks of 6 of 12 systems: a balanced design would have K (k - 1) / ((K - 1) k) = 12 * 5 / (11 * 6) = .909.
    planned = plan_work(campaign_of(20), texts_of([3] * 10, 12))
    counts = judged_of(planned).sum(axis=2)
    assert set(counts.sum(axis=0)) == {6}
    information = np.diag(counts.sum(axis=1)) - counts @ counts.T / 6
    values = np.sort(np.linalg.eigvalsh(information / 10))[1:]
    assert 11 / (1 / values).sum() == pytest.approx(60 / 66, abs=0.005)


def test_a_plan_in_which_everybody_meets_everything_is_left_alone():
    planned = plan_work(campaign_of(2), texts_of([3] * 5, 3))
    judged = judged_of(planned)
    assert balance_pairs(judged, np.ones(5, dtype=np.int64), np.random.default_rng(0)) is not judged
    np.testing.assert_array_equal(balance_pairs(judged, np.ones(5, dtype=np.int64), np.random.default_rng(0)), judged)
