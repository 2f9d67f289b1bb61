from __future__ import annotations

from collections import Counter
from itertools import accumulate

import polars as pl
import pytest

from adjudge.core.tables import MetricScores
from adjudge.planning.controls.adding import add_controls, alter_own, counting_items
from adjudge.planning.designs.showings import Session, Showing, frame_of, sessions_of
from tests.unit.planning.controls.builder import campaign, given, sessions, texts_of

REFERENCES = {"ref": {"role": "control"}}


def added(of, lengths=(5,) * 40, *, per_session=16, metrics=None, **changed):
    made = given(lengths, of)
    return add_controls(made, frame_of(sessions(made, per_session)), texts_of(made, **changed), metrics=metrics), made


def codes(result):
    return [finding.code for finding in result.findings]


def items_by_kind(showings):
    counted: Counter[str | None] = Counter()
    for session in sessions_of(showings):
        for showing in session.showings:
            counted[showing.kind] += showing.items
    return counted


def test_shares_are_met_and_findings_are_none():
    of = campaign(controls={"degraded": 0.05, "repeats": 0.1, "references": 0.05}, references=REFERENCES, annotators=2)
    result, _ = added(of)

    # 40 documents of 5 segments and 2 systems are 400 items, which are to be 80 %.
    assert items_by_kind(result.showings) == {"system": 400, "degraded": 25, "repeat": 50, "reference": 25}
    assert result.findings == ()


def test_every_session_gets_its_share():
    result, _ = added(campaign(controls={"degraded": 0.05, "repeats": 0.05}))
    for session in sessions_of(result.showings):
        kinds = Counter(showing.kind for showing in session.showings for _ in range(showing.items))
        assert kinds["system"] == 80
        # 4.4 items, which a unit of 5 segments fills; what is missing or too much is carried on.
        assert 0 < kinds["degraded"] <= 9
        assert 0 < kinds["repeat"] <= 9


def test_copies_follow_their_originals_at_a_distance_in_showings_of_their_own():
    result, _ = added(campaign(controls={"degraded": 0.1, "repeats": 0.1, "distance": 15}))
    copies = 0
    for session in sessions_of(result.showings):
        starts, total = {}, 0
        for showing in session.showings:
            starts[showing] = total
            total += showing.items
        for showing in session.showings:
            if showing.original is None:
                assert showing.kind == "system"
                continue
            copies += 1
            original = showing.original
            assert (showing.unit, showing.systems) == (original.unit, original.systems)
            assert showing.kinds is None
            assert starts[showing] - (starts[original] + original.items) >= 15
    assert copies > 10


def test_no_text_is_repeated_and_degraded_for_the_same_annotator_so_that_no_repeat_follows_a_degraded_copy():
    result, made = added(campaign(controls={"degraded": 0.2, "repeats": 0.2}, annotators=3))
    for name in made.annotators:
        copies = [
            showing
            for session in sessions_of(result.showings)
            if session.annotator == name
            for showing in session.showings
            if showing.original is not None
        ]
        units = {kind: {copy.unit for copy in copies if copy.kind == kind} for kind in ("degraded", "repeat")}
        assert len(units["degraded"]) > 1
        assert units["degraded"].isdisjoint(units["repeat"])
        outputs = [(copy.unit, copy.systems) for copy in copies]
        assert len(outputs) == len(set(outputs))


def test_an_annotator_who_judges_all_systems_on_few_texts_gets_copies_too():
    of = campaign(systems=[f"S{number}" for number in range(12)], annotators=1)
    result, _ = added(of, lengths=(5,) * 6, per_session=18)
    # 360 items are to be 90 %.
    assert items_by_kind(result.showings) == {"system": 360, "degraded": 20, "repeat": 20}


def test_copies_are_not_always_the_last():
    result, _ = added(campaign(controls={"degraded": 0.05, "repeats": 0.05}, annotators=4))
    last = [session.showings[-1].kind for session in sessions_of(result.showings)]
    assert "system" in last


