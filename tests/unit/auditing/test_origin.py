"""Forward and reverse created text: which rows are which, what is compared, and what is refused."""

from __future__ import annotations

import json

import polars as pl
import pytest

import adjudge
from adjudge.auditing.origin.directions import read_map, split_directions
from adjudge.auditing.origin.result import OriginResult
from adjudge.core.tables import MetricScores, Ratings
from tests.builders import known, ratings


def campaign(*, gap=(0.0, 0.0, 0.0), documents=6, length=3):
    """Three systems on documents d0, d1, ...; odd ones are of reverse created text, which moves scores by `gap`."""
    rows = []
    for d in range(documents):
        for s in range(length):
            for k, name in enumerate("ABC"):
                wobble = ((3 * d + 5 * s + 2 * k) % 7) - 3
                score = 70 - 6 * k + gap[k] * (d % 2) + wobble
                rows.append({"system": name, "document": f"d{d}", "segment": str(s), "score": score})
    frame = ratings(rows).frame
    return Ratings.check(frame.with_columns(annotator=pl.lit("x"), session=pl.lit("s")))


def origins_of(documents):
    return {f"d{d}": ("forward", "reverse")[d % 2] for d in range(documents)}


MAP = origins_of(6)


def counts(table, origin=None, **given):
    found = split_directions(table, origin, **given)
    return dict(found.counts)


def test_words_and_languages_say_the_same():
    table = campaign()
    by_words = counts(table, MAP)
    languages = {name: {"forward": "zh", "reverse": "en"}[word] for name, word in MAP.items()}
    named = table.with_frame(table.frame.with_columns(source_lang=pl.lit("zh"), target_lang=pl.lit("en")))
    assert by_words == counts(named, languages) == counts(table, languages, source="zh")
    assert by_words == {"forward": 27, "reverse": 27, "other": 0}


def test_case_does_not_matter():
    assert counts(campaign(), {name: word.upper() for name, word in MAP.items()})["reverse"] == 27


def test_the_column_is_used_if_there_is_no_map():
    table = campaign()
    origin = pl.when(pl.col("document").is_in(["d1", "d3", "d5"])).then(pl.lit("reverse")).otherwise(pl.lit("forward"))
    assert counts(table.with_frame(table.frame.with_columns(origin=origin)))["forward"] == 27


def test_a_third_language_is_left_out_and_counted():
    table = campaign()
    named = table.with_frame(table.frame.with_columns(source_lang=pl.lit("zh"), target_lang=pl.lit("en")))
    origins = {"d0": "zh", "d1": "en", "d2": "zh", "d3": "en", "d4": "fr"}
    result = adjudge.origin(named, origins, recipe="wmt-da")
    assert result.rows == {"forward": 18, "reverse": 18, "other": 18}
    [finding] = [finding for finding in result.findings if finding.code == "AJ575"]
    assert finding.numbers["values"] == {"fr": 9, "unknown": 9}


@pytest.mark.parametrize("ending", [("csv", ","), ("tsv", "\t"), ("csv", ";")])
def test_a_map_is_read_from_a_file(tmp_path, ending):
    name, separator = ending
    path = tmp_path / f"map.{name}"
    lines = [separator.join(["origlang", "document"]), *(separator.join([word, doc]) for doc, word in MAP.items())]
    path.write_text("\n".join(lines) + "\n")
    assert dict(read_map(path).select("document", "origin").iter_rows()) == MAP
    assert counts(campaign(), path)["reverse"] == 27


def test_a_map_of_segments_serves_data_without_documents():
    frame = campaign().frame.with_columns(segment=pl.col("document") + pl.col("segment")).drop("document")
    table = Ratings.check(frame)
    origins = frame.select("segment", origin=pl.col("segment").str.slice(0, 2).replace_strict(MAP)).unique()
    assert counts(table, origins) == {"forward": 27, "reverse": 27, "other": 0}


