"""Checks of documents: each finds its planted fault, names the culprit, and is silent on a clean campaign."""

from __future__ import annotations

import polars as pl
import pytest

from tests.unit.auditing.checks.planted import clean, none, only, run


@pytest.mark.parametrize("code", ["AJ464", "AJ465", "AJ466", "AJ467", "AJ469"])
@pytest.mark.parametrize("systems", [2, 5, 20])
def test_a_clean_campaign_raises_nothing(code: str, systems: int) -> None:
    assert none(run(clean(systems), code))


def test_reverse_created_text_is_found_with_its_documents() -> None:
    origin = pl.when(pl.col("document") < "doc-06").then(pl.lit("deu")).otherwise(pl.lit("eng"))
    rows = clean().with_columns(origin=origin, source_lang=pl.lit("eng"), target_lang=pl.lit("deu"))
    found = only(run(rows, "AJ450"))
    assert found.severity == "warning"
    assert found.numbers["documents"] == [f"doc-{i:02}" for i in range(6)]
    assert found.text.startswith(
        "120 of 480 judgements (25%) are of reverse-created text, first written in deu and not"
    )
    assert "2 languages" in only(run(rows.drop("source_lang", "target_lang"), "AJ450")).text
    assert none(run(rows.with_columns(origin=pl.lit("eng")), "AJ450"))


def test_without_a_column_of_origins_nothing_was_checked() -> None:
    assert [row.code for row in run(clean(), "AJ450").not_checked] == ["AJ450"]


def test_unknown_documents_are_a_note() -> None:
    rows = clean().drop("document").with_columns(segment=pl.int_range(pl.len()).cast(pl.String))
    found = only(run(rows, "AJ464"))
    assert (found.severity, found.numbers["missing"]) == ("note", 480)


def test_few_documents_are_a_note() -> None:
    assert only(run(clean(documents=6), "AJ465")).text.startswith("All judgements are of 6 documents")


def test_a_document_that_decides_is_named() -> None:
    # The rank-sum test follows the many documents, the mean the one where sys-0 got 100 and sys-1 got 0.
    rows = clean(2, documents=30, step=0.0, seed=3, length=8)
    odd, first = pl.col("document") == "doc-07", pl.col("system") == "sys-0"
    shifted = (
        pl.when(odd & first).then(100.0).when(odd).then(0.0).when(first).then(pl.col("score") + 4).otherwise("score")
    )
    assert none(run(rows, "AJ469"))
    close = rows.with_columns(score=shifted)
    # Scores between 45 and 55: the document counts ten times as much as any other.
    narrow = close.with_columns(score=pl.when(odd).then("score").otherwise(50 + (pl.col("score") - 50) / 20))
    lower = pl.when(odd | ~first).then("score").otherwise(pl.col("score") - 0.5)
    found = [one for one in run(narrow.with_columns(score=lower), "AJ469").findings if one.code == "AJ469"]
    assert all(one.numbers["documents"] == ["doc-07"] for one in found)


def test_an_odd_cell_is_named_with_system_and_document() -> None:
    odd = (pl.col("document") == "doc-07") & (pl.col("system") == "sys-2")
    found = only(run(clean().with_columns(score=pl.when(odd).then(100.0).otherwise("score")), "AJ466"))
    assert (found.numbers["systems"], found.numbers["documents"]) == (["sys-2"], ["doc-07"])
    assert "sys-2 on doc-07 (" in found.text
    assert "points above)" in found.text


def test_a_document_with_most_of_the_segments_is_a_note() -> None:
    rows = clean(documents=10)
    long = pl.concat(
        [
            rows,
            *(
                rows.filter(pl.col("document") == "doc-01").with_columns(segment=pl.lit(f"x{i}") + pl.col("segment"))
                for i in range(20)
            ),
        ]
    )
    found = only(run(long, "AJ469"))
    assert (found.severity, found.numbers["documents"]) == ("note", ["doc-01"])


def test_luck_with_documents_is_found() -> None:
    # Two systems of equal quality; one was judged on the easy half, the other on the hard half, a third on both.
    rows = clean(3, step=0.0)
    easy = pl.col("document") < "doc-12"
    shift = pl.when(easy).then(15.0).otherwise(-15.0)
    better = pl.when(pl.col("system") == "sys-1").then(8.0).otherwise(0.0)
    rows = rows.with_columns(score=(pl.col("score") + shift + better).clip(0, 100))
    drawn = rows.filter(
        (pl.col("system") == "sys-2")
        | ((pl.col("system") == "sys-0") & (easy | (pl.col("document") > "doc-21")))
        | ((pl.col("system") == "sys-1") & (~easy | (pl.col("document") < "doc-02")))
    )
    found = only(run(drawn, "AJ467"))
    assert {"sys-0", "sys-1"} <= set(found.numbers["systems"])
    assert "goes from place" in found.text
