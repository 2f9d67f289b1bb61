"""Changes between two rankings, counted by hand."""

from __future__ import annotations

import numpy as np
import pytest

from adjudge.auditing.stability.changes import Change, Move, compare_verdicts
from adjudge.auditing.stability.verdict import Verdict

ABCD = Verdict.in_clusters(["ab", "c", "d"])


def clusters(*parts: str) -> Verdict:
    return Verdict.in_clusters([list(part) for part in parts])


def test_a_ranking_compared_with_itself_has_not_changed():
    change = compare_verdicts(ABCD, ABCD)
    assert (change.rank_changed, change.cluster_changed, change.both_changed) == (False, False, False)
    assert change.kendall == 1.0
    assert (change.moved, change.lines_lost, change.lines_gained, change.merges, change.splits) == ((), (), (), 0, 0)


def test_an_exchange_within_a_cluster_is_one_of_ranks_only():
    change = compare_verdicts(clusters("ab", "c", "d"), clusters("ba", "c", "d"))
    assert (change.rank_changed, change.cluster_changed, change.both_changed) == (True, False, False)
    assert change.moved == (Move("b", 2, 1), Move("a", 1, 2))
    assert change.kendall == pytest.approx(1 - 2 / 6)  # one of six pairs


def test_a_line_that_is_lost_merges_two_clusters():
    change = compare_verdicts(clusters("ab", "c", "d"), clusters("abc", "d"))
    assert (change.rank_changed, change.cluster_changed, change.both_changed) == (False, True, False)
    assert (change.merges, change.splits) == (1, 0)
    assert change.lines_lost == (("b", "c"),)
    assert change.lines_gained == ()


def test_a_line_that_is_gained_splits_a_cluster():
    change = compare_verdicts(clusters("abcd"), clusters("a", "bcd"))
    assert (change.merges, change.splits) == (0, 1)
    assert change.lines_gained == (("a", "b"),)


def test_a_system_that_crosses_a_line_changes_both_and_turns_an_ordering():
    change = compare_verdicts(clusters("ab", "cd"), clusters("ac", "bd"))
    assert change.both_changed
    assert (change.merges, change.splits) == (2, 2)
    # The line is drawn elsewhere: other systems are above it.
    assert (change.lines_lost, change.lines_gained) == ((("b", "c"),), (("c", "b"),))
    assert change.reversed_orderings == (("b", "c"),)


def test_clusters_that_change_places_are_other_clusters():
    assert compare_verdicts(clusters("a", "b"), clusters("b", "a")).cluster_changed


def test_systems_that_only_one_ranking_holds_are_left_out_of_both():
    change = compare_verdicts(clusters("ab", "c", "d"), clusters("a", "cd", "e"))
    assert change.missing == ("b",)
    assert change.kendall == 1.0
    assert change.lines_lost == (("c", "d"),)


def test_a_system_left_out_leaves_the_lines_between_the_others():
    left = clusters("a", "b", "cd").without({"b"})
    assert left.clusters == (("a",), ("c", "d"))
    assert left.lines == {frozenset("a"): ("a", "c")}


def test_lines_come_from_who_beats_whom():
    beats = np.array([[0, 1, 1], [0, 0, 0], [0, 0, 0]], dtype=bool)
    verdict = Verdict.of(["x", "y", "z"], beats, "stated")
    assert verdict.clusters == (("x",), ("y", "z"))
    assert verdict.orderings == {("x", "y"), ("x", "z")}


def test_a_change_is_read_back():
    change = compare_verdicts(clusters("ab", "cd"), clusters("ac", "bd"))
    assert Change.from_dict(change.to_dict()) == change
