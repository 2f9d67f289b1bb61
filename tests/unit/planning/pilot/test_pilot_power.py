"""Predictions from a pilot: scenarios, refusals, and the result as data."""

from __future__ import annotations

import json
import re
from types import SimpleNamespace
from typing import Any

import numpy as np
import polars as pl
import pytest

from adjudge.core.errors import InputError, RecipeError, UsageError
from adjudge.core.tables import Ratings
from adjudge.planning.pilot.findings import of_prediction
from adjudge.planning.pilot.pilot_power import pilot_power
from adjudge.planning.pilot.result import PilotResult
from adjudge.planning.pilot.scenarios import Scenario
from adjudge.planning.simulation.presets import preset
from adjudge.planning.simulation.settings import with_settings
from adjudge.planning.simulation.simulate import simulate

SIZE = {"systems.count": "4", "texts.documents": "20", "sessions.count": "16", "annotators.count": "6"}


def a_pilot(seed=3, **more):
    return simulate(with_settings(preset("balanced"), SIZE | more), seed=seed).ratings


PILOT = a_pilot()


@pytest.fixture(scope="module")
def usual():
    return pilot_power(PILOT, draws=60)


def test_the_usual_steps_are_twice_and_four_times_the_documents_and_one_annotator(usual):
    documents = PILOT.frame["document"].n_unique()
    assert [(one.documents, one.annotators) for one in usual.scenarios] == [
        (documents, 0),
        (3 * documents, 0),
        (0, 1),
    ]
    twice, four = usual.scenarios[:2]
    assert (twice.judgements, four.judgements) == (2 * usual.pilot.judgements, 4 * usual.pilot.judgements)
    assert usual.pilot.width > twice.width > four.width
    assert four.width == pytest.approx(usual.pilot.width / 2, rel=0.25)
    assert twice.expected <= four.expected


def test_the_pilot_is_what_the_ranking_says(usual):
    from adjudge import rank

    ranking = rank(PILOT)
    found = [(pair.a, pair.b, pair.significant) for pair in ranking.pairs]
    assert [(pair.a, pair.b, pair.separated) for pair in usual.pilot.pairs] == found
    assert usual.pilot.expected == sum(pair.significant for pair in ranking.pairs)
    assert {pair.probability for pair in usual.pilot.pairs} <= {0.0, 1.0}


def test_a_campaign_like_the_pilot_is_predicted_beside_it(usual):
    like = usual.like_pilot
    assert like.judgements == usual.pilot.judgements
    assert (like.documents, like.segments, like.annotators) == (0, 0, 0)
    assert 0 < like.expected < 10  # not the pilot once more, whose probabilities are 0 or 1
    assert like.low < like.high
    assert like.width == pytest.approx(usual.pilot.width, rel=0.2)
    assert "A campaign like it" in usual.summary()
    assert "AJ639" in {finding.code for finding in usual.findings}


@pytest.mark.parametrize("annotators", [1, 3])
def test_as_many_judgements_are_added_as_the_finding_says(annotators):
    result = pilot_power(PILOT, more_annotators=annotators, draws=20)
    [finding] = [finding for finding in result.findings if finding.code == "AJ634"]
    [promised] = map(int, re.findall(r": (\d+) judgements", finding.text))
    assert result.scenarios[0].judgements - result.pilot.judgements == annotators * promised
    assert promised == round(result.pilot.judgements / 6)


def test_the_expected_number_is_the_sum_of_probabilities(usual):
    for one in (*usual.outlooks, usual.like_pilot):
        assert one.expected == pytest.approx(sum(pair.probability for pair in one.pairs))
        assert one.low <= one.expected <= one.high + 1
        assert all(0 <= pair.reversed <= pair.probability <= 1 for pair in one.pairs)


def test_the_result_survives_json_and_gives_one_row_for_each_pair(usual):
    again = PilotResult.from_dict(json.loads(json.dumps(usual.to_dict())))
    assert again == usual
    frame = usual.to_frame()
    assert frame.height == (len(usual.outlooks) + 1) * 10
    assert frame["scenario"].unique(maintain_order=True)[1] == "a campaign like the pilot"
    assert {"scenario", "a", "b", "probability", "width"} <= set(frame.columns)


