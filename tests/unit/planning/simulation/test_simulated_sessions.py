"""Composition of sessions: what each design promises, and what it does not."""

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudge.planning.simulation.presets import PRESETS, preset
from adjudge.planning.simulation.sessions import _Piles
from adjudge.planning.simulation.settings import with_settings
from adjudge.planning.simulation.simulate import simulate

ITEM = ["system", "document", "segment"]


def run(spec, seed=0):
    return simulate(spec, seed=seed)


def ratings(name, changes=None, seed=0):
    return run(with_settings(preset(name), changes or {}), seed).table.frame


def of_kind(frame, kind):
    return frame.filter(pl.col("kind") == kind)


def counts_per_session(frame):
    """Items that count, sessions by systems; zero where a system is absent."""
    counting = of_kind(frame, "system")
    table = counting.pivot(on="system", index="session", values="score", aggregate_function="len").fill_null(0)
    return table.drop("session").to_numpy()


def test_wmt18_sessions_hold_every_system_equally_often():
    counts = counts_per_session(ratings("wmt18"))
    assert counts.shape[1] == preset("wmt18").systems.total
    assert np.all(counts.max(axis=1) - counts.min(axis=1) <= 1)
    assert np.ptp(counts.sum(axis=0)) <= 1


def test_wmt18_sessions_hold_seventy_items_and_ten_of_each_control():
    frame = ratings("wmt18")
    shares = frame.group_by("session", "kind").len()
    expected = {"system": 70, "degraded": 10, "repeat": 10, "reference": 10}
    assert shares.height == 4 * 260
    assert all(row["len"] == expected[row["kind"]] for row in shares.iter_rows(named=True))


def test_wmt18_controls_are_about_half_a_session_from_their_originals():
    frame = ratings("wmt18")
    controls = frame.filter(pl.col("kind") != "system")
    pairs = controls.join(of_kind(frame, "system"), on=["session", *ITEM])
    assert pairs.height == controls.height
    distance = (pairs["position"] - pairs["position_right"]).abs()
    assert distance.is_between(30, 70).all()


def test_wmt18_shows_segments_singly():
    frame = ratings("wmt18")
    assert frame.select("session", "showing").unique().height == frame.height


def test_balanced_sessions_hold_every_system_equally_often_on_the_same_segments():
    frame = ratings("balanced")
    counts = counts_per_session(frame)
    assert np.all(np.ptp(counts, axis=1) == 0)
    systems = of_kind(frame, "system").group_by("session", "document", "segment").agg(pl.col("system").n_unique())
    assert (systems["system"] == preset("balanced").systems.total).all()


def test_wmt20_sessions_do_not_balance_systems():
    counts = counts_per_session(ratings("wmt20"))
    assert np.median(np.ptp(counts, axis=1)) > 10
    assert (counts == 0).any(axis=1).mean() > 0.9


def test_wmt20_sessions_hold_at_most_seventy_segments_in_whole_documents():
    campaign = run("wmt20")
    frame = of_kind(campaign.table.frame, "system")
    assert frame.group_by("session").len()["len"].max() <= 70
    shown = frame.group_by("showing", "document").len().join(campaign.truth.documents, on="document")
    assert (shown["len"] == shown["segments"]).all()


def test_wmt20_judges_no_output_twice_before_all_were_judged():
    frame = of_kind(ratings("wmt20", {"sessions.count": "40"}), "system")
    assert frame.select(ITEM).is_unique().all()


def test_wmt22_shows_the_same_snippets_of_at_most_ten_segments_of_all_systems():
    frame = of_kind(ratings("wmt22", {"sessions.count": "400"}), "system")
    assert frame.group_by("showing").len()["len"].max() == 10
    snippets = frame.group_by("document", "system").agg(pl.col("segment").unique().sort())
    assert (snippets.group_by("document").agg(pl.col("segment").n_unique())["segment"] == 1).all()
    assert (snippets.group_by("document").len()["len"] == preset("wmt22").systems.total).all()


def test_wmt22_fills_almost_all_sessions_with_about_eighty_segments():
    sizes = of_kind(ratings("wmt22"), "system").group_by("session").len()["len"]
    assert sizes.max() == 80
    assert (sizes >= 75).mean() > 0.9


