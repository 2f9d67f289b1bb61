from __future__ import annotations

import pytest

from adjudge.core.signature import Signature
from adjudge.ranking.result import RankedPair
from adjudge.reporting import wording
from tests.unit.reporting.builder import ranking


def test_a_test_that_does_not_reject_is_no_equality():
    said = wording.say_comparison(p=0.21, level=0.05)

    assert said == "no difference was detected (which does not show that they are equal)"


def test_p_at_the_level_is_not_significant():
    assert wording.say_comparison(p=0.05, level=0.05) == wording.NO_DIFFERENCE
    assert wording.say_comparison(p=0.049, level=0.05) == "a difference was detected (p = 0.049)"


@pytest.mark.parametrize(
    ("p", "said"),
    [(0.0, "p < 0.001"), (0.00099, "p < 0.001"), (0.001, "p = 0.001"), (1.0, "p = 1.000"), (float("nan"), "p unknown")],
)
def test_p_values(p, said):
    assert wording.say_p(p) == said


def test_a_pair_is_told_by_its_flag_not_by_its_p():
    pair = RankedPair("A", "B", 0.03, 0.55, significant=False)

    assert wording.say_pair(pair) == (
        "A is ranked above B, but no difference was detected (which does not show that they are equal) "
        "(p = 0.030; a segment of A scores above one of B in 55% of cases, ties halved)."
    )


@pytest.mark.parametrize(
    ("clusters", "said"),
    [
        ([["A"], ["B", "C"]], "A stands alone in the first cluster."),
        (
            [["A", "B", "C"], ["D"]],
            (
                "A, B and C share the first cluster: these judgements do not establish which of them is best "
                "(which does not show that they are equal)."
            ),
        ),
        (
            [["A", "B"]],
            (
                "No line separates the 2 systems: these judgements do not establish an order "
                "(which does not show that the systems are equal)."
            ),
        ),
    ],
)
def test_leaders(clusters, said):
    assert wording.say_leaders(ranking(clusters)) == said


def test_the_test_is_told_from_the_signature():
    one_sided = Signature.of({"unit": "segment", "test": "rank-sum.greater", "level": "0.05", "corr": "none"})
    documents = Signature.of({"unit": "document", "test": "permutation.two-sided", "corr": "holm", "draws": "500"})

    assert wording.say_test(one_sided) == (
        "one-sided rank-sum test on segment means, level 0.05, not corrected for the number of pairs"
    )
    assert wording.say_test(documents) == (
        "two-sided permutation test that flips whole documents (500 draws), level 0.05, "
        "corrected for the number of pairs (Holm)"
    )
    assert wording.say_test(Signature.of({"seed": 0})) == ""


DIRECT = "two-sided sign test on the direct comparisons of the two systems, ties left out"
WALD = "two-sided Wald test of the difference of two strengths"


@pytest.mark.parametrize(
    ("choices", "said"),
    [
        ({"test": "sign.two-sided", "cluster": "none"}, f"{DIRECT}, votes taken as independent"),
        ({"test": "flips.two-sided", "cluster": "none"}, f"{DIRECT}, votes taken as independent"),
        (
            {"test": "flips.two-sided", "cluster": "document"},
            f"{DIRECT}, all votes of one document changing sides together",
        ),
        (
            {"cluster": "document", "errors": "sandwich"},
            f"{WALD}, with errors that allow for votes of one document hanging together",
        ),
        ({"cluster": "none", "errors": "sandwich"}, f"{WALD}, with errors that take votes as independent"),
        (
            {"cluster": "ranking", "errors": "bootstrap-1000"},
            (
                f"{WALD}, with errors that allow for votes of one ranking hanging together (bootstrap of whole "
                "rankings, 1,000 draws)"
            ),
        ),
        (
            {"cluster": "none", "errors": "bootstrap-200"},
            f"{WALD}, with errors that take votes as independent (bootstrap of single votes, 200 draws)",
        ),
        (
            {"cluster": "none", "errors": "model"},
            f"{WALD}, with the errors of the model, which takes votes as independent",
        ),
    ],
)
def test_tests_of_comparisons_say_which_votes_hang_together(choices, said):
    whole = {"method": "any", "test": "wald.two-sided", "corr": "holm"} | choices

    assert wording.say_test(Signature.of(whole)) == f"{said}, level 0.05, corrected for the number of pairs (Holm)"


def test_lines_by_ranges_are_no_lines_by_tests():
    said = wording.say_lines(Signature.of({"rule": "ranges"}))

    assert "a range holds 95% of the runs" in said
    assert "not what other judgements would" in said
    assert "significantly" not in said


def test_a_test_without_reviewed_words_is_named_as_it_is():
    assert wording.say_test(Signature.of({"test": "novel.sideways", "corr": "new"})) == "novel, level 0.05, new"


def test_the_two_cluster_rules_read_differently():
    stated, wins = (wording.say_lines(Signature.of({"rule": rule})) for rule in ("stated", "wins"))

    assert stated.startswith("A line stands below a system that is significantly better than every lower one.")
    assert "also over higher ones" in wins
    assert "official WMT" in wins
    assert all("Within a cluster the order is not established" in said for said in (stated, wins))


@pytest.mark.parametrize(
    ("swapped", "significant", "said"),
    [
        (0, 0, "X puts all 6 pairs of systems in their true order."),
        (1, 0, "the other way round (Kendall's tau 0.67) and does not call it significant."),
        (1, 1, "the other way round (Kendall's tau 0.67) and calls it significant."),
        (3, 0, "and calls none of them significant."),
        (
            3,
            2,
            "X puts 3 of 6 pairs of systems the other way round (Kendall's tau 0.67) and calls 2 of them significant.",
        ),
        (3, 3, "and calls all of them significant."),
    ],
)
def test_against_truth(swapped, significant, said):
    full = wording.say_against_truth("X", swapped=swapped, pairs=6, kendall=2 / 3, significant=significant)

    assert full.endswith(said)