def test_short_units_are_copied_whole_and_long_ones_cut():
    whole, _ = added(campaign(controls={"degraded": 0.1, "repeats": 0}), lengths=(2,) * 60)
    copies = [s for session in sessions_of(whole.showings)[:-1] for s in session.showings if s.kind == "degraded"]
    assert {showing.length for showing in copies} == {2}
    assert items_by_kind(whole.showings)["degraded"] == 26  # of 267 items, the whole number below a tenth
    cut, _ = added(campaign(controls={"degraded": 0.1, "repeats": 0}), lengths=(20,) * 12, per_session=3)
    lengths = [s.length for session in sessions_of(cut.showings) for s in session.showings if s.kind == "degraded"]
    assert lengths
    assert max(lengths) < 20


def test_originals_of_short_sessions_may_be_in_an_earlier_session():
    of = campaign(controls={"degraded": 0, "repeats": 0.2, "distance": 10}, annotators=1)
    result, _ = added(of, lengths=(4,) * 20, per_session=2)

    shown = [showing for session in sessions_of(result.showings) for showing in session.showings]
    starts = dict(zip(shown, accumulate((showing.items for showing in shown), initial=0), strict=False))
    copies = [showing for showing in shown if showing.kind == "repeat"]
    assert copies
    for copy in copies:
        assert copy.original is not None
        assert starts[copy] - starts[copy.original] - copy.original.items >= 10


def test_what_cannot_be_placed_is_said():
    of = campaign(controls={"degraded": 0, "repeats": 0.2, "distance": 1000}, annotators=1)
    result, _ = added(of)
    assert items_by_kind(result.showings) == {"system": 400}
    assert codes(result) == ["AJ661"]
    assert result.findings[0].numbers["wanted"] == 100
    assert result.findings[0].numbers["found"] == 0


def test_sessions_that_are_full_get_no_more():
    of = campaign(controls={"degraded": 0.1, "repeats": 0.1}, work={"session_items": 82})
    result, _ = added(of)
    assert all(session.items <= 82 for session in sessions_of(result.showings))
    assert codes(result) == ["AJ661", "AJ661"]


def test_designs_are_told_how_much_room_control_items_need():
    assert counting_items(campaign()) == 90
    assert counting_items(campaign(controls={"degraded": 0.1, "repeats": 0.2}, work={"session_items": 50})) == 35
    assert counting_items(campaign(protocol="pairwise")) == 100


def test_altered_texts_stand_where_their_items_are():
    result, _ = added(campaign(controls={"degraded": 0.1, "repeats": 0.1}))
    rows = {}
    for session in sessions_of(result.showings):
        position = 0
        for showing in session.showings:
            for place in range(showing.length):
                rows[session.name, position] = (showing.kind, showing.systems[0], f"d{showing.unit}", str(place + 1))
                position += 1
    degraded = {key: row for key, row in rows.items() if row[0] == "degraded"}
    altered = {
        (row["session"], row["position"]): ("degraded", row["system"], row["document"], row["segment"])
        for row in result.altered.iter_rows(named=True)
    }
    assert altered == degraded


def test_empty_outputs_and_copies_of_the_source_are_passed_over_and_named():
    of = campaign(controls={"degraded": 0.2, "repeats": 0})
    made = given((5,) * 40, of)
    source = texts_of(made).frame["source"].to_list()
    result, _ = added(of, B=source, A=[""] * 200)

    assert result.altered.is_empty()
    assert codes(result) == ["AJ661", "AJ662"]
    assert result.findings[1].numbers["systems"] == ["A", "B"]


def test_degraded_copies_avoid_the_worst_systems():
    of = campaign(systems=("A", "B", "C", "D"), controls={"degraded": 0.05, "repeats": 0})
    scores = pl.DataFrame({"metric": "chrF", "system": ["A", "B", "C", "D"], "segment": None, "score": [3.0, 1, 4, 2]})
    result, _ = added(of, metrics=MetricScores.check(scores.cast({"segment": pl.String})))
    assert set(result.altered["system"]) == {"A", "C", "D"}


