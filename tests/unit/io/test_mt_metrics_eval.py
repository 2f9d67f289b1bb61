"""Files and folders of mt-metrics-eval, read and written."""

from __future__ import annotations

import json
from pathlib import Path

import polars as pl
import pytest

from adjudge.cli.main import run
from adjudge.core.errors import AdjudgeError
from adjudge.core.tables import Comparisons, MetricScores, Ratings, Spans, Texts
from adjudge.io.mt_metrics_eval.names import Label, read_label
from adjudge.io.reading import read, read_file
from adjudge.io.writing import write

SCORES = "A\t-1.5\nA\tNone\nA\t0\nB\t-2\nB\t-5.5\nB\tNone\n"


def codes(caught: pytest.ExceptionInfo[AdjudgeError]) -> list[str]:
    return [problem.code for problem in caught.value.problems]


@pytest.fixture
def put(tmp_path: Path):
    def put(name: str, content: str) -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)
        return path

    return put


@pytest.fixture
def test_set(put, tmp_path: Path) -> Path:
    """Three segments in two documents and two domains, two systems, one metric, two rating files that overlap."""
    error = {"start": 0, "end": 1, "category": "Fluency", "severity": "Major", "score": None, "is_source_error": False}
    rated, clean = json.dumps({"errors": [error]}), json.dumps({"errors": []})
    put("set/documents/en-de.docs", "news\td1\nnews\td1\nspeech\td2\n")
    put("set/sources/en-de.txt", "one\ntwo\nthree\n")
    put("set/references/en-de.refA.txt", "eins\nzwei\ndrei\n")
    put("set/references/en-de.refB.txt", "EINS\nZWEI\nDREI\n")
    put("set/system-outputs/en-de/A.txt", "a1\n[No translation supplied]\na3\n")
    put("set/system-outputs/en-de/B.jsonl", "".join(json.dumps({"hypothesis": f"b{n}\n"}) + "\n" for n in (1, 2, 3)))
    put("set/human-scores/en-de.mqm.seg.score", SCORES)
    put("set/human-scores/en-de.mqm.doc.score", "A\t-1\nA\t-2\nB\t-3\nB\t-4\n")
    put("set/human-scores/en-de.mqm.domain.score", "news\tA\t-1\nspeech\tA\t-2\nnews\tB\tNone\nspeech\tB\t-3\n")
    put("set/human-scores/en-de.mqm.sys.score", "A\t-1.5\nB\t-2.5\n")
    put("set/metric-scores/en-de/BLEU-refA.seg.score", "A 10\nA 20\nA 30\nB 40\nB 50\nB 60\n")
    put(
        "set/human-scores/en-de.mqm.seg.rating", f"A\t{rated}\tr1\nA\tNone\nA\t{clean}\tr2\nB\tNone\nB\tNone\nB\tNone\n"
    )
    put(
        "set/human-scores/en-de.mqm.r1.seg.rating",
        f"A\t{rated}\tr1\nA\tNone\nA\tNone\nB\t{clean}\tr1\nB\tNone\nB\tNone\n",
    )
    return tmp_path / "set"


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("en-de.mqm.seg.score", Label("mqm", "seg", "en-de")),
        ("cs-de_DE.mqm.rater1.seg.rating.gz", Label("mqm.rater1", "seg", "cs-de_DE")),
        ("BLEU-refA.sys.score", Label("BLEU-refA", "sys")),
        ("metricx_xl.v2-refA.seg.score", Label("metricx_xl.v2-refA", "seg")),
        ("scores", Label("scores")),
    ],
)
def test_names_give_labels(name: str, label: Label) -> None:
    assert read_label(name) == label


def test_lines_of_a_block_are_numbered_from_one(put) -> None:
    reading = read_file(put("en-de.mqm.seg.score", SCORES))
    assert reading.format == "mtme-scores"
    frame = reading.main.frame
    assert frame["segment"].to_list() == ["1", "2", "3"] * 2
    assert frame["score"].to_list() == [-1.5, None, 0, -2, -5.5, None]
    assert set(frame["metric"]) == {"mqm"}
    assert set(frame["source_lang"]) == {"en"}
    assert [finding.code for finding in reading.main.findings] == ["AJ107"]


def test_the_name_of_a_file_does_not_decide_on_its_format(put) -> None:
    assert read_file(put("anything.csv", SCORES)).format == "mtme-scores"
    with pytest.raises(AdjudgeError):
        read_file(put("en-de.mqm.seg.score", "hello world and more\n"))


