"""`adjudge.stability` on small campaigns: ratings and comparisons, published orders, samples, bad input."""

from __future__ import annotations

import json

import numpy as np
import polars as pl
import pytest

import adjudge
from adjudge.core.errors import AdjudgeError, InputError, UsageError
from adjudge.core.tables import Ratings
from adjudge.planning.simulation.presets import preset
from adjudge.planning.simulation.settings import with_settings
from adjudge.ranking.redrawing import DrawableCounts
from tests.builders import campaign

SMALL = {"systems.count": "4", "texts.documents": "12", "sessions.count": "12", "annotators.count": "4"}
RATINGS = adjudge.simulate(with_settings(preset("wmt20"), SMALL), seed=2).table
VOTES = adjudge.simulate(
    with_settings(
        preset("balanced"),
        {"systems.count": "5", "rankings.count": "150", "annotators.count": "12", "protocol": "rankings"},
    ),
    seed=1,
).table


def test_the_reference_is_what_rank_gives():
    for recipe in ("wmt-da", "recommended", "mixed-model"):
        result = adjudge.stability(RATINGS, recipe, scenarios=["remove:worst"])
        ranking = adjudge.rank(RATINGS, recipe)
        assert list(result.order) == ranking.order()
        assert [list(cluster) for cluster in result.clusters] == ranking.clusters()


@pytest.mark.parametrize("recipe", ["wmt-da", "recommended", "mixed-model", "wmt24-esa"])
def test_a_removal_is_the_ranking_of_the_other_rows(recipe):
    result = adjudge.stability(RATINGS, recipe, scenarios=["remove:system"])
    for one in result.scenarios:
        [gone] = one.left_out
        rows = RATINGS.with_frame(RATINGS.frame.filter(pl.col("system") != gone))
        # `recommended` keeps the recipe that it picked for all rows.
        assert list(one.order) == adjudge.rank(rows, recipe).order()


def test_best_and_worst_are_single_systems():
    result = adjudge.stability(RATINGS, "wmt-da", scenarios=["remove"])
    for name, place in (("remove:best", 0), ("remove:worst", -1)):
        single = result.scenario(f"remove:system:{result.order[place]}")
        assert result.scenario(name).change == single.change


def test_units_are_removed_in_turn():
    result = adjudge.stability(RATINGS, "wmt-da", scenarios=["remove:annotator", "remove:document:doc-001"])
    annotators = RATINGS.frame["annotator"].n_unique()
    assert len(result.scenarios) == annotators + 1
    assert all(one.left_out == () for one in result.scenarios)


def test_results_are_the_same_for_any_number_of_workers():
    asked = ["remove", "divide", "recipe:wmt-da", "resample:document", "resample:annotator"]
    one, two = (adjudge.stability(RATINGS, scenarios=asked, draws=6, workers=n) for n in (1, 2))
    assert one == two


def test_a_result_is_read_back():
    result = adjudge.stability(RATINGS, "wmt-da", scenarios=["all"], draws=5)
    assert adjudge.StabilityResult.from_dict(json.loads(json.dumps(result.to_dict()))) == result
    assert {one.kind for one in result.scenarios} == {"remove", "divide", "recipe", "resample"}


def test_the_design_s_keys_are_there():
    data = adjudge.stability(RATINGS, "wmt-da", scenarios=["remove:best"]).to_dict()
    assert {"order", "clusters"} <= set(data["reference"])
    keys = {"name", "kind", "rank_changed", "cluster_changed", "both_changed", "kendall", "moved"}
    assert keys <= set(data["scenarios"][0])


def test_recipes_that_the_data_do_not_support_are_listed_with_the_reason():
    result = adjudge.stability(RATINGS, "wmt-da", scenarios=["recipe"])
    [refused] = [one for one in result.refused if one.name == "recipe:basis=calibration"]
    assert refused.code == "AJ032"
    assert result.multiverse is not None
    assert result.multiverse.rankings == len(result.scenarios)
    assert any(finding.code == "AJ506" for finding in result.findings)


