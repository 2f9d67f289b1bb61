"""MQM files: layouts, quotes, marks, metadata, tests of attention, scores and professional ratings."""

from __future__ import annotations

import json

import pytest

from adjudge.core.errors import AdjudgeError
from adjudge.core.tables import Spans, Supplement
from adjudge.io.mqm.marks import find_marks
from adjudge.io.reading import read, read_file
from adjudge.scoring.spans import score_spans

CLASSIC = "system doc doc_id seg_id rater source target category severity"
MAROT = "system doc docSegId globalSegId rater source target category severity metadata"
REMARK = "# Documentation: nowhere"


def written(tmp_path, header, *rows, name="annotations.tsv"):
    path = tmp_path / name
    path.write_text("\n".join([header.replace(" ", "\t"), *("\t".join(row) for row in rows)]) + "\n", encoding="utf-8")
    return path


def error(target, *, source="src", system="A", severity="Minor", category="Style", segment="1", rater="r"):
    return (system, "d", segment, segment, rater, source, target, category, severity)


def codes(table):
    return {finding.code for finding in table.findings}


def marked(reading):
    """The text at the offsets of each row, and its output."""
    spans, texts = reading.tables[:2]
    outputs = {row["segment"]: row for row in texts.frame.iter_rows(named=True)}
    return [
        outputs[row["segment"]][row["system"]][row["start"] : row["end"]] for row in spans.frame.iter_rows(named=True)
    ]


# Layouts


@pytest.mark.parametrize(
    ("header", "last", "form"),
    [
        (CLASSIC, (), "mqm"),
        (f"{CLASSIC} comment", ("hm",), "mqm"),
        (f"{CLASSIC} note", ("hm",), "mqm"),
        (f"{CLASSIC} misc", ('{"note": "hm", "mqm": 50}',), "mqm"),
        (f"{CLASSIC} metadata", ('{"note": "hm"}',), "marot"),
        (MAROT, ('{"note": "hm"}',), "marot"),
        (MAROT, ("hm",), "marot"),  # the older form of the last column
        (f"{MAROT}\t{REMARK}".replace(" ", "\t").replace("#\tDocumentation:\tnowhere", REMARK), ("hm",), "marot"),
        (MAROT.removesuffix(" metadata"), (), "marot"),
    ],
)
def test_every_layout_gives_the_same_spans(tmp_path, header, last, form):
    path = tmp_path / "annotations.tsv"
    path.write_text(header if "\t" in header else header.replace(" ", "\t"), encoding="utf-8")
    row = "\t".join((*error("a <v>b</v>"), *last))
    path.write_text(path.read_text() + f"\n{row}\n", encoding="utf-8")
    reading = read_file(path)
    assert reading.format == form
    [span] = reading.tables[0].frame.iter_rows(named=True)
    assert (span["annotator"], span["system"], span["document"], span["segment"]) == ("r", "A", "d", "1")
    assert (span["start"], span["end"], span["severity"], span["category"]) == (2, 3, "minor", "Style")
    assert span.get("comment") == ("hm" if last else None)


@pytest.mark.parametrize("header", [f"{CLASSIC} remark", CLASSIC.replace("rater", "who"), f"x {CLASSIC}"])
def test_another_header_is_another_format(tmp_path, header):
    path = written(tmp_path, header, error("a"))
    with pytest.raises(AdjudgeError):
        read_file(path)


def test_a_format_asked_for_says_which_header_it_needs(tmp_path):
    path = written(tmp_path, f"{CLASSIC} remark", (*error("a"), "x"))
    with pytest.raises(AdjudgeError, match="docSegId, globalSegId"):
        read_file(path, format="marot")


def test_rows_without_the_columns_of_their_header_are_refused(tmp_path):
    path = written(tmp_path, CLASSIC, error("a"), error("b")[:3] + error("b")[5:])
    with pytest.raises(AdjudgeError, match="line 3 has 7 fields"):
        read_file(path)


def test_languages_and_references_are_kept(tmp_path):
    header = (
        "year source_lang target_lang document_id doc_segment_id system_id rater_id source reference candidate "
        "category severity"
    )
    row = ("2022", "en", "zh", "d", "4", "A", "r", "dog", "狗", "大<v>猫</v>", "accuracy", "major")
    reading = read_file(written(tmp_path, header, row))
    assert reading.format == "mqm-with-reference"
    spans, texts = (table.frame.row(0, named=True) for table in reading.tables)
    assert (spans["segment"], spans["start"], spans["end"], spans["source_lang"], spans["target_lang"]) == (
        *("4", 1, 2),
        *("en", "zh"),
    )
    assert (texts["reference"], texts["A"]) == ("狗", "大猫")


