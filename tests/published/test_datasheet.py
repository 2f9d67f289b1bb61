"""Figures of datasheets on released data: published ones, and counts of the raw files by other means."""

from __future__ import annotations

import polars as pl
import pytest

import adjudge

APPRAISE = ["user", "system", "item", "type", "source", "target", "score", "document", "whole", "start", "end"]


def raw_hansard(data_file, name):
    """Lines of an export, without header: the annotator, then what Appraise writes."""
    path = data_file(f"iku-wmt20/{name}.csv.gz")
    return pl.read_csv(path, has_header=False, new_columns=["annotator", *APPRAISE], infer_schema=False)


@pytest.fixture(scope="module")
def hansard(data_file):
    table = adjudge.read(*(data_file(f"iku-wmt20/Hansard-{part}.csv.gz") for part in "AB"))
    ranking = adjudge.rank(table, "knowles-lo-2022-hansard")
    return adjudge.datasheet(table, ranking=ranking)


def test_hansard_judgements_and_annotators_are_the_published_ones(hansard, expected):
    published = expected("iku-wmt20")["published"]
    table1, table2 = published["table1"], published["table2"]
    assert hansard.facts.judgements == table1["Hansard-A"] + table1["Hansard-B"]
    judged = {name: row.get("H-A", 0) + row.get("H-B", 0) for name, row in table2.items()}
    work = sorted(n for n in judged.values() if n)
    by = hansard.facts.judgements_by
    assert hansard.entry("3.2.1").text == str(len(work))
    assert (by.min, by.median, by.max) == (work[0], (work[1] + work[2]) / 2, work[-1])


def test_hansard_outputs_are_those_of_the_raw_files(hansard, data_file):
    raw = pl.concat([raw_hansard(data_file, f"Hansard-{part}") for part in "AB"])
    segments = raw.filter(pl.col("whole") == "False").unique(["system", "document", "item"])
    counts = dict(segments.group_by("system").len().iter_rows())
    assert hansard.facts.outputs == counts
    assert hansard.entry("3.1.1").text.startswith(f"From {min(counts.values()):,} to {max(counts.values()):,} ")
    assert hansard.facts.segments == segments.select("document", "item").unique().height
    assert hansard.facts.documents == segments["document"].n_unique() == 107  # section 5.2 of the paper
    assert hansard.facts.exposure == "within"
    met = raw.filter(pl.col("whole") == "False").group_by("annotator").agg(pl.col("system").n_unique())
    assert set(met["system"]) == {12}


def test_hansard_languages_task_and_scale(hansard, data_file):
    assert (hansard.entry("2.3").words, hansard.entry("2.4").words) == ("15 (machine translation)", "41 (English)")
    assert hansard.entry("2.5").words == "73 (Inuktitut)"
    raw = pl.concat([raw_hansard(data_file, f"Hansard-{part}") for part in "AB"])
    assert set(raw["source"]) == {"eng"}
    assert set(raw["target"]) == {"iku"}
    assert raw["score"].cast(pl.Int64).n_unique() == 101
    assert (hansard.entry("4.3.3").text, hansard.entry("4.3.4").text) == ("101", "0 to 100")


def test_a_whole_export_counts_documents_as_well(data_file):
    sheet = adjudge.datasheet(adjudge.read(data_file("iku-wmt20/Hansard-A.csv.gz")))
    raw = raw_hansard(data_file, "Hansard-A")
    assert sheet.facts.judgements == raw.height
    assert sheet.facts.whole_documents == raw.filter(pl.col("whole") == "True").height


@pytest.mark.parametrize("pair", ["eng-ces", "eng-deu", "eng-hrv", "eng-jpn", "eng-zho", "zho-eng"])
def test_calibration_sets(pair, data_file, expected):
    """Tables 1 and 2 of Knowles and Lo (2024): outputs, documents, systems and annotators of each set."""
    files = [
        data_file(f"wmt22-calibration/{name}") for name in ("calibrationHITs.csv.gz", "calibrationHITs.mapping.csv")
    ]
    sheet = adjudge.datasheet(
        adjudge.read(*files, pair=pair), pair=pair, keep_kinds="calibration", where="scope=segment"
    )
    published = expected("wmt22-calibration")["published"]
    unique, documents, systems = published["table1 (unique, documents, systems, min, median, max)"][pair][:3]
    assert (sum(sheet.facts.outputs.values()), sheet.facts.documents) == (unique, documents)
    assert len(sheet.facts.outputs) == systems
    key = next(name for name in published if name.startswith("table2"))
    assert sheet.entry("3.2.1").text == str(published[key][pair][0])


