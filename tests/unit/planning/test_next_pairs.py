"""Which comparisons to collect next, and who may judge them."""

from __future__ import annotations

import json
from collections import Counter
from itertools import combinations

import numpy as np
import polars as pl
import pytest

from adjudge.core.errors import InputError, ResultError, UsageError
from adjudge.core.tables import Comparisons, PairCounts
from adjudge.kernels.paired_comparison.bradley_terry import fit_bradley_terry
from adjudge.kernels.paired_comparison.information import Belief, information_gains, order_uncertainty
from adjudge.kernels.paired_comparison.sandwich import model_covariance
from adjudge.planning.next_pairs import NextPairsResult, next_pairs
from tests.builders import ratings

ANNOTATORS = ["anna", "ben", "cleo"]


def counts(rows):
    names = ("system_a", "system_b", "wins_a", "ties", "wins_b")
    return PairCounts.check(pl.DataFrame(rows, schema=list(names), orient="row"))


def votes(rows):
    """Comparisons from rows (annotator, document, segment, system_a, system_b, outcome)."""
    names = ("annotator", "document", "segment", "system_a", "system_b", "outcome")
    return Comparisons.check(pl.DataFrame(rows, schema=dict.fromkeys(names, pl.String), orient="row"))


def a_campaign(size=120, seed=0):
    """Three annotators, four systems A to D, twenty segments in four documents."""
    rng = np.random.default_rng(seed)
    rows = []
    for _ in range(size):
        a, b = rng.choice(4, 2, replace=False)
        segment = int(rng.integers(20))
        won = rng.random() < 1 / (1 + np.exp(0.5 * (a - b)))
        rows.append(
            (ANNOTATORS[rng.integers(3)], f"d{segment // 5}", str(segment), "ABCD"[a], "ABCD"[b], "a" if won else "b")
        )
    return votes(rows)


def unordered(pair):
    return frozenset((pair.system_a, pair.system_b))


OPEN = counts([("A", "B", 30, 0, 10), ("B", "C", 21, 2, 20), ("A", "C", 28, 1, 12)])


def test_the_pair_of_the_largest_gain_comes_first_with_its_gain():
    result = next_pairs(OPEN, 1)
    wins = np.array([[0.0, 30, 28], [10, 0, 21], [12, 20, 0]])
    ties = np.array([[0.0, 0, 1], [0, 0, 2], [1, 2, 0]])
    fit = fit_bradley_terry(wins, ties)
    belief = Belief(fit.strengths, model_covariance(fit))
    gains = information_gains(belief, *np.triu_indices(3, 1))
    assert unordered(result.pairs[0]) == {"B", "C"}
    assert result.pairs[0].gain == pytest.approx(gains[2])
    assert gains.argmax() == 2
    assert result.uncertainty == pytest.approx(order_uncertainty(belief))
    assert result.pairs[0].purpose == "order"


def test_counts_know_neither_annotators_nor_segments():
    result = next_pairs(OPEN, 3)
    assert {(pair.annotator, pair.document, pair.segment, pair.seen) for pair in result.pairs} == {(None,) * 4}
    assert [finding.code for finding in result.findings] == ["AJ311", "AJ321"]
    assert "treated as independent" in result.findings[0].text
    assert "only pairs of systems are proposed" in result.findings[1].text


def test_annotators_given_for_counts_share_the_work_without_a_claim_of_what_they_saw():
    result = next_pairs(OPEN, 6, annotators=ANNOTATORS, segments=[("d", "1"), ("d", "2")])
    assert Counter(pair.annotator for pair in result.pairs) == dict.fromkeys(ANNOTATORS, 2)
    assert all(pair.segment in {"1", "2"} and pair.document == "d" and pair.seen is None for pair in result.pairs)
    assert "does not say who judged which segment" in result.findings[-1].text


def test_nobody_is_given_what_they_have_judged():
    table = a_campaign()
    judged = {
        (row["annotator"], row["segment"], frozenset((row["system_a"], row["system_b"])))
        for row in table.frame.iter_rows(named=True)
    }
    outputs = {(annotator, segment, system) for annotator, segment, pair in judged for system in pair}
    result = next_pairs(table, 60)
    for pair in result.pairs:
        key = (pair.annotator, pair.segment, unordered(pair))
        assert key not in judged
        assert pair.document == f"d{int(pair.segment or 0) // 5}"
        assert pair.seen == sum((pair.annotator, pair.segment, system) in outputs for system in key[2])
        judged.add(key)
        outputs |= {(pair.annotator, pair.segment, system) for system in key[2]}


