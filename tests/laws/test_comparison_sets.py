"""Sets, ranges, lines and letters of a model come from one test, so they cannot contradict one another."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudge.core.errors import InputError
from adjudge.ranking.comparisons.pipeline import rank_comparisons
from adjudge.ranking.comparisons.settings import ComparisonSettings


def campaign(seed, systems, documents):
    """Votes of systems of different strengths, with documents and annotators."""
    rng = np.random.default_rng(seed)
    size = 40 * systems
    first = rng.integers(0, systems, size)
    second = (first + rng.integers(1, systems, size)) % systems
    gap = (second - first) * rng.uniform(0, 1)
    won = rng.random(size) < 1 / (1 + np.exp(-gap))
    outcome = np.where(rng.random(size) < 0.2, "tie", np.where(won, "a", "b"))
    return pl.DataFrame(
        {
            "system_a": [f"s{i}" for i in first],
            "system_b": [f"s{i}" for i in second],
            "outcome": outcome,
            "document": [f"d{i}" for i in rng.integers(0, documents, size)],
            "annotator": [f"a{i}" for i in rng.integers(0, 8, size)],
        }
    )


@settings(max_examples=25)
@given(
    st.integers(0, 10_000),
    st.integers(2, 7),
    st.sampled_from([2, 5, 9, 30]),
    st.sampled_from(["davidson", "bradley-terry", "rao-kupper"]),
    st.sampled_from([0.01, 0.05, 0.2]),
)
def test_sets_ranges_lines_and_letters_agree(seed, systems, documents, method, level):
    try:
        result = rank_comparisons(campaign(seed, systems, documents), method, settings=ComparisonSettings(level=level))
    except InputError:  # no finite fit
        return
    beats = {(pair.a, pair.b) for pair in result.pairs if pair.significant}
    for row in result.systems:
        above = sum((other.system, row.system) in beats for other in result.systems)
        below = sum((row.system, other.system) in beats for other in result.systems)
        assert (row.set_low, row.set_high) == (row.rank_low, row.rank_high) == (1 + above, systems - below)
        assert row.rank_low <= row.rank <= row.rank_high
        for other in result.systems:
            if other.rank > row.rank:
                assert bool(set(row.letters) & set(other.letters)) == ((row.system, other.system) not in beats)
    for cluster in result.clusters()[:-1]:  # a line stands below a system that beats all lower ones
        assert all(
            (cluster[-1], other.system) in beats for other in result.systems[result.order().index(cluster[-1]) + 1 :]
        )
    for pair in result.pairs:
        assert pair.significant == (pair.p < level)
        assert pair.p > 0


@pytest.mark.parametrize("method", ["davidson", "bojar"])
def test_a_lower_level_finds_no_more_and_false_discoveries_no_less(method):
    table = campaign(3, 6, 30)
    found = {
        (level, correction): {
            (pair.a, pair.b)
            for pair in rank_comparisons(
                table, method, settings=ComparisonSettings(level=level, correction=correction)
            ).pairs
            if pair.significant
        }
        for level in (0.01, 0.05)
        for correction in ("familywise", "fdr")
    }
    assert found[0.01, "familywise"] <= found[0.05, "familywise"] <= found[0.05, "fdr"]
    assert found[0.01, "fdr"] <= found[0.05, "fdr"]
