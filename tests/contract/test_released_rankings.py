"""The default recipe ranks every released collection of ratings, and says what it picked."""

from __future__ import annotations

import pytest

import adjudge

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
def test_the_default_recipe_ranks_it(data_file, name):
    files, pair, systems = COLLECTIONS[name]
    result = adjudge.rank(adjudge.read(*map(data_file, files)), pair=pair)
    assert len(result.systems) == systems  # the numbers of the READMEs and of expected.json
    assert "AJ203" in [finding.code for finding in result.findings]
    assert all(pair.effect_low <= pair.effect <= pair.effect_high for pair in result.pairs)  # type: ignore[operator]
