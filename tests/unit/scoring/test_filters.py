import polars as pl
import pytest

from adjudge.core.errors import RecipeError
from adjudge.core.recipes import Aggregate
from adjudge.scoring.filters import counting_rows, drop_after_degraded, keep_last, mark_after_degraded, of_scope
from tests.builders import ratings


def _showing(kinds, **more):
    n = len(kinds)
    return ratings(
        {
            "system": ["s"] * n,
            "segment": [str(i) for i in range(n)],
            "score": [50.0] * n,
            "kind": kinds,
            "position": list(range(n)),
            "showing": ["copy"] * n,
            **more,
        }
    ).frame


KINDS = ("system", "repeat")


def test_repeats_after_the_first_degraded_item_are_dropped():
    # The printed example of Knowles and Lo 2024, Table 4: one BEFORE, the rest AFTER.
    frame = _showing(["repeat", "degraded", "repeat", "repeat", "degraded", "repeat"])
    kept, findings = drop_after_degraded(mark_after_degraded(frame, "drop"), KINDS)
    assert kept["segment"].to_list() == ["0", "1", "4"]
    assert findings[0].numbers == {"dropped": 3}


def test_the_stricter_form_drops_the_whole_copy():
    frame = _showing(["repeat", "degraded", "repeat"])
    assert drop_after_degraded(mark_after_degraded(frame, "drop-copies"), KINDS)[0]["segment"].to_list() == ["1"]


def test_only_rows_that_would_count_are_counted():
    frame = _showing(["degraded", "repeat", "reference"])
    kept, findings = drop_after_degraded(mark_after_degraded(frame, "drop"), KINDS)
    assert findings[0].numbers == {"dropped": 1}
    assert kept["kind"].to_list() == ["degraded", "reference"]  # left out by kind, and counted there


def test_another_showing_is_not_touched():
    frame = _showing(["degraded", "repeat"], showing=["copy", "first"])
    assert not mark_after_degraded(frame, "drop")["_after_degraded"].any()


def test_degraded_items_that_cannot_be_traced_are_refused():
    with pytest.raises(RecipeError, match="unknown which rows followed"):
        mark_after_degraded(_showing(["degraded", "repeat"]).drop("showing"), "drop")


def test_only_the_last_judgement_of_an_item_in_a_showing_is_kept():
    frame = _showing(["system"] * 3, segment=["1", "1", "2"], score=[10.0, 90.0, 50.0], ended=[2.0, 1.0, 3.0])
    kept, findings = keep_last(frame)
    assert kept["score"].to_list() == [10.0, 50.0]  # ended last, although it stands first
    assert findings[0].numbers == {"dropped": 1, "rows": 3}


def test_without_a_showing_nobody_knows_what_is_a_revision():
    frame = _showing(["system"] * 2, segment=["1", "1"]).drop("showing")
    assert keep_last(frame)[0].height == 2


def test_rows_left_out_are_counted_by_kind():
    frame = _showing(["system", "degraded", "degraded", "calibration"])
    kept, findings = counting_rows(frame, Aggregate())
    assert kept.height == 1
    assert findings[0].numbers == {"left_out": {"calibration": 1, "degraded": 2}}


def test_document_scores_are_never_mixed_with_segment_scores():
    frame = _showing(["system"] * 2, scope=["segment", "document"])
    assert of_scope(frame, "segment")[0]["segment"].to_list() == ["0"]
    assert of_scope(frame, "document")[0]["segment"].to_list() == ["1"]
    assert isinstance(frame, pl.DataFrame)
