"""`adjudge.annotators` on ratings: which rows, which findings, what is refused, and the sentence."""

from __future__ import annotations

import json

import krippendorff
import numpy as np
import polars as pl
import pytest

import adjudge
from adjudge.auditing.annotators.ratings.coefficients import AgreementCoefficient, agreement_sentence
from adjudge.core.errors import InputError, UsageError
from adjudge.core.tables import MetricScores
from adjudge.kernels.agreement.gwet import gwet_plain
from adjudge.kernels.rasch.categories import to_categories
from adjudge.kernels.rasch.fit_statistics import fit_statistics
from adjudge.kernels.rasch.rating_scale import fit_rating_scale
from tests.builders import known, ratings


def crossed(annotators=3, systems=2, documents=12, length=3, noise=8.0, seed=0, **columns):
    """Every annotator on every output; true differences of outputs have sd 15."""
    rng = np.random.default_rng(seed)
    quality = rng.normal(60, 15, (systems, documents, length))
    rows = [
        {
            "annotator": f"annotator-{a}",
            "session": f"session-{a}",
            "system": f"system-{s}",
            "document": f"document-{d:02}",
            "segment": str(g),
            "score": float(np.clip(np.round(quality[s, d, g] + rng.normal(0, noise)), 0, 100)),
        }
        for a in range(annotators)
        for s in range(systems)
        for d in range(documents)
        for g in range(length)
    ]
    return ratings(pl.DataFrame(rows).with_columns(**columns).to_dicts())


def codes(result):
    return [finding.code for finding in result.findings]


@pytest.fixture(scope="module")
def result():
    return adjudge.annotators(crossed(), draws=100)


def test_json_has_the_keys_of_the_design(result):
    data = result.to_dict()
    assert {"annotators", "pairs", "agreement", "findings", "signature", "schema"} <= set(data)
    keys = {"annotator", "judgements", "unique", "mean", "sd", "min", "max", "ticks", "consistency"}
    assert keys <= set(data["annotators"][0])
    assert {"a", "b", "n", "spearman", "pearson", "kendall", "spearman_p"} <= set(data["pairs"][0])
    assert {"alpha_interval", "alpha_ordinal", "icc_2_1", "icc_2_k", "ac2"} <= set(data["agreement"])


def test_the_result_is_read_back_without_loss(result):
    assert adjudge.AnnotatorsResult.from_dict(json.loads(json.dumps(result.to_dict(), allow_nan=False))) == result


def test_there_is_a_row_for_every_annotator_and_pair(result):
    assert result.to_frame()["annotator"].to_list() == ["annotator-0", "annotator-1", "annotator-2"]
    assert result.pairs_frame().select("a", "b", "n").rows() == [
        ("annotator-0", "annotator-1", 72),
        ("annotator-0", "annotator-2", 72),
        ("annotator-1", "annotator-2", 72),
    ]


def test_the_sentence_counts_shared_outputs_and_annotators(result):
    alpha = result.agreement["alpha_interval"]
    assert result.sentence.startswith(f"Krippendorff's alpha (interval) is {alpha.value:.2f}".replace("0.", ".", 1))
    # Two systems on 12 documents of 3 segments: 72 outputs, but 36 segments.
    assert result.sentence.endswith(
        ", over 72 outputs (36 segments) rated by 3 annotators (documents resampled, annotators fixed)."
    )
    assert result.sentence in result.summary()


@pytest.mark.parametrize(
    ("value", "low", "high", "words"),
    [
        (0.43, 0.38, 0.48, "is .43, 95% interval .38-.48, over"),
        (1.0, 0.995, 1.0, "is 1.00, 95% interval .99-1.00, over"),
        (-0.051, -0.2, 0.1, "is -.05, 95% interval -.20 to .10, over"),
        (0.001, None, None, "is .00, over"),
    ],
)
def test_numbers_in_the_sentence_have_no_zero_before_the_point(value, low, high, words):
    alpha = AgreementCoefficient("alpha_interval", value, low, high)
    assert words in agreement_sentence(alpha, over="2 segments", level=0.95)


