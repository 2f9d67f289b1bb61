from __future__ import annotations

from dataclasses import replace

import pytest

from adjudge.planning.simulation.recovery import SwappedPair, TruthCheck
from adjudge.ranking.orders import compare_orders
from adjudge.ranking.result import PairwiseTest
from adjudge.reporting import wording
from tests.unit.reporting.builder import RANK_SUM, compared, ranking


@pytest.mark.parametrize(
    ("clusters", "said"),
    [
        ([["A"], ["B", "C"]], "A is alone in the first cluster."),
        (
            [["A", "B", "C"], ["D"]],
            (
                "A, B and C share the first cluster: these judgements do not establish which of them is best "
                "(this is not evidence of equal quality)."
            ),
        ),
        (
            [["A", "B"]],
            (
                "No line separates the 2 systems: these judgements do not establish an order "
                "(this is not evidence of equal quality)."
            ),
        ),
    ],
)
def test_leaders(clusters, said):
    assert wording.say_leaders(ranking(clusters)) == said


def test_a_long_first_cluster_is_not_listed_in_full():
    said = wording.say_leaders(ranking([[f"S{i}" for i in range(20)], ["T"]]))

    assert said.startswith("S0, S1, S2, S3, S4, S5, S6, S7 and 12 more share the first cluster:")


@pytest.mark.parametrize(
    ("test", "said"),
    [
        (RANK_SUM, "one-sided rank-sum test on segment means (significance level 0.05, "),
        (
            replace(RANK_SUM, name="signed-rank", alternative="two-sided", unit="document", level=0.01),
            "two-sided signed-rank test on document means (significance level 0.01, ",
        ),
        (
            replace(RANK_SUM, alternative="halved"),
            (
                "rank-sum test on segment means with the two-sided p-value halved whatever the direction "
                "(significance level 0.05, "
            ),
        ),
        (
            replace(RANK_SUM, name="permutation", alternative="two-sided", draws=5000),
            (
                "two-sided permutation test that flips the signs of whole documents (5,000 draws, "
                "significance level 0.05, "
            ),
        ),
    ],
)
def test_tests_of_ratings(test, said):
    assert wording.say_test(ranking([["A"]], test=test)).startswith(said)


def test_the_correction_is_named():
    none, holm = (wording.say_test(ranking([["A"]], test=replace(RANK_SUM, correction=c))) for c in ("none", "holm"))

    assert "no correction" in none
    assert "Holm" in holm


DIRECT = "two-sided sign test on the direct comparisons that are not ties"
WALD = "two-sided Wald test of the difference between two strengths"


@pytest.mark.parametrize(
    ("name", "unit", "errors", "draws", "said"),
    [
        ("sign", None, None, None, f"{DIRECT}, comparisons treated as independent ("),
        ("flips", "document", None, None, f"{DIRECT}, comparisons on the same document treated as dependent ("),
        ("flips", "ranking", None, None, f"{DIRECT}, comparisons from the same ranking treated as dependent ("),
        ("flips", "annotator", None, None, f"{DIRECT}, comparisons by the same annotator treated as dependent ("),
        (
            "wald",
            "segment",
            "sandwich",
            None,
            f"{WALD}, robust standard errors, comparisons on the same segment treated as dependent (",
        ),
        ("wald", None, "model", None, f"{WALD}, standard errors of the model, comparisons treated as independent ("),
        (
            "wald",
            "ranking",
            "bootstrap",
            1000,
            (
                f"{WALD}, standard errors from a bootstrap of whole rankings (1,000 draws), comparisons from the same "
                "ranking treated as dependent ("
            ),
        ),
        (
            "wald",
            None,
            "bootstrap",
            200,
            (
                f"{WALD}, standard errors from a bootstrap of single comparisons (200 draws), comparisons treated as "
                "independent ("
            ),
        ),
    ],
)
def test_tests_of_comparisons_say_which_comparisons_they_treat_as_dependent(name, unit, errors, draws, said):
    test = PairwiseTest(name, "two-sided", "holm", level=0.05, unit=unit, errors=errors, draws=draws)

    assert wording.say_test(compared([["A"]], test=test)).startswith(said)


def test_names_that_another_version_wrote_stand_for_themselves():
    test = PairwiseTest("novel", "sideways", "new", level=0.05, unit="segment")
    result = ranking([["A"]], test=test, rule="newer")

    assert wording.say_test(result) == "novel (significance level 0.05, new)"
    assert wording.say_lines(result).startswith("Lines separate clusters: newer.")


def test_line_rules_read_differently():
    stated, wins, strict, ranges = (
        wording.say_lines(ranking([["A"]], rule=rule)) for rule in ("stated", "wins", "strict", "ranges")
    )

    assert "below a system that is significantly better than every lower-ranked system" in stated
    assert "official WMT results" in wins
    assert "every system above it is significantly better than every system below it" in strict
    assert "not what other judgements would" in ranges
    assert "significantly better" not in ranges
    assert all("The order within a cluster is not established" in said for said in (stated, wins, strict, ranges))


def test_departures_are_those_from_the_first_ranking():
    results = {"one": ranking([list("abc")]), "two": ranking([list("bac")]), "three": ranking([list("abc")])}

    # One of three pairs is swapped: tau = 1 - 2/3.
    assert wording.say_departures(compare_orders(results)) == [
        "two compared with one: Kendall's tau 0.333, 2 systems move (b from 2 to 1, a from 1 to 2).",
        "three compared with one: Kendall's tau 1.000, no system moves.",
    ]


def test_the_systems_that_move_most_are_named_first():
    agreement = compare_orders({"one": ranking([list("abcd")]), "two": ranking([list("bcda")])})

    assert "(a from 1 to 4, b from 2 to 1, c from 3 to 2, d from 4 to 3)" in wording.say_departures(agreement)[0]


def test_rankings_of_different_systems_are_not_compared():
    agreement = compare_orders({"one": ranking([["a"]]), "two": ranking([["b"]])})

    assert wording.say_departures(agreement) == ["two and one do not rank the same systems."]


def test_names_in_sentences_cannot_move_the_cursor_or_turn_the_text():
    results = {"one": ranking([["a\x1b[2J", "\u202eb"]]), "two": ranking([["\u202eb", "a\x1b[2J"]])}
    said = [*wording.say_departures(compare_orders(results)), wording.say_leaders(ranking([["a\x1b[2J"], ["b"]]))]

    assert all(sentence.isprintable() for sentence in said)


@pytest.mark.parametrize(
    ("swapped", "significant", "said"),
    [
        (0, 0, "X puts all 6 pairs of systems in their true order."),
        (
            1,
            0,
            "X puts 1 of 6 pairs of systems in the wrong order (Kendall's tau 0.67) and does not call it significant.",
        ),
        (1, 1, "X puts 1 of 6 pairs of systems in the wrong order (Kendall's tau 0.67) and calls it significant."),
        (3, 0, "in the wrong order (Kendall's tau 0.00) and calls none of them significant."),
        (3, 2, "in the wrong order (Kendall's tau 0.00) and calls 2 of them significant."),
        (3, 3, "in the wrong order (Kendall's tau 0.00) and calls all of them significant."),
    ],
)
def test_against_truth(swapped, significant, said):
    pairs = tuple(SwappedPair(f"a{i}", f"b{i}", significant=i < significant) for i in range(swapped))
    full = wording.say_against_truth("X", TruthCheck(6, pairs, kendall=1 - 2 * swapped / 6))

    assert full.endswith(said)