def test_one_line_per_system_is_a_score_of_systems(put) -> None:
    frame = read_file(put("x", "A\t-1.5\nB\t-2\n")).main.frame
    assert "segment" not in frame.columns or frame["segment"].is_null().all()


@pytest.mark.parametrize(
    "content", ["a\t1\nb\t2\n", "A\t1.5\nA\t2.5\n", "A 1.5\nB 2.5\nA 3.5\nB 4.5\n", "1 2.5\n2 3.5\n"]
)
def test_two_columns_alone_are_not_scores(content: str, put) -> None:
    """A map of names to numbers, one system, systems by turns, and numbers only are not told apart from other files."""
    with pytest.raises(AdjudgeError) as caught:
        read_file(put("x", content))
    assert codes(caught)[0] in ("AJ007", "AJ008")


def test_systems_with_different_numbers_of_lines_are_refused(put) -> None:
    with pytest.raises(AdjudgeError) as caught:
        read_file(put("x", "A\t1.5\nA\t2\nB\t1\nC\t1\nC\t2\n"))
    assert codes(caught) == ["AJ140"]
    assert "'B' has 1 line, system 'A' has 2" in caught.value.problems[0].what


def test_a_folder_gives_scores_spans_and_texts(test_set: Path) -> None:
    reading = read_file(test_set)
    scores, spans, texts = reading.tables
    assert (reading.format, type(scores), type(spans), type(texts)) == ("mtme", MetricScores, Spans, Texts)
    by_level = scores.frame.filter(metric="mqm").with_columns(
        level=pl.concat_str(*(pl.col(name).is_null().cast(int) for name in ("segment", "document", "domain")))
    )
    # 2 systems: 3 segments with document and domain, 2 documents, 2 domains, and the system itself.
    assert dict(by_level.group_by("level").len().iter_rows()) == {"000": 6, "101": 4, "110": 4, "111": 2}
    assert scores.frame.filter(metric="BLEU-refA")["score"].to_list() == [10, 20, 30, 40, 50, 60]
    third = scores.frame.filter(metric="mqm", system="A", segment="3").row(0, named=True)
    assert (third["document"], third["domain"], third["score"]) == ("d2", "speech", 0)
    whole = scores.frame.filter(pl.col("segment").is_null(), pl.col("system") == "B", pl.col("document") == "d2")
    assert whole["score"].to_list() == [-4]


def test_a_rating_in_two_files_of_one_rater_counts_once(test_set: Path) -> None:
    spans = read(test_set, table="spans")
    rows = spans.frame.select("annotator", "system", "segment", "document", "severity").sort("system", "segment").rows()
    assert rows == [
        ("r1", "A", "1", "d1", "major"),
        ("r2", "A", "3", "d2", "no-error"),
        ("r1", "B", "1", "d1", "no-error"),
    ]
    assert any(finding.numbers.get("ratings") == 1 for finding in spans.findings if finding.code == "AJ142")


def test_texts_of_a_folder(test_set: Path) -> None:
    texts = read(test_set, table="texts")
    assert texts.frame["A"].to_list() == ["a1", None, "a3"]
    assert texts.frame["B"].to_list() == ["b1\n", "b2\n", "b3\n"]
    assert texts.frame["reference"].to_list() == ["eins", "zwei", "drei"]
    assert any("refB" in finding.text for finding in texts.findings)


def test_a_folder_of_several_pairs_is_read_one_at_a_time(test_set: Path, put) -> None:
    put("set/human-scores/de-en.da.sys.score", "A\t1.5\nB\t2.5\n")
    with pytest.raises(AdjudgeError) as caught:
        read_file(test_set)
    assert codes(caught) == ["AJ018"]
    assert len(read(test_set, pair="DE-EN")) == 2
    with pytest.raises(AdjudgeError) as caught:
        read(test_set, pair="de-fr")
    assert codes(caught) == ["AJ019"]


@pytest.mark.parametrize(
    ("name", "content", "code"),
    [
        ("documents/en-de.docs", "news d1\nnews d1\n", "AJ140"),
        ("documents/en-de.docs", "news d1\nnews\nspeech d2\n", "AJ009"),
        ("system-outputs/en-de/C.txt", "one\n", "AJ140"),
        ("human-scores/en-de.x.seg.score", "A\t1.5\nA\t2\nB\t3\nB\t4\n", "AJ140"),
        ("human-scores/en-de.x.doc.score", "A\t1\nA\t2\nA\t2.5\nB\t3\nB\t4\nB\t5\n", "AJ140"),
        ("human-scores/en-de.y.seg.rating", "A\t{}\n", "AJ011"),
        ("references/en-de.ref0.jsonl", "{}\n{}\n{}\n", "AJ011"),
    ],
)
def test_a_file_that_does_not_fit_its_folder_is_named(name: str, content: str, code: str, test_set: Path) -> None:
    (test_set / name).write_text(content)
    with pytest.raises(AdjudgeError) as caught:
        read_file(test_set)
    assert codes(caught)[0] == code
    assert Path(name).name in caught.value.problems[0].what


