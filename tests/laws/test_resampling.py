"""Resampling equals its plain twin: a table in which the drawn documents are repeated, ranked like any other."""

from dataclasses import replace

import numpy as np
import polars as pl
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from adjudge.core.errors import RecipeError
from adjudge.core.recipes.built_in import RECIPES
from adjudge.core.recipes.recipe import Aggregate, Clusters, Filters, Recipe, Standardise, Test
from adjudge.core.seeds import Seeds
from adjudge.kernels.rating_tests.bootstrap import document_weights
from adjudge.planning.simulation.presets import preset
from adjudge.planning.simulation.settings import with_settings
from adjudge.planning.simulation.simulate import simulate
from adjudge.ranking.ratings.pipeline import analyse, rank_ratings
from adjudge.ranking.ratings.repeating.resampling import RankedRows, RepeatableRanking, resample
from tests.builders import campaign, known, ratings

_STANDARDISE = (
    Standardise("annotator", "all"),
    Standardise("annotator", "counting"),
    Standardise("session", "counting"),
    Standardise("annotator", "anchor"),
    Standardise("annotator", "calibration"),
    Standardise("none"),
)
_RECIPES = st.builds(
    Recipe,
    name=st.just("drawn"),
    filters=st.builds(
        Filters,
        zero_spread=st.sampled_from(["drop", "refuse"]),
        after_degraded=st.sampled_from(["keep", "drop", "drop-copies"]),
    ),
    standardise=st.sampled_from(_STANDARDISE),
    aggregate=st.builds(Aggregate, kinds=st.sampled_from([("system",), ("system", "repeat")])),
    test=st.builds(
        Test, alternative=st.sampled_from(["greater", "two-sided", "halved"]), level=st.sampled_from([0.05, 0.3])
    ),
    clusters=st.builds(Clusters, rule=st.sampled_from(["wins", "stated", "strict"])),
)


#: The outcome of a draw in which means are equal on paper.
UNDECIDED = "undecided"


@st.composite
def _campaigns(draw):
    """A few documents with few different scores, so that ties and units without spread are common."""
    systems, annotators = draw(st.integers(2, 4)), draw(st.integers(1, 3))
    values = st.sampled_from(draw(st.sampled_from([[0, 50, 100], [20.1, 33.3], [10.1, 70.7, 70.8, 99.9]])))
    kinds = st.sampled_from(["system", "system", "system", "repeat", "degraded", "calibration"])
    rows = [
        {
            "annotator": f"a{draw(st.integers(0, annotators - 1))}",
            "session": f"hit-{document % 2}",
            "system": f"s{system}",
            "document": f"d{document}",
            "segment": str(segment),
            "kind": draw(kinds),
            "score": float(draw(values)),
            "position": position,
            "showing": f"d{document}",
        }
        for document in range(draw(st.integers(2, 5)))
        for position, (system, segment) in enumerate((s, g) for s in range(systems) for g in range(2))
    ]
    return ratings(rows)


def _repeated(table, documents, drawn):
    """The plain table of one draw: every document as often as it was drawn, each time under another name."""
    copies = pl.DataFrame({"document": np.repeat(documents, drawn.astype(int))}).with_row_index("copy")
    frame = table.frame.join(copies, on="document").with_columns(document=pl.format("{}-{}", "document", "copy"))
    return table.with_frame(frame.drop("copy"))


def _plain(table, recipe, ranking, drawn):
    """Order and lines of a draw; None if it cannot be ranked or lacks a system.

    Means of z-scores that are equal on paper may differ in the last digit, and then chance decides their order: such
    draws are left to raw scores, whose sums are exact.
    """
    try:
        result = rank_ratings(_repeated(table, ranking.documents, drawn), recipe)
    except RecipeError:
        return None
    if set(result.order()) != set(ranking.systems):
        return None
    gaps = -np.diff([system.score for system in result.systems])
    if recipe.standardise.unit != "none" and gaps.min() < 1e-9:
        return UNDECIDED
    clusters = [system.cluster for system in result.systems]
    return result.order(), [*(np.diff(clusters) > 0).tolist(), False]