def test_a_constant_number_does_not_merge_segments(tmp_path):
    first, second = (list(error("<v>a</v>", segment=segment)) for segment in "12")
    first[3] = second[3] = "0"  # as Marot asks where there is no number
    spans = read_file(written(tmp_path, MAROT.removesuffix(" metadata"), first, second)).tables[0]
    assert spans.frame["segment"].to_list() == ["1", "2"]
    assert "AJ126" in codes(spans)


@pytest.mark.parametrize("word", ["No-error", "no-error", "no_error", "NO ERROR "])
def test_spellings_of_no_error_are_one(tmp_path, word):
    spans = read(written(tmp_path, CLASSIC, error("a", severity=word, category=word)))
    assert isinstance(spans, Spans)
    assert "AJ124" not in codes(spans)
    assert score_spans(spans).frame["score"].to_list() == [0]


def test_a_file_of_errors_alone_is_no_sample_of_segments(tmp_path):
    assert "AJ124" in codes(read(written(tmp_path, CLASSIC, error("<v>a</v>"))))


def test_a_missing_severity_is_refused(tmp_path):
    with pytest.raises(AdjudgeError, match="AJ015"):
        read_file(written(tmp_path, CLASSIC, error("a", severity=" ")))


# Quotes


def test_texts_wrapped_as_in_csv_are_unwrapped_before_offsets_are_counted(tmp_path):
    path = written(tmp_path, CLASSIC, error('"say ""<v>no</v>"" now"'), error("<v>plain</v>", segment="2"))
    reading = read_file(path)
    assert reading.tables[1].frame["A"].to_list() == ['say "no" now', "plain"]
    assert reading.tables[0].frame["start"].to_list() == [5, 0]
    assert marked(reading) == ["no", "plain"]
    assert "AJ120" not in codes(reading.tables[0])


def test_wrapped_texts_may_hold_tabs_and_line_ends(tmp_path):
    path = written(tmp_path, CLASSIC, error('"one\ttwo\n""<v>three</v>"""'), error("four", segment="2"))
    reading = read_file(path)
    assert reading.tables[1].frame["A"].to_list() == ['one\ttwo\n"three"', "four"]
    assert marked(reading)[0] == "three"


def test_quotes_that_are_text_stay(tmp_path):
    rows = [error('"Yes," <v>he</v> said'), error('"<v>No</v>"', segment="2"), error('5" pipe', segment="3")]
    reading = read_file(written(tmp_path, CLASSIC, *rows))
    assert reading.tables[1].frame["A"].to_list() == ['"Yes," he said', '"No"', '5" pipe']
    assert marked(reading)[:2] == ["he", "No"]
    assert "AJ120" not in codes(reading.tables[0])


MIXED = "1 other text with quotes is not; the wrapped ones are unwrapped"
PLAIN = "2 other texts with quotes are not; all quotes are taken for text"
ENCLOSED = "1 text begins and ends with a quote and has none inside; the quotes are taken for text"


@pytest.mark.parametrize(
    ("targets", "outputs", "assumed"),
    [
        (
            ['"a ""b"""', '"c ""d"""', 'e "f"'],
            ['a "b"', 'c "d"', 'e "f"'],
            MIXED,
        ),
        (
            ['"a ""b"""', 'c "d"', '"e" f'],
            ['"a ""b"""', 'c "d"', '"e" f'],
            PLAIN,
        ),
        (['"a"', "b", "c"], ['"a"', "b", "c"], ENCLOSED),
    ],
)
def test_what_is_assumed_about_doubtful_quotes_is_said(tmp_path, targets, outputs, assumed):
    rows = [error(target, segment=str(i)) for i, target in enumerate(targets)]
    spans, texts = read_file(written(tmp_path, CLASSIC, *rows)).tables
    assert texts.frame["A"].to_list() == outputs
    [finding] = [finding for finding in spans.findings if finding.code == "AJ120"]
    assert assumed in finding.text


def test_a_file_with_every_field_in_quotes_is_unwrapped(tmp_path):
    path = tmp_path / "quoted.tsv"
    lines = [CLASSIC.split(), error("a <v>b</v>")]
    path.write_text("".join("\t".join(f'"{field}"' for field in line) + "\n" for line in lines))
    reading = read_file(path)
    assert reading.tables[0].frame["system"].to_list() == ["A"]
    assert marked(reading) == ["b"]


