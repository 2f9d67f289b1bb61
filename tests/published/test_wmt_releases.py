"""WMT21 Wikipedia and WMT22 into-English: system averages, clusters and p-values as released."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

import adjudge
from adjudge.kernels.rank_sum import all_pairs_u, rank_sum_p
from adjudge.rank.clusters import cluster_numbers

WIKIPEDIA = [("wmt21-facebook-wikipedia", pair) for pair in ("bn-hi", "hi-bn", "xh-zu", "zu-xh")]
INTO_ENGLISH = [("wmt22-toen-mturk", pair) for pair in ("cs-en", "zh-en")]
RELEASES = WIKIPEDIA + INTO_ENGLISH
_CLUSTERS = {"wmt21-facebook-wikipedia": "clusters.csv", "wmt22-toen-mturk": "clusters.csen-zhen.csv"}

pytestmark = pytest.mark.parametrize(("folder", "pair"), RELEASES)


def _ratings(data_file, folder, pair):
    short = pair.replace("-", "")
    scores = data_file(f"{folder}/ad-{short}-good-stnd-redup.csv.gz")
    moments = data_file(f"{folder}/ad-{short}-trk-mean-sd.txt")
    return adjudge.read(scores, moments)


def test_averages_and_order(data_file, folder, pair):
    published = adjudge.read(data_file(f"{folder}/ad-sys-scores-{pair}.csv")).frame
    result = adjudge.rank(_ratings(data_file, folder, pair), "wmt-da")
    ours = {s.system: s for s in result.systems}
    for row in published.iter_rows(named=True):
        system = ours[row["system"]]
        assert system.raw == pytest.approx(row["raw"], abs=1e-6)
        assert system.z == pytest.approx(row["z"], abs=1e-6)
        assert (system.n, system.judgements) == (row["n"], row["judgements"])
    assert len(ours) == published.height
    assert [s.system for s in result.systems] == published.sort("z", descending=True)["system"].to_list()


def test_clusters(data_file, folder, pair):
    source, target = pair.split("-")
    published = adjudge.read(data_file(f"{folder}/{_CLUSTERS[folder]}")).frame
    published = published.filter((pl.col("source_lang") == source) & (pl.col("target_lang") == target))
    result = adjudge.rank(_ratings(data_file, folder, pair), "wmt-da")
    assert [s.system for s in result.systems] == published["system"].to_list()
    ends = [
        i + 1 == len(result.systems) or result.systems[i + 1].cluster > s.cluster for i, s in enumerate(result.systems)
    ]
    assert ends == published["line_below"].to_list()


def test_p_values_from_the_released_segment_means(data_file, folder, pair):
    segments = adjudge.read(data_file(f"{folder}/ad-seg-scores-{pair}.csv.gz")).frame
    published = adjudge.read(data_file(f"{folder}/adwilcox-{pair.replace('-', '')}.csv")).frame
    systems = published["system_a"].unique(maintain_order=True).to_list()
    groups = segments["system"].replace_strict({s: i for i, s in enumerate(systems)}).to_numpy()
    sizes = np.bincount(groups)
    p = rank_sum_p(*all_pairs_u(segments["z"].to_numpy(), groups, len(systems)), sizes, "greater")
    compared = 0
    for row in published.iter_rows(named=True):
        a, b = systems.index(row["system_a"]), systems.index(row["system_b"])
        if row["p"] != 0.12:  # the filler for "not significant" and "not tested"
            assert p[a, b] == pytest.approx(row["p"], rel=1e-9)
            compared += 1
        elif a < b:
            assert p[a, b] >= 0.05
    assert compared > len(systems) / 2
    ends = np.diff([*cluster_numbers(p < 0.05, "wins"), -1]) != 0
    assert ends[-1]
