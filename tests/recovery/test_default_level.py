"""Does the default call equal systems different, and does it find what differs? Campaigns of a generator apart.

`benchmarks.designs` shares no code with `adjudge simulate`. Small here; the studies behind the documentation are
`benchmarks/study_level.py` and `study_power.py`.
"""

from __future__ import annotations

import numpy as np
import pytest

import adjudge
from benchmarks.designs import ROWS_LEVEL, ROWS_POWER, draw

#: Where earlier defaults, or the contrasts of the model, called equal systems different in up to 83% of campaigns.
HARD = (
    "annotator owns documents, 3 of 6 systems",
    "annotator meets 2 of 6 systems",
    "3 annotators rate 200 segments, documents unknown",
    "unequal variances, 30 documents",
    "tastes of sd 4, 10 annotators",
    "2 systems, 8 documents",
)


def false_differences(row, seeds):
    return sum(any(pair.significant for pair in adjudge.rank(draw(ROWS_LEVEL[row], s).frame).pairs) for s in seeds)


@pytest.mark.parametrize("row", HARD)
def test_equal_systems_are_rarely_called_different(row):
    # With a level of .05, 7 or more of 40 campaigns come up in 1 of 300 runs; with one of .2, 6 or fewer in 1 of 4.
    assert false_differences(row, range(40_000, 40_040)) <= 6


@pytest.mark.slow
@pytest.mark.parametrize("row", HARD)
def test_equal_systems_are_called_different_at_the_level(row):
    # 32 of 400 is the upper 99.5% limit of a share of .05.
    assert false_differences(row, range(41_000, 41_400)) <= 32


def test_half_of_the_true_differences_are_found():
    # 12 systems in groups of three, 30 documents: the default of before found 17%, an oracle finds 58%.
    design, found = ROWS_POWER["12 systems, 30 documents"], []
    for seed in range(42_000, 42_012):
        campaign = draw(design, seed)
        pairs = [p for p in adjudge.rank(campaign.frame).pairs if campaign.quality[p.a] != campaign.quality[p.b]]
        found.append(np.mean([p.significant and campaign.quality[p.a] > campaign.quality[p.b] for p in pairs]))
    assert np.mean(found) > 0.35


def test_few_annotators_are_never_silent():
    result = adjudge.rank(draw(ROWS_LEVEL["tastes of sd 4, 4 annotators"], 1).frame)
    (finding,) = [finding for finding in result.findings if finding.code == "AJ240"]
    assert "these 4 annotators" in finding.text
