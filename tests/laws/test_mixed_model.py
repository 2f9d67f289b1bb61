"""The mixed model against its dense twin, the textbook, SciPy's paired t-test, and its own symmetries."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy import stats

from adjudge.core.errors import RecipeError
from adjudge.kernels.mixed_model import reml
from adjudge.kernels.mixed_model.criterion import (
    evaluate,
    gradient,
    invert_segments,
    reml_criterion,
    reml_criterion_plain,
)
from adjudge.kernels.mixed_model.design import build_design
from adjudge.kernels.mixed_model.reml import COMPONENTS, fit_reml
from adjudge.scoring.mixed import fit_mixed, system_contrasts

RATIOS = st.lists(st.sampled_from([0.0, 0.01, 0.3, 1.0, 20.0]), min_size=4, max_size=4).map(np.array)


def renumbered(*codes):
    return [np.unique(code, return_inverse=True)[1].astype(np.intp) for code in codes]


@st.composite
def designs(draw):
    """Scores in any pattern: missing cells, lone segments, annotators of one system, repeated items."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    systems, annotators, documents, length = (draw(st.integers(low, 4)) for low in (2, 1, 1, 1))
    size = draw(st.integers(8, 40))
    system, annotator, document = (rng.integers(0, levels, size) for levels in (systems, annotators, documents))
    segment = document * length + rng.integers(0, length, size)
    y = rng.normal(50, 10, size) + 5 * rng.normal(size=documents)[document]
    assume(len(np.unique(system)) < size - 2)
    return [y, *renumbered(system, annotator, document, segment)]


def frame_of(design, names="s{}"):
    y, system, annotator, document, segment = design
    columns = {"annotator": annotator, "document": document, "segment": segment}
    return pl.DataFrame(
        {"score": y, "system": [names.format(i) for i in system]}
        | {name: [f"{name}-{i}" for i in codes] for name, codes in columns.items()}
    )


def crossed(rng, *, systems=3, annotators=4, documents=8, length=3, sds=(6.0, 4.0, 5.0, 5.0), noise=8.0):
    """Every system on every segment, each item judged by a random annotator, drawn from the model."""
    item = np.arange(systems * documents * length)
    system, segment = item % systems, item // systems
    document, annotator = segment // length, rng.integers(0, annotators, len(item))
    cell = document * systems + system
    y = 60.0 + 3 * system + rng.normal(0, noise, len(item))
    for sd, codes in zip(sds, (annotator, document, segment, cell), strict=True):
        y += rng.normal(0, sd, codes.max() + 1)[codes]
    return [y, *renumbered(system, annotator, document, segment)]


