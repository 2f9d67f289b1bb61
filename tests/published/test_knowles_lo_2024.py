"""Knowles and Lo 2024: calibration sets of WMT22, published against computed."""

from __future__ import annotations

import polars as pl
import pytest

from adjudge.core.tables import Ratings, Supplement
from adjudge.papers.data import read_as
from adjudge.papers.knowles_lo_2024 import published as tables
from adjudge.papers.knowles_lo_2024 import reproduction as paper


@pytest.fixture(scope="module")
def result(reproduced):
    return reproduced("knowles-lo-2024")


@pytest.fixture(scope="module")
def files(data_file):
    names = ("calibrationHITs.csv.gz", "calibrationHITs.mapping.csv")
    return [data_file(f"wmt22-calibration/{name}") for name in names]


@pytest.fixture(scope="module")
def facts(expected):
    return expected("wmt22-calibration")


def test_nothing_is_unexplained(result):
    assert [row for row in result.rows if row.status == "different"] == []


def test_every_cell_of_tables_1_to_3_is_compared(result):
    # Six language pairs: 6 cells each in Table 1; 4 + 3 in Table 2; 3 correlations with 4 figures in Table 3.
    statuses = {name: [row.status for row in result.of_table(name)] for name in ("Table 1", "Table 2", "Table 3")}
    assert statuses["Table 1"] == ["equal"] * 36
    assert (statuses["Table 2"].count("equal"), statuses["Table 2"].count("absent")) == (24, 18)
    assert statuses["Table 3"] == ["equal"] * 72


def test_three_statements_do_not_hold_and_both_values_are_shown(result):
    explained = {row.figure: (row.published, row.computed) for row in result.rows if row.status == "explained"}
    assert explained.pop("most other annotators gave a score below 25") == (True, False)
    assert explained.pop("eng-ces, systems of ecommerce_en_44#1-10") == (
        "HUMAN-B and Online-W",
        "Online-W and translator-B",
    )
    # The third is the pair with the lowest Kendall's tau, and the value printed for it.
    assert explained.pop("pair with the lowest Kendall's tau") == (
        "engjpn1605 and engjpn1611",
        "engjpn1611 and engjpn1614",
    )
    [(published, computed)] = explained.values()
    assert published == -0.06
    assert computed == pytest.approx(-0.045, abs=5e-4)


def test_the_reasons_name_the_figures_computed_independently(result, facts):
    reasons = {row.figure: row.reason for row in result.rows if row.status == "explained"}
    below, annotators = facts["computed"]["text"]["annotators_below_25_in_eng-jpn"].split(" of ")
    # The annotator whom the others are compared with is one of the 17, and not below.
    assert f"{below} of the {int(annotators) - 1} other" in reasons["most other annotators gave a score below 25"]
    assert "-0.063 (p = 0.37" in reasons["pair with the lowest Kendall's tau"]


def test_the_published_figures_are_those_beside_the_data(facts):
    published = facts["published"]
    of_table = {name.split(" ")[0]: cells for name, cells in published.items()}
    assert {pair: list(cells) for pair, cells in tables.TABLE_1.items()} == of_table["table1"]
    assert {pair: list(cells) for pair, cells in tables.TABLE_2.items()} == of_table["table2"]
    names = {"spearman": "spearman", "pearson": "pearson", "kendall": "kendall_c"}
    third = {
        pair: {names[name]: list(cells) for name, cells in columns.items()} for pair, columns in tables.TABLE_3.items()
    }
    assert third == of_table["table3"]
    text = published["text"]
    assert {str(score): n for score, n in tables.FIVE_SCORES.items()} == text["five_score_annotator"]
    clusters = {f"{low}-{high}" if low < high else f"{low}": n for (low, high), n in tables.CLUSTERS.items()}
    assert clusters | {"unique": 13} == text["engjpn1614"]


@pytest.fixture(scope="module")
def data(files):
    return paper.CalibrationData.of(read_as(Ratings, *files), read_as(Supplement, files[1]).frame)


def test_pairs_extremes_and_repeats_agree_with_an_independent_computation(data, facts):
    computed = facts["computed"]
    assert {pair: len(one.pairs) for pair, one in data.described.items()} == computed["pairs"]
    for pair, extremes in computed["table3_extreme_pairs"].items():
        found = {one.correlation: one for one in data.described[pair].agreement.pairs}
        for name, people in extremes.items():
            if name == "max_all":
                assert {one.highest for one in found.values()} == {tuple(people)}
            else:
                assert found[name.removesuffix("_min").removesuffix("_c")].lowest == tuple(people)
    text = computed["text"]
    for pair, largest in text["max_abs_difference"].items():
        consistencies = [one.consistency for one in data.described[pair].annotators]
        assert {one.items for one in consistencies} == {text["repeats_per_annotator"][pair]}
        assert max(one.max for one in consistencies) == largest
        assert max(one.median for one in consistencies) == text["max_median_abs_difference"][pair]
        usual = sum(one.median <= 5 for one in consistencies)
        assert f"{usual} of {len(consistencies)}" == text["median_abs_difference_at_most_5"][pair]
    for pair in ("eng-hrv", "eng-zho", "zho-eng"):
        assert not any(one.consistency for one in data.described[pair].annotators)


def test_tick_sets_of_the_annotators_that_the_paper_describes(data):
    # 13 scores at three ticks of SQM; five scores around 85; one who uses most of the scale.
    ticks = {one.name: one.profile.ticks for one in data.described["eng-jpn"].annotators}
    assert ticks["engjpn1614"].set == "sqm"
    assert ticks["engjpn1604"].set == "narrow"
    assert ticks["engjpn1601"].set is None


def test_a_lost_annotator_is_found_out(files):
    table = read_as(Ratings, *files)
    accounts = read_as(Supplement, files[1]).frame
    fewer = table.with_frame(table.frame.filter(pl.col("annotator") != "engjpn1611"))
    with pytest.raises(StopIteration):
        paper.distributions(paper.CalibrationData.of(fewer, accounts))
    fewer = table.with_frame(table.frame.filter(pl.col("annotator") != "engjpn1613"))
    lost = paper.CalibrationData.of(fewer, accounts)
    assert sum(row.status == "different" for row in [*paper.table_2(lost), *paper.table_3(lost)]) >= 5
