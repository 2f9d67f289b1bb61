"""What is said about the data and the order: cycles, contradictions, groups, opponents, ties, pooling."""

from __future__ import annotations

import polars as pl
import pytest

from adjudge.core.tables import Comparisons
from adjudge.ranking.comparisons.pipeline import rank_comparisons
from adjudge.ranking.comparisons.settings import ComparisonSettings
from tests.unit.ranking.comparisons.builders import CLEAR, CYCLE, codes, comparisons_of, counts, finding, rankings

#: y wins most, but x beats everybody.
MISSED = counts([("x", "y", 6, 0, 5), ("x", "z", 6, 0, 5), ("y", "z", 90, 0, 10)])
#: x over y over z over x, each by 70 of 90.
STRONG_CYCLE = counts([("x", "y", 80, 0, 10), ("y", "z", 80, 0, 10), ("x", "z", 10, 0, 80)])
PARTS = counts([("a", "b", 3, 0, 2), ("c", "d", 3, 0, 2)])


def test_a_cycle_of_chance_is_distinguished_from_one_that_tests_support():
    chance = finding(rank_comparisons(CYCLE, "mfas"), "AJ303")
    assert chance.numbers == {
        "group": ["x", "y", "z"],
        "cycle": ["x", "y", "z"],
        "weakest": 3,
        "supported": False,
    }
    assert chance.text == (
        "x, y, z beat each other in cycles, so every order of these 3 systems contradicts a majority. For example, x "
        "beats y, y beats z and z beats x, the weakest of these majorities by 3. No cycle consists of significant "
        "majorities, so more comparisons may dissolve them."
    )
    strong = finding(rank_comparisons(STRONG_CYCLE, "davidson"), "AJ303")
    assert (strong.numbers["supported"], strong.numbers["weakest"]) == (True, 70)
    assert strong.text.endswith("Some cycle consists of significant majorities.")


@pytest.mark.parametrize("method", ["mfas", "wmt-official", "davidson", "net-wins"])
def test_findings_about_the_data_are_the_same_whatever_the_order(method):
    about_data = {"AJ303", "AJ308", "AJ310", "AJ311", "AJ319"}
    tied = counts(
        [("b", "a", 20, 90, 10), ("a", "c", 16, 1, 10), ("b", "c", 10, 0, 13), ("d", "a", 1, 0, 9), ("d", "b", 3, 0, 9)]
    )
    first, other = (
        [one.to_dict() for one in rank_comparisons(tied, name).findings if one.code in about_data]
        for name in ("bojar", method)
    )
    assert {one["code"] for one in first} == {"AJ303", "AJ308", "AJ310", "AJ311"}
    assert first == other


def test_groups_of_systems_in_cycles_stand_in_rank_order():
    # Two cycles; those of the second beat all of the first, but come later in the alphabet.
    rows = [("a", "b", 6, 0, 1), ("b", "c", 6, 0, 1), ("c", "a", 5, 0, 1)]
    rows += [("x", "y", 6, 0, 1), ("y", "z", 6, 0, 1), ("z", "x", 5, 0, 1)]
    rows += [(high, low, 9, 0, 1) for high in "xyz" for low in "abc"]
    tournament = rank_comparisons(counts(rows), "mfas").tournament
    assert tournament.groups == (("x", "y", "z"), ("a", "b", "c"))
    assert [set(cycle) for cycle in tournament.cycles] == [{"x", "y", "z"}, {"a", "b", "c"}]
    assert not tournament.acyclic


def test_an_order_that_misses_the_winner_of_all_comparisons_says_so():
    result = rank_comparisons(MISSED, "heuristic-2")
    assert result.order()[0] == "y"
    assert finding(result, "AJ304").numbers == {"winner": "x", "first": "y"}
    contradicted = finding(result, "AJ305")
    assert contradicted.numbers == {"cost": 1, "total": 82, "violations": 1}
    assert contradicted.todo == 'use `method="mfas"` for the order that contradicts least'


def test_an_order_without_contradiction_is_reported():
    assert finding(rank_comparisons(CLEAR, "mfas"), "AJ318").numbers == {"winner": "x"}
    assert "this order contradicts none of them" in finding(rank_comparisons(CLEAR, "mfas"), "AJ318").text
    assert "AJ318" not in codes(rank_comparisons(CYCLE, "mfas"))
    assert "but not this one" in finding(rank_comparisons(MISSED, "heuristic-2"), "AJ318").text


def test_a_significant_contradiction_is_reported_and_no_line_crosses_it():
    strong = counts([("x", "y", 80, 0, 10), ("y", "z", 80, 0, 10), ("x", "z", 10, 0, 79)])
    result = rank_comparisons(strong, "mfas")
    assert result.order() == ["x", "y", "z"]
    assert finding(result, "AJ211").numbers == {"pairs": [["z", "x"]]}
    assert {system.cluster for system in result.systems} == {1}
    assert all(system.rank_low <= system.rank <= system.rank_high for system in result.systems)


@pytest.mark.parametrize("method", ["expected-wins", "mfas"])
def test_groups_that_never_met_are_named_whatever_the_method(method):
    result = rank_comparisons(PARTS, method)
    groups, pairs = [one for one in result.findings if one.code == "AJ308"]
    assert groups.numbers == {"parts": [["a", "b"], ["c", "d"]]}
    assert "form 2 groups that were never compared with each other (a, b; c, d)" in groups.text
    assert pairs.numbers == {"pairs": result.tournament.never_met} == {"pairs": 4}
    assert "AJ318" not in codes(result)


