"""Variance components come back from incomplete campaigns; predicted reliability is what repeated studies show."""

from __future__ import annotations

import numpy as np
import pytest

from adjudge.kernels.agreement.intervals import estimates
from adjudge.kernels.generalisability.components import EFFECTS, ComponentEstimates, CrossedRatings
from adjudge.kernels.generalisability.decision_study import DecisionStudy, Design
from adjudge.kernels.mixed_model.reml import fit_reml

TRUTH = dict(zip(EFFECTS, (4.0, 9.0, 10.0, 20.0, 2.0, 3.0, 15.0, 4.0, 5.0, 60.0), strict=True))


def campaign(rng, *, systems=8, documents=40, length=6, annotators=12, crew=2, share=0.8):
    """Each document has a crew of annotators; some of the ratings are missing."""
    system, segment, place = (code.ravel() for code in np.indices((systems, documents * length, crew)))
    crews = np.array([rng.permutation(annotators)[:crew] for _ in range(documents)])
    kept = rng.random(len(system)) < share
    system, segment, place = system[kept], segment[kept], place[kept]
    document = segment // length
    codes = {"system": system, "segment": segment, "document": document, "annotator": crews[document, place]}
    score = rng.normal(0, np.sqrt(TRUTH["residual"]), len(system))
    for effect in EFFECTS[:-1]:
        level = np.unique(np.array([codes[name] for name in effect.split(":")]), axis=1, return_inverse=True)[1].ravel()
        score += rng.normal(0, np.sqrt(TRUTH[effect]), level.max() + 1)[level]
    return CrossedRatings(score, system, segment, codes["annotator"], document)


def test_components_come_back_without_bias():
    rng, runs = np.random.default_rng(0), 60
    found = []
    for _ in range(runs):
        components = ComponentEstimates(campaign(rng))
        assert not components.dropped
        found.append([components.variances[effect] for effect in EFFECTS])
    error = np.std(found, axis=0) / np.sqrt(runs)
    assert (np.abs(np.mean(found, axis=0) - list(TRUTH.values())) < 4 * error).all()


def test_reml_finds_the_same_where_it_has_the_effect():
    # One annotator for each document: then REML has all effects that can be told apart but system:annotator, which
    # goes to system:document and to the means. The residual holds system:segment in both.
    rng, difference = np.random.default_rng(1), []
    for _ in range(30):
        ratings = campaign(rng, crew=1, share=1.0)
        assert ratings.document is not None
        fit = fit_reml(ratings.score, ratings.system, ratings.annotator, ratings.document, ratings.segment)
        components = ComponentEstimates(ratings)
        # One annotator per document: what document and annotator share cannot be told from the document.
        assert set(components.dropped) == {"system:segment", "document:annotator", "segment:annotator"}
        ours = components.variances
        pairs = (
            ("segment", fit.sds["segment"] ** 2),
            ("residual", fit.variance),
            ("document", fit.sds["document"] ** 2),
        )
        difference.append([ours[effect] - theirs for effect, theirs in pairs])  # type: ignore[index]
    assert (np.abs(np.mean(difference, axis=0)) < 4 * np.std(difference, axis=0) / np.sqrt(30)).all()


def test_two_studies_correlate_as_predicted():
    # The expected squared correlation of observed and true means is the generalisability; two studies of the same
    # systems with other segments and annotators correlate by it.
    rng, system_sd, systems = np.random.default_rng(2), 2.0, 400
    shape = (systems, 25, 2)
    codes = [code.ravel() for code in np.indices(shape)]
    quality = rng.normal(0, system_sd, systems)

    def study():
        y = quality[:, None, None] + rng.normal(0, 3, (1, 25, 1)) + rng.normal(0, 2, (1, 1, 2))
        y = y + rng.normal(0, 4, (systems, 25, 1)) + rng.normal(0, 1, (systems, 1, 2)) + rng.normal(0, 6, shape)
        return np.asarray(y)

    one, other = study(), study()
    components = ComponentEstimates(CrossedRatings(one.ravel(), *codes))
    predicted = DecisionStudy(components, [Design(2, 25)]).at(np.ones((1, 25)))[0, 0]
    correlation = np.corrcoef(one.mean(axis=(1, 2)), other.mean(axis=(1, 2)))[0, 1]
    # From the truth: 4 / (4 + 16/25 + 1/2 + 36/50).
    assert predicted == pytest.approx(4 / (4 + 0.64 + 0.5 + 0.72), abs=0.08)
    # The error of a correlation of .68 from 400 systems is .027.
    assert correlation == pytest.approx(predicted, abs=0.11)


