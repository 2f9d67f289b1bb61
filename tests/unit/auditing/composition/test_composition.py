"""What sessions were made of: small campaigns by hand, findings, and refusals."""

from __future__ import annotations

import json

import polars as pl
import pytest

import adjudge
from adjudge import CompositionResult
from tests.builders import campaign, ratings


def mixed(*, human_in=("t0",), sessions=4):
    """Sessions with two of three systems, the human translation in some; documents of two segments."""
    rows = [
        {
            "session": f"t{t}",
            "annotator": f"p{t % 2}",
            "collection": "old" if t < 2 else "new",
            "system": system,
            "document": f"d{t}",
            "segment": str(g),
            "score": 40.0 + 20 * s + g,
        }
        for t in range(sessions)
        for s, system in enumerate(["a", "Human-A" if f"t{t}" in human_in else "b"])
        for g in range(2)
    ]
    return ratings(rows)


def codes(result):
    return [finding.code for finding in result.findings if finding.code.startswith("AJ55")]


def test_shares_of_sessions_and_annotators_with_human_translations():
    result = adjudge.composition(mixed())
    seen = {(r.collection, r.unit): (r.number, r.units) for r in result.seen if r.seen == "human"}
    assert seen == {
        ("old", "session"): (1, 2),
        ("new", "session"): (0, 2),
        ("old", "annotator"): (1, 2),
        ("new", "annotator"): (0, 2),
    }
    some = [finding for finding in result.findings if finding.code == "AJ550"]
    assert [finding.numbers["collection"] for finding in some] == ["old"]  # in `new` nobody saw any
    assert some[0].text.startswith("1 of 2 sessions of old (50.0%) saw human translations")


def test_human_systems_can_be_named():
    result = adjudge.composition(mixed(), human=["b"])
    assert {(r.number, r.units) for r in result.seen if r.seen == "human" and r.unit == "session"} == {(1, 2), (2, 2)}
    with pytest.raises(adjudge.AdjudgeError, match=r"AJ063 nobody is not among the systems: Human-A, a, b"):
        adjudge.composition(mixed(), human=["nobody"])


def test_imbalance_of_a_session_by_hand():
    # 8 + 2 + 6 items; session t0 holds 2 of a and 2 of Human-A: 1/2 |.5-.5| + 1/2 |.5-.125| + 1/2 |0-.375| = .375.
    result = adjudge.composition(mixed())
    assert result.sessions[0].imbalance == pytest.approx(0.375)
    assert result.sessions[0].counts == {"Human-A": 2, "a": 2, "b": 0}
    assert [session.systems for session in result.sessions] == [2] * 4


def test_meetings_are_not_symmetric():
    share = {(m.a, m.b): m.share for m in adjudge.composition(mixed()).meetings}
    assert (share["a", "Human-A"], share["Human-A", "a"], share["b", "Human-A"]) == (0.25, 1.0, 0.0)


def test_company_by_hand():
    # a (40.5) is judged beside b (60.5) or the human translation (60.5); both of these beside a only.
    systems = {s.system: s for s in adjudge.composition(mixed()).systems}
    assert systems["a"].company == pytest.approx(60.5)
    assert systems["b"].company == pytest.approx(40.5)
    # If every session had the campaign's mixture, b would meet 8 items of a and 2 of the human translation.
    assert systems["b"].fair == pytest.approx((8 * 40.5 + 2 * 60.5) / 10)


def test_z_scores_punish_good_company():
    """Two systems of equal quality, one always beside a bad system, the other always beside a good one."""
    rows = [
        {"session": f"{pair}{t}", "system": system, "segment": f"{pair}{t}{g}", "score": quality + g}
        for pair, systems in {"low": {"x": 50, "bad": 10}, "high": {"y": 50, "good": 90}}.items()
        for t in range(3)
        for system, quality in systems.items()
        for g in range(2)
    ]
    result = adjudge.composition(ratings(rows))
    systems = {row["system"]: row for row in result.to_frame().to_dicts()}
    assert systems["x"]["raw"] == systems["y"]["raw"]
    assert systems["x"]["z_rank"] < systems["y"]["z_rank"]
    assert systems["x"]["surplus"] < 0 < systems["y"]["surplus"]


def test_a_campaign_with_all_systems_in_every_session_has_no_findings():
    result = adjudge.composition(campaign([0, 5, 10]))
    assert codes(result) == []
    assert result.summary().startswith("12 of 12 sessions hold all 3 systems. On average 0.0% of the documents")


def test_sessions_that_lack_systems_are_found():
    table = campaign([0, 5, 10, 15])
    one_each = table.with_frame(table.frame.with_columns(session=pl.col("system") + pl.col("session")))
    assert "AJ551" in codes(adjudge.composition(one_each))


def test_annotators_are_no_sessions_unless_asked_for():
    table = campaign([0, 5])
    unknown = table.with_frame(table.frame.with_columns(session=pl.lit(None, dtype=pl.String)))
    with pytest.raises(adjudge.AdjudgeError, match=r"AJ063 96 of 96 ratings have no session(?s:.)*unit=\"annotator\""):
        adjudge.composition(unknown)
    result = adjudge.composition(unknown, unit="annotator")
    assert result.unit == "annotator"
    assert str(result.signature).startswith("composition:annotator|")
    nobody = unknown.with_frame(unknown.frame.with_columns(annotator=pl.lit(None, dtype=pl.String)))
    with pytest.raises(adjudge.AdjudgeError, match="AJ063 96 of 96 ratings have no annotator"):
        adjudge.composition(nobody, unit="annotator")
    with pytest.raises(adjudge.UsageError, match="AJ040"):
        adjudge.composition(table, unit="batch")  # type: ignore[arg-type]


def test_one_system_one_session_and_equal_scores_are_no_trouble():
    table = ratings([{"system": "a", "segment": str(i), "score": 50.0} for i in range(3)])
    result = adjudge.composition(table)
    assert (result.spearman, result.meetings, result.systems[0].z) == (None, (), None)


def test_control_items_alone_are_refused():
    table = ratings([{"system": "a", "segment": "1", "score": 50.0, "kind": "degraded"}])
    with pytest.raises(adjudge.AdjudgeError, match="AJ063"):
        adjudge.composition(table)


def test_a_result_is_read_back_without_loss():
    result = adjudge.composition(mixed())
    assert CompositionResult.from_dict(json.loads(json.dumps(result.to_dict()))) == result
    assert result.sessions_frame().columns == [
        "unit",
        "items",
        "systems",
        "imbalance",
        "expected",
        "p",
        "Human-A",
        "a",
        "b",
    ]
    assert result.to_frame().height == 3
