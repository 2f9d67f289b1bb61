"""Released scores, spans and averages give the numbers that were published or counted by other means."""

from __future__ import annotations

import csv
import json
from collections import Counter

import polars as pl
import pytest

from adjudge.core.language_pairs import choose_language_pair, language_pairs
from adjudge.core.tables import Ratings, Spans
from adjudge.io.reading import read, read_file
from tests.contract.released import IKU, WMT21, WMT22, DataFile, counts, expected, plain, table


def test_inuktitut_files_have_the_published_segment_scores(data_file: DataFile) -> None:
    published = expected(data_file("iku-wmt20/Hansard-A.csv.gz"))["published"]["table1"]
    ratings = {name: table(data_file(f"iku-wmt20/{name}.csv.gz"), "ratings").frame for name in IKU}
    segments = {name: frame.filter(pl.col("scope") == "segment") for name, frame in ratings.items()}
    assert {name: frame.height for name, frame in segments.items()} == {name: published[name] for name in IKU}
    news = pl.concat([segments[name] for name in IKU if name.startswith("News")])
    assert news.height == 20002
    assert counts(news, "kind") == {"degraded": 3244, "system": 20002 - 3244}
    assert counts(pl.concat([segments["Hansard-A"], segments["Hansard-B"]]), "kind") == {"system": 11404 + 7801}


def test_inuktitut_annotators_have_the_published_numbers_of_scores(data_file: DataFile) -> None:
    published = expected(data_file("iku-wmt20/Hansard-A.csv.gz"))["published"]["table2"]
    short = dict(zip(IKU, ("H-A", "H-B", "N-1", "N-2"), strict=True))
    found: dict[str, dict[str, int]] = {}
    for name in IKU:
        frame = table(data_file(f"iku-wmt20/{name}.csv.gz"), "ratings").frame.filter(pl.col("scope") == "segment")
        for annotator, rows_of in counts(frame, "annotator").items():
            found.setdefault(annotator, {})[short[name]] = rows_of
    # Annotators are named by letters in the paper; only the numbers can be compared.
    assert sorted(sorted(row.items()) for row in found.values()) == sorted(
        sorted(row.items()) for row in published.values()
    )


def test_the_system_that_copied_its_source_got_nothing(data_file: DataFile) -> None:
    news = [table(data_file(f"iku-wmt20/{name}.csv.gz"), "ratings").frame for name in IKU[2:]]
    counting = (pl.col("scope") == "segment") & (pl.col("kind") == "system") & pl.col("system").str.contains("zlabs")
    scores = pl.concat(news).filter(counting)["score"]
    assert Counter(scores.to_list()) == {0.0: 1445, 1.0: 7}


def test_segment_map_names_all_lines_of_both_test_sets(data_file: DataFile) -> None:
    frame = read_file(data_file("iku-wmt20/segment_id_mapping.tsv")).tables[0].frame
    assert counts(frame, "domain") == {"hansard": 1566, "news": 1405}


@pytest.mark.parametrize("pair", WMT21)
def test_wikipedia_pairs_have_their_rows(pair: str, data_file: DataFile) -> None:
    path = data_file("wmt21-facebook-wikipedia/ad-latest.csv.gz")
    everything = table(path, "ratings")
    compared = expected(path)["computed"]["comparison"][pair]
    assert language_pairs(everything)[pair] == compared["rows"]
    chosen = choose_language_pair(everything, pair).frame
    assert chosen["system"].n_unique() == compared["n_sys"]
    assert chosen["annotator"].n_unique() == (1 if pair == "zu-xh" else 2)
    assert counts(chosen, "kind") == {"system": compared["rows"]}


@pytest.mark.parametrize("pair", WMT21)
def test_raw_wikipedia_scores_come_back_from_z(pair: str, data_file: DataFile) -> None:
    folder, joined = "wmt21-facebook-wikipedia", pair.replace("-", "")
    restored = read(
        data_file(f"{folder}/ad-{joined}-good-stnd-redup.csv.gz"), data_file(f"{folder}/ad-{joined}-trk-mean-sd.txt")
    )
    released = choose_language_pair(table(data_file(f"{folder}/ad-latest.csv.gz"), "ratings"), pair)
    key = ["annotator", "session", "system", "segment", "showing"]
    assert isinstance(restored, Ratings)
    both = released.frame.join(restored.frame, on=key, nulls_equal=True, how="full", suffix="_restored")
    assert both.height == len(released) == len(restored)
    assert (both["score"] == both["score_restored"]).all()
    assert "scale" not in restored.frame.columns


