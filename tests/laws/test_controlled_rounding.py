"""Laws of controlled rounding: floors and ceilings everywhere, and the cheapest rounding by enumeration."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudge.planning.assignment.rounding import Exact, cheapest_rounding, round_evenly, split_evenly
from adjudge.planning.assignment.spreading import families_of
from adjudge.planning.assignment.waves import runs_of


@st.composite
def tables(draw, *, rows=5, columns=6):
    """A table of fractions whose columns are of several waves; rows and columns need not sum to whole numbers."""
    height, width = draw(st.integers(1, rows)), draw(st.integers(1, columns))
    bottom = draw(st.integers(1, 12))
    tops = draw(st.lists(st.integers(0, 30), min_size=height * width, max_size=height * width))
    waves = runs_of([1] * width, draw(st.integers(1, min(3, width))))
    return Exact(np.array(tops, dtype=np.int64), bottom), families_of(waves, height)


def is_even(rounded, exact, families):
    """Whether every cell and every set is its fraction rounded up or down, cell by cell and set by set."""
    sets = [[cell] for cell in range(exact.tops.size)]
    sets += [np.flatnonzero(labels == name).tolist() for labels in families for name in set(labels.tolist()) - {-1}]
    for cells in sets:
        top, total = int(exact.tops[cells].sum()), int(rounded[cells].sum())
        if not top // exact.bottom <= total <= -(-top // exact.bottom):
            return False
    return True


@settings(max_examples=150, deadline=None)
@given(tables(), st.integers(0, 99))
def test_cells_and_sets_are_rounded_up_or_down(table, seed):
    exact, families = table
    assert is_even(round_evenly(exact, families, np.random.default_rng(seed)), exact, families)


@settings(max_examples=60, deadline=None)
@given(tables(rows=3, columns=3), st.integers(0, 99))
def test_the_cheapest_rounding_is_that_of_all_roundings(table, seed):
    exact, families = table
    prices = np.random.default_rng(seed).integers(1000, size=exact.tops.size)
    low, up = exact.tops // exact.bottom, -(-exact.tops // exact.bottom)
    choices = product(*(range(int(a), int(b) + 1) for a, b in zip(low, up, strict=True)))
    even = [np.array(choice) for choice in choices if is_even(np.array(choice), exact, families)]
    costs = [int(prices @ (choice - low)) for choice in even]
    assert int(prices @ (cheapest_rounding(exact, families, prices) - low)) == min(costs)


@settings(max_examples=100, deadline=None)
@given(tables(), st.integers(1, 6), st.integers(0, 99))
def test_parts_are_even_and_make_up_the_whole(table, parts, seed):
    exact, families = table
    counts = exact.tops
    split = split_evenly(counts, parts, families, np.random.default_rng(seed))
    assert len(split) == parts
    np.testing.assert_array_equal(sum(split), counts)
    for part in split:
        assert is_even(part, Exact(counts, parts), families)


def test_three_crossing_partitions_are_refused():
    # x + y = y + z = x + z = 1 is solved by a half each, and by no whole numbers.
    families = [np.array([0, 0, -1]), np.array([0, -1, 0]), np.array([-1, 0, 0])]
    exact = Exact(np.ones(3, dtype=np.int64), 2)
    with pytest.raises(ValueError, match="laminar"):
        cheapest_rounding(exact, families, np.zeros(3, dtype=np.int64))
