"""One file or several: formats, names of columns, scales, collections, supplements."""

from __future__ import annotations

import json
from pathlib import Path

import polars as pl
import pytest

from adjudge.core.errors import AdjudgeError
from adjudge.core.registry import Registry
from adjudge.core.tables import AnyTable, Batches, Comparisons, MetricScores, PairCounts, Ratings, Spans, Table, Texts
from adjudge.io import catalogue
from adjudge.io.formats import Format
from adjudge.io.own.tables import table_of
from adjudge.io.reading import read, read_file
from adjudge.io.recipes import load_recipe
from adjudge.io.registry import FORMATS
from adjudge.io.source import Source
from adjudge.io.writing import write, write_text

GOOD = "system,segment,score\nA,1,5\nB,1,6\n"


@pytest.fixture
def put(tmp_path: Path):
    def write_file(name: str, content: str) -> Path:
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(content, newline="")
        return path

    return write_file


def codes(*args, **kwargs) -> list[str]:
    with pytest.raises(AdjudgeError) as caught:
        read(*args, **kwargs)
    return [problem.code for problem in caught.value.problems]


def ratings(*args, **kwargs) -> pl.DataFrame:
    table = read(*args, **kwargs)
    assert isinstance(table, Ratings)
    return table.frame


@pytest.mark.parametrize(
    ("names", "table"),
    [
        ("system segment score", Ratings),
        ("system segment score annotator batch position", Ratings),
        ("system segment", Ratings),
        ("system_a system_b outcome", Comparisons),
        ("system_a system_b wins_a ties wins_b", PairCounts),
        ("system segment severity score start end", Spans),
        ("metric system segment score", MetricScores),
        ("segment source A B", Texts),
        ("session item position system segment", Batches),
    ],
)
def test_a_table_is_told_by_its_columns(names: str, table: type[Table]) -> None:
    assert table_of(names.split()) is table


def test_strange_columns_are_no_table() -> None:
    assert table_of(["model", "points", "system"]) is None


def test_columns_with_other_names_are_translated(put) -> None:
    path = put("x.csv", "model,item,stars,score\nA,1,4,junk\nB,1,5,junk\n")
    frame = ratings(path, columns={"system": "model", "segment": "item", "score": "stars"}, scale="1..5")
    assert frame.select("system", "segment", "score").rows() == [("A", "1", 4.0), ("B", "1", 5.0)]


def test_columns_can_be_swapped_and_shared(put) -> None:
    path = put("x.csv", "system,segment,score\n1,A,5\n")
    frame = ratings(path, columns={"system": "segment", "segment": "system", "document": "system"})
    assert frame.select("system", "segment", "document").rows() == [("A", "1", "1")]


@pytest.mark.parametrize("ending", [".jsonl", ".parquet"])
def test_columns_are_translated_in_every_format_of_ours(ending: str, tmp_path: Path) -> None:
    frame = pl.DataFrame({"model": ["A"], "item": ["1"], "stars": [4.0]})
    path = tmp_path / f"x{ending}"
    frame.write_parquet(path) if ending == ".parquet" else frame.write_ndjson(path)
    columns = {"system": "model", "segment": "item", "score": "stars"}
    assert ratings(path, columns=columns)["score"].to_list() == [4.0]


def test_the_scale_of_the_file_goes_before_the_one_of_the_user(put) -> None:
    path = put("x.csv", "system,segment,score,scale\nA,1,7,1..7\nB,1,5,\n")
    assert ratings(path, scale="1..5")["scale"].to_list() == ["1..7", "1..5"]
    assert codes(path, scale="6..9") == ["AJ013"]


def test_several_files_become_collections(put) -> None:
    frame = ratings(put("one.v1.csv", GOOD), put("one.v2.csv", GOOD))
    assert frame["collection"].to_list() == ["one.v1", "one.v1", "one.v2", "one.v2"]


def test_files_of_one_name_are_told_apart_by_their_folder(put) -> None:
    rows = "annotator,system,segment,score\na,A,1,5\n"
    frame = ratings(put("x/ratings.csv", rows), put("y/ratings.csv", rows))
    assert frame["collection"].to_list() == ["x/ratings", "y/ratings"]


def test_a_collection_named_in_the_file_is_kept(put) -> None:
    first = put("one.csv", "system,segment,score,collection\nA,1,5,mine\nB,1,5,\n")
    assert ratings(first, put("two.csv", GOOD))["collection"].to_list() == ["mine", "one", "two", "two"]


def test_columns_that_one_file_lacks_take_their_default(put) -> None:
    first = put("one.csv", "system,segment,score,scope\nA,1,5,document\n")
    assert ratings(first, put("two.csv", GOOD))["scope"].to_list() == ["document", "segment", "segment"]