def _fast(ranking, drawn):
    replicate = ranking.replicate(drawn)
    if replicate is None:
        return None
    return [ranking.systems[place] for place in replicate.order], replicate.lines.tolist()


def _draws(ranking, draws, seed=0):
    chunks = document_weights(len(ranking.documents), draws, np.random.default_rng(seed))
    return [drawn for chunk in chunks for drawn in chunk]


@settings(max_examples=40, deadline=None)
@given(_campaigns(), _RECIPES, st.integers(0, 99))
def test_every_replicate_of_a_small_campaign_equals_its_plain_twin(table, recipe, seed):
    try:
        analysis = analyse(table, recipe)
        ranking = RepeatableRanking.of(analysis)
    except RecipeError:
        assume(False)
    if recipe.standardise.basis == "anchor":  # chosen once, on all documents
        [finding] = [finding for finding in analysis.scored.findings if finding.code == "AJ214"]
        recipe = replace(recipe, standardise=replace(recipe.standardise, anchor=finding.numbers["anchor"]))
    for drawn in _draws(ranking, 4, seed):
        plain = _plain(table, recipe, ranking, drawn)
        assert plain == UNDECIDED or _fast(ranking, drawn) == plain


#: A campaign of the usual kind, with degraded items and repeats; its annotators have scores enough to be standardised.
_CAMPAIGN = simulate(
    with_settings(
        preset("wmt20"),
        {
            "systems.count": "5",
            "systems.human": "none",
            "systems.width": "10",
            "texts.documents": "15",
            "annotators.count": "3",
            "sessions.count": "8",
        },
    ),
    seed=1,
)
assert _CAMPAIGN.ratings is not None
SIMULATED = _CAMPAIGN.ratings


@pytest.mark.parametrize("rule", ["wins", "stated", "strict"])
@pytest.mark.parametrize("alternative", ["greater", "two-sided", "halved"])
@pytest.mark.parametrize("standardise", _STANDARDISE[:3] + _STANDARDISE[-1:])
def test_every_replicate_of_a_simulated_campaign_equals_its_plain_twin(standardise, alternative, rule):
    recipe = Recipe(
        "law",
        filters=Filters(after_degraded="drop"),
        standardise=standardise,
        test=Test(alternative=alternative),
        clusters=Clusters(rule),
    )
    ranking = known(RepeatableRanking.of(analyse(SIMULATED, recipe)))
    found = [(_fast(ranking, drawn), _plain(SIMULATED, recipe, ranking, drawn)) for drawn in _draws(ranking, 6)]
    assert [fast for fast, _ in found] == [plain for _, plain in found]
    assert len({str(plain) for _, plain in found}) > 1  # draws differ, so that agreement means something


def test_shares_count_what_the_replicates_gave():
    recipe = Recipe("shares", standardise=Standardise("none"))
    table, draws = campaign([0, 1, 6, 20], documents=12), 40
    shares = resample(table, recipe, draws=draws, seed=7)
    ranking = known(RepeatableRanking.of(analyse(table, recipe)))
    weights = document_weights(12, draws, Seeds(7).stream("resample"), chunk=50)
    plain = [_plain(table, recipe, ranking, drawn) for chunk in weights for drawn in chunk]
    assert (shares.systems, shares.draws, shares.lost) == (tuple(ranking.systems), draws, 0)
    for place, system in enumerate(shares.systems):
        held = [order.index(system) for order, _ in plain]
        assert shares.ranks[place].tolist() == [held.count(rank) / draws for rank in range(4)]
        # A line counts for the place whose systems are those above it, in whatever order.
        above = set(shares.systems[: place + 1])
        drawn = [lines[place] and set(order[: place + 1]) == above for order, lines in plain]
        assert shares.lines[place] == sum(drawn) / draws
    assert 0 < shares.lines[1] < 1 or 0 < shares.lines[2] < 1


