"""Pairs of originals and copies: the fast pairing equals a plain one, in whatever form the data comes."""

from __future__ import annotations

from typing import Any

import polars as pl
from hypothesis import given
from hypothesis import strategies as st

from adjudge.auditing.context.pairs import find_pairs
from adjudge.auditing.context.showings import find_showings
from adjudge.core.errors import InputError
from adjudge.core.tables import Ratings

_SCORES = st.integers(0, 100)


@st.composite
def sessions(draw):
    """Documents of two systems in two sessions: originals and copies in any order, some cut short."""
    rows, place = [], dict[str, int]()
    for number in range(draw(st.integers(1, 5))):
        session, system = draw(st.sampled_from(["s1", "s2"])), draw(st.sampled_from(["A", "B"]))
        length = draw(st.integers(2, 6))
        looks = draw(st.permutations(["original", *["copy"] * draw(st.integers(0, 2))]))
        for look, role in enumerate(looks):
            controls = st.sampled_from(["repeat", "degraded", "reference"])
            kinds = [draw(controls) if role == "copy" else "system" for _ in range(length)]
            for i in range(draw(st.integers(1, length))):
                position = place.get(session, 0)
                place[session] = position + 1
                rows.append(
                    {
                        "annotator": "x",
                        "session": session,
                        "system": system,
                        "document": f"d{number}",
                        "segment": str(i),
                        "kind": kinds[i],
                        "score": draw(_SCORES),
                        "position": position,
                        "showing": f"{number}-{look}",
                    }
                )
    return pl.DataFrame(rows)


def plain_pairs(frame):
    """Pairs by walking through the rows: the plain twin."""
    displays: dict[tuple[str, ...], list[dict[str, Any]]] = {}
    for row in sorted(frame.iter_rows(named=True), key=lambda row: row["position"]):
        displays.setdefault((row["session"], row["system"], row["document"], row["showing"]), []).append(row)
    texts: dict[tuple[str, ...], list[list[dict[str, Any]]]] = {}
    for (session, system, document, _), rows in displays.items():
        texts.setdefault((session, system, document), []).append(rows)
    found = []
    for text, looks in texts.items():
        copies = [rows for rows in looks if {"degraded", "repeat"} & {row["kind"] for row in rows}]
        originals = [rows for rows in looks if {row["kind"] for row in rows} == {"system"}]
        if len(copies) != 1 or len(originals) != 1:
            continue
        before = {row["segment"]: row["score"] for row in originals[0]}
        seen, last = 0, False
        for row in copies[0]:
            if row["kind"] == "repeat" and row["segment"] in before:
                found.append((*text, row["segment"], before[row["segment"]] - row["score"], seen, last))
            last = row["kind"] == "degraded"
            seen += last
    return sorted(found)


def pairs_of(frame):
    try:
        pairs = find_pairs(find_showings(Ratings.check(frame))).frame
    except InputError as error:
        assert [problem.code for problem in error.problems] == ["AJ064"]  # noqa: PT017 - no controls were drawn
        return []
    assert (pairs["after"] == (pairs["seen"] > 0)).all()
    names = ("session", "system", "document", "segment", "difference", "seen", "adjacent")
    return sorted(pairs.select(names).iter_rows())


@given(sessions())
def test_pairs_equal_their_plain_twin(frame):
    assert pairs_of(frame) == plain_pairs(frame)


@given(sessions())
def test_displays_told_from_the_order_are_those_that_were_named(frame):
    """Documents here are judged in order, so the order tells as much as the column."""
    assert pairs_of(frame.drop("showing")) == pairs_of(frame)


@given(sessions(), st.randoms(use_true_random=False))
def test_the_order_of_rows_in_the_file_changes_nothing(frame, random):
    order = list(range(frame.height))
    random.shuffle(order)
    assert pairs_of(frame[order]) == pairs_of(frame)


@given(sessions())
def test_names_change_nothing(frame):
    renamed = frame.with_columns(document="x" + pl.col("document"), showing="y" + pl.col("showing"))
    assert [pair[3:] for pair in pairs_of(renamed)] == [pair[3:] for pair in pairs_of(frame)]
