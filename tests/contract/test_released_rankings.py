"""The default recipe ranks every released collection of ratings, and says what it picked."""

from __future__ import annotations

import polars as pl
import pytest

import adjudge
from adjudge.core.recipes.built_in import RECIPES
from adjudge.ranking.ratings.kinds import leftovers

_TOEN = "wmt22-toen-mturk/ad-{0}-good-stnd-redup.csv.gz", "wmt22-toen-mturk/ad-{0}-trk-mean-sd.txt"
COLLECTIONS = {
    "hansard": (("iku-wmt20/Hansard-A.csv.gz", "iku-wmt20/Hansard-B.csv.gz"), None, 12),
    "news": (("iku-wmt20/News-WMT20DocSrcDA.csv.gz", "iku-wmt20/News-WMT20DocSrcDA2.csv.gz"), None, 13),
    "esa": (("wmt24-esa-wave3/esa_generalMT2024_wave3.csv.gz",), "eng-jpn", 13),
    "calibration": (("wmt22-calibration/calibrationHITs.csv.gz",), "eng-ces", 6),
    "wikipedia": (("wmt21-facebook-wikipedia/ad-latest.csv.gz",), "bn-hi", 9),
    "cs-en": (tuple(name.format("csen") for name in _TOEN), None, 12),
    "mqm": (("mqm-ted-ende/mqm_ted_ende.tsv.gz",), None, 14),
}


@pytest.mark.parametrize("name", COLLECTIONS)
@pytest.mark.parametrize("recipe", ["wmt-da", "graham-2020"])
def test_no_collection_is_called_leftovers(data_file, name, recipe):
    files, pair, _ = COLLECTIONS[name]
    table = adjudge.read(*map(data_file, files), pair=pair)
    if isinstance(table, adjudge.Ratings):
        assert leftovers(table.frame.filter(pl.col("score").is_not_null()), RECIPES[recipe]) == ()


#: The map names calibration accounts: their rows are of kind calibration, the others are left over.
CALIBRATION = "wmt22-calibration/calibrationHITs.csv.gz", "wmt22-calibration/calibrationHITs.mapping.csv"


@pytest.mark.parametrize(("pair", "refused"), [("eng-deu", True), ("eng-jpn", True), ("eng-ces", False)])
def test_a_calibration_set_is_not_ranked_on_its_leftovers(data_file, pair, refused):
    table = adjudge.read(*map(data_file, CALIBRATION), pair=pair)
    if refused:
        with pytest.raises(adjudge.AdjudgeError) as caught:
            adjudge.rank(table)
        assert caught.value.problems[0].code == "AJ057"
    else:
        assert adjudge.rank(table).findings[0].code == "AJ162"
    kept = adjudge.rank(table, keep_kinds=("calibration",))
    assert not {"AJ057", "AJ162"} & {finding.code for finding in kept.findings}


@pytest.mark.parametrize("name", COLLECTIONS)
def test_the_default_recipe_ranks_it(data_file, name):
    files, pair, systems = COLLECTIONS[name]
    result = adjudge.rank(adjudge.read(*map(data_file, files)), pair=pair)
    assert len(result.systems) == systems  # the numbers of the READMEs and of expected.json
    assert "AJ203" in [finding.code for finding in result.findings]
    assert all(pair.effect_low <= pair.effect <= pair.effect_high for pair in result.pairs)  # type: ignore[operator]