@pytest.mark.parametrize("seed", range(10))
def test_a_snippet_that_fills_a_session_exactly_goes_first(seed):
    lengths = np.array([2, 2, 2, 3, 3, 3, 7])
    assert list(_Piles(lengths, np.random.default_rng(seed)).fill(7)) == [6]


def test_three_of_five_segments_of_a_wmt22_copy_are_degraded():
    frame = ratings("wmt22")
    copies = frame.filter(pl.col("kind").is_in(["degraded", "repeat"]))
    share = (copies["kind"] == "degraded").mean()
    assert abs(share - 0.6) < 4 * np.sqrt(0.24 / copies.height)


@pytest.mark.parametrize("name", ["wmt20", "wmt22", "balanced"])
def test_control_copies_are_second_showings_of_a_document_of_their_session(name):
    frame = ratings(name)
    per_showing = frame.group_by("session", "showing").agg(pl.col("kind").unique(), pl.struct("system", "document"))
    mixed = per_showing.filter(pl.col("kind").list.contains("system") & (pl.col("kind").list.len() > 1))
    assert mixed.is_empty()
    controls = frame.filter(pl.col("kind").is_in(["degraded", "repeat", "reference"]))
    assert controls.join(of_kind(frame, "system"), on=["session", *ITEM], how="anti").is_empty()


def test_copies_follow_their_originals_unless_they_may_stand_anywhere():
    def share_after(order):
        frame = ratings("wmt20", {"sessions.copy_order": order})
        pairs = of_kind(frame, "degraded").join(of_kind(frame, "system"), on=["session", *ITEM])
        return (pairs["position"] > pairs["position_right"]).mean()

    assert share_after("after") == 1.0
    assert 0.4 < share_after("anywhere") < 0.6


def test_pure_copies_hold_one_kind_each():
    frame = ratings("wmt20", {"sessions.copies": "pure"})
    assert frame.group_by("showing").agg(pl.col("kind").n_unique())["kind"].max() == 1


@pytest.mark.parametrize("name", PRESETS)
def test_each_control_can_be_switched_off(name):
    for kind in ("degraded", "repeat", "reference"):
        assert kind not in ratings(name, {f"sessions.{kind}": "0"})["kind"].unique()
    none = ratings(name, dict.fromkeys(("sessions.degraded", "sessions.repeat", "sessions.reference"), "0"))
    assert set(none["kind"].unique()) <= {"system", "calibration"}


@pytest.mark.parametrize("name", PRESETS)
def test_references_appear_when_asked_for(name):
    assert of_kind(ratings(name, {"sessions.reference": "0.1"}), "reference").height > 0


@pytest.mark.parametrize("name", PRESETS)
def test_everybody_judges_the_same_calibration_set_first_and_in_the_same_order(name):
    frame = of_kind(ratings(name, {"sessions.calibration": "37"}), "calibration")
    sets = frame.sort("position").group_by("annotator").agg(pl.struct(*ITEM), "position")
    assert sets.height == preset(name).annotators.count
    assert sets["system"].n_unique() == 1
    assert sets["position"].to_list() == [list(range(37))] * sets.height


@settings(max_examples=40, deadline=None)
@given(
    name=st.sampled_from(sorted(PRESETS)),
    systems=st.integers(2, 9),
    documents=st.integers(1, 15),
    sessions=st.integers(1, 12),
    size=st.integers(20, 60),
    seed=st.integers(0, 99),
)
def test_small_campaigns_of_any_shape_are_sound(*, name, systems, documents, sessions, size, seed):
    changes = {
        "systems.count": systems,
        "texts.documents": documents,
        "texts.length_mean": 6,
        "texts.length_max": 12,
        "sessions.count": sessions,
        "sessions.size": size,
        "annotators.count": 1,
    }
    frame = ratings(name, {key: str(value) for key, value in changes.items()}, seed)
    counting = frame.filter(pl.col("kind") != "calibration")
    assert counting["session"].n_unique() == sessions
    assert counting.group_by("session").len()["len"].max() <= size
    order = frame.group_by("session", maintain_order=True).agg("position")["position"]
    assert all(positions.to_list() == list(range(len(positions))) for positions in order)
    if name != "wmt18":  # Single segments start again when a system has no more.
        assert of_kind(frame, "system").select("session", *ITEM).is_unique().all()
