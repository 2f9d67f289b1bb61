"""Outputs that are much longer than their sources, by whose words time is counted."""

from __future__ import annotations

import polars as pl
import pytest

from adjudge.core.findings import Finding
from adjudge.core.tables import Texts
from adjudge.planning.plans.plan import plan_work
from tests.planned import campaign_of


def long_outputs(words: list[int], *, documents: int = 4, **campaign: object) -> list[Finding]:
    """Findings of a plan of sources of ten words each, and of systems whose outputs have so many words."""
    rows = [
        {"document": f"d{number}", "segment": "0", "source": "w " * 10, "origin": "en"}
        | {f"S{system}": "w " * many for system, many in enumerate(words)}
        for number in range(documents)
    ]
    planned = plan_work(campaign_of(2, **campaign), Texts.check(pl.DataFrame(rows)))
    return [finding for finding in planned.batches.findings if finding.code == "AJ610"]


def test_both_numbers_and_their_ratio_are_told():
    # Four segments: 4 x (30 + 60 + 30) words of outputs beside 4 x 10 words of the source for each of three systems.
    (found,) = long_outputs([30, 60, 30])
    assert found.severity == "warning"
    assert dict(found.numbers) == {"outputs": 480, "sources": 120, "factor": 4.0, "pace": 0.8}
    assert "480 words, 4.0 times as many" in found.text


@pytest.mark.parametrize(("words", "told"), [([20, 20], False), ([20, 21], True), ([5, 5], False)])
def test_twice_as_many_words_are_tolerated(words, told):
    assert bool(long_outputs(words)) == told


def test_every_judgement_counts_with_its_source():
    """Pairs of two systems, two judgements of each: four segments, two items of both outputs."""
    (found,) = long_outputs([30, 60], protocol="pairwise", work={"judgements": 2})
    assert (found.numbers["outputs"], found.numbers["sources"]) == (4 * 2 * 90, 4 * 2 * 20)


@pytest.mark.parametrize("pace", [{"seconds_per_word": 3.0}, {"seconds_per_item": 60.0}])
def test_who_sets_the_pace_knows_how_long_outputs_are(pace):
    assert long_outputs([60, 60], work=pace) == []


def test_only_what_is_judged_counts():
    """Half of the documents are sampled."""
    (found,) = long_outputs([30, 30], sampling={"documents": 2})
    assert (found.numbers["outputs"], found.numbers["sources"]) == (120, 40)
