"""Knowles and Lo 2024, section 5: the effect of degraded context, recomputed on released data by an own recipe.

The figures are those of `expected.json` beside the data, which were computed independently; the data of the paper
itself (WMT22 Appraise with its control items) is not released.
"""

from __future__ import annotations

import pytest

import adjudge
from tests.builders import known

NEWS = ("iku-wmt20/News-WMT20DocSrcDA.csv.gz", "iku-wmt20/News-WMT20DocSrcDA2.csv.gz")
KEY = "degraded_context (same analysis as Knowles and Lo 2024 section 5.2, on News N-1+N-2)"


@pytest.fixture(scope="module")
def news(data_file):
    return adjudge.read(*(data_file(name) for name in NEWS))


@pytest.fixture(scope="module")
def recomputed(expected):
    return expected("iku-wmt20")["computed"][KEY]


def test_news_of_both_collections(news, recomputed):
    result = adjudge.context(news)
    group = result.all
    assert (group.before.n, group.after.n) == (recomputed["before"]["n"], recomputed["after"]["n"]) == (136, 1570)
    assert group.before.mean == pytest.approx(recomputed["before"]["mean"], abs=5e-7)
    assert group.after.mean == pytest.approx(recomputed["after"]["mean"], abs=5e-7)
    assert group.p == pytest.approx(recomputed["welch_one_tailed_p"], abs=5e-7)
    assert group.before.p == pytest.approx(recomputed["one_sample_p_before"], abs=5e-5)
    assert group.after.p == pytest.approx(recomputed["one_sample_p_after"], rel=5e-3)
    assert result.copies - sum(result.left_out.values()) == recomputed["n_groups_kept"]
    # Found whether or not pairs of one session depend on each other, but five annotators do not speak for others.
    by_unit = {one.unit: one for one in group.robust}
    assert known(group.p) < known(by_unit["session"].p) < 0.05 < known(group.p_robust)
    assert (group.unit, group.units) == ("annotator", 5)
    [finding] = [finding for finding in result.findings if finding.code in ("AJ560", "AJ562")]
    assert finding.code == "AJ562"
    assert "these annotators" in finding.text


def test_news_by_collection(news, recomputed):
    groups = {group.name: group for group in adjudge.context(news).groups if group.by == "collection"}
    names = {"N-1": "News-WMT20DocSrcDA", "N-2": "News-WMT20DocSrcDA2"}
    for short, figures in recomputed["by_file"].items():
        group = groups[names[short]]
        assert (group.before.n, group.after.n) == (figures["before_n"], figures["after_n"])
        assert group.before.mean == pytest.approx(figures["before_mean"], abs=5e-7)
        assert group.after.mean == pytest.approx(figures["after_mean"], abs=5e-7)
        assert group.p == pytest.approx(figures["p"], rel=5e-3)


def test_news_without_the_system_that_copied_the_source(news, recomputed):
    [zlabs] = [name for name in news.frame["system"].unique() if "zlabs" in name]
    group = adjudge.context(news, where=f"system!={zlabs}").all
    figures = recomputed["without_zlabs"]
    assert (group.before.n, group.after.n) == (figures["before_n"], figures["after_n"])
    assert group.before.mean == pytest.approx(figures["before_mean"], abs=5e-7)
    assert group.after.mean == pytest.approx(figures["after_mean"], abs=5e-7)
    assert group.p == pytest.approx(figures["p"], abs=5e-7)


@pytest.mark.parametrize("pair", ["cs-en", "zh-en"])
def test_crowd_of_wmt22(data_file, expected, pair):
    """Raw scores come from the file of means and standard deviations; references are mixed in with the controls."""
    short = pair.replace("-", "")
    names = [f"wmt22-toen-mturk/ad-{short}-{kind}" for kind in ("good-stnd-redup.csv.gz", "trk-mean-sd.txt")]
    figures = expected("wmt22-toen-mturk")["computed"]["degraded_context"][pair]
    group = adjudge.context(adjudge.read(*(data_file(name) for name in names))).all
    assert [group.before.n, group.after.n] == [figures["before"][0], figures["after"][0]]
    assert group.before.mean == pytest.approx(figures["before"][1], abs=5e-4)
    assert group.after.mean == pytest.approx(figures["after"][1], abs=5e-4)
    assert group.p == pytest.approx(figures["p"], abs=5e-5)