def test_the_sentence_has_the_form_of_the_example_where_all_rated_the_segments_of_one_system():
    result = adjudge.annotators(crossed(systems=1), draws=100)
    assert ", over 36 segments rated by 3 annotators (documents" in result.sentence
    assert "95% interval" in result.sentence
    assert {one["interval"] for one in map(result.agreement.to_dict().get, ("alpha_interval", "icc_2_k"))} == {
        "document"
    }


def test_the_sentence_tells_how_many_annotators_rated_each_output():
    table = crossed(annotators=4)
    number = pl.col("document").str.slice(-2).cast(pl.Int64)
    who = pl.col("annotator").str.slice(-1).cast(pl.Int64)
    pairs = table.with_frame(table.frame.filter((number % 2) == who // 2))
    assert "over 72 outputs (36 segments), each rated by 2 of 4 annotators (" in adjudge.annotators(pairs).sentence
    mixed = table.with_frame(table.frame.filter((number > 0) | (who < 3)))
    assert "over 72 outputs (36 segments), each rated by 3 to 4 of 4 annotators (" in adjudge.annotators(mixed).sentence
    criteria = pl.concat([table.frame.with_columns(criterion=pl.lit(name)) for name in ("fluency", "adequacy")])
    found = adjudge.annotators(table.with_frame(criteria), draws=100)
    assert "over 144 outputs and criteria (36 segments) rated by 4 annotators (" in found.sentence


def five_points(repeat):
    """Two annotators on a scale from 1 to 5; one of them may rate one output once more, a point higher."""
    scores = {"x": [1, 2, 3, 4, 5, 3, 2, 4, 1, 5], "y": [2, 2, 4, 4, 5, 1, 2, 3, 1, 4]}
    rows = [
        {
            "annotator": who,
            "session": who,
            "system": "a",
            "document": f"d{i}",
            "segment": "1",
            "score": float(score),
            "kind": "system",
        }
        for who, given in scores.items()
        for i, score in enumerate(given)
    ]
    again = {**rows[0], "session": "later", "kind": "repeat", "score": 2.0}
    frame = pl.DataFrame([*rows, again] if repeat else rows).with_columns(scale=pl.lit("1..5"))
    return adjudge.annotators(ratings(frame.to_dicts()), draws=100)


def test_one_repeat_does_not_change_the_categories_of_gwets_coefficient():
    plain, repeated = (five_points(repeat).agreement["ac2"] for repeat in (False, True))
    assert plain.classes == repeated.classes == 5
    assert plain.title == repeated.title == "Gwet's AC2 (quadratic weights, 5 classes)"
    # x gave 1 and then 2 to an output to which y gave 2: the mean of 1.5 counts as 2.
    x, y = [1, 2, 3, 4, 5, 3, 2, 4, 1, 5], [2, 2, 4, 4, 5, 1, 2, 3, 1, 4]
    for found, first in ((plain, 1), (repeated, 2)):
        expected = gwet_plain([(first, 2), *zip(x[1:], y[1:], strict=True)], "quadratic", range(1, 6))
        assert expected is not None
        assert found.value == pytest.approx(float(expected), abs=1e-12)


def test_scores_between_the_points_of_a_scale_are_put_into_seven_classes():
    table = crossed()
    found = adjudge.annotators(table, draws=100).agreement["ac2"]
    assert (found.classes, found.title) == (7, "Gwet's AC2 (quadratic weights, 7 classes)")


def test_whole_documents_are_called_documents():
    found = adjudge.annotators(crossed(length=1, scope=pl.lit("document")), draws=100)
    assert "over 24 outputs (12 documents) rated by 3 annotators (" in found.sentence


def test_documents_are_the_units_and_segments_where_they_are_unknown(result):
    assert (result.agreement.unit, result.agreement.units) == ("document", 12)
    table = crossed()
    unknown = table.with_frame(table.frame.with_columns(document=pl.lit(None, dtype=pl.String)))
    table = unknown.with_frame(
        unknown.frame.with_columns(segment=table.frame["document"] + "-" + table.frame["segment"])
    )
    found = adjudge.annotators(table, draws=100)
    assert (found.agreement.unit, found.agreement.units) == ("segment", 36)
    assert "AJ524" in codes(found)
    assert found.agreement["alpha_interval"].value == pytest.approx(result.agreement["alpha_interval"].value)


def test_nobody_is_described_without_annotators():
    frame = crossed().frame.with_columns(annotator=pl.lit(None, dtype=pl.String))
    table = crossed().with_frame(frame)
    with pytest.raises(InputError, match="AJ062") as caught:
        adjudge.annotators(table)
    [problem] = caught.value.problems
    assert "3 sessions" in problem.what
    assert "sessions=True" in problem.todo
    found = adjudge.annotators(table, sessions=True, draws=100)
    assert [one.name for one in found.annotators] == ["session-0", "session-1", "session-2"]
    assert "AJ523" in codes(found)
    with pytest.raises(InputError, match="no rating names its annotator"):
        adjudge.annotators(table.with_frame(frame.with_columns(session=pl.lit(None, dtype=pl.String))))


def test_rows_without_annotator_are_left_out_and_counted():
    frame = crossed().frame.with_columns(annotator=pl.when(pl.col("annotator") != "annotator-2").then("annotator"))
    found = adjudge.annotators(crossed().with_frame(frame), draws=100)
    [finding] = [one for one in found.findings if one.code == "AJ522"]
    assert finding.numbers == {"left_out": 72, "rows": 216}
    assert len(found.annotators) == 2


def test_controls_are_not_described_unless_asked_for():
    kind = pl.when(pl.col("segment") == "0").then(pl.lit("degraded")).otherwise(pl.lit("system"))
    table = crossed(kind=kind)
    found = adjudge.annotators(table, draws=100)
    [finding] = [one for one in found.findings if one.code == "AJ520"]
    assert finding.numbers == {"left_out": {"degraded": 72}}
    assert found.annotators[0].profile.judgements == 48
    assert adjudge.annotators(table, keep_kinds="degraded", draws=100).annotators[0].profile.judgements == 24
    with pytest.raises(InputError, match="AJ062"):
        adjudge.annotators(table, keep_kinds="calibration")


def test_one_annotator_agrees_with_nobody():
    found = adjudge.annotators(crossed(annotators=1), draws=100)
    assert "AJ528" in codes(found)
    assert found.pairs == ()
    assert found.agreement["alpha_interval"].value is None
    assert (
        found.sentence == "Krippendorff's alpha (interval) cannot be computed: no output was rated by two annotators."
    )
    [only] = found.annotators
    assert (only.leniency, only.others, only.fit) == (None, None, None)


def test_an_annotator_who_shares_nothing_is_not_called_lenient():
    table = crossed()
    apart = pl.col("annotator") == "annotator-2"
    document = pl.when(apart).then(pl.lit("own-") + pl.col("document")).otherwise("document")
    higher = pl.when(apart).then((pl.col("score") + 30).clip(0, 100)).otherwise("score")
    found = adjudge.annotators(table.with_frame(table.frame.with_columns(document=document, score=higher)), draws=100)
    assert found["annotator-2"].leniency is None
    assert found["annotator-0"].leniency is not None
    [finding] = [one for one in found.findings if one.code == "AJ531"]
    assert finding.numbers == {"annotators": ["annotator-2"]}
    assert "AJ532" not in codes(found)


def test_two_groups_that_share_nothing_are_kept_apart():
    table = crossed(annotators=4)
    apart = pl.col("annotator").is_in(["annotator-2", "annotator-3"])
    document = pl.when(apart).then(pl.lit("own-") + pl.col("document")).otherwise("document")
    found = adjudge.annotators(table.with_frame(table.frame.with_columns(document=document)), draws=100)
    assert [one.leniency.group for one in found.annotators if one.leniency] == [1, 1, 2, 2]
    assert any("2 groups" in one.text for one in found.findings if one.code == "AJ531")


def test_infit_is_that_of_systems_segments_and_annotators_where_these_can_be_told_apart(result):
    rows = crossed().frame
    codes = [rows[name].rank("dense").to_numpy().astype(np.intp) - 1 for name in ("system", "annotator")]
    segment = (rows["document"] + rows["segment"]).rank("dense").to_numpy().astype(np.intp) - 1
    expected = fit_statistics(fit_rating_scale(to_categories(rows["score"].to_numpy()), (*codes, segment)), 1)
    fits = [known(one.fit) for one in result.annotators]
    assert [one.facets for one in fits] == ["system, segment, annotator"] * 3
    assert [one.infit for one in fits] == pytest.approx(expected.infit.tolist(), abs=1e-8)
    assert [one.outfit for one in fits] == pytest.approx(expected.outfit.tolist(), abs=1e-8)


def test_infit_is_that_of_outputs_where_systems_and_segments_cannot_be_told_apart():
    one = adjudge.annotators(crossed(systems=1), draws=100)
    assert {known(each.fit).facets for each in one.annotators} == {"output, annotator"}
    # Each system has documents and annotators of its own: nothing connects them.
    table = crossed(annotators=4, systems=2)
    number = pl.col("system").str.slice(-1).cast(pl.Int64)
    who = pl.col("annotator").str.slice(-1).cast(pl.Int64)
    apart = table.frame.filter(number == who // 2).with_columns(document=pl.col("document") + pl.col("system"))
    found = adjudge.annotators(table.with_frame(apart), draws=100)
    assert {known(each.fit).facets for each in found.annotators} == {"output, annotator"}


def test_alpha_is_that_of_another_program(result):
    table = crossed().frame.pivot("annotator", index=["system", "document", "segment"], values="score")
    data = table.select(pl.col("^annotator-.*$")).to_numpy().T
    for level in ("interval", "ordinal"):
        expected = krippendorff.alpha(reliability_data=data, level_of_measurement=level)
        assert result.agreement[f"alpha_{level}"].value == pytest.approx(expected, abs=1e-8)


@pytest.mark.parametrize(("outputs", "severity"), [(12, []), (40, ["note"]), (100, ["warning"])])
def test_unrelated_scores_are_named_if_there_are_enough_of_them(outputs, severity):
    # One goes up, the other down and up again, so that the correlation is 0. The upper end of its interval is
    # tanh(1.96 sqrt(1.06 / (n - 3))): .32 for 40 outputs, .20 for 100; named are those below .3. Of 12 nothing is said.
    up = [float(i) for i in range(outputs)]
    rows = [
        {"annotator": who, "session": who, "system": "a", "document": f"d{i}", "segment": "1", "score": score}
        for who, scores in (("x", up), ("y", [abs(2 * i - outputs + 1) / 2 for i in up]))
        for i, score in enumerate(scores)
    ]
    result = adjudge.annotators(ratings(rows), draws=100)
    assert result.pairs[0].spearman == pytest.approx(0, abs=1e-12)
    assert [one.severity for one in result.findings if one.code == "AJ530"] == severity


def test_equal_scores_give_no_agreement_and_no_failure():
    table = crossed()
    found = adjudge.annotators(table.with_frame(table.frame.with_columns(score=pl.lit(70.0))), draws=100)
    assert found.agreement["alpha_interval"].reason == "all scores are equal"
    assert found.agreement.pairs == ()
    json.dumps(found.to_dict(), allow_nan=False)
    assert found.generalisability is None


def test_several_scales_are_refused():
    scale = pl.when(pl.col("annotator") == "annotator-0").then(pl.lit("0..100")).otherwise(pl.lit("0..200"))
    with pytest.raises(InputError, match=r"0\.\.100, 0\.\.200"):
        adjudge.annotators(crossed(scale=scale))


@pytest.mark.parametrize("files", [pl.col("annotator"), pl.col("annotator") == "annotator-2"])
def test_an_output_is_the_same_whichever_file_its_rating_is_in(files):
    whole = adjudge.annotators(crossed(), draws=100).to_dict()
    apart = adjudge.annotators(crossed(collection=files.cast(pl.String)), draws=100).to_dict()
    assert apart == whole


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"draws": 10}, "at least 100"),
        ({"level": 0.05}, "a number from 0.5 to below 1"),
        ({"seed": -1}, "zero or more"),
        ({"keep_kinds": "calibraton"}, "did you mean 'calibration'"),
    ],
)
def test_arguments_that_make_no_sense_are_refused(given, words):
    with pytest.raises(UsageError, match="AJ040") as caught:
        adjudge.annotators(crossed(), **given)
    assert words in str(caught.value)


