"""Planted effects of reverse created text are found, and none is found where there is none.

The generator is this file's own: documents differ, segments differ, systems gain more or less from reverse
created text.
"""

from __future__ import annotations

import math

import numpy as np
import polars as pl

import adjudge
from adjudge.auditing.origin.difference import Segments, pair_changes, system_differences
from adjudge.auditing.origin.gap import agreement_gap
from adjudge.core.seeds import Seeds
from tests.builders import known

_REPLICATES = 400
SYSTEMS = ("A", "B", "C", "D")


def drawn(rng, *, gains, documents=24, taste=2.0):
    """Segment means: documents are easier or harder for all, and a little for each system."""
    rows = []
    for d in range(documents):
        ease, own = rng.normal(0, 5), rng.normal(0, taste, len(SYSTEMS))
        for _ in range(int(rng.integers(3, 12))):
            segment = rng.normal(0, 6)
            for k, system in enumerate(SYSTEMS):
                score = 70 - 2 * k + ease + own[k] + segment + gains[k] * (d % 2) + rng.normal(0, 8)
                rows.append((system, score, "reverse" if d % 2 else "forward", d))
    frame = pl.DataFrame(rows, schema=["system", "raw", "direction", "_unit"], orient="row")
    return Segments(frame.with_columns(score="raw"), SYSTEMS)


def test_intervals_of_systems_cover_the_planted_difference():
    rng, gains = np.random.default_rng(1), (4.0, 0.0, 8.0, -3.0)
    inside = []
    for _ in range(_REPLICATES):
        found = system_differences(drawn(rng, gains=gains), ranked_by_raw=True)
        inside += [known(one.low) < gain < known(one.high) for one, gain in zip(found, gains, strict=True)]
    # The systems of a replicate share their documents: count replicates, not intervals.
    assert abs(np.mean(inside) - 0.95) < 4 * math.sqrt(0.95 * 0.05 / _REPLICATES)


def test_a_gain_that_all_share_is_no_change_of_order():
    rng = np.random.default_rng(2)
    false = [any(one.significant for one in pair_changes(drawn(rng, gains=(6.0,) * 4))) for _ in range(_REPLICATES)]
    # Any false change in a family of six: at most .05 (Holm), with four standard errors.
    assert np.mean(false) < 0.05 + 4 * math.sqrt(0.05 * 0.95 / _REPLICATES)


def campaign(seed, gains):
    """Ratings of four systems by ten annotators, half of the documents of reverse created text."""
    rng = np.random.default_rng(seed)
    rows = []
    for d in range(40):
        ease = rng.normal(0, 4)
        for s in range(6):
            for k, system in enumerate(SYSTEMS):
                who = int(rng.integers(0, 10))
                score = 60 - 3 * k + ease + gains[k] * (d % 2) + 2 * (who - 5) + rng.normal(0, 6)
                rows.append((f"a{who}", f"s{who}", system, f"d{d}", str(s), float(np.clip(score, 0, 100))))
    names = ["annotator", "session", "system", "document", "segment", "score"]
    return pl.DataFrame(rows, schema=names, orient="row")


MAP = {f"d{d}": "en" if d % 2 else "zh" for d in range(40)}


def test_a_system_that_gains_most_is_named():
    result = adjudge.origin(campaign(1, (0.0, 0.0, 12.0, 0.0)), MAP, source="zh")
    assert [system.system for system in result.forward] == ["A", "B", "C", "D"]
    assert result.reverse[0].system == "C"
    found = {one.system: one for one in result.differences}
    assert known(found["C"].low) < 12 < known(found["C"].high)
    changed = [set(one) for finding in result.findings if finding.code == "AJ570" for one in finding.numbers["pairs"]]
    assert {"A", "C"} in changed
    assert {"C", "D"} not in changed  # C moves away from D, and stays above it
    assert all("C" in pair for pair in changed)
    assert known(result.agreement.kendall) < 1


def test_a_gain_of_all_is_reported_and_the_order_stands():
    inside, changed, replicates = [], [], 40
    for seed in range(replicates):
        result = adjudge.origin(campaign(seed, (7.0,) * 4), MAP, source="zh", recipe="wmt-da")
        changed.append(bool({"AJ570", "AJ580"} & {finding.code for finding in result.findings}))
        [easier] = [finding.numbers for finding in result.findings if finding.code == "AJ572"]
        assert easier["low"] > 0
        inside.append(easier["low"] < 7 < easier["high"])
    error = math.sqrt(0.05 * 0.95 / replicates)
    assert np.mean(inside) > 0.95 - 4 * error
    assert np.mean(changed) < 0.05 + 4 * error


def measured(rng, *, turned, noise=1.0, documents=30):
    """Scores of eight systems by people and by a metric of the same kind; `turned` reverses it on reverse text."""
    names = tuple("ABCDEFGH")
    rows: tuple[list[dict[str, object]], ...] = ([], [])
    for d in range(documents):
        tastes = [rng.normal(0, 2 * size, len(names)) for size in (1.0, noise)]
        for s in range(int(rng.integers(3, 12))):
            for k, system in enumerate(names):
                place = {
                    "direction": "reverse" if d % 2 else "forward",
                    "_unit": d,
                    "document": f"d{d}",
                    "segment": f"{s}",
                }
                for kind, size in enumerate((1.0, noise)):
                    quality = k if kind and turned and d % 2 else -k
                    score = 0.6 * quality + tastes[kind][k] + rng.normal(0, 8 * size)
                    rows[kind].append({"system": system, "score": score, **place})
    return [Segments(pl.DataFrame(some), names) for some in rows]


def test_a_metric_as_good_as_people_is_seldom_said_to_agree_less():
    rng, replicates = np.random.default_rng(3), 200
    above = [known(known(agreement_gap(*measured(rng, turned=False), Seeds(i))).low) > 0 for i in range(replicates)]
    assert np.mean(above) < 0.025 + 4 * math.sqrt(0.025 * 0.975 / replicates)


def test_a_metric_that_turns_the_order_round_is_found():
    rng, replicates = np.random.default_rng(4), 40
    above = [known(known(agreement_gap(*measured(rng, turned=True), Seeds(i))).low) > 0 for i in range(replicates)]
    # Power is about .9 here; half of it is a weak demand that a broken interval does not meet.
    assert np.mean(above) > 0.5