def test_missing_sources_are_named(test_set: Path) -> None:
    (test_set / "sources/en-de.txt").unlink()
    with pytest.raises(AdjudgeError) as caught:
        read_file(test_set)
    assert codes(caught) == ["AJ141"]
    assert "sources/en-de.txt" in caught.value.problems[0].what


def test_other_folders_are_refused(tmp_path: Path) -> None:
    for format_ in (None, "csv"):
        with pytest.raises(AdjudgeError) as caught:
            read_file(tmp_path, format=format_)
        assert codes(caught) == ["AJ002"]
    (tmp_path / "human-scores").mkdir()
    with pytest.raises(AdjudgeError) as caught:
        read_file(tmp_path)
    assert codes(caught) == ["AJ141"]


def test_a_folder_survives_being_written(test_set: Path, tmp_path: Path) -> None:
    scores, spans, texts = read_file(test_set).tables
    write(scores, tmp_path / "copy.mtme", spans, texts)
    for before, after in zip((scores, spans, texts), read_file(tmp_path / "copy.mtme").tables, strict=True):
        order = before.frame.columns
        assert after.frame.select(order).sort(order).equals(before.frame.sort(order)), before.noun
    assert not (tmp_path / "copy.mtme/references/en-de.refB.txt").exists()


def test_a_folder_that_holds_anything_is_never_touched(tmp_path: Path) -> None:
    table = MetricScores.check(pl.DataFrame({"metric": ["m"] * 2, "system": ["A", "B"], "score": [1.0, 2.0]}))
    (tmp_path / "x.mtme").mkdir()
    (tmp_path / "x.mtme/mine").write_text("precious")
    with pytest.raises(AdjudgeError) as caught:
        write(table, tmp_path / "x.mtme")
    assert codes(caught) == ["AJ022"]
    assert [path.name for path in tmp_path.rglob("*")] == ["x.mtme", "mine"]


def test_ratings_become_means_over_annotators(tmp_path: Path) -> None:
    rows = [("p", "A", "1", 10), ("q", "A", "1", 30), ("q", "A", "1", 50), ("p", "B", "1", 70), ("p", "A", "2", 90)]
    frame = pl.DataFrame(rows, schema=["annotator", "system", "segment", "score"], orient="row")
    kinds = frame.with_columns(kind=pl.lit("system"), position=pl.int_range(pl.len()))
    bad = pl.DataFrame({"annotator": "p", "system": "A", "segment": "2", "score": 0, "kind": "degraded", "position": 9})
    ratings = Ratings.check(pl.concat([kinds, bad.select(kinds.columns)], how="vertical_relaxed"))
    notes = write(ratings, tmp_path / "x.seg.score")
    # q gave 30 and 50, so 40; with the 10 of p the mean over annotators is 25. B has no score for segment 2.
    assert (tmp_path / "x.seg.score").read_text() == "A\t25.0\nA\t90.0\nB\t70.0\nB\tNone\n"
    assert notes[0].numbers == {"rows": 5, "others": 1}
    write(ratings, tmp_path / "x.sys.score")
    assert (tmp_path / "x.sys.score").read_text() == "A\t57.5\nB\t70.0\n"


def test_names_of_segments_become_lines_in_order_of_appearance(tmp_path: Path) -> None:
    frame = pl.DataFrame({"system": ["A", "B", "A", "B"], "segment": ["s9", "s9", "s1", "s1"], "score": [1, 2, 3, 4]})
    notes = write(Ratings.check(frame), tmp_path / "x.seg.score")
    assert (tmp_path / "x.seg.score").read_text() == "A\t1.0\nA\t3.0\nB\t2.0\nB\t4.0\n"
    assert any("order of appearance" in note.text for note in notes)


def test_numbers_of_segments_are_lines(tmp_path: Path) -> None:
    frame = pl.DataFrame({"system": ["A", "B"], "segment": ["3", "1"], "score": [1, 2]})
    write(Ratings.check(frame), tmp_path / "x.seg.score")
    assert (tmp_path / "x.seg.score").read_text() == "A\tNone\nA\tNone\nA\t1.0\nB\t2.0\nB\tNone\nB\tNone\n"


