"""Quality control by items whose answer is known."""

import pytest

from adjudge.core.errors import RecipeError
from adjudge.core.recipes import Filters
from adjudge.score.quality import check_quality, drop_failed
from tests.builders import ratings

DEGRADED = Filters(quality="degraded")


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
    kept, findings = drop_failed(frame, DEGRADED)
    assert kept["annotator"].unique().to_list() == ["careful"]
    assert findings[0].numbers == {"failed": ["careless"], "rows": 12, "untested": 0, "floor": 0}


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
    kept, findings = drop_failed(frame, DEGRADED)
    assert kept.height == frame.height
    assert findings[0].numbers["untested"] == 1


def test_a_stricter_level_fails_nobody_who_answers_perfectly():
    frame = ratings(_controls("a", [80, 90, 70, 85, 75, 60], [10, 21, 5, 13, 9, 2])).frame
    [check] = check_quality(frame, Filters(quality="degraded", quality_level=0.001))
    assert check.passed is None


def test_the_floor_is_that_of_the_scale_not_of_the_data():
    frame = ratings(_controls("a", [40, 40, 40, 40, 40, 40], [45, 46, 47, 48, 49, 50])).frame
    assert check_quality(frame, DEGRADED)[0].passed is False


def test_repeats_must_agree_and_references_must_win():
    drifting = ratings(_controls("a", [20, 30, 25, 35, 40, 22], [60, 70, 65, 75, 80, 62], "repeat")).frame
    assert drop_failed(drifting, Filters(quality="repeat"))[0].is_empty()
    assert (
        drop_failed(
            drifting.with_columns(kind=drifting["kind"].replace("repeat", "reference")), Filters(quality="reference")
        )[0].height
        == 12
    )


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
