"""Bases of standardisation: calibration rows, an anchor system, medians, ticks; and collections that do not fit."""

import numpy as np
import polars as pl
import pytest

from adjudge.core.errors import RecipeError
from adjudge.core.recipes.recipe import Standardise
from adjudge.scoring.anchors import choose_anchor
from adjudge.scoring.collections import require_alike
from adjudge.scoring.standardise import nearest_tick, standardise
from tests.builders import ratings


def _z(frame, choice):
    return standardise(frame, choice, kinds=("system", "repeat"))


def _rows(annotator, system, scores, kind="system", start=0):
    return [
        {"annotator": annotator, "system": system, "segment": str(start + i), "kind": kind, "score": float(score)}
        for i, score in enumerate(scores)
    ]


def test_calibration_rows_give_mean_and_sd_for_all_others():
    rows = [*_rows("a", "s", [10, 30], "calibration"), *_rows("a", "s", [50], start=5)]
    done = _z(ratings(rows).frame, Standardise("annotator", "calibration")).frame
    # Mean 20, sd sqrt(200): 50 lies 30 above.
    assert done.filter(pl.col("kind") == "system")["z"].to_list() == pytest.approx([30 / 200**0.5])


def test_scores_beyond_the_calibration_range_are_told():
    rows = [*_rows("a", "s", [10, 30], "calibration"), *_rows("a", "s", [50, 20, 5, 25], start=5)]
    [finding] = _z(ratings(rows).frame, Standardise("annotator", "calibration")).findings
    assert (finding.code, finding.numbers["outside"]) == ("AJ222", 2)


def test_sessions_that_reorder_an_annotators_own_scores_are_told():
    rows = [*_rows("a", "s", [10, 20, 30]), *_rows("a", "s", [60, 70, 80], start=5)]
    frame = ratings(rows).frame.with_columns(
        session=pl.when(pl.col("score") < 50).then(pl.lit("1")).otherwise(pl.lit("2"))
    )
    [finding] = _z(frame, Standardise("session")).findings
    # Both sessions become -1, 0, 1: ranks 1 2 3 4 5 6 against 1.5 3.5 5.5 1.5 3.5 5.5.
    ranks = [1.5, 3.5, 5.5, 1.5, 3.5, 5.5]
    assert finding.numbers["spearman"] == pytest.approx(np.corrcoef(range(6), ranks)[0, 1])


def test_without_calibration_rows_of_everybody_it_is_refused():
    rows = [*_rows("a", "s", [10, 30], "calibration"), *_rows("b", "s", [50, 60], start=5)]
    with pytest.raises(RecipeError, match="annotator b has none"):
        _z(ratings(rows).frame, Standardise("annotator", "calibration"))


def test_the_anchor_is_the_system_whose_smallest_count_is_largest():
    # Knowles and Lo 2022: SRPOL and CUNI were seen by all; the annotator with least data saw more of SRPOL.
    rows = [
        *_rows("a", "cuni", range(9)),
        *_rows("a", "srpol", range(5), start=20),
        *_rows("b", "cuni", range(2), start=40),
        *_rows("b", "srpol", range(4), start=60),
        *_rows("a", "only-a", range(20), start=80),
    ]
    anchor = choose_anchor(ratings(rows).frame, "annotator")
    assert anchor.system == "srpol"
    assert anchor.finding.numbers["smallest"] == {"srpol": 4, "cuni": 2, "only-a": 0}


def test_systems_that_would_do_as_well_as_the_anchor_are_named():
    """Nothing but its name makes the first of them the anchor, and the others give other scores."""
    rows = [row for system in ("b", "a", "c") for row in _rows("x", system, [40, 60])]
    anchor = choose_anchor(ratings([*rows, *_rows("x", "rare", [50])]).frame, "annotator")
    assert anchor.system == "a"
    assert anchor.finding.numbers["equal"] == ["b", "c"]
    assert anchor.finding.severity == "warning"
    assert "As much was judged of b, c" in anchor.finding.text