@pytest.mark.parametrize("pair", WMT22)
def test_raw_scores_of_wmt22_come_back_as_whole_numbers(pair: str, data_file: DataFile) -> None:
    folder, joined = "wmt22-toen-mturk", pair.replace("-", "")
    scores = data_file(f"{folder}/ad-{joined}-good-stnd-redup.csv.gz")
    moments = data_file(f"{folder}/ad-{joined}-trk-mean-sd.txt")
    restored = read(scores, moments)
    assert isinstance(restored, Ratings)
    raw = restored.frame["score"]
    assert (raw == raw.round()).all()
    assert raw.is_between(0, 100).all()
    # By other means: plain arithmetic on the words of the two files.
    words = plain(moments).split()
    mean_sd = {words[i].strip('"'): (float(words[i + 2]), float(words[i + 4])) for i in range(1, len(words), 6)}
    lines = [line.split() for line in plain(scores).split("\n")[1:] if line]
    by_hand = [float(line[10]) * mean_sd[line[1]][1] + mean_sd[line[1]][0] for line in lines]
    assert max(abs(a - b) for a, b in zip(raw, by_hand, strict=True)) < 1e-9


@pytest.mark.parametrize("pair", WMT22)
def test_wmt22_has_its_kinds_and_workers(pair: str, data_file: DataFile) -> None:
    folder, joined = "wmt22-toen-mturk", pair.replace("-", "")
    path = data_file(f"{folder}/ad-{joined}-good-stnd-redup.csv.gz")
    compared = expected(path)["computed"]["comparison"][pair]
    frame = table(path, "ratings").frame
    words = {"SYSTEM": "system", "REPEAT": "repeat", "REF": "reference", "BAD_REF": "degraded"}
    assert counts(frame, "kind") == {words[name]: n for name, n in compared["types"].items()}
    assert frame["annotator"].n_unique() == compared["workers"]
    assert frame.filter(pl.col("kind") == "system")["system"].n_unique() == compared["n_sys"]
    moments = read_file(data_file(f"{folder}/ad-{joined}-trk-mean-sd.txt")).tables[0]
    assert moments.frame["annotator"].n_unique() == compared["workers_trk"]


@pytest.mark.parametrize("pair", WMT21)
def test_released_wikipedia_averages_agree_with_each_other(pair: str, data_file: DataFile) -> None:
    folder = "wmt21-facebook-wikipedia"
    segments = read_file(data_file(f"{folder}/ad-seg-scores-{pair}.csv.gz")).tables[0].frame
    systems = read_file(data_file(f"{folder}/ad-sys-scores-{pair}.csv")).tables[0].frame
    ranking = read_file(data_file(f"{folder}/ad-sys-ranking-{pair}-z.csv")).tables[0].frame
    means = segments.group_by("system").agg(pl.col("z").mean(), n=pl.len()).join(systems, on="system")
    assert (means["z"] - means["z_right"]).abs().max() < 1e-12  # type: ignore[operator]
    assert (means["n"] == means["n_right"]).all()
    order = expected(data_file(f"{folder}/clusters.csv"))["computed"]
    stability = order["stability (no human system and no REF rows here, so only best / worst removal)"]
    assert ranking["system"].to_list() == stability[pair]["order"]


@pytest.mark.parametrize("pair", WMT22)
def test_released_clusters_are_those_of_the_release(pair: str, data_file: DataFile) -> None:
    path = data_file("wmt22-toen-mturk/clusters.csen-zhen.csv")
    frame = read_file(path).tables[0].frame.filter(pl.concat_str("source_lang", pl.lit("-"), "target_lang") == pair)
    clusters: list[list[str]] = [[]]
    for system, line_below in frame.select("system", "line_below").iter_rows():
        clusters[-1].append(system)
        if line_below:
            clusters.append([])
    assert [c for c in clusters if c] == expected(path)["computed"]["comparison"][pair]["clusters"]