def test_the_same_seed_gives_the_same_figures_whatever_the_order_of_rows():
    shuffled = Ratings.check(PILOT.frame.sample(fraction=1.0, shuffle=True, seed=1))
    one, other = (pilot_power(table, more_documents=5, draws=20, seed=4) for table in (PILOT, shuffled))
    for ours, theirs in zip(one.outlooks, other.outlooks, strict=True):
        assert [pair.probability for pair in ours.pairs] == [pair.probability for pair in theirs.pairs]
        assert ours.width == pytest.approx(theirs.width)  # sums are taken in another order
    another = pilot_power(PILOT, more_documents=5, draws=20, seed=5)
    assert another.scenarios != one.scenarios


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({"more_documents": -1}, "AJ631"),
        ({"more_documents": 0}, "AJ631"),
        ({"more_documents": 3, "more_segments": 3}, "AJ631"),
        ({"more_documents": 1.5}, "AJ040"),
        ({"more_annotators": 10**9}, "AJ040"),
        ({"draws": 3}, "AJ040"),
    ],
)
def test_numbers_that_cannot_be_used_are_refused(asked, code):
    with pytest.raises(UsageError) as caught:
        pilot_power(PILOT, **asked)
    [problem] = caught.value.problems
    assert problem.code == code
    assert problem.todo


def test_documents_cannot_be_added_to_a_pilot_without_documents():
    table = Ratings.check(
        PILOT.frame.filter(pl.col("kind") == "system").with_columns(
            segment=pl.format("{}-{}", "document", "segment"),
            document=pl.lit(None, pl.String),
            showing=pl.lit(None, pl.String),
        )
    )
    with pytest.raises(UsageError, match="AJ631"):
        pilot_power(table, more_documents=5)
    result = pilot_power(table, more_segments=50, draws=20)
    assert result.scenarios[0].segments == 50


def test_annotators_cannot_be_added_where_they_are_unknown():
    unknown = a_pilot(annotator_ids="false")
    with pytest.raises(UsageError, match="AJ631"):
        pilot_power(unknown, more_annotators=1)
    result = pilot_power(unknown, draws=20)
    assert [one.annotators for one in result.scenarios] == [0, 0]
    assert "sessions stand for them" in next(f.text for f in result.findings if f.code == "AJ633")


def test_a_pilot_of_three_documents_is_refused_with_what_would_do():
    few = PILOT.frame["document"].unique().sort()[:3]
    small = Ratings.check(PILOT.frame.filter(pl.col("document").is_in(few.implode())))
    with pytest.raises(RecipeError) as caught:
        pilot_power(small)
    [problem] = caught.value.problems
    assert problem.code == "AJ630"
    assert "3 documents" in problem.what
    assert problem.count


def test_comparisons_and_other_tests_are_refused():
    rankings = simulate(with_settings(preset("balanced"), {"protocol": "rankings", "rankings.count": "100"}), seed=1)
    with pytest.raises(InputError, match="AJ020"):
        pilot_power(rankings.table)
    with pytest.raises(RecipeError, match="AJ632"):
        pilot_power(PILOT, recipe="wmt-da")


def test_few_annotators_and_few_documents_are_said():
    few = a_pilot(**{"annotators.count": "3", "texts.documents": "6", "sessions.count": "5"})
    codes = {finding.code for finding in pilot_power(few, draws=20).findings}
    assert {"AJ635", "AJ636"} <= codes


@pytest.mark.parametrize(("true", "shrunk"), [(0.8, True), (0.999, False), (1.2, False)])
def test_observed_differences_are_too_large_only_where_the_true_ones_are_smaller(true, shrunk):
    """Means of -1, 0 and 1 have a standard deviation of 1; .999 is the same as printed."""
    model = SimpleNamespace(fit=SimpleNamespace(reml=SimpleNamespace(means=np.array([-1.0, 0.0, 1.0]))))
    base: Any = SimpleNamespace(fitted=SimpleNamespace(units=99), people=0, unit="document", model=model)
    [told] = [one for one in of_prediction(base, [], np.full(3, true), 20) if one.code == "AJ637"]
    assert told.numbers["observed"] == pytest.approx(1)
    assert ("would be too high" in told.text) is shrunk


def test_what_is_added_is_told_in_one_phrase():
    assert Scenario(documents=20, annotators=2).label == "20 more documents and 2 more annotators"
