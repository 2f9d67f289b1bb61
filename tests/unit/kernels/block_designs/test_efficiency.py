"""Efficiency factors of textbook designs."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from adjudge.kernels.block_designs.efficiency import balanced_factor, efficiency_factor, system_information

FANO = ((0, 1, 2), (0, 3, 4), (0, 5, 6), (1, 3, 5), (1, 4, 6), (2, 3, 6), (2, 4, 5))


def efficiency(blocks, systems, *, rows=False):
    """Of blocks as lists of systems; with `rows` the place in the block is a second factor."""
    system = np.array([one for block in blocks for one in block])
    block = np.array([number for number, held in enumerate(blocks) for _ in held])
    place = np.array([at for held in blocks for at, _ in enumerate(held)])
    factors = [block, place] if rows else [block]
    return efficiency_factor(system_information(system, np.ones(len(system)), factors, systems), len(system))


@pytest.mark.parametrize(
    ("blocks", "v", "k"),
    [(FANO, 7, 3), (tuple(combinations(range(4), 2)), 4, 2), (tuple(combinations(range(6), 4)), 6, 4)],
)
def test_balanced_incomplete_blocks_have_the_efficiency_of_the_textbook(blocks, v, k):
    # E = v (k - 1) / (k (v - 1)) (John and Williams 1995, section 2.4).
    assert efficiency(blocks, v) == pytest.approx(v * (k - 1) / (k * (v - 1)), abs=1e-12)
    assert balanced_factor(v, k) == pytest.approx(v * (k - 1) / (k * (v - 1)), abs=1e-12)


def test_complete_blocks_lose_nothing():
    assert efficiency([range(5)] * 3, 5) == pytest.approx(1)


def test_latin_squares_lose_nothing_to_rows_and_columns():
    assert efficiency([[(row + column) % 4 for column in range(4)] for row in range(4)], 4, rows=True) == pytest.approx(
        1
    )


def test_youden_squares_have_the_efficiency_of_their_blocks():
    # {0, 1, 3} modulo 7: every system once in every place, so places take nothing.
    square = [[(first + step) % 7 for step in (0, 1, 3)] for first in range(7)]
    assert efficiency(square, 7, rows=True) == pytest.approx(7 * 2 / (3 * 6), abs=1e-12)


def test_unequal_numbers_of_judgements_lose_too():
    # One block with 3 of A and 1 of B: C = 3 * 1 / 4 [[1, -1], [-1, 1]], its eigenvalue 1.5; complete would be 4 / 2.
    assert efficiency([[0, 0, 0, 1]], 2) == pytest.approx(1.5 / 2)


def test_cells_of_several_judgements_are_as_many_single_ones():
    system, block = np.array([0, 1, 1, 2]), np.array([0, 0, 1, 1])
    weighted = system_information(system, np.array([3.0, 2.0, 1.0, 4.0]), [block], 3)
    times = [3, 2, 1, 4]
    single = system_information(np.repeat(system, times), np.ones(10), [np.repeat(block, times)], 3)
    np.testing.assert_allclose(weighted, single)


def test_nothing_is_left_where_systems_are_not_linked():
    assert efficiency([[0, 1], [2, 3]], 4) == 0


def test_an_annotator_for_every_system_leaves_nothing():
    assert efficiency([[0, 0], [1, 1]], 2) == 0


def test_a_system_without_judgements_leaves_nothing():
    assert efficiency([[0, 1], [0, 1]], 3) == 0


def test_one_system_is_compared_with_nothing():
    assert efficiency([[0, 0]], 1) == 1
