"""The published builders against their published counts (annotation.md c.1, c.3, c.4, c.6), and what they leave out."""

from __future__ import annotations

from collections import Counter

import polars as pl
import pytest

from adjudge.planning.designs.graham_da import GRAHAM_DA
from adjudge.planning.designs.showings import sessions_of
from adjudge.planning.designs.wmt20_sr_dc import WMT20_SR_DC
from adjudge.planning.designs.wmt22_da_sqm import WMT22_DA_SQM
from adjudge.planning.designs.wmt24_esa import WMT24_ESA
from tests.unit.planning.controls.builder import campaign, given

REFERENCE = {"ref": {"role": "control"}}
PUBLISHED = (GRAHAM_DA, WMT20_SR_DC, WMT22_DA_SQM, WMT24_ESA)
MIXED = [length for length in range(1, 11) for _ in range(8)]
TUTORIAL = pl.DataFrame(
    {
        "document": ["t1"] * 3 + ["t2"] * 3,
        "segment": ["1", "2", "3"] * 2,
        "source": ["a b c"] * 6,
        "output": ["d e f"] * 6,
    }
)


def built(design, lengths, *, seconds=None, tutorial=None, **sections):
    made = given(lengths, campaign(**{"systems": ("A", "B", "C")} | sections), seconds=seconds, tutorial=tutorial)
    result = design.build(made)
    return sessions_of(result.showings), result.findings, made


def kinds_of(session):
    return Counter(kind for showing in session.showings for kind in showing.item_kinds)


def texts(findings):
    return " ".join(finding.text for finding in findings)


def judged(sessions):
    """How often each output is judged, segment by segment."""
    return Counter(
        (showing.unit, place, showing.systems[0])
        for session in sessions
        for showing in session.showings
        if showing.kind == "system"
        for place in range(showing.length)
    )


def test_graham_has_seventy_outputs_and_ten_of_each_control():
    sessions, _, _ = built(GRAHAM_DA, [1] * 140, references=REFERENCE)
    assert len(sessions) == 6
    for session in sessions:
        assert kinds_of(session) == {"system": 70, "degraded": 10, "repeat": 10, "reference": 10}
        for block in range(10):
            ten = session.showings[10 * block : 10 * block + 10]
            assert Counter(s.kind for s in ten) == {"system": 7, "degraded": 1, "repeat": 1, "reference": 1}


def test_graham_copies_are_41_to_59_places_from_their_originals():
    sessions, _, _ = built(GRAHAM_DA, [1] * 700, references=REFERENCE)
    distances = set()
    for session in sessions:
        place = {showing: number for number, showing in enumerate(session.showings)}
        for showing in session.showings:
            if showing.original is not None:
                distances.add(abs(place[showing] - place[showing.original]))
    assert min(distances) == 41
    assert max(distances) == 59


def test_graham_judges_every_output_and_fills_the_last_task_from_the_head_of_the_pool():
    sessions, findings, _ = built(GRAHAM_DA, [1] * 30, references=REFERENCE)
    counts = judged(sessions)
    assert len(counts) == 90
    assert Counter(counts.values()) == {1: 40, 2: 50}  # 140 places for 90 outputs
    assert "50 judgements that are asked for elsewhere already" in texts(findings)


def test_graham_copies_stand_before_their_originals_half_of_the_time():
    _, findings, _ = built(GRAHAM_DA, [1] * 70, references=REFERENCE)
    numbers = next(finding.numbers for finding in findings if "copies" in finding.numbers)
    # Sets 1 to 5 take their copies from sets 6 to 10 and the other way round.
    assert (numbers["copies"], numbers["total"]) == (45, 90)


def test_graham_without_control_references_leaves_them_out_and_says_so():
    sessions, findings, _ = built(GRAHAM_DA, [1] * 70)
    assert kinds_of(sessions[0]) == {"system": 70, "degraded": 10, "repeat": 10}
    assert "its sessions are 10 items shorter" in texts(findings)


