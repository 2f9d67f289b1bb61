"""Quality control by items whose answer is known."""

import numpy as np
import pytest

from adjudge.core.errors import RecipeError
from adjudge.core.recipes.recipe import Filters
from adjudge.scoring.quality import check_quality, drop_failed
from tests.builders import ratings

DEGRADED = Filters(quality="degraded")
REPEAT = Filters(quality="repeat")


def _controls(annotator, originals, controls, kind="degraded"):
    pairs = zip(originals, controls, strict=True)
    return [
        {"annotator": annotator, "system": "s", "segment": str(i), "kind": k, "score": float(score), "position": p}
        for i, (original, control) in enumerate(pairs)
        for k, score, p in (("system", original, i), (kind, control, 100 + i))
    ]


def test_who_scores_degraded_items_lower_passes_and_who_does_not_is_left_out():
    careful = _controls("careful", [80, 90, 70, 85, 75, 60], [10, 20, 5, 15, 30, 2])
    careless = _controls("careless", [50, 60, 40, 55, 45, 52], [52, 58, 41, 54, 47, 50])
    frame = ratings([*careful, *careless]).frame
    kept = drop_failed(frame, DEGRADED)
    assert kept.frame["annotator"].unique().to_list() == ["careful"]
    assert kept.findings[0].numbers == {"failed": ["careless"], "rows": 12, "untested": 0, "floor": 0}


def test_the_effect_and_the_difference_are_shown_beside_p():
    frame = ratings(_controls("a", [80, 90, 70, 85, 75, 60], [10, 20, 70, 15, 30, 2])).frame
    [check] = check_quality(frame, DEGRADED)
    assert check.difference == pytest.approx((70 + 70 + 0 + 70 + 45 + 58) / 6)
    assert check.effect == pytest.approx(5.5 / 6)  # one tie counts half
    assert check.passed


def test_pairs_at_the_floor_cannot_fail_anybody():
    # A system that copied the source scores 0, and so does its degraded copy (Knowles and Lo 2022, appendix C).
    frame = ratings(_controls("a", [0, 0, 0, 0, 0, 80, 90, 70, 85, 75], [0, 1, 0, 0, 2, 5, 9, 7, 6, 8])).frame
    [check] = check_quality(frame, DEGRADED)
    assert (check.pairs, check.floor, check.passed) == (5, 5, True)


def test_too_few_pairs_are_no_verdict():
    frame = ratings(_controls("a", [80, 90], [90, 95])).frame
    kept = drop_failed(frame, DEGRADED)
    assert kept.frame.height == frame.height
    assert kept.findings[0].numbers["untested"] == 1


def test_a_stricter_level_fails_nobody_who_answers_perfectly():
    frame = ratings(_controls("a", [80, 90, 70, 85, 75, 60], [10, 21, 5, 13, 9, 2])).frame
    [check] = check_quality(frame, Filters(quality="degraded", quality_level=0.001))
    assert check.passed is None


def test_the_floor_is_that_of_the_scale_not_of_the_data():
    frame = ratings(_controls("a", [40, 40, 40, 40, 40, 40], [45, 46, 47, 48, 49, 50])).frame
    assert check_quality(frame, DEGRADED)[0].passed is False


def test_references_must_win():
    ours, references = [20, 30, 25, 35, 40, 22], [60, 70, 65, 75, 80, 62]
    rows = [*_controls("a", ours, references, "reference"), *_controls("b", references, ours, "reference")]
    kept = drop_failed(ratings(rows).frame, Filters(quality="reference"))
    assert kept.frame["annotator"].unique().to_list() == ["a"]


def test_scores_that_come_back_pass_and_random_clicks_do_not():
    rng = np.random.default_rng(0)
    first = rng.integers(0, 101, 20)
    careful = _controls("careful", first, np.clip(first + rng.integers(-15, 16, 20), 0, 100), "repeat")
    clicker = _controls("clicker", rng.integers(0, 101, 20), rng.integers(0, 101, 20), "repeat")
    kept = drop_failed(ratings([*careful, *clicker]).frame, REPEAT)
    assert kept.frame["annotator"].unique().to_list() == ["careful"]
    [finding] = kept.findings
    assert finding.numbers == {"failed": ["clicker"], "rows": 40, "untested": 0, "floor": 0}
    assert "not shown to be closer than those of different items" in finding.text


def test_the_check_of_repeats_shows_closeness_and_shift():
    # Four items scored 5 lower the second time: only the given order is that close, 1 of 4! = 24. Each second score
    # is nearer than those of all other items. All four differences are -5: R+ = 0, mean 5, variance 30/4 - 60/48.
    frame = ratings(_controls("a", [10, 30, 60, 90], [15, 35, 65, 95], "repeat")).frame
    [check] = check_quality(frame, REPEAT)
    assert (check.pairs, check.difference, check.effect, check.passed) == (4, -5.0, 1.0, True)
    assert check.p == pytest.approx(1 / 24)
    assert check.shift == pytest.approx(0.0719, abs=5e-5)


def test_a_random_clicker_has_no_shift_and_fails_all_the_same():
    # Differences 80, -80, 60, -60, 0 and no shift at all; the order of the given pairs is the worst of all orders
    # but for the item in the middle.
    frame = ratings(_controls("a", [90, 10, 80, 20, 50], [10, 90, 20, 80, 50], "repeat")).frame
    [check] = check_quality(frame, REPEAT)
    assert (check.shift, check.passed) == (1.0, False)


def test_a_shift_beyond_all_other_scores_fails():
    # Every second score lies above every first one, so all orders are equally far apart: p is 1.
    frame = ratings(_controls("a", [20, 30, 25, 35, 40, 22], [60, 70, 65, 75, 80, 62], "repeat")).frame
    [check] = check_quality(frame, REPEAT)
    assert (check.p, check.passed) == (1.0, False)


@pytest.mark.parametrize(
    "scores",
    [
        [10, 50, 90],  # 1 of 3! = 6 orders is the best that can be shown
        [85] * 20,  # one score for everything always comes back
        [100, 100, 100, 100, 60],  # 4! of 5! orders leave these scores in place
    ],
)
def test_repeats_that_could_not_pass_whatever_the_answer_are_no_verdict(scores):
    frame = ratings(_controls("a", scores, scores, "repeat")).frame
    kept = drop_failed(frame, REPEAT)
    assert kept.frame.height == frame.height
    assert kept.findings[0].numbers["untested"] == 1


def test_the_verdict_on_repeats_does_not_depend_on_row_order_or_company():
    rng = np.random.default_rng(3)
    first = rng.integers(0, 101, 15)
    rows = _controls("b", first, np.clip(first + rng.integers(-60, 61, 15), 0, 100), "repeat")
    alone = check_quality(ratings(rows).frame, REPEAT)
    others = _controls("a", rng.integers(0, 101, 15), rng.integers(0, 101, 15), "repeat")
    frame = ratings([*others, *rows]).frame
    assert check_quality(frame[rng.permutation(frame.height)], REPEAT)[1:] == alone


@pytest.mark.parametrize(
    ("rows", "filters"),
    [
        (_controls("a", [80], [10])[:1], DEGRADED),
        ([{**row, "annotator": None} for row in _controls("a", [80], [10])], DEGRADED),
    ],
)
def test_what_cannot_be_checked_is_refused(rows, filters):
    with pytest.raises(RecipeError) as error:
        check_quality(ratings(rows).frame, filters)
    assert error.value.problems[0].code == "AJ032"