# Marks


@pytest.mark.parametrize(
    ("text", "start", "end", "count", "unclosed"),
    [
        ("plain", None, None, 0, False),
        ("a <v>b</v> c", 2, 3, 1, False),
        ("😀 <v>b</v>", 2, 3, 1, False),  # code points, not UTF-16 units
        ("<v>a</v> b <v>c</v>", 0, 1, 2, False),
        ("<v>a <v>b</v> c</v> d", 0, 5, 1, False),
        ("a <v>b c", 2, 5, 1, True),
        ("<v>a</v> b <v>c", 0, 1, 2, True),
        ("a</v> b <v>c</v>", 4, 5, 1, False),
        ("a <v></v>b", 2, 2, 1, False),
    ],
)
def test_marks_are_found_in_the_text_without_them(text, start, end, count, unclosed):
    marks = find_marks(text)
    assert (marks.start, marks.end, marks.count, marks.unclosed) == (start, end, count, unclosed)


def test_marks_that_have_no_single_place_are_counted_once(tmp_path):
    rows = [
        error("<v>a</v> b <v>c</v>"),
        error("<v>d", segment="2"),
        error("e", source="<v>x</v> y", category="Accuracy/Omission", severity="Major", segment="3"),
    ]
    spans, texts = read_file(written(tmp_path, CLASSIC, *rows)).tables
    assert isinstance(spans, Spans)
    assert {"AJ109", "AJ123"} <= codes(spans)
    assert sum(finding.code == "AJ123" for finding in spans.findings) == 2
    assert spans.frame.select("start", "end").rows() == [(0, 1), (0, 1), (None, None)]
    assert texts.frame["source"].to_list() == ["src", "src", "x y"]
    assert score_spans(spans).frame["score"].to_list() == [-1, -1, -5]


def test_edited_outputs_are_counted_and_the_most_frequent_is_kept(tmp_path):
    rows = [error("good <v>dog</v> x", rater="q"), error("<v>dog</v>"), error("<v>dog</v>", rater="s")]
    spans, texts = read_file(written(tmp_path, CLASSIC, *rows)).tables
    assert texts.frame["A"].to_list() == ["dog"]
    [finding] = [finding for finding in spans.findings if finding.code == "AJ125"]
    assert "1 output" in finding.text
    assert "offsets of 1 row" in finding.text


def test_a_system_cannot_be_called_like_a_column_of_texts(tmp_path):
    with pytest.raises(AdjudgeError, match=r"AJ010 .* a system is called 'reference'"):
        read_file(written(tmp_path, CLASSIC, error("a"), error("b", system="reference")))


# Marot


def note(target, metadata, **changes):
    held = metadata if isinstance(metadata, str) else json.dumps(metadata)
    return (*error(target, **changes), held)


def test_tests_of_attention_never_enter_scores(tmp_path):
    rows = [
        note("<v>a</v>", {}),
        note("a", {"hotw_error": "b a", "hotw_type": "words-flipped"}, severity="HOTW-test", category="Found"),
        note("a", {}, severity="HOTW-test", category="Missed", rater="s"),
        note("a", {}, severity="HOTW-test-missed", category="", rater="t"),
    ]
    reading = read_file(written(tmp_path, MAROT, *rows))
    spans, _, tests = reading.tables
    assert isinstance(spans, Spans)
    assert isinstance(tests, Supplement)
    assert score_spans(spans).frame.select("annotator", "score").rows() == [("r", -1)]
    assert tests.kind == "attention-tests"
    assert tests.frame.select("annotator", "result").rows() == [("r", "found"), ("s", "missed"), ("t", "missed")]
    assert tests.frame["injected"].to_list() == ["b a", None, None]
    [finding] = [finding for finding in spans.findings if finding.code == "AJ121"]
    assert "3 rows" in finding.text
    assert "1 found and 2 missed" in finding.text


def test_tests_of_attention_are_apart_in_files_without_metadata_too(tmp_path):
    path = written(tmp_path, CLASSIC, error("<v>a</v>"), error("a", severity="HOTW-test", category="Found"))
    assert [len(table) for table in read_file(path).tables] == [1, 1, 1]
    assert len(read(path)) == 1
    assert read(path, table="attention-tests").frame["result"].to_list() == ["found"]


def test_a_file_of_tests_alone_has_no_annotations(tmp_path):
    path = written(tmp_path, CLASSIC, error("a", severity="HOTW-test", category="Found"))
    with pytest.raises(AdjudgeError, match="AJ017"):
        read_file(path)