def test_spans_survive_both_forms(tmp_path: Path) -> None:
    frame = pl.DataFrame(
        {
            "annotator": ["r", "r", "q", None],
            "system": ["A", "A", "B", "B"],
            "document": ["d"] * 4,
            "segment": ["1", "1", "2", "1"],
            "start": [0, None, None, 3],
            "end": [2, None, None, 3],
            "severity": ["major", "minor", "no-error", "minor"],
            "category": ["Accuracy/Omission", "Style", None, None],
        }
    )
    spans = Spans.check(frame)
    texts = Texts.check(
        pl.DataFrame({"document": ["d"] * 2, "segment": ["1", "2"], "source": ["x", "y"], "A": ["a", "b"]})
    )
    order = ["system", "segment", "annotator", "start", "end", "severity", "category"]
    for name, others in (("x.seg.rating", ()), ("x.ratings.jsonl", (texts,))):
        notes = write(spans, tmp_path / name, *others)
        back = read(tmp_path / name).frame
        assert back.select(order).sort(order).equals(frame.select(order).sort(order)), name
        assert any("-1" in note.text for note in notes)
    first = json.loads((tmp_path / "x.ratings.jsonl").read_text().split("\n")[0])
    assert (first["source"], first["hypothesis"], first["segment_id"]) == ("x", "a", 0)
    assert len(first["errors"]) == 2


def test_marks_in_the_source_have_no_place(put) -> None:
    error = {"start": 1, "end": 2, "severity": "minor", "is_source_error": True, "score": 0.5}
    line = json.dumps({"errors": [error]})
    spans = read(put("x", f"A\t{line}\tr\nB\tNone\n"))
    assert spans.frame["start"].to_list() == [None]
    assert [finding.numbers for finding in spans.findings if finding.code == "AJ142"] == [{"marks": 1}, {"marks": 1}]


def test_what_a_file_cannot_hold_is_refused(tmp_path: Path) -> None:
    two = {"system": ["A", "B"], "segment": ["1", "1"]}
    cases = [
        (Ratings.check(pl.DataFrame(two | {"score": [1, 2], "criterion": ["x", "y"]})), "x.seg.score", "AJ022"),
        (MetricScores.check(pl.DataFrame(two | {"metric": ["x", "y"], "score": [1, 2]})), "x.seg.score", "AJ022"),
        (Ratings.check(pl.DataFrame({"system": ["a b"], "segment": ["1"], "score": [1]})), "x.seg.score", "AJ022"),
        (Ratings.check(pl.DataFrame(two | {"score": [1, 2]})), "x.seg.rating", "AJ020"),
        (Spans.check(pl.DataFrame(two | {"severity": ["minor", "minor"]})), "x.sys.score", "AJ020"),
        (
            Spans.check(pl.DataFrame({"annotator": ["p", "q"], "system": "A", "segment": "1", "severity": "minor"})),
            "x.seg.rating",
            "AJ022",
        ),
        (
            Comparisons.check(pl.DataFrame({"system_a": ["A"], "system_b": ["B"], "outcome": ["a"]})),
            "x.mtme",
            "AJ020",
        ),
        (Ratings.check(pl.DataFrame(two | {"score": [1, 2]})), "x.score", "AJ040"),
    ]
    for table, name, code in cases:
        with pytest.raises(AdjudgeError) as caught:
            write(table, tmp_path / name)
        assert codes(caught) == [code], name
        assert not list(tmp_path.iterdir())


def test_commands_read_and_write_folders(test_set: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["convert", str(test_set), str(tmp_path / "copy.mtme"), "--pair", "en-de"]) == 0
    assert capsys.readouterr().out.startswith("22 rows of metric scores, spans, texts written to ")
    assert (tmp_path / "copy.mtme/human-scores/en-de.mqm.seg.score").read_text() == (
        "A\t-1.5\nA\tNone\nA\t0.0\nB\t-2.0\nB\t-5.5\nB\tNone\n"
    )
    assert run(["convert", str(test_set), str(tmp_path / "copy.mtme")]) == 2
    assert "not empty" in capsys.readouterr().err
    assert run(["rank", str(test_set)]) == 2
    assert "AJ020" in capsys.readouterr().err


def test_a_folder_that_may_not_be_looked_into_is_explained(test_set: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(self: Path) -> None:
        raise PermissionError(13, "Permission denied", str(self))

    monkeypatch.setattr(Path, "iterdir", refuse)
    with pytest.raises(AdjudgeError) as caught:
        read_file(test_set)
    assert codes(caught) == ["AJ003"]
