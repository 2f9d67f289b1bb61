"""Control items for a design that makes none itself: degraded copies, clean repeats, references."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, field, replace
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
from adjudge.planning.designs.design import DesignInput
from adjudge.planning.designs.showings import Session, Showing, frame_of, sessions_of

#: The keys of a campaign file, by the kind of the items.
KEYS: Final = {"degraded": "degraded", "repeat": "repeats", "reference": "references"}
#: The worst quarter of the systems by metric scores gives no degraded copies.
_AVOIDED: Final = 0.25
_ROUNDING: Final = 1e-9


def shares_of(campaign: Campaign) -> dict[str, float]:
    """The shares of a session's items that are control items, by kind; none for protocols of several outputs."""
    if campaign.judging.outputs > 1:
        return {}
    shares = {kind: getattr(campaign.controls, key) for kind, key in KEYS.items()}
    return {kind: share for kind, share in shares.items() if share > 0}


def counting_items(campaign: Campaign) -> int:
    """How many items of a session may be judgements that count, so that control items have room beside them.

    Designs fill sessions up to here; `add_controls` adds the rest.
    """
    return math.floor(campaign.work.session_items * (1 - sum(shares_of(campaign).values())) + _ROUNDING)


def add_controls(
    given: DesignInput, showings: pl.DataFrame, texts: Texts, *, metrics: MetricScores | None = None
) -> AddedControls:
    """Add the control items that the campaign asks for.

    Each copy is a showing of its own, all segments of a degraded copy are degraded, and it stands later than its
    original with the same annotator, `controls.distance` items or more between them, otherwise anywhere. Shares are
    met over sessions: what a session is short of is carried to the next.

    Args:
        given: what the design worked on.
        showings: what it built.
        texts: sources, outputs and references.
        metrics: scores of metrics; degraded copies are then made of the worst quarter of systems only if nothing else
            is left, because the damage shows least there.

    Returns:
        The showings with control items, the texts of degraded items, and what could not be kept.
    """
    campaign, shares = given.campaign, shares_of(given.campaign)
    if not shares:
        return AddedControls(showings, empty(ALTERED), _none(campaign))
    material = Material(given, texts)
    copier = Copier(
        material,
        campaign.controls.distance,
        tuple(name for name, reference in campaign.references.items() if reference.role == "control"),
        _worst(given, metrics),
        given.seeds.stream("controls"),
    )
    quota = _Quota(shares, campaign.work.session_items)
    given_sessions, sessions = sessions_of(showings), list[Session]()
    for session in given_sessions:
        made = copier.add(session, quota.wanted(session), last=session is given_sessions[-1])
        quota.settle(made)
        sessions.append(made)
    findings = (*quota.findings(campaign.controls.distance), *_refused(copier))
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
    findings = () if shown is None else (shown,)
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


@dataclass(eq=False)
class _Quota:
    """How many control items each session gets, and what is still owed.

    Args:
        shares: by kind.
        room: most items of a session.
        asked: items so far if shares were met exactly, by kind.
        given: items that were placed, by kind.
        full: how often a session had no room.
        near: how often nothing could be placed, by kind.
    """

    shares: dict[str, float]
    room: int
    asked: dict[str, float] = field(default_factory=dict)
    given: Counter[str] = field(default_factory=Counter)
    full: int = 0
    near: Counter[str] = field(default_factory=Counter)
    _wanted: dict[str, int] = field(default_factory=dict)

    def wanted(self, session: Session) -> dict[str, int]:
        """Items by kind for a session, those that are owed most first.

        One at least in a session that is due for half of one: where some sessions hold control items and others do not,
        they shift scores between systems (Knowles 2021, section 5.1).
        """
        counting = sum(showing.items for showing in session.showings if showing.counts)
        total = counting / (1 - sum(self.shares.values()))
        for kind, share in self.shares.items():
            self.asked[kind] = self.asked.get(kind, 0.0) + share * total
        room, self._wanted = self.room - session.items, {}
        missing = {kind: self.asked[kind] - self.given[kind] for kind in self.shares}
        for kind in sorted(missing, key=lambda kind: -missing[kind]):
            least = int(2 * self.shares[kind] * total >= 1)
            whole = max(least, math.floor(missing[kind] + _ROUNDING))
            items = max(0, min(whole, room))
            self.full += items < whole
            room -= items
            self._wanted[kind] = items
        return self._wanted

    def settle(self, session: Session) -> None:
        """Count what was placed."""
        placed = Counter[str]()
        for showing in session.showings:
            if showing.kind in self.shares:
                placed[showing.kind] += showing.items
        for kind, items in self._wanted.items():
            self.given[kind] += placed[kind]
            self.near[kind] += placed[kind] < items

    def findings(self, distance: int) -> tuple[Finding, ...]:
        """What is still owed at the end."""
        return tuple(
            catalogue.SHARES_MISSED(
                wanted=round(self.asked[kind]),
                found=self.given[kind],
                kind=kind,
                full=self.full,
                near=self.near[kind],
                distance=distance,
                key=KEYS[kind],
            )
            for kind in self.shares
            if self.asked.get(kind, 0.0) - self.given[kind] >= 1 - _ROUNDING
        )


def _none(campaign: Campaign) -> tuple[Finding, ...]:
    outputs = campaign.judging.outputs
    if outputs > 1:
        return (catalogue.SEVERAL_OUTPUTS(protocol=campaign.protocol, outputs=outputs),)
    return () if campaign.controls.reason else (catalogue.NO_CONTROLS(),)


def _refused(copier: Copier) -> tuple[Finding, ...]:
    if not copier.refused:
        return ()
    systems = sorted({system for system, _ in copier.refused})
    return (catalogue.NOT_DEGRADABLE(units=len(copier.refused), systems=systems),)


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
