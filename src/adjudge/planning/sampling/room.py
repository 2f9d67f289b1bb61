"""How many items of a session are left for what counts, and how long a text shown at once may be."""

from __future__ import annotations

import math
from typing import Final

from adjudge.core.campaign.campaign import Campaign
from adjudge.planning.designs.catalogue import NO_ROOM, TOO_LONG
from adjudge.planning.designs.places import Places

#: Shares such as .1 are no exact numbers.
_EXACT: Final = 1e-9


def control_share(campaign: Campaign) -> float:
    """The share of a session's items that are control items; none if the protocol shows several outputs at once."""
    controls = campaign.controls
    if campaign.judging.outputs > 1:
        return 0.0
    return controls.degraded + controls.repeats + controls.references


def control_items(campaign: Campaign) -> int:
    """The control items of a full session, rounded up."""
    return math.ceil(control_share(campaign) * campaign.work.session_items - _EXACT)


def session_room(campaign: Campaign) -> int:
    """The items of a session that are left for what counts."""
    return campaign.work.session_items - control_items(campaign)


def longest_unit(campaign: Campaign, unit: str, places: Places) -> int:
    """The most segments that are shown at once: as the campaign says, but no more than a session has room for.

    Args:
        campaign: all choices.
        unit: `document`, `snippet` or `segment`.
        places: for messages.

    Raises:
        UsageError: AJ650 if there is no room, or the campaign itself asks for longer texts.
    """
    room, items, controls = session_room(campaign), campaign.work.session_items, control_items(campaign)
    if room < 1:
        raise NO_ROOM(place=places.of("work", "session_items"), items=items, controls=controls)
    sampling = campaign.sampling
    if unit == "segment":
        return 1
    name = "snippet" if unit == "snippet" else "part"
    asked: int = getattr(sampling, name)
    if asked > room and name in sampling.model_fields_set:
        place = places.of("sampling", name)
        raise TOO_LONG(place=place, key=f"sampling.{name}", length=asked, room=room, items=items, controls=controls)
    return min(asked, room)