def test_relative_rankings_of_2010(data_file, expected):
    """Table 1 of Lopez (2012): systems and comparisons; annotators, rankings and outputs from the raw file."""
    path = data_file("lopez-rr-2010-2011/raw.wmt10.RNK.csv.gz")
    published = expected("lopez-rr-2010-2011")["published"]["table1"]["wmt10.French-English"]
    sheet = adjudge.datasheet(adjudge.read(path), pair="French-English")
    assert (len(sheet.facts.outputs), sheet.facts.judgements) == (published["n_sys"], published["n_pairs"])
    raw = pl.read_csv(path).filter((pl.col("srclang") == "French") & (pl.col("trglang") == "English"))
    sides = [
        raw.select("judgeId", "documentId", "segmentId", system=f"system{i}Id", rank=f"system{i}rank")
        .with_row_index("ranking")
        .filter(pl.col("rank") != -1)
        for i in range(1, 6)
    ]
    seen = pl.concat(sides).with_columns(n=pl.len().over("ranking")).filter(pl.col("n") > 1)
    assert sheet.entry("3.2.1").text == str(seen["judgeId"].n_unique())
    assert f"{seen['ranking'].n_unique()} rankings" in sheet.entry("4.3.6").text
    outputs = seen.filter(pl.col("system") != "_ref").unique(["system", "documentId", "segmentId"])
    assert sheet.facts.outputs == dict(outputs.group_by("system").len().iter_rows())
    assert (sheet.entry("2.4").options, sheet.entry("2.5").options) == ((48,), (41,))


def test_agreement_of_wmt15_is_in_the_sheet(data_file):
    """Agreement is that of `adjudge.annotators`, which the tests of this release compare with the published one."""
    table = adjudge.read(data_file("wmt15-fin-eng/wmt15.fin-eng.csv.gz"))
    described = adjudge.annotators(table)
    assert isinstance(described, adjudge.ComparisonAnnotatorsResult)
    sheet = adjudge.datasheet(table, annotators=described)
    row = described.row("inter")
    assert f"{row.observed:.1%} of {row.comparable:,} pairs" in sheet.entry("4.3.11.2").text


def test_marked_errors_of_ted_talks(data_file, expected):
    """The release rates 529 segments of 14 systems (expected.json); raters, errors and severities from the raw file."""
    path = data_file("mqm-ted-ende/mqm_ted_ende.tsv.gz")
    sheet = adjudge.datasheet(adjudge.read(path, table="spans"))
    raw = pl.read_csv(path, separator="\t", quote_char=None)
    assert sheet.entry("3.1.1").text == "529"
    assert "529 rated segments" in expected("mqm-ted-ende")["computed"]["recipe"]
    assert set(sheet.facts.outputs) == set(raw["system"].unique())
    assert sheet.facts.judgements == raw.select("system", "doc", "seg_id", "rater").unique().height
    assert sheet.entry("3.2.1").text == str(raw["rater"].n_unique())
    errors = raw.filter(pl.col("severity").str.to_lowercase() != "no-error")
    assert f"marked {errors.height:,} errors" in sheet.entry("4.3.6").text


def test_controls_of_a_crowd(data_file, expected):
    """WMT22 into English: kinds of items, ratings and workers as counted beside the data."""
    computed = expected("wmt22-toen-mturk")["computed"]["comparison"]["cs-en"]
    files = [data_file(f"wmt22-toen-mturk/ad-csen-{name}") for name in ("good-stnd-redup.csv.gz", "trk-mean-sd.txt")]
    sheet = adjudge.datasheet(adjudge.read(*files))
    types = computed["types"]
    assert sheet.facts.kinds == {
        "system": types["SYSTEM"],
        "repeat": types["REPEAT"],
        "reference": types["REF"],
        "degraded": types["BAD_REF"],
    }
    assert sheet.facts.judgements == types["SYSTEM"] + types["REPEAT"]
    assert sheet.entry("3.2.1").text == str(computed["workers"])
    assert (len(sheet.facts.outputs), sheet.entry("3.3.3.1").options) == (computed["n_sys"], (2,))
    assert f"degraded items ({types['BAD_REF']:,} ratings" in sheet.entry("3.3.3.2").text


def test_tutorials_and_accounts_of_error_spans(data_file):
    """WMT24 names accounts, not people: the number of evaluators is a gap, and tutorial items are counted."""
    path = data_file("wmt24-esa-wave3/esa_generalMT2024_wave3.csv.gz")
    sheet = adjudge.datasheet(adjudge.read(path, pair="eng-jpn"), pair="eng-jpn")
    assert sheet.entry("3.1.1").text == "337"  # "337 segments each" in expected.json
    assert sheet.entry("3.2.1").status == "open"
    assert "tutorial items" in sheet.entry("3.2.4").text


def test_criteria_of_a_release(data_file, expected):
    """Läubli et al. 2018: adequacy and fluency, comparisons of sentences and of documents."""
    computed = expected("laeubli-parity-2018")["computed"]
    sheet = adjudge.datasheet(adjudge.read(data_file("laeubli-parity-2018/ratings.csv")))
    raw = pl.read_csv(data_file("laeubli-parity-2018/ratings.csv"))
    assert sheet.criteria == ("adequacy", "fluency")
    assert sheet.facts.judgements == computed["rows"]["ratings.csv"] == raw.height
    assert sheet.facts.whole_documents == raw.filter(pl.col("type") == "document").height
    assert sheet.entry("3.2.1").text == str(raw["participant_id"].n_unique())