@given(st.integers(0, 2**32 - 1), st.integers(1, 9), st.integers(1, 9), RATIOS)
def test_segments_of_a_document_are_inverted_as_the_whole_matrix_is(seed, length, systems, ratios):
    """Woodbury's identity, where a document has more segments than systems, against the inverse of all segments."""
    sums = np.random.default_rng(seed).poisson(0.5, (3, length, systems)).astype(float)
    sums[:, length - length // 3 :] = 0  # shorter documents of a stack are filled up with segments nobody judged
    sizes, weights = sums.sum(axis=2), ratios[3] / (1 + ratios[3] * sums.sum(axis=1))
    between = sizes[:, :, None] * np.eye(length) - (sums * weights[:, None]) @ sums.transpose(0, 2, 1)
    whole = np.eye(length) + between @ (ratios[2] * np.eye(length) + ratios[1])
    inverse, log_det = invert_segments(between, sizes, sums, weights, ratios)
    assert inverse == pytest.approx(np.linalg.inv(whole), abs=1e-9)
    assert log_det == pytest.approx(np.linalg.slogdet(whole)[1].sum(), abs=1e-9)


@given(designs(), RATIOS)
def test_fast_equals_plain(design, ratios):
    fast, plain = (call(*design, ratios=ratios) for call in (reml_criterion, reml_criterion_plain))
    assert fast[0] == pytest.approx(plain[0], rel=1e-8, abs=1e-8)
    np.testing.assert_allclose(fast[1], plain[1], rtol=1e-8, atol=1e-8)
    np.testing.assert_allclose(fast[2], plain[2], rtol=1e-8, atol=1e-8)


@given(designs(), RATIOS)
def test_gradient_equals_differences_of_the_plain_criterion(design, ratios):
    ratios = ratios + 0.1
    built = build_design(*design)
    for i, exact in enumerate(gradient(built, evaluate(built, ratios))):
        step = 1e-5 * ratios[i] * np.eye(4)[i]
        above, below = (reml_criterion_plain(*design, ratios=ratios + sign * step)[0] for sign in (1, -1))
        assert exact == pytest.approx((above - below) / (2e-5 * ratios[i]), rel=1e-4, abs=1e-4)


@pytest.mark.parametrize("seed", range(5))
def test_no_other_ratios_are_likelier_in_the_plain_criterion(seed):
    rng = np.random.default_rng(seed)
    design = crossed(rng)
    fit = fit_reml(*design)
    best = np.array([(fit.sds[name] / fit.residual_sd) ** 2 for name in COMPONENTS])
    criterion, means, covariance = reml_criterion_plain(*design, ratios=best)
    assert fit.converged
    assert fit.log_likelihood == pytest.approx(-criterion / 2, abs=1e-8)
    np.testing.assert_allclose(fit.means, means, rtol=1e-8)
    np.testing.assert_allclose(fit.covariance, covariance, rtol=1e-7)
    others = [*(best * np.exp(rng.normal(0, size, 4)) for size in (0.01, 0.1, 1, 1)), *(best + 0.01 * np.eye(4))]
    assert min(reml_criterion_plain(*design, ratios=other)[0] for other in others) > criterion - 1e-8


def test_leniency_is_the_best_linear_prediction():
    design = crossed(np.random.default_rng(5))
    y, system, annotator, document, segment = design
    fit = fit_reml(*design)
    # Henderson's BLUP by its definition: variance Z' V^-1 (y - X b), V in full.
    v = fit.residual_sd**2 * np.eye(len(y))
    for name, codes in zip(COMPONENTS, (annotator, document, segment, document * 3 + system), strict=True):
        v += fit.sds[name] ** 2 * (codes[:, None] == codes)
    weighted = np.linalg.solve(v, y - fit.means[system])
    expected = fit.sds["annotator"] ** 2 * np.bincount(annotator, weighted)
    np.testing.assert_allclose(fit.annotator_effects, expected, rtol=1e-6, atol=1e-8)


def test_ratios_of_some_annotators_are_close_to_those_of_all(monkeypatch):
    design = crossed(np.random.default_rng(8), annotators=240, documents=200)
    whole = fit_reml(*design)
    monkeypatch.setattr(reml, "MANY_ANNOTATORS", 160)
    found = fit_reml(*design)
    assert found.part is not None
    assert found.part.design.annotators < 160
    assert found.converged
    # A third of the annotators: standard deviations within a third of those of all.
    for name, sd in whole.sds.items():
        assert found.sds[name] == pytest.approx(sd, rel=0.34)
    error = np.sqrt(np.diag(whole.covariance))
    assert (np.abs(found.means - whole.means) < 0.5 * error).all()
    assert found.satterthwaite(np.array([[1.0, -1.0, 0.0]]))[0] > 5


def one_way(rng, *, groups=7, size=4, sd=6.0):
    segment = np.repeat(np.arange(groups), size)
    y = 50 + rng.normal(0, sd, groups)[segment] + rng.normal(0, 5, len(segment))
    nothing = np.zeros(len(y), dtype=np.intp)
    table = y.reshape(groups, size)
    between, within = size * table.mean(axis=1).var(ddof=1), table.var(axis=1, ddof=1).mean()
    return [y, nothing, nothing, nothing, segment], between, within


def test_balanced_one_way_layout_gives_the_analysis_of_variance():
    # Searle, Casella and McCulloch (1992): s^2 = MSW, group variance = (MSB - MSW) / n, var(mean) = MSB / N.
    design, between, within = one_way(np.random.default_rng(0))
    assert between > within
    fit = fit_reml(*design, components=["segment"])
    assert fit.means[0] == pytest.approx(design[0].mean(), rel=1e-10)
    assert fit.residual_sd**2 == pytest.approx(within, rel=1e-5)
    assert fit.sds["segment"] ** 2 == pytest.approx((between - within) / 4, rel=1e-5)
    assert fit.covariance[0, 0] == pytest.approx(between / 28, rel=1e-5)
    # MSB has 7 - 1 degrees of freedom.
    assert fit.satterthwaite(np.ones((1, 1)))[0] == pytest.approx(6, rel=1e-3)


def test_a_negative_analysis_of_variance_estimate_becomes_a_zero_on_the_boundary():
    design, between, within = one_way(np.random.default_rng(4), sd=0.0)
    assert between < within
    fit = fit_reml(*design, components=["segment"])
    assert fit.boundary == ("segment",)
    assert fit.sds["segment"] == 0
    assert fit.residual_sd == pytest.approx(design[0].std(ddof=1), rel=1e-10)
    assert fit.satterthwaite(np.ones((1, 1)))[0] == pytest.approx(27, rel=1e-10)


def test_without_components_the_means_are_plain_means():
    design = crossed(np.random.default_rng(1))
    fit = fit_reml(*design, components=[])
    plain = [design[0][design[1] == i] for i in range(3)]
    np.testing.assert_allclose(fit.means, [part.mean() for part in plain], rtol=1e-12)
    pooled = np.mean([part.var(ddof=1) for part in plain])
    np.testing.assert_allclose(fit.covariance, pooled / len(plain[0]) * np.eye(3), rtol=1e-10, atol=1e-12)


def test_two_systems_on_the_same_documents_give_the_paired_t_test():
    rng = np.random.default_rng(2)
    scores = 50 + rng.normal(0, 8, (14, 1)) + rng.normal([0, 3], 5, (14, 2))
    frame = pl.DataFrame(
        {"system": ["a", "b"] * 14, "document": np.repeat([f"d{i}" for i in range(14)], 2), "score": scores.ravel()}
    ).with_columns(annotator=pl.lit("only"), segment=pl.lit("1"))
    fit = fit_mixed(frame)
    assert set(fit.dropped) == {"annotator", "segment", "system:document"}
    row = system_contrasts(fit).row(0, named=True)
    expected = stats.ttest_rel(scores[:, 1], scores[:, 0])
    assert row["df"] == pytest.approx(13, rel=1e-3)
    assert abs(row["t"]) == pytest.approx(abs(expected.statistic), rel=1e-4)
    assert row["p"] == pytest.approx(expected.pvalue, rel=1e-3)


def test_many_ratings_per_document_give_the_t_test_of_document_means():
    rng = np.random.default_rng(3)
    y, system, _, document, _ = design = crossed(rng, systems=2, documents=12, length=5, sds=(0.0, 4.0, 0.0, 6.0))
    fit = fit_mixed(frame_of(design), components=("document", "system:document"))
    means = np.bincount(document * 2 + system, y).reshape(12, 2) / 5
    expected = stats.ttest_rel(means[:, 1], means[:, 0])
    row = system_contrasts(fit).row(0, named=True)
    assert row["df"] == pytest.approx(11, rel=1e-3)
    assert row["p"] == pytest.approx(expected.pvalue, rel=1e-3)


def test_order_of_rows_does_not_matter():
    frame = frame_of(crossed(np.random.default_rng(6)))
    first, second = (
        system_contrasts(fit_mixed(rows)) for rows in (frame, frame.sample(fraction=1, shuffle=True, seed=1))
    )
    assert first["a"].equals(second["a"])
    np.testing.assert_allclose(first.drop("a", "b").to_numpy(), second.drop("a", "b").to_numpy(), rtol=1e-5)


def test_names_do_not_matter():
    design = crossed(np.random.default_rng(7))
    renamed = frame_of(design).with_columns(system=pl.col("system").replace_strict({"s0": "z", "s1": "y", "s2": "x"}))
    first, second = fit_mixed(frame_of(design)), fit_mixed(renamed)
    np.testing.assert_allclose(first.reml.means, second.reml.means[::-1], rtol=1e-6)
    np.testing.assert_allclose(first.reml.covariance, second.reml.covariance[::-1, ::-1], rtol=1e-4)


def test_adding_and_stretching_all_scores_carries_over():
    y, *factors = crossed(np.random.default_rng(8))
    first, second = fit_reml(y, *factors), fit_reml(1000 + 7 * y, *factors)
    np.testing.assert_allclose(second.means, 1000 + 7 * first.means, rtol=1e-8)
    np.testing.assert_allclose(second.covariance, 49 * first.covariance, rtol=1e-4)
    np.testing.assert_allclose(list(second.sds.values()), 7 * np.array(list(first.sds.values())), rtol=1e-4)


def test_better_by_a_constant_changes_no_error_and_no_component():
    y, system, *factors = crossed(np.random.default_rng(9))
    first, second = fit_reml(y, system, *factors), fit_reml(y + 20.0 * (system == 1), system, *factors)
    np.testing.assert_allclose(second.means - first.means, [0, 20, 0], atol=1e-6)
    np.testing.assert_allclose(second.covariance, first.covariance, rtol=1e-4)


def test_groups_of_systems_without_a_common_annotator_are_refused_by_name():
    frame = frame_of(crossed(np.random.default_rng(10), systems=4))
    apart = frame.with_columns(annotator=pl.when(pl.col("system") < "s2").then(pl.lit("ann")).otherwise(pl.lit("bob")))
    with pytest.raises(RecipeError) as caught:
        fit_mixed(apart)
    (problem,) = caught.value.problems
    assert problem.code == "AJ032"
    assert "2 groups" in problem.what
    assert "{s0, s1} judged by 1 annotator; {s2, s3} judged by 1 annotator" in problem.what
    assert fit_mixed(apart, components=("document", "segment")).annotators.is_empty()


def test_one_common_annotator_connects_systems():
    frame = frame_of(crossed(np.random.default_rng(11), systems=2))
    odd = pl.int_range(pl.len()) % 5 == 0
    linked = frame.with_columns(annotator=pl.when(odd).then(pl.lit("both")).otherwise("of-" + pl.col("system")))
    assert fit_mixed(linked).annotators["annotator"].to_list() == ["both", "of-s0", "of-s1"]


def test_unknown_documents_are_reported_and_segments_stay():
    frame = frame_of(crossed(np.random.default_rng(12))).with_columns(document=pl.lit(None, pl.String))
    fit = fit_mixed(frame)
    assert set(fit.dropped) == {"document", "system:document"}
    assert fit.components["component"].to_list() == ["annotator", "segment", "residual"]
    assert "AJ209" in {finding.code for finding in fit.findings}


def test_sessions_stand_in_for_unknown_annotators():
    frame = frame_of(crossed(np.random.default_rng(13))).rename({"annotator": "session"})
    fit = fit_mixed(frame)
    assert "AJ208" in {finding.code for finding in fit.findings}
    assert len(fit.annotators) == 4
    assert "annotator" in fit_mixed(frame.drop("session")).dropped


def test_components_that_cannot_be_told_apart_are_left_out_with_the_reason():
    frame = frame_of(crossed(np.random.default_rng(14), length=1, annotators=1))
    fit = fit_mixed(frame)
    assert "system means" in fit.dropped["annotator"]
    assert "document" in fit.dropped["segment"]
    assert "residual" in fit.dropped["system:document"]
    assert fit.components["component"].to_list() == ["document", "residual"]
    assert sum(finding.numbers.get("component") in fit.dropped for finding in fit.findings) == 3


def test_only_judgements_that_count_are_used_and_the_others_counted():
    frame = frame_of(crossed(np.random.default_rng(15))).with_columns(kind=pl.lit("system"))
    control = frame.head(5).with_columns(kind=pl.lit("degraded"), score=pl.lit(0.0))
    unscored = frame.head(2).with_columns(score=pl.lit(None, pl.Float64))
    fit = fit_mixed(pl.concat([frame, control, unscored]))
    np.testing.assert_allclose(fit.reml.means, fit_mixed(frame).reml.means)
    assert [finding.code for finding in fit.findings][:2] == ["AJ201", "AJ107"]


@pytest.mark.parametrize("score", [pl.lit(70.0), pl.col("system").rank("dense").cast(pl.Float64)])
def test_scores_that_do_not_differ_within_a_system_are_refused(score):
    with pytest.raises(RecipeError, match="AJ032"):
        fit_mixed(frame_of(crossed(np.random.default_rng(16))).with_columns(score=score))


def test_a_segment_in_two_documents_is_refused_by_the_kernel():
    y, system, annotator, document, segment = crossed(np.random.default_rng(17))
    with pytest.raises(ValueError, match="one document"):
        fit_reml(y, system, annotator, document, segment % 5)


def test_a_fit_tells_all_as_plain_data():
    fit = fit_mixed(frame_of(crossed(np.random.default_rng(18))))
    data = fit.to_dict()
    assert [row["system"] for row in data["systems"]] == fit.to_frame()["system"].to_list()
    assert sum(row["share"] for row in data["components"]) == pytest.approx(1)
    assert fit.summary().startswith("Mixed model of 72 ratings of 3 systems.")
    assert len(system_contrasts(fit)) == 3
    assert (system_contrasts(fit)["difference"] >= 0).all()


def test_scores_that_only_rounding_tells_apart_are_refused_like_equal_ones():
    """A z-score of two ratings is plus or minus the root of a half, up to the last bit, whoever gave them."""
    half = np.sqrt(0.5)
    scores = [half, np.nextafter(half, 1), -half, -half]
    frame = pl.DataFrame({"score": scores, "system": list("aabb"), "segment": list("1212")})
    with pytest.raises(RecipeError, match="2 different scores"):
        fit_mixed(frame)