def test_other_tables_are_refused():
    scores = MetricScores.check(pl.DataFrame({"metric": ["m"], "system": ["a"], "segment": ["1"], "score": [0.5]}))
    with pytest.raises(adjudge.AdjudgeError, match="the table holds"):
        adjudge.annotators(scores)


def marked():
    """Errors by two annotators in ten segments of two systems: n minor ones, or none."""
    rng = np.random.default_rng(4)
    rows = []
    for who in ("x", "y"):
        for system in ("a", "b"):
            for segment in range(10):
                errors = int(rng.integers(0, 4))
                mark = {"annotator": who, "system": system, "document": f"d{segment // 2}", "segment": str(segment)}
                rows += [mark | {"severity": "minor", "category": "accuracy"}] * errors
                rows += [] if errors else [mark | {"severity": "no-error", "category": "no-error"}]
    return pl.DataFrame(rows)


def test_marked_errors_are_scored_first_and_have_no_scale():
    found = adjudge.annotators(marked(), draws=100)
    minor = marked().with_columns(n=pl.col("severity") == "minor").group_by("annotator").agg(pl.col("n").sum())
    # A minor error of accuracy costs one point.
    means = {name: -errors / 20 for name, errors in minor.iter_rows()}
    assert {one.name: one.profile.mean for one in found.annotators} == pytest.approx(means)
    assert found.settings["weights"] == "mqm"
    assert "weights:mqm" in str(found.signature)
    assert all(one.profile.ticks is None for one in found.annotators)
    assert not {"AJ525", "AJ526"} & set(codes(found))
    assert "over 20 outputs (10 segments) rated by 2 annotators" in found.sentence
    with pytest.raises(UsageError, match="AJ040"):
        adjudge.annotators(marked(), keep_kinds="system")


