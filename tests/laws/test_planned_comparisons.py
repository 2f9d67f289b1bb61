"""Laws of plans that show several outputs at once: they link all systems if they can, and differ in a text."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudge.core.campaign.campaign import Campaign
from adjudge.core.tables import Texts
from adjudge.planning.assignment.grouping import groups_of
from adjudge.planning.certificate.certify import certify
from adjudge.planning.plans.plan import plan_work
from tests.planned import campaign_of, texts_of


@st.composite
def campaigns(draw: st.DrawFn) -> tuple[Campaign, Texts]:
    """Few texts for many systems, pairs or groups of five, both designs."""
    people = draw(st.integers(1, 4))
    campaign = campaign_of(
        people,
        protocol=draw(st.sampled_from(["pairwise", "ranking"])),
        design=draw(st.sampled_from(["blocks", "side-by-side"])),
        work={"judgements": draw(st.integers(1, min(2, people)))},
        seed=draw(st.integers(0, 999)),
    )
    return campaign, texts_of([1] * draw(st.integers(1, 5)), draw(st.integers(2, 13)))


def components_of(groups: list[list[str]], systems: tuple[str, ...]) -> int:
    """How many parts comparisons leave systems in, by joining one group after the other."""
    parts = [{system} for system in systems]
    for group in groups:
        joined = [part for part in parts if part & set(group)]
        parts = [part for part in parts if not part & set(group)] + [set().union(*joined)]
    return len(parts)


@settings(max_examples=250, deadline=None)
@given(campaigns())
def test_groups_link_all_systems_whenever_there_are_enough_of_them(case):
    planned = plan_work(*case)
    groups = planned.showings["systems"].to_list()
    together = min(planned.campaign.judging.outputs, len(planned.systems))
    assert {len(set(group)) for group in groups} == {together}
    # Every group of k joins k - 1 systems to others at most, so that fewer parts than this cannot be.
    components = components_of(groups, planned.systems)
    assert components == max(1, len(planned.systems) - len(groups) * (together - 1))
    certificate = certify(planned)
    assert certificate.connected == (components == 1)
    assert certificate.efficiency <= 1 + 1e-9
    assert (certificate.efficiency > 0) == certificate.connected
    unlinked = [found.numbers for found in certificate.findings if found.code == "AJ671"]
    assert [len(numbers["groups"]) for numbers in unlinked] == ([components] if components > 1 else [])
    for numbers in unlinked:
        assert (numbers["shown"], numbers["needed"]) == (len(groups), -(-(len(planned.systems) - 1) // (together - 1)))


@settings(max_examples=60, deadline=None)
@given(campaigns())
def test_every_system_stays_in_as_many_groups_of_every_text_as_asked_for(case):
    planned = plan_work(*case)
    held = planned.showings.explode("systems").group_by("unit", "systems").len()
    judgements = planned.campaign.work.judgements
    assert held.height == planned.units.height * len(planned.systems)
    assert min(held["len"]) >= judgements
    assert max(held["len"]) <= 2 * judgements


def times_together(planned: Any) -> tuple[Counter[tuple[int, str, str]], Counter[tuple[str, str]]]:
    """How often every two systems are shown together with a text, and on how many texts they are."""
    shown = planned.showings.select("unit", "systems").iter_rows()
    meetings = Counter((unit, *pair) for unit, systems in shown for pair in combinations(sorted(systems), 2))
    return meetings, Counter((one, other) for _, one, other in meetings)


@st.composite
def paired(draw: st.DrawFn) -> tuple[int, int, int, Campaign]:
    """Systems, judgements, texts and a campaign of pairs in which no pair has to be judged twice with a text."""
    systems = draw(st.integers(2, 9))
    judgements = draw(st.integers(1, systems - 1))
    people = draw(st.integers(judgements, judgements + 4))
    work = {"judgements": judgements, "session_items": 200}
    campaign = campaign_of(people, protocol="pairwise", work=work, seed=draw(st.integers(0, 999)))
    return systems, judgements, draw(st.integers(1, 25)), campaign


@settings(max_examples=150, deadline=None)
@given(paired())
def test_no_pair_is_shown_twice_with_a_text_and_all_pairs_with_equally_many_texts(case):
    """Each of K systems in J pairs of a text, J <= K - 1: that can be K J / 2 different pairs, one more half if odd.

    By hand: 4 systems have 6 pairs. With 3 judgements a text shows 4 x 3 / 2 = 6 pairs, so that is each of them once,
    and of 300 texts every pair is on 300. With 2 judgements it shows 4, so every pair is on 300 x 4 / 6 = 200.

    Groups are made within two of that. Who judges them then costs two more at most, since even views come first.
    """
    systems, judgements, texts, campaign = case
    meetings, found = times_together(plan_work(campaign, texts_of([1] * texts, systems)))
    assert set(meetings.values()) == {1}
    shown = -(-systems * judgements // 2)
    assert len(meetings) == texts * shown
    mean = texts * shown / (systems * (systems - 1) / 2)
    counts = [found[pair] for pair in combinations([f"S{number}" for number in range(systems)], 2)]
    assert max(abs(count - mean) for count in counts) <= 4
    made = groups_of(systems, 2, judgements, texts, np.random.default_rng(campaign.seed))
    of_pairs = Counter(frozenset(pair) for own in made for pair in own)
    counts = [of_pairs[frozenset(pair)] for pair in combinations(range(systems), 2)]
    assert max(abs(count - mean) for count in counts) <= 2


@pytest.mark.parametrize("design", ["blocks", "side-by-side"])
def test_three_judgements_of_four_systems_are_all_six_pairs_of_every_text(design):
    campaign = campaign_of(5, protocol="pairwise", design=design, work={"judgements": 3})
    planned = plan_work(campaign, texts_of([1] * 20, 4))
    meetings, found = times_together(planned)
    assert set(meetings.values()) == {1}
    assert list(found.values()) == [20] * 6
    # 20 texts x 3 judgements / 5 people = 12 views of each system by everybody, as even as can be.
    views = planned.showings.explode("systems").group_by("annotator", "systems").len()
    assert set(views["len"]) <= {11, 12, 13}


@pytest.mark.parametrize("systems", range(2, 13))
def test_more_judgements_than_other_systems_repeat_pairs_of_a_text_evenly(systems):
    # With J = m (K - 1) + r every two systems meet m times, and r pairs of each system once more; one system has a pair
    # more than that if K J is odd.
    for judgements in range(1, 2 * systems + 1):
        for groups in groups_of(systems, 2, judgements, 3, np.random.default_rng(judgements)):
            held = Counter(system for group in groups for system in group)
            odd = systems * judgements % 2
            assert sorted(held.values()) == [judgements] * (systems - odd) + [judgements + 1] * odd
            met = Counter(frozenset(group) for group in groups)
            rounds, rest = divmod(len(groups), systems * (systems - 1) // 2)
            assert set(met.values()) <= {rounds, rounds + 1}
            assert len([times for times in met.values() if times > rounds]) == rest
