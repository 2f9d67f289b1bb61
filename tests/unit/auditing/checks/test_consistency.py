"""Agreement with others and with oneself: random scores are found, strictness and noise are not."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from tests.unit.auditing.checks.campaigns import clean, controls, needs, of, one, scores_of, where


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("judges", [1, 2])
def test_nothing_is_found_in_a_campaign_without_fault(seed: int, judges: int) -> None:
    assert of(controls(clean(seed, judges=judges), kind="repeat"), "AJ407", "AJ417") == []


def shuffled(frame: pl.DataFrame, name: str) -> pl.DataFrame:
    return where(frame, name, np.random.default_rng(4).permutation(scores_of(frame, name)))


def test_random_scores_of_shared_outputs_are_found() -> None:
    finding = one(shuffled(clean(), "ann4"), "AJ407")
    assert (finding.severity, finding.numbers["annotators"]) == ("warning", ["ann4"])
    # The correlation of shuffled scores has mean 0 and, with 280 judgements, a standard deviation of .06.
    assert abs(finding.numbers["correlations"][0]) < 0.2
    assert "not follow what the others lead one to expect: ann4. The correlation is" in finding.text


def test_random_scores_are_found_without_shared_outputs() -> None:
    """Segments are shared although outputs are not: half of the systems of a document go to another annotator."""
    frame = clean(documents=90)
    order = pl.col("annotator").rank("dense").over("system", "document", "segment")
    even = pl.col("system").str.tail(1).cast(pl.Int64) % 2 == 0
    single = frame.filter(pl.when(even).then(order == 1).otherwise(order == 2))
    assert of(single, "AJ407") == []
    assert one(shuffled(single, "ann4"), "AJ407").numbers["annotators"] == ["ann4"]


def test_of_two_annotators_both_are_named() -> None:
    frame = clean(annotators=2, documents=20)
    finding = one(shuffled(frame, "ann1"), "AJ407")
    assert finding.numbers["annotators"] == ["ann0", "ann1"]
    assert "on 400 outputs that both judged" in finding.text
    assert of(frame, "AJ407") == []


def test_a_strict_annotator_agrees() -> None:
    frame = clean()
    assert of(where(frame, "ann4", 0.5 * scores_of(frame, "ann4")), "AJ407") == []


def test_repeats_that_have_nothing_to_do_with_the_first_scores_are_found() -> None:
    frame = controls(clean(), kind="repeat")
    mine = (pl.col("annotator") == "ann5") & (pl.col("kind") == "repeat")
    random = pl.col("score").shuffle(seed=5).over("annotator", "kind")
    finding = one(frame.with_columns(score=pl.when(mine).then(random).otherwise(pl.col("score"))), "AJ417")
    assert (finding.severity, finding.numbers["annotators"]) == ("warning", ["ann5"])


def test_without_repeats_they_are_not_checked() -> None:
    assert needs(clean(), "AJ417").startswith("items of kind 'repeat'")
