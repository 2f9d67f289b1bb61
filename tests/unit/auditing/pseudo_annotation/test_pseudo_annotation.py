"""A metric in the place of annotators: by hand, with chrF, and refusals."""

from __future__ import annotations

import json
import sys

import polars as pl
import pytest

import adjudge
from adjudge import PseudoAnnotationResult
from tests.builders import campaign, ratings

QUALITY = {"x": 50, "bad": 10, "y": 48, "good": 90}


def paired():
    """y always beside a bad system, x always beside a good one: z-scores by session then see their company only."""
    rows = [
        {"session": f"{p}{t}", "annotator": f"{p}{t}", "system": s, "segment": f"{p}{t}{g}", "score": 7.0 * t + g}
        for p, systems in {"low": ("y", "bad"), "high": ("x", "good")}.items()
        for t in range(3)
        for s in systems
        for g in range(2)
    ]
    return ratings(rows)


def metric_of(table, *, name="m", drop=0):
    outputs = table.frame.select("system", "segment").unique().sort(pl.all())
    noise = pl.col("segment").str.tail(1).cast(pl.Int64)
    frame = outputs.with_columns(metric=pl.lit(name), score=pl.col("system").replace_strict(QUALITY) + noise)
    return adjudge.MetricScores.check(frame.slice(drop).with_columns(pl.col("score").cast(pl.Float64)))


def test_z_scores_by_session_change_the_order_of_a_consistent_metric():
    """Raw: good, x, y, bad. By z, y leads because it was judged beside a bad system."""
    table = paired()
    result = adjudge.pseudo_annotation(table, metric_of(table), recipes=["wmt-appraise-da", "wmt24-esa"])
    z, raw = result.rankings
    assert raw.order == ["good", "x", "y", "bad"]
    assert (raw.kendall, raw.moved) == (1.0, ())
    assert z.order.index("y") < z.order.index("x")
    # With distance d from the session's mean, the mean z is d / sqrt(4/3 (d^2 + 1/4)): d is 20 for good, -20 for x, 19
    # for y, -19 for bad. So the order is good, y, bad, x, and x has lost two of six pairs.
    assert z.order == ["good", "y", "bad", "x"]
    assert z.kendall == pytest.approx(1 - 2 * 2 / 6)
    assert {m.system for m in z.moved} == {"x", "y", "bad"}
    assert [f.code for f in result.findings if f.code > "AJ553"] == ["AJ554", "AJ555"]


def test_a_metric_without_differences_within_systems_is_too_little_for_the_mixed_model():
    table = paired()
    flat = metric_of(table).frame.with_columns(score=pl.col("score").mean().over("system"))
    scores = adjudge.MetricScores.check(flat)
    with pytest.raises(adjudge.RecipeError, match="AJ063 m gives every system one score for all segments"):
        adjudge.pseudo_annotation(table, scores, recipes=["mixed-model"])
    assert adjudge.pseudo_annotation(table, scores, recipes=["wmt24-esa"]).rankings[0].kendall == 1.0


def test_scores_of_the_annotators_do_not_matter():
    table = paired()
    other = table.with_frame(table.frame.with_columns(score=100 - pl.col("score")))
    first, second = (adjudge.pseudo_annotation(t, metric_of(table), recipes=["wmt-da"]) for t in (table, other))
    assert first.rankings == second.rankings


def test_control_items_are_left_out_and_counted():
    rows = [*paired().frame.to_dicts(), {**paired().frame.row(0, named=True), "kind": "degraded", "score": 0.0}]
    table = ratings(rows)
    result = adjudge.pseudo_annotation(table, metric_of(table), recipes=["wmt-da"])
    left = next(f for f in result.findings if f.code == "AJ556")
    assert (left.numbers["rows"], left.numbers["kinds"]) == (1, ["degraded"])
    assert result.rankings[0].ratings == paired().frame.height


def test_missing_scores_are_counted_and_refused_above_five_per_cent():
    table = paired()
    with pytest.raises(adjudge.AdjudgeError, match=r"AJ063 m has no score for 2 of 24 judged outputs \(8.3%\)"):
        adjudge.pseudo_annotation(table, metric_of(table, drop=2))
    result = adjudge.pseudo_annotation(table, metric_of(table, drop=1), recipes=["wmt24-esa"])
    some = next(f for f in result.findings if f.code == "AJ557")
    assert (some.numbers["missing"], some.numbers["judged"], some.numbers["systems"]) == (1, 24, ["bad"])
    assert result.rankings[0].ratings == 23


def test_scores_of_systems_are_no_scores_of_segments():
    scores = adjudge.MetricScores.check(pl.DataFrame({"metric": ["m"], "system": ["x"], "score": [1.0]}))
    with pytest.raises(adjudge.AdjudgeError, match="AJ063 m has no scores of segments"):
        adjudge.pseudo_annotation(paired(), scores)


