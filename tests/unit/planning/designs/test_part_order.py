"""Parts of a document: in the order of the text inside of a session, and said where that is not so."""

from __future__ import annotations

import polars as pl
import pytest

from adjudge.planning.assignment.part_order import in_text_order
from adjudge.planning.designs.design import UNITS
from adjudge.planning.plans.plan import plan_work
from tests.planned import campaign_of, texts_of

#: Units 0, 1 and 3 are the third, first and second part of one document; unit 2 is another document.
FRAME = pl.DataFrame(
    [(0, "d", 20, 10, 1.0, None), (1, "d", 0, 10, 1.0, None), (2, "e", 0, 5, 1.0, None), (3, "d", 10, 10, 1.0, None)],
    schema=UNITS,
    orient="row",
)


def test_parts_share_the_places_that_they_held():
    units = [0, 2, 1, 3]
    assert [units[place] for place in in_text_order(units, FRAME)] == [1, 2, 3, 0]


def test_parts_that_are_shown_again_come_in_rounds():
    units = [0, 0, 3, 1, 2, 1, 2]
    assert [units[place] for place in in_text_order(units, FRAME)] == [1, 3, 0, 1, 2, 0, 2]


@pytest.mark.parametrize("design", ["blocks", "side-by-side"])
def test_a_session_shows_parts_in_the_order_of_the_text(design):
    campaign = campaign_of(2, design=design, sampling={"part": 10}, work={"session_items": 60})
    planned = plan_work(campaign, texts_of([55, 8, 31, 8, 8], 3))
    shown = planned.showings.join(planned.units.select("unit", "document", "first"), on="unit", maintain_order="left")
    once = shown.unique(["session", "unit"], keep="first", maintain_order=True)
    assert once.height > 10
    for _, rows in once.group_by("session", "document"):
        assert rows["first"].is_sorted()


def test_one_annotator_side_by_side_sees_all_parts_in_order_and_nothing_is_said():
    campaign = campaign_of(1, design="side-by-side", sampling={"part": 10}, work={"session_items": 30})
    planned = plan_work(campaign, texts_of([55, 8, 31], 2))
    assert planned.showings["session"].n_unique() > 3
    assert [found for found in planned.batches.findings if "context" in found.numbers] == []


def test_parts_in_the_order_of_no_text_are_said_with_the_context_that_is_shown():
    campaign = campaign_of(1, sampling={"part": 10, "context": 3}, work={"session_items": 20})
    planned = plan_work(campaign, texts_of([90], 3))
    (found,) = [found for found in planned.batches.findings if "context" in found.numbers]
    assert found.numbers == {"documents": ["d0"], "annotators": 1, "context": 3}
    assert found.severity == "note"
    first = planned.units.join(planned.showings, on="unit").unique("unit").height
    assert first == 9
    before = planned.context.filter(side="before").group_by("unit").len()
    assert before["len"].to_list() == [3] * 8  # all parts but the first
