import polars as pl
import pytest

import adjudge
from adjudge.core.errors import RecipeError
from adjudge.core.tables import Ratings
from adjudge.scoring.filters import drop_after_degraded, keep_last, mark_after_degraded, of_kinds, of_scope
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


def _without_after_degraded(frame, choice="drop"):
    return drop_after_degraded(mark_after_degraded(frame, choice).frame, KINDS)


def test_repeats_after_the_first_degraded_item_are_dropped():
    # The printed example of Knowles and Lo 2024, Table 4: one BEFORE, the rest AFTER.
    frame = _showing(["repeat", "degraded", "repeat", "repeat", "degraded", "repeat"])
    kept = _without_after_degraded(frame)
    assert kept.frame["segment"].to_list() == ["0", "1", "4"]
    assert kept.left_out == 3
    assert kept.findings[0].numbers == {"dropped": 3}


def test_the_stricter_form_drops_the_whole_copy():
    frame = _showing(["repeat", "degraded", "repeat"])
    assert _without_after_degraded(frame, "drop-copies").frame["segment"].to_list() == ["1"]


def test_a_recipe_may_keep_them_all():
    frame = _showing(["repeat", "degraded", "repeat"])
    kept = _without_after_degraded(frame, "keep")
    assert kept.frame["segment"].to_list() == ["0", "1", "2"]
    assert (kept.left_out, kept.findings) == (0, ())


def test_only_rows_that_would_count_are_counted():
    frame = _showing(["degraded", "repeat", "reference"])
    kept = _without_after_degraded(frame)
    assert kept.left_out == 1
    assert kept.frame["kind"].to_list() == ["degraded", "reference"]  # left out by kind, and counted there


def test_rows_of_another_showing_count():
    frame = _showing(["degraded", "repeat", "repeat"], showing=["copy", "first", "copy"])
    assert _without_after_degraded(frame).frame["segment"].to_list() == ["0", "1"]


def test_degraded_items_that_cannot_be_traced_are_refused():
    with pytest.raises(RecipeError, match="unknown which rows followed"):
        mark_after_degraded(_showing(["degraded", "repeat"]).drop("showing"), "drop")


def test_only_the_last_judgement_of_an_item_in_a_showing_is_kept():
    frame = _showing(["system"] * 3, segment=["1", "1", "2"], score=[10.0, 90.0, 50.0], ended=[2.0, 1.0, 3.0])
    kept = keep_last(frame)
    assert kept.frame["score"].to_list() == [10.0, 50.0]  # ended last, although it stands first
    assert kept.findings[0].numbers == {"dropped": 1, "rows": 3}


def test_without_a_showing_and_a_time_nobody_knows_what_is_a_revision():
    frame = _showing(["system"] * 2, segment=["1", "1"]).drop("showing")
    assert keep_last(frame).frame.height == 2


def _timed(**more):
    """Segment 1 judged twice within five seconds, then segment 2."""
    known = {"segment": ["1", "1", "2"], "score": [10.0, 90.0, 50.0], "ended": [100.0, 105.0, 200.0], **more}
    return _showing(["system"] * len(known["segment"]), **known).drop("showing")


@pytest.mark.parametrize("without", [[], ["position"], ["session"], ["annotator"]])
def test_a_judgement_that_is_given_anew_at_once_replaces_the_first(without):
    frame = _timed().with_columns(pl.lit(None).alias(name) for name in without)
    kept = keep_last(frame)
    assert kept.frame["score"].to_list() == [90.0, 50.0]
    assert kept.findings[0].numbers == {"dropped": 1, "rows": 3}
    turned = frame.reverse()  # the clock decides, not the row
    assert keep_last(turned).frame["score"].to_list() == [50.0, 90.0]


def test_the_last_of_three_in_a_row_is_kept():
    frame = _timed(segment=["1", "1", "1"], kind=["system"] * 3, score=[1.0, 2.0, 3.0], ended=[100.0, 105.0, 110.0])
    assert keep_last(frame).frame["score"].to_list() == [3.0]


@pytest.mark.parametrize(
    "second_look",
    [
        {"segment": ["1", "2", "1"]},  # something was judged in between
        {"kind": ["system", "repeat", "system"]},
        {"kind": ["repeat"] * 3},  # two copies of one item
        {"session": ["one", "two", "two"]},
        {"annotator": ["one", "two", "two"]},
        {"collection": ["one", "two", "two"]},
        {"criterion": ["adequacy", "fluency", "adequacy"]},
        {"scope": ["segment", "document", "segment"]},
        {"ended": [None, None, 200.0]},
        {"ended": [100.0, 105.0, None]},  # nobody knows what was in between
        {"ended": [100.0, 111.0, 200.0]},  # time enough for something that is not in these rows
        {"ended": [120.0, 180.0, 120.0]},  # times by the minute
        {"ended": [100.0, 105.0, 105.0]},
    ],
)
def test_second_looks_count_besides_the_first(second_look):
    assert keep_last(_timed(**second_look)).frame.height == 3


def test_revisions_do_not_count_in_a_ranking():
    rows = [
        {"annotator": f"a{who}", "system": system, "segment": str(segment), "score": score, "ended": begun + seconds}
        for who in range(2)
        for begun, system, slip in ((0.0, "A", 0.0), (1000.0, "B", 60.0))
        for segment in range(12)
        for seconds, score in ((60 * segment, slip), (60 * segment + 5, 60.0 + segment))
    ]
    # The first click was a slip: both systems end with the same scores, 60 to 71.
    table = Ratings.check(pl.DataFrame(rows))
    found = adjudge.rank(table, "wmt24-esa")
    assert [system.raw for system in found.systems] == [65.5, 65.5]


def test_rows_left_out_are_counted_by_kind():
    frame = _showing(["system", "degraded", "degraded", "calibration"])
    kept = of_kinds(frame, KINDS)
    assert kept.frame["segment"].to_list() == ["0"]
    assert kept.findings[0].numbers == {"left_out": {"calibration": 1, "degraded": 2}}


def test_document_scores_are_never_mixed_with_segment_scores():
    frame = _showing(["system"] * 2, scope=["segment", "document"])
    assert of_scope(frame, "segment").frame["segment"].to_list() == ["0"]
    assert of_scope(frame, "document").frame["segment"].to_list() == ["1"]


def test_without_a_scope_every_row_judges_a_segment():
    frame = _showing(["system"] * 2)
    assert of_scope(frame, "segment").frame.height == 2
    assert of_scope(frame, "document").frame.is_empty()