@pytest.mark.parametrize(
    ("origin", "given", "words"),
    [
        (None, {}, "does not say where its texts come from"),
        ({"e1": "forward"}, {}, "no row of the data has a document"),
        (dict.fromkeys(MAP, "forward"), {}, "all text of known direction is forward"),
        ({"d0": "zh", "d1": "en"}, {}, "does not name the source language"),
        ({"d0": "zh", "d1": "en"}, {"source": "fr"}, "neither"),
        ({"d0": "zh", "d1": "en", "d2": "fr"}, {"source": "zh"}, "which of them is the target language"),
        (pl.DataFrame({"document": ["d0", "d0"], "origin": ["forward", "reverse"]}), {}, "two origins"),
        (pl.DataFrame({"text": ["d0"], "origin": ["forward"]}), {}, "columns text, origin"),
        (17, {}, "`origin=` is '17'"),
    ],
)
def test_unknown_origins_are_refused_in_words(origin, given, words):
    with pytest.raises(adjudge.InputError, match=words) as error:
        adjudge.origin(campaign(), origin, **given)
    assert [problem.code for problem in error.value.problems] == ["AJ065"]


def test_a_text_of_two_directions_is_refused():
    frame = campaign().frame.with_columns(origin=pl.Series(["forward", "reverse"] * 27))
    with pytest.raises(adjudge.InputError, match="forward and of reverse"):
        adjudge.origin(frame)


def test_a_direction_that_cannot_be_ranked_is_named():
    table = campaign(documents=2, length=2)
    frame = table.frame.filter((pl.col("document") != "d1") | (pl.col("segment") == "0"))
    with pytest.raises(adjudge.InputError, match="reverse created text cannot be ranked") as error:
        adjudge.origin(frame, {"d0": "forward", "d1": "reverse"}, recipe="wmt-da")
    assert [problem.code for problem in error.value.problems] == ["AJ065", "AJ032"]


def test_a_file_that_is_no_map_is_refused(tmp_path):
    path = tmp_path / "map.csv"
    path.write_text("d0,forward\nd1,reverse\n")
    with pytest.raises(adjudge.InputError, match="AJ065"):
        adjudge.origin(campaign(), path)


def test_comparisons_are_refused():
    votes = pl.DataFrame({"system_a": ["a"], "system_b": ["b"], "outcome": ["a"]})
    with pytest.raises(adjudge.InputError, match="AJ065"):
        adjudge.origin(votes, {"d0": "forward"})


def test_each_ranking_has_its_own_rows_and_scores_standardised_by_all():
    """z of the mean score over all rows is 0: the rows of one direction alone are not centred on it."""
    table = campaign(gap=(10.0, 10.0, 10.0))
    result = adjudge.origin(table, MAP, recipe="wmt-da")
    whole = adjudge.rank(table, "wmt-da")
    assert [vars(system) for system in result.both] == [vars(system) for system in whole.systems]
    assert {system.n for system in result.forward} == {9}
    score = table.frame["score"]
    for side, odd in (("forward", False), ("reverse", True)):
        for system in getattr(result, side):
            kept = table.frame.filter(
                (pl.col("system") == system.system) & (pl.col("document").is_in(["d1", "d3", "d5"]) == odd)
            )["score"]
            assert system.raw == pytest.approx(kept.mean())
            assert system.z == pytest.approx((kept.mean() - score.mean()) / score.std())


def test_differences_are_those_of_means():
    table = campaign(gap=(1.0, 2.0, 30.0))
    result = adjudge.origin(table, MAP, recipe="wmt-da")
    odd = pl.col("document").is_in(["d1", "d3", "d5"]).alias("odd")
    means = table.frame.group_by("system", odd).agg(pl.col("score").mean())
    held = {(row["system"], row["odd"]): row["score"] for row in means.iter_rows(named=True)}
    for one in result.differences:
        assert one.difference == pytest.approx(held[one.system, True] - held[one.system, False])
        assert known(one.low) < one.difference < known(one.high)
    turned = {(one.a, one.b) for one in result.changes if one.forward * one.reverse < 0}
    assert turned == {("A", "C"), ("B", "C")}
    [changed] = [finding for finding in result.findings if finding.code == "AJ570"]
    assert {tuple(pair) for pair in changed.numbers["pairs"]} == turned