def test_notes_are_told_once(put) -> None:
    table = read(put("one.csv", GOOD), put("two.csv", GOOD))
    texts = [finding.text for finding in table.findings]
    assert len(texts) == len(set(texts)) > 0


def test_a_pair_is_chosen_on_reading(put) -> None:
    path = put("x.csv", "system,segment,score,source_lang,target_lang\nA,1,5,en,de\nA,1,5,en,cs\n")
    assert len(read(path, pair="en-cs")) == 1
    assert len(read(path)) == 2


def test_another_table_of_a_file_can_be_asked_for(put) -> None:
    path = put("x.csv", 'u,A,1,TGT,eng,deu,5,d,False,"[]",1,2\nu,A,2,TGT,eng,deu,6,d,False,"[]",3,4\n')
    assert isinstance(read(path), Ratings)
    assert isinstance(read(path, table="spans"), Spans)
    assert codes(path, table="texts") == ["AJ020"]


def test_a_map_names_annotators_and_calibration_rows(put) -> None:
    accounts = ["engdeu1001", "engdeu1002", "engdeu2001", "engdeu9999"]
    results = put("x.csv", "".join(f"{a},A,{n},TGT,eng,deu,5,1,2\n" for n, a in enumerate(accounts)))
    people = put("map.csv", "engdeu1001,engdeu2001\nengdeu1002,engdeu2001\n")
    table = read(results, people)
    assert table.frame["annotator"].to_list() == ["engdeu2001"] * 3 + [None]
    assert table.frame["kind"].to_list() == ["system", "system", "calibration", "system"]
    (unknown,) = [finding for finding in table.findings if finding.code == "AJ105"]
    assert unknown.numbers == {"accounts": 1, "rows": 1}


def test_one_score_off_the_scale_does_not_make_raw_scores_standardised(put) -> None:
    header = "HITId WorkerId Input.src Input.trg Input.item hit sys_id rid type sid score time\n"
    rows = "".join(f"h w en de i h A r SYSTEM {n} {score} 9\n" for n, score in enumerate([5, 70, 101, 30]))
    assert codes(put("x.csv", header + rows)) == ["AJ013"]


def test_marks_that_are_not_closed_reach_the_end_and_are_told(put) -> None:
    header = "system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tcategory\tseverity\tcomment\n"
    table = read(put("x.tsv", header + "A\td\t1\t1\tr\ts\tab <v>cd\tFluency\tMinor\t\n"))
    assert table.frame.select("start", "end").rows() == [(3, 5)]
    assert "AJ109" in [finding.code for finding in table.findings]


def test_human_parity_rounds_are_read(put) -> None:
    rows = "u1,A,1,TGT,50,1.5,2.5\nu1,A,1,CHK,40,3.5,4.5\n"
    frame = ratings(put("x.csv", "UserID,SystemID,SegmentID,Type,Score,StartTime,EndTime\n" + rows))
    assert frame.select("annotator", "system", "segment", "kind", "score", "started").rows() == [
        ("u1", "A", "1", "system", 50.0, 1.5),
        ("u1", "A", "1", "repeat", 40.0, 3.5),
    ]


def test_batches_with_two_outputs_and_copies_are_read(put) -> None:
    def item(number: int, kind: str, document: str, **more: object) -> dict[str, object]:
        return {"itemID": number, "itemType": kind, "documentID": document, "sourceText": "s", **more}

    outputs = [{"targetID": "A", "targetText": "a"}, {"targetID": "B", "targetText": "b"}]
    items = [
        item(1, "TGT", "d", targets=outputs),
        item(1, "BAD.typo", "d#bad", targetID="A", targetText="x"),
        item(1, "TGT", "d#dup", targetID="A", targetText="a"),
        item(1, "TGT", "d", targetID="A", targetText="", isCompleteDocument="True"),
    ]
    task = {"batchNo": 7, "sourceLanguage": "eng", "targetLanguage": "deu"}
    reading = read_file(put("x.json", json.dumps([{"task": task, "items": items}])))
    batches, texts = reading.tables
    assert batches.frame.select("session", "position", "system", "document", "kind", "scope").rows() == [
        ("7", 0, "A", "d", "system", "segment"),
        ("7", 1, "B", "d", "system", "segment"),
        ("7", 2, "A", "d", "degraded", "segment"),
        ("7", 3, "A", "d", "repeat", "segment"),
        ("7", 4, "A", "d", "system", "document"),
    ]
    assert texts.frame.select("source", "A", "B").rows() == [("s", "a", "b")]


def test_one_item_with_two_texts_is_refused(put) -> None:
    task = {"batchNo": 1, "sourceLanguage": "eng", "targetLanguage": "deu"}
    items = [{"itemID": 1, "itemType": "TGT", "sourceText": "s", "targetID": "A", "targetText": t} for t in "xy"]
    assert codes(put("x.json", json.dumps([{"task": task, "items": items}]))) == ["AJ016"]


