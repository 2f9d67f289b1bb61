"""WMT15 Finnish-English: agreement of annotators as released, and the official ranking by TrueSkill."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

import adjudge
from adjudge.core.tables import Comparisons, Supplement
from adjudge.kernels.trueskill.run_ranks import cluster_lines
from adjudge.kernels.trueskill.skills import TrueSkillRuns
from adjudge.papers import wmt15 as paper
from adjudge.papers.data import read_as


@pytest.fixture(scope="module")
def result(reproduced):
    return reproduced("wmt15-fin-eng")


@pytest.fixture(scope="module")
def tables(data_file):
    return {name: read_as(Comparisons, data_file(f"wmt15-fin-eng/{file}")) for name, file in paper.FILES.items()}


@pytest.fixture(scope="module")
def release(data_file):
    return read_as(Supplement, data_file("wmt15-fin-eng/results.wmt15.fin-eng.txt")).frame


def test_nothing_is_unexplained(result):
    assert [row for row in result.rows if row.status == "different"] == []


def test_agreement_scores_and_places_come_out(result, release, expected):
    stable = [row for row in result.rows if row.table not in {"Rank ranges", "Lines"}]
    assert {row.status for row in stable} == {"equal"}
    published = expected("wmt15-fin-eng")["published"]["agreement (pA, pE, kappa, agree, comparable, ties, total)"]
    # Agreement in two forms, as published and with the order of the two ignored; score and place of every system.
    assert len(stable) == 2 * sum(map(len, published.values())) + 2 * release.height


def test_both_ends_of_all_ranges_and_all_lines_are_compared(result, release):
    assert len(result.of_table("Rank ranges")) == 2 * release.height
    assert len(result.of_table("Lines")) == release.height - 1


def test_only_ends_of_ranges_and_lines_at_an_edge_depend_on_the_seed(result):
    # Nobody but neighbours in the order changes places: an end that differs differs by one.
    edges = [row for row in result.of_table("Rank ranges") if row.status == "explained"]
    assert all(abs(row.published - row.computed) == 1 for row in edges)
    # Clear gaps in the released scores (.1 and more, four standard deviations of a run) keep their line, whatever the
    # seed.
    lines = {row.figure: row.computed for row in result.of_table("Lines")}
    clear = ("online-B", "Illinois", "abumatran")
    assert all(lines[f"line below {name}"] for name in clear)


def test_released_ranges_give_the_released_lines(release):
    low, high = (release[name].to_numpy().astype(np.intp) for name in ("rank_low", "rank_high"))
    assert cluster_lines(low, high).tolist() == (release["cluster"].diff().drop_nulls() > 0).to_list()


def test_figures_agree_with_those_beside_the_data(expected):
    facts = expected("wmt15-fin-eng")
    published = facts["published"]["agreement (pA, pE, kappa, agree, comparable, ties, total)"]
    unordered = facts["computed"]["agreement_if_order_of_the_pair_is_ignored"]
    written = [{label: list(values) for label, values in tables.items()} for tables in paper.AGREEMENT.values()]
    assert dict(zip(paper.AGREEMENT, written, strict=True)) == {"wmt": published, "wmt-unordered": unordered}


def test_runs_spread_as_in_an_independent_computation(tables, expected):
    # 20 runs of another program: mean and sd of every system. 60 of ours.
    ranking = paper.Ranking.of(tables["expanded"], runs=60)
    facts = expected("wmt15-fin-eng")["computed"]["trueskill_20_runs (mean, sd over runs)"]
    theirs = np.array([facts[name] for name in ranking.systems])
    spread = ranking.found.means.std(axis=0, ddof=1)
    # Four standard errors of the difference of two means.
    assert np.abs(ranking.found.scores - theirs[:, 0]) == pytest.approx(0, abs=4 * 0.0252 * np.sqrt(1 / 60 + 1 / 20))
    # The mean variance of 14 systems has 14 * 19 degrees of freedom (theirs) and 14 * 59: sd of the ratio .10.
    assert np.mean(theirs[:, 1] ** 2) / np.mean(spread**2) == pytest.approx(1, abs=0.4)


def test_a_lost_annotator_is_found_out(tables):
    first = tables["expanded"].frame["annotator"].value_counts(sort=True)["annotator"][0]
    fewer = {name: table.with_frame(table.frame.filter(pl.col("annotator") != first)) for name, table in tables.items()}
    assert sum(row.status == "different" for row in paper.agreements(fewer)) >= 40


def test_ranges_that_chance_does_not_explain_are_found_out(release):
    # Runs with the released scores and hardly any spread: ranges of one rank, which published ones are not.
    systems = sorted(release["system"])
    scores = dict(release.select("system", "score").iter_rows())
    rng = np.random.default_rng(0)
    means = np.array([scores[name] for name in systems]) + rng.normal(0, 1e-4, (200, len(systems)))
    rows = paper.ranges(release, paper.Ranking(systems, TrueSkillRuns(means)))
    wide = release.filter(pl.col("rank_low") < pl.col("rank_high")).height
    assert sum(row.status == "different" for row in rows if row.table == "Rank ranges") >= wide


def test_a_file_per_judge_ranks_as_one_file(tables, tmp_path):
    whole = next(iter(tables.values()))
    paths = []
    for place, (_, rows) in enumerate(whole.frame.group_by("annotator", maintain_order=True)):
        paths.append(tmp_path / f"{place}.csv")
        rows.write_csv(paths[-1])
    apart = read_as(Comparisons, *paths)
    one, several = (adjudge.rank(table, method="davidson") for table in (whole, apart))
    # As found by hand on the release in one file: faults/README.md.
    assert sum(pair.significant for pair in several.pairs) == 59
    assert [several.order(), [system.n for system in several.systems]] == [
        one.order(),
        [system.n for system in one.systems],
    ]
    assert [pair.p for pair in several.pairs] == pytest.approx([pair.p for pair in one.pairs], rel=1e-9)
    assert adjudge.agreement(apart).row("inter") == adjudge.agreement(whole).row("inter")
