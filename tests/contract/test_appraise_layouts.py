"""Every layout that Appraise exports is told apart and read, with and without the columns of the batch.

Appraise writes no header line. The rows are invented here; the columns are those of its export command.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from adjudge.core.errors import AdjudgeError
from adjudge.core.tables import Ratings, Spans
from adjudge.io.reading import read_file
from adjudge.io.registry import FORMATS
from adjudge.io.source import open_source
from adjudge.ranking.rank import rank

Row = Mapping[str, Any]

LAYOUTS = {
    "Direct": "user system item type src tgt score start end",
    "DocLevelDA": "user system item type src tgt score doc complete start end",
    "Document": "user system item type src tgt score doc complete mqm start end",
    "Pairwise": "user system system2 item type src tgt score score2 errors errors2 source_errors start end",
    "PairwiseDocument": "user system system2 item type src tgt score score2 doc complete start end",
    "Data": "user domain url system item type src tgt score rank start end",
    "WMT25 with the key in place of the item": "user system key type src tgt score doc complete mqm start end",
    "WMT25 with the key after the user": "user key system item type src tgt score doc complete mqm start end",
    "Inuktitut": "annotator user system item type src tgt score doc complete start end",
}
WIDTHS = {
    "Direct": 9,
    "DocLevelDA": 11,
    "Document": 12,
    "Pairwise": 14,
    "PairwiseDocument": 13,
    "Data": 12,
    "WMT25 with the key in place of the item": 12,
    "WMT25 with the key after the user": 13,
    "Inuktitut": 12,
}
KINDS = {"TGT": "system", "BAD": "degraded", "BAD.typo": "degraded", "REF": "reference", "CHK": "repeat"}
MARKS = [{"start_i": 2, "end_i": 4, "severity": "minor", "error_type": None}]

every_layout = pytest.mark.parametrize("layout", LAYOUTS)
with_and_without_batch = pytest.mark.parametrize("batch", [False, True], ids=["plain", "with batch"])


def invented(number: int, **changes: object) -> Row:
    """One row with everything any layout needs."""
    return {
        "annotator": "rosa",
        "user": f"engdeu{10 + number % 3:02x}07",
        "system": f"System-{number % 4}",
        "system2": f"System-{(number + 1) % 4}",
        "item": number,
        "key": f"news-{number}_#_{number}",
        "type": list(KINDS)[number % len(KINDS)],
        "src": "eng",
        "tgt": "deu",
        "score": number % 101,
        "score2": (number + 7) % 101,
        "doc": f"doc-{number // 5}",
        "complete": number % 5 == 4,
        "mqm": json.dumps(MARKS if number % 2 else []),
        "errors": "",
        "errors2": "",
        "source_errors": "",
        "domain": "news",
        "url": "https://example.org/a,b",
        "rank": 1,
        "start": 1_700_000_000.25 + 60 * number,
        "end": 1_700_000_030.5 + 60 * number,
        "batch": number // 10 + 1,
        "internal": 900 + number,
    } | changes


def export(path: Path, layout: str, rows: list[Row], *, batch: bool = False) -> Path:
    """Write rows as the export command of Appraise does."""
    names = LAYOUTS[layout].split() + (["batch", "internal"] if batch else [])
    assert len(names) == WIDTHS[layout] + 2 * batch
    text = io.StringIO()
    csv.writer(text).writerows([[row[name] for name in names] for row in rows])
    path.write_text(text.getvalue(), newline="")
    return path


def ratings_of(path: Path) -> pl.DataFrame:
    reading = read_file(path)
    assert reading.format == "appraise"
    assert isinstance(reading.tables[0], Ratings)
    return reading.tables[0].frame


@with_and_without_batch
@every_layout
def test_a_layout_is_told_by_its_content_alone(layout: str, batch: bool, tmp_path: Path) -> None:
    path = export(tmp_path / "x", layout, [invented(n) for n in range(20)], batch=batch)
    assert [form.name for form in FORMATS.values() if form.detect(open_source(path))] == ["appraise"]


@with_and_without_batch
@every_layout
def test_every_value_of_a_layout_arrives_in_its_column(layout: str, batch: bool, tmp_path: Path) -> None:
    rows = [invented(n) for n in range(20)]
    frame = ratings_of(export(tmp_path / "x.csv", layout, rows, batch=batch))
    columns = LAYOUTS[layout].split()
    second = "system2" in columns
    assert frame.height == len(rows) * (2 if second else 1)
    first = frame[::2] if second else frame

    def read(name: str, key: str, convert: Callable[[Any], object] = lambda value: value) -> None:
        assert first[name].to_list() == [convert(row[key]) for row in rows]

    read("session", "user")
    read("system", "system")
    read("segment", "key" if "item" not in columns else "item", str)
    read("kind", "type", KINDS.__getitem__)
    read("source_lang", "src")
    read("target_lang", "tgt")
    read("score", "score", float)
    read("started", "start")
    read("ended", "end")
    if "doc" in columns:
        read("document", "doc")
        read("scope", "complete", lambda complete: "document" if complete else "segment")
    if "domain" in columns:
        read("domain", "domain")
    if "annotator" in columns:
        read("annotator", "annotator")
    else:
        assert frame["annotator"].null_count() == frame.height
    if second:
        assert frame[1::2]["system"].to_list() == [row["system2"] for row in rows]
        assert frame[1::2]["score"].to_list() == [float(row["score2"]) for row in rows]
        assert frame[1::2]["showing"].to_list() == first["showing"].to_list()
        assert first["showing"].n_unique() == len(rows)


@pytest.mark.parametrize("layout", [name for name, columns in LAYOUTS.items() if " mqm " in columns])
def test_marks_become_half_open_spans(layout: str, tmp_path: Path) -> None:
    rows = [invented(n, type="TGT") for n in range(4)]
    spans = read_file(export(tmp_path / "x.csv", layout, rows)).tables[1]
    assert isinstance(spans, Spans)
    assert spans.frame.select("start", "end", "severity").rows() == [
        (None, None, "no-error"),
        (2, 5, "minor"),
        (None, None, "no-error"),
        (2, 5, "minor"),
    ]


def test_marks_of_all_shapes_are_read(tmp_path: Path) -> None:
    omission = {"start_i": "missing", "end_i": "missing", "severity": "major", "error_type": None}
    typed = {"start_i": "0", "end_i": "0", "severity": "major", "error_type": ["Accuracy", "Addition"]}
    tutorial = {"tutorial": {"instruction": "mark it"}, "payload": MARKS}
    cells = [json.dumps([omission, typed]), json.dumps(tutorial), "None", ""]
    rows = [invented(n, mqm=cell, type="TGT") for n, cell in enumerate(cells)]
    spans = read_file(export(tmp_path / "x.csv", "Document", rows)).tables[1]
    assert spans.frame.select("segment", "start", "end", "severity", "category").rows() == [
        ("0", None, None, "major", "missing"),
        ("0", 0, 1, "major", "Accuracy/Addition"),
        ("1", 2, 5, "minor", None),
        ("2", None, None, "no-error", None),
        ("3", None, None, "no-error", None),
    ]


def test_a_copied_document_is_a_repeat_and_a_cut_one_a_filler(tmp_path: Path) -> None:
    documents = {"a": "system", "a#bad": "degraded", "a#dup": "repeat", "b#incomplete": "filler", "a#7-9": "system"}
    rows = [
        invented(n, doc=name, type="BAD" if "bad" in name else "TGT", complete=False, user="u1", system="A", item=3)
        for n, name in enumerate(documents)
    ]
    reading = read_file(export(tmp_path / "x.csv", "Document", rows))
    frame = reading.main.frame
    assert frame["kind"].to_list() == list(documents.values())
    assert frame["showing"].to_list() == list(documents)
    assert frame["document"].to_list() == ["a", "a", "a", "b", "a#7-9"]
    fillers = [finding for finding in reading.tables[0].findings if finding.code == "AJ130"]
    assert [finding.numbers["rows"] for finding in fillers] == [1]


def test_a_cut_document_is_no_repeat_and_enters_no_average(tmp_path: Path) -> None:
    """A filler is a first judgement: nothing is known about consistency, and by default it does not count."""
    common = {"type": "TGT", "complete": False}
    whole = [(user, system, item) for user in ("u1", "u2") for system in "AB" for item in range(4)]
    scores = {"A": 70, "B": 50}
    rows = [
        invented(n, user=user, system=system, item=item, doc="a", score=scores[system] + item, **common)
        for n, (user, system, item) in enumerate(whole)
    ]
    cut = [invented(50 + n, user="u3", system="A", item=n, doc="a#incomplete", score=0, **common) for n in range(2)]
    ratings = read_file(export(tmp_path / "x.csv", "Document", rows + cut)).main
    assert isinstance(ratings, Ratings)
    for recipe in ("recommended", "wmt24-esa"):
        ranking = rank(ratings, recipe)
        # Two people judged four segments of each system whole: 70 to 73 and 50 to 53.
        assert [(system.system, system.judgements, system.raw) for system in ranking.systems] == [
            ("A", 8, 71.5),
            ("B", 8, 51.5),
        ]
        assert "AJ224" not in {finding.code for finding in ranking.findings}


def test_a_copy_without_its_original_is_a_first_judgement(tmp_path: Path) -> None:
    rows = [invented(n, doc="a#dup" if n == 2 else "a", type="TGT", complete=False, user="u1") for n in range(4)]
    reading = read_file(export(tmp_path / "x.csv", "Document", rows))
    assert reading.main.frame["kind"].to_list() == ["system"] * 4
    copies = [finding for finding in reading.tables[0].findings if finding.code == "AJ131"]
    assert [finding.numbers["rows"] for finding in copies] == [1]


def test_tutorial_rows_are_told_by_their_system(tmp_path: Path) -> None:
    rows = [invented(n, system="en-de-tutorial" if n < 2 else "A", type="TGT") for n in range(6)]
    frame = ratings_of(export(tmp_path / "x.csv", "Direct", rows))
    assert frame["kind"].to_list() == ["tutorial"] * 2 + ["system"] * 4


def test_tutorial_rows_are_told_by_their_document_too(tmp_path: Path) -> None:
    documents = ["ende-tutorial1", "ende-tutorial2", "test-en-speech_a-tutorial_1", "d"]
    rows = [invented(n, doc=name, type="TGT") for n, name in enumerate(documents)]
    frame = ratings_of(export(tmp_path / "x.csv", "Document", rows))
    assert frame["kind"].to_list() == ["tutorial", "tutorial", "system", "system"]


def test_a_screen_with_one_output_gives_one_row(tmp_path: Path) -> None:
    rows = [invented(n, **({"system2": "", "score2": ""} if n == 1 else {})) for n in range(4)]
    assert ratings_of(export(tmp_path / "x.csv", "Pairwise", rows)).height == 7


def test_rows_are_placed_by_the_clock_not_by_the_file(tmp_path: Path) -> None:
    rows = [invented(n, user="engdeu0a01") for n in (3, 1, 2)]
    assert ratings_of(export(tmp_path / "x.csv", "Direct", rows))["position"].to_list() == [2, 0, 1]


def test_an_item_saved_twice_is_kept_twice_and_counted(tmp_path: Path) -> None:
    rows = [invented(1), invented(2), invented(1), invented(1, score=50, end=1_800_000_000.0)]
    reading = read_file(export(tmp_path / "x.csv", "Direct", rows))
    assert len(reading.tables[0]) == 4
    again = [finding for finding in reading.tables[0].findings if finding.code == "AJ108"]
    assert [finding.numbers["rows"] for finding in again] == [2]


def test_columns_without_a_place_are_named(tmp_path: Path) -> None:
    reading = read_file(export(tmp_path / "x.csv", "Data", [invented(n) for n in range(3)], batch=True))
    unused = [finding for finding in reading.tables[0].findings if finding.code == "AJ101"]
    assert [finding.numbers["columns"] for finding in unused] == [["url", "rank", "batch", "item"]]


BAD_VALUES = {
    "score": ("abc", "AJ012"),
    "start": ("yesterday", "AJ012"),
    "type": ("TGTX", "AJ014"),
    "complete": ("Perhaps", "AJ014"),
    "system": ("", "AJ015"),
    "mqm": ('[{"start_i": 1', "AJ011"),
}


@with_and_without_batch
@pytest.mark.parametrize(
    ("layout", "name"), [(layout, name) for layout in LAYOUTS for name in BAD_VALUES if name in LAYOUTS[layout].split()]
)
def test_a_few_bad_values_are_reported_in_their_layout(layout: str, name: str, batch: bool, tmp_path: Path) -> None:
    value, code = BAD_VALUES[name]
    rows = [invented(n, **({name: value} if n in (0, 5, 9) else {})) for n in range(20)]
    with pytest.raises(AdjudgeError) as caught:
        read_file(export(tmp_path / "bad.csv", layout, rows, batch=batch))
    assert [problem.code for problem in caught.value.problems] == [code]
    (problem,) = caught.value.problems
    assert problem.what.startswith("bad.csv, line 1")
    assert re.fullmatch(r"3 of \d+ lines \(lines 1, 6, 10\)", str(problem.count))


@pytest.mark.parametrize("score", ["101", "-1", "nan", "inf"])
@every_layout
def test_scores_off_the_scale_are_reported(layout: str, score: str, tmp_path: Path) -> None:
    rows = [invented(n, **({"score": score} if n == 3 else {})) for n in range(8)]
    with pytest.raises(AdjudgeError) as caught:
        read_file(export(tmp_path / "bad.csv", layout, rows))
    assert [problem.code for problem in caught.value.problems] == ["AJ013"]
    assert "bad.csv, line 4, column score" in caught.value.problems[0].what


@every_layout
def test_several_problems_are_all_told(layout: str, tmp_path: Path) -> None:
    rows = [invented(n) for n in range(20)]
    rows[2] = invented(2, score="high")
    rows[4] = invented(4, score=130)
    rows[6] = invented(6, type="WHAT")
    rows[8] = invented(8, end="never")
    path = export(tmp_path / "bad.csv", layout, rows)
    path.write_text(path.read_text() + "a,b,c\n")
    with pytest.raises(AdjudgeError) as caught:
        read_file(path)
    assert sorted(problem.code for problem in caught.value.problems) == ["AJ009", "AJ012", "AJ012", "AJ013", "AJ014"]


def test_marks_that_cannot_be_read_do_not_hide_other_problems(tmp_path: Path) -> None:
    broken = ["[[]]", '[{"start_i": 1, "end_i": 2}]', '[{"start_i": 1.5, "end_i": 2, "severity": "minor"}]', "[" * 2000]
    rows = [invented(n, mqm=cell) for n, cell in enumerate(broken)]
    rows += [invented(9, mqm='[{"start_i": 7, "end_i": 2, "severity": "minor"}]')]
    rows += [invented(n, score="x" if n == 12 else 3) for n in range(10, 20)]
    with pytest.raises(AdjudgeError) as caught:
        read_file(export(tmp_path / "bad.csv", "Document", rows))
    assert [(p.code, str(p.count).split(" ", 1)[0]) for p in caught.value.problems] == [
        ("AJ011", "4"),
        ("AJ012", "1"),
        ("AJ013", "1"),
    ]
