"""Does the recommended recipe find what is true, and only that? Simulated campaigns, small here and large when slow."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

import adjudge
from adjudge.kernels.ranks.order import kendall_tau
from adjudge.kernels.rating_tests.paired import sign_p
from adjudge.planning.simulation.presets import preset
from adjudge.planning.simulation.settings import with_settings
from adjudge.planning.simulation.simulate import simulate
from adjudge.ranking.ratings.pipeline import analyse

#: Two systems of equal quality; documents favour one or the other (system-by-document sd of 6 points).
EQUAL = with_settings(
    preset("wmt20"),
    {
        "systems.count": "2",
        "systems.human": "none",
        "systems.width": "0",
        "texts.documents": "60",
        "annotators.count": "12",
        "sessions.count": "20",
    },
)
#: Six systems a point or so apart: ranks are truly uncertain.
CLOSE = with_settings(
    preset("wmt20"),
    {
        "systems.count": "6",
        "systems.human": "none",
        "systems.width": "6",
        "texts.documents": "40",
        "annotators.count": "8",
        "sessions.count": "30",
    },
)


def _share_of_false_lines(recipe, runs):
    return np.mean([adjudge.rank(simulate(EQUAL, seed=seed).table, recipe).systems[-1].cluster > 1 for seed in runs])


def _covers(seed):
    campaign = simulate(CLOSE, seed=seed)
    quality = dict(campaign.truth.systems.select("system", "quality").iter_rows())
    for system in adjudge.rank(campaign.table).systems:
        best = 1 + sum(q > quality[system.system] for q in quality.values())
        worst = sum(q >= quality[system.system] for q in quality.values())
        if (
            system.set_low is None
            or system.set_high is None
            or not (system.set_low <= best <= worst <= system.set_high)
        ):
            return False
    return True


def _gains(name, seeds, *, worker="annotator"):
    """Kendall with the truth, the recipe's minus that of wmt-da, on the same campaigns."""
    gains = []
    for seed in seeds:
        campaign = simulate(preset("wmt20"), seed=seed)
        truth = campaign.truth.systems.sort("rank", "system")["system"].to_list()
        assert campaign.ratings is not None
        table = campaign.ratings.with_frame(campaign.ratings.frame.with_columns(annotator=pl.col(worker)))
        taus = [kendall_tau(truth, analyse(table, recipe).estimate.order) for recipe in (name, "wmt-da")]
        gains.append(round(taus[0] - taus[1], 9))
    return np.array(gains)


def test_false_lines_are_rare_where_documents_favour_systems():
    # At most .065 is the promise; 60 runs allow three standard errors (.032 each) above it, and the WMT rule is out.
    assert _share_of_false_lines("recommended", range(60)) <= 0.065 + 3 * 0.032
    assert _share_of_false_lines("wmt-da", range(60)) > 0.065 + 0.032


def test_rank_sets_cover_all_true_ranks():
    # .94 is the promise; three standard errors of 40 runs are .11.
    assert np.mean([_covers(seed) for seed in range(40)]) >= 0.94 - 0.11


def test_recommended_is_no_worse_than_wmt_on_a_few_campaigns():
    assert _gains("recommended", range(12), worker="session").mean() > -0.01


@pytest.mark.slow
def test_false_lines_in_a_thousand_runs():
    assert _share_of_false_lines("recommended", range(1000)) <= 0.065


@pytest.mark.slow
def test_coverage_of_rank_sets_in_five_hundred_runs():
    assert np.mean([_covers(seed) for seed in range(500)]) >= 0.94


@pytest.mark.slow
@pytest.mark.parametrize("recipe", ["recommended", "mixed-model"])
def test_the_true_order_is_recovered_better_than_by_wmt(recipe):
    # As the organisers of WMT20 had it: the worker of a row is its session (Knowles 2021, footnote 12). The setting was
    # fixed from that source and the seeds were never looked at before (docs/explanation/recommended.md).
    gains = _gains(recipe, range(20_000, 20_100), worker="session")
    assert gains.mean() > 0
    assert sign_p(gains, "two-sided") < 0.01


@pytest.mark.slow
def test_annotators_with_many_sessions_are_ranked_no_worse():
    # Twelve sessions each come close to a fair share of all systems; the gain is small there (see the study).
    assert _gains("recommended", range(100)).mean() > 0
