"""Steps of an analysis: another method or other rows compute anew only what depends on them."""

from __future__ import annotations

import polars as pl
import pytest

from adjudge.core.errors import UsageError
from adjudge.core.tables import Comparisons
from adjudge.ranking.comparisons.analysis import ComparisonAnalysis
from adjudge.ranking.comparisons.pipeline import rank_comparisons
from adjudge.ranking.comparisons.settings import ComparisonSettings
from tests.unit.ranking.comparisons.builders import comparisons_of, rankings

FIVE = ("bradley-terry", "davidson", "mfas", "bojar", "wmt-official")


@pytest.fixture(scope="module")
def table() -> Comparisons:
    return comparisons_of(rankings())


def test_five_methods_count_the_comparisons_once(table):
    first = ComparisonAnalysis(table, FIVE[0])
    analyses = [first, *(first.with_method(name) for name in FIVE[1:])]
    results = [analysis.result() for analysis in analyses]
    assert all(analysis.tally is first.tally and analysis.dependence is first.dependence for analysis in analyses)
    assert [result.to_dict() for result in results] == [rank_comparisons(table, name).to_dict() for name in FIVE]


def test_methods_tested_on_direct_comparisons_share_the_tests(table):
    bojar = ComparisonAnalysis(table, "bojar")
    assert bojar.with_method("net-wins").tests is bojar.tests
    assert bojar.with_method("davidson").tests is not bojar.tests


def test_without_an_annotator_everything_is_computed_anew_and_the_rest_is_as_if_read_so(table):
    whole = ComparisonAnalysis(table, "davidson")
    name = table.frame["annotator"][0]
    part = whole.without(pl.col("annotator") == name)
    left = table.frame.filter(pl.col("annotator") != name)
    assert 0 < left.height < table.frame.height
    assert part.tally.comparisons == left.height
    assert part.result().to_dict() == rank_comparisons(table.with_frame(left), "davidson").to_dict()
    assert part.tally is not whole.tally


def test_another_unit_keeps_the_counts_and_another_weight_of_arcs_the_tests(table):
    first = ComparisonAnalysis(table, "bojar")
    other = first.with_settings(ComparisonSettings(unit="ranking"))
    assert other.tally is first.tally
    assert (first.dependence.unit, other.dependence.unit) == ("document", "ranking")
    assert other.tests is not first.tests
    weighted = first.with_settings(ComparisonSettings(arcs="normalised"))
    assert weighted.tests is first.tests
    assert weighted.result().tournament != first.result().tournament


def test_another_seed_keeps_all_but_what_is_random(table):
    first = ComparisonAnalysis(table, "trueskill", ComparisonSettings(runs=20))
    other = first.with_seed(1)
    assert other.tests is first.tests
    scores = [[system.score for system in analysis.result().systems] for analysis in (first, other)]
    assert scores[0] != scores[1]


def test_a_setting_that_the_other_method_does_not_take_is_refused_not_dropped(table):
    first = ComparisonAnalysis(table, "mfas", ComparisonSettings(time_limit=5.0))
    with pytest.raises(UsageError, match="bojar does not take `time_limit=`"):
        first.with_method("bojar")
    assert first.with_method("bojar", ComparisonSettings()).result().method == "bojar"
