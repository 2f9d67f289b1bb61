"""What checks are computed from, against plain twins."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudge.auditing.checks.check import check
from adjudge.auditing.checks.comparisons.field import cyclic_triads
from adjudge.auditing.checks.comparisons.sides import Sides
from adjudge.auditing.checks.design.layout import Layout
from adjudge.auditing.checks.fact import NotCheckableError
from adjudge.auditing.checks.facts import Facts
from adjudge.core.errors import AdjudgeError
from adjudge.core.tables import Comparisons, Ratings
from adjudge.ranking.comparisons.votes import Votes
from tests.builders import small_campaigns


@given(small_campaigns())
def test_the_layout_is_what_counting_by_hand_gives(campaign: Ratings) -> None:
    layout = Layout.of(campaign.frame)
    scores: dict[tuple[str, str, str], list[float]] = {}
    for row in campaign.frame.iter_rows(named=True):
        scores.setdefault((row["system"], row["document"], row["segment"]), []).append(row["score"])
    systems, documents = sorted({s for s, _, _ in scores}), sorted({d for _, d, _ in scores})
    assert (layout.systems, layout.documents) == (systems, documents)
    assert layout.items == len({(d, g) for _, d, g in scores})
    means = np.zeros((len(documents), len(systems)))
    counts = np.zeros_like(means)
    for (s, d, _), values in scores.items():
        means[documents.index(d), systems.index(s)] += sum(values) / len(values)
        counts[documents.index(d), systems.index(s)] += 1
    np.testing.assert_array_equal(layout.cell_counts, counts)
    np.testing.assert_allclose(layout.cell_sums, means)
    assert layout.judgements_of.tolist() == [sum(len(v) for (s, _, _), v in scores.items() if s == n) for n in systems]


@given(small_campaigns(), st.integers(0, 3))
def test_sums_by_unit_give_the_z_scores_of_any_choice_of_systems(campaign: Ratings, gone: int) -> None:
    facts = Facts(campaign)
    published, moments = facts["published"], facts["moments"]
    name = moments.systems[gone % len(moments.systems)]
    full = dict(zip(moments.systems, moments.mean_z(), strict=True))
    assert full == pytest.approx(dict(published.estimate.means.select("system", "z").iter_rows()), abs=1e-9)
    if len(moments.systems) < 3:
        return
    without = published.without(pl.col("system") == name).estimate.means
    left = dict(zip(moments.systems, moments.mean_z(moments.marked([name])), strict=True))
    expected = dict(without.select("system", "z").iter_rows())
    assert {system: left[system] for system in expected} == pytest.approx(expected, abs=1e-9)


@st.composite
def some_votes(draw: st.DrawFn) -> pl.DataFrame:
    """Comparisons of three systems in any order."""
    pairs = [(a, b) for a in "xyz" for b in "xyz" if a != b]
    drawn = draw(
        st.lists(st.tuples(st.sampled_from(pairs), st.sampled_from(["a", "b", "tie"])), min_size=6, max_size=60)
    )
    rows = [(*pair, outcome) for pair, outcome in drawn]
    return pl.DataFrame(rows, schema=["system_a", "system_b", "outcome"], orient="row")


@given(some_votes())
def test_the_advantage_of_a_side_pair_by_pair(frame: pl.DataFrame) -> None:
    sides = Sides(Votes(("x", "y", "z"), frame))
    value = {"a": 1, "b": -1, "tie": 0}
    above = below = 0.0
    for a, b in combinations("xyz", 2):
        either = [
            [value[o] for first, second, o in frame.iter_rows() if (first, second) == pair] for pair in ((a, b), (b, a))
        ]
        if either[0] and either[1]:
            n, m = map(len, either)
            weight = n * m / (n + m)
            above += weight * (sum(either[0]) / n + sum(either[1]) / m) / 2
            below += weight
    assert sides.both.any() == (below > 0)
    if below:
        assert sides.advantage[1] == pytest.approx(above / below, abs=1e-12)


@given(st.integers(3, 6), st.integers(0, 10_000))
def test_cycles_of_three_one_by_one(n: int, seed: int) -> None:
    drawn = np.random.default_rng(seed).integers(-1, 2, (n, n))
    upper = np.triu(drawn, 1)
    beats = (upper - upper.T) > 0
    count = sum(
        (beats[a, b] and beats[b, c] and beats[c, a]) or (beats[b, a] and beats[c, b] and beats[a, c])
        for a, b, c in combinations(range(n), 3)
    )
    assert cyclic_triads(beats) == count


@settings(max_examples=15)
@given(some_votes())
def test_checks_of_comparisons_never_fail(frame: pl.DataFrame) -> None:
    table = Comparisons.check(frame)
    assert [one.code for one in check(table, select=["comparisons"]).findings] == [
        one.code for one in check(table.with_frame(frame[::-1]), select=["comparisons"]).findings
    ]


def test_a_fact_that_is_unknown_says_what_it_needs() -> None:
    frame = pl.DataFrame({"system": ["a", "b"], "segment": ["1", "1"], "score": [1.0, 2.0]})
    with pytest.raises(NotCheckableError, match="annotator"):
        Facts(Ratings.check(frame))["judges"]
    with pytest.raises((NotCheckableError, AdjudgeError)):
        Facts(Ratings.check(frame))["outputs"]
