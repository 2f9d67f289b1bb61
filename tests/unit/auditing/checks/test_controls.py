"""Control items: who cannot tell copies from originals, on one language pair or at all."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from tests.unit.auditing.checks.campaigns import clean, controls, needs, of, one


@pytest.mark.parametrize("seed", range(5))
def test_nothing_is_found_in_a_campaign_without_fault(seed: int) -> None:
    assert of(controls(clean(seed)), "AJ416", "AJ409") == []


def blind(frame: pl.DataFrame, *names: str) -> pl.DataFrame:
    """Copies score like other originals of the same annotator."""
    mine = pl.col("annotator").is_in(names) & (pl.col("kind") == "degraded")
    score = np.random.default_rng(6).choice(frame.filter(pl.col("kind") == "system")["score"].to_numpy(), frame.height)
    return frame.with_columns(score=pl.when(mine).then(pl.Series(score)).otherwise(pl.col("score")))


def test_an_annotator_who_cannot_tell_is_named() -> None:
    finding = one(blind(controls(clean()), "ann1"), "AJ416")
    assert (finding.severity, finding.numbers["annotators"]) == ("warning", ["ann1"])
    assert "ann1 did in" in finding.text
    assert finding.numbers["others"] > 0.9


def test_nobody_who_can_tell_is_an_error() -> None:
    finding = one(blind(controls(clean()), *(f"ann{i}" for i in range(5))), "AJ416")
    assert finding.severity == "error"
    assert set(finding.numbers["annotators"]) <= {f"ann{i}" for i in range(5)}
    assert finding.text.startswith("Of 6 annotators with enough pairs")


def test_one_annotator_alone_is_tested_too() -> None:
    finding = one(blind(controls(clean(annotators=1, judges=1)), "ann0"), "AJ416")
    assert finding.numbers["annotators"] == ["ann0"]
    assert "others" not in finding.text


def test_an_annotator_who_fails_on_one_language_pair_is_named() -> None:
    first = controls(clean()).with_columns(source_lang=pl.lit("eng"), target_lang=pl.lit("deu"))
    second = controls(clean(7)).with_columns(source_lang=pl.lit("eng"), target_lang=pl.lit("ces"))
    assert of(pl.concat([first, second]), "AJ409") == []
    finding = one(pl.concat([first, blind(second, "ann3")]), "AJ409")
    assert (finding.severity, finding.numbers["annotators"]) == ("warning", ["ann3"])
    assert finding.numbers["cases"][0]["pair"] == "eng-ces"
    assert "ann3 on eng-ces (" in finding.text


def test_without_degraded_items_they_are_not_checked() -> None:
    assert needs(clean(), "AJ416") == "items of kind 'degraded'"