@pytest.mark.parametrize(
    ("ratings", "reason"),
    [
        (CrossedRatings(np.zeros(0), *(np.zeros(0, dtype=np.intp),) * 3), "no ratings"),
        (
            CrossedRatings(np.ones(4), np.arange(4) % 2, np.arange(4) // 2, np.zeros(4, dtype=np.intp)),
            "all scores equal",
        ),
        (CrossedRatings(np.arange(4.0), np.zeros(4, dtype=np.intp), np.arange(4) // 2, np.arange(4) % 2), "one system"),
    ],
)
def test_what_cannot_be_studied_says_why(ratings, reason):
    assert DecisionStudy(ComponentEstimates(ratings), [Design(1, 10)]).reason == reason


def test_one_annotator_leaves_annotators_out():
    rng = np.random.default_rng(3)
    system, segment = (code.ravel() for code in np.indices((3, 20)))
    score = rng.normal(0, 2, 3)[system] + rng.normal(0, 1, 60)
    components = ComponentEstimates(CrossedRatings(score, system, segment, np.zeros(60, dtype=np.intp)))
    assert set(components.kept) == {"system", "segment", "residual"}


class FixedPeople:
    """Campaigns of the same eight systems and twelve annotators on ever new documents of six segments."""

    def __init__(self, rng):
        self.rng = rng
        self.system, self.annotator = rng.normal(0, 2, 8), rng.normal(0, 3, 12)
        self.taste = rng.normal(0, 1.4, (8, 12))

    def study(self, documents):
        rng = self.rng
        system, segment, place = (code.ravel() for code in np.indices((8, 6 * documents, 2)))
        crews = rng.permuted(np.tile(np.arange(12), (documents, 1)), axis=1)[:, :2]
        kept = rng.random(len(system)) < 0.8
        system, segment, place = system[kept], segment[kept], place[kept]
        document = segment // 6
        annotator = crews[document, place]
        y = self.system[system] + self.annotator[annotator] + self.taste[system, annotator]
        cells = ((10, document), (20, segment), (3, system * documents + document), (15, segment * 8 + system))
        for variance, code in (*cells, (4, document * 12 + annotator), (5, segment * 12 + annotator)):
            y += rng.normal(0, np.sqrt(variance), code.max() + 1)[code]
        y += rng.normal(0, np.sqrt(60), len(y))
        segment = np.unique(segment, return_inverse=True)[1]
        return DecisionStudy(
            ComponentEstimates(CrossedRatings(y, system, segment, annotator, document)),
            [Design(1, 100), Design(3, 1000)],
        )


@pytest.mark.slow
def test_intervals_hold_what_very_many_documents_give():
    rng, runs = np.random.default_rng(5), 300
    people = FixedPeople(rng)
    truth = np.mean([people.study(4000).at(np.ones((1, 4000)))[0] for _ in range(2)], axis=0)
    held = []
    for _ in range(runs):
        found = estimates(people.study(60), rng, draws=500)
        held.append(
            [
                row.low is not None and row.high is not None and row.low <= value <= row.high
                for row, value in zip(found, truth, strict=True)
            ]
        )
    # Promised .95; two standard errors of 300 runs are .025. More than promised is allowed: see the page.
    assert (np.mean(held, axis=0) >= 0.925).all()