def test_work_is_spread_evenly_while_everybody_has_unseen_segments():
    result = next_pairs(a_campaign(30), 9)
    assert {pair.seen for pair in result.pairs} == {0}
    assert Counter(pair.annotator for pair in result.pairs) == dict.fromkeys(ANNOTATORS, 3)
    assert "In 9 comparisons the annotator has not judged either output before" in result.findings[-1].text


def test_only_the_annotators_named_are_asked_and_new_ones_have_seen_nothing():
    result = next_pairs(a_campaign(), 8, annotators=["dora", "dora", "anna"])
    assert {pair.annotator for pair in result.pairs} <= {"dora", "anna"}
    assert all(pair.seen == 0 for pair in result.pairs if pair.annotator == "dora")
    assert any(pair.annotator == "dora" for pair in result.pairs)


ONE_SEGMENT = [("ben", "d", "1", a, b, outcome) for a, b in combinations("ABC", 2) for outcome in ("a", "b")]


def test_when_all_outputs_were_seen_they_are_judged_again_but_never_against_each_other():
    # Anna has seen A, B and C on the only segment; A against B is left to her. Ben has judged everything.
    table = votes([*ONE_SEGMENT, ("anna", "d", "1", "A", "C", "a"), ("anna", "d", "1", "B", "C", "b")])
    result = next_pairs(table, 5)
    assert [(pair.annotator, unordered(pair), pair.seen) for pair in result.pairs] == [("anna", {"A", "B"}, 2)]
    *_, lack, rule = result.findings
    assert "1 of 1 comparison" in rule.text
    assert (lack.code, lack.severity) == ("AJ321", "warning")
    assert "Only 1 of 5 comparisons can be assigned" in lack.text


def test_when_everybody_has_judged_everything_nothing_is_proposed():
    result = next_pairs(votes(ONE_SEGMENT), 5)
    assert result.pairs == ()
    assert result.to_frame().shape == (0, 8)
    assert "0 comparisons" in result.summary()
    lack = [finding for finding in result.findings if finding.code == "AJ321"]
    assert [(finding.severity, finding.numbers["placed"]) for finding in lack] == [("warning", 0)]


def test_a_pair_that_is_used_up_gives_way_to_the_next_best():
    # The only segment: B against C, the most open pair, can be judged once more, by a newcomer.
    rows = [("anna", "d", "1", *names, outcome) for names in combinations("ABC", 2) for outcome in ("a", "a", "b")]
    result = next_pairs(votes(rows), 3, annotators=["dora"])
    assert {unordered(pair) for pair in result.pairs} == {frozenset(names) for names in combinations("ABC", 2)}


def test_segments_where_the_pair_was_judged_least_come_first():
    rows = [("anna", "d", "1", "A", "B", outcome) for outcome in ("a", "b")] * 3 + [("ben", "d", "2", "A", "B", "a")]
    result = next_pairs(votes(rows), 4, annotators=["cleo", "dora"], segments=[("d", "1"), ("d", "2"), ("d", "3")])
    # Six comparisons on segment 1, one on segment 2, none on segment 3: both annotators get the last two.
    assert result.pairs[0].segment == "3"
    given = sorted((pair.annotator, pair.segment) for pair in result.pairs)
    assert given == [("cleo", "2"), ("cleo", "3"), ("dora", "2"), ("dora", "3")]


def test_groups_that_never_lost_are_connected_first():
    # A and B beat each other and both always beat C and D, which beat each other; A leads, and C leads below.
    table = counts([("A", "B", 6, 0, 2), ("C", "D", 6, 0, 2), ("A", "C", 3, 0, 0), ("B", "D", 3, 0, 0)])
    result = next_pairs(table, 4)
    assert unordered(result.pairs[0]) == {"B", "C"}
    assert [pair.purpose for pair in result.pairs] == ["connect", "order", "order", "order"]
    assert result.pairs[0].gain is None
    assert result.uncertainty is None
    finding = result.findings[0]
    assert (finding.code, finding.severity) == ("AJ320", "warning")
    assert finding.numbers["groups"] == [["A", "B"], ["C", "D"]]
    assert finding.numbers["connecting"] == 1


