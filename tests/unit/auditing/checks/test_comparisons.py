"""Checks of comparisons: each finds its planted fault, names the culprit, and is silent on clean votes."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from adjudge.auditing.checks.check import check
from adjudge.auditing.checks.comparisons.field import cyclic_triads
from adjudge.auditing.checks.comparisons.sides import Sides
from adjudge.core.tables import Comparisons, PairCounts
from adjudge.ranking.comparisons.votes import Votes
from tests.unit.auditing.checks.planted import compared, needed, none, only, silent, votes

CODES = ["AJ490", "AJ492", "AJ493", "AJ494", "AJ495", "AJ496", "AJ497", "AJ498"]


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("systems", [2, 5, 10])
def test_clean_comparisons_raise_nothing(code: str, systems: int) -> None:
    result = compared(votes(systems), code)
    assert silent(result) if (systems, code) == (2, "AJ497") else none(result)


@pytest.mark.parametrize(
    ("code", "rows", "needs"),
    [
        ("AJ491", votes(), "pairs of outputs that somebody compared twice"),
        ("AJ493", votes(annotators=2), "comparisons of three annotators or more"),
        ("AJ495", votes(2, segments=18), "an annotator with 20 comparisons or more"),
        ("AJ497", votes(2), "comparisons of three systems or more with four annotators or more"),
        ("AJ497", votes(annotators=3), "comparisons of three systems or more with four annotators or more"),
        ("AJ497", votes(step=0.0, segments=8), "four annotators or more whose preferences can be told from chance"),
        ("AJ498", votes(ties=0.0), "comparisons with ties"),
    ],
)
def test_what_cannot_be_looked_at_is_said(code: str, rows: pl.DataFrame, needs: str) -> None:
    result = compared(rows, code)
    assert needed(result) == needs
    assert silent(result)


def always(answer: str, rows: pl.Expr) -> pl.DataFrame:
    return votes().with_columns(outcome=pl.when(rows).then(pl.lit(answer)).otherwise("outcome"))


def test_the_first_side_wins_more_often() -> None:
    some = pl.int_range(pl.len()) % 4 == 0
    found = only(compared(always("a", some), "AJ490"))
    assert found.severity == "warning"
    assert found.numbers["share"] > 0.6
    assert found.text.startswith("The system named first won 6")


def test_an_annotator_who_prefers_one_side_is_named() -> None:
    found = only(compared(always("b", pl.col("annotator") == "ann-3"), "AJ490"))
    assert found.numbers["annotators"] == ["ann-3"]
    assert "ann-3 took the first in 0% of 200 decisions" in found.text


def test_pairs_in_one_order_only_say_nothing_about_sides() -> None:
    a, b = pl.col("system_a"), pl.col("system_b")
    mirror = pl.col("outcome").replace({"a": "b", "b": "a"})
    ordered = votes().with_columns(
        system_a=pl.min_horizontal(a, b),
        system_b=pl.max_horizontal(a, b),
        outcome=pl.when(a < b).then("outcome").otherwise(mirror),
    )
    result = compared(ordered, "AJ490")
    assert [row.code for row in result.not_checked] == ["AJ490"]
    assert "both orders" in result.not_checked[0].needs


def test_the_advantage_by_hand() -> None:
    # x first: x wins 3 of 4, mean .5; y first: y wins 1 of 2, mean 0. The advantage is (.5 + 0) / 2.
    frame = pl.DataFrame(
        {
            "system_a": ["x", "x", "x", "x", "y", "y"],
            "system_b": ["y", "y", "y", "y", "x", "x"],
            "outcome": ["a", "a", "a", "b", "a", "b"],
        }
    )
    assert Sides(Votes(("x", "y"), frame)).advantage[1] == pytest.approx(0.25)


@pytest.mark.parametrize(("answer", "word"), [("a", "the system named first"), ("tie", "a tie")])
def test_an_annotator_with_one_answer_is_named(answer: str, word: str) -> None:
    found = only(compared(always(answer, pl.col("annotator") == "ann-2"), "AJ495"))
    assert found.numbers["annotators"] == ["ann-2"]
    assert found.text == f"1 annotator gave nearly always the same answer: ann-2 ({word}, 200 of 200)."


def test_a_file_that_names_the_winner_first_is_no_annotator_with_one_answer() -> None:
    assert none(compared(votes().with_columns(outcome=pl.lit("a")), "AJ495"))


def twice(noisy: str) -> pl.DataFrame:
    """Everybody compared everything twice; one annotator answered the second time the other way round."""
    rows = votes(3, ties=0.0)
    mirror = pl.col("outcome").replace({"a": "b", "b": "a"})
    some = (pl.int_range(pl.len()) % 10 == 0) | (pl.col("annotator") == noisy)
    return pl.concat([rows, rows.with_columns(outcome=pl.when(some).then(mirror).otherwise("outcome"))])


def test_an_annotator_who_contradicts_themselves_is_named() -> None:
    found = [one for one in compared(twice("ann-4"), "AJ491").findings if one.code == "AJ491"]
    warning, note = sorted(found, key=lambda one: one.severity, reverse=True)
    assert (warning.severity, warning.numbers["annotators"]) == ("warning", ["ann-4"])
    assert "ann-4 (60 of 60)" in warning.text
    assert (note.severity, note.numbers["repeated"]) == ("note", 360)


def test_without_repeats_nobody_contradicts_themselves() -> None:
    assert silent(compared(votes(), "AJ491"))
    assert [one.severity for one in compared(twice("nobody"), "AJ491").findings if one.code == "AJ491"] == ["note"]


def test_an_annotator_with_most_of_the_votes() -> None:
    few = (pl.col("annotator") == "ann-0") | (pl.col("segment").cast(pl.Int64) < 18)
    found = only(compared(votes().filter(few), "AJ493"))
    assert (found.numbers["annotator"], found.numbers["times"]) == ("ann-0", pytest.approx(20 / 3))
    assert found.text.startswith("ann-0 gave 57% of all comparisons, 7 times the median of 6 annotators")
    assert found.text.endswith(": what one person prefers has a large part in the ranking.")


def test_several_annotators_with_most_of_the_votes_are_a_note() -> None:
    # 40 annotators: four gave 60 comparisons each, 36 gave 5: 240 of 420 are 57%.
    many = pl.col("annotator").is_in(["ann-0", "ann-1", "ann-2", "ann-3"])
    rows = votes(2, segments=2400, annotators=40)
    place = pl.int_range(pl.len()).over("annotator")
    found = only(compared(rows.filter(pl.when(many).then(place < 60).otherwise(place < 5)), "AJ493"))
    assert (found.severity, found.numbers["annotators"]) == ("note", ["ann-0", "ann-1", "ann-2", "ann-3"])
    assert found.text.startswith("4 of 40 annotators gave 57% of all comparisons, each more than five times the median")


def test_random_answers_agree_with_nobody() -> None:
    rng = np.random.default_rng(3)
    rows = votes(segments=240)
    drawn = pl.Series(rng.choice(["a", "b"], rows.height))
    random = rows.with_columns(outcome=pl.when(pl.col("annotator") == "ann-5").then(drawn).otherwise("outcome"))
    found = only(compared(random, "AJ497"))
    assert found.numbers["annotators"] == ["ann-5"]
    assert abs(found.numbers["agreement"][0]) < 0.3
    assert "ann-5 (" in found.text


@pytest.mark.parametrize("annotators", [4, 6])
def test_an_annotator_who_takes_the_opposite_is_found_among_few(annotators: int) -> None:
    # The others take the better system in nine of ten comparisons, ann-0 the worse one.
    rows = votes(3, segments=240, annotators=annotators, ties=0.0)
    better = pl.when(pl.col("system_a") > pl.col("system_b")).then(pl.lit("a")).otherwise(pl.lit("b"))
    worse = better.replace({"a": "b", "b": "a"})
    turned = (pl.col("annotator") == "ann-0") != (pl.col("segment").cast(pl.Int64) // annotators % 10 == 0)
    found = only(compared(rows.with_columns(outcome=pl.when(turned).then(worse).otherwise(better)), "AJ497"))
    assert found.numbers["annotators"] == ["ann-0"]
    assert found.numbers["agreement"] == [pytest.approx(-1.0, abs=0.05)]


def test_an_opposite_annotator_with_most_of_the_votes_does_not_set_the_standard() -> None:
    rows = votes(3, segments=480, annotators=4, ties=0.0)
    better = pl.when(pl.col("system_a") > pl.col("system_b")).then(pl.lit("a")).otherwise(pl.lit("b"))
    worse = better.replace({"a": "b", "b": "a"})
    odd = pl.col("annotator") == "ann-0"
    turned = odd != (pl.col("segment").cast(pl.Int64) // 4 % 10 == 0)
    drawn = rows.with_columns(outcome=pl.when(turned).then(worse).otherwise(better))
    some = drawn.filter(odd | (pl.col("segment").cast(pl.Int64) < 120))  # 360 comparisons against 90 of each other
    assert only(compared(some, "AJ497")).numbers["annotators"] == ["ann-0"]


def test_systems_without_a_chain_of_comparisons() -> None:
    second = pl.col("system_a").is_in(["sys-3", "sys-4"])
    found = only(compared(votes().filter(second == pl.col("system_b").is_in(["sys-3", "sys-4"])), "AJ496"))
    assert (found.severity, found.numbers["systems"]) == ("error", ["sys-3", "sys-4"])
    assert "{sys-0, sys-1, sys-2}; {sys-3, sys-4}" in found.text


def test_counts_are_checked_as_well() -> None:
    rows = {"system_a": ["x", "p"], "system_b": ["y", "q"], "wins_a": [3, 2], "ties": [0, 1], "wins_b": [2, 2]}
    found = only(check(PairCounts.check(pl.DataFrame(rows)), select=["AJ496"]))
    assert found.numbers["groups"] == [["p", "q"], ["x", "y"]]


def test_opponents_of_different_strength_mislead() -> None:
    # sys-1 meets the worst system most of the time, sys-3 the best: shares of wins put sys-1 first.
    name = pl.concat_list("system_a", "system_b")
    drop = (name.list.contains("sys-1") & ~name.list.contains("sys-0") & (pl.col("segment").cast(pl.Int64) > 50)) | (
        name.list.contains("sys-3") & ~name.list.contains("sys-4") & (pl.col("segment").cast(pl.Int64) > 50)
    )
    found = only(compared(votes(segments=400, step=1.0).filter(~drop), "AJ492"))
    assert found.severity == "warning"
    assert ["sys-1", "sys-3"] in found.numbers["pairs"]
    assert "Shares of wins put sys-2 above sys-3, sys-1 above sys-3" in found.text


def test_a_cycle_that_is_more_than_chance() -> None:
    # Each of three systems beats the next in 9 of 10 comparisons, on 60 documents.
    rows = [
        {"document": f"d{i}", "segment": f"{i}", "system_a": a, "system_b": b, "outcome": "a" if i % 10 else "b"}
        for i in range(60)
        for a, b in (("x", "y"), ("y", "z"), ("z", "x"))
    ]
    found = only(compared(pl.DataFrame(rows), "AJ494"))
    assert (found.severity, found.numbers["systems"], found.numbers["triads"]) == ("warning", ["x", "y", "z"], 1)
    assert found.text.startswith("Majorities go round in cycles, such as x over y over z over x; 1 cycle of three.")


def test_cycles_of_equal_systems_are_a_note() -> None:
    found = only(compared(votes(8, segments=12, step=0.0), "AJ494"))
    assert found.severity == "note"
    assert found.text.endswith("chance explains them.")


def test_cycles_of_three_are_counted() -> None:
    # Among four systems x > y > z > x and w below all: one cycle. Without arcs none.
    beats = np.zeros((4, 4), dtype=bool)
    for i, j in ((0, 1), (1, 2), (2, 0), (0, 3), (1, 3), (2, 3)):
        beats[i, j] = True
    assert cyclic_triads(beats) == 1
    assert cyclic_triads(np.stack([beats, np.zeros_like(beats)])).tolist() == [1, 0]


def test_two_systems_that_always_tie() -> None:
    pair = pl.concat_list("system_a", "system_b").list.sort() == ["sys-1", "sys-2"]
    found = only(compared(always("tie", pair), "AJ498"))
    assert (found.numbers["pairs"], found.numbers["shares"]) == ([["sys-1", "sys-2"]], [1.0])
    assert "sys-1 and sys-2 tie in 100% of 120 comparisons" in found.text


def test_a_single_comparison_can_be_checked() -> None:
    one = Comparisons.check(pl.DataFrame({"system_a": ["x"], "system_b": ["y"], "outcome": ["a"]}))
    assert not [f for f in check(one, select=["comparisons"]).findings if f.severity != "note"]