def test_metadata_that_our_tables_do_not_have_is_named(tmp_path):
    spans = read_file(written(tmp_path, MAROT, note("a", {"timestamp": 1, "deleted_errors": []}))).tables[0]
    [finding] = [finding for finding in spans.findings if finding.code == "AJ101"]
    assert "docSegId, metadata.timestamp, metadata.deleted_errors" in finding.text


def test_how_annotations_were_made_is_said(tmp_path):
    rows = [
        note("<v>a</v>", {"prior_rater": "s", "marked_text": "a "}),
        note("<v>a</v> b", {"source_not_seen": True, "marked_text": "b"}, segment="2"),
        note("c", {"source_not_seen": False}, segment="3"),
    ]
    findings = read_file(written(tmp_path, MAROT, *rows)).tables[0].findings
    texts = [finding.text for finding in findings if finding.code in ("AJ127", "AJ128")]
    assert len(texts) == 3
    assert all("1 row" in text for text in texts)
    assert any("edited the marks of another" in text for text in texts)
    assert any("source was hidden" in text for text in texts)


def test_rows_of_metadata_alone_are_no_annotations(tmp_path):
    rows = [note("<v>a</v>", {}), note("b", {"segment": {}}, rater="", severity="", category="", segment="2")]
    spans, texts = read_file(written(tmp_path, MAROT, *rows)).tables
    assert len(spans) == 1
    assert texts.frame["A"].to_list() == ["a", "b"]
    assert "AJ122" in codes(spans)


@pytest.mark.parametrize("metadata", ['{"note": ', "{} x", '{"a": 1}{', "{1: 2}", '{"a":' * 5000])
def test_broken_metadata_is_refused_with_its_line(tmp_path, metadata):
    path = written(tmp_path, MAROT, note("a", {}), note("b", metadata, segment="2"))
    with pytest.raises(AdjudgeError, match=r"AJ011 annotations\.tsv, line 3: the metadata cannot be read"):
        read_file(path)


# Scores and ratings

SCORED = "sys hyp domain doc source ref score seg_id"


def test_scores_with_texts_are_read_and_tabs_in_outputs_are_put_back(tmp_path):
    rows = [
        ("A", "x y", "news", "d", "s", "r", "-1.5", "1"),
        ("B", "x", "y", "news", "d", "s", "r", "None", "1"),
    ]
    reading = read_file(written(tmp_path, SCORED, *rows))
    assert reading.format == "mqm-scores-with-texts"
    scores, texts = reading.tables
    assert scores.frame.select("system", "document", "segment", "score").rows() == [
        ("A", "d", "1", -1.5),
        ("B", "d", "1", None),
    ]
    assert texts.frame.select("A", "B", "reference").rows() == [("x y", "x\ty", "r")]
    assert {"AJ107", "AJ129"} <= codes(scores)


@pytest.mark.parametrize("row", [("B", "x", "news", "d", "s", "t", "r", "-1", "1"), ("B", "x", "news", "d", "-1", "1")])
def test_other_rows_of_another_length_are_refused(tmp_path, row):
    path = written(tmp_path, SCORED, ("A", "x", "news", "d", "s", "r", "-1", "1"), row)
    with pytest.raises(AdjudgeError, match=r"AJ009 .* line 3"):
        read_file(path)


def test_scores_of_three_words_may_mix_tabs_and_blanks(tmp_path):
    path = tmp_path / "scores.tsv"
    path.write_text("system mqm_avg_score seg_id\nA\t-1.5 1\nA -2 2\nA\tNone\t3\n")
    assert read(path).frame["score"].to_list() == [-1.5, -2, None]


def test_professional_ratings_have_their_scale(tmp_path):
    header = "system doc doc_id seg_id rater source target score"
    rows = [("A", "d", "1", "7", "r", "s", '"a ""b"""', "6"), ("B", "d", "1", "7", "r", "s", "c", "0")]
    reading = read_file(written(tmp_path, header, *rows))
    assert reading.format == "psqm"
    ratings, texts = reading.tables
    assert ratings.frame.select("annotator", "system", "document", "segment", "score", "scale").rows() == [
        ("r", "A", "d", "7", 6, "0..6"),
        ("r", "B", "d", "7", 0, "0..6"),
    ]
    assert texts.frame.select("A", "B").rows() == [('a "b"', "c")]
    with pytest.raises(AdjudgeError, match="outside the scale"):
        read_file(written(tmp_path, header, (*rows[0][:-1], "7")))
