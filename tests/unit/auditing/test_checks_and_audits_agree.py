"""`check` and the audit commands say the same about one fact: the same numbers, the same severity."""

from __future__ import annotations

from functools import cache

import polars as pl
import pytest

import adjudge


@cache
def campaign(preset: str, seed: int) -> adjudge.Ratings:
    return adjudge.simulate(preset, seed=seed).table


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
    """Of systems that differ little, one half always stands beside a bad one, the other beside a good one."""
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