def test_intervals_of_ranks_hold_95_percent_of_the_replicates():
    shares = resample(campaign([0, 0.5, 1, 1.5]), Recipe("shares", standardise=Standardise("none")), draws=200)
    for place, row in enumerate(shares.to_frame().iter_rows(named=True)):
        below, above = shares.ranks[place, : row["rank_low"] - 1].sum(), shares.ranks[place, row["rank_high"] :].sum()
        assert max(below, above) <= 0.025
        assert row["same_rank"] == shares.ranks[place, place]


def test_a_draw_that_lacks_a_system_is_lost():
    # System b was judged in one of two documents: a quarter of all draws lacks it.
    rows = [
        {"system": s, "document": d, "segment": g, "score": float(x)}
        for s, d, g, x in (
            ("a", "1", "1", 9),
            ("a", "2", "1", 8),
            ("a", "2", "2", 3),
            ("b", "1", "1", 4),
            ("b", "1", "2", 5),
        )
    ]
    ranking = known(RepeatableRanking.of(analyse(ratings(rows), Recipe("raw", standardise=Standardise("none")))))
    assert ranking.documents == ["1", "2"]
    assert ranking.replicate(np.array([0.0, 2.0])) is None
    assert ranking.replicate(np.array([1.0, 1.0])) is not None


@pytest.mark.parametrize(
    "recipe",
    [
        Recipe("r", test=Test("sign")),
        Recipe("r", test=Test("rank-sum", "document")),
        Recipe("r", test=Test(correction="holm")),
        Recipe("r", clusters=Clusters(hide=("system-0",))),
        Recipe("r", standardise=Standardise(centre="median-iqr")),
        RECIPES["mixed-model"],
    ],
)
def test_recipes_that_need_more_than_sums_are_ranked_from_the_rows(recipe):
    table = campaign([0, 4, 9], documents=10)
    analysis = analyse(table, recipe)
    assert RepeatableRanking.of(analysis) is None
    ranking = RankedRows.of(analysis)
    for drawn in _draws(ranking, 3):
        found = _plain(table, recipe, ranking, drawn)
        again = known(ranking.replicate(drawn))
        assert [ranking.systems[i] for i in again.order] == found[0]
        assert again.lines.tolist() == list(found[1])
    assert resample(table, recipe, draws=4).lost == 0


@pytest.mark.parametrize("standardise", _STANDARDISE[:3] + _STANDARDISE[-1:])
def test_the_way_through_the_rows_is_that_through_the_sums(standardise):
    recipe = Recipe("law", filters=Filters(after_degraded="drop"), standardise=standardise)
    analysis = analyse(SIMULATED, recipe)
    fast, rows = known(RepeatableRanking.of(analysis)), RankedRows.of(analysis)
    assert fast.documents == rows.documents
    for drawn in _draws(fast, 4):
        a, b = known(fast.replicate(drawn)), known(rows.replicate(drawn))
        assert a.order.tolist() == b.order.tolist()
        assert a.lines.tolist() == b.lines.tolist()
        assert a.beats.tolist() == b.beats.tolist()


@pytest.mark.parametrize(("documents", "kept"), [(9, 9), (12, 9)])
def test_too_few_documents_of_a_system_are_not_drawn_again(documents, kept):
    """Ten are needed for every system: with fewer, samples hardly differ (`few_units`)."""
    table = campaign([0, 9], documents=documents)
    names = table.frame["document"].unique().sort()[:kept].to_list()
    frame = table.frame.filter((pl.col("system") != "system-0") | pl.col("document").is_in(names))
    with pytest.raises(RecipeError, match="9 documents only"):
        resample(table.with_frame(frame), Recipe("raw", standardise=Standardise("none")))


def test_without_documents_there_is_nothing_to_draw():
    frame = campaign([0, 9]).frame.with_row_index("position").with_columns(document=pl.lit(None, dtype=pl.String))
    with pytest.raises(RecipeError, match="documents are unknown"):
        resample(campaign([0, 9]).with_frame(frame), Recipe("raw", standardise=Standardise("none")))
