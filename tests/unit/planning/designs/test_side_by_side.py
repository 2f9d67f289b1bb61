"""Side by side: all versions of a text to one annotator, as far apart as can be, in an order that differs by text."""

from __future__ import annotations

import itertools

import polars as pl
import pytest

from adjudge.planning.plans.plan import plan_work
from tests.planned import campaign_of, texts_of


def sequences(planned):
    """Units and systems of every annotator in the order in which they are judged."""
    frame = planned.showings.explode("systems").sort("annotator", "wave", "session", "place")
    return {
        name: list(zip(rows["unit"], rows["systems"], strict=True))
        for (name,), rows in frame.partition_by("annotator", as_dict=True).items()
    }


@pytest.mark.parametrize("judgements", [1, 2])
def test_one_annotator_judges_all_versions_with_all_other_texts_between(judgements):
    campaign = campaign_of(3, design="side-by-side", work={"judgements": judgements, "session_items": 20})
    planned = plan_work(campaign, texts_of([4] * 11, 5))
    orders = set()
    for sequence in sequences(planned).values():
        units = {unit for unit, _ in sequence}
        assert len(sequence) == 5 * len(units)
        for unit in units:
            places = [place for place, (shown, _) in enumerate(sequence) if shown == unit]
            assert {b - a for a, b in itertools.pairwise(places)} == {len(units)}
            versions = [system for shown, system in sequence if shown == unit]
            assert sorted(versions) == sorted(planned.systems)
            orders.add(tuple(versions))
        # The numbers of texts of annotators differ by one at most.
        assert len(units) in {11 * judgements // 3, -(-11 * judgements // 3)}
    assert len(orders) > 1


def test_every_round_holds_the_systems_evenly():
    planned = plan_work(campaign_of(1, design="side-by-side"), texts_of([4] * 10, 4))
    (sequence,) = sequences(planned).values()
    for start in range(0, 40, 10):
        shown = pl.Series([system for _, system in sequence[start : start + 10]]).value_counts()["count"]
        assert sorted(shown) == [2, 2, 3, 3]


def test_sessions_are_as_few_as_can_be_and_no_longer_than_allowed():
    campaign = campaign_of(2, design="side-by-side", work={"session_items": 30})
    planned = plan_work(campaign, texts_of([7] * 8, 3))
    items = planned.batches.frame.group_by("annotator", "session").len()
    assert max(items["len"]) <= 30
    assert dict(items.group_by("annotator").len().iter_rows()) == {"a01": 3, "a02": 3}  # 12 showings, 4 in 30 items