def test_only_the_anchor_feeds_mean_and_sd():
    rows = [*_rows("a", "anchor", [40, 60]), *_rows("a", "far", [0, 100, 0], start=10)]
    done = _z(ratings(rows).frame, Standardise("annotator", "anchor", "anchor")).frame
    assert done.filter(pl.col("system") == "anchor")["z"].to_list() == pytest.approx([-10 / 200**0.5, 10 / 200**0.5])


@pytest.mark.parametrize(
    ("name", "message"), [("absent", "no system 'absent'"), ("", "no system was judged at least twice")]
)
def test_no_anchor_is_refused_with_the_nearest_choice_that_works(name, message):
    rows = [*_rows("a", "x", [1, 2]), *_rows("b", "y", [1, 2], start=9)]
    with pytest.raises(RecipeError, match=message) as error:
        choose_anchor(ratings(rows).frame, "annotator", name)
    assert "counting" in error.value.problems[0].todo


@pytest.mark.parametrize("name", ["absent", "rare"])
def test_a_wrong_anchor_is_refused_with_one_that_works(name):
    rows = [*_rows("a", "good", [1, 2]), *_rows("b", "good", [1, 2], start=9), *_rows("a", "rare", [1, 2], start=20)]
    with pytest.raises(RecipeError, match=f"'{name}'") as error:
        choose_anchor(ratings(rows).frame, "annotator", name)
    assert 'anchor = "good"' in error.value.problems[0].todo


def test_an_anchor_without_its_basis_is_refused():
    frame = ratings([*_rows("a", "x", [1, 2]), *_rows("a", "y", [1, 2], start=9)]).frame
    with pytest.raises(RecipeError, match="anchor = 'x' with basis = 'counting'"):
        _z(frame, Standardise("annotator", "counting", anchor="x"))


def test_median_and_interquartile_range():
    done = _z(ratings(_rows("a", "s", [0, 10, 20, 30, 100])).frame, Standardise("annotator", centre="median-iqr")).frame
    # Median 20, quartiles 10 and 30.
    assert done["z"].to_list() == pytest.approx([-1.0, -0.5, 0.0, 0.5, 4.0])


@pytest.mark.parametrize(
    ("ticks", "expected"), [(5, [0.0, 25.0, 25.0, 50.0, 100.0]), (7, [0.0, 100 / 6, 200 / 6, 50.0, 100.0])]
)
def test_scores_go_to_the_nearest_tick(ticks, expected):
    done = nearest_tick(ratings(_rows("a", "s", [3, 13, 37, 50, 97])).frame, ticks).frame
    assert done["score"].to_list() == pytest.approx(expected)


def _collections(kinds_b, systems_b=("x", "y")):
    a = ratings([*_rows("a", "x", [1, 2]), *_rows("a", "y", [1, 2], start=5)]).frame.with_columns(
        collection=pl.lit("A")
    )
    b = ratings([row for i, s in enumerate(systems_b) for k in kinds_b for row in _rows("a", s, [3], k, start=20 + i)])
    return pl.concat([a, b.frame.with_columns(collection=pl.lit("B"))])


def test_collections_with_other_kinds_of_items_are_not_merged_without_a_flag():
    frame = _collections(("system", "reference"))
    with pytest.raises(RecipeError, match="different kinds"):
        require_alike(frame)
    merged = require_alike(frame, merge=True)
    assert merged.frame.equals(frame)
    [finding] = merged.findings
    assert finding.numbers == {"kinds": {"A": ["system"], "B": ["reference", "system"]}}


def test_collections_with_and_without_fillers_are_alike():
    assert require_alike(_collections(("system", "filler"))).findings == ()


def test_collections_with_other_systems_are_named():
    [finding] = require_alike(_collections(("system",), ("x",))).findings
    assert finding.numbers == {"missing": {"A": [], "B": ["y"]}}
    assert require_alike(_collections(("system",))).findings == ()
