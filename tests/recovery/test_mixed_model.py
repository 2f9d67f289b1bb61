"""What was put into the mixed model comes out again: means, components, errors, the level of its tests."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from adjudge.kernels.mixed_model.reml import COMPONENTS
from adjudge.planning.simulation.simulate import simulate
from adjudge.scoring.mixed import fit_mixed, system_contrasts

SDS = dict(zip(COMPONENTS, (6.0, 4.0, 5.0, 5.0), strict=True))
NOISE = 10.0


def campaign(rng, *, systems=3, annotators=6, documents=20, length=4, share=0.7, gain=0.0, sds=SDS):
    """A share of all items, each judged by one of three annotators of its document; system i is i * gain better."""
    item = np.flatnonzero(rng.random(systems * documents * length) < share)
    system, segment = item % systems, item // systems
    document = segment // length
    crew = np.array([rng.permutation(annotators)[:3] for _ in range(documents)])
    annotator = crew[document, rng.integers(0, 3, len(item))]
    y = 60 + gain * system + rng.normal(0, NOISE, len(item))
    factors = (annotator, document, segment, document * systems + system)
    for name, codes in zip(COMPONENTS, factors, strict=True):
        y += rng.normal(0, sds[name], codes.max() + 1)[codes]
    return pl.DataFrame(
        {
            "score": y,
            "system": system.astype(str),
            "annotator": annotator.astype(str),
            "document": document.astype(str),
            "segment": segment.astype(str),
        }
    )


def first_contrasts(fits):
    """The difference of the first two systems, and its standard error, in every fit."""
    weights = np.array([-1.0, 1.0, 0.0])
    difference = np.array([weights @ fit.reml.means for fit in fits])
    return difference, np.sqrt([weights @ fit.reml.covariance @ weights for fit in fits])


def test_means_components_and_errors_come_back():
    rng = np.random.default_rng(0)
    runs = 120
    fits = [fit_mixed(campaign(rng, gain=3.0)) for _ in range(runs)]
    assert all(fit.reml.converged for fit in fits)
    difference, se = first_contrasts(fits)
    assert difference.mean() == pytest.approx(3.0, abs=4 * difference.std() / np.sqrt(runs))
    # Standardised errors have sd 1; the error of a standard deviation is 1 / sqrt(2 n).
    assert ((difference - 3.0) / se).std() == pytest.approx(1.0, abs=4 / np.sqrt(2 * runs))
    # REML estimates of variances are unbiased but for the few that are cut off at 0.
    tables = [dict(fit.components.select("component", "variance").iter_rows()) for fit in fits]
    for name, sd in [*SDS.items(), ("residual", NOISE)]:
        estimates = np.array([table[name] for table in tables])
        assert estimates.mean() == pytest.approx(sd**2, abs=4 * estimates.std() / np.sqrt(runs))


def test_leniency_comes_back():
    made = simulate("balanced", seed=3)
    fit = fit_mixed(made.table.frame)
    both = fit.annotators.join(made.truth.annotators, on="annotator")
    assert len(both) == len(fit.annotators)
    assert both.select(pl.corr("effect", "leniency")).item() > 0.7


def test_true_order_of_clearly_different_systems_comes_back():
    made = simulate("balanced", seed=4)
    both = fit_mixed(made.table.frame).to_frame().join(made.truth.systems, on="system")
    assert both.select(pl.corr("mean", "quality", method="spearman")).item() > 0.9


def test_lenient_annotators_of_a_weak_system_do_not_lift_it():
    rng = np.random.default_rng(5)
    frame = campaign(rng, systems=2, documents=40, share=1.0, gain=4.0)
    # The weak system goes to a lenient annotator four times out of five, the strong one to a strict annotator.
    lenient = (frame["system"] == "0").to_numpy() ^ (rng.random(len(frame)) < 0.2)
    frame = frame.with_columns(
        annotator=pl.Series(np.where(lenient, "lenient", "strict")),
        score=pl.col("score") + pl.Series(np.where(lenient, 8.0, -8.0)),
    )
    raw = frame.group_by("system").agg(pl.col("score").mean()).sort("system")["score"]
    assert raw[0] > raw[1]
    row = system_contrasts(fit_mixed(frame)).row(0, named=True)
    assert row["a"] == "1"
    assert row["difference"] == pytest.approx(4.0, abs=3 * row["se"])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("systems", "documents", "share", "interaction"),
    [(2, 15, 1.0, 6.0), (3, 15, 1.0, 3.0), (4, 20, 0.5, 5.0), (3, 30, 1.0, 2.0)],
)
def test_equal_systems_are_told_apart_five_times_in_a_hundred(systems, documents, share, interaction):
    rng = np.random.default_rng(6)
    sds = SDS | {"system:document": interaction}
    p = [
        system_contrasts(fit_mixed(campaign(rng, systems=systems, documents=documents, share=share, sds=sds)))
        .filter((pl.col("a") < "2") & (pl.col("b") < "2"))["p"]
        .item()
        for _ in range(600)
    ]
    # .05 within the promised .03 to .07: two and a quarter standard errors of 600 draws.
    assert 0.03 <= np.mean(np.array(p) < 0.05) <= 0.07


@pytest.mark.slow
def test_fifty_thousand_ratings_converge():
    frame = campaign(np.random.default_rng(7), systems=20, annotators=60, documents=150, length=17, share=1.0)
    assert len(frame) > 50_000
    fit = fit_mixed(frame)
    assert fit.reml.converged
