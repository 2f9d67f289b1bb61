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


def copies_of(result, *kinds):
    """The control copies in the order in which they are shown."""
    showings = [showing for session in sessions_of(result.showings) for showing in session.showings]
    return [showing for showing in showings if showing.kind in (kinds or ("degraded", "repeat", "reference"))]


def test_every_session_that_is_due_gets_whole_copies_and_hands_on_what_it_has_too_much():
    result, _ = added(campaign(controls={"degraded": 0.05, "repeats": 0.05}))
    for session in sessions_of(result.showings):
        kinds = Counter(showing.kind for showing in session.showings for _ in range(showing.items))
        assert kinds["system"] == 80
        # 8.9 items are due, which one or two texts of 5 segments give.
        assert kinds["degraded"] + kinds["repeat"] in {5, 10}
    assert {copy.length for copy in copies_of(result)} == {5}


def test_kinds_take_turns_where_a_session_has_room_for_one_copy_and_everybody_gets_both():
    of = campaign(annotators=2, work={"session_items": 90})
    # Sessions of 80 items in texts of 10: 8.9 are due, 4.4 of each kind, and there is room for one text.
    result, made = added(of, lengths=(10,) * 40, per_session=8)
    assert all(session.items in {80, 90} for session in sessions_of(result.showings))
    kinds = [copy.kind for copy in copies_of(result)]
    # 800 items that count: 44.4 of each kind.
    assert {kind: kinds.count(kind) for kind in set(kinds)} in (
        {"degraded": 4, "repeat": 4},
        {"degraded": 5, "repeat": 4},
    )
    for name in made.annotators:
        own = [
            s.kind for session in sessions_of(result.showings) if session.annotator == name for s in session.showings
        ]
        assert abs(own.count("degraded") - own.count("repeat")) <= 1
        assert "degraded" in own
        assert "repeat" in own


def test_who_had_their_share_waits_for_the_others():
    of = campaign(annotators=2, controls={"degraded": 0.1, "repeats": 0})
    # Sessions of 45 items in texts of 9: every session is due for half a text, so one in two gets one.
    result, made = added(of, lengths=(10,) * 36, per_session=5)
    copies = Counter(s.annotator for s in sessions_of(result.showings) for one in s.showings if one.kind != "system")
    assert set(copies) == set(made.annotators)
    assert max(copies.values()) - min(copies.values()) <= 1


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


def test_copies_have_the_lengths_of_what_counts():
    of = campaign(controls={"degraded": 0.1, "repeats": 0.1}, work={"session_items": 1000})
    result, _ = added(of, lengths=(2, 9) * 30)
    for kind in ("degraded", "repeat"):
        lengths = Counter(copy.length for copy in copies_of(result, kind))
        # As many texts of 2 segments as of 9 are shown.
        assert abs(lengths[2] - lengths[9]) <= 1
        assert lengths[2] > 3


def test_long_texts_are_copied_where_there_is_room():
    of = campaign(controls={"degraded": 0.2, "repeats": 0, "distance": 0}, annotators=1, work={"session_items": 66})
    # Six sessions of 60 items have no room for a text of 20 segments, but for one of 5; three of 40 have room for it.
    made = given((5, 5, 5, 5, 20, 20) * 6, of)
    shown = [Showing(unit, length, ("A",)) for unit, length in made.units.select("unit", "length").iter_rows()]
    parts = [shown[first : first + 6] for first in range(0, 36, 6)]
    parts += [part[:5] for part in ([Showing(s.unit, s.length, ("B",)) for s in part] for part in parts[:3])]
    result = add_controls(
        made, frame_of([Session(f"s{at}", "a01", 1, tuple(part)) for at, part in enumerate(parts)]), texts_of(made)
    )
    long = [
        s.name for s in sessions_of(result.showings) for one in s.showings if one.kind != "system" and one.length > 5
    ]
    assert long == ["s6", "s7", "s8"]
    assert all(session.items <= 66 for session in sessions_of(result.showings))


def test_copies_are_cut_only_if_no_session_has_room_for_any_text():
    def tight(*systems):
        asked = {"degraded": 0.1, "repeats": 0}
        return campaign(systems=systems, annotators=1, controls=asked, work={"session_items": 69})

    cut, _ = added(tight("A", "B"), lengths=(20,) * 12, per_session=3)
    assert {copy.length for copy in copies_of(cut)} == {9}
    # All sessions are as full, but one text has 9 segments: it is copied whole, and nothing else is copied.
    whole, _ = added(tight("A"), lengths=(9, 31, *(20,) * 13), per_session=3)
    assert [copy.length for copy in copies_of(whole)] == [9]
    assert codes(whole) == ["AJ661"]
    assert whole.findings[0].numbers["full"] > 0
    assert "at a distance" not in whole.findings[0].text