def test_opponents_of_different_strength_are_reported():
    # x and y are even; x met the strong s ten times, y the weak w.
    rows = [("x", "y", 5, 0, 5), ("s", "x", 9, 0, 1), ("y", "w", 9, 0, 1), ("s", "w", 10, 0, 1)]
    found = finding(rank_comparisons(counts(rows), "bojar"), "AJ309")
    # Shares won: s 19/21, x 6/20, y 14/20, w 2/21. Opponents of x: (10 * 14/20 + 10 * 19/21) / 20, all others' mean.
    hard = (10 * 14 / 20 + 10 * 19 / 21) / 20 - (19 / 21 + 14 / 20 + 2 / 21) / 3
    assert found.numbers["hardest"] == pytest.approx(hard)
    assert "the opponents of x won" in found.text
    assert "AJ309" not in codes(rank_comparisons(CLEAR, "bojar"))


def test_pairs_that_tie_unusually_often_are_named():
    rows = [("x", "y", 10, 80, 10), ("x", "z", 45, 10, 45), ("y", "z", 45, 10, 45)]
    found = finding(rank_comparisons(counts(rows), "bojar"), "AJ310")
    assert found.numbers == {"rate": pytest.approx(1 / 3), "pairs": [["x", "y", 0.8]]}
    assert (found.severity, "x and y (80%)" in found.text) == ("warning", True)
    usual = finding(rank_comparisons(CLEAR, "bojar"), "AJ310")
    assert (usual.severity, usual.numbers) == ("note", {"rate": pytest.approx(25 / 275), "pairs": []})
    untied = counts([("x", "y", 6, 0, 5)])
    assert "AJ310" not in codes(rank_comparisons(untied, "bojar"))


def test_pooled_criteria_scopes_and_files_are_reported():
    frame = comparisons_of(rankings()).frame.with_row_index("row")
    odd = pl.when(pl.col("row") % 2 == 1)
    table = Comparisons.check(
        frame.with_columns(
            criterion=odd.then(pl.lit("fluency")).otherwise(pl.lit("adequacy")),
            scope=odd.then(pl.lit("document")).otherwise(pl.lit("segment")),
            collection=odd.then(pl.lit("one.csv")).otherwise(pl.lit("two.csv")),
        ).drop("row")
    )
    result = rank_comparisons(table, "bojar")
    assert [one.numbers["column"] for one in result.findings if one.code == "AJ205"] == ["criterion", "scope"]
    assert finding(result, "AJ317").numbers == {"files": ["two.csv", "one.csv"], "shared": 7}
    assert finding(result, "AJ317").severity == "note"  # all systems are in both


def test_files_with_other_systems_are_a_warning():
    frame = comparisons_of(rankings()).frame
    lacking = (pl.col("system_a") == frame["system_a"][0]) | (pl.col("system_b") == frame["system_a"][0])
    place = pl.when(lacking).then(pl.lit("one.csv")).otherwise(pl.lit("two.csv"))
    result = rank_comparisons(Comparisons.check(frame.with_columns(collection=place)), "bojar")
    assert finding(result, "AJ317").severity == "warning"


def unequal(votes_of_first, annotators=8, others=5):
    """Votes by some annotators, the first of whom gives so many."""
    who = ["zoe"] * votes_of_first + [f"a{i}" for i in range(annotators - 1) for _ in range(others)]
    size = len(who)
    first = ["x", "y", "z"] * (size // 3 + 1)
    return pl.DataFrame(
        {
            "annotator": who,
            "system_a": first[:size],
            "system_b": first[1 : size + 1],
            "outcome": (["a", "b", "a", "tie"] * size)[:size],
            "document": [str(i % 10) for i in range(size)],
        }
    )


def test_an_annotator_who_gave_most_comparisons_is_named():
    found = finding(rank_comparisons(unequal(40), "bojar"), "AJ242")
    assert found.numbers == {"annotator": "zoe", "share": 40 / 75, "times": 8.0, "annotators": 8}
    assert "zoe gave 53% of all, 8 times as many as the median of 8 annotators" in found.text
    assert "AJ242" not in codes(rank_comparisons(unequal(10), "bojar"))


def test_too_few_documents_for_any_difference_are_named():
    table = unequal(40).with_columns(document=pl.Series([str(i % 5) for i in range(75)]))
    found = finding(rank_comparisons(table, "davidson"), "AJ246")
    # The smallest two-sided p-value of five units is 2 / 2^5, so that six are needed for .05.
    assert "With 5 documents no difference can be significant at the level 0.05" in found.text
    assert found.todo == "collect comparisons of at least 6 documents"
    assert "AJ246" not in codes(rank_comparisons(unequal(40), "davidson"))


def test_false_discoveries_are_explained():
    settings = ComparisonSettings(correction="fdr", level=0.1)
    result = rank_comparisons(unequal(40), "davidson", settings=settings)
    assert "on average 10% of the pairs called significant may be false" in finding(result, "AJ248").text
    assert (result.test.correction, result.test.level) == ("bh", 0.1)
    assert dict(result.signature.choices)["level"] == "0.1"


def test_pairs_that_do_not_fit_the_model_are_named():
    # Alike but for one pair: x beats w far more often than equal strengths allow.
    even = [(a, b, 30, 0, 30) for a, b in (("w", "y"), ("w", "z"), ("x", "y"), ("x", "z"), ("y", "z"))]
    result = rank_comparisons(counts([("w", "x", 5, 0, 55), *even]), "davidson")
    found = finding(result, "AJ243")
    assert found.severity == "warning"
    assert found.numbers["pairs"][0] == ["w", "x"]
    assert "w against x (8% observed, " in found.text
    assert result.model is not None
    assert result.model.misfit == found.numbers["p"] < 0.01
    fitting = rank_comparisons(counts([("w", "x", 30, 0, 30), *even]), "davidson")
    assert "AJ243" not in codes(fitting)
    assert fitting.model is not None
    assert (fitting.model.misfit or 0) > 0.5
