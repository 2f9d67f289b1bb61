"""Coverage, luck, lengths and repetition: small campaigns by hand, findings, and refusals."""

from __future__ import annotations

import json

import polars as pl
import pytest

import adjudge
from adjudge import DocumentsResult
from adjudge.auditing.documents.capacity import session_capacity
from adjudge.auditing.documents.coverage import document_lengths
from adjudge.auditing.documents.repetition import repetition
from tests.builders import campaign, ratings


def lucky():
    """a is judged on the easy document, b on the hard one, both on a middle one; b is better by 10 on the same."""
    scores = {("a", "easy"): 80, ("a", "middle"): 50, ("b", "middle"): 60, ("b", "hard"): 40}
    rows = [
        {"system": system, "document": document, "segment": str(g), "score": float(score + 2 * g - 1)}
        for (system, document), score in scores.items()
        for g in range(2)
    ]
    return ratings(rows)


def codes(result):
    return [finding.code for finding in result.findings if "AJ540" <= finding.code <= "AJ549"]


def test_documents_that_are_equally_easy_stand_by_name():
    """The median of .1 and .2 is .15, which in doubles is 3e-17 above .15."""
    scores = {"a": [0.15], "b": [0.1, 0.2]}
    rows = [
        {"system": system, "document": document, "segment": str(number), "score": score, "scale": "0..1"}
        for document, given in scores.items()
        for number, score in enumerate(given)
        for system in ("x", "y")
    ]
    assert [one.document for one in adjudge.documents(ratings(rows)).documents] == ["a", "b"]


def test_luck_by_hand():
    """a - b = -10 on the middle document; easy is 30 above the middle by a, hard is 20 below it by b."""
    result = adjudge.documents(lucky())
    systems = {s.system: s for s in result.systems}
    # Difficulties by the fit: middle 0, easy +30, hard -20, all of equal length; system a is 50, b is 60 on middle.
    assert systems["a"].adjusted == pytest.approx(50 + 10 / 3)
    assert systems["b"].adjusted == pytest.approx(60 + 10 / 3)
    assert systems["a"].luck == pytest.approx(65 - 50 - 10 / 3)
    assert [s.system for s in result.systems] == ["a", "b"]  # by plain means
    assert "AJ546" in codes(result)
    changed = next(f for f in result.findings if f.code == "AJ547")
    assert changed.numbers["pairs"] == [["b", "a"]]


def test_coverage_with_and_without_a_map():
    plain = adjudge.documents(lucky())
    assert (plain.total, plain.of_all_systems, plain.all_documents) == (6, 1, 3)
    assert [s.share for s in plain.systems] == [pytest.approx(4 / 6)] * 2
    places = [
        ("easy", "0"),
        ("easy", "1"),
        ("middle", "0"),
        ("middle", "1"),
        ("hard", "0"),
        ("hard", "1"),
        ("new", "0"),
    ]
    mapped = pl.DataFrame(places, schema=["document", "segment"], orient="row")
    assert [s.share for s in adjudge.documents(lucky(), segments=mapped).systems] == [pytest.approx(4 / 7)] * 2


def test_of_a_map_only_the_judged_domains_count():
    mapped = pl.DataFrame(
        {
            "domain": ["news", "news", "news", "news", "speech"],
            "document": ["easy", "middle", "middle", "hard", "talk"],
            "segment": ["0", "0", "1", "0", "0"],
        }
    )
    result = adjudge.documents(lucky(), segments=mapped)
    assert (result.total, result.all_documents) == (4, 3)
    off = next(f for f in result.findings if f.code == "AJ541")
    assert off.numbers["unknown"] == 2  # easy 1 and hard 1


