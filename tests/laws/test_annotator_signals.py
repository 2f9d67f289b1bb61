"""What the others lead one to expect, correlations and slopes: fast functions against plain ones."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from adjudge.auditing.checks.people.standing_out import median_of_others
from adjudge.kernels.annotator_signals.expected import expected_scores
from adjudge.kernels.annotator_signals.grouped import grouped_correlation, grouped_slope

Rows = list[tuple[int, int, int, float]]
rows = st.lists(
    st.tuples(st.integers(0, 3), st.integers(0, 2), st.integers(0, 4), st.integers(0, 100).map(float)),
    min_size=2,
    max_size=40,
)


def arrays(drawn: Rows) -> list[NDArray[np.intp] | NDArray[np.float64]]:
    who, system, segment, score = (list(column) for column in zip(*drawn, strict=True))
    return [np.array(score), np.array(who, dtype=np.intp), np.array(system, dtype=np.intp), np.array(segment, np.intp)]


def expected_plain(drawn: Rows) -> list[tuple[float, float]]:
    """Standardised score and forecast of every row, one row after the other."""
    z = []
    for who, _, _, score in drawn:
        own = [row[3] for row in drawn if row[0] == who]
        sd = float(np.std(own, ddof=1)) if len(own) > 1 else 0.0
        z.append((score - float(np.mean(own))) / sd if sd > 0 else 0.0)
    n = range(len(drawn))
    found = []
    for i in n:
        who, system, segment, _ = drawn[i]
        others = [j for j in n if drawn[j][0] != who]
        mean = {s: float(np.mean([z[j] for j in others if drawn[j][1] == s])) for s in {drawn[j][1] for j in others}}
        by_segment = [z[j] - mean[drawn[j][1]] for j in others if drawn[j][2] == segment]
        adds = _shrunken(by_segment)
        by_output = [z[j] - mean[system] - adds for j in others if drawn[j][1:3] == (system, segment)]
        found.append((z[i], mean.get(system, math.nan) + adds + _shrunken(by_output)))
    return found


def _shrunken(values: Sequence[float]) -> float:
    return sum(values) / (len(values) + 1)


@given(rows)
def test_forecasts_are_those_of_a_loop(drawn: Rows) -> None:
    score, who, system, segment = arrays(drawn)
    found = expected_scores(score, who, system, segment)  # type: ignore[arg-type]
    plain = expected_plain(drawn)
    assert found.z == pytest.approx([z for z, _ in plain], abs=1e-9)
    assert found.score == pytest.approx([forecast for _, forecast in plain], abs=1e-9, nan_ok=True)


@given(rows, st.integers(0, 3), st.floats(-50, 50), st.floats(0.5, 2))
def test_nobodys_own_scores_have_a_part_in_the_forecast(drawn: Rows, name: int, shift: float, factor: float) -> None:
    score, who, system, segment = arrays(drawn)
    before = expected_scores(score, who, system, segment)  # type: ignore[arg-type]
    mine = who == name
    rng = np.random.default_rng(1)
    other = np.where(mine, rng.permutation(score) * factor + shift, score)
    after = expected_scores(other, who, system, segment)  # type: ignore[arg-type]
    assert after.score[mine] == pytest.approx(before.score[mine], abs=1e-9, nan_ok=True)


pairs = st.lists(
    st.tuples(st.integers(0, 2), st.integers(0, 3), st.integers(0, 20), st.integers(0, 20)), min_size=3, max_size=50
)


@given(pairs)
def test_correlations_are_those_of_numpy_and_their_errors_those_of_a_loop(
    drawn: list[tuple[int, int, int, int]],
) -> None:
    group, cluster, x, y = (np.array(column) for column in zip(*drawn, strict=True))
    found = grouped_correlation(x.astype(float), y.astype(float), group, cluster, groups=3)
    for g in range(3):
        u, v, own = x[group == g].astype(float), y[group == g].astype(float), cluster[group == g]
        assert (found.rows[g], found.clusters[g]) == (len(u), len(set(own)))
        if len(u) < 2 or u.std() == 0 or v.std() == 0:
            assert not np.isfinite(found.value[g]) or len(u) == 0
            continue
        r = np.corrcoef(u, v)[0, 1]
        assert found.value[g] == pytest.approx(r, abs=1e-9)
        if len(set(own)) > 1:
            u, v = (u - u.mean()) / u.std(), (v - v.mean()) / v.std()
            moved = [sum((u * v - r * (u**2 + v**2) / 2)[own == c]) / len(u) for c in sorted(set(own))]
            variance = sum(m * m for m in moved) * len(moved) / (len(moved) - 1)
            assert found.error[g] == pytest.approx(math.sqrt(variance), abs=1e-9)


@given(pairs)
def test_slopes_are_those_of_least_squares(drawn: list[tuple[int, int, int, int]]) -> None:
    group, part, x, y = (np.array(column) for column in zip(*drawn, strict=True))
    within = group * 4 + part
    found = grouped_slope(y.astype(float), x.astype(float), group, x, groups=3, within=within)
    for g in range(3):
        mine = group == g
        columns = np.column_stack([x[mine], *(within[mine] == p for p in sorted(set(within[mine])))]).astype(float)
        centred = x[mine] - np.array([x[within == p].mean() for p in within[mine]]) if mine.any() else np.array([])
        if not mine.any() or np.allclose(centred, 0):
            assert not np.isfinite(found.value[g])
            continue
        fitted = np.linalg.lstsq(columns, y[mine].astype(float), rcond=None)[0]
        assert found.value[g] == pytest.approx(fitted[0], abs=1e-7)


def test_errors_of_slopes_are_those_of_leaving_out_one_cluster() -> None:
    """With the centred variables as they are: sum(x y) / sum(x^2) without each cluster, and the jackknife."""
    rng = np.random.default_rng(2)
    x, y, cluster = rng.normal(size=60), rng.normal(size=60), rng.integers(0, 8, 60)
    one = np.zeros(60, dtype=np.intp)
    found = grouped_slope(y, x, one, cluster, groups=1, within=one)
    u, v = x - x.mean(), y - y.mean()
    slope = (u @ v) / (u @ u)
    left = [(u[cluster != c] @ v[cluster != c]) / (u[cluster != c] @ u[cluster != c]) for c in range(8)]
    assert found.error[0] == pytest.approx(math.sqrt(7 / 8 * sum((s - slope) ** 2 for s in left)), rel=1e-9)
    weights = [u[cluster == c] @ u[cluster == c] for c in range(8)]
    assert found.clusters[0] == pytest.approx(sum(weights) ** 2 / sum(w * w for w in weights))


@given(st.lists(st.one_of(st.integers(0, 5).map(float), st.just(math.nan)), min_size=1, max_size=12))
def test_medians_of_others_are_those_of_lists_without_the_value(values: list[float]) -> None:
    for i, found in enumerate(median_of_others(np.array(values))):
        others = [value for j, value in enumerate(values) if j != i and not math.isnan(value)]
        assert found == pytest.approx(float(np.median(others)) if others else math.nan, nan_ok=True)