def test_metrics_and_recipes_by_name():
    table = paired()
    both = pl.concat([metric_of(table, name=n).frame for n in ("m", "n")])
    scores = adjudge.MetricScores.check(both)
    result = adjudge.pseudo_annotation(table, scores, metric="n", recipes=["wmt-da"])
    assert [(one.metric, one.recipe) for one in result.rankings] == [("n", "wmt-da")]
    with pytest.raises(adjudge.AdjudgeError, match="there are no scores of 'chrF'; there are those of m, n"):
        adjudge.pseudo_annotation(table, scores, metric=["chrF"])
    with pytest.raises(adjudge.AdjudgeError, match="AJ030"):
        adjudge.pseudo_annotation(table, scores, recipes=["no-such"])
    with pytest.raises(adjudge.UsageError, match="AJ040"):
        adjudge.pseudo_annotation(table, scores, recipes="wmt-da")


def test_a_recipe_that_cannot_run_is_said_by_default_and_raised_if_asked_for():
    table = paired().with_frame(paired().frame.with_columns(annotator=pl.lit(None, dtype=pl.String)))
    result = adjudge.pseudo_annotation(table, metric_of(table))
    not_run = {f.numbers["recipe"] for f in result.findings if f.code == "AJ558"}
    assert "wmt-da" in not_run
    assert "wmt-appraise-da" in {one.recipe for one in result.rankings}
    with pytest.raises(adjudge.RecipeError, match="AJ032"):
        adjudge.pseudo_annotation(table, metric_of(table), recipes=["wmt-da"])


def texts_of(table):
    segments = table.frame["segment"].unique().sort()
    words = {"x": "the cat sat here", "y": "a cat sat there", "good": "the cat sat down", "bad": "nothing"}
    columns = {name: [text] * len(segments) for name, text in words.items()}
    frame = {"segment": segments, "source": ["s"] * len(segments), "reference": ["the cat sat down"] * len(segments)}
    return adjudge.Texts.check(pl.DataFrame(frame | columns))


def test_chrf_is_that_of_sacrebleu():
    sacrebleu = pytest.importorskip("sacrebleu")
    result = adjudge.pseudo_annotation(paired(), texts_of(paired()), recipes=["wmt24-esa"])
    raw = {s.system: s.raw for s in result.rankings[0].systems}
    assert raw["good"] == pytest.approx(100.0)
    expected = sacrebleu.sentence_chrf("the cat sat here", ["the cat sat down"]).score
    assert raw["x"] == pytest.approx(expected)
    assert "chrF" in str(result.signature)


def test_texts_without_outputs_or_reference_are_refused():
    texts = texts_of(paired())
    without = texts.with_frame(texts.frame.drop("x"))
    with pytest.raises(adjudge.AdjudgeError, match="AJ063 the texts have no outputs of x"):
        adjudge.pseudo_annotation(paired(), without)
    with pytest.raises(adjudge.AdjudgeError, match="AJ063 the texts have no reference"):
        adjudge.pseudo_annotation(paired(), texts.with_frame(texts.frame.drop("reference")))


def test_without_sacrebleu_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "sacrebleu.metrics.chrf", None)
    with pytest.raises(adjudge.AdjudgeError, match=r"AJ063 chrF needs the package sacrebleu(?s:.)*adjudge\[texts\]"):
        adjudge.pseudo_annotation(paired(), texts_of(paired()))


def test_segments_are_looked_up_within_their_documents():
    """The same segment number means another segment in each document."""
    table = campaign([0, 5])
    outputs = table.frame.select("system", "document", "segment").unique().sort(pl.all())
    scores = outputs.with_columns(metric=pl.lit("m"), score=pl.Series(range(outputs.height)).cast(pl.Float64))
    result = adjudge.pseudo_annotation(table, adjudge.MetricScores.check(scores), recipes=["wmt24-esa"])
    means = dict(scores.group_by("system").agg(pl.col("score").mean()).iter_rows())
    assert {s.system: s.raw for s in result.rankings[0].systems} == pytest.approx(means)


def test_scores_of_segments_of_several_documents_are_not_mixed():
    """Judgements without documents cannot tell segment 1 of one document from segment 1 of another."""
    table = campaign([0, 5])
    outputs = table.frame.select("system", "document", "segment").unique().sort(pl.all())
    scores = outputs.with_columns(metric=pl.lit("m"), score=pl.Series(range(outputs.height)).cast(pl.Float64))
    unknown = table.with_frame(table.frame.with_columns(document=pl.lit(None, dtype=pl.String)))
    with pytest.raises(adjudge.AdjudgeError, match="AJ063 m has several scores for one judged output"):
        adjudge.pseudo_annotation(unknown, adjudge.MetricScores.check(scores))


def test_of_several_language_pairs_that_of_the_judgements_is_taken():
    table = paired().with_frame(paired().frame.with_columns(source_lang=pl.lit("eng"), target_lang=pl.lit("deu")))
    own = metric_of(paired()).frame.with_columns(source_lang=pl.lit("eng"))
    both = [
        own.with_columns(target_lang=pl.lit("deu")),
        own.with_columns(pl.col("score") * -1, target_lang=pl.lit("ces")),
    ]
    result = adjudge.pseudo_annotation(table, adjudge.MetricScores.check(pl.concat(both)), recipes=["wmt24-esa"])
    assert result.rankings[0].order == ["good", "x", "y", "bad"]


def test_a_result_is_read_back_without_loss():
    result = adjudge.pseudo_annotation(paired(), metric_of(paired()))
    assert PseudoAnnotationResult.from_dict(json.loads(json.dumps(result.to_dict()))) == result
    assert result.to_frame().height == len(result.rankings)
    assert "in the place of the annotators" in result.summary()
