"""Batches of Appraise are read and written back without loss."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudge.core.errors import InputError
from adjudge.io.appraise.languages import appraise_language
from adjudge.io.appraise.tasks import ABSENT, AppraiseTask, Layout, read_tasks, write_tasks

KEYS = st.sampled_from(
    ["items", "task", "_item", "item", "itemID", "mqm", "targets", "more", "order", "targetText", "x"]
)
VALUES: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3),
    max_leaves=12,
)


def test_the_released_batches_are_written_back_byte_by_byte(data_file: Callable[[str], Path]) -> None:
    path = data_file("appraise-batch-example/batches.wmt22.eng-hrv.A.calibrationHITx100.json.gz")
    tasks, layout = read_tasks(path)
    assert write_tasks(tasks, layout) == gzip.decompress(path.read_bytes())
    # 100 accounts got the same 100 segment items and 13 document items (README of the data).
    assert len(tasks) == 100
    assert [len(task.items) for task in tasks] == [113] * 100
    assert sum(item.isCompleteDocument for item in tasks[0].items) == 13
    assert (tasks[0].task.sourceLanguage, tasks[0].task.targetLanguage) == ("eng", "hrv")
    assert tasks[0].items[0].mqm is ABSENT


@given(st.lists(st.dictionaries(KEYS, VALUES, max_size=4), max_size=3), st.sampled_from([None, 1, 2, 4]), st.booleans())
def test_any_list_of_objects_is_written_back_equal(
    tasks: list[dict[str, Any]], indent: int | None, ascii_: bool
) -> None:
    read = tuple(AppraiseTask.read(task) for task in tasks)
    data = write_tasks(read, Layout(indent, ascii_))
    assert json.loads(data) == tasks
    assert data.decode() == json.dumps(tasks, indent=indent, ensure_ascii=ascii_) + "\n"  # keys in their order, too


@pytest.mark.parametrize("indent", [None, 2, 4])
@pytest.mark.parametrize("end", ["", "\n"])
def test_the_layout_of_a_file_is_kept(tmp_path: Path, indent: int | None, end: str) -> None:
    path = tmp_path / "batches.json"
    path.write_text(json.dumps([{"items": [{"targetText": "ž"}], "task": {}}], indent=indent) + end)
    tasks, layout = read_tasks(path)
    assert write_tasks(tasks, layout) == path.read_bytes()


@pytest.mark.parametrize("text", ["{}", "[1]", '["a"]'])
def test_what_is_no_list_of_objects_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "batches.json"
    path.write_text(text)
    with pytest.raises(InputError, match="AJ011"):
        read_tasks(path)


@pytest.mark.parametrize(
    ("code", "theirs"),
    # Dashboard/models.py of Appraise lists these codes.
    [
        ("tr", "trk"),
        ("pl", "plk"),
        ("zh-TW", "zho-Hant"),
        ("zh", "zho"),
        ("ger", "deu"),
        ("pt-BR", "por"),
        ("hsb", "hsb"),
    ],
)
def test_languages_are_called_as_appraise_calls_them(code: str, theirs: str) -> None:
    assert appraise_language(code) == theirs