def test_without_control_items_a_reason_is_asked_for():
    nothing = {"degraded": 0, "repeats": 0}
    result, _ = added(campaign(controls=nothing))
    assert codes(result) == ["AJ660"]
    assert codes(added(campaign(controls={**nothing, "reason": "known experts"}))[0]) == []


def test_protocols_of_several_outputs_get_none():
    of = campaign(protocol="pairwise")
    made = given((5,), of)
    frame = frame_of([Session("s", "a01", 1, (Showing(0, 5, ("A", "B")),))])
    result = add_controls(made, frame, texts_of(made))
    assert codes(result) == ["AJ663"]
    assert result.showings.equals(frame)


def test_the_same_seed_gives_the_same_plan_and_another_seed_another():
    def plan(seed):
        result, _ = added(campaign(seed=seed))
        return result.showings.write_json() + result.altered.write_json()

    assert plan(1) == plan(1) != plan(2)


def test_without_references_words_come_from_other_documents_of_the_same_system():
    of = campaign(controls={"degraded": 0.1, "repeats": 0})
    result, made = added(of)
    texts = {(row["document"], row["segment"]): row for row in texts_of(made).frame.iter_rows(named=True)}
    for row in result.altered.iter_rows(named=True):
        assert row["donor_document"] != row["document"]
        donor = texts[row["donor_document"], row["donor_segment"]][row["system"]]
        assert row["text"][row["start"] : row["end"]] in donor


def test_with_references_words_come_from_them_also_if_they_are_hidden():
    of = campaign(controls={"degraded": 0.1, "repeats": 0}, references={"ref": {"role": "hidden"}})
    result, made = added(of)
    texts = {(row["document"], row["segment"]): row for row in texts_of(made).frame.iter_rows(named=True)}
    assert result.altered.height > 0
    for row in result.altered.iter_rows(named=True):
        donor = texts[row["donor_document"], row["donor_segment"]]["ref"]
        assert row["text"][row["start"] : row["end"]] in donor


def test_a_design_with_mixed_copies_gets_their_texts_and_loses_what_cannot_be_degraded():
    of = campaign()
    made = given((3, 3), of)
    original = Showing(0, 3, ("A",))
    mixed = Showing(0, 3, ("A",), None, ("repeat", "degraded", "degraded"), original=original)
    frame = frame_of([Session("s", "a01", 1, (original, mixed))])
    texts = texts_of(made)
    result = alter_own(made, frame, texts, "graham")
    assert result.altered.select("position", "segment").rows() == [(4, "2"), (5, "3")]
    assert result.findings == ()

    outputs = texts.frame["A"].to_list()
    without = alter_own(made, frame, texts_of(made, A=[outputs[0], "", *outputs[2:]]))
    assert without.showings["kinds"].to_list() == [None, ["repeat", "repeat", "degraded"]]
    assert codes(without) == ["AJ662"]
    assert without.altered["position"].to_list() == [5]


@pytest.mark.parametrize("lengths", ["graham", "wmt22"])
def test_a_campaign_that_names_a_table_gets_it_from_every_design(lengths):
    whole = Showing(0, 30, ("A",))
    copy = Showing(0, 30, ("A",), "degraded", original=whole)
    other = "wmt22" if lengths == "graham" else "graham"
    words = [" ".join(f"w{line}x{word}" for word in range(40)) for line in range(30)]
    reference = [" ".join(f"r{line}x{word}" for word in range(40)) for line in range(30)]
    texts = texts_of(given((30,), campaign(references={"ref": {"role": "hidden"}})), A=words, ref=reference)
    made = given((30,), campaign(controls={"lengths": lengths}, references={"ref": {"role": "hidden"}}))
    result = alter_own(made, frame_of([Session("s", "a01", 1, (whole, copy))]), texts, other)
    # 40 words: 10 by the table of Graham (a quarter), 6 by that of WMT22.
    expected = {"graham": 10, "wmt22": 6}[lengths]
    assert {len(text.split()) for text in result.altered["replaced"]} == {expected}
