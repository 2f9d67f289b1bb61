"""Whether strengths are finite: against the closure of the arcs and a linear programme."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import linprog

from adjudge.kernels.paired_comparison.connectivity import (
    NoFiniteFit,
    ties_are_bounded,
    unbeatable_groups,
    well_worn_arcs,
)


@st.composite
def _counts(draw, largest=2):
    n = draw(st.integers(1, 6))
    cells = st.lists(st.integers(0, largest), min_size=n * n, max_size=n * n)
    # Mostly zeros, so that most graphs fall apart.
    sparse = np.array(draw(cells)) * np.array(draw(cells)) // 2
    wins = sparse.reshape(n, n).astype(float)
    ties = np.triu(np.array(draw(cells)).reshape(n, n) // 2, 1).astype(float)
    np.fill_diagonal(wins, 0)
    return wins, ties + ties.T


@st.composite
def _connected(draw):
    """One group: a ring in which each system beats the next or ties with it, and more."""
    wins, ties = draw(_counts())
    systems = np.arange(len(wins))
    following = np.roll(systems, -1)
    if len(wins) > 1:
        won = np.array(draw(st.lists(st.booleans(), min_size=len(wins), max_size=len(wins))))
        wins[systems[won], following[won]] += 1
        ties[systems[~won], following[~won]] = ties[following[~won], systems[~won]] = 1
    return wins, ties


def _reach(wins, ties):
    """Whom each system reaches, one step after the other."""
    reach = (wins + ties > 0) | np.eye(len(wins), dtype=bool)
    for middle, a, b in product(range(len(wins)), repeat=3):
        reach[a, b] |= reach[a, middle] and reach[middle, b]
    return reach


@given(_counts())
def test_groups_are_the_systems_that_reach_each_other(counts):
    reach, groups = _reach(*counts), unbeatable_groups(*counts)
    assert sorted(system for group in groups for system in group) == list(range(len(reach)))
    where = {system: i for i, group in enumerate(groups) for system in group}
    for a, b in product(range(len(reach)), repeat=2):
        assert (where[a] == where[b]) == bool(reach[a, b] and reach[b, a])


@given(_counts())
def test_no_system_loses_to_a_later_group_or_ties_with_it(counts):
    groups = unbeatable_groups(*counts)
    for i, group in enumerate(groups):
        later = [system for other in groups[i + 1 :] for system in other]
        assert not sum(counts)[np.ix_(later, group)].any()


def test_a_tie_joins_what_a_win_separates():
    wins = np.array([[0.0, 3.0], [0.0, 0.0]])
    assert unbeatable_groups(wins, np.zeros((2, 2))) == [[0], [1]]
    assert unbeatable_groups(wins.T, np.zeros((2, 2))) == [[1], [0]]
    assert unbeatable_groups(wins, np.array([[0.0, 1.0], [1.0, 0.0]])) == [[0, 1]]


@given(_connected())
def test_ties_are_bounded_exactly_if_no_direction_leads_to_infinity(counts):
    wins, ties = counts
    rows, bounds = [], []
    for a, b in product(range(len(wins)), repeat=2):
        difference = np.eye(len(wins))[b] - np.eye(len(wins))[a]
        if wins[a, b]:  # x_a - x_b >= 1
            rows.append(difference)
            bounds.append(-1)
        if ties[a, b]:  # x_b - x_a <= 1
            rows.append(difference)
            bounds.append(1)
    possible = not rows or linprog(np.zeros(len(wins)), np.array(rows), bounds, bounds=(None, None)).status == 0
    assert ties_are_bounded(wins, ties) == (not possible)


@given(_connected())
def test_well_worn_arcs_alone_connect_all(counts):
    kept = np.zeros_like(counts[0])
    a, b = well_worn_arcs(*counts)
    kept[a, b] = 1
    assert not kept[sum(counts) == 0].any()
    assert len(unbeatable_groups(kept, np.zeros_like(kept))) == 1


def test_well_worn_arcs_avoid_a_single_lucky_win():
    # The one win of 2 over 0 is not needed: 2 beat 1 often, and 1 beat 0 often.
    wins = np.array([[0.0, 50, 50], [50, 0, 50], [1, 50, 0]])
    a, b = well_worn_arcs(wins, np.zeros((3, 3)))
    assert (2, 0) not in set(zip(a.tolist(), b.tolist(), strict=True))


def test_the_exception_tells_reason_and_groups():
    with pytest.raises(NoFiniteFit, match=r"^apart$") as caught:
        raise NoFiniteFit("apart", [[0], [1]])
    assert caught.value.groups == [[0], [1]]