def test_shares_of_the_multiverse_are_counts():
    result = adjudge.stability(RATINGS, "wmt-da", scenarios=["recipe"])
    assert result.multiverse is not None
    a, b = result.order[:2]
    [pair] = [one for one in result.multiverse.orderings if (one.a, one.b) == (a, b)]
    above = [one.order.index(a) < one.order.index(b) for one in result.scenarios]
    assert pair.share == sum(above) / len(above)


@pytest.mark.parametrize("method", ["recommended", "bojar", "mfas", "davidson", "trueskill"])
def test_comparisons_by_any_method(method):
    result = adjudge.stability(
        VOTES, method=method, scenarios=["remove", "resample:annotator", "resample:document"], draws=4
    )
    assert list(result.order) == adjudge.rank(VOTES, method=method).order()
    assert [list(c) for c in result.clusters] == adjudge.rank(VOTES, method=method).clusters()
    names = {one.name for one in result.scenarios}
    assert {"remove:best", "remove:worst", "resample:annotator"} <= names


def test_few_units_are_not_drawn_again():
    """From two annotators "stable 100%" would be printed; drawing again needs ten of them (`few_units`)."""
    result = adjudge.stability(RATINGS, "wmt-da", scenarios=["resample:annotator", "resample:document"], draws=4)
    assert [one.name for one in result.scenarios] == ["resample:document"]
    assert "only 4 annotators" in str([finding.text for finding in result.findings])


def test_comparisons_have_no_scores_to_divide():
    with pytest.raises(InputError, match=r"AJ061 .*comparisons have no scores"):
        adjudge.stability(VOTES, scenarios=["divide:best:2"])


COUNTS = pl.DataFrame(
    {
        "system_a": ["a", "a", "b", "a"],
        "system_b": ["b", "c", "c", "d"],  # d met nobody but a
        "wins_a": [5, 9, 6, 7],
        "ties": [1, 2, 3, 1],
        "wins_b": [3, 2, 4, 2],
    }
)


@pytest.mark.parametrize("method", ["recommended", "bojar", "mfas"])
def test_counts_of_comparisons(method):
    result = adjudge.stability(COUNTS, method=method, scenarios=["remove", "resample"], draws=5)
    [(name, repeats)] = [(one.name, one.repeats) for one in result.scenarios if one.repeats]
    assert (name, repeats.units) == ("resample:comparison", 45)  # the sum of all counts
    assert {"remove:best", "remove:system:b"} <= {one.name for one in result.scenarios}
    assert result.scenario("remove:system:a").change.missing == ("d",)


def test_every_comparison_drawn_once_gives_the_counts():
    drawable = DrawableCounts.of(COUNTS)
    assert drawable.drawn(np.ones(drawable.units, dtype=np.intp)).equals(COUNTS)
    some, others = drawable.parts(np.arange(drawable.units) % 2 == 0)
    total = sum(int(part.select("wins_a", "ties", "wins_b").to_numpy().sum()) for part in (some, others))
    assert total == drawable.units


def test_methods_are_the_recipes_of_comparisons():
    result = adjudge.stability(VOTES, method="bojar", scenarios=["method"])
    assert {one.kind for one in result.scenarios} == {"recipe"}
    assert "method:mfas" in {one.name for one in result.scenarios}


def test_two_systems_are_too_few_to_remove_or_divide_one():
    other = next(name for name in adjudge.rank(RATINGS, "wmt-da").order() if name != "human")
    two = RATINGS.with_frame(RATINGS.frame.filter(pl.col("system").is_in(["human", other])))
    with pytest.raises(InputError, match="fewer than two systems would be left"):
        adjudge.stability(two)


def test_samples_are_compared_with_the_published_order():
    order = adjudge.rank(RATINGS, "wmt-da").order()
    result = adjudge.stability(RATINGS, "wmt-da", scenarios=["resample:document"], draws=5, against=order[::-1])
    [one] = result.scenarios
    assert list(one.order) == order[::-1]
    assert one.change.kendall < 0


def test_a_published_order_may_lack_a_system(tmp_path):
    order = adjudge.rank(RATINGS, "wmt-da").order()
    result = adjudge.stability(RATINGS, "wmt-da", scenarios=["remove:worst"], against=[*order[1:], "another"])
    [note] = [finding for finding in result.findings if finding.code == "AJ508"]
    assert note.numbers == {"only_list": ["another"], "only_data": [order[0]]}


