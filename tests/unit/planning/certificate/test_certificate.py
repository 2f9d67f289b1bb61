"""The numbers of a certificate on plans that can be counted by hand, its JSON, and its summary."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from scipy.stats import nct, norm

from adjudge.core.campaign.sections import AnnotatorSection, ControlSection
from adjudge.kernels.block_designs.difference_errors import ScoreVariances
from adjudge.planning.certificate.certify import certify
from adjudge.planning.certificate.result import Certificate
from tests.unit.planning.certificate.plans import Shown, latin, planned

AB = ("A", "B")
#: Ann judges both systems on document 0 (2 segments), then a repeat of A; Bob both on document 1 (4 segments), and A on
#: document 0 again. Everybody begins with a calibration item.
SHOWINGS = [
    Shown("c1", "ann", 2, "B", "calibration"),
    Shown("s1", "ann", 0, "A"),
    Shown("s1", "ann", 0, "B"),
    Shown("s1", "ann", 0, "A", "repeat", 1),
    Shown("c2", "bob", 2, "B", "calibration"),
    Shown("s2", "bob", 1, "A"),
    Shown("s2", "bob", 1, "B"),
    Shown("s2", "bob", 0, "A"),
]
PEOPLE = AnnotatorSection(names=("ann", "bob", "cem"), hours=1.0, cost_per_hour=36.0, currency="CAD")


def counted(**rest: Any) -> Certificate:
    return certify(planned(SHOWINGS, lengths=(2, 4, 1), systems=AB, annotators=PEOPLE, **rest))


def test_what_is_counted():
    found = counted()
    assert (found.sessions, found.annotators, found.systems) == (4, 2, 2)
    assert (found.documents, found.texts, found.segments) == (2, 2, 6)
    # 2 + 2 of Ann, 4 + 4 + 2 of Bob count; 2 repeats and 2 calibration items do not.
    assert (found.judgements, found.items) == (14, 18)


def test_coverage():
    # Document 2 is in the calibration set alone: it was not to be judged, so 6 of 6 segments are.
    a, b = counted().coverage
    assert (a.documents, a.units, a.whole_units, a.segments, a.share, a.judgements) == (2, 2, 2, 6, 1.0, 8)
    assert (b.documents, b.units, b.whole_units, b.segments, b.share, b.judgements) == (2, 2, 2, 6, 1.0, 6)


def test_shares():
    found = counted()
    one, two = found.session_shares
    assert (one.name, one.annotator, one.documents, one.segments, one.apart) == ("s1", "ann", 2, 4, 0.0)
    # A twice and B once: half a document from an equal share of 1.5; 6 and 4 segments: one from 5.
    assert (two.name, two.counts, two.apart, two.apart_segments) == ("s2", {"A": 2, "B": 1}, 0.5, 1.0)
    assert [row.name for row in found.annotator_shares] == ["ann", "bob"]


def test_co_occurrence():
    apart = [Shown("1", "ann", 0, "A"), Shown("1", "ann", 0, "B"), Shown("2", "bob", 1, "A"), Shown("2", "bob", 0, "A")]
    rows = {(row.a, row.b): row for row in certify(planned(apart, lengths=(1, 1), systems=AB)).co_occurrence}
    assert (rows["A", "B"].share, rows["B", "A"].share) == (0.5, 1.0)
    # Session 1 of A holds one further block of the three others, of which one is of B; so does session 2.
    assert rows["A", "B"].expected == pytest.approx(1 / 3)
    assert rows["B", "A"].expected == pytest.approx(1.0)


def test_room_for_all_systems():
    room = certify(latin(5, 4, 2, length=8, per_session=4)).room
    # Sessions of 4 documents of 8 segments: 32 places for 5 times 8.
    assert (room.needed, room.room, room.fits, room.snippet) == (40.0, 32, False, 6)


def test_sessions_that_hold_some_of_the_systems_are_told():
    """Five systems in sessions of four documents: all five sessions lack one, balanced as they are."""
    found = certify(latin(5, 4, 5, per_session=4))
    (note,) = [finding for finding in found.findings if finding.code == "AJ670"]
    assert note.severity == "note"
    assert (note.numbers["fewest"], note.numbers["systems"]) == (4, 5)
    assert len(note.numbers["sessions"]) == sum(row.systems < 5 for row in found.session_shares)
    assert next(rule for rule in found.rules if rule.rule == "sessions-represent").ok
    assert "AJ670" not in {finding.code for finding in certify(latin(4, 4, 4, per_session=4)).findings}


def test_nothing_is_promised_where_documents_are_unknown():
    work = latin(3, 6, 3)
    assert certify(work).precision is not None
    unknown = certify(replace(work, documents_known=False))
    assert unknown.precision is None
    assert "nobody knows which of the" in unknown.summary()
    assert "enough-documents" in {row.rule for row in unknown.not_checked}


def test_two_systems_have_no_neighbours():
    known = ScoreVariances(*[1.0] * 7)
    assert "neighbours are" not in certify(latin(2, 20, 2), variances=known, width=18.0).summary()
    three = certify(latin(3, 20, 3), variances=known, width=18.0).summary()
    assert "all 3 pairs considered" in three
    assert "neighbours are 9.0 apart" in three  # 18 points from the worst to the best of three


def test_time_and_cost():
    found = counted()
    # 10 words an item at .8 s: 8 s; Ann 1 + 2 + 2 + 2 items, Bob 1 + 4 + 4 + 2, Cem none; 36 an hour is .01 a second.
    assert [(row.name, row.sessions, row.items) for row in found.annotator_work] == [
        ("ann", 2, 7),
        ("bob", 2, 11),
        ("cem", 0, 0),
    ]
    assert [row.minutes * 60 for row in found.annotator_work] == pytest.approx([56, 88, 0])
    assert [row.cost for row in found.annotator_work] == pytest.approx([0.56, 0.88, 0])
    assert [row.minutes * 60 for row in found.session_work] == pytest.approx([8, 48, 8, 80])
    assert found.hours == pytest.approx(144 / 3600)
    assert found.cost == pytest.approx(1.44)
    assert found.currency == "CAD"


def test_what_each_goal_consumes():
    goals = {row.goal: row for row in counted().goals}
    # 12 outputs are judged for the first time; Bob's 2 of A on document 0 are for agreement.
    items = {"coverage": 12, "agreement": 2, "consistency": 2, "calibration": 2, "attention": 0, "tutorial": 0}
    assert {name: goals[name].items for name in items} == items
    assert goals["coverage"].share == pytest.approx(12 / 18)
    assert goals["agreement"].cost == pytest.approx(0.16)
    assert sum(row.share for row in goals.values()) == pytest.approx(1)


def test_without_a_price_there_is_no_cost():
    found = certify(latin(2, 2, 2))
    assert found.cost is None
    assert found.currency is None


def test_outputs_shown_together_are_one_item_and_take_as_long_as_they_are_many():
    work = planned(
        [Shown("1", "ann", 0, "A"), Shown("1", "ann", 0, "B")], lengths=(1,), systems=AB, protocol="pairwise"
    )
    together = work.batches.frame.select(*(name for name in work.batches.frame.columns if name != "item"))
    frame = together.with_columns(item=together["segment"])
    changed = type(work)(**{**vars(work), "batches": type(work.batches).check(frame)})
    found = certify(changed)
    assert found.items == 1
    assert found.session_work[0].minutes * 60 == pytest.approx(0.8 * 10 * 2)
    assert found.precision is None  # no scores
    assert {"annotators-balanced", "sessions-represent", "judgements-equal"} <= {row.rule for row in found.not_checked}


VARIANCES = ScoreVariances(
    annotator=50.0,
    document=30.0,
    segment=80.0,
    system_document=20.0,
    system_segment=150.0,
    showing=70.0,
    residual=200.0,
)


def test_precision_follows_from_the_standard_error():
    # One annotator judges all of three systems on 25 documents of 4 segments.
    found = certify(latin(3, 25, 1, length=4), variances=VARIANCES, variances_from="a pilot", width=12.0).precision
    assert found is not None
    error = (2 * ((20 + 70) / 25 + (150 + 200) / 100)) ** 0.5
    assert found.standard_error == pytest.approx(error)
    assert found.largest_error == pytest.approx(error)
    assert found.half_width == pytest.approx(2.063899 * error, rel=1e-6)  # t of 24 degrees of freedom, from tables
    assert (found.step, found.variances_from) == (6.0, "a pilot")
    assert found.pair_level == pytest.approx(0.05 / 3)
    z = norm.ppf(1 - 0.05 / 6)
    limit = z / (1 - z**2 / 25) ** 0.5
    assert found.power == pytest.approx(nct.sf(limit, 24, 6 / error), rel=1e-6)
    assert found.smallest is not None
    assert nct.sf(limit, 24, found.smallest / error) == pytest.approx(0.8, rel=1e-6)


def test_few_documents_promise_nothing():
    """Signs of five documents have a p-value of 1 / 16 at best; with ten and 66 pairs power is too rough to tell."""
    none, unknown = (certify(latin(systems, units, 1)).precision for systems, units in ((3, 5), (12, 10)))
    assert none is not None
    assert unknown is not None
    assert (none.power, none.power_unadjusted, none.smallest) == (0.0, 0.0, None)
    assert (unknown.power, unknown.smallest) == (None, None)
    assert unknown.power_unadjusted is not None
    assert "5 documents the default test can separate nothing" in certify(latin(3, 5, 1)).summary()
    assert "too few to tell" in certify(latin(12, 10, 1)).summary()


def test_scales_without_known_variances_have_no_precision():
    found = certify(latin(2, 4, 1, protocol="mqm"))
    assert found.precision is None
    assert "protocol mqm" in (found.no_precision or "")
    assert (found.no_precision or "") in found.summary()
    assert (
        certify(latin(2, 1, 1)).no_precision
        == "No precision is told: 1 document does not tell how systems do on others."
    )
    assert certify(latin(2, 4, 1)).no_precision is None
    assert certify(latin(2, 4, 1, protocol="mqm"), variances=VARIANCES).precision is not None


CONTRACT = (
    *("signature", "sessions", "annotators", "systems", "documents", "judgements", "connected", "efficiency"),
    *("rules", "findings"),
)


def test_json_has_the_shape_that_other_programs_rely_on():
    data = json.loads(json.dumps(counted().to_dict(), allow_nan=False))
    assert set(CONTRACT) <= set(data)
    assert all({"rule", "ok", "value", "limit"} <= set(row) for row in data["rules"])
    assert all(isinstance(row["ok"], bool) for row in data["rules"])
    assert all({"code", "severity", "text", "numbers", "source", "todo"} <= set(row) for row in data["findings"])


@pytest.mark.parametrize("protocol", ["da-sqm", "pairwise"])
def test_json_is_read_back_without_loss(protocol):
    data = json.loads(json.dumps(counted(protocol=protocol).to_dict()))
    assert Certificate.from_dict(data).to_dict() == data


def test_the_same_plan_has_the_same_bytes():
    assert json.dumps(counted().to_dict()) == json.dumps(counted().to_dict())


def test_the_summary_names_broken_rules():
    clean = certify(latin(2, 20, 2, length=20, per_session=4))
    assert clean.summary().startswith("The plan keeps all ")
    assert clean.findings == ()
    assert all(row.rule in counted().summary() for row in counted().broken)


def test_why_there_are_no_control_items():
    said = ControlSection(degraded=0.0, repeats=0.0, reason="four known experts")
    assert certify(latin(2, 2, 2, controls=said)).no_controls == "four known experts"


def test_the_frame_has_a_row_for_every_rule():
    found = counted()
    assert found.to_frame()["rule"].to_list() == [row.rule for row in found.rules]
