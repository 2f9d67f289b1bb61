"""More annotators than work: it goes to so many that every one compares systems, and a finding names the others."""

from __future__ import annotations

from typing import Any

import polars as pl
import pytest

from adjudge.planning.certificate.certify import certify
from adjudge.planning.plans.plan import plan_work
from tests.planned import campaign_of, texts_of


def spared(planned: Any) -> list[str]:
    found = [finding for finding in planned.batches.findings if "working" in finding.numbers]
    return [name for finding in found for name in finding.numbers["annotators"]]


def test_ten_documents_of_two_systems_are_for_ten_annotators_of_twenty_five():
    planned = plan_work(campaign_of(25), texts_of([3] * 10, 2))
    # 20 outputs; who judges one alone tells nothing about systems, whatever the others do.
    assert planned.batches.frame["annotator"].n_unique() == 10
    assert spared(planned) == [f"a{number}" for number in range(11, 26)]
    certificate = certify(planned)
    assert certificate.connected
    # Every annotator both systems and every document both systems: nothing is lost to either.
    assert certificate.efficiency == pytest.approx(1)


def test_a_single_text_is_for_one_annotator():
    planned = plan_work(campaign_of(4), texts_of([3], 3))
    assert planned.batches.frame["annotator"].n_unique() == 1
    assert certify(planned).connected


def test_work_for_everybody_spares_nobody():
    planned = plan_work(campaign_of(5), texts_of([3] * 5, 2))
    assert spared(planned) == []
    assert planned.batches.frame["annotator"].n_unique() == 5


def test_a_single_system_is_compared_with_nothing_and_spares_nobody():
    planned = plan_work(campaign_of(5), texts_of([3] * 5, 1))
    assert spared(planned) == []
    assert planned.batches.frame["annotator"].n_unique() == 5


def test_nobody_gets_more_than_their_hours_for_it():
    # Two systems of five texts with 100 words: 80 s each, so that nobody has the time for two showings.
    hours = {"count": 10, "hours": 90 / 3600, "spare_hours": True}
    planned = plan_work(campaign_of(10, annotators=hours), texts_of([1] * 5, 2, words=100))
    assert spared(planned) == []
    assert planned.showings.group_by("annotator").len()["len"].to_list() == [1] * 10
    certificate = certify(planned)
    assert not certificate.connected
    (found,) = [finding for finding in certificate.findings if finding.code == "AJ671"]
    assert found.todo == "plan more texts, or share the work among fewer annotators"


def test_those_with_the_fewest_hours_are_spared():
    hours = {f"a{number:02d}": 1.0 + (number > 4) for number in range(1, 9)}
    people = {"count": 8, "hours": hours, "spare_hours": True}
    planned = plan_work(campaign_of(8, annotators=people), texts_of([2] * 4, 2))
    assert spared(planned) == ["a01", "a02", "a03", "a04"]
    counts = planned.showings.group_by("annotator").agg(pl.col("systems").n_unique())
    assert counts["systems"].to_list() == [2] * 4
