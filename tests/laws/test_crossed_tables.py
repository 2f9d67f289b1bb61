"""Audits of composition and documents against their plain twins, and laws of designs without faults."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import adjudge
from adjudge.auditing.composition.company import exposure, meetings
from adjudge.auditing.composition.kinds import kind_shares
from adjudge.auditing.composition.sessions import session_balance, shown_items
from adjudge.auditing.documents.adjusted import adjusted_means
from adjudge.auditing.documents.coverage import coverage_by_system, documents_of_all_systems
from adjudge.kernels.crossed.additive import fit_additive, fit_additive_plain, is_connected
from tests.builders import campaign, ratings

KINDS = st.sampled_from(["system", "system", "system", "repeat", "degraded", "reference"])


@st.composite
def judged(draw) -> pl.DataFrame:
    """Rows of a few systems, documents and sessions, of any kind; each system once at least."""
    places = st.tuples(st.integers(0, 3), st.integers(0, 3), st.integers(0, 2), st.integers(0, 3))
    rows = draw(
        st.lists(st.tuples(places, KINDS, st.integers(0, 100)), min_size=4, max_size=60, unique_by=lambda r: r[0])
    )
    return pl.DataFrame(
        {
            "system": [f"s{s}" for (s, *_), _, _ in rows],
            "document": [f"d{d}" for (_, d, *_), _, _ in rows],
            "segment": [str(g) for (_, _, g, _), _, _ in rows],
            "session": [f"t{t}" for (*_, t), _, _ in rows],
            "annotator": [f"a{t % 2}" for (*_, t), _, _ in rows],
            "kind": [kind for _, kind, _ in rows],
            "score": [float(score) for *_, score in rows],
        }
    )


@st.composite
def tables(draw):
    """Cells of a connected table with any pattern of missing ones."""
    systems, documents = draw(st.integers(2, 5)), draw(st.integers(2, 7))
    size = systems * documents
    kept = np.array(draw(st.lists(st.sampled_from([True, True, False]), min_size=size, max_size=size)))
    system, document = (codes[kept] for codes in np.divmod(np.arange(size), documents))
    assume(len(set(system)) == systems and len(set(document)) == documents and is_connected(system, document))
    size = len(system)
    mean = np.array(draw(st.lists(st.integers(0, 100), min_size=size, max_size=size)), dtype=float)
    n = np.array(draw(st.lists(st.integers(1, 20), min_size=size, max_size=size)), dtype=float)
    share = np.array(draw(st.lists(st.integers(1, 9), min_size=documents, max_size=documents)), dtype=float)
    return system, document, mean, n, share / share.sum()


@given(tables())
def test_the_additive_fit_is_least_squares_over_all_columns(table):
    adjusted, residuals = fit_additive_plain(*table)
    fit = fit_additive(*table)
    np.testing.assert_allclose(fit.adjusted, adjusted, atol=1e-7)
    np.testing.assert_allclose(fit.residuals, residuals, atol=1e-7)


@given(tables())
def test_leverages_and_standard_errors_are_those_of_the_projection(table):
    """Leverages are the diagonal of the weighted hat matrix; the gradient of a mean is seen by moving one cell."""
    system, document, mean, n, share = table
    fit = fit_additive(*table)
    columns = np.hstack([np.eye(system.max() + 1)[system], np.eye(len(share))[document]]) * np.sqrt(n)[:, None]
    np.testing.assert_allclose(fit.leverages, np.diag(columns @ np.linalg.pinv(columns)), atol=1e-7)
    free = 1 - fit.leverages
    spread = np.where(free > 1e-9, fit.residuals / np.where(free > 1e-9, free, 1), 0)
    moved = np.array([fit_additive_plain(system, document, row, n, share)[0] for row in np.eye(len(mean))])
    np.testing.assert_allclose(fit.adjusted_se, np.sqrt(((moved * spread[:, None]) ** 2).sum(axis=0)), atol=1e-6)


@given(st.integers(0, 10**6), st.integers(2, 5), st.integers(2, 6))
def test_there_is_no_luck_where_all_systems_are_judged_on_the_same_segments(seed, systems, documents):
    found = adjusted_means(campaign([0.0] * systems, documents=documents, seed=seed).frame)
    assert found is not None
    assert found["luck"].to_numpy() == pytest.approx(np.zeros(systems), abs=1e-9)


@given(judged())
def test_coverage_is_a_count_of_sets(frame):
    counting = frame.filter(pl.col("kind").is_in(["system", "repeat"]))
    assume(counting.height > 0)
    every = set(counting.select("document", "segment").rows())
    found = {row["system"]: row for row in coverage_by_system(frame).iter_rows(named=True)}
    assert set(found) == set(counting["system"])
    for system, row in found.items():
        mine = set(counting.filter(pl.col("system") == system).select("document", "segment").rows())
        whole = [d for d in {d for d, _ in every} if {p for p in every if p[0] == d} <= mine]
        assert (row["segments"], row["total"]) == (len(mine), len(every))
        assert (row["documents"], row["whole_documents"]) == (len({d for d, _ in mine}), len(whole))
    held = {s: set(counting.filter(pl.col("system") == s)["document"]) for s in found}
    assert documents_of_all_systems(frame) == sorted(set.intersection(*held.values()))


@given(judged())
def test_shares_of_sessions_and_annotators_are_counts_of_sets(frame):
    found = {(r["unit"], r["seen"]): r for r in kind_shares(frame, human=["s0"]).iter_rows(named=True)}
    for unit in ("session", "annotator"):
        for seen in ("reference", "degraded", "human"):
            human = (pl.col("system") == "s0") & pl.col("kind").is_in(["system", "repeat"])
            rows = frame.filter(human if seen == "human" else pl.col("kind") == seen)
            assert found[unit, seen]["number"] == rows[unit].n_unique()
            assert found[unit, seen]["units"] == frame[unit].n_unique()


@given(judged())
def test_meetings_and_company_equal_plain_counting(frame):
    shown = frame.filter(pl.col("kind").is_in(["system", "repeat"]))
    assume(shown.height > 0)
    sessions = {s: set(shown.filter(pl.col("system") == s)["session"]) for s in shown["system"].unique().sort()}
    for row in meetings(frame).iter_rows(named=True):
        both = sessions[row["a"]] & sessions[row["b"]]
        assert (row["sessions"], row["together"]) == (len(sessions[row["a"]]), len(both))
        assert 0 <= row["expected"] <= 1 + 1e-12
    found = {row["system"]: row for row in exposure(frame).systems.iter_rows(named=True)}
    quality = {system: row["raw"] for system, row in found.items()}
    for system, row in found.items():
        parts = []
        for session in sessions[system]:
            inside = shown.filter(pl.col("session") == session)
            others = [quality[s] for s in inside["system"] if s != system]
            parts += [np.mean(others)] * inside.filter(pl.col("system") == system).height if others else []
        assert row["company"] == (pytest.approx(np.mean(parts)) if parts else None)


@given(st.integers(2, 6), st.integers(1, 5), st.integers(2, 8))
def test_sessions_with_the_mixture_of_the_campaign_are_in_balance(systems, each, sessions):
    rows = [
        {"system": f"s{s}", "document": f"d{t}", "segment": str(i), "session": f"t{t}", "score": 50.0 + s}
        for t in range(sessions)
        for s in range(systems)
        for i in range(each)
    ]
    table = ratings(rows)
    balance = session_balance(table.frame, draws=49)
    assert balance["imbalance"].to_numpy() == pytest.approx(np.zeros(sessions))
    assert (balance["p"] == 1).all()
    assert shown_items(table.frame).counts.tolist() == [[each] * systems] * sessions
    assert exposure(table.frame).spearman is None  # nobody kept better company


@given(st.data(), st.integers(2, 5), st.integers(2, 4), st.integers(2, 6))
def test_consistent_judgements_keep_their_order_where_all_units_see_the_same_items(data, systems, units, segments):
    """z is then one increasing line for all units, so that it cannot change the order of means."""
    outputs = [(f"s{s}", f"g{g}") for s in range(systems) for g in range(segments)]
    values = data.draw(st.lists(st.integers(0, 100), min_size=len(outputs), max_size=len(outputs)))
    assume(len(set(values)) > 1)
    rows = [
        {
            "annotator": f"a{u}",
            "session": f"t{u}",
            "system": s,
            "document": "d",
            "segment": g,
            "score": float(17 * u % 90),
        }
        for u in range(units)
        for s, g in outputs
    ]
    scores = [
        {"metric": "m", "system": s, "segment": g, "score": float(v)} for (s, g), v in zip(outputs, values, strict=True)
    ]
    result = adjudge.pseudo_annotation(
        ratings(rows),
        adjudge.MetricScores.check(pl.DataFrame(scores)),
        recipes=["wmt-da", "wmt-appraise-da", "knowles-lo-2022-hansard"],
    )
    assert [(one.kendall, one.moved) for one in result.rankings] == [(1.0, ())] * 3
    assert all(one.whole_raw == 1.0 for one in result.rankings)