def test_long_texts_that_have_no_copy_are_said():
    of = campaign(controls={"degraded": 0.1, "repeats": 0.1}, work={"session_items": 80})
    # Sessions of 4 texts of 15 segments and 4 of 2 are 68 items: no text of 15 can be copied.
    result, _ = added(of, lengths=(2, 15) * 20, per_session=8)
    found = next(finding for finding in result.findings if finding.code == "AJ643")
    assert found.severity == "warning"
    assert found.numbers == {"longer": 40, "showings": 80, "longest": 2}


def test_more_items_than_asked_for_are_said_like_fewer():
    # 80 items that count are to be 85 %: 14.1 are due, more than half a text of 20.
    of = campaign(controls={"degraded": 0.15, "repeats": 0}, annotators=1)
    result, _ = added(of, lengths=(20,) * 2, per_session=4)
    assert codes(result) == ["AJ661"]
    assert result.findings[0].severity == "note"
    assert result.findings[0].numbers == {"kinds": ["degraded"], "found": [20], "wanted": [14]}
    assert "20 degraded items (14 were asked for)" in result.findings[0].text
    # 4.2 are due, less than half a text.
    few, _ = added(campaign(controls={"degraded": 0.05, "repeats": 0}, annotators=1), lengths=(20,) * 2, per_session=4)
    assert [finding.severity for finding in few.findings] == ["warning"]
    assert few.findings[0].numbers["wanted"] == 4


def test_references_of_two_roles_are_said():
    roles = {"first": {"role": "system"}, "second": {"role": "control"}}
    asked = {"degraded": 0, "repeats": 0, "references": 0.1}
    result, _ = added(campaign(references=roles, controls=asked))
    found = next(finding for finding in result.findings if finding.code == "AJ644")
    assert found.numbers == {"ranked": ["first"], "controls": ["second"]}
    assert "AJ644" not in codes(added(campaign(references=REFERENCES, controls=asked))[0])
    # A reference that could be shown and is not.
    shown = added(campaign(references=roles, controls={**asked, "references": 0, "repeats": 0.1}))[0]
    assert "AJ644" not in codes(shown)


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


def test_without_other_words_it_says_so_and_a_reference_that_is_hidden_helps():
    # One document without a reference: 80 items count, and 34 are to be degraded.
    controls = {"degraded": 0.3, "repeats": 0, "distance": 0}
    of = campaign(controls=controls, annotators=1, work={"session_items": 200})
    result, _ = added(of, lengths=(40,))
    assert codes(result) == ["AJ661", "AJ662"]
    assert all("no other words to take" in finding.text for finding in result.findings)

    of = campaign(controls=controls, annotators=1, work={"session_items": 200}, references={"ref": {"role": "hidden"}})
    result, _ = added(of, lengths=(40,))
    assert items_by_kind(result.showings)["degraded"] == 40


def test_texts_of_which_no_copy_can_be_made_are_no_matter_of_distance():
    of = campaign(controls={"degraded": 0.1, "repeats": 0, "distance": 0}, annotators=1)
    result, _ = added(of, A=[""] * 200, B=[""] * 200)
    assert codes(result) == ["AJ661", "AJ662"]
    assert "no copy can be made" in result.findings[0].text
    assert "distance" not in result.findings[0].text


def test_sessions_that_are_full_get_no_more():
    of = campaign(controls={"degraded": 0.1, "repeats": 0.1}, work={"session_items": 82})
    result, _ = added(of)
    assert all(session.items <= 82 for session in sessions_of(result.showings))
    assert codes(result) == ["AJ661", "AJ661"]
    # A sentence speaks of what there is: no "0 sessions".
    assert all("0 session" not in finding.text for finding in result.findings)


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


@pytest.mark.parametrize(("judgements", "asked"), [(1, True), (2, False)])
def test_where_there_are_no_control_items_several_judgements_are_advised(judgements, asked):
    made = given((5,), campaign(protocol="pairwise", work={"judgements": judgements}))
    frame = frame_of([Session("s", "a01", 1, (Showing(0, 5, ("A", "B")),))])
    [finding] = add_controls(made, frame, texts_of(made)).findings
    assert finding.todo is not None
    assert "agreement of annotators" in finding.todo
    assert ("`work.judgements`" in finding.todo) is asked


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