@pytest.mark.parametrize("pair", WMT21)
def test_stars_go_with_p_values(pair: str, data_file: DataFile) -> None:
    folder, joined = "wmt21-facebook-wikipedia", pair.replace("-", "")
    p_values = read_file(data_file(f"{folder}/adwilcox-{joined}.csv")).tables[0].frame
    stars = read_file(data_file(f"{folder}/ad-DA-diff-wilcoxon-rs-{joined}.csv")).tables[0].frame
    both = p_values.join(stars, on=["system_a", "system_b"])
    level = pl.sum_horizontal((pl.col("p") < limit).cast(pl.Int64) for limit in (0.05, 0.01, 0.001))
    assert both.height == p_values.height == stars.height
    # The matrix of p-values fills its lower triangle with 0.12. One system is better there (see expected.json).
    upper = pl.col("difference").is_null() | (pl.col("difference") >= 0)
    assert both.filter(upper).select((level == pl.col("stars")).all()).item()
    beaten = both.filter(~upper & (pl.col("stars") > 0)).select("system_a", "system_b").rows()
    assert beaten == ([("Online-B.5", "TRANSSION.3")] if pair == "hi-bn" else [])


def test_calibration_accounts_are_counted_as_in_the_paper(data_file: DataFile) -> None:
    path = data_file("wmt22-calibration/calibrationHITs.csv.gz")
    alone = table(path, "ratings").frame
    assert alone["annotator"].null_count() == 10751
    mapped = read(path, data_file("wmt22-calibration/calibrationHITs.mapping.csv"))
    frame = mapped.frame.with_columns(pair=pl.concat_str("source_lang", pl.lit("-"), "target_lang"))
    whole = pl.col("scope").filter(pl.col("scope") == "segment").len() == 100
    accounts = frame.group_by("pair", "session").agg(
        known=pl.col("annotator").is_not_null().any(), whole=whole, calibration=(pl.col("kind") == "calibration").all()
    )
    totals = expected(path)["computed"]["annotators_total_incomplete_without_other_hits_kept"]
    found = accounts.group_by("pair").agg(
        total=pl.len(),
        kept=(pl.col("known") & pl.col("whole")).sum(),
        incomplete=(~pl.col("whole")).sum(),
        alone=(~pl.col("known") & pl.col("whole")).sum(),
    )
    numbers = found.select("pair", pl.concat_list("total", "incomplete", "alone", "kept")).iter_rows()
    assert dict(numbers) == totals
    assert (accounts.height, int(found["kept"].sum())) == (99, 80)
    assert (accounts["known"] == accounts["calibration"]).all()


def test_account_map_names_eighty_people(data_file: DataFile) -> None:
    people = read_file(data_file("wmt22-calibration/calibrationHITs.mapping.csv")).tables[0].frame
    assert people["annotator"].n_unique() == 80
    assert people["session"].n_unique() == 736


def test_esa_rows_are_of_the_published_kinds(data_file: DataFile) -> None:
    path = data_file("wmt24-esa-wave3/esa_generalMT2024_wave3.csv.gz")
    computed = expected(path)["computed"]
    frame = table(path, "ratings").frame
    assert frame.filter(pl.col("kind") == "tutorial").height == computed["tutorial"]
    assert frame.filter(pl.col("kind") == "degraded").height == computed["BAD"]
    assert frame.filter(pl.col("showing").str.contains("#incomplete")).height == computed["incomplete"]
    assert frame.filter(pl.col("showing").str.contains("#dup")).height == computed["dup"]
    assert not frame["document"].str.contains("#(bad|dup|incomplete)").any()
    degraded = frame.filter(pl.col("kind") == "degraded")["score"].mean()
    assert degraded == pytest.approx(computed["BAD_mean"], abs=1e-6)


def test_esa_rows_that_count_give_the_published_means(data_file: DataFile) -> None:
    path = data_file("wmt24-esa-wave3/esa_generalMT2024_wave3.csv.gz")
    computed = expected(path)["computed"]
    counting = table(path, "ratings").frame.filter(pl.col("kind") == "system")
    kept = counting.sort("ended", maintain_order=True).unique(
        ["session", "system", "document", "segment"], keep="last", maintain_order=True
    )
    assert kept.height == computed["kept"]
    assert kept["score"].mean() == pytest.approx(computed["kept_mean"], abs=1e-5)
    for pair in ("eng-jpn", "eng-zho"):
        source_lang, target_lang = pair.split("-")
        chosen = kept.filter((pl.col("source_lang") == source_lang) & (pl.col("target_lang") == target_lang))
        means = dict(chosen.group_by("system").agg(pl.col("score").mean()).iter_rows())
        published = computed[f"{pair} (337 segments each)"]
        assert means == pytest.approx(published, abs=5e-4)
        assert set(counts(chosen, "system").values()) == {337}