def test_a_map_of_another_test_set_is_refused():
    other = pl.DataFrame({"document": ["x"], "segment": ["0"]})
    with pytest.raises(
        adjudge.AdjudgeError, match=r"AJ063 no judged segment is on the map.*'easy 0', on the map 'x 0'"
    ):
        adjudge.documents(lucky(), segments=other)
    with pytest.raises(adjudge.AdjudgeError, match="AJ063 the map of the test set has no column 'segment'"):
        adjudge.documents(lucky(), segments=other.drop("segment"))


def test_systems_without_a_shared_document_have_no_luck():
    table = lucky().with_frame(lucky().frame.filter(pl.col("document") != "middle"))
    result = adjudge.documents(table)
    assert [s.luck for s in result.systems] == [None, None]
    assert "AJ545" in codes(result)
    assert [c.t for c in result.cells] == [None, None]


def test_unknown_documents_leave_coverage_by_segments():
    table = campaign([0, 5])
    frame = table.frame.with_columns(
        segment=pl.col("document") + pl.col("segment"), document=pl.lit(None, dtype=pl.String)
    )
    result = adjudge.documents(table.with_frame(frame))
    assert (result.total, result.documents, result.cells, result.lengths) == (48, (), (), ())
    assert codes(result) == ["AJ540"]


def test_a_complete_campaign_has_no_findings():
    assert codes(adjudge.documents(campaign([0, 5, 10]))) == []


def test_one_system_and_equal_scores():
    one = adjudge.documents(ratings([{"system": "a", "segment": str(i), "score": 5.0} for i in range(3)]))
    assert (one.systems[0].mean, one.systems[0].adjusted) == (5.0, None)
    flat = campaign([0, 0]).frame.with_columns(score=pl.lit(50.0))
    equal = adjudge.documents(campaign([0, 0]).with_frame(flat))
    assert [s.luck for s in equal.systems] == pytest.approx([0, 0])
    assert not equal.anomalous


def test_nothing_to_look_at_is_refused():
    table = ratings([{"system": "a", "segment": "1", "score": 50.0, "kind": "degraded"}])
    with pytest.raises(adjudge.AdjudgeError, match="AJ063 none of the 1 rating"):
        adjudge.documents(table)


def test_scores_on_two_scales_are_refused():
    rows = [
        {"system": s, "segment": "1", "score": 3.0, "scale": scale} for s, scale in (("a", "1..5"), ("b", "0..100"))
    ]
    for audit in (adjudge.documents, adjudge.composition):
        with pytest.raises(adjudge.RecipeError, match="AJ032"):
            audit(ratings(rows))


def test_lengths_by_hand():
    # 2 and 4 segments: mean 3, sd 1 with n and 2 ** .5 with n - 1.
    places = [("d", str(i)) for i in range(2)] + [("e", str(i)) for i in range(4)]
    [row] = document_lengths(pl.DataFrame(places, schema=["document", "segment"], orient="row"))
    assert (row.documents, row.min, row.max, row.mean, row.median) == (2, 2, 4, 3.0, 3.0)
    assert [row.sd, row.sample_sd] == pytest.approx([1.0, 2**0.5])


def test_capacity_by_hand():
    # 12 sessions of 4 segments by 3 systems: 12 items, and 3 systems times 4 segments.
    held = session_capacity(campaign([0, 5, 10], annotators=1).frame)
    assert held is not None
    assert (held.systems, held.shown, held.needed, held.capacity, held.fits) == (3, 4.0, 12.0, 12.0, True)
    alone = campaign([0, 5, 10], annotators=1).frame.with_columns(session=pl.col("session") + pl.col("system"))
    tight = session_capacity(alone)
    assert tight is not None
    assert (tight.needed, tight.capacity, tight.fits) == (12.0, 4.0, False)
    # Of 4 segments that three annotators judge by turns one has 2 and the others 1, each of 3 systems: 6, 3 and 3.
    shared = session_capacity(campaign([0, 5, 10]).frame)
    assert shared is not None
    assert (shared.sessions, shared.capacity, shared.usual) == (36, 6, 3.0)


