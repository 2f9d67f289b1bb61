"""Checks of documents: each finds its planted fault, names the culprit, and is silent on a clean campaign."""

from __future__ import annotations

import polars as pl
import pytest

from adjudge.auditing.documents.adjusted import anomalous_cells
from tests.unit.auditing.checks.planted import clean, needed, none, only, run, silent


@pytest.mark.parametrize("code", ["AJ464", "AJ465", "AJ466", "AJ467", "AJ469"])
@pytest.mark.parametrize("systems", [2, 5, 20])
def test_a_clean_campaign_raises_nothing(code: str, systems: int) -> None:
    result = run(clean(systems), code)
    assert silent(result) if (systems, code) == (2, "AJ466") else none(result)


def apart() -> pl.DataFrame:
    """The last system was judged on the first half of the documents, the others on the second."""
    first = pl.col("document") <= "doc-11"
    return clean().filter(pl.when(pl.col("system") == "sys-4").then(first).otherwise(~first))


@pytest.mark.parametrize(
    ("code", "rows", "needs"),
    [
        ("AJ466", clean(2), "ratings of three systems or more on five documents or more, with a known scale"),
        ("AJ466", clean(documents=4), "ratings of three systems or more on five documents or more, with a known scale"),
        ("AJ467", apart(), "systems that are linked by common documents"),
        ("AJ469", clean(documents=2), "ratings of two systems or more on three documents or more"),
    ],
)
def test_what_cannot_be_looked_at_is_said(code: str, rows: pl.DataFrame, needs: str) -> None:
    assert needed(run(rows, code)) == needs


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


def test_third_languages_are_not_called_reverse_created() -> None:
    # Six documents were first written in Czech, six in German, twelve in English.
    early = pl.when(pl.col("document") < "doc-06").then(pl.lit("ces")).otherwise(pl.lit("deu"))
    origin = pl.when(pl.col("document") < "doc-12").then(early).otherwise(pl.lit("eng"))
    rows = clean().with_columns(origin=origin, source_lang=pl.lit("eng"), target_lang=pl.lit("deu"))
    found = only(run(rows, "AJ450"))
    assert (found.numbers["reverse"], found.numbers["other"]) == (120, 120)
    assert found.numbers["documents"] == [f"doc-{i:02}" for i in range(6, 12)]
    assert "first written in deu and not in eng; 120 more were first written in ces." in found.text
    third = only(run(rows.filter(pl.col("origin") != "deu"), "AJ450"))
    assert (third.severity, third.numbers["reverse"], third.numbers["other"]) == ("note", 0, 120)
    assert "first written in ces, and not in the source language, eng" in third.text
    # The source language is known, though no text was first written in it.
    assert "first written in deu and not in eng" in only(run(rows.filter(pl.col("origin") != "eng"), "AJ450")).text


def test_directions_may_be_given_as_words() -> None:
    origin = pl.when(pl.col("document") < "doc-06").then(pl.lit("reverse")).otherwise(pl.lit("forward"))
    found = only(run(clean().with_columns(origin=origin), "AJ450"))
    assert found.text.startswith("120 of 480 judgements (25%) are of reverse-created text. Such text")


def test_without_a_column_of_origins_nothing_was_checked() -> None:
    assert [row.code for row in run(clean(), "AJ450").not_checked] == ["AJ450"]


def test_unknown_documents_are_a_note() -> None:
    rows = clean().drop("document").with_columns(segment=pl.int_range(pl.len()).cast(pl.String))
    found = only(run(rows, "AJ464"))
    assert (found.severity, found.numbers["missing"]) == ("note", 480)
    assert found.text.startswith("The document is unknown in 480 of 480 judgements. Tests")


def test_systems_without_documents_are_named() -> None:
    document = pl.when(pl.col("system") == "sys-4").then(None).otherwise("document")
    found = only(run(clean().with_columns(document=document), "AJ464"))
    assert found.numbers["systems"] == ["sys-4"]
    assert "96 of 480 judgements, mostly those of sys-4." in found.text


def test_few_documents_are_a_note() -> None:
    assert only(run(clean(documents=6), "AJ465")).text.startswith("All judgements are of 6 documents")


def deciding(first: float, second: float) -> pl.DataFrame:
    """x has 60 everywhere, y 58 in seven segments of ten and 68 in three; other scores in one document of thirty."""
    rows = [
        {"annotator": "ann", "session": "1", "system": name, "document": f"doc-{d:02}", "segment": str(s), "score": x}
        for d in range(30)
        for s in range(10)
        for name, x in (("x", 60.0), ("y", 58.0 if s < 7 else 68.0))
    ]
    odd, x = pl.col("document") == "doc-07", pl.col("system") == "x"
    return pl.DataFrame(rows).with_columns(
        score=pl.when(odd & x).then(first).when(odd).then(second).otherwise("score"),
    )


def test_a_document_that_decides_is_named() -> None:
    # By ranks x is better (seven of ten). Its mean is lower by 1 point, but for the one document with 100 against 0.
    found = only(run(deciding(100.0, 0.0), "AJ469"))
    assert (found.severity, found.numbers["documents"], found.numbers["systems"]) == ("warning", ["doc-07"], ["x", "y"])
    assert found.text == (
        "Without doc-07 the order of systems that differ significantly by the published test is turned round: "
        "y above x."
    )
    assert none(run(deciding(60.0, 58.0), "AJ469"))


def test_an_odd_cell_is_named_with_system_and_document() -> None:
    odd = (pl.col("document") == "doc-07") & (pl.col("system") == "sys-2")
    found = only(run(clean().with_columns(score=pl.when(odd).then(100.0).otherwise("score")), "AJ466"))
    assert (found.numbers["systems"], found.numbers["documents"]) == (["sys-2"], ["doc-07"])
    assert "sys-2 on doc-07 (" in found.text
    assert "points above)" in found.text


def test_odd_cells_are_those_of_the_audit_of_documents() -> None:
    odd = (pl.col("document") == "doc-07") & (pl.col("system") == "sys-2")
    kept = (pl.col("document") == "doc-07") | (pl.int_range(pl.len()) % 7 != 0)
    rows = clean().filter(kept)  # not balanced: the fit must be exact, not nearly so
    rows = rows.with_columns(score=pl.when(odd).then(100.0).otherwise("score"))
    cells = anomalous_cells(rows)
    assert cells is not None
    named = cells.filter("anomalous").select("system", "document", "residual").row(0)
    found = only(run(rows, "AJ466")).numbers
    assert (*found["systems"], *found["documents"], *found["points"]) == named


def test_one_odd_segment_is_no_odd_document() -> None:
    odd = (pl.col("document") == "doc-07") & (pl.col("system") == "sys-2") & (pl.col("segment") == "1")
    assert none(run(clean(step=0.0).with_columns(score=pl.when(odd).then(100.0).otherwise("score")), "AJ466"))


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
