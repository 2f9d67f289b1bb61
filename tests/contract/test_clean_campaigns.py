"""Of clean campaigns the linter reports no error and no warning.

A sample; `python -m benchmarks.study_false_alarms` has the whole table.
"""

from __future__ import annotations

import pytest

import adjudge
from adjudge import Finding
from benchmarks.audits.campaign import Campaign
from benchmarks.audits.ratings import clean_ratings
from benchmarks.audits.shape import RatingShape, VoteShape, random_rating_shape, random_vote_shape
from benchmarks.audits.votes import clean_votes

RATINGS = range(70_000, 70_014)
VOTES = range(70_000, 70_010)


def serious(campaign: Campaign) -> list[Finding]:
    result = adjudge.check(campaign.table(), texts=campaign.checked_texts())
    return [finding for finding in result.findings if finding.severity != "note"]


@pytest.mark.parametrize("seed", RATINGS)
def test_clean_ratings_raise_no_alarm(seed: int) -> None:
    assert serious(clean_ratings(random_rating_shape(seed), seed)) == []


@pytest.mark.parametrize("seed", VOTES)
def test_clean_comparisons_raise_no_alarm(seed: int) -> None:
    assert serious(clean_votes(random_vote_shape(seed), seed)) == []


@pytest.mark.parametrize(
    "shape",
    [
        RatingShape(systems=2, annotators=1, items=240),
        RatingShape(systems=20, annotators=40, items=160, documents=False),
        RatingShape(systems=20, annotators=1, items=300),
        RatingShape(systems=2, annotators=40, items=120, controls=("degraded", "repeat", "reference")),
    ],
    ids=lambda shape: f"{shape.systems} systems, {shape.annotators} annotators",
)
def test_the_smallest_and_largest_clean_ratings_raise_no_alarm(shape: RatingShape) -> None:
    assert serious(clean_ratings(shape, 1)) == []


@pytest.mark.parametrize(
    "shape",
    [VoteShape(systems=2, annotators=1, votes=300), VoteShape(systems=20, annotators=40, votes=190)],
    ids=lambda shape: f"{shape.systems} systems, {shape.annotators} annotators",
)
def test_the_smallest_and_largest_clean_comparisons_raise_no_alarm(shape: VoteShape) -> None:
    assert serious(clean_votes(shape, 1)) == []
