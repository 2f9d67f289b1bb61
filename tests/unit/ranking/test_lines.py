import numpy as np

from adjudge.ranking.lines import cluster_numbers, rank_ranges


def _beats(*pairs: tuple[int, int], k: int) -> np.ndarray:
    beats = np.zeros((k, k), dtype=bool)
    for a, b in pairs:
        beats[a, b] = True
    return beats


def test_a_line_stands_below_a_system_that_beats_all_lower_ones():
    beats = _beats((0, 1), (0, 2), (1, 2), k=3)
    assert cluster_numbers(beats, "stated") == [1, 2, 3]
    assert cluster_numbers(beats, "wins") == [1, 2, 3]


def test_no_line_where_one_lower_system_is_not_beaten():
    assert cluster_numbers(_beats((0, 2), (1, 2), k=3), "stated") == [1, 1, 2]


def test_the_two_rules_differ_when_a_lower_system_beats_a_higher_one():
    # System 1 beats system 0 as well: its two wins are not the one system below it, so the official rule has no line.
    beats = _beats((1, 2), (1, 0), k=3)
    assert cluster_numbers(beats, "stated") == [1, 1, 2]
    assert cluster_numbers(beats, "wins") == [1, 1, 1]


def test_rank_ranges_count_who_beats_whom():
    assert rank_ranges(_beats((0, 1), (0, 2), k=3)) == [(1, 1), (2, 3), (2, 3)]
