"""The tables of both published builders, row by row (annotation.md c.1 and c.4: their code was read)."""

from __future__ import annotations

import pytest

from adjudge.planning.controls.lengths import LENGTHS

WMT22 = [
    *((length, 2) for length in (1, 2, 3, 4, 5)),
    *((length, 3) for length in (6, 7, 8)),
    *((length, 4) for length in (9, 12, 15)),
    *((length, 5) for length in (16, 18, 20)),
    *((length, 6) for length in (21, 40, 200)),
]
GRAHAM = [
    (1, 1),
    (2, 1),
    (3, 1),
    (4, 2),
    (5, 2),
    (6, 3),
    (7, 3),
    *((length, 4) for length in (8, 11, 14)),
    *((length, 5) for length in (15, 17, 19)),
    (20, 5),
    (23, 5),
    (24, 6),
    (27, 6),
    (28, 7),
    (100, 25),
]


@pytest.mark.parametrize(("length", "words"), WMT22)
def test_the_table_of_wmt22(length, words):
    assert LENGTHS["wmt22"].words(length) == words


@pytest.mark.parametrize(("length", "words"), GRAHAM)
def test_the_table_of_graham(length, words):
    assert LENGTHS["graham"].words(length) == words


def test_no_more_words_are_damaged_than_there_are():
    assert LENGTHS["wmt22"].damaged(1) == 1
    assert LENGTHS["wmt22"].damaged(3, doubled=True) == 3


@pytest.mark.parametrize(("length", "characters"), [(5, 4), (8, 6), (15, 8), (20, 10), (21, 12)])
def test_of_characters_twice_as_many_are_damaged(length, characters):
    assert LENGTHS["wmt22"].damaged(length, doubled=True) == characters


@pytest.mark.parametrize(
    ("length", "starts"),
    [(1, [0]), (2, [1]), (3, [1]), (4, [1]), (5, [1, 2]), (6, [1, 2]), (7, [1, 2, 3]), (8, [1, 2, 3])],
)
def test_graham_touches_neither_the_first_nor_the_last_word_if_it_can(length, starts):
    # Two words: the second; three: the middle one; four: the two in the middle (annotation.md c.1).
    table = LENGTHS["graham"]
    assert list(table.starts(length, table.damaged(length))) == starts


@pytest.mark.parametrize(("length", "starts"), [(1, [0]), (2, [0]), (3, [0]), (5, [0, 1, 2]), (9, [0, 1, 2, 3, 4])])
def test_wmt22_starts_anywhere_but_never_reaches_the_last_word(length, starts):
    # Uniform over 0..n-k-1 (annotation.md c.4); two words are damaged as a whole, because k = n.
    table = LENGTHS["wmt22"]
    assert list(table.starts(length, table.damaged(length))) == starts