def test_a_distance_that_grows_is_no_other_order():
    """A gains 20 points and stays first: what changes is the distance."""
    result = adjudge.origin(campaign(gap=(20.0, 0.0, 0.0)), MAP, recipe="wmt-da")
    findings = {finding.code: finding for finding in result.findings}
    assert [system.system for system in result.forward] == [system.system for system in result.reverse]
    assert "AJ570" not in findings
    assert "AJ571" not in findings
    assert findings["AJ580"].severity == "note"
    # A and B are equally far apart in all documents of a direction (the wobble goes round once in three segments): the
    # change of their distance has no error, and is not tested.
    assert findings["AJ580"].numbers["pairs"] == [["A", "C"]]
    assert [(one.a, one.b) for one in result.changes if one.p is None] == [("A", "B")]


def test_that_there_is_reverse_created_text_is_no_warning():
    [finding] = [one for one in adjudge.origin(campaign(), MAP, recipe="wmt-da").findings if one.code == "AJ573"]
    assert finding.severity == "note"


def test_a_system_of_one_direction_is_named_and_not_compared():
    table = campaign()
    gone = (pl.col("system") == "C") & pl.col("document").is_in(["d1", "d3", "d5"])
    result = adjudge.origin(table.with_frame(table.frame.filter(~gone)), MAP, recipe="wmt-da")
    assert [one.system for one in result.differences] == ["A", "B"]
    assert [finding.numbers["systems"] for finding in result.findings if finding.code == "AJ576"] == [["C"]]
    assert [system.system for system in result.reverse] == ["A", "B"]


def test_one_document_of_a_direction_has_no_interval():
    origins = {"d0": "reverse", **{f"d{d}": "forward" for d in range(1, 6)}}
    result = adjudge.origin(campaign(), origins, recipe="wmt-da")
    assert all(one.low is None and one.p is None for one in result.differences)
    assert result.agreement.intervals == dict.fromkeys(("pearson", "spearman", "kendall"))
    assert "AJ577" in [finding.code for finding in result.findings]


def metric_scores(values, *, level="segment", documents=6):
    rows = [
        {"metric": "chrF", "system": system, "document": f"d{d}", "segment": str(s), "score": value(d) + s}
        for system, value in values.items()
        for d in range(documents)
        for s in range(3)
    ]
    frame = pl.DataFrame(rows)
    if level == "document":
        frame = frame.group_by("metric", "system", "document", maintain_order=True).agg(pl.col("score").mean())
    return frame


@pytest.mark.parametrize("level", ["segment", "document"])
def test_metrics_get_the_same_table(level):
    values = {"A": lambda d: 50 + 4 * (d % 2), "B": lambda d: 40 + 8 * (d % 2) + d, "C": lambda d: 30 - d}
    result = adjudge.origin(campaign(), MAP, recipe="wmt-da", metrics=metric_scores(values, level=level))
    [metric] = result.metrics
    assert (metric.metric, metric.level) == ("chrF", level)
    # d0, d2, d4 against d1, d3, d5: their numbers differ by 1 on average.
    assert {one.system: one.difference for one in metric.systems} == pytest.approx({"A": 4.0, "B": 9.0, "C": -1.0})
    assert metric.agreement.kendall == 1.0


def test_a_score_of_a_whole_test_set_cannot_be_split():
    scores = pl.DataFrame({"metric": ["BLEU"] * 2, "system": ["A", "B"], "score": [30.0, 20.0]})
    result = adjudge.origin(campaign(), MAP, recipe="wmt-da", metrics=MetricScores.check(scores))
    assert result.metrics == ()
    assert [finding.numbers["metrics"] for finding in result.findings if finding.code == "AJ579"] == [["BLEU"]]


