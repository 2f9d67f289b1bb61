"""How many items of a session are left for what counts, and how long a text shown at once may be."""

from __future__ import annotations

import math
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import polars as pl

from adjudge.core.campaign.campaign import Campaign
from adjudge.planning.controls.adding import control_shares, counting_items
from adjudge.planning.designs.catalogue import NO_ROOM, TOO_LONG
from adjudge.planning.designs.places import Places

#: No document is longer.
_WHOLE: Final = sys.maxsize

#: Room is left for copies of all texts but the longest ones, this share of them: they wait for a session that has it.
_LONGEST: Final = 0.1
_ROUNDING: Final = 1e-9


@dataclass(frozen=True)
class Limit:
    """How long units are at most, and how long they may be.

    Args:
        cut: longer documents are cut, or a snippet is drawn of them.
        room: what does not fit then is refused; None for a design that has its own rules for sessions.
    """

    cut: int
    room: int | None


def first_items(campaign: Campaign, tutorial: int) -> int:
    """The tutorial items of an annotator's first session; none if that is a calibration session.

    Args:
        campaign: whether there is a calibration set.
        tutorial: items of the tutorial.
    """
    return 0 if campaign.calibration.segments else tutorial


@dataclass(frozen=True)
class CountingRoom:
    """What designs may fill of the sessions of an annotator.

    Args:
        items: that count, in a session.
        tutorial: so many of them less in the first one.
    """

    items: int
    tutorial: int


def counting_room(campaign: Campaign, lengths: Sequence[int], tutorial: int) -> CountingRoom:
    """What a design may fill, so that whole copies fit into what is left.

    The longest text fits in any case, in a first session, too: there the tutorial stands in the room of the copies.

    Args:
        campaign: all choices.
        lengths: segments of each unit.
        tutorial: items of the tutorial.
    """
    first, longest = first_items(campaign, tutorial), max(lengths)
    left = campaign.work.session_items - _for_copies(campaign, lengths)
    items = min(counting_items(campaign), max(left, longest))
    return CountingRoom(items, min(first, items - longest))


def _for_copies(campaign: Campaign, lengths: Sequence[int]) -> int:
    """Items of a session for its share of control items in whole texts: the longest one, the others of mean length.

    A text of more than half a session never fits beside another one like it, so no room is left for its copies.
    """
    items = campaign.work.session_items
    rising = sorted(lengths)
    typical = rising[math.ceil(len(rising) * (1 - _LONGEST)) - 1]
    copied = [length for length in rising if length <= min(typical, items // 2)]
    share = items * sum(control_shares(campaign).values())
    if not copied or share < _ROUNDING:
        return 0
    mean = sum(copied) / len(copied)
    return math.ceil((math.ceil(share / mean - _ROUNDING) - 1) * mean + copied[-1] - _ROUNDING)


def limit_of(campaign: Campaign, unit: str, places: Places, *, tutorial: int = 0, own_sessions: bool = False) -> Limit:
    """How long units are: as the campaign says; if it does not, no longer than a session has room for.

    A first session has room for one unit at least beside the tutorial. Published builders take whole documents, however
    long, unless the campaign says how to cut them.

    Args:
        campaign: all choices.
        unit: `document`, `snippet` or `segment`.
        places: for messages.
        tutorial: items of the tutorial.
        own_sessions: for a design that has its own rules for sessions, and says what does not fit.

    Raises:
        UsageError: AJ650 if there is no room for anything.
    """
    sampling, key = campaign.sampling, key_of(unit)
    asked: int = 1 if unit == "segment" else getattr(sampling, key)
    if own_sessions:
        whole = unit == "document" and key not in sampling.model_fields_set
        return Limit(_WHOLE if whole else asked, None)
    items = campaign.work.session_items
    room = counting_items(campaign) - first_items(campaign, tutorial)
    if room < 1:
        place = places.of_first(("work", "session_items"), ("controls", "tutorial"), ("controls",), ("design",))
        raise NO_ROOM(place=place, items=items, controls=items - room)
    return Limit(asked if key in sampling.model_fields_set else min(asked, room), room)


def key_of(unit: str) -> str:
    """The key of `[sampling]` that says how long units are."""
    return "snippet" if unit == "snippet" else "part"


def require_room(campaign: Campaign, unit: str, units: pl.DataFrame, limit: Limit, places: Places) -> None:
    """That all units fit.

    Args:
        campaign: all choices.
        unit: `document`, `snippet` or `segment`.
        units: see `adjudge.planning.designs.design`.
        limit: what fits.
        places: for messages.

    Raises:
        UsageError: AJ650 with the documents that do not.
    """
    room, items = limit.room, campaign.work.session_items
    if room is None:
        return
    long = units.filter(pl.col("length") > room)["document"].unique().sort().to_list()
    if long:
        place, longest = places.of("sampling", key_of(unit)), units["length"].max()
        key = f"sampling.{key_of(unit)}"
        raise TOO_LONG(
            place=place, documents=long, longest=longest, room=room, items=items, controls=items - room, key=key
        )
