"""Equal systems are rarely called different, whatever votes share: documents, or tastes of annotators.

The votes come from a generator of their own (`benchmarks.votes`). The slow test repeats the first with more campaigns
and designs; benchmarks/study_votes.py has the whole table.
"""

from __future__ import annotations

import numpy as np
import pytest

from adjudge.core.tables import Comparisons
from adjudge.kernels.ranks import step_down
from adjudge.ranking.comparisons.pipeline import rank_comparisons
from adjudge.ranking.comparisons.settings import ComparisonSettings
from benchmarks.votes import Design, draw_votes
from tests.builders import known


@pytest.fixture(autouse=True)
def _few_draws(monkeypatch):
    monkeypatch.setattr(step_down, "FIRST_DRAWS", 1999)
    monkeypatch.setattr(step_down, "MOST_DRAWS", 1999)


def false_claims(design, runs, seed, **settings):
    """Shares of campaigns of equal systems with a pair called different, and of strengths outside their intervals."""
    claims, missed, misfits = 0, 0, 0
    for run in range(runs):
        table = Comparisons.check(draw_votes(design, [seed, run]).frame())
        result = rank_comparisons(table, "davidson", settings=ComparisonSettings(**settings))
        claims += any(pair.significant for pair in result.pairs)
        assert result.model is not None
        missed += sum(not known(row.low) <= 0 <= known(row.high) for row in result.model.strengths)
        misfits += result.model.misfit is not None and result.model.misfit < 0.01
    return claims / runs, missed / runs / design.systems, misfits / runs


def limit(level, runs, spread=3.0):
    """A share that is exceeded by chance once in a thousand."""
    return level + spread * np.sqrt(level * (1 - level) / runs)


DESIGNS = {
    "nine documents": Design(documents=9),
    "forty documents, three systems in each": Design(shown=3),
    "eight annotators with tastes": Design(annotators=8, taste=0.5),
}


@pytest.mark.parametrize("name", DESIGNS)
def test_equal_systems_are_rarely_called_different(name):
    runs = 80
    claims, missed, misfits = false_claims(DESIGNS[name], runs, seed=1)
    assert claims <= limit(0.05, runs)
    # The strengths of one campaign are dependent: as if there were one of them only.
    assert missed <= limit(0.05, runs)
    assert misfits <= limit(0.01, runs)


def test_tastes_that_are_ignored_make_differences_up():
    claims, missed, _ = false_claims(DESIGNS["eight annotators with tastes"], 40, seed=2, unit="document")
    assert claims > limit(0.05, 40)
    assert missed > limit(0.05, 40)


@pytest.mark.slow
@pytest.mark.parametrize("documents", [7, 10, 20, 40, 100])
def test_the_level_is_kept_with_any_number_of_documents(documents):
    runs = 600
    claims, missed, misfits = false_claims(Design(documents=documents), runs, seed=documents)
    assert claims <= limit(0.05, runs)
    assert missed <= limit(0.05, runs)
    assert misfits <= limit(0.01, runs)
