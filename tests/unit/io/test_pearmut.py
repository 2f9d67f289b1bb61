"""Logs and campaigns of Pearmut."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from adjudge.core.errors import AdjudgeError
from adjudge.core.tables import Ratings, Spans
from adjudge.io.reading import read, read_file
from adjudge.scoring.filters import keep_last

ITEM = {"item_id": "s1", "src": "Ein Haus", "tgt": {"A": "a house", "B": "the house"}}


def entry(
    a: Any = 70, b: Any = 90, *, user: str = "u1", at: float = 100, item_i: Any = 0, **item: Any
) -> dict[str, Any]:
    answers = {"A": {"score": a, "error_spans": []}, "B": {"score": b, "error_spans": []}}
    actions = [{"time": at, "action": "load"}, {"time": at + 30, "action": "submit"}]
    return {"annotation": [answers], "actions": actions, "item": [ITEM | item], "user_id": user, "item_i": item_i}


@pytest.fixture
def put(tmp_path: Path):
    def put(*entries: Any) -> Path:
        path = tmp_path / "log"
        path.write_text("".join(json.dumps(held, ensure_ascii=False) + "\n" for held in entries))
        return path

    return put


def findings(table: Any) -> dict[str, Any]:
    return {finding.code: finding for finding in table.findings}


def test_systems_on_one_screen_share_a_showing(put) -> None:
    frame = read(put(entry(), entry(user="u2"))).frame
    assert frame["showing"].to_list() == ["u1:0", "u1:0", "u2:0", "u2:0"]
    assert frame.select("annotator", "system", "segment", "score", "started", "ended").rows()[:2] == [
        ("u1", "A", "s1", 70, 100, 130),
        ("u1", "B", "s1", 90, 100, 130),
    ]
    assert set(frame["kind"]) == {"system"}


def test_a_second_submission_is_kept_and_the_last_one_counts(put) -> None:
    ratings = read(put(entry(10, 20), entry(70, 90, at=500)))
    assert isinstance(ratings, Ratings)
    assert len(ratings) == 4
    assert findings(ratings)["AJ108"].numbers == {"rows": 2}
    # What recipes with revisions "keep-last" do: the screen is the same showing, so its last scores count.
    assert keep_last(ratings.frame).frame["score"].to_list() == [70, 90]


@pytest.mark.parametrize(
    ("held", "kind"),
    [
        (entry(), "system"),
        (entry(validation={"A": {"score": [0, 10]}}), "degraded"),
        (entry(validation={"A": [{"warning": "x", "score": [0, 10]}]}), "degraded"),
        (entry(validation={"A": {"score": [0, 10], "allow_skip": True}, "B": {"allow_skip": True}}), "tutorial"),
        (entry(validation={"A": {"score": [0, 10]}}, skippable=True), "tutorial"),
        (entry(item_i="welcome_0"), "tutorial"),
        (entry(item_i="goodbye_0"), "tutorial"),
        (entry(item_i="random_3"), "degraded"),
    ],
)
def test_items_with_a_known_answer_never_count(held: dict[str, Any], kind: str, put) -> None:
    reading = read_file(put(entry(user="other"), held))
    frame = reading.main.frame
    assert set(frame.filter(annotator="u1")["kind"]) == {kind}
    spans = reading.tables[1].frame
    assert ("u1" in spans["annotator"].to_list()) == (kind == "system")


def test_work_before_a_reset_is_left_out(put) -> None:
    reset = {"user_id": "u1", "annotation": "__RESET__"}
    ratings = read(put(entry(1, 2), entry(3, 4, user="u2"), reset, entry(5, 6, at=900)))
    assert sorted(ratings.frame["score"]) == [3, 4, 5, 6]
    assert findings(ratings)["AJ144"].numbers == {"entries": 1, "users": 1}


def test_forms_are_counted_and_left_out(put) -> None:
    form = {
        "annotation": ["Czech"],
        "item": [{"text": "language?", "form": "string"}],
        "user_id": "u",
        "item_i": "welcome_0",
    }
    ratings = read(put(entry(), form))
    assert len(ratings) == 2
    assert findings(ratings)["AJ145"].numbers == {"entries": 1}


def test_sliders_are_criteria_and_their_range_must_be_named(put) -> None:
    held = entry()
    held["annotation"] = [{"A": {"score": None, "sliders": {"Fluency": 4, "Adequacy": 2}, "error_spans": []}}]
    ratings = read(put(held))
    assert ratings.frame.select("criterion", "score").rows() == [("Fluency", 4), ("Adequacy", 2)]
    assert findings(ratings)["AJ147"].numbers == {"sliders": ["Fluency", "Adequacy"]}
    named = read(put(held), scale="0..5")
    assert set(named.frame["scale"]) == {"0..5"}
    assert "AJ147" not in findings(named)


def test_offsets_become_code_points(put) -> None:
    held = entry()
    text = "\N{SLIGHTLY SMILING FACE} house"  # the face is two UTF-16 units
    held["item"][0] = {**held["item"][0], "tgt": {"A": text, "B": "x"}}
    marks = [{"start_i": 3, "end_i": 7, "severity": "Minor"}, {"start_i": 8, "end_i": 8, "severity": "major"}]
    held["annotation"][0]["A"]["error_spans"] = marks
    spans = read(put(held), table="spans")
    assert isinstance(spans, Spans)
    rows = spans.frame.filter(system="A").select("start", "end", "severity", "category").rows()
    assert text[rows[0][0] : rows[0][1]] == "house"
    # The second mark is on the token behind the text that stands for something missing.
    assert rows == [(2, 7, "minor", None), (None, None, "major", "missing")]


def test_wmt_names_say_languages_domain_and_document(put) -> None:
    held = entry(item_id="cs-de_DE_#_news_#_idnes.1_#_4")
    row = read(put(held, entry(item_i="welcome_0"))).frame.row(0, named=True)
    names = ("source_lang", "target_lang", "domain", "document", "segment")
    assert [row[name] for name in names] == ["cs", "de_DE", "news", "idnes.1", "4"]


def test_languages_are_unknown_unless_all_judgements_name_them(put) -> None:
    frame = read(put(entry(item_id="cs-de_DE_#_news_#_idnes.1_#_4"), entry(user="u2"))).frame
    assert "source_lang" not in frame.columns


def test_a_name_that_occurs_twice_on_a_screen_is_numbered(put) -> None:
    held = entry()
    held["item"] *= 2
    held["annotation"] *= 2
    assert read(put(held)).frame["segment"].to_list() == ["s1", "s1", "s1#2", "s1#2"]


def test_entries_without_items_are_never_pooled(put) -> None:
    old = {"annotation": {"A": {"score": 5, "error_spans": []}}, "item_i": 0}
    ratings = read(put(old | {"user_id": "u1"}, old | {"user_id": "u2"}))
    assert ratings.frame["segment"].n_unique() == 2
    assert findings(ratings)["AJ146"].numbers == {"entries": 2}


def test_an_export_names_its_campaigns(tmp_path: Path) -> None:
    path = tmp_path / "annotations.json"
    path.write_text(json.dumps({"one": [entry()], "two": [entry(user="u2")]}))
    reading = read_file(path)
    assert reading.format == "pearmut"
    assert reading.main.frame["collection"].to_list() == ["one", "one", "two", "two"]


@pytest.mark.parametrize("change", [{"user_id": None}, {"annotation": [1]}, {"annotation": []}, {"item": [ITEM, ITEM]}])
def test_an_entry_that_cannot_be_read_is_named_by_its_line(change: dict[str, Any], put) -> None:
    with pytest.raises(AdjudgeError) as caught:
        read(put(entry(), entry() | change))
    assert caught.value.problems[0].code == "AJ011"
    assert "line 2" in caught.value.problems[0].what


def campaign(**changes: Any) -> dict[str, Any]:
    return {"info": {"assignment": "task-based"}, "campaign_id": "c", "data": [[[ITEM]], [[ITEM, ITEM]]], **changes}


@pytest.mark.parametrize("several", [False, True])
def test_a_campaign_is_a_plan_with_its_texts(several: bool, tmp_path: Path) -> None:
    path = tmp_path / "campaign.json"
    held = campaign(data_welcome=[[ITEM | {"item_id": "w"}]], data=[[[ITEM]], [[ITEM | {"item_id": "s2"}]]])
    path.write_text(json.dumps([held, held | {"campaign_id": "d"}] if several else held))
    reading = read_file(path)
    assert reading.format == "pearmut-campaign"
    batches, texts = reading.tables
    rows = batches.frame.select("session", "position", "system", "segment", "kind").rows()
    prefix = "c:" if several else ""
    assert rows[:4] == [
        (f"{prefix}welcome", 0, "A", "w", "tutorial"),
        (f"{prefix}welcome", 1, "B", "w", "tutorial"),
        (f"{prefix}1", 0, "A", "s1", "system"),
        (f"{prefix}1", 1, "B", "s1", "system"),
    ]
    assert texts.frame["segment"].to_list() == ["s1", "s2"]
    assert texts.frame["A"].to_list() == ["a house", "a house"]


def test_a_shared_pool_is_one_batch(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_text(
        json.dumps(campaign(info={"assignment": "single-stream"}, data=[[ITEM], [ITEM | {"item_id": "s2"}]]))
    )
    assert set(read_file(path).main.frame["session"]) == {"pool"}


@pytest.mark.parametrize("data", [5, [5], [[5]], [[[{"tgt": "text"}]]], [[[{"src": "x"}]]]])
def test_a_campaign_of_another_form_is_refused(data: Any, tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_text(json.dumps(campaign(data=data)))
    with pytest.raises(AdjudgeError) as caught:
        read_file(path)
    assert caught.value.problems[0].code == "AJ011"