def test_samples_change_the_order_if_more_than_half_of_them_do():
    result = adjudge.stability(RATINGS, "wmt-da", scenarios=["resample:document"], draws=20)
    [one] = result.scenarios
    assert one.repeats is not None
    assert one.change.rank_changed == (one.repeats.rank_changed > 0.5)
    assert one.change.both_changed == (one.repeats.both_changed > 0.5)


def test_a_published_order_is_the_reference(tmp_path):
    order = adjudge.rank(RATINGS, "wmt-da").order()
    path = tmp_path / "order.txt"
    path.write_text("\n".join([*order[1::-1], "---", *order[2:]]) + "\n")
    result = adjudge.stability(RATINGS, "wmt-da", scenarios=["recipe:wmt24-esa", "remove:worst"], against=path)
    assert result.published
    assert list(result.order) == [*order[1::-1], *order[2:]]
    assert [len(cluster) for cluster in result.clusters] == [2, len(order) - 2]
    assert any(finding.code == "AJ507" for finding in result.findings)
    assert adjudge.stability(RATINGS, "wmt-da", scenarios=["remove:worst"], against=list(result.order)).published


@pytest.mark.parametrize("names", [["x", "y"], ["system-01", "system-01"], []])
def test_a_published_order_of_other_systems_is_refused(names):
    with pytest.raises(UsageError, match="AJ061"):
        adjudge.stability(RATINGS, "wmt-da", scenarios=["remove:best"], against=names)


def test_by_language_counts_rankings():
    from adjudge.auditing.stability.grouped import stability_by

    parts = [
        RATINGS.frame.with_columns(source_lang=pl.lit("eng"), target_lang=pl.lit(target)) for target in ("deu", "ces")
    ]
    grouped = stability_by(Ratings.check(pl.concat(parts)), "language", "wmt-da", scenarios=["remove"])
    assert list(grouped.groups) == ["eng-deu", "eng-ces"]
    share = next(one for one in grouped.shares if one.scenario == "remove:human")
    single = adjudge.stability(RATINGS, "wmt-da", scenarios=["remove:human"]).scenarios[0].change
    assert (share.rankings, share.rank_changed) == (2, 2 * single.rank_changed)


BAD = {
    "one system": campaign([0]),
    "all scores equal": campaign([0, 0], noise=0.0),
    "one annotator": campaign([0, 5, 9], annotators=1),
    "no documents": campaign([0, 5, 9]).with_frame(
        campaign([0, 5, 9])
        .frame.with_row_index("position")
        .with_columns(document=pl.lit(None, dtype=pl.String), position=pl.col("position").cast(pl.Int64))
    ),
}


@pytest.mark.parametrize("name", BAD)
@pytest.mark.parametrize("recipe", ["recommended", "wmt-da"])
def test_bad_input_is_refused_in_words_or_gives_a_result(name, recipe):
    asked = ["all", "remove:annotator"]
    if name in ("one system", "all scores equal"):
        with pytest.raises(AdjudgeError, match=r"AJ0\d\d"):
            adjudge.stability(BAD[name], recipe, scenarios=asked, draws=3)
        return
    result = adjudge.stability(BAD[name], recipe, scenarios=asked, draws=3)
    assert result.scenarios
    assert adjudge.StabilityResult.from_dict(result.to_dict()) == result


def test_an_option_of_the_other_kind_is_refused():
    with pytest.raises(UsageError, match="AJ04"):
        adjudge.stability(RATINGS, method="mfas")
    with pytest.raises(UsageError, match="AJ04"):
        adjudge.stability(VOTES, "wmt-da")


def test_samples_against_a_published_order_of_some_of_the_systems():
    order = adjudge.rank(RATINGS, "wmt-da").order()
    result = adjudge.stability(RATINGS, "wmt-da", scenarios=["resample:document"], against=order[:3], draws=4)
    [one] = result.scenarios
    assert one.repeats is not None
    assert [row.system for row in one.repeats.ranks] == order[:3]
    assert one.repeats.stable is not None
