"""Votes of model arenas."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from adjudge.core.errors import AdjudgeError
from adjudge.io.reading import read, read_file

VOTE: dict[str, Any] = {
    "question_id": "q1",
    "model_a": "A",
    "model_b": "B",
    "winner": "model_a",
    "judge": "j1",
    "conversation_a": [{"role": "user", "content": "hello"}],
    "turn": 1,
    "language": "German",
    "tstamp": 1682351591.5,
}
VOTES = [VOTE | {"winner": winner} for winner in ("model_a", "model_b", "tie", "tie (bothbad)")]
FORMS = {
    "lines": "".join(json.dumps(vote) + "\n" for vote in VOTES),
    "list": json.dumps(VOTES),
    "indented list": json.dumps(VOTES, indent=2),
    "csv": "model_b,model_a,winner,judge,question_id,language,tstamp,turn\n"
    + "".join(f"B,A,{vote['winner']},j1,q1,German,1682351591.5,1\n" for vote in VOTES),
}


@pytest.mark.parametrize("form", FORMS)
def test_votes_are_read_without_a_map(form: str, tmp_path: Path) -> None:
    (tmp_path / "x").write_text(FORMS[form])
    reading = read_file(tmp_path / "x")
    assert reading.format == "arena"
    frame = reading.main.frame
    assert frame["outcome"].to_list() == ["a", "b", "tie", "tie"]
    assert frame["both_bad"].to_list()[-1] == "yes"
    first = frame.row(0, named=True)
    names = ("annotator", "segment", "system_a", "system_b", "started", "origin")
    assert [first[name] for name in names] == ["j1", "q1", "A", "B", 1682351591.5, "German"]
    left_out = next(finding for finding in reading.main.findings if finding.code == "AJ101")
    assert "turn" in left_out.numbers["columns"]
    assert ("conversation_a" in left_out.numbers["columns"]) == (form != "csv")


def test_the_language_of_prompts_makes_no_language_pairs(tmp_path: Path) -> None:
    (tmp_path / "x").write_text("".join(json.dumps(VOTE | {"language": lang}) + "\n" for lang in ("German", "English")))
    assert len(read(tmp_path / "x")) == 2
    assert not {"source_lang", "target_lang"} & set(read(tmp_path / "x").frame.columns)


def test_a_map_of_columns_still_wins(tmp_path: Path) -> None:
    (tmp_path / "x").write_text(FORMS["csv"])
    columns = {"system_a": "model_a", "system_b": "model_b", "outcome": "winner", "annotator": "question_id"}
    assert read(tmp_path / "x", columns=columns).frame["annotator"].to_list() == ["q1"] * 4


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (FORMS["lines"] + "{broken\n", "AJ011"),
        (json.dumps([*VOTES, 5]), "AJ011"),
        (json.dumps(VOTES)[:-3], "AJ011"),
        (json.dumps(VOTE | {"winner": "left"}) + "\n", "AJ014"),
        (json.dumps(VOTE | {"winner": None}) + "\n", "AJ015"),
        (json.dumps(VOTE | {"model_a": "B"}) + "\n", "AJ014"),
    ],
)
def test_bad_votes_are_refused(content: str, code: str, tmp_path: Path) -> None:
    (tmp_path / "x").write_text(content)
    with pytest.raises(AdjudgeError) as caught:
        read_file(tmp_path / "x")
    assert [problem.code for problem in caught.value.problems] == [code]
