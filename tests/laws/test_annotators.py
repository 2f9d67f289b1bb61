"""Laws of the description of annotators: parts and the whole, and fast forms equal plain ones."""

from __future__ import annotations

import json
from collections import Counter
from itertools import combinations

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import adjudge
from adjudge.auditing.annotators.comparisons.pipeline import describe_comparisons
from adjudge.auditing.annotators.ratings.consistency import consistencies
from adjudge.auditing.annotators.ratings.rows import describe_rows
from adjudge.core.tables import Comparisons
from adjudge.kernels.agreement.cells import rated_cells
from adjudge.kernels.agreement.leniency import FEWEST_OWN, fit_leniency
from adjudge.kernels.agreement.trends import clustered_trends, trend_plain
from adjudge.kernels.cluster_robust.regression import fit_clusters_plain
from tests.builders import ratings, small_campaigns


@settings(max_examples=15, deadline=None)
@given(small_campaigns())
def test_a_result_is_read_back_without_loss(table):
    result = adjudge.annotators(table, draws=100)
    text = json.dumps(result.to_dict(), allow_nan=False)
    assert adjudge.AnnotatorsResult.from_dict(json.loads(text)) == result


@settings(max_examples=30, deadline=None)
@given(small_campaigns())
def test_the_profile_of_parts_put_together_is_that_of_the_whole(table):
    frame = table.frame
    result = adjudge.annotators(table, draws=100)
    for name, rows in frame.group_by("annotator"):
        profile = result[name[0]].profile
        scores = rows["score"].to_list()
        assert (profile.judgements, profile.unique) == (len(scores), len(set(scores)))
        assert (profile.min, profile.max) == (min(scores), max(scores))
        assert profile.mean == pytest.approx(sum(scores) / len(scores))


@st.composite
def cells(draw):
    """Ratings of a few items by a few annotators, at most one each."""
    size = draw(st.integers(4, 30))
    picks = st.tuples(st.integers(0, 7), st.integers(0, 4))
    chosen = draw(st.lists(picks, min_size=size, max_size=size, unique=True))
    scores = draw(st.lists(st.integers(0, 20), min_size=size, max_size=size))
    item, annotator = np.array(chosen).T
    return rated_cells(item, annotator, np.array(scores, dtype=float), item // 3)


@settings(max_examples=60, deadline=None)
@given(cells())
def test_leniency_is_least_squares_with_a_dummy_for_everything(table):
    fit = fit_leniency(table)
    paired = table.paired
    assert np.isnan(fit.effect).tolist() == [code not in paired.annotators for code in table.annotators]
    if not len(paired.score):
        return
    a, b = np.eye(paired.items)[paired.item], np.eye(len(paired.annotators))[paired.annotator]
    solution = np.linalg.lstsq(np.hstack([a, b]), paired.score, rcond=None)[0][paired.items :]
    group = fit.group[np.isin(table.annotators, paired.annotators)]
    effect, own = (part[np.isin(table.annotators, paired.annotators)] for part in (fit.effect, fit.own))
    for number in np.unique(group):
        mine = group == number
        known = mine & (own >= FEWEST_OWN) if (own[mine] >= FEWEST_OWN).any() else mine
        assert effect[mine] == pytest.approx(solution[mine] - solution[known].mean(), abs=1e-7)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32 - 1), st.integers(2, 5))
def test_errors_of_leniency_are_those_of_a_regression_with_all_dummy_variables(seed, annotators):
    rng = np.random.default_rng(seed)
    items, documents = 36, 9
    item = np.repeat(np.arange(items), 2)
    annotator = np.concatenate([rng.choice(annotators, 2, replace=False) for _ in range(items)])
    table = rated_cells(item, annotator, rng.normal(50, 10, len(item)), item // (items // documents))
    fit = fit_leniency(table)
    if len(np.unique(fit.group)) > 1 or (fit.own < FEWEST_OWN).any():
        return
    # Annotators less the last one: effects add up to 0, so that the last is the sum of the others with the other sign.
    last = np.eye(annotators)[:, :-1] - np.eye(annotators)[:, -1:]
    dummies = np.hstack([last[table.annotator], np.eye(items)[table.item]])
    plain = fit_clusters_plain(dummies, table.score, table.cell_document)
    assert fit.effect[:-1] == pytest.approx(plain.coefficients[: annotators - 1], abs=1e-7)
    assert fit.se[:-1] == pytest.approx(plain.errors[: annotators - 1], rel=1e-6)
    assert (fit.freedom <= fit.own - 1).all()


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32 - 1), st.integers(2, 4))
def test_trends_are_those_of_each_group_alone(seed, groups):
    rng = np.random.default_rng(seed)
    n = 24 * groups
    group, cluster = np.arange(n) % groups, rng.integers(0, 5, n)
    x, y = rng.uniform(0, 1, n), rng.normal(50, 10, n)
    found = clustered_trends(group, cluster, x, y)
    for number in range(groups):
        mine = group == number
        slope, se = trend_plain(cluster[mine], x[mine], y[mine])
        assert found.slope[number] == pytest.approx(slope, rel=1e-6)
        assert found.clusters[number] == len(np.unique(cluster[mine]))
        assert 1 <= found.freedom[number] <= max(1, found.clusters[number] - 1)
        if found.clusters[number] > 1:
            assert found.se[number] == pytest.approx(se, rel=1e-6)