def test_a_metric_that_turns_the_order_is_a_finding():
    values = {name: lambda d, k=k: (k, -k)[d % 2] * 10.0 for k, name in enumerate("ABC")}
    scores = metric_scores(values, documents=20)
    result = adjudge.origin(campaign(documents=20), origins_of(20), recipe="wmt-da", metrics=scores)
    assert [finding.numbers["metric"] for finding in result.findings if finding.code == "AJ578"] == ["chrF"]


def test_a_metric_that_agrees_as_well_is_a_note_with_both_figures():
    values = {name: lambda d, k=k: 50.0 - 6 * k + d for k, name in enumerate("ABC")}
    result = adjudge.origin(campaign(), MAP, recipe="wmt-da", metrics=metric_scores(values))
    [finding] = [finding for finding in result.findings if finding.code in ("AJ578", "AJ581")]
    assert (finding.code, finding.severity) == ("AJ581", "note")
    assert (finding.numbers["kendall"], finding.numbers["human"]) == (1.0, 1.0)


def test_a_metric_is_compared_on_the_systems_and_documents_that_both_have():
    """The metric has a system and a document of its own, both in another order: they have no part in the gap."""
    values = {name: lambda d, k=k: 50.0 - 6 * k + d for k, name in enumerate("ABC")}
    scores = metric_scores(values | {"D": lambda d: 100.0 * (d % 2)})
    alone = {"d6": "forward"}
    more = scores.filter(pl.col("document") == "d0").with_columns(score=-50 * pl.col("score"))
    held = pl.concat([scores, *(more.with_columns(document=pl.lit(name)) for name in alone)])
    result = adjudge.origin(campaign(), MAP | alone, recipe="wmt-da", metrics=held)
    gap = known(result.metrics[0].gap)
    assert known(result.metrics[0].agreement.kendall) < 1
    assert (gap.human, gap.metric, gap.systems, gap.units) == (1.0, 1.0, 3, 6)


@pytest.mark.parametrize("reverse", [1, 9])
def test_few_documents_of_a_direction_leave_agreement_and_gap_without_intervals(reverse):
    origins = {f"d{d}": "reverse" if d < reverse else "forward" for d in range(20)}
    values = {name: lambda d, k=k: 50.0 - 6 * k + d for k, name in enumerate("ABC")}
    scores = metric_scores(values, documents=20)
    result = adjudge.origin(campaign(documents=20), origins, recipe="wmt-da", metrics=scores)
    assert set(result.agreement.intervals.values()) == {None}
    gap = known(result.metrics[0].gap)
    assert (gap.low, gap.high) == (None, None)
    [finding] = [finding for finding in result.findings if finding.code == "AJ581"]
    assert "interval" not in finding.text


def test_the_result_is_read_back_without_loss():
    values = {name: lambda d, k=k: d + k for k, name in enumerate("ABC")}
    result = adjudge.origin(campaign(), MAP, metrics=metric_scores(values), seed=3)
    data = json.loads(json.dumps(result.to_dict()))
    assert OriginResult.from_dict(data).to_dict() == result.to_dict()
    assert set(data) >= {"forward", "reverse", "both", "agreement", "differences"}
    assert set(data["agreement"]) >= {"pearson", "spearman", "kendall"}
    assert set(data["differences"][0]) >= {"system", "difference", "low", "high"}
    assert result.to_frame().height == 9


def test_scope_names_pair_domain_and_documents():
    table = campaign()
    frame = table.frame.with_columns(source_lang=pl.lit("zh"), target_lang=pl.lit("en"), domain=pl.lit("news"))
    result = adjudge.origin(table.with_frame(frame), MAP, recipe="wmt-da")
    [scope] = [finding.text for finding in result.findings if finding.code == "AJ574"]
    assert "zh-en" in scope
    assert "news" in scope
    assert "3 documents" in scope
