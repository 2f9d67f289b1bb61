"""`check` and the audit commands say the same about one fact: the same numbers, the same severity."""

from __future__ import annotations

from functools import cache

import polars as pl
import pytest

import adjudge


@cache
def campaign(preset: str, seed: int) -> adjudge.Ratings:
    table = adjudge.simulate(preset, seed=seed).table
    assert isinstance(table, adjudge.Ratings)
    return table


def found(result, code):
    return [finding for finding in result.findings if finding.code == code]


def both(table, audit, code, other):
    """The findings of a check, and of the audit."""
    return found(adjudge.check(table, select=[code]), code), found(audit(table), other)


@pytest.mark.parametrize("seed", [3, 4])
@pytest.mark.parametrize(("code", "seen"), [("AJ420", "human"), ("AJ421", "reference"), ("AJ422", "degraded")])
@pytest.mark.parametrize("without", [(), ("annotator",)])
def test_who_met_human_translations_and_control_items(seed, code, seen, without):
    table = campaign("wmt20", seed)
    table = table.with_frame(table.frame.with_columns(pl.lit(None, dtype=pl.String).alias(name) for name in without))
    checked, audited = both(table, adjudge.composition, code, "AJ550")
    audited = [one for one in audited if one.numbers["seen"] == seen]
    assert [(one.severity, one.numbers["number"], one.numbers["n_sessions"]) for one in checked] == [
        (one.severity, one.numbers["number"], one.numbers["units"]) for one in audited
    ]


def test_who_met_human_translations_is_said_for_each_collection():
    table = campaign("wmt20", 3)
    half = pl.col("session").rank("dense") % 2 == 0
    named = pl.when(half).then(pl.lit("even")).otherwise(pl.lit("odd"))
    table = table.with_frame(table.frame.with_columns(collection=named))
    checked, audited = both(table, adjudge.composition, "AJ420", "AJ550")
    audited = [one for one in audited if one.numbers["seen"] == "human"]
    assert {one.numbers["collection"] for one in checked} == {"even", "odd"}
    assert [one.numbers["share"] for one in checked] == [one.numbers["share"] for one in audited]


@pytest.mark.parametrize("seed", [3, 4])
def test_sessions_whose_mix_chance_does_not_explain(seed):
    table = campaign("wmt20", seed)
    checked, audited = both(table, adjudge.composition, "AJ429", "AJ551")
    assert checked == []
    assert all(one.severity == "note" for one in audited)
    first = pl.col("system") == table.frame["system"].min()
    worse = table.frame.with_columns(session=pl.when(first).then(pl.lit("all of one")).otherwise("session"))
    checked, audited = both(table.with_frame(worse), adjudge.composition, "AJ429", "AJ551")
    assert checked[0].numbers["sessions"][0] == audited[0].numbers["sessions"][0] == "all of one"
    assert checked[0].numbers["sessions"] == audited[0].numbers["sessions"]
    assert (checked[0].severity, audited[0].severity) == ("warning", "warning")


@pytest.mark.parametrize("seed", range(1, 5))
def test_company_is_a_warning_in_both_or_in_none(seed):
    table = campaign("wmt20", seed)
    checked, audited = both(table, lambda t: adjudge.composition(t, unit="annotator"), "AJ428", "AJ552")
    assert len(checked) == len([one for one in audited if one.severity == "warning"])


def test_company_that_moves_systems_is_a_warning_in_both():
    """Eight systems that differ little, each judged beside another one only, from bad to good."""
    rows = [
        {"session": f"{i}{t}", "annotator": f"{i}{t}", "system": name, "segment": f"{i}{t}{g}", "score": quality + g}
        for i in range(8)
        for name, quality in {f"x{i}": 50.0 + i, f"beside{i}": 10.0 + 10 * i}.items()
        for t in range(3)
        for g in range(2)
    ]
    table = adjudge.Ratings.check(pl.DataFrame(rows))
    checked, audited = both(table, lambda t: adjudge.composition(t, unit="annotator"), "AJ428", "AJ552")
    assert [one.severity for one in (*checked, *audited)] == ["warning", "warning"]