def test_order_of_documents():
    rows = [("d", 0.0), ("d", 90.0), ("d", 90.0), ("e", 70.0), ("e", 70.0), ("e", 70.0)]
    table = ratings(
        [{"system": "a", "document": d, "segment": str(i), "score": score} for i, (d, score) in enumerate(rows)]
    )
    assert [d.document for d in adjudge.documents(table, order="median").documents] == ["d", "e"]
    assert [d.document for d in adjudge.documents(table, order="mean").documents] == ["e", "d"]
    with pytest.raises(adjudge.UsageError, match="AJ040"):
        adjudge.documents(table, order="name")  # type: ignore[arg-type]


def test_repetition_by_hand():
    segments = pl.DataFrame(
        {
            "system": ["a", "a", "a", "b"],
            "document": ["d"] * 4,
            "segment": ["0", "1", "2", "0"],
            "mean": [95.0, 60.0, 20.0, 85.0],
        }
    )
    sources = pl.DataFrame({"document": ["d", "d"], "segment": ["0", "1"], "source": [" yes ", "no"]})
    found = repetition(segments, sources, ["yes", "other", "yes"], (0.0, 100.0))
    assert (found.lines, found.segments, found.seen, found.unknown) == (2, 2, 1, 1)
    assert [(s.system, s.seen, s.seen_mean, s.new, s.new_mean) for s in found.systems] == [
        ("a", 1, 95.0, 1, 60.0),
        ("b", 1, 85.0, 0, None),
    ]
    assert [(b.low, b.high, b.segments, b.seen) for b in found.bands] == [
        (0.0, 50.0, 0, 0),
        (50.0, 70.0, 1, 0),
        (70.0, 90.0, 1, 1),
        (90.0, 100.0, 1, 1),
    ]


def test_training_data_needs_texts():
    with pytest.raises(adjudge.AdjudgeError, match="AJ063 `training=` was given without texts"):
        adjudge.documents(lucky(), training=["line"])


def test_a_result_is_read_back_without_loss():
    texts = adjudge.Texts.check(pl.DataFrame({"document": ["easy"], "segment": ["0"], "source": ["yes"]}))
    result = adjudge.documents(lucky(), texts=texts, training=["yes"])
    assert result.repetition is not None
    assert DocumentsResult.from_dict(json.loads(json.dumps(result.to_dict()))) == result
    assert result.to_frame()["system"].to_list() == ["a", "b"]


def test_z_scores_of_cells_by_hand():
    """Both annotators rate a at 0 and 10 above their lowest and b at 20 and 30: z is the same for both.

    Of 0, 10, 20, 30 the mean is 15 and the variance (n - 1) 500 / 3, so that a has (0 + 10) / 2 - 15 = -10 of it.
    """
    rows = [
        {"annotator": name, "system": s, "document": name, "segment": str(g), "score": low + 20.0 * (s == "b") + 10 * g}
        for name, low in {"strict": 0, "lenient": 60}.items()
        for s in "ab"
        for g in range(2)
    ]
    cells = {(c.system, c.document): c.z for c in adjudge.documents(ratings(rows)).cells}
    expected = 10 / (500 / 3) ** 0.5
    assert cells == {
        (s, d): pytest.approx(expected if s == "b" else -expected) for s in "ab" for d in ("strict", "lenient")
    }


def test_without_annotators_and_sessions_there_are_no_z_scores():
    nobody = pl.lit(None, dtype=pl.String)
    table = lucky().with_frame(lucky().frame.with_columns(annotator=nobody, session=nobody))
    assert {cell.z for cell in adjudge.documents(table).cells} == {None}


def test_the_page_draws_raw_and_z_scores():
    from adjudge.reporting.audits.documents import documents_page

    page = documents_page(adjudge.documents(campaign([0, 5])), source="x")
    assert "Mean raw score of every system" in page
    assert "Mean z score of every system" in page
