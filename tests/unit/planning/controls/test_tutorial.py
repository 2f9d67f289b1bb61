from __future__ import annotations

import polars as pl

from adjudge.planning.controls.adding import add_controls
from adjudge.planning.controls.tutorial import add_tutorial, tutorial_showings, with_tutorial
from adjudge.planning.designs.showings import frame_of, sessions_of
from tests.unit.planning.controls.builder import campaign, given, sessions, texts_of

TUTORIAL = pl.DataFrame(
    {
        "document": ["t1", "t1", "t2"],
        "segment": ["1", "2", "1"],
        "source": ["one two three", "four", "five six"],
        "output": ["eins zwei drei", "vier", "fünf sechs"],
    }
)


def test_every_annotator_sees_it_first_and_once():
    made = given((5,) * 20, campaign(annotators=2), tutorial=TUTORIAL)
    frame = add_tutorial(made, frame_of(sessions(made)))
    for name in made.annotators:
        kinds = [s.kind for session in sessions_of(frame) if session.annotator == name for s in session.showings]
        assert kinds[:2] == ["tutorial", "tutorial"]
        assert "tutorial" not in kinds[2:]


def test_it_is_added_only_where_it_is_missing():
    made = given((5,) * 20, campaign(annotators=2), tutorial=TUTORIAL)
    frame = add_tutorial(made, frame_of(sessions(made)))
    assert add_tutorial(made, frame).equals(frame)
    without = given((5,), campaign())
    assert add_tutorial(without, frame_of(sessions(without))).equals(frame_of(sessions(without)))


def test_its_units_come_behind_those_of_the_campaign():
    made = given((5, 5), campaign(), tutorial=TUTORIAL)
    assert [(showing.unit, showing.length) for showing in tutorial_showings(made)] == [(2, 2), (3, 1)]
    whole = with_tutorial(made, texts_of(made))
    assert whole.units.rows()[2:] == [(2, "t1", 0, 2, 4.0, None), (3, "t2", 0, 1, 2.0, None)]
    assert whole.segments.rows()[10:] == [(2, 0, "t1", "1", 3.0), (2, 1, "t1", "2", 1.0), (3, 0, "t2", "1", 2.0)]
    shown = whole.texts.frame.filter(pl.col("tutorial").is_not_null())
    assert shown.select("document", "source", "tutorial").rows()[1] == ("t1", "four", "vier")
    assert shown["A"].to_list() == [None, None, None]


def test_positions_of_altered_texts_count_it_and_nothing_is_inserted_before_it():
    made = given((5,) * 40, campaign(annotators=2), tutorial=TUTORIAL)
    result = add_controls(made, add_tutorial(made, frame_of(sessions(made, 16))), texts_of(made))
    rows: dict[tuple[str, int], str] = {}
    for session in sessions_of(result.showings):
        if any(showing.kind == "tutorial" for showing in session.showings):
            assert [showing.kind for showing in session.showings[:2]] == ["tutorial", "tutorial"]
        kinds = [kind for showing in session.showings for kind in showing.item_kinds]
        rows |= {(session.name, position): kind for position, kind in enumerate(kinds)}
    assert result.altered.height > 0
    assert {rows[row["session"], row["position"]] for row in result.altered.iter_rows(named=True)} == {"degraded"}