@pytest.mark.parametrize("without", [(), ("annotator",)])
def test_room_for_a_document_of_every_system(without):
    table = campaign("wmt20", 3)
    table = table.with_frame(table.frame.with_columns(pl.lit(None, dtype=pl.String).alias(name) for name in without))
    checked, audited = both(table, adjudge.documents, "AJ423", "AJ543")
    assert [(one.severity, one.text) for one in checked] == [(one.severity, one.text) for one in audited]
    assert [one.severity for one in checked] == ["warning" if without else "note"]


def documents_of(lengths, *, numbered_anew=False):
    """Two systems on documents of these lengths, 20 items to a session, whole documents unless longer than that."""
    rows = [
        {
            "session": str(g // 20) if numbered_anew else f"{s}{d}{g // 20}",
            "annotator": f"{s}{d}",
            "system": s,
            "document": f"d{d}",
            "segment": str(g),
            "score": float((7 * g + d) % 100),
        }
        for s in ("a", "b")
        for d, length in enumerate(lengths)
        for g in range(length)
    ]
    return adjudge.Ratings.check(pl.DataFrame(rows))


@pytest.mark.parametrize("numbered_anew", [False, True])
def test_documents_longer_than_a_session(numbered_anew):
    """The document of 25 segments was shown in two parts; sessions that are numbered anew are not taken for one."""
    table = documents_of([20, 15, 10, 25, 18], numbered_anew=numbered_anew)
    checked, audited = both(table, adjudge.documents, "AJ426", "AJ544")
    assert [one.numbers["documents"] for one in (*checked, *audited)] == [["d3"], ["d3"]]
    assert [one.numbers["capacity"] for one in (*checked, *audited)] == [20, 20]
    assert [one.severity for one in (*checked, *audited)] == ["warning", "warning"]


def test_parts_of_documents_are_no_fault():
    checked, audited = both(documents_of([60, 70, 80]), adjudge.documents, "AJ426", "AJ544")
    assert checked == audited == []


def judged_by_luck(noise):
    """a was judged on 12 easy documents, b on 12 hard ones, both on 12 more: b is better by 10 on the same."""
    rows = [
        {
            "annotator": f"p{(d + g) % 3}",
            "system": system,
            "document": f"d{d:02}",
            "segment": str(g),
            "score": 50.0
            + 10 * (system == "b")
            + 30 * (d < 12)
            - 30 * (d >= 24)
            + noise * ((7 * d + 3 * g) % 5 - 2)
            + noise * ((5 * d + 2 * g + 11 * (system == "b")) % 7 - 3) / 2,
        }
        for system, documents in {"a": range(24), "b": range(12, 36)}.items()
        for d in documents
        for g in range(3)
    ]
    return adjudge.Ratings.check(pl.DataFrame(rows), scale="-200..300")


@pytest.mark.parametrize(("noise", "severity"), [(1.0, "warning"), (20.0, "note")])
def test_luck_with_documents(noise, severity):
    checked, audited = both(judged_by_luck(noise), adjudge.documents, "AJ467", "AJ547")
    assert [one.severity for one in (*checked, *audited)] == [severity, severity]
    assert checked[0].numbers["turned"] == audited[0].numbers["sure"]


@pytest.mark.parametrize("seed", range(1, 5))
def test_luck_is_told_alike_where_documents_were_drawn_at_random(seed):
    checked, audited = both(campaign("wmt20", seed), adjudge.documents, "AJ467", "AJ547")
    assert [one.severity for one in checked] == [one.severity for one in audited]


def test_that_nothing_was_judged_twice_is_a_note_in_both():
    table = judged_by_luck(1.0)
    checked, audited = both(table, adjudge.annotators, "AJ418", "AJ528")
    assert [one.severity for one in (*checked, *audited)] == ["note", "note"]


def test_showings_are_drawn_as_one_where_documents_are_unknown():
    table = campaign("wmt20", 3)
    unknown = table.with_frame(table.frame.with_columns(document=pl.lit(None, dtype=pl.String)))
    checked, audited = both(unknown, adjudge.composition, "AJ429", "AJ551")
    assert checked == []
    assert [one.severity for one in audited] == ["note"]
    assert "showings had been drawn at random" in audited[0].text