@settings(max_examples=30, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 1), st.integers(0, 3), st.integers(0, 100)), min_size=2, max_size=30))
def test_consistency_is_that_of_all_pairs_of_ratings(rows):
    table = ratings(
        [
            {"annotator": f"a{a}", "session": f"s{i}", "system": "x", "segment": str(g), "score": float(score)}
            for i, (a, g, score) in enumerate(rows)
        ]
    )
    found = consistencies(describe_rows(table))
    for who in (0, 1):
        apart = [
            abs(one[2] - other[2])
            for one, other in combinations([row for row in rows if row[0] == who], 2)
            if one[1] == other[1]
        ]
        if not apart:
            assert f"a{who}" not in found
            continue
        assert found[f"a{who}"].pairs == len(apart)
        assert found[f"a{who}"].median == pytest.approx(np.median(apart))
        assert found[f"a{who}"].max == max(apart)


@st.composite
def votes(draw):
    """Comparisons of three systems on two segments by three annotators, some of them repeated or turned round."""
    size = draw(st.integers(2, 25))
    one = st.tuples(
        st.sampled_from("xyz"),
        st.sampled_from("12"),
        st.sampled_from([("A", "B"), ("B", "A"), ("A", "C"), ("C", "B")]),
        st.sampled_from(["a", "b", "tie"]),
    )
    return draw(st.lists(one, min_size=size, max_size=size))


def preferred(row):
    _, segment, (first, second), outcome = row
    winner = {"a": first, "b": second, "tie": "tie"}[outcome]
    return (segment, frozenset((first, second))), winner


@settings(max_examples=60, deadline=None)
@given(votes())
def test_annotators_of_comparisons_are_counted_as_in_plain_loops(rows):
    frame = pl.DataFrame(
        [
            {"annotator": who, "segment": segment, "system_a": first, "system_b": second, "outcome": outcome}
            for who, segment, (first, second), outcome in rows
        ]
    )
    result = describe_comparisons(Comparisons.check(frame))
    for one in result.annotators:
        mine = [row for row in rows if row[0] == one.annotator]
        assert one.judgements == len(mine)
        assert one.ties == pytest.approx(sum(row[3] == "tie" for row in mine) / len(mine))
        decided = [row for row in mine if row[3] != "tie"]
        assert one.first == (pytest.approx(sum(row[3] == "a" for row in decided) / len(decided)) if decided else None)
        agree = []
        for row in mine:
            item, winner = preferred(row)
            others = Counter(
                w for other in rows if other[0] != one.annotator for i, w in [preferred(other)] if i == item
            )
            top = others.most_common(2)
            if top and (len(top) == 1 or top[0][1] > top[1][1]):
                agree.append(winner == top[0][0])
        assert one.majority == len(agree)
        assert one.with_majority == (pytest.approx(np.mean(agree)) if agree else None)
        own = [
            preferred(a)[1] != preferred(b)[1] for a, b in combinations(mine, 2) if preferred(a)[0] == preferred(b)[0]
        ]
        assert one.repeats == len(own)
        assert one.contradictions == (pytest.approx(np.mean(own)) if own else None)
    for pair in result.pairs:
        both = [
            preferred(a)[1] == preferred(b)[1]
            for a in rows
            for b in rows
            if (a[0], b[0]) == (pair.a, pair.b) and preferred(a)[0] == preferred(b)[0]
        ]
        assert pair.n == len(both)
        assert pair.agreement == pytest.approx(np.mean(both))
    data = json.loads(json.dumps(result.to_dict(), allow_nan=False))
    assert adjudge.ComparisonAnnotatorsResult.from_dict(data) == result
