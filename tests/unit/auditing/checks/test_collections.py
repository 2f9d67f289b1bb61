"""Collections that lack something, documents without room, systems in unequal company."""

from __future__ import annotations

import numpy as np
import polars as pl

from adjudge.core.tables import Texts
from tests.unit.auditing.checks.campaigns import clean, controls, of, one


def collections(first: pl.DataFrame, second: pl.DataFrame) -> pl.DataFrame:
    return pl.concat([first.with_columns(collection=pl.lit("one")), second.with_columns(collection=pl.lit("two"))])


def test_collections_that_hold_the_same_are_fine() -> None:
    assert of(collections(controls(clean()), controls(clean(2))), "AJ427") == []


def test_what_a_collection_lacks_is_named() -> None:
    second = clean(2).with_columns(pl.col("system").replace("sys0", "refA"))
    finding = one(collections(controls(clean()), second), "AJ427")
    assert finding.severity == "warning"
    assert finding.numbers["lacks"] == {
        "one": ["the human translation refA"],
        "two": ["degraded items", "the system sys0"],
    }
    assert "two lacks degraded items, the system sys0" in finding.text


def test_documents_without_judgement_that_are_longer_than_the_others_are_named() -> None:
    frame = clean()
    lengths = {**{f"doc{i}": 4 for i in range(40)}, "saga": 9, "haiku": 3}
    rows = [{"document": d, "segment": str(i), "source": f"{d} {i}"} for d, n in lengths.items() for i in range(n)]
    finding = one(frame, "AJ426", texts=Texts.check(pl.DataFrame(rows)))
    assert (finding.severity, finding.numbers["documents"], finding.numbers["longest"]) == ("warning", ["saga"], 4)
    assert of(frame, "AJ426") == []


def test_a_document_longer_than_a_session_is_named() -> None:
    frame = clean(annotators=2, judges=1, documents=60)
    book = (pl.col("annotator") == "ann0") & (pl.col("document") != "doc0")
    frame = frame.with_columns(
        document=pl.when(book).then(pl.lit("book")).otherwise("document"),
        segment=pl.when(book).then(pl.col("document") + pl.col("segment")).otherwise("segment"),
    )
    # 29 documents of 4 segments become one of 116; sessions hold 100 items.
    finding = one(frame, "AJ426")
    assert (finding.severity, finding.numbers["documents"], finding.numbers["longest"]) == ("warning", ["book"], 116)
    assert finding.text.startswith("1 document is longer than a session (100 items at most): book, with 116 segments.")


def test_a_document_near_the_limit_is_noted_without_texts() -> None:
    frame = clean(systems=3, documents=12, length=65)
    frame = frame.with_columns(session=pl.col("annotator") + "-" + pl.col("document"), position=pl.int_range(pl.len()))
    # Sessions of 195 items, with control items: room for 70 outputs in each task of 100.
    finding = one(controls(frame), "AJ426")
    assert (finding.severity, finding.numbers["longest"], finding.numbers["room"]) == ("note", 65, 70)
    assert of(frame, "AJ426") == []  # without control items there is room for 100


def test_company_moves_systems() -> None:
    """Half of the annotators judge the bad systems beside `a`, the others the good ones beside `b`."""
    rng = np.random.default_rng(1)
    quality = {"a": 62, "b": 64, "bad1": 20, "bad2": 25, "bad3": 30, "good1": 90, "good2": 92, "good3": 95}
    rows = []
    for who in range(8):
        met = ["a", "bad1", "bad2", "bad3"] if who % 2 else ["b", "good1", "good2", "good3"]
        for system in met:
            scores = np.clip(np.round(quality[system] + rng.normal(0, 5, 30)), 0, 100)
            rows += [
                {"annotator": f"ann{who}", "session": f"s{who}", "system": system, "segment": f"{who}-{i}", "score": s}
                for i, s in enumerate(scores)
            ]
    finding = one(pl.DataFrame(rows), "AJ428")
    assert finding.severity == "warning"
    assert {"a", "b"} <= set(finding.numbers["systems"])
    assert ["a", "b"] in finding.numbers["pairs"]


def test_equal_company_is_silent() -> None:
    assert of(clean(systems=8), "AJ428") == []
