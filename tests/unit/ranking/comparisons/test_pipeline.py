"""Rankings from comparisons: every method on small data whose answer is clear."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

import adjudge
from adjudge.core.errors import AdjudgeError, InputError, UsageError
from adjudge.core.tables import Comparisons, PairCounts
from adjudge.planning.simulation.presets import preset
from adjudge.planning.simulation.settings import with_settings
from adjudge.planning.simulation.simulate import simulate
from adjudge.ranking.comparisons.pipeline import rank_comparisons
from adjudge.ranking.comparisons.registry import METHODS
from adjudge.ranking.comparisons.result import ComparisonRankingResult
from adjudge.ranking.comparisons.settings import ComparisonSettings


def counts(rows):
    """Pair counts from (a, b, wins of a, ties, wins of b)."""
    return PairCounts.check(
        pl.DataFrame(rows, schema=["system_a", "system_b", "wins_a", "ties", "wins_b"], orient="row")
    )


#: x before y before z, without a doubt.
CLEAR = counts([("x", "y", 60, 10, 20), ("y", "z", 60, 10, 20), ("x", "z", 80, 5, 10)])
#: A cycle: x beats y by 10, y beats z by 6, z beats x by 3; w loses to all.
CYCLE = counts(
    [
        ("x", "y", 20, 0, 10),
        ("y", "z", 16, 0, 10),
        ("x", "z", 10, 0, 13),
        ("w", "x", 1, 0, 9),
        ("w", "y", 1, 0, 9),
        ("w", "z", 1, 0, 9),
    ]
)
#: Methods that need nothing but counts.
COUNTED = [name for name in METHODS if name != "annotator-bradley-terry"]


@pytest.fixture(scope="module")
def rankings():
    """A small simulated campaign of relative rankings."""
    spec = with_settings(preset("wmt20"), {"protocol": "rankings", "systems.count": "6", "rankings.count": "300"})
    return simulate(spec, seed=3)


def model_of(result):
    assert result.model is not None
    return result.model


def codes(result):
    return {finding.code for finding in result.findings}


@pytest.mark.parametrize("method", COUNTED)
def test_every_method_finds_a_clear_order(method):
    result = rank_comparisons(CLEAR, method, settings=ComparisonSettings(runs=50))
    assert result.order() == ["x", "y", "z"]
    assert result.tournament.cost == 0
    assert result.tournament.condorcet == "x"
    assert result.kind == "comparisons"


@pytest.mark.parametrize("method", METHODS)
def test_every_method_ranks_simulated_rankings_and_is_written_without_loss(rankings, method):
    result = rank_comparisons(rankings.table, method, settings=ComparisonSettings(runs=50))
    assert ComparisonRankingResult.from_dict(result.to_dict()) == result
    truth = rankings.truth.systems.sort("rank")["system"].to_list()
    assert result.order()[-1] == truth[-1]
    assert dict(result.signature.choices)["method"] == method
    assert result.to_frame()["system"].to_list() == result.order()


def test_the_best_order_contradicts_only_the_weakest_majority_of_a_cycle():
    result = rank_comparisons(CYCLE, "mfas")
    assert result.order() == ["x", "y", "z", "w"]
    assert result.tournament.cost == 3
    assert [(v.winner, v.loser, v.weight) for v in result.tournament.violations] == [("z", "x", 3)]
    assert result.tournament.groups == (("x", "y", "z"),)
    assert not result.tournament.acyclic
    assert result.optimum is not None
    assert (result.optimum.bound, result.optimum.proven, result.optimum.optimal_orders) == (3, True, 1)
    # The cycle itself is the certificate.
    assert [(sorted(row.cycle), row.weight) for row in result.optimum.packing] == [(["x", "y", "z"], 3)]
    assert "AJ303" in codes(result)


def test_even_systems_are_named_as_arbitrary():
    even = counts([("x", "y", 5, 0, 5), ("x", "z", 9, 0, 1), ("y", "z", 9, 0, 1)])
    result = rank_comparisons(even, "mfas")
    assert result.optimum is not None
    assert result.optimum.optimal_orders == 2
    assert [set(pair) for pair in result.optimum.arbitrary or ()] == [{"x", "y"}]
    assert "AJ306" in codes(result)


def test_an_order_that_misses_the_winner_of_all_comparisons_says_so():
    # x beats both narrowly; y beats z by far and often, so that shares of wins favour y.
    table = counts([("x", "y", 6, 0, 5), ("x", "z", 6, 0, 5), ("y", "z", 90, 0, 10)])
    result = rank_comparisons(table, "heuristic-2")
    assert result.order()[0] == "y"
    assert {"AJ304", "AJ305"} <= codes(result)


def test_lines_stand_where_everything_below_is_beaten():
    result = rank_comparisons(CLEAR, "davidson")
    assert [system.cluster for system in result.systems] == [1, 2, 3]
    assert [(system.rank_low, system.rank_high) for system in result.systems] == [(1, 1), (2, 2), (3, 3)]
    assert all(pair.significant for pair in result.pairs)


def test_few_comparisons_draw_no_line():
    few = counts([("x", "y", 3, 0, 2), ("y", "z", 3, 0, 2), ("x", "z", 3, 0, 2)])
    for method in ("davidson", "mfas", "bojar"):
        assert {system.cluster for system in rank_comparisons(few, method).systems} == {1}


def test_the_recommended_method_is_the_model_where_it_exists():
    result = rank_comparisons(CLEAR)
    assert (result.method, "AJ301" in codes(result)) == ("davidson", True)


def test_the_recommended_method_is_exact_where_no_model_exists():
    unbeaten = counts([("x", "y", 5, 0, 0), ("y", "z", 3, 1, 2), ("x", "z", 5, 0, 0)])
    result = rank_comparisons(unbeaten)
    assert result.method == "mfas"


@pytest.mark.parametrize("method", ["bradley-terry", "davidson", "rao-kupper"])
def test_an_unbeaten_system_has_no_finite_strength(method):
    unbeaten = counts([("x", "y", 5, 0, 0), ("y", "z", 3, 1, 2), ("x", "z", 5, 0, 0)])
    with pytest.raises(InputError, match=rf"{method} has no finite fit: x never lost to") as caught:
        rank_comparisons(unbeaten, method)
    assert "2 groups of 3 systems" in str(caught.value)


def test_parts_that_never_meet_have_no_common_order():
    parts = counts([("a", "b", 3, 0, 2), ("c", "d", 3, 0, 2)])
    with pytest.raises(InputError, match="fall into 2 parts that never meet"):
        rank_comparisons(parts, "davidson")
    result = rank_comparisons(parts, "mfas")
    assert result.tournament.never_met == 4
    assert "AJ308" in codes(result)


def test_an_unknown_method_is_refused_with_the_nearest():
    with pytest.raises(UsageError, match="did you mean 'davidson'"):
        rank_comparisons(CLEAR, "davison")


def test_unknown_clusters_are_refused():
    with pytest.raises(InputError, match="the file holds counts, no single votes"):
        rank_comparisons(CLEAR, "davidson", settings=ComparisonSettings(unit="annotator"))


@pytest.mark.parametrize("unit", ["ranking", "segment", "annotator"])
def test_clusters_widen_the_intervals_of_dependent_votes(rankings, unit):
    plain = rank_comparisons(rankings.table, "davidson", settings=ComparisonSettings(unit="none"))
    robust = rank_comparisons(rankings.table, "davidson", settings=ComparisonSettings(unit=unit))
    assert model_of(robust).unit == unit
    assert plain.order() == robust.order()
    errors = [np.mean([row.error for row in model_of(result).strengths]) for result in (plain, robust)]
    assert errors[1] > errors[0]


def test_bootstrap_and_sandwich_agree_on_many_rankings(rankings):
    results = [
        rank_comparisons(rankings.table, "bradley-terry", settings=ComparisonSettings(bootstrap=draws))
        for draws in (0, 400)
    ]
    errors = [np.array([row.error for row in model_of(result).strengths]) for result in results]
    # The sd of an sd over 400 replicates is 3.5%; four of these, and a little for the finite number of units.
    assert np.allclose(errors[0], errors[1], rtol=0.2)
    assert model_of(results[1]).replicates == 400
    assert dict(results[1].signature.choices)["errors"] == "bootstrap-400"


def test_ratings_are_not_ranked_by_a_method():
    table = simulate(with_settings(preset("balanced"), {"sessions.count": "20"}), seed=0).table
    with pytest.raises(AdjudgeError, match="methods rank comparisons, but the table holds ratings"):
        rank_comparisons(table, "mfas")


def test_the_public_function_takes_comparisons_and_a_method():
    assert adjudge.rank(CLEAR, method="mfas").order() == ["x", "y", "z"]


def test_the_reference_can_be_ranked():
    table = Comparisons.check(
        pl.DataFrame(
            {
                "system_a": ["_ref", "x", "_ref", "y", "x"],
                "system_b": ["x", "y", "y", "x", "_ref"],
                "outcome": ["a", "a", "a", "a", "a"],
            }
        )
    )
    assert "_ref" not in rank_comparisons(table, "mfas").order()
    ranked = rank_comparisons(table, "mfas", settings=ComparisonSettings(rank_reference=True))
    assert "_ref" in ranked.order()


def test_normalised_arcs_are_in_the_signature():
    result = rank_comparisons(CYCLE, "mfas", settings=ComparisonSettings(arcs="normalised"))
    assert dict(result.signature.choices)["arcs"] == "normalised"
    # x over y: 2 * 10 / 30, y over z: 2 * 6 / 26, z over x: 2 * 3 / 23 is the weakest again.
    assert result.tournament.cost == pytest.approx(6 / 23)


def test_settings_that_a_method_does_not_know_are_refused():
    with pytest.raises(UsageError, match="mfas has no --bootstrap"):
        rank_comparisons(CLEAR, "mfas", settings=ComparisonSettings(bootstrap=100))
    with pytest.raises(UsageError, match="trueskill has no --covariate"):
        rank_comparisons(CLEAR, "trueskill", settings=ComparisonSettings(covariates=("position",)))
    with pytest.raises(UsageError, match="together with --bootstrap"):
        rank_comparisons(CLEAR, "davidson", settings=ComparisonSettings(covariates=("position",), bootstrap=100))


def votes(rng, n, *, first=0.0, per_length=0.0):
    """Votes on three systems of strengths 0.6, 0 and -0.6, with an advantage of the first and of length."""
    pairs = rng.permuted(np.tile([0, 1, 2], (n, 1)), axis=1)[:, :2]
    lengths = rng.integers(5, 40, (n, 2))
    strength = np.array([0.6, 0.0, -0.6])
    logit = strength[pairs[:, 0]] - strength[pairs[:, 1]] + first + per_length * (lengths[:, 0] - lengths[:, 1])
    outcome = np.where(rng.random(n) < 1 / (1 + np.exp(-logit)), "a", "b")
    names = np.array(["x", "y", "z"])
    return pl.DataFrame(
        {
            "annotator": [f"annotator-{i % 40}" for i in range(n)],
            "system_a": names[pairs[:, 0]],
            "system_b": names[pairs[:, 1]],
            "outcome": outcome,
            "length_a": lengths[:, 0],
            "length_b": lengths[:, 1],
        }
    )


def test_covariates_put_into_votes_are_found():
    table = votes(np.random.default_rng(1), 20_000, first=0.4, per_length=0.03)
    settings = ComparisonSettings(covariates=("position", "length"), unit="annotator")
    result = rank_comparisons(table, "bradley-terry", settings=settings)
    effects = model_of(result).effects
    for name, truth in {"position": 0.4, "length": 0.03}.items():
        assert abs(effects[name]["effect"] - truth) < 4 * effects[name]["error"]
    assert result.order() == ["x", "y", "z"]
    assert dict(result.signature.choices)["covariates"] == "position+length"


def test_a_length_that_is_unknown_is_refused():
    table = votes(np.random.default_rng(1), 200).drop("length_b")
    with pytest.raises(InputError, match="the length of outputs is unknown: length_b absent"):
        rank_comparisons(table, "davidson", settings=ComparisonSettings(covariates=("length",)))


def test_models_of_votes_need_votes():
    with pytest.raises(InputError, match="needs single votes, but the file holds counts"):
        rank_comparisons(CLEAR, "annotator-bradley-terry")
    weighted = votes(np.random.default_rng(1), 50).with_columns(weight=pl.lit(0.5))
    with pytest.raises(InputError, match="the comparisons carry weights"):
        rank_comparisons(weighted, "annotator-bradley-terry")


def test_annotators_who_turn_the_scale_around_are_named():
    table = votes(np.random.default_rng(2), 8_000)
    turned = pl.when(pl.col("annotator").is_in(["annotator-0", "annotator-1"]))
    other = pl.col("outcome").replace({"a": "b", "b": "a"})
    result = rank_comparisons(
        table.with_columns(outcome=turned.then(other).otherwise("outcome")), "annotator-bradley-terry"
    )
    [finding] = [f for f in result.findings if f.code == "AJ315"]
    assert {"annotator-0", "annotator-1"} <= set(finding.numbers["doubtful"])
    assert model_of(result).reliability["annotator-0"] < 0


def test_a_weight_of_two_is_two_votes():
    table = votes(np.random.default_rng(3), 300)
    twice = pl.concat([table, table])
    weighted = table.with_columns(weight=pl.lit(2.0))
    settings = ComparisonSettings(unit="annotator")
    first, second = (rank_comparisons(t, "davidson", settings=settings) for t in (twice, weighted))
    assert [row.strength for row in model_of(first).strengths] == pytest.approx(
        [row.strength for row in model_of(second).strengths]
    )
    assert [row.error for row in model_of(first).strengths] == pytest.approx(
        [row.error for row in model_of(second).strengths]
    )


def test_a_bootstrap_without_finite_fits_is_refused():
    # x lost a single vote: most draws of 21 votes lose it, as 1 - 1/21 to the power of 21 is .36 for each of two votes.
    rare = counts([("x", "y", 9, 0, 1), ("y", "z", 9, 0, 1), ("x", "z", 9, 0, 0)])
    with pytest.raises(InputError, match="no finite fit for most bootstrap replicates"):
        rank_comparisons(rare, "bradley-terry", settings=ComparisonSettings(bootstrap=400))


def test_lost_replicates_are_counted():
    few = counts([("x", "y", 12, 0, 3), ("y", "z", 12, 0, 3), ("x", "z", 12, 0, 1)])
    result = rank_comparisons(few, "bradley-terry", settings=ComparisonSettings(bootstrap=400))
    assert model_of(result).lost > 0
    assert "AJ313" in codes(result)


def test_documents_are_the_clusters_where_they_are_known(rankings):
    assert model_of(rank_comparisons(rankings.table, "davidson")).unit == "document"
    frame = rankings.table.frame
    for absent, by in ((["document"], "segment"), (["document", "segment"], "ranking")):
        table = Comparisons.check(frame.drop(absent))
        assert model_of(rank_comparisons(table, "davidson")).unit == by
    nothing = rank_comparisons(Comparisons.check(frame.drop("document", "segment", "ranking")), "davidson")
    assert model_of(nothing).unit is None
    assert any(f.code == "AJ311" and f.severity == "warning" for f in nothing.findings)


def finding(result, code):
    [found] = [f for f in result.findings if f.code == code]
    return found


def test_a_circle_of_chance_is_told_from_one_that_tests_support():
    assert not finding(rank_comparisons(CYCLE, "mfas"), "AJ303").numbers["supported"]
    strong = counts([("x", "y", 80, 0, 10), ("y", "z", 80, 0, 10), ("x", "z", 10, 0, 80)])
    found = finding(rank_comparisons(strong, "davidson"), "AJ303")
    assert found.numbers["supported"]
    assert found.numbers["weakest"] == 70
    assert "Some cycle consists of significant majorities" in found.text


def test_an_order_without_contradiction_is_told():
    assert finding(rank_comparisons(CLEAR, "mfas"), "AJ318").numbers == {"winner": "x"}
    assert "AJ318" not in codes(rank_comparisons(CYCLE, "mfas"))
    other = counts([("x", "y", 6, 0, 5), ("x", "z", 6, 0, 5), ("y", "z", 90, 0, 10)])
    assert "this is another one" in finding(rank_comparisons(other, "heuristic-2"), "AJ318").text


@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        ([("x", "y", 0, 5, 0), ("y", "z", 0, 5, 0), ("x", "z", 0, 5, 0)], "every comparison is a tie"),
        ([("a", "b", 3, 0, 2), ("c", "d", 3, 0, 2)], "2 parts that never meet (a, b; c, d)"),
        (
            [("a", "b", 3, 0, 2), ("a", "c", 3, 0, 0), ("b", "c", 3, 0, 0)],
            "c never won against, nor tied with, any other system",
        ),
        (
            [("a", "b", 3, 0, 2), ("c", "d", 3, 0, 1), *[(x, y, 3, 0, 0) for x in "ab" for y in "cd"]],
            "the group of a, b never lost to, nor tied with, any other system",
        ),
    ],
)
def test_the_reason_why_no_model_exists_is_told(rows, reason):
    assert reason in finding(rank_comparisons(counts(rows)), "AJ301").text
    with pytest.raises(InputError) as caught:
        rank_comparisons(counts(rows), "davidson")
    assert reason in str(caught.value)


def test_pooled_criteria_scopes_and_files_are_told(rankings):
    frame = rankings.table.frame.with_row_index("row")
    odd = pl.when(pl.col("row") % 2 == 1)
    table = Comparisons.check(
        frame.with_columns(
            criterion=odd.then(pl.lit("fluency")).otherwise(pl.lit("adequacy")),
            scope=odd.then(pl.lit("document")).otherwise(pl.lit("segment")),
            collection=odd.then(pl.lit("one.csv")).otherwise(pl.lit("two.csv")),
        ).drop("row")
    )
    result = rank_comparisons(table, "bojar")
    assert sum(f.code == "AJ205" for f in result.findings) == 2
    assert finding(result, "AJ317").numbers == {"files": ["two.csv", "one.csv"], "shared": 7}


@pytest.mark.parametrize(
    "wrong",
    [
        {"unit": "anotator"},
        {"arcs": "raw"},
        {"covariates": ("width",)},
        {"time_limit": 0.0},
        {"time_limit": float("nan")},
        {"time_limit": float("inf")},
    ],
)
def test_unknown_settings_are_refused(wrong):
    with pytest.raises(UsageError, match="AJ040"):
        ComparisonSettings(**wrong)


def test_a_reference_that_is_not_there_cannot_be_ranked():
    with pytest.raises(UsageError, match="there is none among the systems"):
        rank_comparisons(CLEAR, "mfas", settings=ComparisonSettings(rank_reference=True))


def test_a_path_and_a_list_of_methods_are_refused_with_what_to_do():
    with pytest.raises(AdjudgeError, match="is a path"):
        adjudge.rank("votes.csv", method="mfas")
    with pytest.raises(UsageError, match="a method is a name"):
        adjudge.rank(CLEAR, method=["mfas", "bojar"])  # type: ignore[arg-type]
    with pytest.raises(AdjudgeError, match="system_a"):
        adjudge.rank(pl.DataFrame({"model_a": ["x"], "model_b": ["y"], "winner": ["a"]}), method="mfas")
    assert adjudge.rank(CLEAR, "recommended").order() == ["x", "y", "z"]


def test_outcomes_in_the_words_of_an_arena_are_translated_with_a_word():
    table = pl.DataFrame(
        {
            "system_a": ["x", "x", "x", "x", "x"],
            "system_b": ["y", "y", "y", "y", "y"],
            "outcome": ["model_a", "model_b", "tie (bothbad)", "A", "y"],
        }
    )
    checked = Comparisons.check(table)
    assert checked.frame["outcome"].to_list() == ["a", "b", "tie", "a", "b"]
    [found] = [f for f in checked.findings if f.code == "AJ110"]
    assert sum(found.numbers.values()) == 5


def test_parts_are_named_whatever_the_method():
    parts = counts([("a", "b", 3, 0, 2), ("c", "d", 3, 0, 2)])
    for method in ("expected-wins", "mfas"):
        result = rank_comparisons(parts, method)
        assert any(f.code == "AJ308" and "2 parts that never meet (a, b; c, d)" in f.text for f in result.findings)
        assert "AJ318" not in codes(result)


@pytest.mark.parametrize("column", ["document", "segment", "annotator"])
def test_a_single_cluster_is_refused_if_asked_for_and_passed_over_otherwise(rankings, column):
    frame = rankings.table.frame.with_columns(pl.lit("only").alias(column))
    table = Comparisons.check(frame.drop("document") if column == "segment" else frame)
    with pytest.raises(InputError, match=f"all votes have the same {column}"):
        rank_comparisons(table, "davidson", settings=ComparisonSettings(unit=column))
    assert model_of(rank_comparisons(table, "davidson")).unit != column


def test_few_documents_are_still_the_clusters_with_a_warning(rankings):
    document = pl.col("document").rank("dense").mod(15).cast(pl.String)
    result = rank_comparisons(Comparisons.check(rankings.table.frame.with_columns(document=document)), "davidson")
    assert model_of(result).unit == "document"
    assert any(f.code == "AJ311" and f.severity == "warning" and "15 units" in f.text for f in result.findings)


def test_too_few_comparisons_for_errors_are_refused():
    two = pl.DataFrame({"system_a": ["x", "y"], "system_b": ["y", "x"], "outcome": ["a", "a"]})
    with pytest.raises(InputError, match="too few comparisons to estimate errors"):
        rank_comparisons(two, "davidson")


def test_counts_beyond_reason_are_ranked_or_refused_but_never_a_crash():
    huge = counts([("x", "y", 10**15, 1, 1), ("y", "z", 1, 0, 1), ("x", "z", 1, 1, 1)])
    assert len(rank_comparisons(huge, "expected-wins").order()) == 3
    with pytest.raises(InputError, match="the counts differ by too many orders of magnitude"):
        rank_comparisons(huge, "rao-kupper")


def test_weights_do_not_make_votes():
    table = votes(np.random.default_rng(5), 120)
    settings = ComparisonSettings(unit="none")
    plain, heavy = (
        rank_comparisons(table.with_columns(weight=pl.lit(weight)), "bojar", settings=settings)
        for weight in (0.5, 1000.0)
    )
    assert [pair.p for pair in plain.pairs] == pytest.approx([pair.p for pair in heavy.pairs])
    assert [system.judgements for system in plain.systems] == [system.judgements for system in heavy.systems]
    assert "AJ319" in codes(heavy)


def test_dependent_votes_are_tested_by_their_documents(rankings):
    settings = [ComparisonSettings(unit=by) for by in ("none", "document")]
    alone, together = (rank_comparisons(rankings.table, "bojar", settings=choice) for choice in settings)
    assert np.mean([pair.p for pair in together.pairs]) > np.mean([pair.p for pair in alone.pairs])
    assert dict(together.signature.choices)["test"] == "flips.two-sided"
    assert dict(together.signature.choices)["unit"] == "document"


def test_a_significant_contradiction_is_told_and_no_line_crosses_it():
    strong = counts([("x", "y", 80, 0, 10), ("y", "z", 80, 0, 10), ("x", "z", 10, 0, 79)])
    result = rank_comparisons(strong, "mfas")
    assert result.order() == ["x", "y", "z"]
    assert finding(result, "AJ211").numbers == {"pairs": [["z", "x"]]}
    assert {system.cluster for system in result.systems} == {1}
    assert all(system.rank_low <= system.rank <= system.rank_high for system in result.systems)


def test_an_outcome_that_nobody_understands_is_still_refused():
    with pytest.raises(AdjudgeError, match="perhaps"):
        Comparisons.check(pl.DataFrame({"system_a": ["x"], "system_b": ["y"], "outcome": ["perhaps"]}))