def test_wmt20_draws_whole_documents_up_to_seventy_segments_and_fills_up_to_a_hundred():
    sessions, _, _ = built(WMT20_SR_DC, MIXED)
    for session in sessions:
        real = sum(showing.length for showing in session.showings if showing.kind == "system")
        assert 61 <= real <= 70  # the longest document has 10 segments
        assert session.items == 100
        assert set(kinds_of(session)) == {"system", "degraded", "repeat"}
    assert set(judged(sessions)) == {
        (unit, place, name) for unit, length in enumerate(MIXED) for place in range(length) for name in "ABC"
    }


def test_wmt20_balances_no_systems_inside_a_session():
    # The fault that Knowles 2021 describes: of 13 systems and documents of 20 segments a session holds three.
    sessions, _, _ = built(WMT20_SR_DC, [20] * 20, systems=[f"S{number:02d}" for number in range(13)])
    assert {len({s.systems for s in session.showings if s.kind == "system"}) for session in sessions} <= {1, 2, 3}


def test_wmt22_has_eighty_segments_and_twenty_of_copies_from_the_first_document_on():
    sessions, _, _ = built(WMT22_DA_SQM, MIXED)
    for session in sessions[:-1]:
        real = [showing for showing in session.showings if showing.kind == "system"]
        assert sum(showing.length for showing in real) == 80  # documents of one segment fill every gap
        assert session.items == 100
        copied = {showing.original for showing in session.showings if showing.original is not None}
        assert copied == set(real[: len(copied)])


def test_wmt22_degrades_three_segments_of_five_and_mixes_them_with_repeats():
    sessions, findings, _ = built(WMT22_DA_SQM, [10] * 160)
    counted = sum((kinds_of(session) for session in sessions), Counter[str]())
    copies = counted["degraded"] + counted["repeat"]
    assert copies == 20 * len(sessions) == 1200
    # Binomial: 1200 coins of .6, three standard deviations are .042.
    assert counted["degraded"] / copies == pytest.approx(0.6, abs=0.043)
    assert any(showing.kinds is not None for session in sessions for showing in session.showings)
    assert "follow a degraded segment of the same copy" in texts(findings)


def test_wmt22_copies_with_degraded_segments_stand_anywhere_but_last():
    sessions, findings, _ = built(WMT22_DA_SQM, [10] * 160)
    assert all("degraded" not in session.showings[-1].item_kinds for session in sessions)
    assert "before what" in texts(findings)


def test_wmt22_writes_a_hundred_sessions_and_says_what_is_dropped():
    sessions, findings, _ = built(WMT22_DA_SQM, [10] * 272)  # 816 outputs of 10 segments are 102 tasks
    assert len(sessions) == 100
    assert "writes 100 sessions and drops 2 further ones, with 160 judgements" in texts(findings)


def test_wmt24_has_twelve_degraded_items_in_six_documents_and_82_others():
    lengths = [1, 2, 7, 8, 9] * 30
    sessions, findings, _ = built(WMT24_ESA, lengths, tutorial=TUTORIAL)
    for session in sessions:
        counted = kinds_of(session)
        assert (counted["tutorial"], counted["degraded"], counted["system"] + counted["filler"]) == (6, 12, 82)
        copies = [showing for showing in session.showings if showing.kind == "degraded"]
        assert sorted(showing.length for showing in copies) == [1, 1, 1, 1, 1, 7]
        assert [showing.kind for showing in session.showings[:2]] == ["tutorial", "tutorial"]
        assert all(showing.kinds is None for showing in session.showings)
        assert sum(showing.kind == "filler" for showing in session.showings) <= 1
    assert "before what" in texts(findings)
    # What was begun in one task is judged whole in another.
    counts = judged(sessions)
    assert len(counts) == 3 * sum(lengths)


def test_wmt24_without_a_tutorial_has_88_others():
    sessions, _, _ = built(WMT24_ESA, [8] * 60)
    counted = kinds_of(sessions[0])
    assert (counted["degraded"], counted["system"] + counted["filler"], sessions[0].items) == (12, 88, 100)


