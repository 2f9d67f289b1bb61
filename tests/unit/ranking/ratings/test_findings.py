"""What a reader of a ranking is told about its order, its lines and its tests."""

from dataclasses import replace

import numpy as np
import polars as pl
import pytest

import adjudge
from adjudge.core.recipes.recipe import Recipe, Standardise, Test
from adjudge.ranking.ratings.findings import other_rules
from tests.builders import campaign, ratings

RAW = Recipe("raw", standardise=Standardise("none"))


def _findings(table, recipe):
    return {finding.code: finding for finding in adjudge.rank(table, recipe).findings}


def test_expected_false_positives_are_counted():
    # Six pairs at a one-sided level of .05 in either direction: 6 * .1.
    found = _findings(campaign([0, 2, 4, 6], seed=5), "wmt-da")
    assert found["AJ212"].numbers == {"pairs": 6, "expected": pytest.approx(0.6)}
    assert "AJ212" not in _findings(campaign([0, 2, 4, 6], seed=5), "recommended")  # corrected


def test_rules_that_draw_other_lines_are_named():
    # b beats c and a: its two wins are not the one system below it.
    beats = np.zeros((3, 3), dtype=bool)
    beats[1, 2] = beats[1, 0] = True
    [finding] = other_rules(["a", "b", "c"], beats, "stated")
    assert finding.numbers == {"lines": {"wins": [], "stated": ["b"], "strict": []}}
    assert finding.text == (
        "Other line rules would draw other lines than 'stated': 'wins' has none below b; 'strict' has none below b."
    )
    [finding] = other_rules(["a", "b", "c"], beats, "wins")
    assert finding.text.endswith("'stated' adds a line below b.")


def test_rules_that_draw_the_same_lines_are_not_mentioned():
    assert other_rules(["a", "b"], np.array([[False, True], [False, False]]), "stated") == []


def test_raw_means_in_another_order_are_told():
    # By raw means y is above x, because the lenient annotator judged y more often; within each of them x is better.
    rows = [
        {"annotator": who, "system": system, "segment": f"{who}-{i}", "score": float(score)}
        for who, system, scores in (
            ("lenient", "x", [95]),
            ("lenient", "y", [80, 85, 90]),
            ("strict", "x", [20, 30, 40]),
            ("strict", "y", [10]),
        )
        for i, score in enumerate(scores)
    ]
    found = _findings(ratings(rows), "wmt-da")
    assert found["AJ206"].numbers == {"kendall": -1.0, "pairs": [["x", "y"]]}
    assert "AJ206" not in _findings(ratings(rows), RAW)


def test_segments_of_one_document_are_not_independent():
    table = campaign([0, 9])
    assert _findings(table, RAW)["AJ209"].numbers == {"documents": 12, "segments": 48}
    for test in (Test("rank-sum", "document"), Test("permutation", alternative="two-sided")):
        assert "AJ209" not in _findings(table, replace(RAW, test=test))
    single = campaign([0, 9], length=1)
    assert "AJ209" not in _findings(single, RAW)  # every segment is a document


def test_systems_judged_on_different_documents_are_told():
    missing = (pl.col("system") == "system-1") & pl.col("document").is_in(["document-0", "document-1"])
    found = _findings(campaign([0, 9]).frame.filter(~missing), RAW)
    assert found["AJ207"].numbers == {"documents": 12, "complete": 10, "smallest": 10}
    assert "AJ207" not in _findings(campaign([0, 9]), RAW)


@pytest.mark.parametrize(
    ("alternative", "words"),
    [
        ("greater", "one-sided and the direction was chosen after"),
        ("halved", "can call the worse of two systems better"),
    ],
)
def test_tests_in_one_direction_are_told(alternative, words):
    found = _findings(campaign([0, 9]), replace(RAW, test=Test(alternative=alternative)))
    assert words in found["AJ210"].text
    assert "its level of 0.05 is 0.1 two-sided" in found["AJ210"].text
    assert "AJ210" not in _findings(campaign([0, 9]), replace(RAW, test=Test(alternative="two-sided")))
