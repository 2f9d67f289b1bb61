"""Laws of plans that show several outputs at once: groups of outputs link all systems as soon as they can."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from adjudge.core.campaign.campaign import Campaign
from adjudge.core.tables import Texts
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
