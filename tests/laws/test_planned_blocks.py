"""Laws of planned blocks, over random campaigns."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from math import ceil, floor
from statistics import mean, pvariance
from typing import Any

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudge.core.campaign.campaign import Campaign
from adjudge.core.tables import Texts
from adjudge.planning.certificate.counted import CountedPlan
from adjudge.planning.certificate.coverage import groups_of_systems
from adjudge.planning.plans.plan import plan_work
from adjudge.planning.plans.result import PlannedWork
from tests.planned import campaign_of, texts_of


@st.composite
def campaigns(draw: st.DrawFn) -> tuple[Campaign, Texts]:
    """Small campaigns of every shape: fewer units than annotators, several judgements, waves, hours."""
    annotators = draw(st.integers(1, 7))
    lengths = draw(st.lists(st.integers(1, 12), min_size=1, max_size=12))
    judgements = draw(st.integers(1, min(3, annotators)))
    waves = draw(st.integers(1, min(3, len(lengths))))
    hours = draw(st.none() | st.lists(st.integers(20, 400), min_size=annotators, max_size=annotators))
    people: dict[str, Any] = {"count": annotators, "spare_hours": True}
    if hours is not None:
        people["hours"] = {f"a{number + 1:02d}": float(hour) for number, hour in enumerate(hours)}
    work = {"judgements": judgements, "waves": waves, "session_items": draw(st.integers(12, 40))}
    campaign = campaign_of(annotators, annotators=people, work=work, seed=draw(st.integers(0, 99)))
    return campaign, texts_of(lengths, draw(st.integers(1, 6)))


def shares_of(planned: PlannedWork) -> dict[str, Fraction]:
    """The share of each annotator with work: in proportion to hours, at most 1 / judgements; one after the other."""
    campaign = planned.campaign
    spared = [
        name for found in planned.batches.findings if "working" in found.numbers for name in found.numbers["annotators"]
    ]
    assert not set(planned.showings["annotator"]) & set(spared)
    hours = campaign.hours or dict.fromkeys(campaign.annotator_names, 1.0)
    hours = {name: time for name, time in hours.items() if name not in spared}
    most = Fraction(1, campaign.work.judgements)
    shares: dict[str, Fraction] = {}
    rest, left = Fraction(1), dict(hours)
    while left:
        name = max(left, key=left.__getitem__)
        share = rest * Fraction(left[name]) / Fraction(sum(left.values()))
        shares[name] = min(most, share)
        rest -= shares[name]
        del left[name]
    return shares


def counts_of(planned: PlannedWork, waves: range) -> dict[tuple[str, str], int]:
    """Units by annotator and system, in some waves."""
    held = planned.showings.filter(pl.col("wave").is_in(list(waves))).explode("systems")
    counts = held.group_by("annotator", "systems").len()
    return {(who, system): count for who, system, count in counts.iter_rows()}


@settings(max_examples=120, deadline=None)
@given(campaigns())
def test_every_output_is_judged_as_often_as_asked_for_by_different_annotators(case):
    planned = plan_work(*case)
    held = planned.batches.frame.group_by("document", "segment", "system").agg(
        pl.len(), people=pl.col("annotator").n_unique()
    )
    judgements = planned.campaign.work.judgements
    assert held.height == len(case[1]) * len(planned.systems)
    assert held["len"].unique().to_list() == [judgements]
    assert held["people"].unique().to_list() == [judgements]


@settings(max_examples=120, deadline=None)
@given(campaigns())
def test_shares_of_every_system_are_within_one_in_every_wave_and_in_all_waves_so_far(case):
    planned = plan_work(*case)
    campaign, shares = planned.campaign, shares_of(planned)
    waves = campaign.work.waves
    units = planned.showings.select("unit", "wave").unique()
    spans = [range(wave, wave + 1) for wave in range(1, waves + 1)] + [range(1, end + 1) for end in range(2, waves + 1)]
    for span in spans:
        counts = counts_of(planned, span)
        size = units.filter(pl.col("wave").is_in(list(span))).height
        for name, share in shares.items():
            for system in planned.systems:
                even = campaign.work.judgements * size * share
                assert floor(even) <= counts.get((name, system), 0) <= ceil(even)


@settings(max_examples=120, deadline=None)
@given(campaigns())
def test_nobody_sees_a_unit_again_unless_there_are_too_few_annotators(case):
    planned = plan_work(*case)
    showings = len(planned.systems) * planned.campaign.work.judgements
    shares = shares_of(planned)
    seen = planned.showings.group_by("annotator", "unit").len()
    for name, _, times in seen.iter_rows():
        assert times <= ceil(showings * shares[name])


@settings(max_examples=120, deadline=None)
@given(campaigns())
def test_sessions_hold_no_more_than_allowed_and_systems_evenly(case):
    planned = plan_work(*case)
    frame = planned.batches.frame
    assert max(frame.group_by("session").len()["len"]) <= planned.campaign.work.session_items
    assert max(frame.group_by("session").agg(pl.col("annotator").n_unique())["annotator"]) == 1
    shown = planned.showings.explode("systems").group_by("annotator", "wave", "session", "systems").len()
    sessions = planned.showings.select("annotator", "wave", "session").unique()
    table = sessions.join(pl.DataFrame({"systems": planned.systems}), how="cross")
    table = table.join(shown, on=["annotator", "wave", "session", "systems"], how="left").fill_null(0)
    spread = table.group_by("annotator", "wave", "systems").agg(low=pl.col("len").min(), high=pl.col("len").max())
    assert max(spread["high"] - spread["low"]) <= 1


@settings(max_examples=120, deadline=None)
@given(campaigns())
def test_annotators_and_systems_are_connected_if_there_are_enough_judgements(case):
    planned = plan_work(*case)
    edges = planned.showings.explode("systems").select("annotator", "systems").rows()
    parents: dict[str, str] = {}

    def root(node: str) -> str:
        parents.setdefault(node, node)
        while parents[node] != node:
            node = parents[node]
        return node

    for who, system in edges:
        parents[root(f"who {who}")] = root(f"system {system}")
    components = len({root(node) for node in list(parents)})
    # A connected graph of n nodes has n - 1 edges or more; with fewer, as many components as edges are missing.
    assert components == max(1, len(parents) - len(edges))


@settings(max_examples=120, deadline=None)
@given(campaigns())
def test_all_systems_are_linked_however_many_annotators_there_are(case):
    planned = plan_work(*case)
    if planned.campaign.hours is not None or len(planned.systems) == 1:
        return
    assert len(groups_of_systems(CountedPlan(planned))) == 1
    met = planned.showings.explode("systems").group_by("annotator").agg(pl.col("systems").n_unique())
    assert min(met["systems"]) >= 2


def test_the_smallest_campaign_is_planned():
    planned = plan_work(campaign_of(1), texts_of([10] * 5, 2))
    assert planned.batches.frame.height == 100


@pytest.mark.parametrize("protocol", ["pairwise", "ranking"])
@pytest.mark.parametrize(("systems", "judgements"), [(2, 1), (5, 1), (6, 2), (7, 1), (9, 3)])
def test_groups_hold_every_output_as_often_as_asked_for(protocol, systems, judgements):
    work = {"judgements": judgements}
    planned = plan_work(campaign_of(6, protocol=protocol, work=work), texts_of([4] * 21, systems))
    held = planned.showings.explode("systems").group_by("unit", "systems").len()
    assert min(held["len"]) == judgements
    assert max(held["len"]) <= judgements + 1
    assert held.height == 21 * systems
    over_units = held.group_by("systems").agg(pl.col("len").sum())["len"]
    assert max(over_units) - min(over_units) <= 1


@pytest.mark.parametrize(("protocol", "together"), [("pairwise", 2), ("ranking", 5)])
@pytest.mark.parametrize(("systems", "judgements", "people"), [(6, 1, 4), (8, 1, 6), (7, 2, 5)])
def test_groups_spread_systems_over_annotators_and_pairs_over_groups(protocol, together, systems, judgements, people):
    work = {"judgements": judgements}
    planned = plan_work(campaign_of(people, protocol=protocol, work=work), texts_of([4] * 30, systems))
    groups = planned.showings["systems"].to_list()
    assert {len(set(group)) for group in groups} == {together}
    met = dict.fromkeys(combinations(sorted(planned.systems), 2), 0)
    for group in groups:
        for pair in combinations(sorted(group), 2):
            met[pair] += 1
    # Groups drawn at random would meet about as a binomial count, with a variance near its mean.
    assert pvariance(met.values()) < mean(met.values()) / 4
    seen = planned.showings.explode("systems").group_by("annotator", "systems").len()
    for _, rows in seen.group_by("annotator"):
        assert rows.height == systems
        assert max(rows["len"]) - min(rows["len"]) <= 2
    # Nobody judges an output twice, unless an output is judged once more than was asked for.
    again = planned.showings.explode("systems").group_by("annotator", "unit", "systems").len()
    assert max(again["len"]) == 1
