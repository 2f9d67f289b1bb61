"""Annotators with planted habits are recognised, and annotators without them are left in peace."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest
from scipy import stats

import adjudge
from adjudge.auditing.annotators.ratings.drift import drifts
from adjudge.auditing.annotators.ratings.findings import near_zero_pairs
from adjudge.auditing.annotators.ratings.generalisability import generalise
from adjudge.auditing.annotators.ratings.leniency import leniencies
from adjudge.auditing.annotators.ratings.model_fit import model_fits
from adjudge.auditing.annotators.ratings.pairs import AnnotatorPair
from adjudge.auditing.annotators.ratings.rows import describe_rows
from adjudge.auditing.annotators.ratings.shifts import shifts
from adjudge.auditing.annotators.ratings.ticks import find_ticks
from adjudge.core.scale import Scale
from adjudge.core.seeds import Seeds
from adjudge.core.tables import Ratings
from adjudge.kernels.agreement.cells import rated_cells
from adjudge.kernels.agreement.leniency import fit_leniency
from adjudge.kernels.agreement.pair_correlations import pair_correlations

HUNDRED = Scale(0, 100)
#: Findings about single annotators, and about pairs of them.
HABITS = {"AJ525", "AJ526", "AJ530", "AJ532", "AJ533", "AJ534", "AJ535", "AJ536", "AJ537"}


def campaign(
    seed, *, annotators=6, systems=4, documents=20, length=4, per_item=3, score=None, drift=None, lenient=None
):
    """Outputs of documents in random order for every annotator; each output is rated by some annotators.

    Args:
        seed: of everything random.
        annotators: their number.
        systems: their number.
        documents: their number.
        length: segments of each.
        per_item: annotators of each document and system.
        score: what an annotator makes of the true score, by number.
        drift: points from first to last rating, by number.
        lenient: points, by number.
    """
    rng = np.random.default_rng(seed)
    quality = rng.normal(0, 5, systems)[:, None, None] + rng.normal(0, 6, (systems, documents))[:, :, None]
    quality = 62 + quality + rng.normal(0, 14, (systems, documents, length))
    work: dict[int, list[tuple[int, int]]] = {who: [] for who in range(annotators)}
    for s in range(systems):
        for d in range(documents):
            for who in rng.choice(annotators, per_item, replace=False):
                work[int(who)].append((s, d))
    rows = []
    for who, tasks in work.items():
        order = rng.permutation(len(tasks))
        total = len(tasks) * length
        for place, task in enumerate(order):
            s, d = tasks[task]
            taste = rng.normal(0, 3)
            for g in range(length):
                when = (place * length + g) / max(1, total - 1)
                value = quality[s, d, g] + taste + rng.normal(0, 9)
                value += (drift or {}).get(who, 0.0) * when + (lenient or {}).get(who, 0.0)
                value = (score or {}).get(who, lambda x: x)(value)
                rows.append(
                    {
                        "annotator": f"annotator-{who}",
                        "session": f"session-{who}",
                        "system": f"system-{s}",
                        "document": f"document-{d}",
                        "segment": str(g),
                        "score": float(np.clip(np.round(value), 0, 100)),
                        "started": 20.0 * (place * length + g),
                        "ended": 20.0 * (place * length + g) + 15,
                    }
                )
    return Ratings.check(pl.DataFrame(rows))


def habits(table):
    """Names of annotators by the code that names them."""
    result = adjudge.annotators(table, draws=100)
    return {one.code: one.numbers.get("annotators") for one in result.findings if one.code in HABITS}


def test_planted_habits_are_found_and_nobody_else_is_blamed():
    sqm = np.linspace(0, 100, 7)

    def to_ticks(value):
        return sqm[np.argmin(np.abs(sqm - value))]

    found = habits(campaign(1, score={0: to_ticks, 1: lambda x: 80 + x / 50}, drift={2: -30}, lenient={3: 15}))
    assert found["AJ525"] == ["annotator-0"]
    assert found["AJ526"] == ["annotator-1"]
    assert found["AJ534"] == ["annotator-2"]
    assert "annotator-3" in found["AJ532"]
    # Effects are relative to the mean of all six; the planted ones move it by at most a few points.
    assert not {"annotator-4", "annotator-5"} & set(found["AJ534"])


def test_annotators_without_habits_are_left_in_peace():
    # Six tests of leniency and of drift in each campaign, corrected; a false alarm in at most 5 % of 20 campaigns
    # each: more than 5 of the 40 families has a chance of .014 (binomial).
    alarms = [habits(campaign(seed)) for seed in range(20)]
    assert sum(bool(found.get(code)) for found in alarms for code in ("AJ532", "AJ534")) <= 5
    others = HABITS - {"AJ532", "AJ534"}
    assert [found for found in alarms if others & set(found)] == []


@pytest.mark.parametrize(
    "design",
    [
        {"per_item": 2, "annotators": 3, "documents": 10, "length": 2},
        {"per_item": 1},
        {"per_item": 1, "annotators": 3, "documents": 8},
    ],
)
def test_no_drift_is_found_where_there_is_none(design):
    # In one of 20 campaigns at most anybody is named; more than 8 of 60 has a chance below .005 (binomial).
    found = [drifts(describe_rows(campaign(3000 + seed, **design))).values() for seed in range(60)]
    assert sum(any(one.p is not None and one.p < 0.05 for one in everybody) for everybody in found) <= 8


@pytest.mark.parametrize("planted", [-20.0, 15.0])
def test_drift_is_estimated_without_bias(planted):
    found = [drifts(describe_rows(campaign(seed, drift={0: planted}, per_item=2)))["annotator-0"] for seed in range(15)]
    estimates = np.array([one.points for one in found])
    errors = np.array([one.se for one in found], dtype=float)
    # Means of others on the same output are taken off; those do not drift. Ends of the scale clip a little.
    assert {one.against for one in found} == {"others"}
    assert estimates.mean() == pytest.approx(planted, abs=4 * estimates.std(ddof=1) / np.sqrt(15) + 0.05 * abs(planted))
    # The errors are as large as the estimates scatter: the sd of 15 is within a factor of 1.6 (chi-squared, 1 in 100).
    assert 1 / 1.6 < np.sqrt((errors**2).mean()) / estimates.std(ddof=1) < 1.8


@pytest.mark.parametrize(
    "design",
    [
        {"per_item": 2, "annotators": 3, "documents": 10, "length": 2},
        {"per_item": 2, "annotators": 8, "documents": 10},
    ],
)
def test_nobody_is_called_lenient_where_nobody_is(design):
    # As for drift: 5 % of the campaigns, and some more because errors from ten documents are estimates.
    found = [leniencies(describe_rows(campaign(5000 + seed, **design))).values() for seed in range(60)]
    assert sum(any(one.p is not None and one.p < 0.05 for one in everybody) for everybody in found) <= 8


def test_leniency_is_within_its_interval_as_often_as_it_should():
    truth = np.array([-10.0, -4, -1, 0, 2, 5, 8])
    truth -= truth.mean()
    covered = []
    for seed in range(150):
        rng = np.random.default_rng(seed)
        items, documents = 240, 40
        quality, own = rng.normal(60, 15, items), rng.normal(0, 4, (documents, len(truth)))
        item = np.repeat(np.arange(items), 2)
        annotator = np.concatenate([rng.choice(len(truth), 2, replace=False) for _ in range(items)])
        document = item // (items // documents)
        score = quality[item] + truth[annotator] + own[document, annotator] + rng.normal(0, 8, len(item))
        fit = fit_leniency(rated_cells(item, annotator, score, document))
        covered.append(np.abs(fit.effect - truth) < stats.t.ppf(0.975, fit.freedom) * fit.se)
    # 1,050 intervals; those of a campaign are dependent, so the error of the share is at most .05 / sqrt(150) = .018
    # by campaign.
    assert 0.91 < np.mean(covered) < 0.98


def test_nobody_is_called_lenient_for_having_shared_few_documents():
    # Annotators of the same leniency, each with a taste of their own for every document, and with very unequal shares.
    shares, documents, length = [30, 30, 30, 20, 12, 8, 5, 1], 30, 8
    rejected, tested = np.zeros(len(shares)), np.zeros(len(shares))
    for seed in range(400):
        rng = np.random.default_rng(seed)
        present = [set(rng.choice(documents, share, replace=False).tolist()) for share in shares]
        taste = rng.normal(0, 5, (documents, len(shares)))
        rows = []
        for d in range(documents):
            crew = [who for who, mine in enumerate(present) if d in mine]
            rows += [
                (d * length + g, who, taste[d, who] + rng.normal(0, 8), d)
                for g in range(length)
                for who in rng.choice(crew, 2, replace=False).tolist()
            ]
        cells = rated_cells(*(list(column) for column in zip(*rows, strict=True)))
        fit = fit_leniency(cells)
        p = 2 * stats.t.sf(np.abs(fit.effect / fit.se), fit.freedom)
        known = np.isfinite(p)
        tested[cells.annotators[known]] += 1
        rejected[cells.annotators[known & (p < 0.05)]] += 1
    # Nothing is said with fewer than five documents of one's own. Elsewhere 5 % are rejected: more than 8.5 % of 400
    # have a chance of .002 (binomial), and the fewer documents, the more careful is the test.
    assert tested[-1] == 0
    assert (tested[:-1] > 300).all()
    assert (rejected[:-1] / tested[:-1] < 0.085).all()
    assert (rejected[:5] / tested[:5] > 0.02).all()


@pytest.mark.parametrize(
    ("correlation", "outputs", "lowest", "highest"),
    # Eight annotators, 28 pairs. At .3, the limit, 5 % of campaigns may hold a warning: 9 of 60 have a chance of .006.
    [(0.5, 12, 0, 0), (0.5, 60, 0, 0), (0.3, 60, 0, 8), (0.0, 100, 55, 60)],
)
def test_pairs_are_called_unrelated_only_if_they_are(correlation, outputs, lowest, highest):
    warned = 0
    for seed in range(60):
        rng = np.random.default_rng(seed)
        quality = rng.normal(0, np.sqrt(correlation), outputs)
        scores = quality + rng.normal(0, np.sqrt(1 - correlation), (8, outputs))
        cells = rated_cells(
            np.tile(np.arange(outputs), 8),
            np.repeat(np.arange(8), outputs),
            scores.ravel(),
            np.tile(np.arange(outputs), 8),
        )
        found = pair_correlations(cells).spearman.value
        pairs = [
            AnnotatorPair(f"x{i}", f"y{i}", outputs, value, None, None, None, None, None)
            for i, value in enumerate(found.tolist())
        ]
        warned += any(finding.severity == "warning" for finding in near_zero_pairs(pairs))
    assert lowest <= warned <= highest


def test_who_scores_at_random_has_the_largest_infit():
    rng = np.random.default_rng(7)
    largest, others = [], []
    for seed in range(12):
        fits = model_fits(describe_rows(campaign(seed, score={0: lambda _: rng.uniform(20, 100)})))
        infit = [fits[name].infit for name in sorted(fits)]
        largest.append(infit[0])
        others.extend(infit[1:])
    # A mean square is 1 on average over all of them, so five regular annotators are below it.
    assert min(largest) > max(others)
    assert np.mean(largest) > 1.4


def smooth(rng, n=100):
    """Scores of annotators who use the scale freely, in many shapes."""
    shape = rng.integers(5)
    if shape == 0:
        values = rng.normal(rng.uniform(40, 85), rng.uniform(8, 25), n)
    elif shape == 1:
        values = 100 * rng.beta(rng.uniform(1, 6), rng.uniform(0.8, 3), n)
    elif shape == 2:
        values = np.where(rng.random(n) < 0.5, rng.normal(25, 12, n), rng.normal(85, 10, n))
    elif shape == 3:
        values = 100 - rng.exponential(rng.uniform(8, 25), n)
    else:
        values = rng.uniform(0, 100, n)
    return np.clip(np.round(values), 0, 100)


def test_free_use_of_the_scale_is_hardly_ever_taken_for_ticks():
    rng = np.random.default_rng(3)
    found = [find_ticks(smooth(rng), HUNDRED) for _ in range(400)]
    sets = [one.set for one in found if one is not None and one.set is not None]
    assert len(found) == 400
    assert len(sets) <= 4  # one in a hundred


@pytest.mark.parametrize(
    ("places", "expected"),
    [
        (np.linspace(0, 100, 5), "quarters"),
        (np.linspace(0, 100, 7), "sqm"),
        (np.linspace(0, 100, 11), "tens"),
        (np.linspace(0, 100, 21), "fives"),
    ],
)
def test_planted_ticks_are_found(places, expected):
    rng = np.random.default_rng(5)
    found = []
    for _ in range(60):
        near = places[np.argmin(np.abs(places - smooth(rng, 150)[:, None]), axis=1)]
        # A slider that is pulled to coarse ticks misses them by a point; fine ones are typed or snapped.
        slip = np.round(rng.normal(0, 1, len(near))) if expected in {"quarters", "sqm"} else 0.0
        ticks = find_ticks(np.clip(np.round(near + slip), 0, 100), HUNDRED)
        found.append(ticks.set if ticks else None)
    # Annotators who use hardly more than the upper end are rightly called narrow, or cannot be told from a ceiling.
    assert np.mean([one in {expected, "narrow"} for one in found]) >= 0.85
    assert found.count(expected) >= 0.75 * len(found)


def test_a_shift_after_calibration_is_found():
    rng = np.random.default_rng(2)
    rows = []
    for who in range(5):
        for kind, documents in (("calibration", 10), ("system", 40)):
            for d in range(documents):
                base = rng.normal(60, 6)
                for g in range(5):
                    moved = 20.0 if who == 4 and kind == "system" else 0.0
                    score = float(np.clip(np.round(base + moved + rng.normal(0, 10)), 0, 100))
                    rows.append(
                        {
                            "annotator": f"annotator-{who}",
                            "session": f"{kind}-{who}",
                            "system": f"system-{d % 3}",
                            "document": f"{kind}-{d}" if kind == "calibration" else f"{kind}-{who}-{d}",
                            "segment": str(g),
                            "kind": kind,
                            "score": score,
                        }
                    )
    result = adjudge.annotators(Ratings.check(pl.DataFrame(rows)), draws=100)
    [finding] = [one for one in result.findings if one.code == "AJ536"]
    assert "annotator-4" in finding.numbers["annotators"]
    later = result["annotator-4"].later
    assert later is not None
    assert later.shift == pytest.approx(20, abs=4 * (later.se or 0))


@pytest.mark.parametrize(("annotators", "shared"), [(2, True), (2, False), (5, True), (5, False)])
def test_a_shift_is_found_by_chance_as_often_as_it_should(annotators, shared):
    # Nobody moves; annotators differ in noise, later documents are harder for all, those of calibration may be common.
    noise = np.array([3.0, 12, 4, 9, 6])[:annotators]
    rejected = np.zeros(annotators)
    runs = 500
    for seed in range(runs):
        rng = np.random.default_rng(seed)
        common = rng.normal(60, 10, 8)
        sides = {}
        for who in range(annotators):
            start = common if shared else rng.normal(60, 10, 8)
            before = start + rng.normal(0, noise[who], 8)
            after = rng.normal(50, np.hypot(10, noise[who]), 20)
            sides[str(who)] = (
                dict(enumerate(before.tolist(), 0 if shared else 1000 * (who + 1))),
                dict(enumerate(after.tolist(), 100_000 * (who + 1))),
            )
        found = shifts(sides)
        rejected += [(found[str(who)].p or 1.0) < 0.05 for who in range(annotators)]
    # 5 %; more than 8 % or less than 2.5 % of 500 have a chance of .002 each (binomial).
    assert (rejected / runs < 0.08).all()
    assert (rejected / runs > 0.025).all()


def test_predicted_reliability_is_that_of_the_true_variances():
    systems, documents, length, annotators = 12, 30, 4, 8
    sd = {"system": 6.0, "segment": 8.0, "system:segment": 9.0, "annotator": 5.0, "residual": 10.0}
    predicted = []
    for seed in range(12):
        rng = np.random.default_rng(seed)
        system, segment = rng.normal(0, sd["system"], systems), rng.normal(0, sd["segment"], documents * length)
        both = rng.normal(0, sd["system:segment"], (systems, documents * length))
        leniency = rng.normal(0, sd["annotator"], annotators)
        rows = [
            {
                "annotator": f"a{a}",
                "session": f"a{a}",
                "system": f"s{s:02}",
                "document": f"d{g // length}",
                "segment": str(g % length),
                "score": float(50 + system[s] + segment[g] + both[s, g] + leniency[a] + rng.normal(0, sd["residual"])),
                "scale": "-500..500",
            }
            for s in range(systems)
            for g in range(documents * length)
            for a in rng.choice(annotators, 2, replace=False)
        ]
        general = generalise(describe_rows(Ratings.check(pl.DataFrame(rows))), draws=100, level=0.95, seeds=Seeds(0))
        assert general is not None
        values = {(one.crew, one.annotators, one.segments): one.generalisability for one in general.predicted}
        predicted.append(values["different", 2, 100])
    # s_p / (s_p + s_ps / 100 + s_e / 200), by hand: 36 / (36 + 81 / 100 + 100 / 200).
    truth = 36 / (36 + 0.81 + 0.5)
    spread = np.std(predicted, ddof=1) / np.sqrt(len(predicted))
    assert np.mean(predicted) == pytest.approx(truth, abs=4 * spread + 0.01)
