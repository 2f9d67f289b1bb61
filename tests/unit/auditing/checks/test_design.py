"""Checks of the design: each finds its planted fault, names the culprit, and is silent on a clean campaign."""

from __future__ import annotations

import polars as pl
import pytest

from tests.unit.auditing.checks.planted import clean, needed, none, only, run

LAST = pl.col("system") == "sys-4"


@pytest.mark.parametrize("code", ["AJ440", "AJ441", "AJ442", "AJ443", "AJ444", "AJ451", "AJ468"])
@pytest.mark.parametrize("systems", [2, 5, 20])
def test_a_clean_campaign_raises_nothing(code: str, systems: int) -> None:
    assert none(run(clean(systems), code))


def test_a_system_on_fewer_documents_is_named() -> None:
    found = only(run(clean().filter(~(LAST & (pl.col("document") > "doc-11"))), "AJ440"))
    assert (found.severity, found.numbers["systems"]) == ("warning", ["sys-4"])
    assert found.numbers["pairs"] == [["sys-0", "sys-4"]]  # named in the text as the two with least in common
    assert "sys-0 and sys-4 have 50% of their documents in common" in found.text
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


@pytest.mark.parametrize("code", ["AJ440", "AJ441", "AJ468"])
def test_a_system_without_documents_is_not_one_on_other_documents(code: str) -> None:
    document = pl.when(LAST).then(None).otherwise("document")
    segment = pl.when(LAST).then(pl.format("{}-{}", "document", "segment")).otherwise("segment")
    rows = clean().with_columns(document=document, segment=segment)
    assert none(run(rows, code))
    two = rows.filter(pl.col("system") > "sys-2")
    assert needed(run(two, code)) in ("the documents of two systems or more", "ratings of two systems or more")


@pytest.mark.parametrize("code", ["AJ440", "AJ441", "AJ442", "AJ443", "AJ444", "AJ468"])
def test_one_system_cannot_be_compared(code: str) -> None:
    assert "two systems" in needed(run(clean(1), code))


def test_one_annotator_cannot_be_compared_with_others() -> None:
    assert needed(run(clean(annotators=1), "AJ442")) == "ratings of two systems or more with two annotators or more"


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
    assert found.text.endswith("from a more lenient annotator where a group has 2 annotators only.")


def test_of_two_groups_of_one_size_neither_is_blamed() -> None:
    second = pl.col("annotator").is_in(["ann-2", "ann-3"])
    rows = clean(4).filter(second == pl.col("system").is_in(["sys-2", "sys-3"]))
    assert only(run(rows, "AJ443")).numbers["systems"] == ["sys-0", "sys-1", "sys-2", "sys-3"]


def test_many_annotators_of_one_group_each_are_a_comparison_between_people() -> None:
    # Twenty annotators, ten of each half of the systems: leniency averages out over them.
    late = pl.col("annotator").str.slice(4).cast(pl.Int64) >= 10
    rows = clean(documents=40, annotators=20).filter(late == pl.col("system").is_in(["sys-3", "sys-4"]))
    found = only(run(rows, "AJ443"))
    assert (found.severity, found.numbers["fewest"]) == ("warning", 10)
    assert "between different annotators only, at least 10 in each group" in found.text


def test_links_by_session_where_annotators_are_unknown() -> None:
    second = pl.col("annotator").is_in(["ann-2", "ann-3"])
    rows = clean().filter(second == pl.col("system").is_in(["sys-3", "sys-4"])).drop("annotator")
    found = only(run(rows, "AJ443"))
    assert "without a common session" in found.text
    assert found.severity == "error"  # many sessions may be those of one person
    assert found.text.endswith("cannot be told from a more lenient session.")
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
