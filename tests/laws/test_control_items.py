"""Whatever a campaign looks like: no control item can be taken for a judgement that counts, nor the other way round."""

from __future__ import annotations

from collections import Counter
from itertools import accumulate

import pytest
from hypothesis import given as drawn
from hypothesis import strategies as st

from adjudge.planning.controls.adding import add_controls, alter_own
from adjudge.planning.designs.graham_da import GRAHAM_DA
from adjudge.planning.designs.registry import DESIGNS
from adjudge.planning.designs.showings import frame_of, sessions_of
from adjudge.planning.designs.wmt20_sr_dc import WMT20_SR_DC
from adjudge.planning.designs.wmt22_da_sqm import WMT22_DA_SQM
from adjudge.planning.designs.wmt24_esa import WMT24_ESA
from tests.unit.planning.controls.builder import campaign, given, sessions, texts_of

SHARES = st.sampled_from([0.0, 0.05, 0.1, 0.16])
LENGTHS = st.lists(st.integers(1, 12), min_size=1, max_size=25)


def items_of(showings):
    """Every item of a plan: session and position, kind, system, document and segment."""
    found = {}
    for session in sessions_of(showings):
        position = 0
        for showing in session.showings:
            for place, kind in enumerate(showing.item_kinds):
                found[session.name, position] = (kind, showing.systems[0], f"d{showing.unit}", str(place + 1))
                position += 1
    return found


def check_altered(result, made, texts):
    """Altered texts are those of degraded items, no others; each differs and can be undone."""
    items = items_of(result.showings)
    outputs = {(row["document"], row["segment"]): row for row in texts.frame.iter_rows(named=True)}
    altered = {(row["session"], row["position"]): row for row in result.altered.iter_rows(named=True)}
    assert len(altered) == result.altered.height
    assert set(altered) == {key for key, (kind, *_) in items.items() if kind == "degraded"}
    for key, row in altered.items():
        assert items[key] == ("degraded", row["system"], row["document"], row["segment"])
        output = outputs[row["document"], row["segment"]][row["system"]]
        assert row["text"] != output
        assert row["text"][: row["start"]] + row["replaced"] + row["text"][row["end"] :] == output
        assert (row["donor_document"], row["donor_segment"]) != (row["document"], row["segment"])
        # Ten words of which four differ: the table of both builders.
        assert sum(a != b for a, b in zip(row["text"].split(), output.split(), strict=True)) == 4
    assert all(
        showing.systems[0] in {*made.systems, *made.campaign.references}
        for session in sessions_of(result.showings)
        for showing in session.showings
    )


@drawn(
    lengths=LENGTHS,
    systems=st.integers(1, 4),
    annotators=st.integers(1, 4),
    shares=st.tuples(SHARES, SHARES, SHARES),
    distance=st.integers(0, 30),
    role=st.sampled_from(["control", "hidden"]),
    per_session=st.integers(1, 20),
    most=st.sampled_from([40, 80, 1000]),
    seed=st.integers(0, 5),
)
def test_control_items_of_any_campaign(lengths, systems, annotators, shares, distance, role, per_session, most, seed):
    degraded, repeats, references = shares
    of = campaign(
        systems=[f"S{number}" for number in range(systems)],
        annotators=annotators,
        references={"ref": {"role": role}},
        controls={
            "degraded": degraded,
            "repeats": repeats,
            "references": references if role == "control" else 0,
            "distance": distance,
            "reason": "none wanted",
        },
        work={"session_items": most},
        seed=seed,
    )
    made = given(lengths, of)
    before = sessions(made, per_session)
    texts = texts_of(made)
    result = add_controls(made, frame_of(before), texts)
    after = sessions_of(result.showings)

    # What counts is as it was, in the same order; everything else has another kind.
    assert [(session.name, session.annotator) for session in after] == [(s.name, s.annotator) for s in before]
    for old, new in zip(before, after, strict=True):
        counting = [(s.unit, s.length, s.systems) for s in new.showings if s.kind == "system"]
        assert counting == [(s.unit, s.length, s.systems) for s in old.showings]
        assert all(s.kind in {"degraded", "repeat", "reference"} for s in new.showings if s.kind != "system")
        assert new.items <= max(most, old.items)
    check_altered(result, made, texts)

    # Copies are whole texts, unless no session has room for any text.
    longest = max(lengths)
    cut = max(most - session.items for session in before) < min(lengths)
    copies = [(s.length, s.original.length) for session in after for s in session.showings if s.original is not None]
    assert cut or all(length == whole for length, whole in copies)

    for name in made.annotators:
        shown = [showing for session in after if session.annotator == name for showing in session.showings]
        starts = dict(zip(shown, accumulate((s.items for s in shown), initial=0), strict=False))
        damaged = set()
        for showing in shown:
            if showing.original is None:
                assert showing.kind == "system"
                continue
            assert showing.length <= showing.original.length
            assert showing.unit == showing.original.unit
            assert (showing.systems == showing.original.systems) == (showing.kind != "reference")
            assert starts[showing] - starts[showing.original] - showing.original.items >= distance
            assert showing.kind != "repeat" or showing.unit not in damaged
            damaged |= {showing.unit} if showing.kind == "degraded" else set()

    # No kind has more than a text beyond what was asked for. What is missing of all kinds together is less than a text,
    # and half a text of each kind that could not be placed, or it is said; all other differences are said as well.
    counts = Counter(kind for kind, *_ in items_of(result.showings).values())
    wanted = {"degraded": degraded, "repeat": repeats, "reference": references if role == "control" else 0}
    wanted = {kind: share for kind, share in wanted.items() if share}
    total = counts["system"] / (1 - sum(wanted.values()))
    found = [finding for finding in result.findings if finding.code == "AJ661"]
    warned = {finding.numbers["kind"] for finding in found if finding.severity == "warning"}
    told = {kind for finding in found for kind in finding.numbers.get("kinds", ())}
    for kind, share in wanted.items():
        assert counts[kind] < share * total + longest + 1e-6
        if abs(counts[kind] - share * total) > 0.5 + 1e-6:
            assert kind in warned | told
    missing = sum(share * total - counts[kind] for kind, share in wanted.items())
    assert missing < longest * (1 + (len(wanted) - 1) / 2) + 1e-6 or warned


