"""Control items for a design that makes none itself: degraded copies, clean repeats, references."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np
import polars as pl

from adjudge.core.campaign.campaign import Campaign
from adjudge.core.findings import Finding
from adjudge.core.tables import MetricScores, Texts
from adjudge.io.campaigns.content import ALTERED, empty
from adjudge.planning.controls import catalogue
from adjudge.planning.controls.added import AddedControls, altered_rows
from adjudge.planning.controls.copying import Copier
from adjudge.planning.controls.degraded import Damage
from adjudge.planning.controls.material import Material
from adjudge.planning.controls.quota import KEYS, Quota
from adjudge.planning.controls.rooms import Rooms
from adjudge.planning.designs.design import DesignInput
from adjudge.planning.designs.showings import Session, Showing, frame_of, sessions_of

#: The worst quarter of the systems by metric scores gives no degraded copies.
_AVOIDED: Final = 0.25
_ROUNDING: Final = 1e-9


def control_shares(campaign: Campaign) -> dict[str, float]:
    """The shares of a session's items that are control items, by kind; none for protocols of several outputs."""
    if campaign.judging.outputs > 1:
        return {}
    shares = {kind: getattr(campaign.controls, key) for kind, key in KEYS.items()}
    return {kind: share for kind, share in shares.items() if share > 0}


def counting_items(campaign: Campaign) -> int:
    """The most items of a session that may be judgements that count, so that control items have their share.

    Whole copies may need more room, see `adjudge.planning.sampling.room.counting_room`.
    """
    return math.floor(campaign.work.session_items * (1 - sum(control_shares(campaign).values())) + _ROUNDING)


def add_controls(
    given: DesignInput, showings: pl.DataFrame, texts: Texts, *, metrics: MetricScores | None = None
) -> AddedControls:
    """Add the control items that the campaign asks for.

    Each copy is a showing of its own, of a whole text; all segments of a degraded copy are degraded. It stands later
    than its original with the same annotator, `controls.distance` items or more between them, otherwise anywhere.
    Shares are met over sessions: what one has too little or too much of is left to the next.

    Args:
        given: what the design worked on.
        showings: what it built.
        texts: sources, outputs and references.
        metrics: scores of metrics; degraded copies are then made of the worst quarter of systems only if nothing else
            is left, because the damage shows least there.

    Returns:
        The showings with control items, the texts of degraded items, and what could not be kept.
    """
    campaign, shares = given.campaign, control_shares(given.campaign)
    if not shares:
        return AddedControls(showings, empty(ALTERED), _none(campaign))
    material, given_sessions = Material(given, texts), sessions_of(showings)
    rooms = Rooms(given_sessions, campaign.work.session_items)
    quota = Quota(shares, rooms.typical)
    copier = Copier(
        material,
        rooms,
        campaign.controls.distance,
        tuple(name for name, reference in campaign.references.items() if reference.role == "control"),
        _worst(given, metrics),
        given.seeds.stream("controls"),
    )
    sessions = [copier.add(session, quota) for session in given_sessions]
    copies = [showing for session in sessions for showing in session.showings if showing.kind in shares]
    findings = (
        *quota.findings(campaign.controls.distance, wordless=copier.wordless == copier.refused),
        *rooms.findings(copies),
        *_refused(copier),
        *_mixed_roles(campaign, sessions),
    )
    return AddedControls(frame_of(sessions), altered_rows(sessions, copier.damages, material), findings)


def alter_own(given: DesignInput, showings: pl.DataFrame, texts: Texts, lengths: str | None = None) -> AddedControls:
    """Degraded texts for a design that made its control items itself.

    Args:
        given: what the design worked on.
        showings: what it built, with items of kind `degraded`.
        texts: sources, outputs and references.
        lengths: the table of lengths of the design.

    Returns:
        The showings, the texts of degraded items, and which items could not be degraded: they are repeats.
    """
    material = Material(given, texts, lengths)
    random = given.seeds.stream("degraded texts of a design")
    damages: dict[Showing, list[Damage | None]] = {}
    unaltered: Counter[str] = Counter()
    sessions = [
        session.with_showings(_altered(showing, material, random, damages, unaltered) for showing in session.showings)
        for session in sessions_of(showings)
    ]
    shown = catalogue.SHOWN_UNALTERED(items=unaltered.total(), systems=sorted(unaltered)) if unaltered else None
    findings = (*(() if shown is None else (shown,)), *_mixed_roles(given.campaign, sessions))
    return AddedControls(frame_of(sessions), altered_rows(sessions, damages, material), findings)


def _altered(
    showing: Showing,
    material: Material,
    random: np.random.Generator,
    damages: dict[Showing, list[Damage | None]],
    unaltered: Counter[str],
) -> Showing:
    kinds = showing.item_kinds
    if "degraded" not in kinds:
        return showing
    system = showing.systems[0]
    made = [
        material.damaged(system, place, random) if kind == "degraded" else None
        for place, kind in zip(material.places[showing.unit], kinds, strict=False)
    ]
    actual = tuple(
        "repeat" if kind == "degraded" and damage is None else kind for kind, damage in zip(kinds, made, strict=True)
    )
    if actual != kinds:
        unaltered[system] += sum(a != b for a, b in zip(actual, kinds, strict=True))
        kind = actual[0] if len(set(actual)) == 1 else None
        showing = replace(showing, kind=kind, kinds=None if kind else actual)
    damages[showing] = made
    return showing


def _none(campaign: Campaign) -> tuple[Finding, ...]:
    outputs = campaign.judging.outputs
    if outputs > 1:
        again = campaign.work.judgements > 1
        entry = catalogue.SEVERAL_OUTPUTS_AGAIN if again else catalogue.SEVERAL_OUTPUTS
        return (entry(protocol=campaign.protocol, outputs=outputs),)
    return () if campaign.controls.reason else (catalogue.NO_CONTROLS(),)


def _refused(copier: Copier) -> tuple[Finding, ...]:
    found = (
        (catalogue.NOT_DEGRADABLE, copier.refused - copier.wordless),
        (catalogue.NOTHING_TO_TAKE, copier.wordless),
    )
    return tuple(
        entry(units=len(texts), systems=sorted({system for system, _ in texts})) for entry, texts in found if texts
    )


def _mixed_roles(campaign: Campaign, sessions: Sequence[Session]) -> tuple[Finding, ...]:
    """That some references are ranked and others are control items: D13, no campaign mixes the two silently."""
    ranked = campaign.ranked_references
    shown = {
        name
        for session in sessions
        for showing in session.showings
        if "reference" in showing.item_kinds
        for name in showing.systems
    }
    return (catalogue.MIXED_ROLES(ranked=list(ranked), controls=sorted(shown)),) if ranked and shown else ()


def _worst(given: DesignInput, metrics: MetricScores | None) -> frozenset[str]:
    """The worst quarter of the systems by their mean place in the metrics."""
    if metrics is None:
        return frozenset()
    places = (
        metrics.frame.filter(pl.col("system").is_in(given.systems))
        .group_by("metric", "system")
        .agg(pl.col("score").mean().round(9))  # sums depend on their order in the last digits
        .with_columns(place=pl.col("score").rank().over("metric"))
        .group_by("system")
        .agg(pl.col("place").mean().round(9))
        .sort("place", "system")
    )
    return frozenset(places["system"].head(math.floor(_AVOIDED * places.height)).to_list())