def test_rows_chosen_by_their_score_are_refused():
    with pytest.raises(UsageError, match="AJ055"):
        adjudge.annotators(crossed(), where="score>50")


def test_reliability_is_predicted_for_more_annotators_and_segments(result):
    general = result.generalisability
    assert general is not None
    assert sum(one.share for one in general.variances) == pytest.approx(1)
    found = {(one.crew, one.annotators, one.segments): one.generalisability for one in general.predicted}
    assert {key[1:] for key in found} == {(n, segments) for n in (1, 2, 3) for segments in (100, 500, 1000)}
    for (crew, n, segments), value in found.items():
        assert value <= found.get((crew, n + 1, segments), 1)
        assert value <= found[crew, n, 1000]


def test_nothing_is_predicted_if_every_document_has_its_own_system():
    table = crossed(systems=4)
    own = pl.col("document") + pl.col("system")
    found = adjudge.annotators(table.with_frame(table.frame.with_columns(document=own)), draws=100)
    assert found.generalisability is None or found.generalisability.predicted == ()
    assert any("cannot be told from the documents" in one.text for one in found.findings if one.code == "AJ539")


def test_documents_are_recovered_from_what_was_shown_together():
    table = crossed()
    frame = table.frame.with_columns(
        showing=pl.col("document"),
        segment=pl.col("document") + "-" + pl.col("segment"),
        document=pl.lit(None, dtype=pl.String),
    )
    found = adjudge.annotators(table.with_frame(frame), draws=100)
    assert (found.agreement.unit, found.agreement.units) == ("document", 12)
    assert "AJ227" in codes(found)


def test_an_annotator_who_gives_one_score_does_not_drift():
    # The others' scores rise with the order of the work; what is expected has a coefficient of its own.
    order = pl.int_range(pl.len()).over("annotator")
    constant = (
        pl.when(pl.col("annotator") == "annotator-0").then(70.0).otherwise(pl.col("score").sort().over("annotator"))
    )
    found = adjudge.annotators(crossed(started=order.cast(pl.Float64), score=constant), draws=100)
    drift = found["annotator-0"].drift
    assert drift is not None
    assert drift.points == pytest.approx(0, abs=1e-9)


def test_ratings_without_scores_are_refused():
    with pytest.raises(InputError, match="no rating has a score"):
        adjudge.annotators(crossed(score=pl.lit(None, dtype=pl.Float64)))