@pytest.mark.parametrize("design", ["blocks", "side-by-side"])
@drawn(
    lengths=st.one_of(
        st.lists(st.integers(1, 30), min_size=10, max_size=30),
        st.builds(lambda length, count: [length] * count, st.integers(1, 30), st.integers(10, 30)),
    ),
    systems=st.integers(2, 4),
    annotators=st.integers(1, 3),
    shares=st.sampled_from([(0.05, 0.05), (0.1, 0.1), (0.05, 0.0)]),
    items=st.integers(60, 100),
    seed=st.integers(0, 5),
)
def test_sessions_leave_room_for_whole_copies(design, lengths, systems, annotators, shares, items, seed):
    of = campaign(
        systems=[f"S{number}" for number in range(systems)],
        annotators=annotators,
        controls={"degraded": shares[0], "repeats": shares[1], "distance": 0},
        work={"session_items": items},
        design=design,
        seed=seed,
    )
    made = given(lengths, of)
    after = sessions_of(add_controls(made, DESIGNS.find(design).build(made).showings, texts_of(made)).showings)
    assert all(session.items <= items for session in after)

    # No text is more than half a session: nothing is cut, and each kind is within a text of what was asked for.
    showings = [showing for session in after for showing in session.showings]
    assert all(showing.length == showing.original.length for showing in showings if showing.original is not None)
    counting = systems * sum(lengths)
    for kind, share in zip(("degraded", "repeat"), shares, strict=True):
        found = sum(showing.items for showing in showings if showing.kind == kind)
        assert abs(found - share * counting / (1 - sum(shares))) <= max(lengths)


@pytest.mark.parametrize("design", [GRAHAM_DA, WMT20_SR_DC, WMT22_DA_SQM, WMT24_ESA], ids=lambda design: design.name)
@drawn(lengths=LENGTHS, systems=st.integers(1, 4), annotators=st.integers(1, 4), seed=st.integers(0, 5))
def test_altered_texts_of_published_designs(design, lengths, systems, annotators, seed):
    lengths = [1 for length in lengths for _ in range(length)] if design.unit == "segment" else lengths
    names = [f"S{number}" for number in range(systems)]
    of = campaign(systems=names, annotators=annotators, references={"ref": {"role": "control"}}, seed=seed)
    made = given(lengths, of)
    texts = texts_of(made)
    result = alter_own(made, design.build(made).showings, texts, design.lengths)
    check_altered(result, made, texts)
    shown = {(s.unit, s.systems[0]) for session in sessions_of(result.showings) for s in session.showings if s.counts}
    assert shown == {(unit, name) for unit in range(len(lengths)) for name in names}