def test_esa_omissions_have_no_place_in_the_text(data_file: DataFile) -> None:
    path = data_file("wmt24-esa-wave3/esa_generalMT2024_wave3.csv.gz")
    spans = table(path, "spans")
    assert isinstance(spans, Spans)
    marked = spans.frame.filter(pl.col("severity") != "no-error")
    assert marked.filter(pl.col("start").is_null()).height == 579
    assert (marked.filter(pl.col("start").is_null())["category"] == "missing").all()
    by_hand = [mark for row in csv.reader(plain(path).splitlines()) for mark in json.loads(row[9])]
    assert counts(marked, "severity") == Counter(mark["severity"] for mark in by_hand)
    placed = [(mark["start_i"], mark["end_i"] + 1) for mark in by_hand if mark["start_i"] != "missing"]
    assert marked.select("start", "end").drop_nulls().rows() == placed


def test_mqm_segments_are_scored_or_missing(data_file: DataFile) -> None:
    scores = table(data_file("mqm-ted-ende/mqm_ted_ende.avg_seg_scores.tsv"), "metric scores").frame
    assert scores["score"].is_not_null().sum() == 7406
    missing = scores.filter(pl.col("score").is_null())
    assert set(counts(missing, "system").values()) == {77}


def test_mqm_marks_weigh_what_the_released_scores_say(data_file: DataFile) -> None:
    path = data_file("mqm-ted-ende/mqm_ted_ende.tsv.gz")
    spans = table(path, "spans").frame
    weight = (
        pl.when(pl.col("severity") == "major")
        .then(5.0)
        .when((pl.col("severity") == "minor") & (pl.col("category") == "Fluency/Punctuation"))
        .then(0.1)
        .when(pl.col("severity") == "minor")
        .then(1.0)
        .otherwise(0.0)
    )
    segments = spans.group_by("system", "segment").agg(penalty=weight.sum())
    means = dict(segments.group_by("system").agg(pl.col("penalty").mean()).iter_rows())
    assert means == pytest.approx(expected(path)["computed"]["systems"], abs=5e-4)
    scores = table(data_file("mqm-ted-ende/mqm_ted_ende.avg_seg_scores.tsv"), "metric scores").frame
    scores = scores.drop_nulls("score").with_columns(pl.col("system").replace("ref-A", "ref"))
    both = segments.join(scores, on=["system", "segment"])
    assert both.height == 7406
    assert (both["penalty"] + both["score"]).abs().max() < 1e-5  # type: ignore[operator]


def test_mqm_spans_mark_the_text_between_the_tags(data_file: DataFile) -> None:
    path = data_file("mqm-ted-ende/mqm_ted_ende.tsv.gz")
    spans = table(path, "spans").frame
    targets = [line.split("\t")[6] for line in plain(path).split("\n")[1:] if line]
    for target, start, end in zip(targets, spans["start"], spans["end"], strict=True):
        if "<v>" in target:
            text = target.replace("<v>", "").replace("</v>", "")
            assert text[start:end] == target.split("<v>")[1].split("</v>")[0]
        else:
            assert start is None
            assert end is None


def test_batches_hold_the_tasks_of_the_release(data_file: DataFile) -> None:
    path = data_file("appraise-batch-example/batches.wmt22.eng-hrv.A.calibrationHITx100.json.gz")
    computed = expected(path)["computed"]
    frame = table(path, "batches").frame
    tasks = frame.group_by("session").agg(pl.len(), segments=(pl.col("scope") == "segment").sum())
    assert tasks.height == computed["tasks"]
    assert set(tasks["len"]) == {computed["items_per_task"]}
    assert set(tasks["segments"]) == {computed["segment_items"]}
    assert set(frame["kind"]) == {"system"}
