"""Compact letters against insert and absorb, against all subsets, and by hand."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudge.kernels.ranks.letters import compact_letters


@st.composite
def differences(draw, most=8):
    """Which of up to eight systems differ: any symmetric matrix."""
    systems = draw(st.integers(1, most))
    flags = draw(st.lists(st.booleans(), min_size=systems**2, max_size=systems**2))
    upper = np.triu(np.array(flags).reshape(systems, systems), 1)
    return upper | upper.T


def insert_and_absorb(different):
    """Piepho 2004: split every group that holds a pair that differs, then drop groups that are part of others."""
    groups = [frozenset(range(len(different)))]
    for i, j in zip(*np.nonzero(np.triu(different)), strict=True):
        split = [part for group in groups for part in ([group - {i}, group - {j}] if {i, j} <= group else [group])]
        groups = [group for group in dict.fromkeys(split) if not any(group < other for other in split)]
    return sorted(map(sorted, groups))


def groups_of(letters):
    """The systems that hold each letter, in the order of the letters; up to 26 of them."""
    return [[i for i, held in enumerate(letters) if letter in held] for letter in sorted(set("".join(letters)))]


@given(differences())
def test_letters_are_those_of_insert_and_absorb(different):
    assert groups_of(compact_letters(different)) == insert_and_absorb(different)


@given(differences(6))
def test_every_letter_is_a_group_that_no_further_system_can_join(different):
    systems = range(len(different))
    alike = [
        set(group)
        for size in range(1, len(different) + 1)
        for group in combinations(systems, size)
        if not different[np.ix_(group, group)].any()
    ]
    largest = [group for group in alike if not any(group < other for other in alike)]
    assert groups_of(compact_letters(different)) == sorted(map(sorted, largest))


@given(differences())
def test_two_systems_share_a_letter_exactly_if_they_do_not_differ(different):
    letters = compact_letters(different)
    for i, j in combinations(range(len(different)), 2):
        assert (not set(letters[i]) & set(letters[j])) == different[i, j]
    assert all(letters)


@given(differences())
def test_letters_are_left_out_exactly_if_there_are_too_many_groups(different):
    groups = len(insert_and_absorb(different))
    assert all(compact_letters(different, most=groups))
    assert compact_letters(different, most=groups - 1) == [""] * len(different)


def test_letters_show_differences_that_are_not_transitive():
    different = np.array([[0, 0, 1], [0, 0, 0], [1, 0, 0]], dtype=bool)
    assert compact_letters(different) == ["a", "ab", "b"]


def test_beyond_the_alphabet_letters_are_numbered():
    # Neighbours alone do not differ: one group for each of 30 neighbouring pairs.
    place = np.arange(31)
    letters = compact_letters(np.abs(place[:, None] - place[None, :]) > 1)
    assert (letters[0], letters[1], letters[26], letters[27], letters[30]) == ("a", "ab", "za2", "a2b2", "d2")


@pytest.mark.parametrize("pairs", [6, 30, 1000])
def test_letters_are_left_out_where_groups_would_be_countless(pairs):
    # The two systems of each pair differ, all others do not: a group for every choice of one from each pair, 2^pairs.
    different = np.kron(np.eye(pairs), np.array([[0, 1], [1, 0]])).astype(bool)
    assert compact_letters(different) == [""] * (2 * pairs)
