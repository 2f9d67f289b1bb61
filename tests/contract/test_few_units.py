"""Nothing is concluded from too few units: the rule of `kernels.probability.few_units` through the public doors."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

import adjudge
from adjudge.core.errors import AdjudgeError
from adjudge.core.recipes.built_in import RECIPES as BUILT_IN
from adjudge.core.tables import Ratings
from adjudge.ranking.comparisons.settings import ComparisonSettings
from adjudge.ranking.ratings.repeating.resampling import resample
from tests.builders import known

#: Every recipe that takes a campaign with documents and nothing else.
RECIPES = ("recommended", "mixed-model", "wmt-da", "wmt24-esa", "knowles-2021")


@pytest.mark.parametrize("recipe", RECIPES)
def test_the_rank_of_a_system_that_was_judged_once_stays_open(recipe, data_file):
    result = adjudge.rank(adjudge.read(data_file("faults/few1.csv")), recipe)
    newcomer = next(one for one in result.systems if one.system == "newcomer")
    assert (newcomer.set_low, newcomer.set_high) == (1, 6)
    named = [finding.numbers["systems"] for finding in result.findings if finding.code == "AJ230"]
    assert named == [["newcomer"]]


def _rated(rng, documents, systems=4, annotators=6):
    """Equal systems; documents, and systems from document to document, differ."""
    rows = []
    for d in range(documents):
        ease, own = rng.normal(0, 6), rng.normal(0, 6, systems)
        for s in range(int(rng.integers(2, 9))):
            for k in range(systems):
                score = float(np.clip(round(60 + ease + own[k] + rng.normal(0, 12)), 0, 100))
                rows.append((f"a{rng.integers(annotators)}", f"s{k}", f"d{d}", f"{s}", score))
    return pl.DataFrame(rows, schema=["annotator", "system", "document", "segment", "score"], orient="row")


@pytest.mark.parametrize("recipe", ["wmt24-esa", "wmt-da"])
def test_sets_of_systems_with_few_documents_hold_every_rank_and_leave_the_others_alone(recipe):
    """Few documents of one system: its set is open, the sets of the others are as wide as one system more allows."""
    rows = _rated(np.random.default_rng(3), 30)
    few = rows.filter((pl.col("system") != "s0") | pl.col("document").is_in([f"d{d}" for d in range(9)]))
    result = adjudge.rank(few, recipe)
    sets = {one.system: (one.set_low, one.set_high) for one in result.systems}
    assert sets["s0"] == (1, 4)
    without = adjudge.rank(rows.filter(pl.col("system") != "s0"), recipe, seed=1)
    for one in without.systems:
        low, high = sets[one.system]
        assert (known(low), known(high)) == (known(one.set_low), known(one.set_high) + 1)
    assert ["s0"] in [finding.numbers["systems"] for finding in result.findings if finding.code == "AJ230"]


@pytest.mark.parametrize("documents", [2, 3, 6])
def test_effects_from_few_documents_have_intervals_that_hold(documents):
    """Equal systems: .5 is the truth. With the normal quantile .61 to .79 of the intervals held it."""
    rng, inside = np.random.default_rng(documents), []
    for _ in range(60):
        result = adjudge.rank(_rated(rng, documents, systems=3), "wmt24-esa")
        inside += [known(pair.effect_low) <= 0.5 <= known(pair.effect_high) for pair in result.pairs]
    # The three pairs of a campaign are dependent: count campaigns; four standard errors.
    assert np.mean(inside) > 0.95 - 4 * np.sqrt(0.95 * 0.05 / 60)


@pytest.mark.parametrize("unit", [None, "annotator"])
def test_context_needs_two_units_on_each_side(unit, data_file):
    """Six annotators, of whom one judged anything before a degraded item: by annotator p was below .0001.

    Sessions are no way out: annotators who shift by 8 points made intervals by session hold the truth in .60.
    """
    table = adjudge.read(data_file("faults/context-one-annotator-before.csv.gz"))
    result = adjudge.context(table, unit=unit)
    assert (result.all.unit, result.all.robust) == (None, ())
    assert (result.all.p_robust, result.all.low, result.all.high) == (None, None, None)
    assert "1 annotator before" in next(one.text for one in result.findings if one.code == "AJ564")


def test_an_error_of_zero_is_no_error(data_file):
    """The interval was -1e14 to 1e14."""
    result = adjudge.context(adjudge.read(data_file("faults/context-constant.csv.gz")), unit="annotator")
    assert (result.all.p_robust, result.all.low, result.all.high) == (None, None, None)


def test_agreement_on_few_documents_has_no_interval(data_file):
    """On 3 documents; simulated intervals held the truth in .40 (2 documents) to .80 (4)."""
    result = adjudge.annotators(adjudge.read(data_file("faults/d2.csv")))
    assert isinstance(result, adjudge.AnnotatorsResult)
    assert all(one.value is not None for one in result.agreement.coefficients)
    assert {(one.low, one.high) for one in result.agreement.coefficients} == {(None, None)}
    assert {(known(one.others).low, known(one.others).high) for one in result.annotators} == {(None, None)}
    assert "AJ529" in [finding.code for finding in result.findings]


@pytest.mark.parametrize("recipe", ["wmt-da", "mixed-model"])
def test_one_document_is_not_drawn_again(recipe, data_file):
    """It gave "same rank 1.00"."""
    table = adjudge.read(data_file("faults/onedoc.csv"))
    assert isinstance(table, Ratings)
    with pytest.raises(AdjudgeError, match="1 document only"):
        resample(table, BUILT_IN.find(recipe))


def test_two_annotators_are_not_drawn_again(data_file):
    table = adjudge.read(data_file("faults/twoann.csv"))
    result = adjudge.stability(table, "wmt-da", scenarios=["resample"], draws=10)
    assert [one.name for one in result.scenarios] == ["resample:document"]


def _voted(rng, documents, held):
    """Four equal systems, s0 compared on `held` of the documents only."""
    rows = []
    for d in range(documents):
        own = rng.normal(0, 0.5, 4)
        for _ in range(20):
            a, b = rng.permutation(4)[:2]
            if d >= held and 0 in {a, b}:
                continue
            win = rng.random() < 1 / (1 + np.exp(own[b] - own[a]))
            rows.append((f"d{d}", f"s{a}", f"s{b}", "tie" if rng.random() < 0.2 else "a" if win else "b"))
    return pl.DataFrame(rows, schema=["document", "system_a", "system_b", "outcome"], orient="row")


def test_strengths_of_a_system_on_few_documents_are_as_uncertain_as_these():
    """The truth is 0. With the freedom of all documents .75 of the intervals from two documents held it."""
    rng, inside = np.random.default_rng(5), []
    for _ in range(120):
        result = adjudge.rank(_voted(rng, 30, 2), method="davidson")
        [row] = [one for one in known(result.model).strengths if one.system == "s0"]
        inside.append(known(row.low) <= 0 <= known(row.high))
    assert np.mean(inside) > 0.95 - 4 * np.sqrt(0.95 * 0.05 / 120)


def test_the_strength_of_a_system_on_one_document_has_no_interval():
    result = adjudge.rank(_voted(np.random.default_rng(7), 12, 1), method="davidson")
    strengths = {row.system: (row.low, row.high) for row in known(result.model).strengths}
    assert strengths["s0"] == (None, None)
    assert None not in strengths["s1"]


def test_too_few_documents_of_a_system_are_not_bootstrapped():
    votes = _voted(np.random.default_rng(7), 12, 9)
    with pytest.raises(AdjudgeError, match="9 documents only"):
        adjudge.rank(votes, method="davidson", settings=ComparisonSettings(bootstrap=20))


def test_rank_sets_do_not_hang_on_the_seed(data_file):
    table = adjudge.read(data_file("iku-wmt20/Hansard-A.csv.gz"))
    results = [adjudge.rank(table, "wmt25-esa", seed=seed) for seed in range(3)]
    sets = {tuple((one.set_low, one.set_high) for one in result.systems) for result in results}
    assert len(sets) == 1
