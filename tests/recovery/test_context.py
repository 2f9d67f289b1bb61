"""Degraded context: planted effects are found, and without one the robust test keeps its level.

The generator is this file's own: it shares nothing with `planning.simulation`. Everything that makes pairs dependent
is in it: people shift between two looks, sessions have moods, copies have an impression of their own.
"""

from __future__ import annotations

import math

import numpy as np
import polars as pl
import pytest

import adjudge
from adjudge.auditing.context.effect import Unit, context_group, unit_codes
from adjudge.kernels.cluster_robust.regression import fit_clusters
from tests.builders import known

_REPLICATES = 600


def drawn_pairs(rng, *, annotators, effect, reaction=0.0):
    """Pairs of scores as `find_pairs` gives them: by annotator, session and copy, some before and some after.

    Copies begin with their first degraded item early or late, so `after` varies more between copies than within.
    """
    differences, afters, places = [], [], list[np.ndarray]()
    for annotator in range(annotators):
        shift, own = rng.normal(0, 3), rng.normal(effect, reaction)
        for session in range(int(rng.integers(1, 5))):
            mood = rng.normal(0, 2)
            for _ in range(int(rng.integers(1, 4))):
                n, first = int(rng.integers(4, 11)), int(rng.integers(0, 11))
                after = np.arange(n) >= first
                differences.append(shift + mood + rng.normal(0, 4) + own * after + rng.standard_t(4, n) * 6)
                afters.append(after)
                places.append(np.tile([annotator, 10 * annotator + session, len(places)], (n, 1)))
    numbers = dict(zip(("annotator", "session", "copy"), np.concatenate(places).T, strict=True))
    return pl.DataFrame({"difference": np.concatenate(differences), "after": np.concatenate(afters), **numbers})


@pytest.mark.parametrize("annotators", [5, 10, 40])
def test_without_an_effect_the_robust_test_keeps_its_level_and_welch_does_not(annotators):
    rng = np.random.default_rng(11 + annotators)
    robust, welch = [], []
    for _ in range(_REPLICATES):
        group = context_group(drawn_pairs(rng, annotators=annotators, effect=0.0), "all", "all", None)
        assert group.unit == "annotator"
        robust.append(known(group.p_robust) < 0.05)
        welch.append(known(group.p) < 0.05)
    error = math.sqrt(0.05 * 0.95 / _REPLICATES)
    assert abs(np.mean(robust) - 0.05) < 4 * error
    # Copies differ as wholes, so pairs are fewer than they seem.
    assert np.mean(welch) > 0.05 + 4 * error


def test_annotators_who_react_differently_are_allowed_for():
    """Nobody reacts on average, but each one does: only the annotator as cluster keeps the level."""
    rng = np.random.default_rng(5)
    levels: dict[Unit, list[bool]] = {"annotator": [], "copy": []}
    for _ in range(_REPLICATES):
        pairs = drawn_pairs(rng, annotators=15, effect=0.0, reaction=8.0)
        for unit, found in levels.items():
            found.append(known(context_group(pairs, "all", "all", unit).p_robust) < 0.05)
    error = math.sqrt(0.05 * 0.95 / _REPLICATES)
    assert abs(np.mean(levels["annotator"]) - 0.05) < 4 * error
    assert np.mean(levels["copy"]) > 0.05 + 4 * error


def test_covariates_keep_their_level_with_five_annotators_who_react_differently():
    """Nobody's differences depend on the covariates on average, but each one's do."""
    rng, columns = np.random.default_rng(21), 3
    found = []
    for _ in range(_REPLICATES):
        pairs = drawn_pairs(rng, annotators=5, effect=0.0, reaction=4.0)
        after, who = pairs["after"].to_numpy().astype(float), unit_codes(pairs, "annotator")
        covariates = after[:, None] * rng.normal(0, 1, (len(after), columns))
        own = rng.normal(0, 2, (5, columns))
        differences = pairs["difference"].to_numpy() + (own[who] * covariates).sum(axis=1)
        fit = fit_clusters(np.column_stack([np.ones(len(after)), after, covariates]), differences, who)
        found.append([known(fit.p_two_sided(column)) < 0.05 for column in range(2, 2 + columns)])
    # Three tests of one replicate are nearly independent; count replicates all the same.
    assert np.mean(found) < 0.05 + 4 * math.sqrt(0.05 * 0.95 / _REPLICATES)


def test_the_interval_covers_a_planted_effect():
    rng = np.random.default_rng(8)
    inside, estimates = [], []
    for _ in range(_REPLICATES):
        group = context_group(drawn_pairs(rng, annotators=25, effect=4.0, reaction=2.0), "all", "all", None)
        inside.append(known(group.low) < 4.0 < known(group.high))
        estimates.append(known(group.difference))
    assert abs(np.mean(inside) - 0.95) < 4 * math.sqrt(0.95 * 0.05 / _REPLICATES)
    assert abs(np.mean(estimates) - 4.0) < 4 * np.std(estimates) / math.sqrt(_REPLICATES)


def campaign(seed, *, fall, per_point=0.0, adjacent=0.0):
    """A campaign of ratings in which scores fall after degraded segments, by their number, size and nearness."""
    rng = np.random.default_rng(seed)
    rows: list[tuple[object, ...]] = []
    for session in range(120):
        quality = rng.normal(60, 10, 12)
        damage = rng.uniform(10, 50, 12)
        damaged = rng.random(12) < 0.35
        hurt, last = list[float](), False
        for copy in (False, True):
            for i in range(12):
                kind = "degraded" if copy and damaged[i] else "repeat" if copy else "system"
                score = quality[i] + rng.normal(0, 3)
                if kind == "degraded":
                    score -= damage[i]
                elif copy and hurt:
                    score -= fall + per_point * (np.mean(hurt) - 30) + adjacent * last
                rows.append((f"a{session % 30}", f"s{session}", f"{i}", kind, score, len(rows), f"{session}-{copy}"))
                last = kind == "degraded"
                hurt += [damage[i]] if last else []
    names = ["annotator", "session", "segment", "kind", "score", "position", "showing"]
    frame = pl.DataFrame(rows, schema=names, orient="row")
    return frame.with_columns(system=pl.lit("A"), document=pl.lit("d"), scale=pl.lit("-100..200"))


def test_size_and_nearness_of_the_damage_are_told_apart():
    result = adjudge.context(campaign(3, fall=2.0, per_point=0.2, adjacent=3.0))
    planted = {"after": 2.0, "adjacent": 3.0, "further": 0.0, "magnitude": 0.2}
    regression = known(result.regression)
    found = {row.name: row for row in regression.rows}
    for name, truth in planted.items():
        half = (known(found[name].high) - known(found[name].low)) / 2
        assert abs(found[name].coefficient - truth) < 2 * half, name  # four standard errors
    assert known(found["adjacent"].p) < 0.01
    assert known(found["magnitude"].p) < 0.01
    assert "copy first" in regression.left_out


def test_a_planted_fall_is_a_finding_and_none_is_not():
    with_effect, without = adjudge.context(campaign(1, fall=4.0)), adjudge.context(campaign(1, fall=0.0))
    assert "AJ560" in [finding.code for finding in with_effect.findings]
    assert known(with_effect.all.low) < 4.0 < known(with_effect.all.high)
    assert "AJ561" in [finding.code for finding in without.findings]
