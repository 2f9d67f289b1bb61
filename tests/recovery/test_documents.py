"""Documents: simulated luck is removed, planted cells are found, and clean campaigns raise almost no alarms.

The generator of this file is its own; clean campaigns also come from `planning.simulation`, which no audit shares.
"""

from __future__ import annotations

import math

import numpy as np
import polars as pl
import pytest

import adjudge
from adjudge.auditing.documents.adjusted import adjusted_means, anomalous_cells


def drawn(rng, *, systems, documents, length=8, keep=1.0, easy_first=0.0, own=4.0, noise=12.0, odd=None):
    """Ratings of segments: quality + difficulty + what a system makes of a document + noise.

    Args:
        keep: chance that a cell is judged.
        easy_first: how much likelier the first half of the systems is to be judged on easy documents.
        own: standard deviation of system by document, in the mean of the systems.
        noise: of single scores, half of it of heavy tails.
        odd: a cell and what is added to it.

    Returns:
        The ratings, and the true mean of every system over all documents.
    """
    quality = 60 + rng.normal(0, 6, systems)
    steady = rng.uniform(0.5, 1.5, systems)  # some systems vary more than others
    difficulty = rng.normal(0, 9, documents)
    lengths = rng.integers(max(1, length // 2), 2 * length, documents)
    rows = []
    for system in range(systems):
        for document in range(documents):
            luck = easy_first * (1 if difficulty[document] > 0 else -1) * (1 if system < systems / 2 else -1)
            if rng.random() > keep + luck:
                continue
            mean = quality[system] + difficulty[document] + rng.normal(0, own * steady[system])
            if odd is not None and odd[:2] == (system, document):
                mean += odd[2]
            scores = (
                mean + rng.normal(0, noise / 2, lengths[document]) + rng.standard_t(4, lengths[document]) * noise / 2
            )
            rows += [(f"s{system:02}", f"d{document:03}", str(i), float(score)) for i, score in enumerate(scores)]
    frame = pl.DataFrame(rows, schema=["system", "document", "segment", "score"], orient="row")
    return frame, quality + (lengths * difficulty).sum() / lengths.sum()


def test_unequal_luck_is_removed():
    rng = np.random.default_rng(3)
    plain, adjusted, covered = [], [], []
    for _ in range(60):
        frame, truth = drawn(rng, systems=6, documents=40, keep=0.6, easy_first=0.3)
        found = adjusted_means(frame)
        assert found is not None
        gap = np.where(np.arange(6) < 3, 1, -1) / 3
        plain.append(gap @ (found["mean"].to_numpy() - truth))
        errors = found["adjusted"].to_numpy() - truth
        adjusted.append(gap @ errors)
        covered += (np.abs(errors) < 2 * found["se"].to_numpy()).tolist()
    # Each half is judged on 90 % of its favoured documents and 30 % of the others, whose difficulties are 2 * .8 * 9
    # = 14 points apart: 7 points of luck for either half, 14 between them in opposite directions, less by the draw.
    assert np.mean(plain) > 5
    assert abs(np.mean(adjusted)) < 3 * np.std(adjusted) / math.sqrt(60)
    assert 0.90 < np.mean(covered) < 0.99


def test_clean_campaigns_of_all_sizes_raise_almost_no_alarms():
    rng = np.random.default_rng(5)
    alarms = 0
    for _ in range(300):
        frame, _ = drawn(
            rng,
            systems=int(rng.integers(2, 21)),
            documents=int(rng.integers(4, 60)),
            length=int(rng.integers(1, 12)),
            keep=float(rng.uniform(0.4, 1.0)),
            own=float(rng.uniform(0, 8)),
        )
        cells = anomalous_cells(frame)
        alarms += cells is not None and bool(cells["anomalous"].any())
    # At a rate of 1 % more than 8 alarms in 300 have a chance of .4 %.
    assert alarms <= 8


@pytest.mark.parametrize("preset", ["wmt18", "wmt20", "wmt22", "balanced"])
def test_simulated_campaigns_with_annotators_of_all_kinds_raise_almost_no_alarms(preset):
    """Harsh annotators with a large spread judge whole documents there; skewed scores end at the ends of the scale."""
    frames = (adjudge.simulate(preset, seed=3000 + i).table.frame for i in range(25))
    found = [cells for frame in frames if (cells := anomalous_cells(frame)) is not None]
    # At a rate of 1 % more than 2 alarms in 25 have a chance of .2 %.
    assert sum(bool(cells["anomalous"].any()) for cells in found) <= 2


def test_a_planted_cell_is_found_and_nothing_else():
    rng = np.random.default_rng(7)
    found, false = 0, 0
    for _ in range(40):
        place = (int(rng.integers(10)), int(rng.integers(30)))
        frame, _ = drawn(rng, systems=10, documents=30, odd=(*place, 60.0 * rng.choice([-1, 1])))
        cells = anomalous_cells(frame)
        assert cells is not None
        named = set(cells.filter("anomalous").select("system", "document").rows())
        planted = (f"s{place[0]:02}", f"d{place[1]:03}")
        found += planted in named
        false += bool(named - {planted})
    assert found >= 38
    assert false <= 2