def test_a_chain_of_single_winners_is_connected_link_by_link():
    table = counts([("A", "B", 2, 0, 0), ("B", "C", 2, 0, 0), ("C", "D", 2, 0, 0)])
    assert [unordered(pair) for pair in next_pairs(table, 3).pairs] == [{"A", "B"}, {"B", "C"}, {"C", "D"}]
    assert len(next_pairs(table, 2).pairs) == 2


def test_a_new_system_meets_one_from_the_middle_first():
    # Strengths fall from A to C.
    table = counts([("A", "B", 7, 0, 3), ("B", "C", 7, 0, 3), ("A", "C", 9, 0, 1)])
    result = next_pairs(table, 3, systems=["new"])
    assert unordered(result.pairs[0]) == {"B", "new"}
    assert any("new" in unordered(pair) for pair in result.pairs[1:])


def test_a_further_system_that_the_data_holds_is_refused():
    table = counts([("A", "B", 6, 0, 5), ("A", "_ref", 0, 0, 9), ("B", "_ref", 1, 0, 9)])
    with pytest.raises(UsageError, match=r"(?s)the data already holds B, _ref.*2 of 3 names"):
        next_pairs(table, 3, systems=["B", "new", "_ref", "B"])


def test_a_batch_is_spread_over_pairs():
    # Thousands of votes: two pairs are open, and one more vote changes nothing.
    rows = [("A", "B", 5000, 0, 5000), ("B", "C", 9000, 0, 3000), ("C", "D", 5000, 0, 5010), ("A", "D", 9000, 0, 3000)]
    result = next_pairs(counts(rows), 30)
    times = Counter(unordered(pair) for pair in result.pairs)
    assert max(times.values()) == 10  # 30 / (4 - 1)
    assert times[frozenset("AB")] == times[frozenset("CD")] == 10
    assert "at most 10 of each" in result.summary()
    assert "share:10" in str(result.signature)


def test_the_reference_is_not_compared():
    table = counts([("A", "B", 6, 0, 5), ("A", "_ref", 0, 0, 9), ("B", "_ref", 1, 0, 9)])
    assert {unordered(pair) for pair in next_pairs(table, 3).pairs} == {frozenset("AB")}


def test_the_seed_decides_between_equals_and_nothing_else():
    table = a_campaign()
    same, other = next_pairs(table, 20, seed=0), next_pairs(table, 20, seed=1)
    assert next_pairs(table, 20, seed=0).to_dict() == same.to_dict()
    assert [unordered(pair) for pair in same.pairs] == [unordered(pair) for pair in other.pairs]
    assert same.to_frame().equals(other.to_frame()) is False
    # Which system stands first is drawn: twenty draws are not all the same.
    assert len({pair.system_a < pair.system_b for pair in same.pairs}) == 2


def test_a_result_is_read_back_without_loss():
    result = next_pairs(a_campaign(), 5, segments=[("d0", "1"), (None, "x")])
    data = json.loads(json.dumps(result.to_dict()))
    assert data["schema"] == "adjudge.next-pairs/1"
    back = NextPairsResult.from_dict(data)
    assert back.to_dict() == result.to_dict()
    assert back.pairs == result.pairs
    with pytest.raises(ResultError, match="AJ024"):
        NextPairsResult.from_dict(data | {"schema": "adjudge.ranking/1"})


def test_the_frame_has_one_row_per_comparison_even_if_nothing_else_is_known():
    frame = next_pairs(OPEN, 2).to_frame()
    assert frame.columns == ["system_a", "system_b", "annotator", "document", "segment", "seen", "purpose", "gain"]
    assert frame.schema["annotator"] == pl.String
    assert frame.height == 2


def test_the_summary_says_what_is_open():
    result = next_pairs(OPEN, 2)
    assert result.uncertainty is not None
    assert f"of {result.uncertainty:.3g} bits" in result.summary()
    assert "2 comparisons" in result.summary()


def test_what_cannot_be_compared_is_refused():
    with pytest.raises(InputError, match="AJ020"):
        next_pairs(ratings([{"system": "A", "segment": "1", "score": 1.0}]), 3)
    with pytest.raises(UsageError, match="AJ040"):
        next_pairs(OPEN, 0)
