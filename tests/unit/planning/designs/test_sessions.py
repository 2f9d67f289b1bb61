"""Sessions: room for the tutorial and for control items, the same text far apart."""

from __future__ import annotations

import itertools

import numpy as np
import polars as pl
import pytest

from adjudge.planning.assignment.sessions import Assigned, deal, in_order
from adjudge.planning.plans.plan import plan_work
from adjudge.planning.sampling.room import counting_room
from tests.planned import campaign_of, texts_of

TUTORIAL = pl.DataFrame(
    {"document": ["t"] * 6, "segment": [str(n) for n in range(6)], "source": ["a b"] * 6, "output": ["c"] * 6}
)


def test_sessions_leave_room_for_control_items_and_the_tutorial():
    controls = {"degraded": 0.1, "repeats": 0.1, "distance": 2}
    campaign = campaign_of(2, controls=controls, work={"session_items": 50})
    planned = plan_work(campaign, texts_of([5] * 20, 4), tutorial=TUTORIAL)
    frame = planned.batches.frame
    assert max(frame.group_by("session").len()["len"]) <= 50
    counting = frame.filter(kind="system").group_by("session", maintain_order=True).len()
    assert max(counting["len"]) <= 40
    first = frame.filter(kind="tutorial")["session"].unique().to_list()
    assert len(first) == 2
    assert max(counting.filter(pl.col("session").is_in(first))["len"]) <= 34


@pytest.mark.parametrize(
    ("lengths", "counting"),
    [
        ([1] * 20, 90),
        ([10] * 20, 90),
        ([15] * 20, 85),  # one copy
        ([9] * 20, 82),  # a copy of 9 is less than the share of 10
        ([3] * 20, 88),
        ([30] * 20, 70),
        ([50] * 20, 50),
        ([60] * 20, 90),  # no copy fits beside a text
        ([60] * 10 + [12] * 10, 88),  # copies of the others do
        ([6, 10] * 10, 82),  # one of 10 and one of 8 in the mean
        ([5] * 18 + [40] * 2, 90),  # a tenth of the texts waits for a session with room
        ([89] + [20] * 19, 89),  # the longest text fits in any case
    ],
)
def test_room_is_left_for_whole_copies(lengths, counting):
    campaign = campaign_of(2, controls={"degraded": 0.05, "repeats": 0.05})
    room = counting_room(campaign, lengths, 0)
    assert (room.items, room.tutorial) == (counting, 0)


def test_room_without_control_items_and_beside_a_tutorial():
    assert counting_room(campaign_of(2), [15] * 4, 0).items == 100
    campaign = campaign_of(2, controls={"degraded": 0.05, "repeats": 0.05})
    beside = counting_room(campaign, [15] * 4, 6)
    assert (beside.items, beside.tutorial) == (85, 6)
    # 50 and 40 are the 90 of a first session without copies.
    beside = counting_room(campaign, [50] * 4, 40)
    assert (beside.items, beside.tutorial) == (50, 0)


def test_versions_of_a_text_in_one_session_are_evenly_apart():
    # Two units in three versions each, and six others, in one session of 12: three rounds of 4.
    shown = [Assigned(0, unit, (system,)) for unit in (0, 1) for system in range(3)]
    shown += [Assigned(0, unit, (0,)) for unit in range(2, 8)]
    (order,) = in_order([shown], np.random.default_rng(0))
    for unit in (0, 1):
        places = [place for place, showing in enumerate(order) if showing.unit == unit]
        assert [b - a for a, b in itertools.pairwise(places)] == [4, 4]


def test_a_text_of_the_session_before_comes_late():
    first = [Assigned(0, unit, (0,)) for unit in range(6)]
    second = [Assigned(0, unit, (1,)) for unit in (4, 5, 6, 7)]
    one, two = in_order([first, second], np.random.default_rng(0), keep_first=True)
    assert {showing.unit for showing in one[:2]} == {4, 5}
    assert [showing.unit for showing in two[2:]] == [showing.unit for showing in one[:2]]


def test_showings_are_dealt_to_as_few_sessions_as_hold_them():
    lengths = [6, 6, 5, 5, 4, 4]
    shown = [Assigned(0, unit, (unit % 2,)) for unit in range(6)]
    sessions = deal(shown, lengths, 15)
    loads = [sum(lengths[showing.unit] for showing in session) for session in sessions]
    assert sorted(loads) == [15, 15]
