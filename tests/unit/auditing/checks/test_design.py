"""Checks of the design: each finds its planted fault, names the culprit, and is silent on a clean campaign."""

from __future__ import annotations

import polars as pl
import pytest

from tests.unit.auditing.checks.planted import clean, none, only, run

LAST = pl.col("system") == "sys-4"


@pytest.mark.parametrize("code", ["AJ440", "AJ441", "AJ442", "AJ443", "AJ444", "AJ451", "AJ468"])
@pytest.mark.parametrize("systems", [2, 5, 20])
def test_a_clean_campaign_raises_nothing(code: str, systems: int) -> None:
    assert none(run(clean(systems), code))


def test_a_system_on_fewer_documents_is_named() -> None:
    found = only(run(clean().filter(~(LAST & (pl.col("document") > "doc-11"))), "AJ440"))
    assert (found.severity, found.numbers["systems"]) == ("warning", ["sys-4"])
    assert found.text.startswith(
        "Only 12 of 24 documents were judged for all systems; fewest for sys-4 (12 documents)."
    )
    assert found.numbers["shared"] == 0.5  # 12 of 24


def test_a_single_missing_document_is_a_note() -> None:
    found = only(run(clean().filter(~(LAST & (pl.col("document") == "doc-03"))), "AJ440"))
    assert (found.severity, found.text) == ("note", "23 of 24 documents were judged for all systems.")


def test_systems_without_a_common_document_cannot_be_compared() -> None:
    first = pl.col("document") <= "doc-11"
    rows = clean().filter(pl.when(LAST).then(first).otherwise(~first))
    found = only(run(rows, "AJ440"))
    assert found.severity == "error"
    assert found.numbers["groups"] == [["sys-0", "sys-1", "sys-2", "sys-3"], ["sys-4"]]
    assert "{sys-0, sys-1, sys-2, sys-3}; {sys-4}" in found.text


def test_documents_that_are_unknown_are_not_checked() -> None:
    result = run(clean().drop("document").with_columns(segment=pl.int_range(pl.len()).cast(pl.String)), "AJ440")
    assert [(row.code, row.needs) for row in result.not_checked] == [("AJ440", "values of 'document'")]


def test_low_coverage_names_the_system_and_its_share() -> None:
    found = only(run(clean().filter(~(LAST & (pl.col("segment") > "0"))), "AJ441"))
    assert found.numbers["systems"] == ["sys-4"]
    # One of four segments of each document is left.
    assert found.text == "Systems were judged on 25% to 100% of 96 segments; least: sys-4 (25%)."


def test_unequal_numbers_of_judgements() -> None:
    found = only(run(clean().filter(~(LAST & (pl.col("segment") > "0"))), "AJ444"))
    assert (found.numbers["systems"], found.numbers["judgements"], found.numbers["median"]) == (["sys-4"], [24], 96)
    two = clean(2).filter((pl.col("system") == "sys-0") | (pl.col("segment") == "0"))
    assert only(run(two, "AJ444")).numbers["systems"] == ["sys-1"]


def test_segments_of_one_system_only() -> None:
    ids = pl.when(LAST).then("x" + pl.col("segment")).otherwise("segment")
    found = only(run(clean().with_columns(segment=ids), "AJ468"))
    assert (found.severity, found.numbers["systems"], found.numbers["alone"]) == ("warning", ["sys-4"], 96)
    single = clean().filter(LAST | (pl.col("document") != "doc-00") | (pl.col("segment") != "0"))
    assert only(run(single, "AJ468")).severity == "note"


def test_an_annotator_who_met_few_systems_is_named_with_them() -> None:
    rows = clean(6).filter((pl.col("annotator") != "ann-2") | pl.col("system").is_in(["sys-0", "sys-5"]))
    found = only(run(rows, "AJ442"))
    assert (found.numbers["annotators"], found.numbers["met"]) == (["ann-2"], [2])
    assert "ann-2 (sys-0, sys-5 only)" in found.text


def test_few_judgements_say_nothing_about_systems_met() -> None:
    rows = clean(6, documents=8).filter(
        (pl.col("annotator") != "ann-2") | ((pl.col("system") == "sys-0") & (pl.col("segment") < "2"))
    )
    assert none(run(rows, "AJ442"))


def test_systems_that_no_annotator_links() -> None:
    second = pl.col("annotator").is_in(["ann-2", "ann-3"])
    rows = clean().filter(second == pl.col("system").is_in(["sys-3", "sys-4"]))
    found = only(run(rows, "AJ443"))
    assert (found.severity, found.numbers["systems"]) == ("error", ["sys-3", "sys-4"])
    assert "{sys-0, sys-1, sys-2}; {sys-3, sys-4}" in found.text


def test_links_by_session_where_annotators_are_unknown() -> None:
    second = pl.col("annotator").is_in(["ann-2", "ann-3"])
    rows = clean().filter(second == pl.col("system").is_in(["sys-3", "sys-4"])).drop("annotator")
    assert "without a common session" in only(run(rows, "AJ443")).text
    result = run(rows.drop("session"), "AJ443")
    assert result.not_checked[0].needs == "values of 'annotator' or 'session'"


def test_judgements_and_distinct_translations() -> None:
    rows = clean()
    twice = pl.concat([rows, rows.with_columns(pl.format("{}-b", "annotator"), pl.format("{}-b", "session"))])
    found = only(run(twice, "AJ451"))
    assert found.severity == "note"
    assert (found.numbers["judgements"], found.numbers["translations"]) == (960, 480)


def test_one_system_is_nothing_to_compare() -> None:
    result = run(clean(1), "design")
    assert {one.severity for one in result.findings if one.code.startswith("AJ4")} <= {"note"}