def test_formats_name_what_they_give() -> None:
    for name, form in FORMATS.items():
        assert name == form.name
        assert form.title
        assert form.gives


def test_a_new_format_is_detected_before_ours_wherever_it_stands_in_the_list(put, monkeypatch) -> None:
    def read_toy(source: Source) -> tuple[AnyTable, ...]:
        return (Ratings.check(pl.DataFrame({"system": ["toy"], "segment": ["1"], "score": [5]}), source=source.name),)

    toy = Format(
        "toy",
        "a toy",
        gives=("ratings",),
        detect=lambda source: source.first_line == "system,segment,score,toy",
        read=read_toy,
    )
    monkeypatch.setattr("adjudge.io.detecting.FORMATS", Registry(catalogue.NO_SUCH_FORMAT, [*FORMATS.values(), toy]))
    path = put("x.csv", "system,segment,score,toy\nA,1,5,6\n")
    assert read_file(path).format == "toy"
    assert ratings(path)["system"].to_list() == ["toy"]
    assert ratings(path, format="csv")["system"].to_list() == ["A"]
    assert read_file(put("y.csv", GOOD)).format == "csv"


def test_an_unknown_format_is_refused_with_the_nearest_and_all_others(put) -> None:
    with pytest.raises(AdjudgeError) as caught:
        read(put("x.csv", GOOD), format="parket")
    (problem,) = caught.value.problems
    assert problem.code == "AJ040"
    assert problem.expected == f"one of {', '.join(FORMATS)}"
    assert problem.todo.startswith("did you mean 'parquet'?")


def test_a_scale_is_refused_where_no_score_has_one(put) -> None:
    votes = put("votes.csv", "system_a,system_b,outcome\nA,B,a\n")
    assert codes(votes, scale="1..5") == ["AJ040"]
    both = put("both.csv", 'u,A,1,TGT,eng,deu,5,d,False,"[]",1,2\nu,A,2,TGT,eng,deu,6,d,False,"[]",3,4\n')
    assert len(read(both, scale="0..10")) == 2
    assert codes(both, scale="0..10", table="spans") == ["AJ040"]


def test_a_note_is_dropped_when_the_file_that_answers_it_comes_along(put) -> None:
    header = "HITId WorkerId Input.src Input.trg Input.item hit sys_id rid type sid score time\n"
    one = put("one.txt", header + "h w en de i h A r SYSTEM 1 0.5 9\nh w en de i h A r SYSTEM 2 -0.5 9\n")
    two = put("two.txt", header + "h v en de i h A r SYSTEM 1 0.25 9\nh v en de i h A r SYSTEM 2 -0.25 9\n")
    moments = put("moments.txt", '[1] "w"\n[1] 50\n[1] 10\n[1] "v"\n[1] 60\n[1] 20\n')

    def notes(*paths: Path) -> list[str]:
        return [finding.text for finding in read(*paths).findings if "standardised" in finding.text]

    assert len(notes(one)) == 1
    assert len(notes(one, two)) == 2
    assert notes(one, two, moments) == []
    assert ratings(one, two, moments)["score"].to_list() == [55, 45, 65, 55]


def test_a_link_stays_a_link_when_its_file_is_written(tmp_path: Path) -> None:
    (tmp_path / "link.csv").symlink_to(tmp_path / "real.csv")
    write(Ratings.check(pl.DataFrame({"system": ["A"], "segment": ["1"], "score": [1]})), tmp_path / "link.csv")
    assert (tmp_path / "link.csv").is_symlink()
    assert (tmp_path / "real.csv").read_text().startswith("system,segment,kind,score\n")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["link.csv", "real.csv"]


def test_text_is_written_whole(tmp_path: Path) -> None:
    write_text("é\n", tmp_path / "x.txt")
    assert (tmp_path / "x.txt").read_bytes() == b"\xc3\xa9\n"


def test_recipes_come_from_names_or_text_files(tmp_path: Path) -> None:
    assert load_recipe("recommended") == "recommended"
    assert not isinstance(load_recipe("wmt-da"), str)
    (tmp_path / "x.toml").write_bytes(b"PAR1")
    with pytest.raises(AdjudgeError) as caught:
        load_recipe(str(tmp_path / "x.toml"))
    assert [problem.code for problem in caught.value.problems] == ["AJ005"]


def test_counts_may_have_a_header(tmp_path):
    path = tmp_path / "counts.txt"
    path.write_text("system1 system2 wins1 ties wins2\nx y 6 1 3\ny z 5 0 4\n")
    table = read(path)
    assert table.frame["wins_a"].to_list() == [6, 5]