@pytest.mark.parametrize(("design", "longest"), [(WMT20_SR_DC, 70), (WMT22_DA_SQM, 70), (WMT24_ESA, 88)])
def test_documents_that_are_too_long_are_named(design, longest):
    sessions, findings, _ = built(design, [5] * 30 + [longest, longest + 1])
    units = {showing.unit for session in sessions for showing in session.showings}
    assert 30 in units
    assert 31 not in units
    dropped = next(finding for finding in findings if finding.code == "AJ666")
    assert dropped.text.endswith(f"drops 1 document longer than {longest} segments: d31.")
    assert dropped.numbers["document(s)"] == ["d31"]


@pytest.mark.parametrize("design", PUBLISHED)
def test_sessions_go_to_annotators_in_turn(design):
    lengths = [1] * 500 if design is GRAHAM_DA else [10] * 60
    sessions, _, made = built(design, lengths, annotators=4)
    counts = Counter(session.annotator for session in sessions)
    assert set(counts) == set(made.annotators)
    assert max(counts.values()) - min(counts.values()) <= 1


@pytest.mark.parametrize("design", PUBLISHED)
def test_hours_are_kept_and_what_nobody_has_time_for_is_counted(design):
    lengths = [1] * 500 if design is GRAHAM_DA else [10] * 60
    pace = {"seconds_per_item": 10, "seconds_per_word": 0}
    # A session of 100 items takes 1,000 seconds at most (90 items without references 900).
    seconds = {"a01": 2050.0, "a02": 1000.0, "a03": 500.0}
    everything, _, _ = built(design, lengths, annotators=3, work=pace)
    sessions, findings, _ = built(design, lengths, annotators=3, work=pace, seconds=seconds)
    assert Counter(session.annotator for session in sessions) == {"a01": 2, "a02": 1}
    lost = next(finding for finding in findings if "given to nobody" in finding.text)
    assert lost.numbers["sessions"] == len(everything) - 3
    kept = sum(s.length for session in sessions for s in session.showings if s.kind in {"system", "filler"})
    assert lost.numbers["total"] - lost.numbers["judgements"] == kept


@pytest.mark.parametrize("design", PUBLISHED)
def test_outputs_that_are_judged_twice_go_to_two_annotators(design):
    lengths = [1] * 140 if design is GRAHAM_DA else [10] * 40
    sessions, _, _ = built(design, lengths, annotators=5, work={"judgements": 2})
    by_annotator = Counter(
        (session.annotator, tuple((s.unit, s.systems, s.kind) for s in session.showings)) for session in sessions
    )
    assert set(by_annotator.values()) == {1}
    assert set(Counter(content for _, content in by_annotator).values()) == {2}
    # Every copy belongs to its own session.
    assert all(s.original in session.showings for session in sessions for s in session.showings if s.original)


@pytest.mark.parametrize("design", PUBLISHED)
def test_keys_that_do_not_apply_are_named(design):
    _, findings, _ = built(design, [1] * 80, controls={"degraded": 0.1}, work={"waves": 2, "session_items": 50})
    ignored = next(finding for finding in findings if "does not follow" in finding.text)
    assert ignored.numbers["keys"] == ["`controls.degraded`", "`work.session_items`", "`work.waves`"]


@pytest.mark.parametrize("design", PUBLISHED)
def test_the_same_seed_gives_the_same_plan(design):
    def plan(seed):
        made = given([1] * 100, campaign(seed=seed))
        return design.build(made).showings.write_json()

    assert plan(3) == plan(3) != plan(4)


@pytest.mark.parametrize("design", PUBLISHED)
def test_very_small_campaigns_are_planned_too(design):
    sessions, _, _ = built(design, [1, 1], systems=("A",), annotators=1)
    assert {showing.unit for session in sessions for showing in session.showings} == {0, 1}


@pytest.mark.parametrize("design", PUBLISHED)
def test_no_texts_no_sessions(design):
    sessions, _, _ = built(design, [])
    assert sessions == []
